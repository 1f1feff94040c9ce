"""Rules for rivers, which cross the table, and for water along a whole side.

A band is the part of a straight strip that lies on the table. Its outline falls into runs along one
side line, runs along the other, and the stretches that lead from one to the other: its two ends. An
end may contain a corner of the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.breaches import Breach
from terrain.core.demands.subject import Subject, Violations
from terrain.core.outline import NEGLIGIBLE, Outline, Point, Shapes, grown
from terrain.core.rules import BandLimits, StripLimits

Geometry: TypeAlias = Any

DIRECTIONS_TRIED = 4
SHALLOW = 0.35
"""The sine of the angle to the band's direction below which a stray side is a bent bank and not a
slanted end.
"""
_ONE, _OTHER, _BETWEEN = 0, 1, 2


def band(piece: Subject) -> Violations:
    """Yield violations of a band: too wide or narrow, a side off its line, or an end on no edge.

    Its direction is that of the long side with the fewest faults; among equals the one across which
    it is narrowest.
    """
    limits = piece.kind.band
    return () if limits is None else _wrong_as_band(piece, limits)


def _wrong_as_band(piece: Subject, limits: BandLimits) -> Violations:
    ends = _Ends(piece, limits.ends_in)
    trials = []
    undrawn = replace(piece, draws=False)
    for at in _directions(piece):
        faults = sum(1 for _ in _wrong_along(undrawn, limits, at, ends))
        if not faults:
            return
        trials.append((faults, float(piece.extents.across[at]), at))
    yield from _wrong_along(piece, limits, min(trials)[2], ends)


def _wrong_along(piece: Subject, limits: BandLimits, at: int, ends: _Ends) -> Violations:
    yield from _width(piece, limits, at)
    yield from _faults(piece, at, ends)


def landings(piece: Subject) -> Iterator[tuple[Outline, ...]]:
    """Yield, for each direction in which a shape is a band, the lines by which it ends.

    All of each line has to lie on an edge of the table, or on a piece that serves. A shape that is
    not a straight band of a legal width yields nothing, wherever it lies; a moved one may have any
    width.
    """
    limits = piece.kind.band
    if limits is None:
        return
    for at in _directions(piece):
        banks = _Banks.of(piece, at)
        stretches = list(banks.stretches())
        straight = all(stretch.is_end for stretch in stretches) and banks.are_two
        wide = not piece.piece.moved and any(True for _ in _width(piece, limits, at))
        if straight and not wide:
            yield tuple(stretch.points for stretch in stretches)


def strip(piece: Subject) -> Violations:
    """Yield violations of a strip: not along a whole side edge, or a wrong or uneven depth."""
    limits = piece.kind.strip
    return () if limits is None else _wrong_as_strip(piece, limits)


def _wrong_as_strip(piece: Subject, limits: StripLimits) -> Violations:
    tolerance = piece.rules.tolerance
    left, _, right, _ = piece.piece.bounds
    ground = piece.rules.table
    side = 0.0 if left <= ground.width - right else ground.width
    edge = shapely.linestrings([(side, 0), (side, ground.depth)])
    bare = shapely.difference(edge, shapely.buffer(piece.shape, tolerance + 2e-6))
    if shapely.length(bare) > 1e-5:
        # The buffer has removed the tolerance from the end of every bare stretch.
        measured = float(shapely.length(bare)) + tolerance
        yield piece.violation("not_edge_to_edge", figures=(measured, 0), where=lambda: bare)
        yield from _depth(piece, limits, right - left, right - left)
        return
    depths = _depths(piece, tolerance)
    least, most = float(depths.min()), float(depths.max())
    uneven = most - least > tolerance + 1e-5
    if not uneven and not any(True for _ in _depth(piece, limits, least, most)):
        return
    # The very ends are left out here; the figures include them, unless there is a notch.
    whole = _depths(piece, 1e-6)
    whole = whole[np.abs(whole - depths) <= tolerance]
    least, most = float(whole.min(initial=least)), float(whole.max(initial=most))
    yield from _depth(piece, limits, least, most)
    if uneven:
        yield piece.violation("not_straight", figures=(most - least, 0), where=lambda: piece.shape)


def _depths(piece: Subject, inset: float) -> Any:
    """Return a strip's depth beside each of its corners, but no nearer to its ends than an inset.

    Depth is linear between corners, so the lines across at the corners suffice.
    """
    left, bottom, right, top = piece.piece.bounds
    heights = np.array([y for _, y in piece.piece.outline])
    heights = np.concatenate((heights - 1e-6, heights + 1e-6))
    heights = heights.clip(max(bottom, 0) + inset, min(top, piece.rules.table.depth) - inset)
    ends = np.array([[(left - 1, y), (right + 1, y)] for y in heights])
    return shapely.length(shapely.intersection(shapely.linestrings(ends), piece.shape))


def _depth(piece: Subject, limits: StripLimits, least: float, most: float) -> Violations:
    tolerance = piece.rules.tolerance

    def whole() -> Geometry:
        return piece.shape

    if most > limits.max_depth + tolerance + NEGLIGIBLE:
        yield piece.violation("too_deep", figures=(most, limits.max_depth), where=whole)
    if least < limits.min_depth - tolerance - NEGLIGIBLE:
        yield piece.violation("too_shallow", figures=(least, limits.min_depth), where=whole)


def _width(piece: Subject, limits: BandLimits, at: int) -> Violations:
    width = float(piece.extents.across[at])

    def where() -> Geometry:
        return piece.extents.rectangle(at)

    if width > limits.max_width + piece.rules.tolerance + NEGLIGIBLE:
        yield piece.violation("too_wide", figures=(width, limits.max_width), where=where)
    if width < limits.min_width - piece.rules.tolerance - NEGLIGIBLE:
        yield piece.violation("too_narrow", figures=(width, limits.min_width), where=where)


@dataclass(frozen=True)
class _Stretch:
    """The corners of a ring from one side line on: across to the other (an end), or back (a
    dent).
    """

    points: Outline
    is_end: bool
    off_line: float


class _Ends:
    """Everything on which an end may lie: the table's border and other pieces that serve.

    A side of it, or the part of it on no edge, has to lie on one piece that serves. Only pictures
    depend on the work limit: serving pieces have hundreds of corners, and there may be several.
    """

    def __init__(self, piece: Subject, ends_in: frozenset[str]) -> None:
        self._piece = piece
        self._table = piece.rules.table
        self._reach = piece.rules.tolerance + 2e-6
        self._bare: dict[tuple[Point, Point], tuple[Geometry, ...]] = {}
        self._serving = [o.shape for o in piece.before if o.type in ends_in and o.shape is not None]

    def bare(self, start: Point, end: Point) -> tuple[Geometry, ...]:
        """Return the parts of a side that lie on nothing that serves."""
        side = (start, end)
        if side not in self._bare:  # every direction that is tried asks for the same sides
            self._bare[side] = () if self._on_one_edge(start, end) else self._left_bare(start, end)
        return self._bare[side]

    def _left_bare(self, start: Point, end: Point) -> tuple[Geometry, ...]:
        line = shapely.linestrings((start, end))
        if self._well_inside(start) and self._well_inside(end):
            inland = [line] if math.dist(start, end) > 1e-5 else []
        else:
            off_edge = shapely.difference(line, grown(self._border, self._reach, 16))
            inland = [part for part in shapely.get_parts(off_edge) if shapely.length(part) > 1e-5]
        return tuple(part for part in inland if not self._serves(part))

    def _serves(self, part: Geometry) -> bool:
        """Return whether a straight stretch lies on one piece that serves; its ends are checked
        first.
        """
        near = self._near
        for x, y in shapely.get_coordinates(part).tolist():
            near = near[shapely.intersects_xy(near, x, y)]
            if not near.size:
                return False
        return bool(shapely.covers(near, part).any())

    def _well_inside(self, point: Point) -> bool:
        x, y = point
        far = 2 * self._reach
        return far < x < self._table.width - far and far < y < self._table.depth - far

    def drawn(self, lines: list[Geometry]) -> Geometry:
        """Return some bare parts without the stretches on any piece that serves."""
        corners = int(shapely.get_num_coordinates(self._near).sum())
        if corners and self._piece.patience.lasts("band", corners * (corners + len(lines))):
            left = shapely.difference(lines, shapely.union_all(self._near))
            lines = [part for part in left if not shapely.is_empty(part)] or lines
        return shapely.multilinestrings(shapely.get_parts(lines))

    def distance(self, lines: list[Geometry]) -> float:
        """Return the distance of the farthest corner of some lines from all pieces that serve, up
        to the reach.
        """
        x, y = shapely.get_coordinates(lines).T
        far = ~shapely.intersects_xy(self._near[:, None], x, y).any(axis=0)
        if not far.any():
            return self._reach
        good = np.array([self._border, *self._serving])
        corners = shapely.points(x[far], y[far])
        return float(shapely.distance(corners[:, None], good).min(axis=1).max())

    def _on_one_edge(self, start: Point, end: Point) -> bool:
        # The simple case needs no Shapely: nearly every end lies along one edge.
        reach = self._reach
        for axis, size, other in (
            (0, self._table.width, self._table.depth),
            (1, self._table.depth, self._table.width),
        ):
            within = all(-reach <= point[1 - axis] <= other + reach for point in (start, end))
            for edge in (0.0, size):
                if within and all(abs(point[axis] - edge) <= reach for point in (start, end)):
                    return True
        return False

    @cached_property
    def _border(self) -> Geometry:
        return shapely.box(0, 0, self._table.width, self._table.depth).exterior

    @cached_property
    def _near(self) -> Shapes:
        """Return the serving pieces near the border, each with all pieces that touch it."""
        found = np.empty(len(self._serving), dtype=object)
        found[:] = [grown(shape, self._reach, 16) for shape in self._serving]
        return found


def _directions(piece: Subject) -> list[int]:
    """Return the longest edges of the hull: one of them is a long side of every band."""
    points = piece.extents.points
    lengths = np.hypot(*(points[1:] - points[:-1]).T)
    longest = np.argsort(-lengths, kind="stable")[:DIRECTIONS_TRIED]
    return [int(at) for at in longest if lengths[at] >= lengths[longest[0]] / 3]


def _faults(piece: Subject, at: int, serving: _Ends) -> list[Breach]:
    """Return the faults of sides and ends if the band runs along edge `at` of its hull.

    By code, the worst first; among equals the one with the lowest corner, so that the starting
    point of an outline does not matter. The distance of an end from all that serves is measured
    where it is drawn.
    """
    banks = _Banks.of(piece, at)
    found: list[tuple[Point, Breach]] = []
    for stretch in banks.stretches():
        first = min(stretch.points)
        if not stretch.is_end:
            where = partial(shapely.linestrings, stretch.points)
            bent = piece.violation("not_straight", figures=(stretch.off_line, 0), where=where)
            found.append((first, bent))
            continue
        sides, ends = _stray(piece, at, stretch.points, serving)
        if sides:
            where = partial(_drawn, sides)
            figures = (_rise(piece, at, sides), 0)
            found.append((first, piece.violation("not_straight", figures=figures, where=where)))
        if ends:
            where = partial(serving.drawn, ends)
            off = serving.distance(ends) if piece.draws else None
            short = piece.violation("not_edge_to_edge", figures=(off, 0), where=where)
            found.append((first, short))
    if not any(each.code == "not_straight" for _, each in found) and not banks.are_two:
        width = float(piece.extents.across[at])
        bent = piece.violation("not_straight", figures=(width, 0), where=lambda: piece.shape)
        found.append((min(piece.piece.outline), bent))
    found.sort(key=lambda each: (each[1].code, -(each[1].measured or 0.0), each[0]))
    return [violation for _, violation in found]


def _stray(
    piece: Subject, at: int, points: Outline, serving: _Ends
) -> tuple[list[tuple[Point, Point]], list[Geometry]]:
    """Return the parts of an end that lie on nothing that serves: bent banks, and slanted ends."""
    sides: list[tuple[Point, Point]] = []
    ends: list[Geometry] = []
    ux, uy = piece.extents.directions[at].tolist()
    for start, end in pairwise(points):
        left = serving.bare(start, end)
        if not left:
            continue
        dx, dy = end[0] - start[0], end[1] - start[1]
        if abs(ux * dy - uy * dx) < SHALLOW * math.hypot(dx, dy):
            sides.append((start, end))
        else:
            ends += left
    return sides, ends


def _rise(piece: Subject, at: int, sides: list[tuple[Point, Point]]) -> float:
    """Return how far sides lead across the band's direction, the farthest of them."""
    return float(np.ptp(_across(piece, at, sides), axis=1).max())


