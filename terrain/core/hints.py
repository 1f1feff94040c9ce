"""Where may an outline in the hand not be laid, and which rule says so?

For one orientation, as regions of its reference point, which is its first point: who drags it tests
points in polygons and knows no rule. The outline B laid at p meets a piece A exactly where p lies
in the sum of A and the mirrored B, so both are taken apart into convex parts and the sums joined.

Hints guide and do not judge: arcs are chords (at a gap of 2 up to 0.0024 is given away), outlines
of more than MOST_PARTS convex parts (on crowded tables of fewer) are taken more coarsely. Whether a
band or strip reaches from edge to edge is not said, nor what depends on size and shape alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.demands.neighbours import asks_gap
from terrain.core.demands.places import die_zone, lies_in, open_zones, reaching, wanted_zones
from terrain.core.demands.standing import Standing
from terrain.core.free import Points, exact_parts, hull_part, hull_points
from terrain.core.layout import Layout, Piece
from terrain.core.outline import Outline, Point, polygon, polygons_in
from terrain.core.rules import GroundRules, Zone
from terrain.core.violations import drawn

Geometry: TypeAlias = Any

MOST_PARTS = 16
"""Of how many convex parts an outline is taken at most; what has more is smoothed first."""
MOST_CORNERS = 64
MOST_SUMS = 2000
"""How many pairs of convex parts are added up for a whole table."""
SMOOTHINGS = (0.02, 0.05, 0.1, 0.2, 0.5)
FAR = 2000.0


@dataclass(frozen=True)
class Hint:
    """A region of the table where the reference point may not lie.

    `pieces` are ids, the piece in the hand first, then those that it would be laid against; `code`,
    `rule` and `required` are those of the violation that it would be. `region` is a GeoJSON Polygon
    or MultiPolygon within the table's rectangle. Its border is in doubt by some thousandths.
    """

    code: str
    pieces: tuple[str, ...]
    rule: str
    required: float | None
    region: Mapping[str, Any]


def hints(layout: Layout, piece: Piece, rules: GroundRules) -> tuple[Hint, ...]:
    """Return where a piece that is placed last may not lie, rule by rule and piece by piece.

    Its outline states its shape and orientation, wherever it lies; it must have no fault. A rule
    that forbids no place is left out. Regions of different rules overlap.
    """
    return tuple(_Hand(layout, piece, rules).hints())


class _Hand:
    """One outline in one orientation over one table."""

    def __init__(self, layout: Layout, piece: Piece, rules: GroundRules) -> None:
        x0, y0 = piece.outline[0]
        outline: Outline = tuple((x - x0, y - y0) for x, y in piece.outline)
        unmeasured = (math.inf,) * len(layout.pieces)
        self._here = Standing(piece, layout.pieces, unmeasured, rules)
        self._rules = rules
        self._parts = convex_parts(polygon(outline))
        self._left, self._bottom = (min(point[axis] for point in outline) for axis in (0, 1))
        self._right, self._top = (max(point[axis] for point in outline) for axis in (0, 1))
        self._table = shapely.box(0, 0, rules.table.width, rules.table.depth)
        each_most = MOST_SUMS // (len(self._parts) * max(1, len(layout.pieces)))
        most = max(1, min(MOST_PARTS, each_most))
        self._meeting = [
            None if each.shape is None else _sum(convex_parts(each.shape, most), self._parts)
            for each in layout.pieces
        ]

    def hints(self) -> Iterator[Hint]:
        width, depth = self._rules.table.width, self._rules.table.depth
        yield from self._outside("outside_table", self._within(0, width, 0, depth))
        yield from self._neighbours()
        yield from self._without_land()
        yield from self._undiced()
        yield from self._sector()
        yield from self._half()
        yield from self._edge()

    def _neighbours(self) -> Iterator[Hint]:
        rules, kind = self._rules, self._here.kind
        undiced = self._here.piece.die is None and self._here.slot.diced
        for at, meeting in enumerate(self._meeting):
            if meeting is None:
                continue
            other = self._here.before[at]
            if other.type not in kind.overlaps:
                shared = shapely.buffer(meeting, -rules.tolerance)
                yield from self._hint("overlap", shared, (other,), 0.0)
            if asks_gap(self._here, at):
                near = shapely.buffer(meeting, rules.gap - rules.tolerance, quad_segs=16)
                if undiced and other.type in kind.undiced_beside:
                    near = shapely.difference(near, self._touching(at))
                yield from self._hint("too_close", near, (other,), rules.gap)

    def _without_land(self) -> Iterator[Hint]:
        """Where all of it would lie on what it may cover only in part."""
        covered = [
            each
            for each in self._here.before
            if each.shape is not None and each.type in self._here.kind.overlaps
        ]
        if not covered:
            return
        reach = self._right - self._left + self._top - self._bottom + 1
        around = shapely.buffer(self._table, reach, join_style="mitre")
        cover = shapely.buffer(
            shapely.union_all([each.shape for each in covered]), self._rules.tolerance / 2
        )
        dry = shapely.difference(around, cover)
        parts = shapely.get_parts(shapely.constrained_delaunay_triangles(dry))
        land = tuple(shapely.get_coordinates(part)[:-1] for part in parts)
        some_land = _sum(land, self._parts)
        nowhere = shapely.difference(self._table, some_land)
        yield from self._hint("overlap", nowhere, tuple(covered), 0.0)

    def _undiced(self) -> Iterator[Hint]:
        here = self._here
        if here.piece.die is not None or not here.slot.diced:
            return
        beside = [
            at
            for at, other in enumerate(here.before)
            if other.type in here.kind.undiced_beside and self._meeting[at] is not None
        ]
        touching = shapely.union_all([self._touching(at) for at in beside])
        others = tuple(here.before[at] for at in beside)
        away = shapely.difference(self._table, touching)
        yield from self._hint("die_required", away, others, 0.0 if others else None)

    def _sector(self) -> Iterator[Hint]:
        here = self._here
        wanted = wanted_zones(here)
        if wanted:
            allowed = [self._in_zone(zone) for zone in wanted] + list(self._extended(wanted))
            yield from self._outside("outside_sector", shapely.union_all(allowed))
        kind = here.kind
        undiced = here.piece.die is None and here.slot.diced
        if undiced and kind.undiced_beside and kind.undiced_in_one_zone:
            allowed = [self._in_zone(zone) for zone in open_zones(here)]
            yield from self._outside("straddles_sectors", shapely.union_all(allowed))

    def _extended(self, wanted: tuple[Zone, ...]) -> Iterator[Geometry]:
        """Where it reaches out of its sector, touching there what lets it."""
        here = self._here
        sent = None if here.slot.zones else die_zone(here)
        if sent is None:
            return
        own = self._rules.zones[sent.zone]
        longer = reaching(here.kind, own, self._rules)
        if longer is None or own not in wanted:
            return
        for at, other in enumerate(here.before):
            beside = other.type in here.kind.extends_beside and self._meeting[at] is not None
            if beside and lies_in(other, own):
                yield shapely.intersection(self._in_zone(longer), self._touching(at))

    def _half(self) -> Iterator[Hint]:
        here = self._here
        if not here.slot.own_half or here.kind.strip or here.astray:
            return
        own = self._rules.halves[here.piece.placed_by]
        low, high = (-FAR, own.high) if own.low <= 0 else (own.low, FAR)
        yield from self._outside("wrong_half", self._within(-FAR, FAR, low, high))

    def _edge(self) -> Iterator[Hint]:
        here = self._here
        sent = die_zone(here)
        asked = here.kind.touches_edge or (sent is not None and sent.touches_edge)
        if here.kind.band or not here.slot.diced or not asked:
            return
        off, table = self._rules.tolerance, self._rules.table
        left, right = off - self._left, table.width - off - self._right
        bottom, top = off - self._bottom, table.depth - off - self._top
        if left < right and bottom < top:
            inside = shapely.box(left, bottom, right, top)
            yield from self._hint("not_touching_edge", inside, (), 0.0)

    def _in_zone(self, zone: Zone) -> Geometry:
        return self._within(zone.low, zone.high, -FAR, FAR)

    def _within(self, left: float, right: float, bottom: float, top: float) -> Geometry:
        """Where the reference point may lie so that all of it lies in a range of the table."""
        slack = self._rules.tolerance
        left, right = max(left, -FAR) - self._left - slack, min(right, FAR) - self._right + slack
        bottom, top = max(bottom, -FAR) - self._bottom - slack, min(top, FAR) - self._top + slack
        if left > right or bottom > top:
            return shapely.Polygon()
        return shapely.box(left, bottom, right, top)

    def _touching(self, at: int) -> Geometry:
        """Where it touches an earlier piece, or lies over it."""
        return shapely.buffer(self._meeting[at], self._rules.tolerance, quad_segs=16)

    def _outside(self, code: str, allowed: Geometry) -> Iterator[Hint]:
        yield from self._hint(code, shapely.difference(self._table, allowed), (), 0.0)

    def _hint(
        self, code: str, region: Geometry, others: tuple[Piece, ...], required: float | None
    ) -> Iterator[Hint]:
        parts = polygons_in(shapely.intersection(region, self._table))
        shape = drawn(parts[0] if len(parts) == 1 else shapely.multipolygons(parts))
        if shape is not None:
            pieces = (self._here.piece.id, *(other.id for other in others))
            rule = self._rules.section(code, self._here.slot.name)
            yield Hint(code, pieces, rule, required, shape)


def convex_parts(shape: Geometry, most: int = MOST_PARTS) -> tuple[Points, ...]:
    """Return a polygon as at most so many convex parts, smoothed as little as that takes."""
    for by in (0.0, *SMOOTHINGS):
        smooth = polygons_in(shapely.simplify(shape, by)) if by else [shape]
        if len(smooth) == 1 and shapely.get_num_coordinates(smooth[0]) <= MOST_CORNERS:
            parts = joined(exact_parts(smooth[0]))
            if len(parts) <= most:
                return parts
    return hull_part(shape)


def joined(triangles: tuple[Points, ...]) -> tuple[Points, ...]:
    """Return convex parts joined to fewer: neighbours, where what comes of both is convex."""
    found: list[tuple[set[Point], float]] = []
    for triangle in triangles:
        corners = {(float(x), float(y)) for x, y in triangle}
        area = _hull_area(corners)
        for at, (others, space) in enumerate(found):
            if len(corners & others) < 2:
                continue
            if _hull_area(corners | others) - area - space < 1e-9:
                found[at] = (corners | others, area + space)
                break
        else:
            found.append((corners, area))
    return tuple(hull_points(tuple(corners)) for corners, _ in found)


def _hull_area(corners: set[Point]) -> float:
    return float(shapely.area(shapely.convex_hull(shapely.multipoints(list(corners)))))


def _sum(parts: tuple[Points, ...], hand: tuple[Points, ...]) -> Geometry:
    """Return where a reference point lies so that the outline in the hand meets these parts."""
    clouds = [(part[:, None] - held[None]).reshape(-1, 2) for part in parts for held in hand]
    owners = np.repeat(np.arange(len(clouds)), [len(cloud) for cloud in clouds])
    if not clouds:
        return shapely.Polygon()
    sums = shapely.convex_hull(shapely.multipoints(np.concatenate(clouds), indices=owners))
    return shapely.union_all(sums)
