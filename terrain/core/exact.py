"""Is there any legal place at all for the least outlines of a type?

In 72 orientations, over the exact region that is free for each. Only here anything is called
impossible, and it is said of which outlines and orientations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

import shapely

from terrain.core import shapes
from terrain.core.demands.neighbours import asks_gap
from terrain.core.demands.standing import Standing
from terrain.core.free import (
    Obstacle,
    Points,
    edge_positions,
    exact_parts,
    free_of,
    hull_points,
    pick,
    positions,
    touching_positions,
)
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.options import Option, options
from terrain.core.outline import Outline, Point, polygon, slid, turned
from terrain.core.rules import GroundRules, SizeLimits

Geometry: TypeAlias = Any

ORIENTATIONS = 72
SPOTS_TRIED = 3
SLACK = 0.004
"""How much of the tolerance of 0.01 a try may use; rounding takes up to 0.0015 more."""


@dataclass(frozen=True)
class Impossible:
    """No legal place was found; `searched` says as JSON what was tried where."""

    searched: Mapping[str, Any]


def size_limits(wanted: Piece, rules: GroundRules) -> SizeLimits | None:
    """Return what the sides of a piece may measure; None for a type that has no size."""
    kind = rules.kind(wanted.type)
    slot = rules.slots[kind.home or wanted.slot]
    if wanted.declared and slot.least_size:
        return SizeLimits(slot.least_size, slot.least_size, slot.least_size)
    return kind.sizes.get(slot.name) or next(iter(kind.sizes.values()), None)


def asked_clear(
    layout: Layout, wanted: Piece, rules: GroundRules, obstacles: tuple[int, ...]
) -> list[float]:
    """Return how far a piece that is placed next stays off each obstacle; 0 where it may touch."""
    nowhere_near = (math.inf,) * len(layout.pieces)
    here = Standing(wanted, layout.pieces, nowhere_near, rules)
    return [rules.gap if asks_gap(here, at) else 0.0 for at in obstacles]


def search_exactly(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Outline | Impossible:
    """Return a legal outline, of the least size, or what was searched.

    The chooser picks a point of the region that is free; whether there is one it does not decide.
    """
    return _Exact(layout, wanted, rules, chooser).run()


class _Exact:
    """One search for one piece; nothing outlives it."""

    def __init__(self, layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random) -> None:
        self._layout = layout
        self._wanted = wanted
        self._rules = rules
        self._chooser = chooser
        self._options = options(layout, wanted, rules)
        self._limits = size_limits(wanted, rules)
        self._clear = [asked_clear(layout, wanted, rules, o.obstacles) for o in self._options]

    def run(self) -> Outline | Impossible:
        parts = [_parts(piece) for piece in self._layout.pieces]
        for outline, turns in self._least():
            hopeful = [
                (option, clear)
                for option, clear in zip(self._options, self._clear, strict=True)
                if self._could_fit(outline, option, clear)
            ]
            for step in range(turns) if hopeful else ():
                laid = turned(outline, about=(0, 0), degrees=360 / ORIENTATIONS * step)
                for option, clear in hopeful:
                    found = self._lay(laid, option, clear, parts)
                    if found:
                        return found
        return Impossible(self._searched())

    def _least(self) -> tuple[tuple[Outline, int], ...]:
        """The least outlines, and how many of the orientations are not one of them again."""
        if self._limits is None:
            return ()
        short, long = shapes.least_size(self._limits, self._rules.tolerance)
        size = (short, long + (0.002 if self._limits.long_exclusive else 0.0))
        same_after = 4 if size[0] == size[1] else 2
        rectangle = (shapes.rectangle(size), ORIENTATIONS // same_after)
        if self._rules.least_fill <= 0.5 and not self._wanted.declared:
            return (rectangle, (shapes.triangle(size), ORIENTATIONS))
        return (rectangle,)

    def _could_fit(self, outline: Outline, option: Option, clear: list[float]) -> bool:
        """Whether the largest circle within an outline has a place; if not, no orientation has."""
        circle = shapely.maximum_inscribed_circle(polygon(outline))
        # The circle is found to about a thousandth of the outline's size, and never too large.
        radius = float(shapely.length(circle)) - SLACK
        box = option.box
        if min(box.right - box.left, box.top - box.bottom) < 2 * radius:
            return False
        middles = shapely.box(
            box.left + radius, box.bottom + radius, box.right - radius, box.top - radius
        )
        off = [
            shapely.buffer(self._layout.pieces[at].shape, each + radius - SLACK)
            for at, each in zip(option.obstacles, clear, strict=True)
        ]
        return not shapely.is_empty(shapely.difference(middles, shapely.union_all(off)))

    def _lay(
        self, outline: Outline, option: Option, clear: list[float], parts: list[tuple[Points, ...]]
    ) -> Outline | None:
        """The outline, turned as it shall lie, in a free place of an option."""
        hull = hull_points(outline)
        places = _places(hull, option, parts)
        if places is None or shapely.is_empty(places):
            return None
        obstacles = tuple(
            Obstacle(parts[at], each) for at, each in zip(option.obstacles, clear, strict=True)
        )
        open_places = free_of(places, hull, obstacles, SLACK) if obstacles else places
        for spot in self._spots(open_places):
            laid = slid(outline, by=spot)
            if not check_spot(self._layout, replace(self._wanted, outline=laid), self._rules):
                return laid
        return None

    def _spots(self, places: Geometry) -> Iterator[Point]:
        """A few points within a region, and a few of its corners."""
        corners = shapely.get_coordinates(places)
        for _ in range(SPOTS_TRIED):
            spot = pick(places, self._chooser)
            if spot is None:
                return
            yield spot
            x, y = self._chooser.choice(corners)
            yield float(x), float(y)

    def _searched(self) -> Mapping[str, Any]:
        found: dict[str, Any] = {
            "type": self._wanted.type,
            "orientations": ORIENTATIONS,
            "positions": "exact free region",
            "boxes": [
                [round(v, 3) for v in (o.box.left, o.box.bottom, o.box.right, o.box.top)]
                for o in self._options
            ],
        }
        if self._limits is not None:
            size = shapes.least_size(self._limits, self._rules.tolerance)
            found["outline"] = [list(point) for point in shapes.rectangle(size)]
            found["outlines_tried"] = [
                [list(point) for point in outline] for outline, _ in self._least()
            ]
        return found


def _parts(piece: Piece) -> tuple[Points, ...]:
    return () if piece.shape is None else exact_parts(piece.shape)


def _places(hull: Points, option: Option, parts: list[tuple[Points, ...]]) -> Geometry | None:
    find = edge_positions if option.at_edge else positions
    places = find(hull, option.box, SLACK)
    if places is None or option.touching is None:
        return places
    return shapely.intersection(places, touching_positions(hull, parts[option.touching]))
