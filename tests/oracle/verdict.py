"""How sure is the oracle: kept, broken, or too near to tell?

Every measure that is exact but for rounding has a band of `ROUNDING` around its limit; coarser
measures state theirs where they are taken. The tolerance is in the piece's favour, except that
"more than L" begins at L + 0.01.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from tests.rulebooks.second_transcription import TOLERANCE

Answer = Literal["kept", "near", "broken"]
Ids = tuple[str, ...]

ROUNDING = 1e-6
_RANK = {"kept": 0, "near": 1, "broken": 2}


def at_most(value: float, limit: float, band: float = ROUNDING) -> Answer:
    over = value - limit - TOLERANCE
    if abs(over) <= band:
        return "near"
    return "broken" if over > 0 else "kept"


def at_least(value: float, limit: float, band: float = ROUNDING) -> Answer:
    return at_most(-value, -limit, band)


def more_than(value: float, limit: float, band: float = ROUNDING) -> Answer:
    return at_least(value, limit + 2 * TOLERANCE, band)


def touches(distance: float) -> Answer:
    """Kept where two things touch."""
    return at_most(distance, 0.0)


def any_of(answers: Iterable[Answer]) -> Answer:
    """Kept where one of them is kept."""
    return min(answers, key=_RANK.__getitem__, default="broken")


def all_of(answers: Iterable[Answer]) -> Answer:
    """Kept where all of them are kept."""
    return max(answers, key=_RANK.__getitem__, default="kept")


def doubtful(answer: Answer) -> Answer:
    """The same answer where it rests on something that the rules leave open."""
    return "near" if answer == "broken" else answer


@dataclass
class Findings:
    """What is broken or near, by code and pieces, and what breaks one of several codes."""

    by_code: dict[str, dict[Ids, Answer]] = field(default_factory=dict)
    one_of: list[tuple[Ids, tuple[str, ...]]] = field(default_factory=list)

    def say(self, code: str, ids: Ids, answer: Answer) -> None:
        known = self.by_code.get(code, {}).get(ids, "kept")
        worst = all_of((known, answer))
        if worst != "kept":
            self.by_code.setdefault(code, {})[ids] = worst

    def say_one_of(self, codes: tuple[str, ...], ids: Ids) -> None:
        """Illegal beyond doubt, though the contract does not settle by which code."""
        self.one_of.append((ids, codes))
        for code in codes:
            self.say(code, ids, "near")