def _drawn(sides: list[tuple[Point, Point]]) -> Geometry:
    return shapely.multilinestrings(shapely.linestrings(sides))


def _across(piece: Subject, at: int, points: Any) -> Any:
    ux, uy = piece.extents.directions[at]
    return np.asarray(points) @ np.array((-uy, ux))


@dataclass(frozen=True)
class _Banks:
    """The corners of an outline beside the two side lines of one direction.

    `line` says on which of them each corner lies, `off` how far it is off the nearer one.
    """

    ring: Outline
    line: list[int]
    off: list[float]
    tolerance: float

    @classmethod
    def of(cls, piece: Subject, at: int) -> _Banks:
        v = _across(piece, at, piece.piece.outline)
        one, other = np.abs(v - v.min()), np.abs(v - v.max())
        tolerance = piece.rules.tolerance
        reach = tolerance + 1e-7
        line = np.where(one <= reach, _ONE, np.where(other <= reach, _OTHER, _BETWEEN))
        off = np.minimum(one, other)
        return cls(piece.piece.outline, line.tolist(), off.tolist(), tolerance)

    @property
    def are_two(self) -> bool:
        """Return whether the outline runs along both side lines; a wedge has only a point on
        one.
        """
        ring, line = self.ring, self.line
        found = {
            line[at]
            for at in range(len(ring))
            if line[at] == line[at - 1] and math.dist(ring[at], ring[at - 1]) > self.tolerance
        }
        return {_ONE, _OTHER} <= found

    def stretches(self) -> Iterator[_Stretch]:
        """Yield the stretches that lead from one side line on."""
        ring, line = self.ring, self.line
        on_line = [at for at in range(len(ring)) if line[at] != _BETWEEN]
        for here, there in zip(on_line, on_line[1:] + on_line[:1], strict=True):
            count = (there - here) % len(ring) or len(ring)
            between = [(here + step) % len(ring) for step in range(1, count)]
            if line[here] == line[there] and not between:
                continue
            points = tuple(ring[at] for at in (here, *between, there))
            farthest = max((self.off[at] for at in between), default=0.0)
            yield _Stretch(points, line[here] != line[there], farthest)
