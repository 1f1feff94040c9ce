"""The service that sets the clock of a round."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.services.acting import acting, note


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
