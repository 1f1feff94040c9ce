"""Where could a piece go: is there a legal outline for it, and what would look well?

First outlines with character in likely sizes, ever smaller; then, before anything is called
impossible, the least legal outlines of the type in 72 orientations, over the exact region that is
free for each. Every answer is confirmed by `legality.check_spot`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
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
    hull_part,
    hull_points,
    pick,
    positions,
    touching_positions,
)
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_moved, check_spot
from terrain.core.lines import suggest_band, suggest_strip
from terrain.core.options import Option, options
from terrain.core.outline import Outline, Point, polygon, slid, turned
from terrain.core.rules import GroundRules, SizeLimits, TypeRules

Geometry: TypeAlias = Any

ORIENTATIONS = 72
ROOMY = 20.0
TIGHT = 0.35
"""Where less than this share of the ground is open, pieces are laid close to what lies there."""
SPOTS_TRIED = 3
SLACK = 0.004
"""How much of the tolerance of 0.01 a last try may use; rounding takes up to 0.0015 more."""
SCALES = (1.0, 1.0, 0.7, 0.4, 0.2, 0.1, 0.0, 0.0)
"""How large the outlines of the first tries are, between the least (0) and the greatest (1)."""


@dataclass(frozen=True)
class Found:
    """A legal piece."""

    piece: Piece


@dataclass(frozen=True)
class Impossible:
    """No legal place was found; `searched` says as JSON what was tried where."""

    searched: Mapping[str, Any]


def suggest(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Found | Impossible:
    """Return a legal outline for a piece that is placed next, or say that there is none.

    `wanted` states all but the outline; its die, or that it has none, is obeyed; a declaration that
    it carries is given the least size. What is wrong with the piece as such (its number, its type)
    is not looked at. The chooser decides which legal place is found, never whether one is.
    """
    kind = rules.kind(wanted.type)
    if kind.strip:
        return _as_answer(suggest_strip(layout, wanted, rules, chooser), wanted, kind)
    if kind.band:
        return _as_answer(suggest_band(layout, wanted, rules, chooser), wanted, kind)
    return _Search(layout, wanted, rules, chooser).run()


def suggest_move(
    layout: Layout, piece_index: int, rules: GroundRules, chooser: Random
) -> Point | None:
    """Return a vector by which the opponent may slide a piece, or None if none was found."""
    outline = layout.pieces[piece_index].outline
    for attempt in range(32):
        length = rules.slide * math.sqrt(chooser.random())
        # Along the edges every third time: a piece that must keep to one can go nowhere else.
        angle = chooser.choice((0, 90, 180, 270)) if attempt % 3 == 2 else 360 * chooser.random()
        by = (
            round(length * math.cos(math.radians(angle)), 2) + 0.0,
            round(length * math.sin(math.radians(angle)), 2) + 0.0,
        )
        if not 0 < math.hypot(*by) <= rules.slide:
            continue
        if not check_moved(layout, piece_index, slid(outline, by=by), rules):
            return by
    return None


def suggest_turn(
    layout: Layout, piece_index: int, rules: GroundRules, chooser: Random
) -> tuple[Point, float] | None:
    """Return a point on a piece and the degrees by which the opponent may turn it, or None."""
    piece = layout.pieces[piece_index]
    centre = shapely.point_on_surface(piece.shape)
    middle = (round(float(centre.x), 2), round(float(centre.y), 2))
    for attempt in range(32):
        about = chooser.choice(piece.outline) if attempt % 2 else middle
        degrees = float(chooser.randrange(5, 360, 5))
        outline = turned(piece.outline, about=about, degrees=degrees)
        if not check_moved(layout, piece_index, outline, rules):
            return about, degrees
    return None


def _as_answer(
    found: Outline | Mapping[str, Any], wanted: Piece, kind: TypeRules
) -> Found | Impossible:
    if isinstance(found, tuple):
        return Found(replace(wanted, outline=found))
    return Impossible({"type": kind.name, **found})


class _Search:
    """One search for one piece; nothing outlives it."""

    def __init__(self, layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random) -> None:
        self._layout = layout
        self._wanted = wanted
        self._rules = rules
        self._chooser = chooser
        self._kind = rules.kind(wanted.type)
        self._slot = rules.slots[self._kind.home or wanted.slot]
        self._options = options(layout, wanted, rules)
        self._hulls = [_parts(piece, exact=False) for piece in layout.pieces]

    def run(self) -> Found | Impossible:
        limits = self._limits()
        if self._options and limits is not None:
            for scale in SCALES:
                found = self._try_some(limits, scale * self._roominess)
                if found:
                    return Found(found)
            found = self._try_all(limits)
            if found:
                return Found(found)
        return Impossible(self._searched(limits))

    @cached_property
    def _roominess(self) -> float:
        """From 0 to 1: how much of the narrowest box is still open, and how wide that is.

        Whoever fills a narrow sector with a great piece has no place for the next.
        """
        shares = []
        for box in {option.box for option in self._options}:
            ground = shapely.box(box.left, box.bottom, box.right, box.top)
            open_ground = shapely.area(shapely.difference(ground, self._closed))
            width = min(box.right - box.left, box.top - box.bottom)
            shares.append(float(open_ground / shapely.area(ground)) * min(1.0, width / ROOMY))
        return min(shares)

    def _limits(self) -> SizeLimits | None:
        if self._wanted.declared and self._slot.least_size:
            side = self._slot.least_size
            return SizeLimits(side, side, side)
        return self._kind.sizes.get(self._slot.name) or self._any_size()

    def _any_size(self) -> SizeLimits | None:
        sizes = list(self._kind.sizes.values())
        return sizes[0] if sizes else None

    def _try_some(self, limits: SizeLimits, scale: float) -> Piece | None:
        """An outline with character, in every option, in a random order."""
        size = shapes.some_size(limits, self._rules.tolerance, scale, self._chooser)
        outline = shapes.figure(self._kind.figure, size, self._chooser)
        for option in self._chooser.sample(self._options, len(self._options)):
            degrees = self._orientation(option)
            laid = turned(outline, about=(0, 0), degrees=degrees)
            found = self._lay(laid, option, self._hulls)
            if found:
                return found
        return None

    def _orientation(self, option: Option) -> float:
        """Square to the table now and then; beside a neighbour along one of its sides."""
        if option.touching is not None and self._kind.figure != "blob":
            corners = self._layout.pieces[option.touching].outline
            at = self._chooser.randrange(len(corners))
            (ax, ay), (bx, by) = corners[at - 1], corners[at]
            quarter = 90 * self._chooser.randrange(4)
            return math.degrees(math.atan2(by - ay, bx - ax)) + quarter
        if option.at_edge or self._chooser.random() < 0.4:
            return 90.0 * self._chooser.randrange(4)
        return round(360 * self._chooser.random(), 1)

    def _try_all(self, limits: SizeLimits) -> Piece | None:
        """The least outlines in all orientations; only the point that is picked is chance."""
        exact = [_parts(piece, exact=True) for piece in self._layout.pieces]
        for outline in self._least(limits):
            hopeful = [each for each in self._options if self._could_fit(outline, each)]
            for step in range(ORIENTATIONS) if hopeful else ():
                laid = turned(outline, about=(0, 0), degrees=360 / ORIENTATIONS * step)
                for option in hopeful:
                    found = self._lay(laid, option, exact, SLACK)
                    if found:
                        return found
        return None

    def _could_fit(self, outline: Outline, option: Option) -> bool:
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
        shapes_off = [
            shapely.buffer(self._layout.pieces[at].shape, clear + radius - SLACK)
            for at, clear in self._clearances(option)
        ]
        return not shapely.is_empty(shapely.difference(middles, shapely.union_all(shapes_off)))

    def _least(self, limits: SizeLimits) -> tuple[Outline, ...]:
        short, long = shapes.least_size(limits, self._rules.tolerance)
        size = (short, long + (0.002 if limits.long_exclusive else 0.0))
        half = self._rules.least_fill <= 0.5 and not self._wanted.declared
        return (
            (shapes.rectangle(size), shapes.triangle(size)) if half else (shapes.rectangle(size),)
        )

    def _lay(
        self,
        outline: Outline,
        option: Option,
        parts: list[tuple[Points, ...]],
        slack: float = 0.0,
    ) -> Piece | None:
        """The outline, turned as it shall lie, in a free place of an option."""
        hull = hull_points(outline)
        places = _places(hull, option, parts, slack)
        if places is None or shapely.is_empty(places):
            return None
        clearances = self._clearances(option)
        obstacles = tuple(Obstacle(parts[at], clear) for at, clear in clearances if parts[at])
        free = free_of(places, hull, obstacles, slack) if obstacles else places
        spots = [pick(free, self._chooser) for _ in range(SPOTS_TRIED)]
        outlines = [slid(outline, by=at) for at in spots if at is not None]
        if self._roominess < TIGHT:
            corners = shapely.get_coordinates(free)
            some = (self._chooser.choice(corners) for _ in range(min(len(corners), SPOTS_TRIED)))
            outlines += [slid(outline, by=(float(x), float(y))) for x, y in some]
            outlines.sort(key=self._ground_taken)
        for laid in outlines:
            piece = replace(self._wanted, outline=laid)
            if not check_spot(self._layout, piece, self._rules):
                return piece
        return None

    def _ground_taken(self, outline: Outline) -> float:
        """How much more of the table is closed to later pieces by an outline and its gap."""
        around = shapely.buffer(polygon(outline), self._rules.gap, quad_segs=2)
        return float(shapely.area(shapely.difference(around, self._closed)))

    @cached_property
    def _closed(self) -> Geometry:
        """What is closed already: within the gap of a piece, or off the table."""
        gap, table = self._rules.gap, self._rules.table
        wide = shapely.box(-50, -50, table.width + 50, table.depth + 50)
        off = shapely.difference(wide, shapely.box(0, 0, table.width, table.depth))
        lying = [piece.shape for piece in self._layout.pieces if piece.shape is not None]
        return shapely.union_all([off, *shapely.buffer(lying, gap, quad_segs=2)])

    def _clearances(self, option: Option) -> Iterator[tuple[int, float]]:
        here = Standing(
            self._wanted, self._layout.pieces, (math.inf,) * len(self._layout.pieces), self._rules
        )
        for at in option.obstacles:
            yield at, self._rules.gap if asks_gap(here, at) else 0.0

    def _searched(self, limits: SizeLimits | None) -> Mapping[str, Any]:
        found: dict[str, Any] = {
            "type": self._kind.name,
            "orientations": ORIENTATIONS,
            "positions": "exact free region",
            "boxes": [
                [round(v, 3) for v in (o.box.left, o.box.bottom, o.box.right, o.box.top)]
                for o in self._options
            ],
        }
        if limits is not None:
            size = shapes.least_size(limits, self._rules.tolerance)
            found["outline"] = [list(point) for point in shapes.rectangle(size)]
            found["outlines_tried"] = [
                [list(point) for point in outline] for outline in self._least(limits)
            ]
        return found


def _parts(piece: Piece, *, exact: bool) -> tuple[Points, ...]:
    if piece.shape is None:
        return ()
    return exact_parts(piece.shape) if exact else hull_part(piece.shape)


def _places(
    hull: Points, option: Option, parts: list[tuple[Points, ...]], slack: float
) -> Geometry | None:
    find = edge_positions if option.at_edge else positions
    places = find(hull, option.box, slack)
    if places is None or option.touching is None:
        return places
    return shapely.intersection(places, touching_positions(hull, parts[option.touching]))
