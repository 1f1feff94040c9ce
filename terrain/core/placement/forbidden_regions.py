"""Return the region that each rule forbids to an outline in its present orientation.

Regions are those of the reference point, which is the outline's first point. `hints` returns them
one by one, `legal_region` their complement; both use this module, so they always agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.demands.bands import landings
from terrain.core.demands.neighbours import asks_gap, leaning
from terrain.core.demands.places import (
    die_zone,
    followed_zones,
    lies_in,
    open_zones,
    reaching,
    wanted_zones,
)
from terrain.core.demands.subject import Subject, among
from terrain.core.layout import Layout, Piece
from terrain.core.minkowski import (
    NO_LOOPS,
    Geometries,
    Loops,
    Points,
    as_array,
    filled,
    joined,
    loops_of,
    one_ring,
    outset,
    pushed_out,
    ring_of,
    some,
    split,
    sums,
    without_holes,
)
from terrain.core.outline import Point, core_of, polygon, polygons_in
from terrain.core.rules import GroundRules, Zone
from terrain.core.smoothing import smoothed

Geometry: TypeAlias = Any
Bounds: TypeAlias = tuple[float, float, float, float]

FAR = 2000.0
HAIR = 1e-6
ARCS = 0.0003


@dataclass(frozen=True)
class Ban:
    """The effect of one rule: not to lie `within` a region, or to lie where loops wind around.

    `others` are the pieces concerned, `required` is the figure of the violation.
    """

    code: str
    others: tuple[Piece, ...] = ()
    required: float | None = 0.0
    within: Geometry | None = None
    off: Loops | None = None


class Hand:
    """One outline in one orientation over one table, placed after all pieces of the layout.

    Pieces placed after it, if any, are `later`: their distance from it closes ground too, and so do
    the sector that they share with it and a missing die that only it allows. Their other reasons to
    touch it are not checked: a longer sector, the end of a river; nor whether some ground of theirs
    stays uncovered.

    `keep` is the part of the tolerance that is kept back, so that a point on the border of a region
    is still legal when it is rounded to three decimals; with 0 borders are exact.
    """

    def __init__(
        self,
        layout: Layout,
        piece: Piece,
        rules: GroundRules,
        *,
        later: tuple[Piece, ...] = (),
        keep: float = 0.0,
    ) -> None:
        unmeasured = (math.inf,) * len(layout.pieces)
        self.here = Subject(piece, layout.pieces, unmeasured, rules)
        lying = layout.with_pieces(layout.pieces + later)
        self._lying = lying.pieces
        self._after = tuple(Subject(each, (piece,), (math.inf,), rules) for each in later)
        self._among = among(self.here, later)
        self._rules, self._keep = rules, keep
        self._ease = rules.tolerance - keep
        self._width = rules.tolerance
        x0, y0 = piece.outline[0]
        left, bottom, right, top = piece.bounds
        self._bounds: Bounds = (left - x0, bottom - y0, right - x0, top - y0)
        outline = polygon(tuple((x - x0, y - y0) for x, y in piece.outline))
        self._smooth = smoothed(outline, lying.shapes.tolist())
        self._grown: dict[float, list[Points]] = {}
        self._touched: dict[int, Geometry] = {}

    def of_place(self) -> Iterator[Ban]:
        """Yield the rules about a range of the table: its border, a sector, a half."""
        width, depth = self._rules.table.width, self._rules.table.depth
        # In a corner of the table a point may be off both edges: together by the tolerance at most.
        slack = self._ease / math.sqrt(2) if self._keep else self._ease
        yield Ban("outside_table", within=self._inside((0, width), (0, depth), slack))
        yield from self._sector()
        yield from self._half()

    def of_neighbours(self, ground: Bounds, *, each: bool) -> Iterator[Ban]:
        """Yield the rules that keep it off other pieces, or require a touch.

        Only pieces that matter on this ground count, a range of the reference point. With `each`
        there is one region for every rule and piece; else one for all, without those that another
        covers.
        """
        lying = self._lying
        reached = self._reached(ground)
        near = [at for at in reached if self._asks_gap(at)]
        apart = [
            at
            for at in reached
            if not self._may_cover(at) and (each or at not in near or self._may_touch(at))
        ]
        for code, required, ats, loops in (
            ("overlap", 0.0, apart, self._overlapping(apart)),
            ("too_close", self._rules.gap, near, self._too_close(near)),
        ):
            if each:
                for at, off in zip(ats, split(loops, len(ats)), strict=True):
                    yield Ban(code, (lying[at],), required, off=off)
            elif ats:
                yield Ban(code, tuple(lying[at] for at in ats), required, off=loops)
        yield from self._without_land()
        yield from self._undiced()
        yield from self._leant_on()

    def of_edge(self) -> Iterator[Ban]:
        """Yield the rules that require an edge of the table, except for bands."""
        here = self.here
        sent = die_zone(here)
        diced = sent is not None and sent.touches_edge and not here.piece.moved
        if here.kind.band or not here.slot.diced or not (here.kind.touches_edge or diced):
            return
        left, bottom, right, top = self._bounds
        ease, table = self._ease, self._rules.table
        low, high = ease - left, table.width - ease - right
        near, far = ease - bottom, table.depth - ease - top
        if low < high and near < far:
            inner = shapely.box(low, near, high, far)
            yield Ban("not_touching_edge", off=loops_of(as_array([inner])))

    def of_band(self) -> Iterator[Ban]:
        """Yield the places where both ends of a band lie on an edge or on what serves.

        For a shape that is not a band: nowhere.
        """
        limits = self.here.kind.band
        if limits is None:
            return
        waters = [
            other.shape
            for other in self.here.before
            if other.type in limits.ends_in and other.shape is not None
        ]
        bare = [_rings([without_holes(area)]) for area in self._bare_beside(waters)]
        x0, y0 = self.here.piece.outline[0]
        every = shapely.box(-FAR, -FAR, FAR, FAR)
        found = []
        for ends in landings(self.here):
            sides = [
                _sliver((ax - x0, ay - y0), (bx - x0, by - y0))
                for end in ends
                for (ax, ay), (bx, by) in pairwise(end)
            ]
            # Beside one body of water they are taken together; beside several, each may lie on
            # another.
            lots = [sides] if len(bare) == 1 else [[side] for side in sides]
            off = [
                shapely.intersection_all([filled(sums(rings, lot), 1)[0] for rings in bare])
                for lot in lots
            ]
            found.append(shapely.difference(every, shapely.union_all(off)))
        yield Ban("not_edge_to_edge", within=_any_of(found))

    def _bare_beside(self, waters: list[Geometry]) -> list[Geometry]:
        """Return the table less its border and one body of water each: where no end may lie."""
        table, ease = self._rules.table, self._ease
        inner = shapely.box(ease, ease, table.width - ease, table.depth - ease)
        return [shapely.difference(inner, shapely.buffer(each, ease)) for each in waters] or [inner]

    def _overlapping(self, apart: list[int]) -> Loops:
        """Return where it overlaps each of some other pieces by more than the tolerance."""
        if not apart:
            return NO_LOOPS
        cores = as_array(_plain(core_of(shapely.polygons(self._smooth.hand), self._width)))
        rings = _rings([self._cores_of(at) for at in apart])
        return sums(rings, _points(filled(outset(cores, self._keep), len(cores))))

    def _nearer(self, ats: list[int], by: float) -> Loops:
        """Return where it is nearer than a distance to each of some other pieces, or meets it."""
        if by not in self._grown:
            self._grown[by] = _points(filled(pushed_out(one_ring(self._smooth.hand), by), 1))
        return sums(some(self._smooth.rings, ats), self._grown[by])

    def _too_close(self, near: list[int]) -> Loops:
        loops = self._nearer(near, self._rules.gap - self._ease)
        touched = [number for number, at in enumerate(near) if self._may_touch(at)]
        if not touched:
            return loops
        # Only these need to be filled; the rest stay as they are.
        parts = split(loops, len(near))
        areas = filled(some(loops, touched), len(touched))
        lifted = self._touching([near[number] for number in touched])
        for number, left in zip(touched, shapely.difference(areas, lifted), strict=True):
            around = loops_of(as_array([left]))
            parts[number] = replace(around, owners=around.owners + number)
        return joined(*parts)

    def _pair(self, at: int) -> tuple[Subject, int]:
        """Return the later one of it and another piece, and the index of the earlier one."""
        earlier = len(self.here.before)
        return (self.here, at) if at < earlier else (self._after[at - earlier], 0)

    def _may_cover(self, at: int) -> bool:
        asking, of = self._pair(at)
        return asking.before[of].type in asking.kind.overlaps

    def _asks_gap(self, at: int) -> bool:
        asking, of = self._pair(at)
        if asking.piece.moved and not self._rules.moved_keeps_gap:
            return False
        return self._rules.gap > self._rules.tolerance and asks_gap(asking, of)

    def _may_touch(self, at: int) -> bool:
        """Return whether no gap is required between it and another piece if they touch."""
        asking, of = self._pair(at)
        undiced = asking.piece.die is None and asking.slot.diced
        return undiced and asking.before[of].type in asking.kind.undiced_beside

    def _without_land(self) -> Iterator[Ban]:
        """Yield where all of it would lie on a piece that it may only partly cover, for each."""
        kind = self.here.kind
        covered = [p for p in self.here.before if p.type in kind.overlaps and p.shape is not None]
        width, depth = self._rules.table.width, self._rules.table.depth
        left, bottom, right, top = self._bounds
        reach = right - left + top - bottom + 1
        around = shapely.box(-reach, -reach, width + reach, depth + reach)
        for other in covered:
            dry = shapely.difference(around, other.shape)
            dry = core_of(dry, self._rules.tolerance + 2 * self._keep)
            rings = _rings([without_holes(dry)])
            cores = as_array(_plain(core_of(shapely.polygons(self._smooth.hand), self._width)))
            some_land = filled(sums(rings, _points(cores)), 1)[0]
            yield Ban("overlap", (other,), within=some_land)

    def _undiced(self) -> Iterator[Ban]:
        here = self.here
        if here.piece.die is not None or here.piece.moved or not here.slot.diced:
            return
        beside = [
            at
            for at, other in enumerate(here.before)
            if other.type in here.kind.undiced_beside and other.shape is not None
        ]
        others = tuple(here.before[at] for at in beside)
        within = shapely.union_all(self._touching(beside))
        yield Ban("die_required", others, 0.0 if others else None, within=within)

    def _leant_on(self) -> Iterator[Ban]:
        """Yield the condition that a later undiced piece that only it allows is still touched."""
        first = len(self.here.before)
        for other in leaning(self.here, self._lying[first:]):
            at = self._lying.index(other, first)
            yield Ban("leant_on", (other,), within=self._touching([at])[0])

    def _sector(self) -> Iterator[Ban]:
        here = self.here
        wanted = wanted_zones(self._among)
        if wanted:
            allowed = [self._in_zone(zone) for zone in wanted] + list(self._extended(wanted))
            yield Ban("outside_sector", within=_any_of(allowed))
            shared = followed_zones(here.piece, self._among.before, self._rules)
            if shared is not None:
                allowed = [self._in_zone(zone) for zone in shared]
                yield Ban("outside_sector", within=_any_of(allowed))
        kind = here.kind
        undiced = here.piece.die is None and here.slot.diced and not here.piece.moved
        if undiced and kind.undiced_beside and kind.undiced_in_one_zone:
            allowed = [self._in_zone(zone) for zone in open_zones(here)]
            yield Ban("straddles_sectors", within=_any_of(allowed))

    def _extended(self, wanted: tuple[Zone, ...]) -> Iterator[Geometry]:
        """Yield where it extends out of its sector, touching what lets it."""
        here = self.here
        sent = None if here.slot.zones else die_zone(here)
        if sent is None:
            return
        own = self._rules.zones[sent.zone]
        longer = reaching(here.kind, own, self._rules)
        if longer is None or own not in wanted:
            return
        for at, other in enumerate(here.before):
            beside = other.type in here.kind.extends_beside and other.shape is not None
            if beside and lies_in(other, own):
                yield shapely.intersection(self._in_zone(longer), self._touching([at])[0])

    def _half(self) -> Iterator[Ban]:
        here = self.here
        if not here.slot.own_half or here.kind.strip or here.astray:
            return
        own = self._rules.halves[here.piece.placed_by]
        across = (-FAR, own.high) if own.low <= 0 else (own.low, FAR)
        yield Ban("wrong_half", within=self._inside((-FAR, FAR), across, self._ease))

    def _in_zone(self, zone: Zone) -> Geometry:
        return self._inside((zone.low, zone.high), (-FAR, FAR), self._ease)

    def _inside(self, x: Point, y: Point, slack: float) -> Geometry:
        """Return where the reference point may lie so that all of it lies in a range."""
        left, right = max(x[0], -FAR) - self._bounds[0], min(x[1], FAR) - self._bounds[2]
        bottom, top = max(y[0], -FAR) - self._bounds[1], min(y[1], FAR) - self._bounds[3]
        if left - slack >= right + slack or bottom - slack >= top + slack:
            return shapely.Polygon()
        return shapely.box(left - slack, bottom - slack, right + slack, top + slack)

    def _touching(self, ats: list[int]) -> Geometries:
        """Return where it touches each of some other pieces, or lies over it.

        Nowhere beside an outline that had to be smoothed, if nothing may be given away.
        """
        new = [at for at in ats if at not in self._touched]
        if new:
            found = filled(self._nearer(new, self._ease), len(new))
            if self._keep:
                found[[at in self._smooth.rough for at in new]] = shapely.Polygon()
            self._touched.update(zip(new, found, strict=True))
        return as_array([self._touched[at] for at in ats])

    def _reached(self, ground: Bounds) -> list[int]:
        """Return the other pieces that some rule about neighbours can concern on some ground."""
        reach = self._rules.gap + 1
        low_x, low_y = ground[0] + self._bounds[0] - reach, ground[1] + self._bounds[1] - reach
        high_x, high_y = ground[2] + self._bounds[2] + reach, ground[3] + self._bounds[3] + reach
        found = []
        for at, other in enumerate(self._lying):
            if other.shape is not None:
                left, bottom, right, top = other.bounds
                if left <= high_x and low_x <= right and bottom <= high_y and low_y <= top:
                    found.append(at)
        return found

    def _cores_of(self, at: int) -> list[Geometry]:
        if at not in self._smooth.rough:
            return _plain(self._lying[at].core(self._width))
        ring = some(self._smooth.rings, [at])
        return _plain(core_of(shapely.polygons(ring.points), self._width))


def _rings(shapes: list[list[Geometry]]) -> Loops:
    """Return the rings of polygons without holes; the owner is the number of their list."""
    owners = np.repeat(np.arange(len(shapes)), [len(parts) for parts in shapes])
    found = loops_of(as_array([part for parts in shapes for part in parts]))
    return replace(found, owners=owners)


def _points(shapes: Geometries) -> list[Points]:
    """Return the rings of some polygons, cut where they have holes."""
    parts = [part for shape in shapes for part in without_holes(shape)]
    return [ring_of(part) for part in parts]


def _plain(core: Geometry) -> list[Geometry]:
    """Return the polygons of a core without the tiny arcs in its hollows."""
    return polygons_in(shapely.simplify(core, ARCS))


def _any_of(areas: list[Geometry]) -> Geometry:
    return areas[0] if len(areas) == 1 else shapely.union_all(areas)


def _sliver(start: Point, end: Point) -> Points:
    """Return a line as a triangle a hair wide."""
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    nx, ny = (ay - by) / length * HAIR, (bx - ax) / length * HAIR
    return np.array([(ax, ay), (bx, by), ((ax + bx) / 2 + nx, (ay + by) / 2 + ny)])
