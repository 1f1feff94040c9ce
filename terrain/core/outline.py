"""Properties of one outline: validity, size, extent.

An outline is an open ring of points in table coordinates. No rule is known here. Lengths are in the
unit of the points; angles are in degrees, anticlockwise.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]
Geometry: TypeAlias = Any
Shapes: TypeAlias = npt.NDArray[np.object_]

DECIMALS = 3
NEGLIGIBLE = 1e-9
"""Below any figure of a rule and above the noise of floating point."""


def polygon(outline: Outline) -> Geometry:
    """Return the Shapely polygon of an outline of at least three points, valid or not."""
    return shapely.from_wkb(_written(outline))


def _written(outline: Outline) -> bytes:
    """Return a polygon as well-known binary, the fastest input for Shapely."""
    corners = chain.from_iterable(outline)
    return _wkb_of(len(outline) + 1).pack(1, 3, 1, len(outline) + 1, *corners, *outline[0])


@lru_cache
def _wkb_of(points: int) -> struct.Struct:
    return struct.Struct(f"<BIII{2 * points}d")


def fault_of(outline: Outline, holes: tuple[Outline, ...] = ()) -> str | None:
    """Return why an outline is not a simple polygon, or None.

    `hole`, `too_few_points`, `not_finite`, `repeated_point` (one point twice, in a row or not),
    `zero_area`, `self_crossing` (bow-ties, spikes, sides that touch).
    """
    return Made.of(outline, holes).fault


@dataclass(frozen=True)
class Made:
    """The result of an outline: a polygon and its area, or its fault."""

    fault: str | None
    shape: Geometry = None
    area: float = 0.0

    @staticmethod
    def of(outline: Outline, holes: tuple[Outline, ...] = ()) -> Made:
        """Make the polygon of one outline."""
        fault = _fault_of_points(outline, holes)
        if fault:
            return Made(fault)
        shape = polygon(outline)
        return _made(shape, shapely.is_valid_reason(shape), float(shapely.area(shape)))

    @staticmethod
    def of_all(rings: Sequence[tuple[Outline, tuple[Outline, ...]]]) -> list[Made]:
        """Make the polygons of many outlines and their holes in bulk."""
        faults = [_fault_of_points(outline, holes) for outline, holes in rings]
        sound = [outline for (outline, _), fault in zip(rings, faults, strict=True) if not fault]
        shapes = shapely.from_wkb([_written(outline) for outline in sound])
        said = shapely.is_valid_reason(shapes).tolist()
        areas = shapely.area(shapes).tolist()
        made = map(_made, shapes.tolist(), said, areas)
        return [Made(fault) if fault else next(made) for fault in faults]


def _made(shape: Geometry, said: str, area: float) -> Made:
    if said == _VALID:
        return Made("zero_area") if area <= NEGLIGIBLE else Made(None, shape, area)
    straight = shapely.area(shapely.convex_hull(shape)) <= NEGLIGIBLE
    return Made("zero_area" if straight else "self_crossing")


def _fault_of_points(outline: Outline, holes: tuple[Outline, ...]) -> str | None:
    if holes:
        return "hole"
    if len(outline) < 3:
        return "too_few_points"
    # A sum is finite only if all terms are; one of finite numbers may still overflow.
    if not math.isfinite(sum(chain.from_iterable(outline))) and not all(
        math.isfinite(x) and math.isfinite(y) for x, y in outline
    ):
        return "not_finite"
    return "repeated_point" if len(set(outline)) != len(outline) else None


_VALID = "Valid Geometry"
"""Shapely's reason for a valid geometry."""


def outline_of(shape: Geometry) -> Outline:
    """Return the outer ring of a polygon, anticlockwise, rounded."""
    points = shapely.get_coordinates(shapely.get_exterior_ring(shape))[:-1]
    return rounded(anticlockwise(tuple((float(x), float(y)) for x, y in points)))


def rounded(outline: Outline) -> Outline:
    """Return the outline with three decimals, as layouts are written."""
    return tuple((round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0) for x, y in outline)


