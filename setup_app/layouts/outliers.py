"""Similarity of several tables, and the tables that differ from the rest.

Five figures of the fairness card count. A table is an outlier if a figure is beyond the fences:
more than FENCE times the interquartile range above or below the middle half. Pages leave out
differences too small to notice (`noticed`).
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

FIGURES: Final = ("balance", "symmetry", "open", "lanes", "pieces")
FENCE: Final = 1.5
NOTICED: Final[Mapping[str, float]] = {
    "balance": 0.03,
    "symmetry": 0.1,
    "open": 0.04,
    "lanes": 0.08,
    "pieces": 2,
}
"""The least visible difference of a figure from the median."""
TRIES: Final = 12
"""The maximum number of tables generated to find a typical one; a worker has only seconds."""

Weighed = Mapping[str, float]
"""A table's figures by their names."""


@dataclass(frozen=True)
class Spread:
    """The distribution of one figure over many tables: quartiles by linear interpolation, and
    fences.
    """

    lower: float
    median: float
    upper: float
    low: float
    high: float

    def holds(self, figure: float) -> bool:
        """Return whether a figure lies inside; on a fence counts as inside."""
        return self.low <= figure <= self.high


def figures_of(card: Mapping[str, Any], layout: Mapping[str, Any]) -> dict[str, float]:
    """Return a table's five figures, from its card and its layout.

    - `balance`: the card's share, from -1 to 1; positive if the defender's half is harder.
    - `symmetry`: the card's.
    - `open`: the share of the table without terrain; 1 for a table without area.
    - `lanes`: the share of the width that the widest lanes of the three thirds take together.
    - `pieces`: the number of pieces.
    """
    halves = card["halves"].values()
    whole = sum(half["whole"] for half in halves)
    lanes = sum(lane["width"] for lane in card["lanes"])
    return {
        "balance": card["balance"]["share"],
        "symmetry": card["symmetry"],
        "open": round(sum(half["open"] for half in halves) / whole, 4) if whole else 1.0,
        "lanes": round(lanes / layout["table"]["width"], 4),
        "pieces": len(layout["pieces"]),
    }


def spreads(weighed: Sequence[Weighed], names: Iterable[str] = FIGURES) -> dict[str, Spread]:
    """Return the distribution of the named figures over these tables; empty without tables."""
    return {name: _spread([each[name] for each in weighed]) for name in names if weighed}


def noticed(spread: Mapping[str, Spread]) -> dict[str, Spread]:
    """Return the distributions with fences at least a visible difference apart. A table that is
    more symmetric than all others is not an outlier.
    """
    found = {
        name: replace(
            each,
            low=min(each.low, each.median - NOTICED[name]),
            high=max(each.high, each.median + NOTICED[name]),
        )
        for name, each in spread.items()
    }
    if "symmetry" in found:
        found["symmetry"] = replace(found["symmetry"], high=max(1.0, found["symmetry"].high))
    return found


def far_off(figures: Weighed, spread: Mapping[str, Spread]) -> list[str]:
    """Return the figures in which a table is an outlier."""
    return [name for name, each in spread.items() if not each.holds(figures[name])]


def fences(spread: Mapping[str, Spread]) -> dict[str, list[float]]:
    """Return the fences in the form of a worker's arguments."""
    return {name: [each.low, each.high] for name, each in spread.items()}


def is_inside(figures: Weighed, between: Mapping[str, Sequence[float]]) -> bool:
    """Return whether every figure lies between its fences."""
    return all(low <= figures[name] <= high for name, (low, high) in between.items())


def _spread(figures: Sequence[float]) -> Spread:
    if len(figures) == 1:
        (only,) = figures
        return Spread(only, only, only, only, only)
    lower, median, upper = statistics.quantiles(figures, n=4, method="inclusive")
    away = FENCE * (upper - lower)
    return Spread(lower, median, upper, lower - away, upper + away)
