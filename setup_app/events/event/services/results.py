"""Services for results, which count by the word of both players or of the desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.events.event import round_values
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.rounds.scores import judge_scores
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event.services.clock import end_clock_if_finished
from setup_app.events.event.services.rounds import mark_changed, round_named
from setup_app.events.models import Event, Kind, Match
from setup_app.identity.ownership import NotThere


@dataclass(frozen=True)
class TableReport:
    """The table of a report: its round and number, and its two players in either order."""

    round: int
    table: int
    entries: tuple[int, ...]


def report(*, standing: EventAccess, told: TableReport, scores: list[int]) -> Match:
    """Report a table's result: `scores` in the order of the stated entries.

    A player reports; the other confirms with the same scores and disputes with others. Each may
    change their report until they agree. Desks and organisers confirm at once, corrections
    included. Raises `not_allowed` for a player of another table, `not_at_this_table`,
    `already_confirmed` for players, and what `judge_scores` finds.
    """
    with acting(standing) as held:
        match = _match(held, told)
        in_order = _in_order(match, told, scores)
        must_fit(held.event, in_order)
        if held.kind in RUNS_ROUNDS:
            _settle(held, match, scores=in_order, absent=[])
        else:
            _say(held, match, in_order)
    return match


def must_fit(event: Event, scores: Sequence[int]) -> None:
    """Raise what `judge_scores` finds in two scores that a table of this event cannot have."""
    violations = judge_scores(scores, round_values.scoring_of(event))
    if violations:
        raise DomainError(violations[0].code, violations[0].params, violations=violations)


def note_absent(*, standing: EventAccess, told: TableReport, absent: list[int]) -> Match:
    """Record an absence: the player who came has a bye, the other scores nothing, and they have not
    met.

    For desks and organisers. Raises `not_at_this_table`.
    """
    with acting(standing) as held:
        match = _match(held, told)
        held.needs(*RUNS_ROUNDS)
        _in_order(match, told, [0, 0])
        if not set(absent) <= set(told.entries):
            raise DomainError("not_at_this_table", {"table": told.table})
        _settle(held, match, scores=None, absent=sorted(set(absent)))
    return match


def _match(standing: EventAccess, told: TableReport) -> Match:
    """Return a table of a published round that the caller may report. Raises `not_found`,
    `not_allowed`. Callers who may not see drafts get the same error for a draft and for a missing
    round.
    """
    standing.needs(*RUNS_ROUNDS, Kind.PLAYER)
    round_ = round_named(standing.event, told.round)
    found = round_.matches.select_related("first", "second").filter(table=told.table).first()
    if found is None or round_.published is None:
        raise NotThere
    mine = standing.entry is not None and standing.entry in found.entries
    if standing.kind == Kind.PLAYER and not mine:
        raise DomainError("not_allowed")
    found.round = round_
    return found


def _in_order(match: Match, told: TableReport, scores: list[int]) -> list[int]:
    """Return the scores in the order of the table's own entries."""
    numbers = [entry.number for entry in match.entries]
    if sorted(told.entries) != sorted(numbers):
        raise DomainError("not_at_this_table", {"table": match.table})
    return scores if list(told.entries) == numbers else scores[::-1]


def _say(standing: EventAccess, match: Match, scores: list[int]) -> None:
    """Store a player's report; two equal reports become the result."""
    if match.confirmed:
        raise DomainError("already_confirmed", {"table": match.table})
    assert standing.entry is not None
    said: dict[str, Any] = {**match.reports, str(standing.entry.number): scores}
    match.reports = said
    agreed = len(said) == 2 and len({tuple(each) for each in said.values()}) == 1
    if agreed:
        match.scores = scores
    match.save(update_fields=["reports", "scores"])
    if agreed:
        mark_changed(standing.event, after=match.round.number)
        end_clock_if_finished(match.round)
    code = "result_confirmed" if agreed else f"result_{match.state}"
    result = _told(match, scores, [])
    note(standing, code, round=match.round.number, table=match.table, result=result)


def _settle(
    standing: EventAccess, match: Match, *, scores: list[int] | None, absent: list[int]
) -> None:
    """Confirm a result; mark the rounds that were paired without it or with another one."""
    before = (match.scores, match.absent)
    match.scores, match.absent = scores, absent
    match.save(update_fields=["scores", "absent"])
    if before != (scores, absent):
        mark_changed(standing.event, after=match.round.number)
    end_clock_if_finished(match.round)
    if before not in ((None, []), (scores, absent)):
        code, told = "result_corrected", {"before": _told(match, *before)}
    else:
        code, told = "result_confirmed", {}
    told["result"] = _told(match, scores, absent)
    note(standing, code, round=match.round.number, table=match.table, **told)


def _told(match: Match, scores: list[int] | None, absent: list[int]) -> list[list[Any]]:
    """Return a result as the journal stores it: each player with their score, or as absent; null
    for a player whose opponent was absent.
    """
    bare = [None if scores is None else scores[place] for place in range(len(match.entries))]
    return [
        [entry.name, "absent" if entry.number in absent else score]
        for entry, score in zip(match.entries, bare, strict=True)
    ]
