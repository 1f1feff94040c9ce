"""Decide whether a piece's smallest outlines have any legal place at all.

The search covers 72 orientations and, for each, the exact free region. Only this module calls a
placement impossible, and it states for which outline and orientations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core import shapes
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.minkowski import (
    Loops,
    as_array,
    filled,
    left_of,
    loops_of,
    sums,
    without_holes,
)
from terrain.core.outline import Outline, Point, polygon, rounded, slid, turned
from terrain.core.placement.clearance import size_limits
from terrain.core.placement.free_areas import SLACK, Pocket, pockets, thrown_into
from terrain.core.placement.placement_options import options
from terrain.core.placement.reference_region import (
    Points,
    SearchBox,
    edge_positions,
    pick,
    positions,
)
from terrain.core.rules import GroundRules

Geometry: TypeAlias = Any

ORIENTATIONS = 72
ANGLES_OF_HALVES = (0.0, 90.0, 180.0, 270.0, 45.0, 135.0, 225.0, 315.0)
SPOTS_TRIED = 3
ROUNDS, THROWN = 6, 32
"""The number of random characterful outlines per pocket, and of rounds, before exact places are
computed.
"""
SLIM_ORIENTATIONS, CUTS = 24, (0.0, 0.3)
"""The number of orientations for the slimmest outlines; the shares of a side that are cut off."""
LAST_ROUNDS, LAST_SEED = 12, 9
"""The number of candidates in the last search, and its fixed random seed."""
SPARE_FILL = 0.002
"""The excess fill of the slimmest outline's rectangle, for rounding."""
ROUNDING = 0.002
"""The area that an outline may lose by rounding its corners to three decimals."""


@dataclass(frozen=True)
class Impossible:
    """No legal place was found; `searched` says as JSON what was tried where.

    It always has the `type` and the impossible thing: the least legal `outline` in so many
    `orientations`, a band of its least `width` in all, a strip of its least `depth`. `boxes` are
    the ranges of the table, [left, bottom, right, top], in which it might lie; `positions` says
    which places in them were tried, `ends` in what a band may end, `sides` along which edges.
    """

    searched: Mapping[str, Any]


@dataclass(frozen=True)
class _Least:
    """A least outline, and its candidate angles."""

    outline: Outline
    angles: tuple[float, ...]
    is_slim: bool = False

    @property
    def room(self) -> float:
        """Return the minimum area of a place for it."""
        return float(shapely.area(polygon(self.outline))) * (1 - ROUNDING)

    @property
    def radius(self) -> float:
        """Return the radius of the largest circle within it."""
        if self.is_slim:
            return 0.0
        width, depth = np.ptp(np.array(self.outline), axis=0).tolist()
        if len(self.outline) == 3:
            return float(width + depth - math.hypot(width, depth)) / 2
        return float(min(width, depth)) / 2

    def could_lie_in(self, pocket: Pocket) -> bool:
        """Return whether a pocket has area enough, and room for its circle."""
        if pocket.area < self.room:
            return False
        middles = shapely.buffer(pocket.ground, SLACK - self.radius, quad_segs=4)
        return not shapely.is_empty(middles)


