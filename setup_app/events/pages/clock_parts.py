"""An event's clock for a page, in words that stay the same until someone sets it again."""

from __future__ import annotations

from typing import Any

from setup_app.events.event import round_queries
from setup_app.events.event.access import EventAccess


def clock_parts(standing: EventAccess, round_: int | None) -> dict[str, Any] | None:
    """When it ends, or how much of it is left; None where nobody has set one, and once that of
    another round than this is over."""
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
