"""Standings from confirmed results."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from setup_app.events.event.rounds.results import Result
from setup_app.events.event.rounds.scores import Scoring

TIE_BREAKS: Final = ("opponents", "wins", "head_to_head", "lots")

Value: TypeAlias = int | str | None


@dataclass(frozen=True)
class Ranking:
    """How an event ranks: its scoring, its tie-breaks in order, and its id, from which lots are
    drawn.
    """

    scoring: Scoring
    tie_breaks: tuple[str, ...]
    event: str

    def __post_init__(self) -> None:
        strange = [name for name in self.tie_breaks if name not in TIE_BREAKS]
        if strange or len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError(f"tie-breaks {self.tie_breaks}")


@dataclass(frozen=True)
class Rank:
    """A row of the standings; `total` is `score` less `penalty`, `played` excludes byes."""

    place: int
    entry: int
    played: int
    score: int
    penalty: int
    total: int
    tie_breaks: Mapping[str, Value]


@dataclass
class _Record:
    """The results of one entry; `against` has an opponent once for each time they met."""

    played: int = 0
    score: int = 0
    wins: int = 0
    against: list[int] = field(default_factory=list)
    beaten: list[int] = field(default_factory=list)


def standings(
    entries: Iterable[int],
    results: Iterable[Result],
    *,
    ranking: Ranking,
    penalties: Mapping[int, int],
) -> tuple[Rank, ...]:
    """Return the standings, best first; every one of `entries` has a row, also without a game.

    - `opponents`: the sum of the scores (not totals) that one's opponents have now, twice for one
      met twice. Neither a bye nor an absent opponent adds anything.
    - `wins`: tables with the higher score. A bye does not count.
    - `head_to_head`: only if exactly two are level up to here and have met: 1 for the one who has
      won more of their tables and 0 for the other. Otherwise None, as after a draw.
    - `lots`: hex SHA-256 of event id, slash, entry number; the lower comes first.

    Players level in total and every tie-break share a place, in the order of their numbers, and the
    following places stay empty: 1, 1, 3.
    Raises `ValueError` if a result has an entry that is not among `entries`.
    """
    records = _records(entries, results, ranking.scoring)
    totals = {entry: each.score - penalties.get(entry, 0) for entry, each in records.items()}
    levels = _split([sorted(records)], totals, lower_first=False)
    values: dict[str, dict[int, Value]] = {}
    for name in ranking.tie_breaks:
        values[name], keys = _tie_break(name, records, levels, event=ranking.event)
        levels = _split(levels, keys, lower_first=name == "lots")
    rows: list[Rank] = []
    for level in levels:
        place = len(rows) + 1
        rows += [
            Rank(
                place=place,
                entry=entry,
                played=records[entry].played,
                score=records[entry].score,
                penalty=penalties.get(entry, 0),
                total=totals[entry],
                tie_breaks={name: values[name][entry] for name in ranking.tie_breaks},
            )
            for entry in level
        ]
    return tuple(rows)


def _records(
    entries: Iterable[int], results: Iterable[Result], scoring: Scoring
) -> dict[int, _Record]:
    records = {entry: _Record() for entry in entries}
    for result in results:
        strange = [entry for entry in result.pairing.entries if entry not in records]
        if strange:
            raise ValueError(f"a result of {strange}, which are not entries")
        scored = result.scored(scoring)
        for entry, score in scored.items():
            records[entry].score += score
        if not result.played:
            continue
        for entry, other in (result.pairing.entries, result.pairing.entries[::-1]):
            record = records[entry]
            record.played += 1
            record.against.append(other)
            if scored[entry] > scored[other]:
                record.wins += 1
                record.beaten.append(other)
    return records


def _tie_break(
    name: str, records: Mapping[int, _Record], levels: Sequence[Sequence[int]], *, event: str
) -> tuple[dict[int, Value], dict[int, int]]:
    """Return a tie-break's value for each entry, and a number that orders those of one level."""
    if name == "opponents":
        sums = {
            entry: sum(records[other].score for other in record.against)
            for entry, record in records.items()
        }
        return dict(sums), sums
    if name == "wins":
        wins = {entry: record.wins for entry, record in records.items()}
        return dict(wins), wins
    if name == "head_to_head":
        values: dict[int, Value] = dict.fromkeys(records)
        keys = dict.fromkeys(records, 0)
        for level in levels:
            if len(level) == 2 and level[1] in records[level[0]].against:
                for entry, other in (level, level[::-1]):
                    won = records[entry].beaten.count(other)
                    lost = records[other].beaten.count(entry)
                    if won != lost:
                        values[entry] = keys[entry] = int(won > lost)
        return values, keys
    drawn = {entry: _lot(event, entry) for entry in records}
    return dict(drawn), {entry: int(lot, 16) for entry, lot in drawn.items()}


def _lot(event: str, entry: int) -> str:
    return hashlib.sha256(f"{event}/{entry}".encode()).hexdigest()


def _split(
    levels: Iterable[Sequence[int]], keys: Mapping[int, int], *, lower_first: bool
) -> list[list[int]]:
    """Split each level into those that are level by `keys` too, the better first."""
    found: list[list[int]] = []
    for level in levels:
        for key in sorted({keys[entry] for entry in level}, reverse=not lower_first):
            found += [[entry for entry in level if keys[entry] == key]]
    return found