class Exact:
    """The search for one piece on crowded ground; nothing outlives it.

    The chooser picks which place is found. If it finds none, `last_search` decides whether there is
    one; the chooser has no part in that.
    """

    def __init__(
        self,
        layout: Layout,
        wanted: Piece,
        rules: GroundRules,
        chooser: Random,
        *,
        is_last: bool = False,
    ) -> None:
        self._layout = layout
        self._wanted = wanted
        self._rules = rules
        self._chooser = chooser
        self._is_last = is_last
        self._options = options(layout, wanted, rules)
        self._limits = size_limits(wanted, rules)
        self._walls: dict[int, Loops] = {}

    def run(self) -> Outline | Impossible:
        """Return a legal outline of about the least size, or what was searched."""
        if self._is_last:
            return self._least_laid() or self._thrown() or Impossible(self._searched())
        found = self._thrown() or self._least_laid()
        return found or last_search(self._layout, self._wanted, self._rules)

    def _least_laid(self) -> Outline | None:
        """Return a least outline in the first free place, over all orientations and pockets."""
        for least in self._least:
            roomy = [pocket for pocket in self._pockets if least.could_lie_in(pocket)]
            for degrees in least.angles if roomy else ():
                for pocket in roomy:
                    found = self._lay(least, degrees, pocket)
                    if found:
                        return found
        return None

    def _thrown(self) -> Outline | None:
        """Return a small characterful outline at a random place in a pocket."""
        if not self._pockets or self._limits is None:
            return None
        for at in range(LAST_ROUNDS if self._is_last else ROUNDS):
            size = shapes.some_size(self._limits, self._rules.tolerance, 0.0, self._chooser)
            if at and self._thin:
                ring = np.array(half(size, self._chooser))
            else:
                figure = self._rules.kind(self._wanted.type).figure
                ring = np.array(shapes.figure(figure, size, self._chooser))
            for pocket in self._pockets:
                if pocket.option.touching is not None:
                    continue
                for outline in thrown_into(pocket, ring, count=THROWN, chooser=self._chooser):
                    if self._is_legal(outline):
                        return outline
        return None

    @property
    def _thin(self) -> bool:
        """Return whether an outline may cover as little as half of its rectangle, or somewhat
        less.
        """
        return self._rules.least_fill < 0.4 and not self._wanted.declared

    @cached_property
    def _least(self) -> tuple[_Least, ...]:
        """Return half of the least rectangle at a few angles, if an outline may be so thin.

        It fits wherever the rectangle does, and often elsewhere. The last search tries the slimmest
        legal outlines within it, at more angles, and then the rectangle; only that search makes
        claims. It omits the angles at which the outline repeats itself.
        """
        if self._limits is None:
            return ()
        short, long = shapes.least_size(self._limits, self._rules.tolerance)
        size = (short, long + (0.002 if self._limits.long_exclusive else 0.0))
        different = ORIENTATIONS // (4 if size[0] == size[1] else 2)
        whole = _Least(
            shapes.rectangle(size), tuple(360 / ORIENTATIONS * at for at in range(different))
        )
        if self._rules.least_fill > 0.5 or self._wanted.declared:
            return (whole,)
        if not self._is_last:
            return (_Least(shapes.triangle(size), ANGLES_OF_HALVES),)
        fill = self._rules.least_fill + SPARE_FILL
        around = [360 / SLIM_ORIENTATIONS * at for at in range(SLIM_ORIENTATIONS)]
        # Square to the table first: these fit most often.
        around.sort(key=lambda angle: (angle % 90 > 0, angle % 45 > 0))
        slim = (
            _Least(_slim(sides, fill, cut), tuple(around), is_slim=True)
            for sides in dict.fromkeys((size, size[::-1]))
            for cut in CUTS
        )
        return (*slim, whole)

    @cached_property
    def _pockets(self) -> list[Pocket]:
        room = min((least.room for least in self._least), default=np.inf)
        return pockets(self._layout, self._wanted, self._rules, self._options, room)

    def _closed(self, pocket: Pocket) -> Loops:
        """Return the closed area around a pocket; computed once."""
        if id(pocket) not in self._walls:
            self._walls[id(pocket)] = _walls(pocket)
        return self._walls[id(pocket)]

    def _lay(self, least: _Least, degrees: float, pocket: Pocket) -> Outline | None:
        """Return a least outline, or a characterful one within it, in a free place of a pocket."""
        laid = turned(least.outline, about=(0, 0), degrees=degrees)
        hand = np.array(laid)
        places = self._places(hand, pocket)
        if places is None or shapely.is_empty(places):
            return None
        blocked = sums(self._closed(pocket), [hand])
        if shapely.get_dimensions(places) == 2:
            places = left_of(places, blocked)
        else:
            whole = replace(blocked, owners=np.zeros_like(blocked.owners))
            places = shapely.difference(places, filled(whole, 1)[0])
        drawn = turned(self._drawn(least), about=(0, 0), degrees=degrees)
        for spot in self._spots(places):
            for outline in (slid(drawn, by=spot), slid(laid, by=spot)):
                if self._is_legal(outline):
                    return outline
        return None

    def _drawn(self, least: _Least) -> Outline:
        """Return a characterful outline in place of a least one, which covers all of it."""
        if least.is_slim:
            return least.outline
        size = tuple(np.ptp(np.array(least.outline), axis=0).tolist())
        if len(least.outline) == 3:
            return half(size, self._chooser) if self._thin else least.outline
        return shapes.figure(self._rules.kind(self._wanted.type).figure, size, self._chooser)

    def _is_legal(self, outline: Outline) -> bool:
        piece = replace(self._wanted, outline=outline)
        return not check_spot(self._layout, piece, self._rules)

    def _places(self, hand: Points, pocket: Pocket) -> Geometry | None:
        option = pocket.option
        find = edge_positions if option.at_edge else positions
        places = find(hand, pocket.box, SLACK)
        if places is None or option.touching is None:
            return places
        neighbour = loops_of(self._layout.shapes[[option.touching]])
        touching = shapely.boundary(filled(sums(neighbour, [hand]), 1)[0])
        return shapely.intersection(places, touching)

    def _spots(self, places: Geometry) -> Iterator[Point]:
        """Yield a few points within a region, and a few of its corners."""
        corners = shapely.get_coordinates(places)
        for _ in range(SPOTS_TRIED):
            spot = pick(places, self._chooser)
            if spot is None:
                return
            yield spot
            x, y = self._chooser.choice(corners)
            yield float(x), float(y)

    def _searched(self) -> Mapping[str, Any]:
        if self._limits is None:
            return {
                "type": self._wanted.type,
                "outline": None,
                "orientations": 0,
                "positions": "none: no rule states a size for it",
            }
        size = shapes.least_size(self._limits, self._rules.tolerance)
        return {
            "type": self._wanted.type,
            "outline": [list(point) for point in shapes.rectangle(size)],
            "orientations": ORIENTATIONS,
            "positions": "exact free region",
            "boxes": boxes_as_json(option.box for option in self._options),
        }


