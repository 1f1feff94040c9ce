"""Services that pair, write, publish and withdraw rounds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeAlias

from django.utils import timezone

from setup_app.engine.errors import DomainError
from setup_app.engine.values import Violation
from setup_app.events.event import round_values
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.pairing_table import with_numbers
from setup_app.events.event.rounds.pairing import Tables, pair
from setup_app.events.event.rounds.players import Pairing
from setup_app.events.event.rounds.table_list import GivenPairing, judge_table_list, pairings_of
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event.services.clock import end_other_clock
from setup_app.events.event.signals import round_published, round_withdrawn
from setup_app.events.models import Entry, Event, Match, Round
from setup_app.identity.ownership import NotThere

SWISS: Final = "swiss"
BY_HAND: Final = "none"

Place: TypeAlias = tuple[int | None, frozenset[int]]
"""A table and its players, in either order."""


def pair_round(
    *, standing: EventAccess, how: str, seed: str, anyway: bool, number: int | None = None
) -> Round:
    """Pair the next round, `swiss` or `random`, or leave it to be written by hand (`none`).

    While the last round is a draft, it is re-paired. `number` is the intended round: one that is
    already published stays as it is. Raises `no_such_round`, `results_missing` unless `anyway` (a
    table of any round without a confirmed result counts as met and scores nothing),
    `too_few_players`, `too_few_tables`.
    """
    standing.needs(*RUNS_ROUNDS)
    # Pairing thousands can take as long as a worker may run, and the lock would block all writers.
    before = round_values.Facts.of(standing.event)
    pairings: tuple[Pairing, ...] = ()
    if number is None or number >= _draft(standing.event).number:
        if not anyway:
            _complete(before.matches)
        pairings = _paired(before, how, seed)
    with acting(standing) as held:
        event = held.event
        round_ = _draft(event)
        if number is not None and number < round_.number:
            return round_named(event, number)
        now = round_values.Facts.of(event)
        if not anyway:
            _complete(now.matches)
        if now != before:
            pairings = _paired(now, how, seed)
        _check_tables(event, pairings)
        round_.results_changed = False
        round_.save()
        _write(round_, pairings, now.entries)
        note(held, "round_paired", round=round_.number)
    return round_


def write_pairings(*, standing: EventAccess, number: int, given: tuple[GivenPairing, ...]) -> Round:
    """Replace the pairings of a round with these, which are complete; players by number or name.

    In a published round those without a confirmed result may still change, and players who entered
    the event later may be left out; a player's report stays with its pair. Raises `already_begun`
    for one with a result, and every violation that `judge_table_list` finds.
    """
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        event = held.event
        round_ = round_named(event, number)
        entries = list(event.entry_rows.all())
        given = with_numbers(given, entries)
        matches = list(round_.matches.select_related("first", "second"))
        _judge(round_, given, entries, matches)
        pairings = pairings_of(given)
        kept = {_place(round_values.pairing_of(match)): match for match in matches if match.settled}
        if not set(kept) <= {_place(each) for each in pairings}:
            raise DomainError("already_begun", {"what": "pairing"})
        others = [match for match in matches if not match.settled]
        round_.matches.filter(pk__in=[match.pk for match in others]).delete()
        written = [each for each in pairings if _place(each) not in kept]
        _add(round_, written, entries, said=_said(others))
        if round_.published:
            if _who_met(pairings) != _who_met(map(round_values.pairing_of, matches)):
                mark_changed(event, after=number)
            note(held, "pairings_changed", round=number)
            round_published.send(sender=Event, held=held, round_=round_)
        else:
            note(held, "pairings_written", round=number)
    return round_


def publish_round(*, standing: EventAccess, number: int) -> Round:
    """Publish a round, which ends the clock of another one. Raises everything that is wrong with
    its pairings, and `too_few_players` if it has none.
    """
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        round_ = round_named(held.event, number)
        if round_.published is None:
            entries = list(held.event.entry_rows.all())
            matches = list(round_.matches.select_related("first", "second"))
            _judge(round_, _as_given(matches), entries, matches)
            if not matches:
                raise DomainError("too_few_players", {"players": 0, "least": 2})
            round_.published = timezone.now()
            round_.save()
            end_other_clock(held.event, than=number)
            note(held, "round_published", round=number)
            round_published.send(sender=Event, held=held, round_=round_)
    return round_


def withdraw_round(*, standing: EventAccess, number: int) -> Round:
    """Make a round a draft again, without a clock. Raises `already_begun` once a result is
    confirmed.
    """
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        round_ = round_named(held.event, number)
        if any(match.settled for match in round_.matches.all()):
            raise DomainError("already_begun", {"what": "round"})
        if held.event.round_rows.filter(number__gt=number).exists():
            raise DomainError("already_begun", {"what": "round"})
        if round_.published is not None:
            round_.published = None
            round_.save()
            end_other_clock(held.event, than=None)
            note(held, "round_withdrawn", round=number)
            round_withdrawn.send(sender=Event, held=held, round_=round_)
    return round_


def round_named(event: Event, number: int) -> Round:
    """Return a round of a locked event. Raises `not_found`."""
    round_ = event.round_rows.filter(number=number).first()
    if round_ is None:
        raise NotThere
    round_.event = event
    return round_


def mark_changed(event: Event, *, after: int) -> None:
    """Mark the rounds after one: the results by which they were paired have changed since."""
    event.round_rows.filter(number__gt=after).update(results_changed=True)


def next_number(event: Event) -> int:
    """Return the number of the round that would be paired now: the draft, or the next one. One
    query.
    """
    last = event.round_rows.order_by("-number").first()
    if last is None:
        return 1
    return int(last.number) + (last.published is not None)


def _draft(event: Event) -> Round:
    """Return the round to be paired: the existing draft, or the next one."""
    last = event.round_rows.order_by("-number").first()
    if last is not None and last.published is None:
        last.event = event
        return last
    number = last.number + 1 if last else 1
    if number > event.rounds:
        raise DomainError("no_such_round", {"round": number, "rounds": event.rounds})
    return Round(event=event, number=number)


def _paired(facts: round_values.Facts, how: str, seed: str) -> tuple[Pairing, ...]:
    """Return the pairings. Raises `too_few_players`."""
    if how == BY_HAND:
        return ()
    return pair(
        facts.players,
        facts.history,
        avoid=facts.avoid,
        by_total=how == SWISS,
        seed=seed,
        tables=Tables(facts.tables, facts.table_order),
    )


def _complete(matches: Iterable[Match]) -> None:
    """Raise `results_missing` with a violation for each table that is not confirmed."""
    missing = [match for match in matches if not match.confirmed]
    if missing:
        places = [{"round": match.round.number, "table": match.table} for match in missing]
        raise DomainError(
            "results_missing",
            violations=tuple(Violation("results_missing", params=place) for place in places),
        )


def _check_tables(event: Event, pairings: Iterable[Pairing]) -> None:
    needed = sum(not each.is_bye for each in pairings)
    if needed > event.tables:
        raise DomainError("too_few_tables", {"needed": needed, "tables": event.tables})


def _judge(
    round_: Round,
    given: tuple[GivenPairing, ...],
    entries: Iterable[Entry],
    matches: Collection[Match],
) -> None:
    """Raise every violation of a table list; `matches` are the round's present pairings.

    Players with a result stay, even if they have dropped out since. In a published round, players
    who entered later may be paired, but need not be.
    """
    settled = {entry.number for match in matches if match.settled for entry in match.entries}
    dropped = {entry.number for entry in entries if entry.dropped} - settled
    playing = {entry.number for entry in entries} - dropped
    late: set[int] = set()
    if round_.published is not None:
        late = playing - {entry.number for match in matches for entry in match.entries}
    violations = judge_table_list(
        given,
        playing=playing - late,
        optional=late,
        dropped=dropped,
        tables=round_.event.tables,
    )
    if violations:
        raise DomainError(violations[0].code, violations[0].params, violations=violations)


def _as_given(matches: Iterable[Match]) -> tuple[GivenPairing, ...]:
    return tuple(
        GivenPairing(match.table, tuple(entry.number for entry in match.entries))
        for match in matches
    )


def _write(round_: Round, pairings: Iterable[Pairing], entries: Iterable[Entry]) -> None:
    round_.matches.all().delete()
    _add(round_, pairings, entries)


def _add(
    round_: Round,
    pairings: Iterable[Pairing],
    entries: Iterable[Entry],
    said: Mapping[frozenset[int], Match] | None = None,
) -> None:
    rows = {entry.number: entry for entry in entries}
    made = []
    for each in pairings:
        match = Match(round=round_, table=each.table)
        before = (said or {}).get(frozenset(each.entries))
        both = [rows[number] for number in each.entries]
        if before is not None:
            # The scores are in the order in which the two players were first stored.
            both, match.reports = list(before.entries), before.reports
        match.first, match.second = both[0], None if each.is_bye else both[1]
        made.append(match)
    Match.objects.bulk_create(made)


def _said(matches: Iterable[Match]) -> dict[frozenset[int], Match]:
    """Return the pairings with a player's report, by their players."""
    reported = (match for match in matches if match.reports)
    return {frozenset(entry.number for entry in match.entries): match for match in reported}


def _who_met(pairings: Iterable[Pairing]) -> set[frozenset[int]]:
    """Return the pairs and byes, without their tables."""
    return {frozenset(each.entries) for each in pairings}


def _place(pairing: Pairing) -> Place:
    return (pairing.table, frozenset(pairing.entries))
