"""Where could a river or a strip of water run?

A band is the part of a straight strip between two points on the border of the land; what serves as
an end besides the table's edge (deep water) is not land.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, combinations
from random import Random
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.clearance import asked_clear
from terrain.core.exact import Impossible
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.outline import NEGLIGIBLE, Outline, Point, outline_of, polygons_in, rounded
from terrain.core.rules import BandLimits, GroundRules, Zone
from terrain.core.throws import Numbers, Prefer, Throws

Geometry: TypeAlias = Any
Bounds: TypeAlias = tuple[float, float, float, float]

BATCH = 16
SLANT = 0.35
"""How far the ends of most bands lie apart sideways, at most, as a share of their sides."""
COARSE = 1.0
SHORT = 12.0
"""What only cuts a corner off is a band to the rules, and no river: it is the last resort."""
GRID = 0.25
MOST_TRIED = 200
"""Of the lines that keep off all pieces nearly each is legal: so many failures are enough."""


def strip_along(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Outline | Impossible:
    """Return a strip along one side edge, or what was searched.

    It is at most 4 deep where the limits allow that: a deeper one leaves its flank sector no room
    for anything of the least size.
    """
    limits = rules.types[wanted.type].strip
    assert limits is not None
    most = max(limits.min_depth, min(limits.max_depth, 4.0))
    width, depth = rules.table.width, rules.table.depth
    sides = chooser.sample(("left", "right"), 2)
    wished = round(limits.min_depth + (most - limits.min_depth) * chooser.random(), 1)
    for strip in (max(limits.min_depth, wished), limits.min_depth):
        for side in sides:
            left, right = (0.0, strip) if side == "left" else (width - strip, width)
            outline = rounded(((left, 0.0), (right, 0.0), (right, depth), (left, depth)))
            if not check_spot(layout, replace(wanted, outline=outline), rules):
                return outline
    return Impossible({"type": wanted.type, "depth": limits.min_depth, "sides": ["left", "right"]})


def thrown_bands(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    chooser: Random,
    *,
    prefer: Prefer | None = None,
) -> Iterator[Outline]:
    """Yield bands of a likely width between random points on two edges, off all that lies there.

    With `prefer` those first that are preferred.
    """
    run = _Run.of(layout, wanted, rules)
    spread = run.limits.max_width - run.limits.min_width
    for share in (0.6, 0.3, 0.0, 0.0) if run.sides else ():
        band_width = round(run.limits.min_width + spread * share * chooser.random(), 2)
        lines = np.array([_random_line(run.sides, chooser) for _ in range(BATCH)])
        lines = lines[np.hypot(*(lines[:, 1] - lines[:, 0]).T) >= SHORT]
        bands = run.laid(lines[run.room_beside(lines, band_width) >= 0], band_width)
        yield from sorted(bands, key=_figure_by(prefer)) if prefer else bands


def narrowest_band(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Outline | Impossible:
    """Return a band of the least width, or what was searched.

    Its ends are points of a grid on each pair of sides, of a coarse one first; the chooser decides
    in which order they are tried.
    """
    run = _Run.of(layout, wanted, rules)
    for lines in run.narrowest(run.limits.min_width):
        order = chooser.sample(range(len(lines)), min(MOST_TRIED, len(lines)))
        for outline in run.laid(lines[order], run.limits.min_width):
            if not check_spot(layout, replace(wanted, outline=outline), rules):
                return outline
    return Impossible({"type": wanted.type, "width": run.limits.min_width, "grid": GRID})


def _figure_by(prefer: Prefer) -> Callable[[Outline], float]:
    return lambda outline: float(prefer(Throws(np.array(outline), np.zeros((1, 2))))[0])


@dataclass(frozen=True)
class _Run:
    """Between what, and off what, one band runs.

    `corners` (v, 2) are those of all pieces that it keeps off, `first` where each one's begin, and
    `clear` how far it stays off each.
    """

    wanted: Piece
    rules: GroundRules
    land: Bounds
    box: Bounds
    corners: Numbers
    first: list[int]
    clear: Numbers

    @classmethod
    def of(cls, layout: Layout, wanted: Piece, rules: GroundRules) -> _Run:
        kind = rules.types[wanted.type]
        serving = kind.band.ends_in if kind.band else frozenset()
        lying = tuple(
            at
            for at, piece in enumerate(layout.pieces)
            if piece.shape is not None and piece.type not in serving
        )
        outlines = [layout.pieces[at].outline for at in lying]
        return cls(
            wanted=wanted,
            rules=rules,
            land=_land(layout, wanted, rules),
            box=_box(wanted, rules),
            corners=np.array([point for outline in outlines for point in outline]).reshape(-1, 2),
            first=list(accumulate((len(outline) for outline in outlines[:-1]), initial=0)),
            clear=np.array(asked_clear(layout, wanted, rules, lying), dtype=np.float64),
        )

    @property
    def limits(self) -> BandLimits:
        limits = self.rules.types[self.wanted.type].band
        assert limits is not None
        return limits

    @cached_property
    def sides(self) -> list[tuple[Point, Point]]:
        """The stretches of the land's border that lie in the box, from point to point.

        None in a slot that rolls no dice: it has no room for a band.
        """
        if not self.rules.slots[self.wanted.slot].diced:
            return []
        land, box = self.land, self.box
        left, bottom, right, top = max(land[0], box[0]), land[1], min(land[2], box[2]), land[3]
        sides = [((left, bottom), (right, bottom)), ((left, top), (right, top))]
        if land[0] >= box[0]:
            sides.append(((left, bottom), (left, top)))
        if land[2] <= box[2]:
            sides.append(((right, bottom), (right, top)))
        return sides if left < right else []

    def room_beside(self, lines: Numbers, band_width: float) -> Numbers:
        """How much more room than it needs a band has along each line; negative where it has none.

        A line across the whole table has each piece on one side, or cuts it.
        """
        if not len(self.clear):
            return np.zeros(len(lines))
        start, way = lines[:, 0], lines[:, 1] - lines[:, 0]
        way = way / np.hypot(way[:, 0], way[:, 1])[:, None]
        offset = (start[:, 1] * way[:, 0] - start[:, 0] * way[:, 1])[:, None]
        beside = way[:, :1] * self.corners[:, 1] - way[:, 1:] * self.corners[:, 0] - offset
        nearest = np.minimum.reduceat(beside, self.first, axis=1)
        farthest = np.maximum.reduceat(beside, self.first, axis=1)
        needed = self.clear + (band_width - self.rules.tolerance) / 2
        return np.asarray((np.maximum(nearest, -farthest) - needed).min(axis=1))

    def narrowest(self, band_width: float) -> Iterator[Numbers]:
        """Yield lines with room for a band, on a coarse grid of each pair of sides; then on GRID.

        Nothing comes to lie farther off a line than one of its ends is moved: where a coarse grid
        has too little room by far, the fine one has none.
        """
        found = []
        for one, other in combinations(self.sides, 2):
            coarse = _grid(_paced(one, COARSE), _paced(other, COARSE))
            room = self.room_beside(coarse, band_width)
            yield coarse[room >= 0]
            found.append((coarse[(room < 0) & (room >= -COARSE / 2)], one, other))
        for short, one, other in found:
            for line in short:
                fine = _grid(_around(line[0], one), _around(line[1], other))
                yield fine[self.room_beside(fine, band_width) >= 0]

    def laid(self, lines: Numbers, band_width: float) -> Iterator[Outline]:
        """Yield the bands of one width along centre lines, in their order."""
        for line in lines:
            outline = self._laid(line, band_width)
            if outline is not None:
                yield outline

    def _laid(self, line: Numbers, band_width: float) -> Outline | None:
        """The band along a line, cut off where the land ends; None if it leaves the box."""
        outline = _straight_across(line, band_width, self.land) or self._cut(line, band_width)
        if outline is None:
            return None
        across = [x for x, _ in outline]
        inside = min(across) >= self.box[0] - NEGLIGIBLE and max(across) <= self.box[2] + NEGLIGIBLE
        return outline if inside else None

    def _cut(self, line: Numbers, band_width: float) -> Outline | None:
        shape = shapely.intersection(_strip(line, band_width), shapely.box(*self.land))
        parts = polygons_in(shape)
        return outline_of(parts[0]) if len(parts) == 1 else None


def _straight_across(line: Numbers, band_width: float, land: Bounds) -> Outline | None:
    """The band along a line from the front to the back, unless there is a corner in an end."""
    left, front, right, back = land
    (ax, ay), (bx, by) = line.tolist()
    if (ay, by) != (front, back):
        return None
    half = band_width / 2 * math.hypot(bx - ax, by - ay) / (by - ay)
    if min(ax, bx) - half < left or max(ax, bx) + half > right:
        return None
    return rounded(((ax - half, ay), (ax + half, ay), (bx + half, by), (bx - half, by)))


def _strip(line: Numbers, band_width: float) -> Geometry:
    """Return a strip about a line, long enough to leave the land at both ends."""
    (ax, ay), (bx, by) = line.tolist()
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    out = 200.0
    nx, ny = -uy * band_width / 2, ux * band_width / 2
    ax, ay, bx, by = ax - ux * out, ay - uy * out, bx + ux * out, by + uy * out
    return shapely.polygons(
        [(ax - nx, ay - ny), (bx - nx, by - ny), (bx + nx, by + ny), (ax + nx, ay + ny)]
    )


def _land(layout: Layout, wanted: Piece, rules: GroundRules) -> Bounds:
    """The table less the strips of water in which a band may end."""
    band = rules.types[wanted.type].band
    left, right = 0.0, rules.table.width
    for piece in layout.pieces:
        if band and piece.type in band.ends_in and piece.shape is not None:
            x0, _, x1, _ = piece.bounds
            if x0 <= rules.tolerance and x1 < rules.table.width / 2:
                left = max(left, x1)
            elif x1 >= rules.table.width - rules.tolerance and x0 > rules.table.width / 2:
                right = min(right, x0)
    return left, 0.0, right, rules.table.depth


def _box(wanted: Piece, rules: GroundRules) -> Bounds:
    """The range in which the band must lie, by its die."""
    zone: Zone | None = None
    kind = rules.types[wanted.type]
    if wanted.die is not None and rules.bands_obey_zone and rules.slots[wanted.slot].diced:
        zone = rules.zones[kind.by_die[wanted.placed_by][wanted.die].zone]
    low, high = (zone.low, zone.high) if zone else (0.0, rules.table.width)
    return low, 0.0, high, rules.table.depth


def _random_line(sides: list[tuple[Point, Point]], chooser: Random) -> tuple[Point, Point]:
    share = chooser.random()
    if chooser.random() < 0.75:
        # Across from front to back, what most rivers on a table do, and not too much aslant: else
        # little room is left beside it.
        first, second = sides[:2]
        other = share + SLANT * (2 * chooser.random() - 1)
        return _along(first, share), _along(second, min(1.0, max(0.0, other)))
    first, second = chooser.sample(sides, 2)
    return _along(first, share), _along(second, chooser.random())


def _grid(starts: Numbers, ends: Numbers) -> Numbers:
    """Every line from a start to an end that is not the same point, as (l, 2, 2)."""
    froms, tos = np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1))
    lines = np.stack((froms, tos), axis=1)
    return np.asarray(lines[(lines[:, 0] != lines[:, 1]).any(axis=1)])


def _paced(side: tuple[Point, Point], step: float) -> Numbers:
    """Points along a side, its ends among them, `step` or less apart."""
    start, end = np.array(side)
    count = math.ceil(math.hypot(*(end - start)) / step) + 1
    return np.array([start + (end - start) * at / (count - 1) for at in range(count)])


def _around(point: Numbers, side: tuple[Point, Point]) -> Numbers:
    """Points of a side about one of it, GRID apart, as far as half of the coarse grid's step."""
    start, end = np.array(side)
    along = (end - start) / math.hypot(*(end - start))
    steps = np.arange(-COARSE / 2, COARSE / 2 + GRID / 2, GRID)
    points = point + along * steps[:, None]
    return np.asarray(np.clip(points, np.minimum(start, end), np.maximum(start, end)))


def _along(side: tuple[Point, Point], share: float) -> Point:
    (ax, ay), (bx, by) = side
    return ax + (bx - ax) * share, ay + (by - ay) * share
