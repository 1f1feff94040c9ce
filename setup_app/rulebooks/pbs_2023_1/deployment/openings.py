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
"""How much of the tolerance of 0.01 a rectangle uses on each side; rounding may take the rest."""
DECIMALS = 3
ANGLES = (0.0, 90.0, 45.0, 15.0, 30.0, 60.0, 75.0, 105.0, 120.0, 135.0, 150.0, 165.0)
"""By how much what finds no place as it usually looks is turned, in degrees."""
MOST_PARTS = 24
"""In how many parts of what is left, the largest first, a middle is tried."""


@dataclass(frozen=True)
class Range:
    """The rectangle of the table in which the whole footprint has to lie."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class SearchArea:
    """Where something is to stand: within a range, off what closes it, in one piece if asked."""

    range: Range
    closed: tuple[Geometry, ...]
    inside: Geometry | None = None

    def openings(self, frontage: float, depth: float, facing: float) -> Iterator[Point]:
        """Yield middles for a rectangle that looks one way, in the roomiest parts first."""
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
        for part in sorted(parts, key=_by_size)[:MOST_PARTS]:
            yield from _middles(part)

    def _near(self, low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]) -> Shapes:
        """What closes any of the range; where it has to lie in a piece, also all about that."""
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
    """What of a range lies outside a box, as rectangles."""
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
    """A point well inside, and where that is on no side: what is left may be a sliver."""
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
    """The cores of all that a thing may not lie on."""
    found = list(field.barrier_cores)
    if len(others):
        found += list(others.cores(field.core_width)[others.bars(kind, side)])
    return found
