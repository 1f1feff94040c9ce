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
"""The number of initial directions, of subdivisions of each, and of directions in one array."""
SHORT_BY, MISSED = 0.006, 0.003
"""By how much a lane may be narrower than requested, and how much narrower lanes may be missed."""
LEAST_BANK = 0.015
"""The minimum length of a lane's shorter side: at a corner it would be only a point."""


@dataclass(frozen=True)
class Lane:
    """A strip at right angles to the unit vector `across`: from `low` to `high`, measured along it.

    A strip of the requested width may lie anywhere in it. Of these, take the one nearest to the
    middle of the ground: `length` is the part of its middle line on the ground, and `part` the area
    of the ground on the smaller side of that line.
    """

    across: tuple[float, float]
    low: float
    high: float
    length: float
    part: float


def lanes(
    ground: Bounds, walls: Sequence[Geometry], width: float, *, clear: Numbers | None = None
) -> Iterator[list[Lane]]:
    """Yield some of the lanes from border to border of a ground between walls.

    Each is at least `width` wide, or narrower by up to SHORT_BY. If none is yielded, no lane in any
    direction keeps off all walls and is at most MISSED narrower. Walls are polygons; only their
    parts on the ground count. Each batch has other directions, and those of later batches are
    harder to find.

    With `clear` lanes keep this distance from each wall, even if extended beyond the ground: that
    is quicker than with enlarged walls, but not every lane is found.
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
        # None is left once the ranges are so small that SHORT_BY covers what is missed.
        angles = (np.concatenate(near)[:, None] + steps).ravel()


def _cut_off(ground: Bounds, walls: Sequence[Geometry]) -> Geometries:
    """Return the hull of each part of a wall that is on the ground."""
    on_it = shapely.intersection(np.array(walls, dtype=object), shapely.box(*ground))
    hulls: Geometries = shapely.convex_hull(np.array(polygons_in(on_it), dtype=object))
    return hulls


def _corners(walls: Sequence[Geometry] | Geometries) -> tuple[Numbers, list[int]]:
    """Return the corners of all walls, and the first index of each."""
    counts = shapely.get_num_coordinates(walls)
    return shapely.get_coordinates(walls), (np.cumsum(counts) - counts).tolist()


def _stretches(
    corners: Numbers, first: list[int], off: Numbers, *, across: Numbers, size: Numbers
) -> tuple[Numbers, Numbers]:
    """Return for each direction (a, 2) where stretches begin and the farthest end so far, as (a,
    n).

    They are in the order in which they begin; the first and the last are beyond the ground.
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
    """Return the offsets nearest to 0 of strips of that width between each two ends."""
    spare = np.maximum(ends[:, 1] - ends[:, 0] - width, 0.0) / 2
    middle = ends.mean(axis=1)
    return np.asarray(np.clip(0.0, middle - spare, middle + spare))


def cuts(across: Numbers, offsets: Numbers, size: Numbers) -> tuple[Numbers, Numbers]:
    """Return for each line its length on a ground, and the area on its smaller side.

    A line is given by the unit vector at right angles to it and its offset from the middle of the
    ground, whose width and depth are `size`.
    """
    cos, sin = np.abs(across).T
    width, depth = size
    from_corner = (cos * width + sin * depth) / 2 - np.abs(offsets)
    # Beyond a corner it is as long as the sides are far apart; between them no longer than either
    # side.
    with np.errstate(divide="ignore", invalid="ignore"):
        both = np.minimum(width / sin, depth / cos)
        corner = from_corner / (sin * cos)
    at_corner = corner < both
    # Between the sides it is the corner's triangle and the part from there to the line.
    slope = np.minimum(cos * width, sin * depth)
    part = np.where(at_corner, corner * from_corner / 2, both * (from_corner - slope / 2))
    return np.where(at_corner, corner, both), part


def _as_lanes(across: Numbers, ends: Numbers, cut: tuple[Numbers, Numbers]) -> list[Lane]:
    rows = zip(across.tolist(), ends.tolist(), *(each.tolist() for each in cut), strict=True)
    return [Lane((x, y), low, high, length, part) for (x, y), (low, high), length, part in rows]