def last_search(layout: Layout, wanted: Piece, rules: GroundRules) -> Outline | Impossible:
    """Return a legal outline, or what was searched: always the same for the same question.

    Every claim of impossibility comes from this function, so a repeated question gets the same
    answer. A random candidate may still hit a place that it does not find.
    """
    return Exact(layout, wanted, rules, Random(LAST_SEED), is_last=True).run()


def boxes_as_json(boxes: Iterable[SearchBox]) -> list[list[float]]:
    """Return ranges as `Impossible` states them, each once."""
    return [
        [round(each, 3) for each in (box.left, box.bottom, box.right, box.top)]
        for box in dict.fromkeys(boxes)
    ]


def half(size: tuple[float, float], chooser: Random) -> Outline:
    """Return a wedge within half of a rectangle that reaches to all of its sides.

    Two sides are straight; the long one, which runs from corner to corner, is hollow in places.
    """
    width, depth = size
    blunt = [0.06 + 0.1 * chooser.random() for _ in range(2)]
    bank = []
    for at in range(1, 8):
        along, hollow = (at + 0.5 * (chooser.random() - 0.5)) / 8, 0.06 * chooser.random()
        bank.append((width * (1 - along - hollow / 2), depth * (along - hollow / 2)))
    corner = ((0.0, depth * blunt[0]), (width * blunt[1] / 3, depth * blunt[0] / 3))
    return rounded(((width * blunt[1], 0.0), (width, 0.0), *bank, (0.0, depth), *corner))


def _slim(size: tuple[float, float], fill: float, cut: float) -> Outline:
    """Return half of a rectangle, its long side bent in until it covers this share of the
    rectangle.

    A share of each of the other two sides is cut off where they meet.
    """
    width, depth = size
    bent = fill + cut * cut / 3
    corner = [(0.0, depth * cut), (width * cut / 3, depth * cut / 3)] if cut else []
    bank = ((width, 0.0), (width * bent, depth * bent), (0.0, depth))
    return rounded(((width * cut, 0.0), *bank, *corner))


def _walls(pocket: Pocket) -> Loops:
    """Return the walls of a pocket, as far as anything in it could reach."""
    left, bottom, right, top = shapely.bounds(pocket.ground).tolist()
    around = shapely.box(left - 1, bottom - 1, right + 1, top + 1)
    return loops_of(as_array(without_holes(shapely.difference(around, pocket.ground))))
