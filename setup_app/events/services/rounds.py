"""How is a round paired, written by hand, published and taken back?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.utils import timezone

from setup_app.events import tables
from setup_app.events.grounds import played
from setup_app.events.models import Entry, Event, Match, Round
from setup_app.events.pairing_table import read_pairings
from setup_app.events.rounds.pairing import pair
from setup_app.events.rounds.players import Pairing
from setup_app.events.rounds.results import history_of
from setup_app.events.rounds.table_list import GivenPairing, judge_table_list, pairings_of
from setup_app.events.services.acting import acting, note
from setup_app.events.standing import RUNS_ROUNDS, Standing
from setup_app.people.ownership import NotThere
from setup_app.script.errors import DomainError
from setup_app.script.values import Violation

SWISS: Final = "swiss"
BY_HAND: Final = "none"


def pair_round(*, standing: Standing, how: str, seed: str, anyway: bool) -> Round:
    """Pair the next round, `swiss` or `random`, or leave it to be written by hand (`none`).

    While the last round is a draft it is paired anew. Raises `no_such_round`, `results_missing`
    unless `anyway` (a table without a confirmed result counts as met and scores nothing),
    `too_few_players`, `too_few_tables`.
    """
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        event = held.event
        round_ = _draft(event, anyway=anyway)
        entries = list(event.entry_rows.all())
        matches = tables.matches_of(event)
        pairings: tuple[Pairing, ...] = ()
        if how != BY_HAND:
            players = tables.players_of(entries, tables.standings_of(event, entries, matches))
            pairings = pair(
                players,
                history_of(tables.result_of(match) for match in matches),
                avoid=event.avoid,
                by_total=how == SWISS,
                seed=seed,
                tables=event.tables,
            )
        _check_tables(event, pairings)
        round_.results_changed = False
        round_.save()
        _write(round_, pairings, entries)
        note(held, "round_paired", round=round_.number)
    return round_


def write_pairings(
    *, standing: Standing, number: int, given: tuple[GivenPairing, ...] | str
) -> Round:
    """Let a round have these pairings, all of them, or those of a CSV text.

    In a published round those without a result may still change; raises `already_begun` for one
    with a result, and every violation that `judge_table_list` finds.
    """
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        event = held.event
        round_ = round_named(event, number)
        entries = list(event.entry_rows.all())
        if isinstance(given, str):
            given = read_pairings(given, entries)
        begun = [match for match in round_.matches.all() if match.begun]
        _judge(event, given, entries, begun)
        pairings = pairings_of(given)
        kept = {tables.pairing_of(match) for match in begun}
        if not kept <= set(pairings):
            raise DomainError("already_begun", {"what": "pairing"})
        round_.matches.exclude(pk__in=[match.pk for match in begun]).delete()
        _add(round_, [each for each in pairings if each not in kept], entries)
        if round_.published:
            note(held, "pairings_changed", round=number)
            played.make_battles(held, round_)
        else:
            note(held, "pairings_written", round=number)
    return round_


def publish_round(*, standing: Standing, number: int) -> Round:
    """Let everybody see a round. Raises what keeps its pairings from being one."""
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        round_ = round_named(held.event, number)
        if round_.published is None:
            entries = list(held.event.entry_rows.all())
            _judge(held.event, _as_given(round_), entries, ())
            round_.published = timezone.now()
            round_.save()
            note(held, "round_published", round=number)
            played.make_battles(held, round_)
    return round_


def withdraw_round(*, standing: Standing, number: int) -> Round:
    """Make a round a draft again. Raises `already_begun` once there is a result."""
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        round_ = round_named(held.event, number)
        if any(match.begun for match in round_.matches.all()):
            raise DomainError("already_begun", {"what": "round"})
        if held.event.round_rows.filter(number__gt=number).exists():
            raise DomainError("already_begun", {"what": "round"})
        if round_.published is not None:
            round_.published = None
            round_.save()
            played.show_to_watchers(held.event)
            note(held, "round_withdrawn", round=number)
    return round_


def round_named(event: Event, number: int) -> Round:
    """A round of an event that is held. Raises `not_found`."""
    round_ = event.round_rows.filter(number=number).first()
    if round_ is None:
        raise NotThere
    round_.event = event
    return round_


def _draft(event: Event, *, anyway: bool) -> Round:
    """The round that is to be paired: the draft that there is, else the next."""
    last = event.round_rows.order_by("-number").first()
    if last is not None and last.published is None:
        last.event = event
        return last
    number = last.number + 1 if last else 1
    if number > event.rounds:
        raise DomainError("no_such_round", {"round": number, "rounds": event.rounds})
    missing = [match for match in (last.matches.all() if last else ()) if not match.confirmed]
    if missing and not anyway:
        raise DomainError(
            "results_missing",
            violations=tuple(
                Violation("results_missing", params={"table": match.table}) for match in missing
            ),
        )
    return Round(event=event, number=number)


def _check_tables(event: Event, pairings: Iterable[Pairing]) -> None:
    needed = sum(not each.is_bye for each in pairings)
    if needed > event.tables:
        raise DomainError("too_few_tables", {"needed": needed, "tables": event.tables})


def _judge(
    event: Event,
    given: tuple[GivenPairing, ...],
    entries: Iterable[Entry],
    begun: Iterable[Match],
) -> None:
    """Raise every violation of a table list. Who has a result stays, dropped out since or not."""
    settled = {entry.number for match in begun for entry in match.entries}
    dropped = {entry.number for entry in entries if entry.dropped} - settled
    playing = {entry.number for entry in entries} - dropped
    violations = judge_table_list(given, playing=playing, dropped=dropped, tables=event.tables)
    if violations:
        raise DomainError(violations[0].code, violations[0].params, violations=violations)


def _as_given(round_: Round) -> tuple[GivenPairing, ...]:
    matches = round_.matches.select_related("first", "second")
    return tuple(
        GivenPairing(match.table, tuple(entry.number for entry in match.entries))
        for match in matches
    )


def _write(round_: Round, pairings: Iterable[Pairing], entries: Iterable[Entry]) -> None:
    round_.matches.all().delete()
    _add(round_, pairings, entries)


def _add(round_: Round, pairings: Iterable[Pairing], entries: Iterable[Entry]) -> None:
    rows = {entry.number: entry for entry in entries}
    Match.objects.bulk_create(
        Match(
            round=round_,
            table=each.table,
            first=rows[each.entries[0]],
            second=None if each.is_bye else rows[each.entries[1]],
        )
        for each in pairings
    )
