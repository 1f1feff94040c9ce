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
from setup_app.events.event.services.rounds import mark_changed, round_named
from setup_app.events.models import Event, Kind, Match
from setup_app.identity.ownership import NotThere


@dataclass(frozen=True)
class TableReport:
    """Of which table somebody tells something: its round and number, and who played there, the two
    in either order."""

    round: int
    table: int
    entries: tuple[int, ...]


def report(*, standing: EventAccess, told: TableReport, scores: list[int]) -> Match:
    """Say how a table ended: `scores` in the order of the entries that are told.

    A player reports, and the other by the same scores confirms, by others disputes; each may say
    another thing until they agree. Desk and organiser confirm at once, corrections included.
    Raises `not_allowed` for a player of another table, `not_at_this_table`, `already_confirmed`
    for players, and what `judge_scores` finds.
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
    """Raise what `judge_scores` finds of two scores by which a table of this event cannot end."""
    violations = judge_scores(scores, round_values.scoring_of(event))
    if violations:
        raise DomainError(violations[0].code, violations[0].params, violations=violations)


def note_absent(*, standing: EventAccess, told: TableReport, absent: list[int]) -> Match:
    """Say who did not come: for who came it is a bye, the other gets nothing, and they have not
    met. By a desk or an organiser. Raises `not_at_this_table`."""
    with acting(standing) as held:
        match = _match(held, told)
        held.needs(*RUNS_ROUNDS)
        _in_order(match, told, [0, 0])
        if not set(absent) <= set(told.entries):
            raise DomainError("not_at_this_table", {"table": told.table})
        _settle(held, match, scores=None, absent=sorted(set(absent)))
    return match


def _match(standing: EventAccess, told: TableReport) -> Match:
    """A table of a published round that the caller may report. Raises `not_found`, `not_allowed`.

    Who may see no draft is told the same of it as of a round that is not there.
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
    """The scores in the order of the table's own entries."""
    numbers = [entry.number for entry in match.entries]
    if sorted(told.entries) != sorted(numbers):
        raise DomainError("not_at_this_table", {"table": match.table})
    return scores if list(told.entries) == numbers else scores[::-1]


def _say(standing: EventAccess, match: Match, scores: list[int]) -> None:
    """Keep what a player says; what both say the same stands."""
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
    code = "result_confirmed" if agreed else f"result_{match.state}"
    result = _told(match, scores, [])
    note(standing, code, round=match.round.number, table=match.table, result=result)


def _settle(
    standing: EventAccess, match: Match, *, scores: list[int] | None, absent: list[int]
) -> None:
    """Let a result stand; rounds that were paired without it, or by another one, are marked."""
    before = (match.scores, match.absent)
    match.scores, match.absent = scores, absent
    match.save(update_fields=["scores", "absent"])
    if before != (scores, absent):
        mark_changed(standing.event, after=match.round.number)
    if before not in ((None, []), (scores, absent)):
        code, told = "result_corrected", {"before": _told(match, *before)}
    else:
        code, told = "result_confirmed", {}
    told["result"] = _told(match, scores, absent)
    note(standing, code, round=match.round.number, table=match.table, **told)


def _told(match: Match, scores: list[int] | None, absent: list[int]) -> list[list[Any]]:
    """What the journal keeps of a result: each player with his score, or that he was absent; null
    for who came where the other did not."""
    bare = [None if scores is None else scores[place] for place in range(len(match.entries))]
    return [
        [entry.name, "absent" if entry.number in absent else score]
        for entry, score in zip(match.entries, bare, strict=True)
    ]
