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
"""The minimum difference from the median that a person notices, for each figure."""
TRIES: Final = 12
"""So many tables are laid at most for one that shall lie inside; a worker has seconds for it."""

Weighed = Mapping[str, float]
"""A table's figures by their names."""


@dataclass(frozen=True)
class Spread:
    """How one figure is spread over many tables: quartiles by linear interpolation, and fences."""

    lower: float
    median: float
    upper: float
    low: float
    high: float

    def holds(self, figure: float) -> bool:
        """Whether a figure lies inside; on a fence is inside."""
        return self.low <= figure <= self.high


def figures_of(card: Mapping[str, Any], layout: Mapping[str, Any]) -> dict[str, float]:
    """A table's five figures, by its card and what lies there.

    - `balance`: the card's share, from -1 to 1; positive where the defender's half is harder.
    - `symmetry`: the card's.
    - `open`: the share of the table on which nothing lies; 1 for a table without area.
    - `lanes`: the share of the width that the widest lanes of the three thirds take together.
    - `pieces`: how many there are.
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
    """How the named figures are spread over these tables; nothing where there is none."""
    return {name: _spread([each[name] for each in weighed]) for name in names if weighed}


def noticed(spread: Mapping[str, Spread]) -> dict[str, Spread]:
    """Return the spread with fences at least as far apart as a noticeable difference; a table that
    is more symmetric than all others needs no repair.
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
    """In which figures a table lies far off those that were weighed."""
    return [name for name, each in spread.items() if not each.holds(figures[name])]


def fences(spread: Mapping[str, Spread]) -> dict[str, list[float]]:
    """The same spread as a worker is told of it."""
    return {name: [each.low, each.high] for name, each in spread.items()}


def is_inside(figures: Weighed, between: Mapping[str, Sequence[float]]) -> bool:
    """Whether every figure lies between its fences."""
    return all(low <= figures[name] <= high for name, (low, high) in between.items())


def _spread(figures: Sequence[float]) -> Spread:
    if len(figures) == 1:
        (only,) = figures
        return Spread(only, only, only, only, only)
    lower, median, upper = statistics.quantiles(figures, n=4, method="inclusive")
    away = FENCE * (upper - lower)
    return Spread(lower, median, upper, lower - away, upper + away)
