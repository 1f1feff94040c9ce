"""Where could a piece go: is there a legal outline for it, and what would look well?

First outlines with character in likely sizes, ever smaller, thrown at many places at once; then,
before anything is called impossible, the exact search. Every answer is confirmed by
`legality.check_spot`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

import numpy as np
import shapely

from terrain.core import packing, shapes, throws
from terrain.core.exact import Impossible, asked_clear, search_exactly, size_limits
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_moved, check_spot
from terrain.core.lines import suggest_band, suggest_strip
from terrain.core.options import Option, options
from terrain.core.outline import Outline, Point, slid, turned
from terrain.core.packing import ROOMY
from terrain.core.rules import GroundRules, SizeLimits
from terrain.core.throws import KeptOff, Numbers, Prefer, Throws

__all__ = ["Found", "Impossible", "Prefer", "suggest", "suggest_move", "suggest_turn"]

TIGHT = 0.35
"""Where less than this share of the ground is open, pieces are laid close to what lies there."""
TRIES = ((1.0, 12), (1.0, 24), (0.6, 32), (0.3, 48), (0.3, 0), (0.1, 48), (0.0, 0), (0.0, 0))
"""How large each outline is, between the least (0) and the greatest (1), and how often thrown.

Where that is 0 it is laid close in, square to the table.
"""
MOVES = 32
WEIGHED = 64
"""How many places are compared, at least, where one is preferred."""


@dataclass(frozen=True)
class Found:
    """A legal piece."""

    piece: Piece


def suggest(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    chooser: Random,
    *,
    prefer: Prefer | None = None,
) -> Found | Impossible:
    """Return a legal outline for a piece that is placed next, or say that there is none.

    `wanted` states all but the outline; its die, or that it has none, is obeyed; a declaration that
    it carries is given the least size. What is wrong with the piece as such (its number, its type)
    is not looked at. The chooser decides which legal place is found, never whether one is; with
    `prefer` it is the one with the least figure among those that were thrown.
    """
    kind = rules.kind(wanted.type)
    found: Outline | Impossible
    if kind.strip:
        found = suggest_strip(layout, wanted, rules, chooser)
    elif kind.band:
        found = suggest_band(layout, wanted, rules, chooser, prefer=prefer)
    else:
        search = _Search(layout, wanted, rules, chooser, prefer)
        found = search.thrown() or search_exactly(layout, wanted, rules, chooser)
    return found if isinstance(found, Impossible) else Found(replace(wanted, outline=found))


def suggest_move(
    layout: Layout,
    piece_index: int,
    rules: GroundRules,
    chooser: Random,
    *,
    prefer: Prefer | None = None,
) -> Point | None:
    """Return a vector by which the opponent may slide a piece, or None if none was found.

    With `prefer` the best of those thrown, and None where the piece lies better as it does.
    """
    slides = []
    for attempt in range(MOVES):
        length = rules.slide * math.sqrt(chooser.random())
        # Along the edges every third time: a piece that must keep to one can go nowhere else.
        angle = chooser.choice((0, 90, 180, 270)) if attempt % 3 == 2 else 360 * chooser.random()
        by = (
            round(length * math.cos(math.radians(angle)), 2) + 0.0,
            round(length * math.sin(math.radians(angle)), 2) + 0.0,
        )
        if 0 < math.hypot(*by) <= rules.slide:
            slides.append(by)
    outline = layout.pieces[piece_index].outline
    if not slides:
        return None
    rings = np.array(outline) + np.array(slides)[:, None, :]
    for at in _movable_to(layout, piece_index, rules, Throws.of(rings), prefer):
        if not check_moved(layout, piece_index, slid(outline, by=slides[at]), rules):
            return slides[at]
    return None


def suggest_turn(
    layout: Layout,
    piece_index: int,
    rules: GroundRules,
    chooser: Random,
    *,
    prefer: Prefer | None = None,
) -> tuple[Point, float] | None:
    """Return a point on a piece and the degrees by which the opponent may turn it, or None.

    `prefer` is as in `suggest_move`.
    """
    piece = layout.pieces[piece_index]
    centre = shapely.point_on_surface(piece.shape)
    middle = (round(float(centre.x), 2), round(float(centre.y), 2))
    turns = [
        (chooser.choice(piece.outline) if at % 2 else middle, float(chooser.randrange(5, 360, 5)))
        for at in range(MOVES)
    ]
    about = np.array([point for point, _ in turns])
    ring = np.array(piece.outline) - about[:, None, :]
    rings = throws.turned_to(ring, [degrees for _, degrees in turns]) + about[:, None, :]
    for at in _movable_to(layout, piece_index, rules, Throws.of(rings), prefer):
        point, degrees = turns[at]
        outline = turned(piece.outline, about=point, degrees=degrees)
        if not check_moved(layout, piece_index, outline, rules):
            return point, degrees
    return None


def _movable_to(
    layout: Layout,
    piece_index: int,
    rules: GroundRules,
    laid: Throws,
    prefer: Prefer | None,
) -> Iterable[int]:
    """Which throws of a piece that lies already are on the table and off the others, in order."""
    piece = replace(layout.pieces[piece_index], moved=True)
    others = layout.pieces[:piece_index] + layout.pieces[piece_index + 1 :]
    table, covered = rules.table, rules.kind(piece.type).overlaps
    on_table = (laid.low >= -rules.tolerance) & (
        laid.high <= np.array((table.width, table.depth)) + rules.tolerance
    )
    fitting = np.flatnonzero(on_table.all(axis=1))
    laid = laid.some(fitting)
    at = [at for at, other in enumerate(others) if other.shape and other.type not in covered]
    without = layout.with_pieces(others)
    clear = (
        asked_clear(without, piece, rules, tuple(at)) if rules.moved_keeps_gap else [0.0] * len(at)
    )
    pieces = KeptOff.of(without.shapes[at], clear)
    if prefer is not None:
        now = prefer(Throws.of(np.array([piece.outline])))
        figures = prefer(laid)
        order = np.argsort(figures, kind="stable")[: (figures < now).sum()]
        fitting, laid = fitting[order], laid.some(order)
    return (int(fitting[each]) for each in throws.free(laid, pieces))


class _Search:
    """One search for one piece; nothing outlives it."""

    def __init__(
        self,
        layout: Layout,
        wanted: Piece,
        rules: GroundRules,
        chooser: Random,
        prefer: Prefer | None,
    ) -> None:
        self._layout = layout
        self._wanted = wanted
        self._rules = rules
        self._chooser = chooser
        self._prefer = prefer
        self._kind = rules.kind(wanted.type)
        self._options = options(layout, wanted, rules)

    def thrown(self) -> Outline | None:
        """Return an outline with character that lies legally, or None if none was hit upon."""
        limits = size_limits(self._wanted, self._rules)
        if limits is None or not self._options:
            return None
        for scale, count in TRIES:
            found = self._try(limits, scale * self._roominess, count)
            if found:
                return found
        return None

    def _try(self, limits: SizeLimits, scale: float, count: int) -> Outline | None:
        """One outline, in every option, in a random order."""
        chooser = self._chooser
        size = shapes.some_size(limits, self._rules.tolerance, scale, chooser)
        ring = np.array(shapes.figure(self._kind.figure, size, chooser))
        for option in chooser.sample(self._options, len(self._options)):
            pieces = self._kept_off(option)
            laid = self._laid(ring, option, pieces, count)
            laid = self._sorted(laid, option, pieces, limits.short_min)
            for at in throws.free(laid, pieces):
                outline = laid.outline(at)
                piece = replace(self._wanted, outline=outline)
                if not check_spot(self._layout, piece, self._rules):
                    return outline
        return None

    def _laid(self, ring: Numbers, option: Option, pieces: KeptOff, count: int) -> Throws:
        chooser = self._chooser
        if not count and option.touching is None and not option.at_edge:
            upright = throws.turned_to(ring, [90.0 * chooser.randrange(4)])[0]
            return throws.close_in(upright, option.box, pieces, chooser)
        count = max(count, WEIGHED if self._prefer or not count else 0)
        straight = shapes.family(self._kind.figure) != "blob"
        square = option.at_edge or (straight and option.touching is not None)
        degrees = [
            90.0 * chooser.randrange(4)
            if square or chooser.random() < 0.4
            else 360 * chooser.random()
            for _ in range(count)
        ]
        rings = throws.turned_to(ring, degrees)
        if option.touching is None:
            edges = tuple(sorted(option.box.edges)) if option.at_edge else ()
            return throws.within(rings, option.box, edges, chooser)
        neighbour = np.array(self._layout.pieces[option.touching].outline)
        return throws.against(rings, neighbour, chooser, box=option.box, along_sides=straight)

    def _sorted(self, laid: Throws, option: Option, pieces: KeptOff, least: float) -> Throws:
        """The throws in the order in which they are tried."""
        if self._prefer is not None:
            return laid.by(self._prefer(laid))
        if self._roominess < TIGHT:
            return laid.by(packing.looseness(laid, option.box, pieces))
        if min(option.box.right - option.box.left, option.box.top - option.box.bottom) < ROOMY:
            return laid.by(packing.waste(laid, option.box, pieces, least))
        return laid

    def _kept_off(self, option: Option) -> KeptOff:
        clear = asked_clear(self._layout, self._wanted, self._rules, option.obstacles)
        return KeptOff.of(self._layout.shapes[list(option.obstacles)], clear)

    @cached_property
    def _roominess(self) -> float:
        """From 0 to 1: how much of the narrowest box is still open, and how wide that is.

        Whoever fills a narrow sector with a great piece has no place for the next.
        """
        lying = self._layout.shapes[[piece.shape is not None for piece in self._layout.pieces]]
        boxes = dict.fromkeys(option.box for option in self._options)
        return min(packing.roominess(box, lying, self._rules.gap) for box in boxes)
