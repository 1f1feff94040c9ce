"""What can be said of one outline by itself: is it a polygon, how large is it, where does it go?

An outline is an open ring of points in table coordinates. Nothing here knows a rule; lengths are
in whatever unit the points are in, and angles are degrees, anticlockwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]
Geometry: TypeAlias = Any

DECIMALS = 3
NEGLIGIBLE = 1e-9
"""Below any figure of a rule and above the noise of floating point."""


def polygon(outline: Outline) -> Geometry:
    """Return the Shapely polygon of an outline of at least three points, valid or not."""
    return shapely.polygons([*outline, outline[0]])


def fault_of(outline: Outline, holes: tuple[Outline, ...] = ()) -> str | None:
    """Return why an outline is no simple polygon, or None.

    `hole`, `too_few_points`, `not_finite`, `repeated_point` (one point twice, in a row or not),
    `zero_area`, `self_crossing` (bow-ties, spikes, sides that touch).
    """
    if holes:
        return "hole"
    if len(outline) < 3:
        return "too_few_points"
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in outline):
        return "not_finite"
    if len(set(outline)) != len(outline):
        return "repeated_point"
    shape = polygon(outline)
    if not shapely.is_valid(shape):
        straight = shapely.area(shapely.convex_hull(shape)) <= NEGLIGIBLE
        return "zero_area" if straight else "self_crossing"
    return "zero_area" if shapely.area(shape) <= NEGLIGIBLE else None


def outline_of(shape: Geometry) -> Outline:
    """Return the outer ring of a polygon, anticlockwise, rounded."""
    points = shapely.get_coordinates(shapely.get_exterior_ring(shape))[:-1]
    return rounded(anticlockwise(tuple((float(x), float(y)) for x, y in points)))


def rounded(outline: Outline) -> Outline:
    """Return the outline with three decimals, which is how layouts are written."""
    return tuple((round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0) for x, y in outline)


def signed_area(outline: Outline) -> float:
    """Return the area, positive where the ring runs anticlockwise."""
    turned_by_one = outline[1:] + outline[:1]
    pairs = zip(outline, turned_by_one, strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def anticlockwise(outline: Outline) -> Outline:
    """Return the outline in the right winding, its first point kept first."""
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
        """The shorter side of each rectangle."""
        return np.minimum(self.along, self.across)

    @property
    def long(self) -> npt.NDArray[np.float64]:
        """The longer side of each rectangle."""
        return np.maximum(self.along, self.across)

    def least(self) -> int:
        """The rectangle of least area; among equals the one with the shorter long side.

        Areas within a millionth of each other are equal: a square's four edges must not differ by
        floating-point noise.
        """
        areas = self.along * self.across
        equal = areas <= areas.min() * (1 + 1e-6) + NEGLIGIBLE
        return int(np.argmin(np.where(equal, self.long, np.inf)))

    def narrowest(self) -> int:
        """The edge across whose direction the outline is narrowest; among equals the longest."""
        equal = self.across <= self.across.min() * (1 + 1e-6) + NEGLIGIBLE
        return int(np.argmax(np.where(equal, self.along, -np.inf)))

    def rectangle(self, at: int) -> Geometry:
        """The bounding rectangle along edge `at`, as a polygon."""
        ux, uy = self.directions[at]
        u = self.points @ np.array((ux, uy))
        v = self.points @ np.array((-uy, ux))
        corners = ((u.min(), v.min()), (u.max(), v.min()), (u.max(), v.max()), (u.min(), v.max()))
        return polygon(tuple((float(a * ux - b * uy), float(a * uy + b * ux)) for a, b in corners))


def extents(shape: Geometry) -> Extents:
    """Return the bounding rectangles of a polygon that lie along an edge of its convex hull."""
    points = shapely.get_coordinates(shapely.convex_hull(shape))
    steps = points[1:] - points[:-1]
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    directions = steps / lengths[:, None]
    normals = directions[:, ::-1] * (-1.0, 1.0)
    u = points @ directions.T
    v = points @ normals.T
    return Extents(
        along=u.max(axis=0) - u.min(axis=0),
        across=v.max(axis=0) - v.min(axis=0),
        directions=directions,
        points=points,
    )


def polygons_in(geometry: Geometry) -> list[Geometry]:
    """Return the polygons of which a geometry consists, leaving lines and points out."""
    parts = [geometry]
    found: list[Geometry] = []
    while parts:
        part = parts.pop()
        kind = shapely.get_type_id(part)
        if kind == 3:
            found.append(part)
        elif kind in (6, 7):
            parts.extend(reversed(shapely.get_parts(part)))
    return [part for part in found if not shapely.is_empty(part)]


def core_of(area: Geometry, width: float) -> Geometry:
    """Return what is left of an area after half of a width is taken off all round.

    Empty for an area that is nowhere wider than that; two areas have a common part somewhere wider
    than that exactly where their cores meet.
    """
    return shapely.buffer(area, -(width / 2 + 1e-7), quad_segs=2)


def widest(area: Geometry) -> float:
    """Return how wide an area is: of its parts the widest, each across its narrowest direction."""
    parts = [extents(part) for part in polygons_in(area)]
    return max((float(part.across.min()) for part in parts), default=0.0)
