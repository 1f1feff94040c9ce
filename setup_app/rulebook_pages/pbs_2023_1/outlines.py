"""Outlines for typed measurements from the real table, as polygons.

Lengths are base widths, angles degrees anticlockwise. The page's script draws the same shapes;
these serve players without it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setup_app.layouts import silhouettes
from setup_app.layouts.edge_to_edge import Ring
from setup_app.wording.figures import figure as written
from terrain.core import shapes
from terrain.core.layout import read_outline
from terrain.core.outline import Extents, extents, fault_of, polygon, turned
from terrain.core.rules import SizeLimits

Size = tuple[float, float]
ELLIPSE_POINTS = 20
SHORTEST = 0.1
"""The minimum length of a piece's side, in base widths."""

TINY = 0.002
"""The distance, in base widths, below which two points are one."""

TOLERANCE = 0.01
SEEN = 0.02
"""The difference, in base widths, below which two outlines are the same shape to a player."""


@dataclass(frozen=True)
class Measured:
    """A piece as measured: its sides, its turn, and how far its box is from two table edges.

    A piece without a plain shape has the outline of that number for its kind of ground. With
    `limits`, a piece whose sides are outside them has no other rectangle within them, by which the
    rules would accept it.
    """

    shape: str
    width: float
    depth: float
    degrees: float
    left: float
    near: float
    limits: SizeLimits | None = None
    ground: str = "open"
    figure: int = 0


def outline(measured: Measured) -> Ring:
    """Return the outline, turned, with its bounding box at `left` and `near`."""
    size = (max(measured.width, SHORTEST), max(measured.depth, SHORTEST))
    flat = _flat(measured, size)
    laid = turned(flat, about=(0.0, 0.0), degrees=measured.degrees)
    low_x, low_y = min(x for x, _ in laid), min(y for _, y in laid)
    return [(x - low_x + measured.left, y - low_y + measured.near) for x, y in laid]


def _flat(measured: Measured, size: Size) -> Any:
    width, depth = size
    if measured.shape == "ellipse":
        # A half step of offset, so that four of its sides lie on its box.
        steps = [math.tau * (place + 0.5) / ELLIPSE_POINTS for place in range(ELLIPSE_POINTS)]
        reach = math.cos(math.pi / ELLIPSE_POINTS)
        ring = tuple((math.cos(step) / reach, math.sin(step) / reach) for step in steps)
        return _sized(ring, size, measured.limits)
    if measured.shape == "rectangle":
        return shapes.rectangle(size)
    drawn = silhouettes.outline(measured.ground, size, measured.figure)
    ring = tuple((2 * x / width - 1, 2 * y / depth - 1) for x, y in drawn)
    return _sized(ring, size, measured.limits)


def _sized(ring: Ring, size: Size, limits: SizeLimits | None) -> Any:
    """Return a shape within (-1, 1), scaled until the rules measure this size."""
    width, depth = size
    off = limits is not None and not _within_limits(
        extents(polygon(shapes.rectangle(size))), limits
    )
    for grown in (1.0, 1.06, 1.12, 1.2, 1.3, 1.45, 1.7):
        points = [
            (width / 2 * (1 + _within(x * grown)), depth / 2 * (1 + _within(y * grown)))
            for x, y in ring
        ]
        kept = tuple(
            point
            for place, point in enumerate(points)
            if math.dist(point, points[place - 1]) > TINY
        )
        rectangles = extents(polygon(kept))
        least = rectangles.least()
        area = float(rectangles.short[least] * rectangles.long[least])
        passes = limits is not None and off and _within_limits(rectangles, limits)
        if area >= width * depth * (1 - 1e-6) and not passes:
            return kept
    return shapes.rectangle(size)


def _within_limits(rectangles: Extents, limits: SizeLimits) -> bool:
    least = limits.long_min + (TOLERANCE if limits.long_exclusive else -TOLERANCE)
    short = rectangles.short >= limits.short_min - TOLERANCE
    long = (rectangles.long >= least) & (rectangles.long <= limits.most + TOLERANCE)
    return bool((short & long).any())


def measures_of(drawn: Mapping[str, Any], ground: str = "open", first: int = 0) -> dict[str, str]:
    """Return the fields that represent an outline, given as GeoJSON: shape, sides, turn, and place.

    The turn is above -45 degrees and at most 45. An outline without a plain shape is a `blob`, with
    its number if it is one of those offered for its ground from `first` on; one that is not a
    polygon has no measures.
    """
    ring = read_outline(drawn)
    if fault_of(ring):
        return {}
    rectangles = extents(polygon(ring))
    along = rectangles.directions[rectangles.least()]
    degrees = (math.degrees(math.atan2(along[1], along[0])) + 45) % 90 - 45
    degrees = 45.0 if degrees == -45 else degrees
    flat = turned(ring, about=(0.0, 0.0), degrees=-degrees)
    width, depth = (max(each) - min(each) for each in zip(*flat, strict=True))
    left, near = (min(each) for each in zip(*ring, strict=True))
    figures = {"width": width, "depth": depth, "degrees": degrees, "left": left, "near": near}
    alike = (
        shape
        for shape in ("rectangle", "ellipse")
        if _alike(ring, outline(Measured(shape, **figures)))
    )
    shown = {name: written(round(each, 2)) for name, each in figures.items()}
    shape = next(alike, "blob")
    numbers = (
        number
        for number in range(first, first + silhouettes.OFFERED)
        if _alike(ring, outline(Measured("blob", **figures, ground=ground, figure=number)))
    )
    found = next(numbers, None) if shape == "blob" else None
    return {"shape": shape, **shown, **({} if found is None else {"figure": str(found)})}


def _alike(ring: Ring, other: Ring) -> bool:
    """Return whether each corner of an outline is a corner of the other, within the visible
    difference.
    """
    near = (min(math.dist(point, each) for each in other) for point in ring)
    return len(ring) == len(other) and max(near) < SEEN


def _within(part: float) -> float:
    return max(-1.0, min(1.0, part))


def as_polygon(ring: Ring) -> dict[str, Any]:
    """Return GeoJSON, closed, with three decimals."""
    points = [[round(x, 3) + 0.0, round(y, 3) + 0.0] for x, y in ring]
    return {"type": "Polygon", "coordinates": [[*points, points[0]]]}
