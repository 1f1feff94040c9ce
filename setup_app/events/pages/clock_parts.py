"""An event's clock for a page, in words that stay the same until someone sets it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from setup_app.events.event import round_queries
from setup_app.events.event.access import EventAccess


def clock_parts(standing: EventAccess, round_: int | None) -> dict[str, Any] | None:
    """Return when the round ends, or how much time is left; None if no clock is set, or if it
    belongs to another round. A clock without a round belongs to all of them until it is over.
    """
    if not standing.event.clock:
        return None
    clock = round_queries.clock_view(standing)
    if clock["round"] not in (None, round_):
        return None
    if not clock["left"] and (clock["round"] != round_ or not clock["running"]):
        return None
    minutes, seconds = divmod(clock["left"], 60)
    return {
        "running": clock["running"],
        "over": not clock["left"],
        "ends": clock["ends"],
        "left": f"{minutes}:{seconds:02}",
    }


def round_in_play(rounds: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the round to which a clock belongs: the last published one, unless it is finished;
    `rounds` are views, the latest first.
    """
    out = next((each for each in rounds if each["state"] != "draft"), None)
    return out["round"] if out and out["state"] == "published" else None
