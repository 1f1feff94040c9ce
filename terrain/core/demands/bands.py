"""Does a river run straight from edge to edge, and water along its whole side?

A band is the part of a straight strip that lies on the table. Its outline falls into runs of
vertices on the one side line, runs on the other, and the stretches that lead across from one to the
other: its two ends. An end may have a corner of the table in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.demands.standing import Standing, Violations
from terrain.core.outline import NEGLIGIBLE, Outline, polygons_in

Geometry: TypeAlias = Any

_ONE, _OTHER, _BETWEEN = 0, 1, 2


def width(piece: Standing) -> Violations:
    """A band is wider or narrower, square to its direction, than its type may be."""
    limits = piece.kind.band
    if limits is None:
        return
    at = piece.extents.narrowest()
    measured = float(piece.extents.across[at])
    where = piece.extents.rectangle(at)
    if measured > limits.max_width + piece.rules.tolerance + NEGLIGIBLE:
        yield piece.violation("too_wide", figures=(measured, limits.max_width), where=where)
    if measured < limits.min_width - piece.rules.tolerance - NEGLIGIBLE:
        yield piece.violation("too_narrow", figures=(measured, limits.min_width), where=where)


def straight(piece: Standing) -> Violations:
    """A side of a band leaves its line."""
    if piece.kind.band is None:
        return
    for stretch in _stretches(piece):
        if stretch.is_end:
            continue
        yield piece.violation(
            "not_straight",
            figures=(stretch.off_line, 0),
            where=shapely.linestrings(stretch.points),
        )


def band_ends(piece: Standing) -> Violations:
    """An end of a band lies not on an edge of the table, or in what serves, along all of it."""
    limits = piece.kind.band
    if limits is None:
        return
    ground = piece.rules.table
    reach = piece.rules.tolerance + 2e-6
    serving = [
        other.shape
        for other in piece.before
        if other.type in limits.ends_in and other.shape is not None
    ]
    border = shapely.box(0, 0, ground.width, ground.depth).exterior
    good = shapely.union_all([border, *serving])
    near = shapely.buffer(good, reach, quad_segs=16)
    for stretch in _stretches(piece):
        if not stretch.is_end:
            continue
        left = shapely.difference(shapely.linestrings(stretch.points), near)
        if shapely.length(left) > 1e-5:
            far = shapely.distance(shapely.points(shapely.get_coordinates(left)), good).max()
            yield piece.violation("not_edge_to_edge", figures=(far, 0), where=left)


def strip_along_edge(piece: Standing) -> Violations:
    """A strip lies not along all of one side edge, or its depth is out of its limits or uneven."""
    limits = piece.kind.strip
    if limits is None:
        return
    tolerance = piece.rules.tolerance
    ground = piece.rules.table
    left, bottom, right, top = piece.piece.bounds
    at_left = left <= ground.width - right
    side = 0.0 if at_left else ground.width
    edge = shapely.linestrings([(side, 0), (side, ground.depth)])
    bare = shapely.difference(edge, shapely.buffer(piece.shape, tolerance + 2e-6))
    if shapely.length(bare) > 1e-5:
        # The buffer has taken the tolerance off the end of every bare stretch.
        yield piece.violation(
            "not_edge_to_edge", figures=(shapely.length(bare) + tolerance, 0), where=bare
        )
    depth = right - left
    if depth > limits.max_depth + tolerance + NEGLIGIBLE:
        yield piece.violation("too_deep", figures=(depth, limits.max_depth), where=piece.shape)
    full = shapely.box(left, bottom, right, top)
    missing = polygons_in(shapely.difference(full, shapely.buffer(piece.shape, tolerance)))
    least = depth
    for part in missing:
        x0, _, x1, _ = shapely.bounds(part)
        least = min(least, float(x0) - left if at_left else right - float(x1))
    if least < limits.min_depth - tolerance - NEGLIGIBLE:
        yield piece.violation("too_shallow", figures=(least, limits.min_depth), where=piece.shape)
    if missing:
        yield piece.violation(
            "not_straight", figures=(depth - least, 0), where=shapely.union_all(missing)
        )


@dataclass(frozen=True)
class _Stretch:
    """Vertices of a ring from one side line on: across to the other (an end), or back (a dent)."""

    points: Outline
    is_end: bool
    off_line: float


def _stretches(piece: Standing) -> Iterator[_Stretch]:
    frame = piece.extents
    at = frame.narrowest()
    ux, uy = frame.directions[at]
    ring = np.array(piece.piece.outline)
    v = ring @ np.array((-uy, ux))
    off_one, off_other = np.abs(v - v.min()), np.abs(v - v.max())
    reach = piece.rules.tolerance + 1e-7
    line = np.where(off_one <= reach, _ONE, np.where(off_other <= reach, _OTHER, _BETWEEN))
    on_line = [index for index in range(len(ring)) if line[index] != _BETWEEN]
    outline = piece.piece.outline
    for here, there in zip(on_line, on_line[1:] + on_line[:1], strict=True):
        count = (there - here) % len(ring) or len(ring)
        between = [(here + step) % len(ring) for step in range(1, count)]
        if line[here] == line[there] and not between:
            continue
        off = max((min(float(off_one[k]), float(off_other[k])) for k in between), default=0.0)
        points = tuple(outline[k] for k in (here, *between, there))
        yield _Stretch(points, bool(line[here] != line[there]), off)
