"""Players who are to be paired, and their history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

AVOIDABLE: Final = ("club", "country")
"""What players of one table may have in common that `avoid` names."""


@dataclass(frozen=True, slots=True)
class Player:
    """An entry that plays this round, by its number; `total` is its score less its penalty."""

    number: int
    total: int = 0
    club: str = ""
    country: str = ""

    def shares(self, what: str) -> str:
        """What two players must have alike to share a club or country; empty where none is given.

        People type their club anew each time, so capitals and spaces make no other club.
        """
        given = {"club": self.club, "country": self.country}[what]
        return " ".join(given.split()).casefold()


@dataclass(frozen=True)
class Pairing:
    """Who sits at a table: two entries, or with `table` None the one that has a bye."""

    table: int | None
    entries: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.entries) not in (1, 2):
            raise ValueError(f"{len(self.entries)} entries at one table")
        if (self.table is None) != (len(self.entries) == 1):
            raise ValueError("a bye has no table, and two entries have one")

    @property
    def is_bye(self) -> bool:
        return len(self.entries) == 1


@dataclass(frozen=True)
class History:
    """What was played before, for whoever was paired.

    - `meetings`: how often two entries have met, by the pair, in whichever order they sat.
    - `byes`: how many byes an entry had.
    - `tables`: at which tables an entry has played.
    """

    meetings: Mapping[frozenset[int], int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    tables: Mapping[int, frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, pairings: Iterable[Pairing]) -> History:
        """The history of pairings that were played.

        Where somebody was absent, hand in a bye for who came, and nothing for who did not: they
        have not met, and the table is none that was played at.
        """
        meetings: Counter[frozenset[int]] = Counter()
        byes: Counter[int] = Counter()
        tables: dict[int, frozenset[int]] = {}
        for pairing in pairings:
            if pairing.table is None:
                byes.update(pairing.entries)
                continue
            meetings[frozenset(pairing.entries)] += 1
            for entry in pairing.entries:
                tables[entry] = tables.get(entry, frozenset()) | {pairing.table}
        return cls(dict(meetings), dict(byes), tables)

    def met(self, one: int, other: int) -> int:
        """How often two entries have met."""
        return self.meetings.get(frozenset((one, other)), 0)

    def byes_of(self, entry: int) -> int:
        return self.byes.get(entry, 0)

    def tables_of(self, entry: int) -> frozenset[int]:
        return self.tables.get(entry, frozenset())
