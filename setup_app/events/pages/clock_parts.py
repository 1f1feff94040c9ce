"""An event's clock for a page, in words that stay the same until someone sets it again."""

from __future__ import annotations

from typing import Any

from setup_app.events.event import round_queries
from setup_app.events.event.access import EventAccess


def clock_parts(standing: EventAccess, round_: int | None) -> dict[str, Any] | None:
    """Return when the round ends, or how much time is left; None if no clock is set, or if it
    belongs to another round and is over.
    """
    if not standing.event.clock:
        return None
    clock = round_queries.clock_view(standing)
    if not clock["left"] and (clock["round"] != round_ or not clock["running"]):
        return None
    minutes, seconds = divmod(clock["left"], 60)
    return {
        "running": clock["running"],
        "over": not clock["left"],
        "ends": clock["ends"],
        "left": f"{minutes}:{seconds:02}",
    }
