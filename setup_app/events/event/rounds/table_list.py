"""Whether a round can be played as someone has written it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from setup_app.engine.values import Violation
from setup_app.events.event.rounds.players import Pairing


@dataclass(frozen=True)
class Ambiguous:
    """A name that several entries share, with their numbers."""

    name: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return self.name


Named: TypeAlias = int | str | Ambiguous
"""An entry's number, or the name as it was written if no entry or several have it."""


@dataclass(frozen=True)
class GivenPairing:
    """A pairing as it was sent: one or two players; the table of a bye is ignored."""

    table: int | None
    entries: tuple[Named, ...]

    def __post_init__(self) -> None:
        if len(self.entries) not in (1, 2):
            raise ValueError(f"{len(self.entries)} entries at one table")


def judge_table_list(
    given: Sequence[GivenPairing],
    *,
    playing: Collection[int],
    dropped: Collection[int],
    tables: int,
    optional: Collection[int] = (),
) -> tuple[Violation, ...]:
    """Return everything that keeps these pairings from being a round.

    `playing` are those who must each be paired once, `optional` those who may, `dropped` those who
    must not; `tables` is how many tables the event has. The errors come in this order, each once
    for its player or table: `ambiguous_player` (`params`: `entry`, `numbers`), `unknown_player`,
    `dropped_player`, `player_twice` (also for one paired with themselves), `player_missing`
    (`params`: `entry`), `no_such_table` (`params`: `table`, `tables`; for two players without a
    table `entries`), `table_twice` (`params`: `table`, `entries`). Rematches and the like are no
    errors: see `cautions`.
    """
    counted = Counter(entry for pairing in given for entry in pairing.entries)
    laid = [pairing for pairing in given if len(pairing.entries) == 2]
    seated = Counter(pairing.table for pairing in laid if pairing.table is not None)
    known = {*playing, *optional, *dropped}
    ambiguous = [entry for entry in counted if isinstance(entry, Ambiguous)]
    meant = {number for each in ambiguous for number in each.numbers}
    unknown = [
        entry for entry in counted if not isinstance(entry, Ambiguous) and entry not in known
    ]
    at_no_table = dict.fromkeys(
        each.table for each in laid if each.table is not None and not 1 <= each.table <= tables
    )
    return (
        *(
            Violation(
                "ambiguous_player", params={"entry": each.name, "numbers": list(each.numbers)}
            )
            for each in ambiguous
        ),
        *_of_entries("unknown_player", unknown),
        *_of_entries("dropped_player", [entry for entry in counted if entry in dropped]),
        *_of_entries(
            "player_twice",
            [each for each in counted if counted[each] > 1 and each not in ambiguous],
        ),
        *_of_entries("player_missing", sorted(set(playing) - set(counted) - meant)),
        *(
            Violation("no_such_table", params={"table": table, "tables": tables})
            for table in at_no_table
        ),
        *(
            Violation(
                "no_such_table",
                params={"entries": [str(entry) for entry in each.entries], "tables": tables},
            )
            for each in laid
            if each.table is None
        ),
        *(
            Violation(
                "table_twice",
                params={
                    "table": table,
                    "entries": [
                        entry for each in laid if each.table == table for entry in each.entries
                    ],
                },
            )
            for table in seated
            if seated[table] > 1
        ),
    )


def pairings_of(given: Iterable[GivenPairing]) -> tuple[Pairing, ...]:
    """Return the round of a list that was judged without an error, by table, byes last. Raises
    `ValueError` if a name has no entry.
    """
    found = []
    for each in given:
        entries = tuple(entry for entry in each.entries if isinstance(entry, int))
        if len(entries) < len(each.entries):
            raise ValueError("a name that matches no player")
        found.append(Pairing(each.table if len(entries) == 2 else None, entries))
    return tuple(sorted(found, key=lambda each: (each.is_bye, each.table or 0, each.entries)))


def _of_entries(code: str, entries: Iterable[Named]) -> list[Violation]:
    return [Violation(code, params={"entry": entry}) for entry in entries]
