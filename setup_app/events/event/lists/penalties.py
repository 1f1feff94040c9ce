"""The penalty for a late list."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

DAY = timedelta(days=1)
MAX_POINTS = 2_000_000_000
"""The maximum penalty, which is the maximum that the column stores."""


def penalty(
    terms: Mapping[str, Any] | None, *, closes: datetime, submitted: datetime, rounds: int
) -> int:
    """Return the penalty in points for a list that was due at `closes`; 0 if it was in time.

    `terms` is an event's `lists.penalty`, None if being late costs nothing. `rounds` are those in
    which the entry was paired. Per day counts begun days of 24 h. Never more than `MAX_POINTS`.
    """
    if terms is None or submitted <= closes:
        return 0
    points: int = terms["points"]
    if terms["per"] == "round":
        return min(MAX_POINTS, points * rounds)
    if terms["per"] == "day":
        return min(MAX_POINTS, points * -((closes - submitted) // DAY))
    return points
