"""The look of a unit from afar, and the ground that it covers.

What the figures show is public, whatever the list says (10.D). Lengths are base widths (BW), angles
degrees anticlockwise: a facing of 90 looks away from the defender's edge.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from setup_app.rulebooks.pbs_2023_1.armies import Unit

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]

WORKS = ("battery", "barricades", "redoubts", "battle_wagon")
"""The visible flags that make a TUG one with works."""
WAGON = "battle_wagon"
MAX_STATED = 1_000_000
"""The limit for stated ranks: an untrusted number may have thousands of digits."""


@dataclass(frozen=True)
class Body:
    """What the figures of a unit show; `works` follow the order of `WORKS`."""

    kind: str
    arm: str
    order: str
    bases: int
    works: tuple[str, ...] = ()


@dataclass(frozen=True)
class Placed:
    """Where a unit stands: the middle of its rectangle, its facing, its ranks."""

    at: Point
    facing: float
    ranks: int


def body_of(unit: Unit) -> Body:
    """Return what a unit of a list shows once it stands on the table."""
    works = tuple(flag for flag in WORKS if flag in unit.flags)
    return Body(unit.kind, unit.arm, unit.order, unit.bases, works)


def read_placed(stated: Mapping[str, Any]) -> Placed:
    """Return the place that a P of the contract states; its shape is already checked."""
    ranks = max(-MAX_STATED, min(stated["formation"]["ranks"], MAX_STATED))
    return Placed(read_point(stated["at"]), read_figure(stated["facing"]), ranks)


def read_point(stated: Sequence[float]) -> Point:
    """Return a place of two numbers; see `read_figure`."""
    x, y = stated
    return read_figure(x), read_figure(y)


def read_figure(stated: float) -> float:
    """Return a number as a float; one that a float cannot hold, however long, is infinite."""
    try:
        return float(stated)
    except OverflowError:
        return math.inf


def placed_as_json(placed: Placed) -> dict[str, Any]:
    """Return a place in the contract's form, without the unit."""
    x, y = placed.at
    return {"at": [x, y], "facing": placed.facing, "formation": {"ranks": placed.ranks}}


def base_depth(body: Body, depths: Mapping[str, float]) -> float:
    """Return how deep one base is. A battle wagon's flag takes precedence over its arm."""
    return float(depths[WAGON if WAGON in body.works else body.arm])


def frontage_and_depth(
    body: Body, ranks: float, depths: Mapping[str, float]
) -> tuple[float, float]:
    """Return the sides of a unit's rectangle: files = bases / ranks, rounded up, of 1 BW each.

    Impossible ranks (none, more than bases, not a number) count as the nearest possible number, so
    that the result is always a rectangle to draw and judge.
    """
    rows = _possible(ranks, body.bases)
    return float(math.ceil(body.bases / rows)), rows * base_depth(body, depths)


def _possible(ranks: float, bases: int) -> int:
    if not ranks >= 1:
        return 1
    return bases if ranks >= bases else int(ranks)


def rectangle(at: Point, facing: float, frontage: float, depth: float) -> Corners:
    """Return the corners, anticlockwise from the left end of the front as the unit sees it.

    So the front is the side from the last corner to the first. Quarter turns are exact.
    """
    x, y = at
    ahead_x, ahead_y = direction(facing)
    ax, ay = ahead_x * depth / 2, ahead_y * depth / 2
    lx, ly = -ahead_y * frontage / 2, ahead_x * frontage / 2
    return (
        (x + ax + lx, y + ay + ly),
        (x - ax + lx, y - ay + ly),
        (x - ax - lx, y - ay - ly),
        (x + ax - lx, y + ay - ly),
    )


def direction(facing: float) -> Point:
    """Return the direction of a facing, of length 1; NaNs for one that is not an angle."""
    if not math.isfinite(facing):
        return math.nan, math.nan
    quarters, rest = divmod(facing, 90)
    if not rest:
        return _QUARTERS[int(quarters) % 4]
    angle = math.radians(facing)
    return math.cos(angle), math.sin(angle)


_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
