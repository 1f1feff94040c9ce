"""Return where an outline's reference point may be so that the outline stays inside a range.

The region is for one orientation; `pick` takes a random point of it. Other pieces are the business
of `terrain.core.minkowski`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.outline import Point

Geometry: TypeAlias = Any
Points: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SearchBox:
    """The range that must contain the whole outline, and which of its sides are table edges."""

    left: float
    bottom: float
    right: float
    top: float
    edges: frozenset[str] = frozenset()


def positions(hull: Points, box: SearchBox, slack: float = 0.0) -> Geometry | None:
    """Return where the origin of an outline may lie so that all of it is in the box, or None.

    A polygon, or a line or point if the outline just fits.
    """
    (x0, y0), (x1, y1) = hull.min(axis=0), hull.max(axis=0)
    left, right = box.left - x0 - slack, box.right - x1 + slack
    bottom, top = box.bottom - y0 - slack, box.top - y1 + slack
    if left > right + 1e-9 or bottom > top + 1e-9:
        return None
    wide, high = right - left > 1e-9, top - bottom > 1e-9
    if wide and high:
        return shapely.box(left, bottom, right, top)
    if wide or high:
        return shapely.linestrings([(left, bottom), (right, top)])
    return shapely.points(left, bottom)


def edge_positions(hull: Points, box: SearchBox, slack: float = 0.0) -> Geometry | None:
    """Return where the origin may lie so that the outline is in the box and touches a table edge.

    The lines of `positions` at those sides of the box that are edges of the table; None if none.
    """
    places = positions(hull, box, slack)
    if places is None:
        return None
    left, bottom, right, top = (float(value) for value in shapely.bounds(places))
    sides = {
        "left": [(left, bottom), (left, top)],
        "right": [(right, bottom), (right, top)],
        "bottom": [(left, bottom), (right, bottom)],
        "top": [(left, top), (right, top)],
    }
    lines = [shapely.linestrings(sides[name]) for name in sorted(box.edges)]
    return shapely.union_all(lines) if lines else None


def pick(places: Geometry, chooser: Random) -> Point | None:
    """Return a random point of a region, evenly by area, else by length, else one of its points."""
    parts = [part for part in _simple_parts(places) if not shapely.is_empty(part)]
    if not parts:
        return None
    dimension = max(shapely.get_dimensions(part) for part in parts)
    parts = [part for part in parts if shapely.get_dimensions(part) == dimension]
    sizes = [_size_of(part, dimension) + 1e-12 for part in parts]
    part = chooser.choices(parts, weights=sizes)[0]
    if dimension == 0:
        return float(shapely.get_x(part)), float(shapely.get_y(part))
    if dimension == 1:
        return _xy(shapely.line_interpolate_point(part, chooser.random(), normalized=True))
    left, bottom, right, top = (float(value) for value in shapely.bounds(part))
    for _ in range(12):
        x = left + (right - left) * chooser.random()
        y = bottom + (top - bottom) * chooser.random()
        if shapely.contains_xy(part, x, y):
            return x, y
    return _xy(shapely.point_on_surface(part))


def _xy(point: Geometry) -> Point:
    return float(shapely.get_x(point)), float(shapely.get_y(point))


def _size_of(part: Geometry, dimension: int) -> float:
    return float(shapely.area(part) if dimension == 2 else shapely.length(part))


def _simple_parts(geometry: Geometry) -> list[Geometry]:
    if shapely.get_type_id(geometry) < 4:
        return [geometry]
    return [leaf for part in shapely.get_parts(geometry) for leaf in _simple_parts(part)]
