"""A piece's position as figures that can be typed, and its outline for changed figures.

An outline never comes from a browser: it is the placed one, moved, turned and stretched, or one
drawn here. So it stays a simple polygon and is cheap to draw.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from setup_app.layouts import edge_to_edge
from terrain.core import shapes
from terrain.core.layout import read_outline
from terrain.core.outline import Outline, extents, fault_of, polygon, rounded, turned
from terrain.core.rules import GroundRules, TypeRules

Limits = Mapping[str, tuple[float, float]]

SAME = 0.006
"""Figures are shown with two decimals: a smaller difference is no change."""
LEAST_SIDE = 0.5
MAX_LENGTH = 60.0
PLAIN_PART = (15, 10)
"""The shortest and longest initial side, as divisors of the table's width, of a piece without size
rules.
"""


@dataclass(frozen=True)
class Lying:
    """The position of a piece: the middle of its surrounding rectangle, its rotation, and its
    sides.

    The rotation is in degrees anticlockwise. A band has no `depth`: it reaches from edge to edge. A
    strip lies along the side edge on whose half its middle is, and has no rotation either.
    """

    x: float
    y: float
    degrees: float
    width: float
    depth: float


def form_of(kind: TypeRules) -> str:
    """Return the form of a kind; `band` and `strip` have fewer figures than an `area`."""
    return "band" if kind.band else "strip" if kind.strip else "area"


def lying_of(outline: Outline, form: str) -> Lying:
    """Return the position of an outline; the rotation of an area is above -45 degrees and at most
    45.
    """
    rectangles = extents(polygon(outline))
    if form == "strip":
        return _upright(outline)
    at = rectangles.least()
    along = rectangles.directions[at]
    degrees = math.degrees(math.atan2(along[1], along[0]))
    if form == "band":
        at = rectangles.narrowest()
        along = rectangles.directions[at]
        degrees = math.degrees(math.atan2(along[1], along[0])) % 180
    else:
        degrees = (degrees + 45) % 90 - 45
        degrees = 45.0 if degrees == -45 else degrees
    flat = _upright(turned(outline, about=(0.0, 0.0), degrees=-degrees))
    ((x, y),) = turned(((flat.x, flat.y),), about=(0.0, 0.0), degrees=degrees)
    if form == "band":
        return Lying(x, y, degrees, flat.depth, 0.0)
    return Lying(x, y, degrees, flat.width, flat.depth)


def limits_of(lying: Lying, form: str, table: Mapping[str, float]) -> Limits:
    """Return the limits of each figure of a form: the middle on the table, no side longer than the
    table. A piece beyond them may stay so.
    """
    side = (LEAST_SIDE, min(MAX_LENGTH, max(table["width"], table["depth"])))
    limits = {"x": (0.0, table["width"]), "y": (0.0, table["depth"]), "width": side}
    if form != "strip":
        limits["degrees"] = (-360.0, 360.0)
    if form == "area":
        limits["depth"] = side
    return {
        name: (
            min(least, math.floor(getattr(lying, name) * 100) / 100),
            max(most, math.ceil(getattr(lying, name) * 100) / 100),
        )
        for name, (least, most) in limits.items()
    }


def place_outline(
    outline: Outline, lying: Lying, form: str, table: Mapping[str, float]
) -> Outline | None:
    """Return the outline with these figures; the same object if they are its own, and None if they
    give no outline, as when it is squeezed until its corners meet.
    """
    found = _laid(outline, lying, form, table)
    return None if found is None or fault_of(found) else found


def _laid(outline: Outline, lying: Lying, form: str, table: Mapping[str, float]) -> Outline | None:
    before = lying_of(outline, form)
    if _alike(before, lying):
        return outline
    if form == "strip":
        return _strip(lying, table)
    if form == "band":
        return _band(lying, table)
    flat = turned(outline, about=(0.0, 0.0), degrees=-before.degrees)
    around = _upright(flat)
    across, along = lying.width / around.width, lying.depth / around.depth
    sized = tuple(((x - around.x) * across, (y - around.y) * along) for x, y in flat)
    laid_out = turned(rounded(sized), about=(0.0, 0.0), degrees=lying.degrees)
    return rounded(tuple((x + lying.x, y + lying.y) for x, y in laid_out))


def in_place_of(outline: Outline, drawn: Outline) -> Outline | None:
    """Return another outline, drawn unrotated, at the middle and rotation of an existing one, or
    None.
    """
    before, flat = lying_of(outline, "area"), _upright(drawn)
    about = tuple((x - flat.x, y - flat.y) for x, y in drawn)
    laid_out = turned(about, about=(0.0, 0.0), degrees=before.degrees)
    found = rounded(tuple((x + before.x, y + before.y) for x, y in laid_out))
    return None if fault_of(found) else found


def draw_new_piece(kind: TypeRules, rules: GroundRules, slot: str, seed: int) -> Outline:
    """Return a new piece of a type, of the smallest size, in the middle of the table."""
    table = {"width": rules.table.width, "depth": rules.table.depth}
    x, y = table["width"] / 2, table["depth"] / 2
    if kind.strip:
        return _strip(Lying(0.0, y, 0.0, kind.strip.min_depth, 0.0), table)
    if kind.band:
        return _band(Lying(x, y, 90.0, kind.band.min_width, 0.0), table) or ()
    limits = kind.sizes.get(slot) or next(iter(kind.sizes.values()), None)
    if limits:
        short, long = shapes.least_size(limits, rules.tolerance)
    else:
        short, long = (rules.table.width / part for part in PLAIN_PART)
    ring = shapes.figure(kind.figure, (long, short), Random(seed))
    return rounded(tuple((px + x - long / 2, py + y - short / 2) for px, py in ring))


def outline_in(piece: Mapping[str, Any]) -> Outline:
    """Return the outline of a stored piece."""
    return read_outline(piece["outline"])


def _upright(outline: Outline) -> Lying:
    xs, ys = zip(*outline, strict=True)
    low, high, near, far = min(xs), max(xs), min(ys), max(ys)
    return Lying((low + high) / 2, (near + far) / 2, 0.0, high - low, far - near)


def _alike(one: Lying, other: Lying) -> bool:
    pairs = (
        (one.x, other.x),
        (one.y, other.y),
        (one.degrees, other.degrees),
        (one.width, other.width),
        (one.depth, other.depth),
    )
    return all(abs(a - b) < SAME for a, b in pairs)


def _strip(lying: Lying, table: Mapping[str, float]) -> Outline:
    """Return a strip along the side edge that is nearer to its middle."""
    side = "left" if lying.x < table["width"] / 2 else "right"
    return rounded(tuple(edge_to_edge.strip(side, lying.width, table)))


def _band(lying: Lying, table: Mapping[str, float]) -> Outline | None:
    """Return a band straight across the table through its middle; each end is cut along its
    edge.
    """
    ends = _ends(lying, table)
    return rounded(tuple(edge_to_edge.band(ends, lying.width, table))) if ends else None


def _ends(
    lying: Lying, table: Mapping[str, float]
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return the points of the table's edge at which its middle line leaves the table."""
    angle = math.radians(lying.degrees)
    along = (math.cos(angle), math.sin(angle))
    at, most = (lying.x, lying.y), (table["width"], table["depth"])
    found = []
    for axis in (0, 1):
        if abs(along[axis]) < 1e-6:
            continue
        for level in (0.0, most[axis]):
            step = (level - at[axis]) / along[axis]
            other = at[1 - axis] + step * along[1 - axis]
            if -1e-9 <= other <= most[1 - axis] + 1e-9:
                end = (level, other) if axis == 0 else (other, level)
                found.append((step, end))
    found.sort()
    return (found[0][1], found[-1][1]) if len(found) > 1 else None
