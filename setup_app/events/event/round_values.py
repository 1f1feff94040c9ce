"""Plain values of an event's rows for the arithmetic in `rounds`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from setup_app.events.event.rounds.players import History, Pairing, Player
from setup_app.events.event.rounds.results import Result, history_of
from setup_app.events.event.rounds.scores import Outcome, Points, Scoring
from setup_app.events.event.rounds.standings import Rank, Ranking, standings
from setup_app.events.event.shown_names import show_names
from setup_app.events.models import Entry, Event, Match, Version


def scoring_of(event: Event) -> Scoring:
    """Return how an event scores, as its terms say."""
    figures = {name: value for name, value in event.scoring.items() if name != "kind"}
    return Points(**figures) if event.scoring["kind"] == "points" else Outcome(**figures)


def ranking_of(event: Event) -> Ranking:
    return Ranking(scoring_of(event), tuple(event.tie_breaks), event.public_id)


def pairing_of(match: Match) -> Pairing:
    return Pairing(match.table, tuple(entry.number for entry in match.entries))


def result_of(match: Match) -> Result:
    """Return the result of a pairing, as far as it is confirmed."""
    absent = frozenset(match.absent)
    scores = tuple(match.scores) if match.scores and not absent else None
    return Result(match.round.number, pairing_of(match), scores, absent)


def matches_of(event: Event, *, after: int | None = None) -> list[Match]:
    """Return the pairings of the published rounds, up to round `after`. One query."""
    found = Match.objects.filter(round__event=event, round__published__isnull=False)
    if after is not None:
        found = found.filter(round__number__lte=after)
    return list(with_entries(found).order_by("round__number", "pk"))


def with_entries(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return pairings with their round and players, without the drafts of their lists."""
    return matches.select_related("round", "first", "second").defer("first__draft", "second__draft")


def entries_of(event: Event) -> list[Entry]:
    """Return all entries with their shown names, without the drafts of their lists. One query."""
    entries = list(event.entry_rows.defer("draft"))
    show_names(entries)
    return entries


def penalties_of(
    event: Event, entries: Iterable[Entry], matches: Iterable[Match]
) -> dict[int, int]:
    """Return the penalty of each entry: the highest of its late versions, or the one that an
    organiser set instead. One query.
    """
    late = Version.objects.filter(entry__event=event, penalty__gt=0)
    rounds = Counter(entry.number for match in matches for entry in match.entries)
    computed: dict[int, int] = {}
    for number, points, per_round in late.values_list("entry__number", "penalty", "per_round"):
        cost = points * (rounds[number] if per_round else 1)
        computed[number] = max(cost, computed.get(number, 0))
    return {
        entry.number: computed.get(entry.number, 0) if entry.penalty is None else entry.penalty
        for entry in entries
    }


def standings_of(
    event: Event, entries: Sequence[Entry], matches: Iterable[Match]
) -> tuple[Rank, ...]:
    """Return the standings of an event, best first. One query."""
    matches = list(matches)
    return standings(
        [entry.number for entry in entries],
        [result_of(match) for match in matches],
        ranking=ranking_of(event),
        penalties=penalties_of(event, entries, matches),
    )


def players_of(entries: Iterable[Entry], table: Iterable[Rank]) -> list[Player]:
    """Return everyone still playing, with their total and their place so far."""
    rows = {row.entry: row for row in table}
    return [
        Player(
            entry.number,
            rows[entry.number].total,
            entry.club,
            entry.country,
            rows[entry.number].place,
        )
        for entry in entries
        if not entry.dropped
    ]


@dataclass(frozen=True)
class Facts:
    """The facts by which a round is paired; equal facts and an equal seed give equal pairings."""

    players: tuple[Player, ...]
    history: History
    avoid: tuple[str, ...]
    tables: int
    table_order: str
    entries: Sequence[Entry] = field(compare=False)
    matches: Sequence[Match] = field(compare=False)

    @classmethod
    def of(cls, event: Event) -> Facts:
        """Return the present facts. Three queries."""
        matches, entries = matches_of(event), list(event.entry_rows.all())
        return cls(
            tuple(players_of(entries, standings_of(event, entries, matches))),
            history_of(result_of(match) for match in matches),
            tuple(event.avoid),
            event.tables,
            event.table_order,
            entries,
            matches,
        )


def scores_shown(match: Match, event: Event) -> list[int] | None:
    """Return the scores of a pairing as a view shows them; None while there are none or two reports
    differ.
    """
    if match.confirmed:
        scored = result_of(match).scored(scoring_of(event))
        return [scored[entry.number] for entry in match.entries]
    if len(match.reports) == 1:
        said: list[Any] = next(iter(match.reports.values()))
        return [int(each) for each in said]
    return None
