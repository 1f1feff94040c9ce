"""The penalty for a late list."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

DAY = timedelta(days=1)
MOST = 2_000_000_000
"""What is taken off at most: more does not fit where it is kept."""


def penalty(
    terms: Mapping[str, Any] | None, *, closes: datetime, submitted: datetime, rounds: int
) -> int:
    """The points for a list that was due at `closes`; 0 for one that came by then.

    `terms` is an event's `lists.penalty`, None where being late costs nothing. `rounds` are those
    that the entry was paired in. Per day counts begun days of 24 h. Never more than `MOST`.
    """
    if terms is None or submitted <= closes:
        return 0
    points: int = terms["points"]
    if terms["per"] == "round":
        return min(MOST, points * rounds)
    if terms["per"] == "day":
        return min(MOST, points * -((closes - submitted) // DAY))
    return points
