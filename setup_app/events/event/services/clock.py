"""The clock of a round: set by a desk, ended with its round."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.services.acting import acting, note
from setup_app.events.models import Event, Round


def set_clock(
    *, standing: EventAccess, round_: int | None, seconds: int, running: bool
) -> EventAccess:
    """Set the remaining seconds, running or paused; return the event with the new clock.

    Raises `no_such_round` past the event's rounds.
    """
    standing.needs(*RUNS_ROUNDS)
    with acting(standing) as held:
        rounds = held.event.rounds
        if round_ is not None and round_ > rounds:
            raise DomainError("no_such_round", {"round": round_, "rounds": rounds})
        ends = timezone.now() + timedelta(seconds=seconds) if running else None
        held.event.clock = {
            "round": round_,
            "running": running,
            "ends": ends.isoformat() if ends else None,
            "left": seconds,
        }
        note(held, "clock_set", seconds=seconds, running=running)
    return held


def end_other_clock(event: Event, *, than: int | None) -> None:
    """End the clock of a locked event unless it belongs to this round. The event is not saved
    yet.
    """
    if event.clock and event.clock["round"] != than:
        event.clock = None


def end_clock_if_finished(round_: Round) -> None:
    """End the clock of a round whose last result was just stored. Its event is locked, and not
    saved yet. One query if the clock belongs to this round.
    """
    event = round_.event
    if not event.clock or event.clock["round"] != round_.number:
        return
    played = round_.matches.filter(second__isnull=False)
    if not played.filter(scores__isnull=True, absent=[]).exists():
        event.clock = None
