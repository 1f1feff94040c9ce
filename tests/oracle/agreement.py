"""Where do the engine's check and the oracle say different things of one layout?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.oracle.judge import findings

COUNTED = frozenset({"limit_exceeded", "category_not_open", "declaration_not_allowed"})
"""Codes about numbers, of which only the code is compared: which pieces are named is free."""

Said = Iterable[tuple[str, tuple[str, ...]]]


def disagreements(layout: dict[str, Any], engine: Said) -> list[str]:
    """Sentences; `engine` holds the code and the pieces of each violation that it reports.

    Nothing is held against the engine where the oracle finds the case too near to tell.
    """
    oracle = findings(layout)
    said = [(code, frozenset(ids)) for code, ids in engine]
    found = []
    for code, by_ids in oracle.by_code.items():
        for ids, answer in by_ids.items():
            if answer == "broken" and not _names(said, code, ids):
                found.append(f"only the oracle finds {code} in {', '.join(ids)}")
    for ids, codes in oracle.one_of:
        if not any(_names(said, code, ids[-1:]) for code in codes):
            found.append(f"only the oracle finds one of {codes} in {', '.join(ids)}")
    for code, pieces in said:
        if not any(_meets(code, pieces, ids) for ids in oracle.by_code.get(code, {})):
            found.append(f"only the engine finds {code} in {', '.join(sorted(pieces))}")
    return found


def _names(said: list[tuple[str, frozenset[str]]], code: str, ids: tuple[str, ...]) -> bool:
    return any(code == other and _meets(code, pieces, ids) for other, pieces in said)


def _meets(code: str, pieces: frozenset[str], ids: tuple[str, ...]) -> bool:
    return code in COUNTED or pieces.issuperset(ids) or pieces.issubset(ids)
