"""Where may the reference point of an outline lie, in one orientation?

For convex outlines the answer is exact: the outline B, laid with its reference point at p, is
nearer than c to an obstacle A exactly where p is nearer than c to the sum of A and the mirrored B.
Obstacles are taken as their hulls, or as triangles where nothing may be given away. An outline that
is not convex is taken as its hull: what is found is free, but not all that is free is found.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.outline import Outline, Point

Geometry: TypeAlias = Any
Points: TypeAlias = npt.NDArray[np.float64]


HAIR = 0.002


@dataclass(frozen=True)
class Obstacle:
    """Convex parts of a piece, and how far off a new one must stay; 0: it may touch."""

    parts: tuple[Points, ...]
    clearance: float


@dataclass(frozen=True)
class Box:
    """The range in which the whole outline must lie, and which of its sides are table edges."""

    left: float
    bottom: float
    right: float
    top: float
    edges: frozenset[str] = frozenset()


def hull_points(outline: Outline) -> Points:
    """Return the corners of an outline's convex hull."""
    hull = shapely.convex_hull(shapely.multipoints(outline))
    found: Points = shapely.get_coordinates(hull)[:-1]
    return found


def hull_part(shape: Geometry) -> tuple[Points, ...]:
    """Return a polygon as one convex part: its hull."""
    return (shapely.get_coordinates(shapely.convex_hull(shape))[:-1],)


def exact_parts(shape: Geometry) -> tuple[Points, ...]:
    """Return a polygon as the convex parts of which it consists: itself, or triangles."""
    if shapely.area(shapely.convex_hull(shape)) - shapely.area(shape) < 1e-6:
        return hull_part(shape)
    triangles = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
    return tuple(shapely.get_coordinates(each)[:-1] for each in triangles)


def positions(hull: Points, box: Box, slack: float = 0.0) -> Geometry | None:
    """Return where the origin of an outline may lie so that all of it is in the box, or None.

    A polygon, or a line or point where the outline just fits.
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


def edge_positions(hull: Points, box: Box, slack: float = 0.0) -> Geometry | None:
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


def touching_positions(hull: Points, parts: tuple[Points, ...]) -> Geometry:
    """Return where the origin may lie so that the outline just touches a piece of these parts."""
    return shapely.boundary(shapely.union_all(_sums(parts, hull)))


def free_of(
    places: Geometry, hull: Points, obstacles: tuple[Obstacle, ...], slack: float = 0.0
) -> Geometry:
    """Return those of the places from which the outline keeps off all obstacles.

    `slack` is how much of the tolerance may be used up. Without it, a piece that may be touched is
    kept a hair off, so that rounding makes no overlap. Arcs are drawn as 64 chords to the circle:
    at a clearance of 2 up to 0.0024 is given away to the outline.
    """
    for clearance in sorted({obstacle.clearance for obstacle in obstacles}, reverse=True):
        parts = tuple(p for o in obstacles if o.clearance == clearance for p in o.parts)
        blocked = shapely.union_all(_sums(parts, hull))
        keep = clearance - slack if clearance or slack else HAIR
        blocked = shapely.buffer(blocked, keep, quad_segs=16)
        places = shapely.difference(places, blocked)
        if shapely.is_empty(places):
            break
    return places


def pick(places: Geometry, chooser: Random) -> Point | None:
    """Return a point of a region, evenly by area, else by length, else one of its points."""
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


def _sums(parts: tuple[Points, ...], hull: Points) -> Geometry:
    """Return, for each convex part, its sum with the mirrored hull."""
    clouds = [(part[:, None, :] - hull[None, :, :]).reshape(-1, 2) for part in parts]
    owners = np.repeat(np.arange(len(clouds)), [len(cloud) for cloud in clouds])
    return shapely.convex_hull(shapely.multipoints(np.concatenate(clouds), indices=owners))
