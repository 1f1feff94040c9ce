"""Find room for a rectangle, without chance and exactly for each facing.

Obstacles are added to the rectangle itself (`terrain.core.minkowski`), which leaves the possible
positions of its middle. No grid is involved, so a space that just fits is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.things import Occupied
from setup_app.rulebooks.pbs_2023_1.deployment.units import Point, rectangle
from terrain.core.minkowski import joined, left_of, loops_of, sums, without_holes
from terrain.core.outline import polygons_in

Geometry: TypeAlias = Any
Shapes: TypeAlias = npt.NDArray[np.object_]

EASE = 0.003
"""The part of the tolerance of 0.01 that a rectangle uses on each side; rounding may use the
rest.
"""
DECIMALS = 3
ANGLES = (0.0, 90.0, 45.0, 15.0, 30.0, 60.0, 75.0, 105.0, 120.0, 135.0, 150.0, 165.0)
"""Alternative rotations, in degrees, if there is no place at the usual facing."""
MAX_PARTS = 24
"""The number of remaining parts, the largest first, in which a middle is tried."""


@dataclass(frozen=True)
class Range:
    """The rectangle of the table that must contain the whole footprint."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class SearchArea:
    """Where something is to stand: within a range, outside closed areas, in one piece if
    required.
    """

    range: Range
    closed: tuple[Geometry, ...]
    inside: Geometry | None = None

    def openings(self, frontage: float, depth: float, facing: float) -> Iterator[Point]:
        """Yield middles for a rectangle with one facing, in the roomiest parts first."""
        eased = (frontage - 2 * EASE, depth - 2 * EASE)
        hand = np.array(rectangle((0.0, 0.0), facing, *eased))
        low, high = hand.min(axis=0), hand.max(axis=0)
        left, bottom = self.range.left - low[0], self.range.bottom - low[1]
        right, top = self.range.right - high[0], self.range.top - high[1]
        if left >= right or bottom >= top:
            return
        box = shapely.box(left, bottom, right, top)
        obstacles = self._near(low, high)
        if len(obstacles):
            box = left_of(box, joined(sums(loops_of(obstacles), [hand])))
        parts = polygons_in(box)
        for part in sorted(parts, key=_by_size)[:MAX_PARTS]:
            yield from _middles(part)

    def _near(self, low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]) -> Shapes:
        """Return what closes any of the range, and what surrounds a piece that must contain the
        thing.
        """
        found = [part for shape in self.closed for part in without_holes(shape)]
        if self.inside is not None:
            left, bottom, right, top = shapely.bounds(self.inside).tolist()
            wide, high_ = high - low
            about = shapely.box(left - wide, bottom - high_, right + wide, top + high_)
            found += without_holes(shapely.difference(about, self.inside))
            found += _frame(self.range, (left - wide, bottom - high_, right + wide, top + high_))
        shapes: Shapes = np.empty(len(found), dtype=object)
        shapes[:] = found
        here = self.range
        within = shapely.box(here.left, here.bottom, here.right, here.top)
        kept: Shapes = shapes[shapely.intersects(shapes, within)] if len(found) else shapes
        return kept


def _frame(range_: Range, hole: tuple[float, float, float, float]) -> list[Geometry]:
    """Return the part of a range outside a box, as rectangles."""
    left, bottom, right, top = hole
    return [
        shapely.box(*bounds)
        for bounds in (
            (range_.left - 1, range_.bottom - 1, left, range_.top + 1),
            (right, range_.bottom - 1, range_.right + 1, range_.top + 1),
            (range_.left - 1, range_.bottom - 1, range_.right + 1, bottom),
            (range_.left - 1, top, range_.right + 1, range_.top + 1),
        )
        if bounds[0] < bounds[2] and bounds[1] < bounds[3]
    ]


def _by_size(part: Geometry) -> tuple[float, list[float]]:
    return -round(float(shapely.area(part)), 9), shapely.bounds(part).tolist()


def _middles(part: Geometry) -> Iterator[Point]:
    """Yield a point well inside, and then one on no side, because the part may be a sliver."""
    for point in (shapely.point_on_surface(part), shapely.centroid(part)):
        x, y = float(shapely.get_x(point)), float(shapely.get_y(point))
        yield round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0


def first_clear(
    middles: npt.NDArray[np.float64],
    size: tuple[float, float],
    closed: Geometry,
) -> int | None:
    """Return the first of some middles, of shape (n, 2), at which a rectangle is clear.

    `size` is width and height, square to the table; `closed` is one prepared geometry.
    """
    width, height = size
    for start in range(0, len(middles), CHUNK):
        x, y = middles[start : start + CHUNK].T
        boxes = shapely.box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        (clear,) = np.nonzero(~shapely.intersects(closed, boxes))
        if len(clear):
            return start + int(clear[0])
    return None


CHUNK = 48


def as_one(shapes: Sequence[Geometry]) -> Geometry:
    """Return shapes as one prepared geometry."""
    whole = shapely.union_all(list(shapes))
    shapely.prepare(whole)
    return whole


def closed_to(field: DeploymentField, side: Side, kind: str, others: Occupied) -> list[Geometry]:
    """Return the cores of everything that a thing may not overlap."""
    found = list(field.barrier_cores)
    if len(others):
        found += list(others.cores(field.core_width)[others.bars(kind, side)])
    return found
