"""Find a place at once, as is usual while a table is still open.

Bounding boxes show in plain arithmetic that most candidate places are free, which for a handful of
pieces is faster than any array. Shapely is called only if no candidate is clearly free. An empty
result proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np
import shapely

from terrain.core import shapes
from terrain.core.layout import Layout, Piece
from terrain.core.outline import Outline, Point, signed_area
from terrain.core.placement import random_candidates
from terrain.core.placement.clearance import asked_clear, size_limits
from terrain.core.placement.placement_options import Option, options
from terrain.core.placement.reference_region import SearchBox
from terrain.core.rules import GroundRules

Bounds: TypeAlias = tuple[float, float, float, float]
Ring: TypeAlias = list[tuple[float, float]]
Neighbours: TypeAlias = list[tuple[Bounds, float]]
"""Each piece's bounding box, and the distance that a place has to keep."""

TRIES = ((1.0, 12), (0.7, 16), (0.4, 24), (0.2, 32), (0.1, 32), (0.0, 32))
"""The size of each outline, from the least (0) to the greatest (1), and its number of
candidates.
"""
ROOMY = 20.0
"""The width of a sector in which large pieces leave room for others."""
SQUARE = 0.4
"""The share of pieces laid square to the table if any angle is allowed."""
COMPARED = 8
"""The number of free places in a narrow sector that are compared by the room that they leave."""
MEASURED = 6
DEEP = 1.0
"""The overlap of bounding boxes beyond which measuring the outlines is not worthwhile."""
HAIR = 0.002
"""More than the distance that rounding to three decimals may remove between two outlines."""


class Sector(NamedTuple):
    """A narrow sector of the whole depth of the table; `least` is the side of a later piece."""

    left: float
    right: float
    depth: float
    least: float
    gap: float


class Thrower:
    """The random search for one piece on a table.

    `sound`: whether every outline on the table is known to be a polygon.
    """

    def __init__(
        self,
        layout: Layout,
        wanted: Piece,
        rules: GroundRules,
        chooser: Random,
        *,
        sound: bool = False,
    ) -> None:
        self._layout = layout
        self._wanted = wanted
        self._rules = rules
        self._chooser = chooser
        self._options = options(layout, wanted, rules, sound=sound)
        self._figure = rules.kind(wanted.type).figure
        self._straight = shapes.family(self._figure) != "blob"
        self._limits = size_limits(wanted, rules)
        self._known: dict[int, tuple[float, list[float]]] = {}

    def outlines(self) -> Iterator[Outline]:
        """Yield characterful outlines where they have to be, and off all other pieces.

        Each try is a new outline in one of the options, the first as large as possible.
        """
        limits, chooser = self._limits, self._chooser
        for scale, count in TRIES if limits and self._options else ():
            assert limits is not None
            option = chooser.choice(self._options) if self._options[1:] else self._options[0]
            roominess, clear = self._known_of(option)
            scale *= roominess
            size = shapes.some_size(limits, self._rules.tolerance, scale, chooser)
            ring = shapes.ring_of(self._figure, size, chooser)
            if option.touching is None:
                turned = self._turned(ring, option)
                yield from self._within(turned, option, count=count, clear=clear)
            else:
                yield from self._beside(ring, option, count=count, clear=clear)

    def _known_of(self, option: Option) -> tuple[float, list[float]]:
        """Return how roomy its box is, and the distance to each obstacle; computed once."""
        if id(option) not in self._known:
            clear = asked_clear(self._layout, self._wanted, self._rules, option.obstacles)
            self._known[id(option)] = self._roominess(option.box), clear
        return self._known[id(option)]

    def _within(
        self, ring: random_candidates.Numbers, option: Option, *, count: int, clear: list[float]
    ) -> Iterator[Outline]:
        """Yield places in an option's box, at one of its edges if the option requires that."""
        pieces = self._layout.pieces
        others = [(pieces[at].bounds, by) for at, by in zip(option.obstacles, clear, strict=True)]
        sector = self._sector(option.box)
        left, bottom, right, top = reach = _bounds(ring.tolist())
        sure: list[tuple[tuple[int, float], Point]] = []
        unsure: list[Point] = []
        for x, y in self._places(reach, option, count):
            near = _nearness((x + left, y + bottom, x + right, y + top), others)
            if near > 0:
                if near < DEEP:
                    unsure.append((x, y))
                continue
            if sector is None:
                yield _laid(ring, x, y)
                return
            sure.append((_room_left(y + bottom, y + top, sector, others), (x, y)))
            if len(sure) == COMPARED:
                break
        if sure:
            yield _laid(ring, *min(sure)[1])
        elif unsure:
            laid = random_candidates.Throws(ring, np.array(unsure[:MEASURED]))
            yield from self._measured(laid, option, clear)

    def _beside(
        self, ring: random_candidates.Numbers, option: Option, *, count: int, clear: list[float]
    ) -> Iterator[Outline]:
        """Yield places against the piece that an option requires to be touched."""
        assert option.touching is not None
        if self._straight:
            ring = random_candidates.quarter_turned(ring, self._chooser.randrange(4))
        else:
            ring = random_candidates.turned_ring(ring, 360 * self._chooser.random())
        laid = random_candidates.against(
            ring,
            np.array(self._layout.pieces[option.touching].outline),
            box=option.box,
            along_sides=self._straight,
            count=count,
            chooser=self._chooser,
        )
        yield from self._measured(laid, option, clear)

    def _measured(
        self, laid: random_candidates.Throws, option: Option, clear: list[float]
    ) -> Iterator[Outline]:
        """Yield those that keep off the others, by distance."""
        if len(laid.at):
            others = self._layout.shapes[list(option.obstacles)]
            shapely.prepare(others)
            near = shapely.dwithin(others, laid.polygons(0, len(laid.at))[:, None], clear)
            yield from (laid.outline(int(at)) for at in np.flatnonzero(~near.any(axis=1)))

    def _turned(self, ring: random_candidates.Numbers, option: Option) -> random_candidates.Numbers:
        """Return the outline in its orientation: square at an edge, elsewhere sometimes square."""
        chooser = self._chooser
        if option.at_edge or chooser.random() < SQUARE:
            return random_candidates.quarter_turned(ring, chooser.randrange(4))
        return random_candidates.turned_ring(ring, 360 * chooser.random())

    def _places(self, reach: Bounds, option: Option, count: int) -> Iterator[Point]:
        """Yield places of the origin: anywhere in the box, or with a side at an edge."""
        box, random = option.box, self._chooser.random
        left, bottom = box.left - reach[0], box.bottom - reach[1]
        across, along = box.right - reach[2] - left, box.top - reach[3] - bottom
        if across < 0 or along < 0:
            return
        if not option.at_edge:
            for _ in range(count):
                yield left + across * random(), bottom + along * random()
            return
        at_side = {"left": left, "right": left + across, "bottom": bottom, "top": bottom + along}
        sides = sorted(box.edges)
        for _ in range(count) if sides else ():
            side = self._chooser.choice(sides)
            if side in ("left", "right"):
                yield at_side[side], bottom + along * random()
            else:
                yield left + across * random(), at_side[side]

    def _sector(self, box: SearchBox) -> Sector | None:
        if self._limits is None or box.right - box.left >= ROOMY:
            return None
        least, depth = self._limits.short_min, self._rules.table.depth
        return Sector(box.left, box.right, depth, least, self._rules.gap)

    def _roominess(self, box: SearchBox) -> float:
        """Return from 0 to 1 how much of a box is open, less if it is narrow; by bounding boxes."""
        gap = self._rules.gap
        taken = 0.0
        for piece in self._layout.pieces:
            x0, y0, x1, y1 = piece.bounds
            across = min(x1 + gap, box.right) - max(x0 - gap, box.left)
            along = min(y1 + gap, box.top) - max(y0 - gap, box.bottom)
            if across > 0 and along > 0:
                taken += across * along * _filled(piece, x1 - x0, y1 - y0, gap)
        width, depth = box.right - box.left, box.top - box.bottom
        return max(0.0, 1.0 - taken / (width * depth)) * min(1.0, min(width, depth) / ROOMY)


