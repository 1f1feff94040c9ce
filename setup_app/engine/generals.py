"""The generals of an army list, read from the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Leader:
    """An army commander or another general; a text is empty where the list states none."""

    name: str
    level: str
    kind: str
    is_commander: bool


def stated_leaders(army: Mapping[str, Any]) -> tuple[Leader, ...]:
    """Return the leaders that a list states in `commander` and `generals`, the commander first.

    Other lists, and fields of another shape, have none.
    """
    generals = army.get("generals")
    return (
        *_leaders((army.get("commander"),), is_commander=True),
        *_leaders(generals if isinstance(generals, list | tuple) else (), is_commander=False),
    )


def _leaders(stated: Iterable[object], *, is_commander: bool) -> Iterable[Leader]:
    for each in stated:
        if isinstance(each, Mapping):
            name, level, kind = (_text(each.get(field)) for field in ("name", "level", "type"))
            yield Leader(name, level, kind, is_commander)


def _text(stated: object) -> str:
    return stated if isinstance(stated, str) else ""
