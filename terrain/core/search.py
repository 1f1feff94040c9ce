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
from terrain.core.demands.places import leads
from terrain.core.demands.standing import Standing
from terrain.core.free import (
    Box,
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
from terrain.core.outline import Outline, Point, polygon, slid, turned
from terrain.core.rules import GroundRules, SizeLimits, TypeRules, Zone

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


@dataclass(frozen=True)
class Option:
    """One way of placing: wholly in a box, and perhaps at an edge or touching an earlier piece."""

    box: Box
    obstacles: tuple[int, ...]
    at_edge: bool = False
    touching: int | None = None


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
        self._options = tuple(_options(layout, wanted, rules, self._kind))
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
            for step in range(ORIENTATIONS):
                laid = turned(outline, about=(0, 0), degrees=360 / ORIENTATIONS * step)
                for option in self._options:
                    found = self._lay(laid, option, exact, SLACK)
                    if found:
                        return found
        return None

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


def _options(
    layout: Layout, wanted: Piece, rules: GroundRules, kind: TypeRules
) -> Iterator[Option]:
    """Every way in which the piece may be placed, from its slot, its die and its specials."""
    slot = rules.slots[kind.home or wanted.slot]
    keep_off = tuple(
        at
        for at, piece in enumerate(layout.pieces)
        if piece.shape is not None and piece.type not in kind.overlaps
    )
    half = rules.halves[wanted.placed_by] if slot.own_half else None
    if slot.zones:
        for name in _slot_zones(layout, wanted, rules):
            yield Option(_box(rules, rules.zones[name], half), keep_off)
    elif not slot.diced:
        yield Option(_box(rules, None, half), keep_off, kind.touches_edge)
    elif wanted.die is None:
        boxes: tuple[Zone | None, ...] = (None,)
        if kind.undiced_in_one_zone:
            boxes = tuple(rules.zones.values())
        for at, piece in enumerate(layout.pieces):
            if piece.shape is not None and piece.type in kind.undiced_beside:
                others = tuple(other for other in keep_off if other != at)
                for zone in boxes:
                    yield Option(_box(rules, zone, half), others, kind.touches_edge, at)
    else:
        sent = kind.by_die[wanted.placed_by][wanted.die]
        own = rules.zones[sent.zone]
        at_edge = kind.touches_edge or sent.touches_edge
        yield Option(_box(rules, own, half), keep_off, at_edge)
        if kind.extends_beside and kind.extends_into and kind.extends_into != own.name:
            into = rules.zones[kind.extends_into]
            both = Zone(own.name, min(own.low, into.low), max(own.high, into.high))
            for at in _beside(layout, kind, own):
                others = tuple(other for other in keep_off if other != at)
                yield Option(_box(rules, both, half), others, at_edge, at)


def _beside(layout: Layout, kind: TypeRules, own: Zone) -> Iterator[int]:
    for at, piece in enumerate(layout.pieces):
        if piece.shape is not None and piece.type in kind.extends_beside:
            left, _, right, _ = piece.bounds
            if left >= own.low - 0.01 and right <= own.high + 0.01:
                yield at


def _slot_zones(layout: Layout, wanted: Piece, rules: GroundRules) -> tuple[str, ...]:
    """The zones of the slot that are left: that of the leader's piece, or all."""
    names = rules.slots[wanted.slot].zones
    for piece in layout.pieces:
        if piece.shape is not None and leads(piece, wanted, rules):
            left, _, right, _ = piece.bounds
            held = tuple(
                name
                for name in names
                if left >= rules.zones[name].low - 0.01 and right <= rules.zones[name].high + 0.01
            )
            if held:
                return held
    return names


def _box(rules: GroundRules, zone: Zone | None, half: Zone | None) -> Box:
    width, depth = rules.table.width, rules.table.depth
    left, right = (zone.low, zone.high) if zone else (0.0, width)
    bottom, top = (half.low, half.high) if half else (0.0, depth)
    sides = {"left": left <= 0, "right": right >= width, "bottom": bottom <= 0, "top": top >= depth}
    edges = frozenset(name for name, is_edge in sides.items() if is_edge)
    return Box(left, bottom, right, top, edges)