def signed_area(outline: Outline) -> float:
    """Return the area, positive for an anticlockwise ring."""
    turned_by_one = outline[1:] + outline[:1]
    pairs = zip(outline, turned_by_one, strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def anticlockwise(outline: Outline) -> Outline:
    """Return the outline anticlockwise, its first point kept first."""
    return outline[:1] + outline[:0:-1] if signed_area(outline) < 0 else outline


def slid(outline: Outline, *, by: Point) -> Outline:
    """Return the outline moved by a vector, rounded."""
    dx, dy = by
    return rounded(tuple((x + dx, y + dy) for x, y in outline))


def turned(outline: Outline, *, about: Point, degrees: float) -> Outline:
    """Return the outline turned about a point, anticlockwise, rounded.

    Rounding moves each point by less than 0.001; quarter turns are exact.
    """
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    if degrees % 90 == 0:
        cos, sin = float(round(cos)), float(round(sin))
    ox, oy = about
    return rounded(
        tuple(
            (ox + (x - ox) * cos - (y - oy) * sin, oy + (x - ox) * sin + (y - oy) * cos)
            for x, y in outline
        )
    )


@dataclass(frozen=True)
class Extents:
    """The bounding rectangles along each edge of the hull, as arrays over those edges."""

    along: npt.NDArray[np.float64]
    across: npt.NDArray[np.float64]
    directions: npt.NDArray[np.float64]
    points: npt.NDArray[np.float64]

    @property
    def short(self) -> npt.NDArray[np.float64]:
        """Return the shorter side of each rectangle."""
        return np.minimum(self.along, self.across)

    @property
    def long(self) -> npt.NDArray[np.float64]:
        """Return the longer side of each rectangle."""
        return np.maximum(self.along, self.across)

    def least(self) -> int:
        """Return the index of the rectangle of least area; among equals the first with the shorter
        long side.

        Areas within a millionth of each other are equal: a square's four edges must not differ by
        floating-point noise.
        """
        areas = self.along * self.across
        equal = areas <= areas.min() * (1 + 1e-6) + NEGLIGIBLE
        long = np.where(equal, self.long, np.inf)
        return int(np.argmax(long <= long.min() + NEGLIGIBLE))

    def narrowest(self) -> int:
        """Return the edge across whose direction it is narrowest; among equals the first
        longest.
        """
        equal = self.across <= self.across.min() * (1 + 1e-6) + NEGLIGIBLE
        along = np.where(equal, self.along, -np.inf)
        return int(np.argmax(along >= along.max() - NEGLIGIBLE))

    def rectangle(self, at: int) -> Geometry:
        """Return the bounding rectangle along edge `at`, as a polygon."""
        ux, uy = self.directions[at]
        u = self.points @ np.array((ux, uy))
        v = self.points @ np.array((-uy, ux))
        corners = ((u.min(), v.min()), (u.max(), v.min()), (u.max(), v.max()), (u.min(), v.max()))
        return polygon(tuple((float(a * ux - b * uy), float(a * uy + b * ux)) for a, b in corners))


def extents(shape: Geometry) -> Extents:
    """Return the bounding rectangles of a polygon that lie along an edge of its convex hull."""
    points = shapely.get_coordinates(shapely.convex_hull(shape))
    # As complex numbers: a point divided by a direction gives its distance along and across.
    corners = points.view(np.complex128)[:, 0]
    steps = corners[1:] - corners[:-1]
    directions = steps / np.abs(steps)
    turned_back = corners[:-1, None] * directions.conj()
    both = turned_back.view(np.float64).reshape(len(steps), len(steps), 2)
    sides = np.maximum.reduce(both) - np.minimum.reduce(both)
    return Extents(
        along=sides[:, 0],
        across=sides[:, 1],
        directions=directions.view(np.float64).reshape(-1, 2),
        points=points,
    )


Sides: TypeAlias = tuple[float, float]


def least_sides(shape: Geometry) -> Sides | None:
    """Return the shorter and the longer side of a polygon's rectangle of least area.

    It lies along an edge of the hull; among rectangles of equal area it is any of them. None if
    floating point gives no rectangle for a sliver. It costs half of `extents`.
    """
    return _sides(shapely.get_coordinates(shapely.oriented_envelope(shape)).tolist())


def all_least_sides(shapes: Sequence[Geometry]) -> list[Sides | None]:
    """Return the same for many polygons, in bulk."""
    rectangles = shapely.oriented_envelope(np.asarray(shapes, dtype=object))
    corners = shapely.get_coordinates(rectangles).tolist()
    ends = np.cumsum(shapely.get_num_coordinates(rectangles)).tolist()
    return [_sides(corners[start:end]) for start, end in pairwise([0, *ends])]


def _sides(corners: list[list[float]]) -> Sides | None:
    if len(corners) != 5:
        return None
    one, other = math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2])
    return (one, other) if one < other else (other, one)


def polygons_in(geometry: Geometry) -> list[Geometry]:
    """Return the polygons in a geometry, without lines and points."""
    parts = shapely.get_parts(geometry)
    kinds = shapely.get_type_id(parts)
    if (kinds > _POLYGON).any():
        return [leaf for part in parts for leaf in polygons_in(part)]
    return list(parts[(kinds == _POLYGON) & ~shapely.is_empty(parts)])


def core_of(area: Geometry, width: float) -> Geometry:
    """Return an area less half of a width all round.

    Empty for an area that is nowhere wider; two areas have a common part somewhere wider than that
    exactly if their cores meet.
    """
    return shapely.buffer(area, -(width / 2 + 1e-7), quad_segs=2)


@lru_cache(maxsize=256)
def grown(area: Geometry, by: float, arc: int) -> Geometry:
    """Return an area with everything within a distance; prepared, and cached.

    `arc`: how many chords there are to a quarter of an arc.
    """
    found = shapely.buffer(area, by, quad_segs=arc)
    shapely.prepare(found)
    return found


def widest(area: Geometry) -> float:
    """Return the width of an area: of its widest part, across its narrowest direction."""
    hulls = shapely.convex_hull(np.asarray(polygons_in(area), dtype=object))
    counts = shapely.get_num_coordinates(hulls)
    # Hulls of as many corners are measured together: crossed combs have thousands of parts.
    return max((_widest(hulls[counts == count]) for count in set(counts.tolist())), default=0.0)


def _widest(hulls: Shapes) -> float:
    points = shapely.get_coordinates(hulls).view(np.complex128).reshape(len(hulls), -1)
    steps = points[:, 1:] - points[:, :-1]
    directions = steps / np.abs(steps)
    across = (points[:, None, :-1] * directions.conj()[:, :, None]).imag
    widths = across.max(axis=2) - across.min(axis=2)
    return float(widths.min(axis=1).max())


_POLYGON = 3
"""Shapely's number for a polygon; higher numbers are collections."""
