"""Where could a river or a strip of water run?

A band is the part of a straight strip between two points on the border of the land; what serves as
an end besides the table's edge (deep water) is not land.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.demands.neighbours import asks_gap
from terrain.core.demands.standing import Standing
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.outline import NEGLIGIBLE, Outline, Point, outline_of, polygons_in, rounded
from terrain.core.rules import GroundRules, Zone

Geometry: TypeAlias = Any
Bounds: TypeAlias = tuple[float, float, float, float]
Points: TypeAlias = npt.NDArray[np.float64]

BATCH = 48
GRID = 0.25
MOST_TRIED = 200
"""Of the lines that keep off all pieces nearly each is legal: so many failures are enough."""


def suggest_strip(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Outline | Mapping[str, Any]:
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
    return {"depth": limits.min_depth, "sides": ["left", "right"]}


def suggest_band(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Outline | Mapping[str, Any]:
    """Return a band from edge to edge, or what was searched.

    Bands of a likely width between random points first, then the narrowest over a grid of points on
    every pair of sides.
    """
    kind = rules.types[wanted.type]
    limits = kind.band
    assert limits is not None
    land, box = _land(layout, wanted, rules), _box(wanted, rules)
    # Only the slots that roll dice have room for a band.
    sides = _sides(land, box) if rules.slots[wanted.slot].diced else []
    spread = limits.max_width - limits.min_width
    for share in (0.6, 0.3, 0.0):
        band_width = round(limits.min_width + spread * share * chooser.random(), 2)
        pairs = [_random_pair(sides, chooser) for _ in range(BATCH)] if len(sides) > 1 else []
        for outline in _laid(layout, wanted, rules, (pairs, band_width, land, box)):
            return outline
    grid = _all_pairs(sides)
    chooser.shuffle(grid)
    for outline in _laid(layout, wanted, rules, (grid, limits.min_width, land, box)):
        return outline
    return {"width": limits.min_width, "grid": GRID, "lines": len(grid)}


def _laid(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    lines: tuple[list[tuple[Point, Point]], float, Bounds, Bounds],
) -> Iterator[Outline]:
    """Yield legal bands of one width along some of the centre lines, in their order."""
    pairs, band_width, land, box = lines
    if not pairs:
        return
    here = Standing(wanted, layout.pieces, (math.inf,) * len(layout.pieces), rules)
    kind = here.kind
    serving = kind.band.ends_in if kind.band else frozenset()
    apart = [p.shape for at, p in enumerate(layout.pieces) if p.shape and asks_gap(here, at)]
    touched = [
        p.shape
        for at, p in enumerate(layout.pieces)
        if p.shape and not asks_gap(here, at) and p.type not in serving
    ]
    centre_lines = shapely.linestrings(np.array(pairs))
    keep = np.ones(len(pairs), dtype=bool)
    for shapes, clearance in ((apart, rules.gap), (touched, 0.0)):
        if shapes:
            blocked = shapely.union_all(shapes)
            shapely.prepare(blocked)
            reach = clearance + band_width / 2 - rules.tolerance / 2
            keep &= ~shapely.dwithin(blocked, centre_lines, reach)
    ground = shapely.box(*land)
    for at in np.flatnonzero(keep)[:MOST_TRIED]:
        shape = shapely.intersection(_strip(*pairs[int(at)], band_width), ground)
        parts = polygons_in(shape)
        if len(parts) != 1:
            continue
        left, _, right, _ = shapely.bounds(parts[0])
        if left < box[0] - NEGLIGIBLE or right > box[2] + NEGLIGIBLE:
            continue
        outline = outline_of(parts[0])
        if not check_spot(layout, replace(wanted, outline=outline), rules):
            yield outline


def _strip(start: Point, end: Point, band_width: float) -> Geometry:
    """Return a strip about a line, long enough to leave the land at both ends."""
    (ax, ay), (bx, by) = start, end
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


def _sides(land: Bounds, box: Bounds) -> list[tuple[Point, Point]]:
    """The stretches of the land's border that lie in the box, from point to point."""
    left, bottom, right, top = max(land[0], box[0]), land[1], min(land[2], box[2]), land[3]
    sides = [((left, bottom), (right, bottom)), ((left, top), (right, top))]
    if land[0] >= box[0]:
        sides.append(((left, bottom), (left, top)))
    if land[2] <= box[2]:
        sides.append(((right, bottom), (right, top)))
    return sides if left < right else []


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