def _bounds(ring: Ring) -> Bounds:
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _laid(ring: random_candidates.Numbers, x: float, y: float) -> Outline:
    return random_candidates.Throws(ring, np.array(((x, y),))).outline(0)


def _filled(piece: Piece, width: float, depth: float, gap: float) -> float:
    """Return how much of its bounding box a piece closes, with the gap around both.

    Usually most of it; a slanted river has a large box and little area.
    """
    if len(piece.outline) > 6:
        return 0.9
    closed = signed_area(piece.outline) + (width + depth) * 2 * gap + math.pi * gap * gap
    return min(1.0, closed / ((width + 2 * gap) * (depth + 2 * gap)))


def _nearness(bounds: Bounds, others: Neighbours) -> float:
    """Return how deep bounding boxes overlap; 0 if all are far enough off, a hair if undecided.

    Far enough is the required distance, along one side or across both. From DEEP on the depth does
    not matter.
    """
    left, bottom, right, top = bounds
    nearest = 0.0
    for (x0, y0, x1, y1), clear in others:
        reach = clear + HAIR
        dx = x0 - right if x0 - right > left - x1 else left - x1
        if dx > reach:
            continue
        dy = y0 - top if y0 - top > bottom - y1 else bottom - y1
        if dy > reach:
            continue
        deep = -dx if dx > dy else -dy
        if dx > 0 and dy > 0:
            if dx * dx + dy * dy > reach * reach:
                continue
            deep = HAIR
        if deep >= DEEP:
            return deep
        if deep < HAIR:
            deep = HAIR
        if deep > nearest:
            nearest = deep
    return nearest


def _room_left(start: float, end: float, sector: Sector, others: Neighbours) -> tuple[int, float]:
    """Return how many pieces of the least side a sector loses, and the distance to a neighbour.

    For a piece from `start` to `end`, by depth alone: nothing fits beside another. In an empty
    sector the distance is zero.
    """
    taken = [(start, end)]
    for (x0, y0, x1, y1), _ in others:
        if x0 - sector.gap < sector.right and x1 + sector.gap > sector.left:
            taken.append((y0, y1))
    taken.sort()
    each = sector.least + sector.gap
    reached, nearest = taken[0][1], taken[0][0]
    count = int(max(0.0, nearest) / each)
    for low, high in taken[1:]:
        count += int(max(0.0, low - reached - sector.gap) / each)
        if low == start or reached == end:
            nearest = min(nearest, low - reached)
        reached = max(reached, high)
    count += int(max(0.0, sector.depth - reached) / each)
    if reached == end:
        nearest = min(nearest, sector.depth - reached)
    return -count, nearest if len(taken) > 1 else 0.0
