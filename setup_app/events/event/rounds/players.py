"""Players who are to be paired, and their history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from setup_app.engine.names import name_key

AVOIDABLE: Final = ("club", "country")
"""What `avoid` may name: what players at one table may have in common."""


@dataclass(frozen=True, slots=True)
class Player:
    """An entry that plays this round, by its number; `total` is its score less its penalty, `place`
    its place in the standings, which orders those of one total.
    """

    number: int
    total: int = 0
    club: str = ""
    country: str = ""
    place: int = 0

    def shares(self, what: str) -> str:
        """Return the value that is equal for players of one club or country; empty if none is
        given. People type their club differently each time, so their names are compared.
        """
        return name_key({"club": self.club, "country": self.country}[what])


@dataclass(frozen=True)
class Pairing:
    """The players at a table: two entries or, with `table` None, the one that has a bye."""

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
    """The previous pairings of the players.

    - `meetings`: how often two entries have met, by the pair, in whichever order they sat.
    - `byes`: how many byes an entry had.
    - `tables`: at which tables an entry has played.
    """

    meetings: Mapping[frozenset[int], int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    tables: Mapping[int, frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, pairings: Iterable[Pairing]) -> History:
        """Return the history of pairings that were played.

        If a player was absent, pass a bye for the one who came, and nothing for the other: they
        have not met, and no game was played at that table.
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
        """Return how often two entries have met."""
        return self.meetings.get(frozenset((one, other)), 0)

    def byes_of(self, entry: int) -> int:
        return self.byes.get(entry, 0)

    def tables_of(self, entry: int) -> frozenset[int]:
        return self.tables.get(entry, frozenset())
