"""Where could a river or a strip of water run?

A band is the part of a straight strip between two points on the border of the land; what serves as
an end besides the table's edge (deep water) is not land.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.exact import Impossible, asked_clear
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.outline import NEGLIGIBLE, Outline, Point, outline_of, polygons_in, rounded
from terrain.core.rules import BandLimits, GroundRules, Zone
from terrain.core.throws import Numbers, Prefer, Shapes, Throws

Geometry: TypeAlias = Any
Bounds: TypeAlias = tuple[float, float, float, float]

BATCH = 24
AT_ONCE = 6
GRID = 0.25
MOST_TRIED = 200
"""Of the lines that keep off all pieces nearly each is legal: so many failures are enough."""
MOST_WEIGHED = 12


def suggest_strip(
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


def suggest_band(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    chooser: Random,
    *,
    prefer: Prefer | None = None,
) -> Outline | Impossible:
    """Return a band from edge to edge, or what was searched.

    Bands of a likely width between random points first, then the narrowest over a grid of points on
    every pair of sides. `prefer` is as in `search.suggest`.
    """
    run = _Run.of(layout, wanted, rules)
    limits = run.limits
    # Only the slots that roll dice have room for a band.
    sides = run.sides() if rules.slots[wanted.slot].diced else []
    spread = limits.max_width - limits.min_width
    for share in (0.6, 0.3, 0.0) if len(sides) > 1 else ():
        band_width = round(limits.min_width + spread * share * chooser.random(), 2)
        pairs = np.array([_random_pair(sides, chooser) for _ in range(BATCH)])
        legal = run.legal(pairs, band_width, at_once=AT_ONCE)
        if prefer is not None:
            legal = iter(sorted(islice(legal, MOST_WEIGHED), key=_figure_by(prefer)))
        for outline in legal:
            return outline
    grid = _all_pairs(sides)
    chooser.shuffle(grid)
    for outline in islice(run.legal(np.array(grid), limits.min_width, at_once=len(grid)), 1):
        return outline
    return Impossible(
        {"type": wanted.type, "width": limits.min_width, "grid": GRID, "lines": len(grid)}
    )


def _figure_by(prefer: Prefer) -> Callable[[Outline], float]:
    return lambda outline: float(prefer(Throws.of(np.array([outline])))[0])


@dataclass(frozen=True)
class _Run:
    """Between what, and off what, one band runs."""

    layout: Layout
    wanted: Piece
    rules: GroundRules
    land: Bounds
    box: Bounds
    shapes: Shapes
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
        clear = asked_clear(layout, wanted, rules, lying)
        return cls(
            layout=layout,
            wanted=wanted,
            rules=rules,
            land=_land(layout, wanted, rules),
            box=_box(wanted, rules),
            shapes=layout.shapes[list(lying)],
            clear=np.array(clear, dtype=np.float64),
        )

    @property
    def limits(self) -> BandLimits:
        limits = self.rules.types[self.wanted.type].band
        assert limits is not None
        return limits

    def sides(self) -> list[tuple[Point, Point]]:
        """The stretches of the land's border that lie in the box, from point to point."""
        land, box = self.land, self.box
        left, bottom, right, top = max(land[0], box[0]), land[1], min(land[2], box[2]), land[3]
        sides = [((left, bottom), (right, bottom)), ((left, top), (right, top))]
        if land[0] >= box[0]:
            sides.append(((left, bottom), (left, top)))
        if land[2] <= box[2]:
            sides.append(((right, bottom), (right, top)))
        return sides if left < right else []

    def legal(self, lines: Numbers, band_width: float, *, at_once: int) -> Iterator[Outline]:
        """Yield legal bands of one width along some of the centre lines, in their order."""
        reach = self.clear + (band_width - self.rules.tolerance) / 2
        tried = 0
        for start in range(0, len(lines), max(1, at_once)):
            some = lines[start : start + at_once]
            near = shapely.dwithin(shapely.linestrings(some)[:, None], self.shapes, reach)
            for at in np.flatnonzero(~near.any(axis=1)):
                outline = self._laid(some[at], band_width)
                if outline is None:
                    continue
                if not check_spot(self.layout, replace(self.wanted, outline=outline), self.rules):
                    yield outline
                tried += 1
                if tried == MOST_TRIED:
                    return

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


def _random_pair(sides: list[tuple[Point, Point]], chooser: Random) -> tuple[Point, Point]:
    # Across from front to back three times in four: what most rivers on a table do.
    first, second = sides[:2] if chooser.random() < 0.75 else chooser.sample(sides, 2)
    return _along(first, chooser.random()), _along(second, chooser.random())


def _all_pairs(sides: list[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    return [
        (start, end)
        for at, first in enumerate(sides)
        for second in sides[at + 1 :]
        for start in _paced(first)
        for end in _paced(second)
        if start != end
    ]


def _paced(side: tuple[Point, Point]) -> list[Point]:
    (ax, ay), (bx, by) = side
    count = max(2, math.ceil(math.hypot(bx - ax, by - ay) / GRID) + 1)
    return [_along(side, at / (count - 1)) for at in range(count)]


def _along(side: tuple[Point, Point], share: float) -> Point:
    (ax, ay), (bx, by) = side
    return ax + (bx - ax) * share, ay + (by - ay) * share
