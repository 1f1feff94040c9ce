"""Straight lanes of a given width between the pieces on a table.

Pieces that touch are all on one side of a lane. Seen along one direction each such group is a
stretch, and lanes are the openings between stretches. If the direction turns by an angle, no
opening grows by more than the table's diagonal times that angle. A range of directions whose middle
lacks more than that contains no lane; all other ranges are divided until each is decided.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.outline import polygons_in
from terrain.core.placement.random_candidates import Numbers

Geometry: TypeAlias = Any
Geometries: TypeAlias = npt.NDArray[np.object_]
Bounds: TypeAlias = tuple[float, float, float, float]

FIRST, MORE, AT_ONCE = 128, 4, 2048
"""How many directions are tried first, into how many each is divided, how many are one array."""
SHORT_BY, MISSED = 0.006, 0.003
"""By how much a lane may be narrower than was asked, and no lane is missed that is no narrower."""
LEAST_BANK = 0.015
"""How long the shorter side of a lane is at least: at a corner it would be but a point."""


@dataclass(frozen=True)
class Lane:
    """A strip at right angles to the unit vector `across`: from `low` to `high`, measured along it.

    A strip of the width that was asked for may lie anywhere in it. Of the line along the middle of
    the one that is nearest to the middle of the ground `length` is how much lies on the ground, and
    `part` the area of the ground on its smaller side.
    """

    across: tuple[float, float]
    low: float
    high: float
    length: float
    part: float


def lanes(
    ground: Bounds, walls: Sequence[Geometry], width: float, *, clear: Numbers | None = None
) -> Iterator[list[Lane]]:
    """Yield lanes from border to border of a ground between walls: some of those that there are.

    Each is `width` wide or wider, or narrower by up to SHORT_BY. Where none is yielded there is no
    lane that keeps off all walls and is at most MISSED narrower, in any direction. Walls are
    polygons; only what of them is on the ground counts. Each lot is of other directions, and those
    of a later lot are harder to find.

    With `clear` lanes stay so far off each wall, and would do so were they to run on beyond the
    ground: that is sooner told than of walls drawn so much larger, but not every lane is found.
    """
    left, bottom, right, top = ground
    middle = np.array(((left + right) / 2, (bottom + top) / 2))
    size = np.array((right - left, top - bottom))
    corners, first = _corners(walls) if clear is not None else _corners(_cut_off(ground, walls))
    off = np.zeros(len(first)) if clear is None else clear
    turn = math.pi / FIRST
    angles = np.arange(FIRST) * turn
    while len(angles):
        closer = (float(np.hypot(*size)) + 2 * LEAST_BANK) * turn / 2
        near = []
        for at in range(0, len(angles), AT_ONCE):
            some = angles[at : at + AT_ONCE]
            across = np.column_stack((np.cos(some), np.sin(some)))
            low, high = _stretches(corners - middle, first, off, across=across, size=size)
            room = low[:, 1:] - high[:, :-1]
            rows, gaps = np.nonzero(room >= width - SHORT_BY)
            if len(rows):
                offset = (across[rows] @ middle)[:, None]
                ends = np.column_stack((high[rows, gaps], low[rows, gaps + 1]))
                inner = _nearest_middle(ends, width)
                cut = cuts(across[rows], inner, size)
                yield _as_lanes(across[rows], ends + offset, cut)
            most = room.max(axis=1)
            near.append(some[(most < width - SHORT_BY) & (most >= width - MISSED - closer)])
        turn /= MORE
        steps = (np.arange(MORE) - (MORE - 1) / 2) * turn
        # None is left where the ranges are so small that SHORT_BY makes up for what is missed.
        angles = (np.concatenate(near)[:, None] + steps).ravel()


def _cut_off(ground: Bounds, walls: Sequence[Geometry]) -> Geometries:
    """The hull of each part of a wall that is on the ground."""
    on_it = shapely.intersection(np.array(walls, dtype=object), shapely.box(*ground))
    hulls: Geometries = shapely.convex_hull(np.array(polygons_in(on_it), dtype=object))
    return hulls


def _corners(walls: Sequence[Geometry] | Geometries) -> tuple[Numbers, list[int]]:
    """The corners of all walls, and where each one's begin."""
    counts = shapely.get_num_coordinates(walls)
    return shapely.get_coordinates(walls), (np.cumsum(counts) - counts).tolist()


def _stretches(
    corners: Numbers, first: list[int], off: Numbers, *, across: Numbers, size: Numbers
) -> tuple[Numbers, Numbers]:
    """Of each direction (a, 2) where stretches begin and how far all up to one reach, as (a, n).

    In the order in which they begin; the first and the last are what is beyond the ground.
    """
    seen = across @ corners.T
    low = high = np.empty((len(across), 0))
    if first:
        low = np.minimum.reduceat(seen, first, axis=1) - off
        high = np.maximum.reduceat(seen, first, axis=1) + off
    cos, sin = np.abs(across).T
    reach = (cos * size[0] + sin * size[1]) / 2 - LEAST_BANK * cos * sin
    border, beyond = reach[:, None], np.full((len(across), 1), np.inf)
    low = np.concatenate((-beyond, low, border), axis=1)
    high = np.concatenate((-border, high, beyond), axis=1)
    order = np.argsort(low, axis=1, kind="stable")
    low, high = np.take_along_axis(low, order, axis=1), np.take_along_axis(high, order, axis=1)
    return low, np.maximum.accumulate(high, axis=1)


def _nearest_middle(ends: Numbers, width: float) -> Numbers:
    """The offsets nearest to 0 of strips of that width between each two ends."""
    spare = np.maximum(ends[:, 1] - ends[:, 0] - width, 0.0) / 2
    middle = ends.mean(axis=1)
    return np.asarray(np.clip(0.0, middle - spare, middle + spare))


def cuts(across: Numbers, offsets: Numbers, size: Numbers) -> tuple[Numbers, Numbers]:
    """Return of each line how much of it lies on a ground, and the area on its smaller side.

    A line is given by the unit vector at right angles to it and its offset from the middle of the
    ground, whose width and depth are `size`.
    """
    cos, sin = np.abs(across).T
    width, depth = size
    from_corner = (cos * width + sin * depth) / 2 - np.abs(offsets)
    # Beyond a corner as long as the sides are far apart; between them no longer than either side.
    with np.errstate(divide="ignore", invalid="ignore"):
        both = np.minimum(width / sin, depth / cos)
        corner = from_corner / (sin * cos)
    at_corner = corner < both
    # Between the sides it is the corner's triangle and what lies from there on to the line.
    slope = np.minimum(cos * width, sin * depth)
    part = np.where(at_corner, corner * from_corner / 2, both * (from_corner - slope / 2))
    return np.where(at_corner, corner, both), part


def _as_lanes(across: Numbers, ends: Numbers, cut: tuple[Numbers, Numbers]) -> list[Lane]:
    rows = zip(across.tolist(), ends.tolist(), *(each.tolist() for each in cut), strict=True)
    return [Lane((x, y), low, high, length, part) for (x, y), (low, high), length, part in rows]
