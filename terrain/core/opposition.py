"""Places to which the opponent may slide or turn a piece on the table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import shapely

from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_moved
from terrain.core.outline import Outline, Point, polygon, slid, turned
from terrain.core.placement import random_candidates
from terrain.core.placement.clearance import asked_clear
from terrain.core.placement.random_candidates import KeptOff, Numbers, Prefer, Throws
from terrain.core.rules import GroundRules

SLIDES = 8
MOVES = 4
TURNS = 24


def suggest_move(
    layout: Layout,
    piece_index: int,
    rules: GroundRules,
    chooser: Random,
    *,
    prefer: Prefer | None = None,
) -> Point | None:
    """Return a vector by which the opponent may slide a piece, or None if none was found.

    With `prefer` the best of the candidates, and None if the piece is better where it is.
    """
    moving = _Moving.of(layout, piece_index, rules)
    outline = moving.piece.outline
    for _ in range(MOVES):
        slides = _slides(rules.slide, chooser)
        if not slides:
            continue
        laid = Throws(moving.ring, np.array(slides))
        for at in moving.free(laid, prefer):
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
    moving = _Moving.of(layout, piece_index, rules)
    outline = moving.piece.outline
    inside = shapely.point_on_surface(moving.piece.shape)
    middle = (round(float(inside.x), 2), round(float(inside.y), 2))
    found: list[tuple[float, Point, float]] = []
    for at in range(TURNS):
        about = chooser.choice(outline) if at % 2 else middle
        degrees = float(chooser.randrange(5, 360, 5))
        ring = random_candidates.turned_ring(moving.ring - about, degrees)
        laid = Throws(ring, np.array([about]))
        if not any(True for _ in moving.free(laid, prefer)):
            continue
        after = turned(outline, about=about, degrees=degrees)
        if check_moved(layout, piece_index, after, rules):
            continue
        if prefer is None:
            return about, degrees
        found.append((float(prefer(laid)[0]), about, degrees))
    return min(found)[1:] if found else None


def nearest_turn(
    layout: Layout, piece_index: int, rules: GroundRules, *, about: Point, degrees: float
) -> float | None:
    """Return the legal turn about a point that is nearest to these degrees, or None.

    The exact turn if it is legal, else one of whole degrees, above -180 and at most 180. Of two
    equally near ones it is the one further to the left. The function does not check whether the
    point belongs to the piece, nor faults that a turn cannot fix: see `check_moved`.
    """
    moving = _Moving.of(layout, piece_index, rules)
    whole = range(round(degrees) - 180, round(degrees) + 181)
    nearest_first = sorted(whole, key=lambda turn: (abs(turn - degrees), -turn))
    for turn in (degrees, *nearest_first):
        laid = Throws(random_candidates.turned_ring(moving.ring - about, turn), np.array([about]))
        if not any(True for _ in moving.free(laid, None)):
            continue
        after = turned(moving.piece.outline, about=about, degrees=turn)
        if not check_moved(layout, piece_index, after, rules):
            return turn if turn == degrees else float(180 - (180 - turn) % 360)
    return None


def _slides(most: float, chooser: Random) -> list[Point]:
    """Return a few vectors of at most that length, none of them zero."""
    found = []
    for attempt in range(SLIDES):
        length = most * math.sqrt(chooser.random())
        # Every third vector is along the edges: a piece that must keep to one cannot move
        # elsewhere.
        angle = chooser.choice((0, 90, 180, 270)) if attempt % 3 == 2 else 360 * chooser.random()
        by = (
            round(length * math.cos(math.radians(angle)), 2) + 0.0,
            round(length * math.sin(math.radians(angle)), 2) + 0.0,
        )
        if 0 < math.hypot(*by) <= most:
            found.append(by)
    return found


@dataclass(frozen=True)
class _Moving:
    """A piece on the table, and what it keeps off when it is moved."""

    piece: Piece
    ring: Numbers
    pieces: KeptOff
    rules: GroundRules

    @classmethod
    def of(cls, layout: Layout, piece_index: int, rules: GroundRules) -> _Moving:
        piece = replace(layout.pieces[piece_index], moved=True)
        covered = rules.kind(piece.type).overlaps
        others = tuple(
            at
            for at, other in enumerate(layout.pieces)
            if at != piece_index and layout.shapes[at] is not None and other.type not in covered
        )
        clear = [0.0] * len(others)
        if rules.moved_keeps_gap:
            clear = asked_clear(layout, piece, rules, others)
        pieces = KeptOff.of(layout.shapes[list(others)], clear)
        return cls(piece, np.array(piece.outline), pieces, rules)

    def free(self, laid: Throws, prefer: Prefer | None) -> Iterator[int]:
        """Yield the candidates on the table and off the others, the preferred ones first.

        With a preference, only those that are better than the current place.
        """
        table, reach = self.rules.table, self.rules.tolerance
        low, high = laid.bounds()
        off = (low < -reach) | (high > np.array((table.width, table.depth)) + reach)
        fitting = np.flatnonzero(~off.any(axis=1))
        laid = laid.some(fitting)
        if prefer is not None:
            figures = prefer(laid)
            now = prefer(Throws(self.ring, np.zeros((1, 2))))[0]
            order = np.argsort(figures, kind="stable")[: int((figures < now).sum())]
            fitting, laid = fitting[order], laid.some(order)
        for at in random_candidates.free(laid, self.pieces):
            yield int(fitting[at])


def slide_in_haste(
    layout: Layout, piece_index: int, rules: GroundRules, chooser: Random
) -> Point | None:
    """Return a vector as `suggest_move` does, without confirming it.

    Every outline on the table has to be a polygon; the caller checks the whole table.
    """
    piece = layout.pieces[piece_index]
    if not _goes_anywhere(piece, rules):
        return suggest_move(layout, piece_index, rules, chooser)
    ground = _Open(layout, piece_index, rules)
    left, bottom, right, top = piece.bounds
    for _ in range(MOVES):
        for by in _slides(rules.slide, chooser):
            x, y = by
            if ground.holds((left + x, bottom + y, right + x, top + y), piece.outline, by):
                return by
    return None


def turn_in_haste(
    layout: Layout, piece_index: int, rules: GroundRules, chooser: Random
) -> tuple[Point, float] | None:
    """Return a point and degrees as `suggest_turn` does; see `slide_in_haste`."""
    piece = layout.pieces[piece_index]
    if not _goes_anywhere(piece, rules):
        return suggest_turn(layout, piece_index, rules, chooser)
    ground = _Open(layout, piece_index, rules)
    for _ in range(TURNS):
        about = chooser.choice(piece.outline)
        degrees = float(chooser.randrange(5, 360, 5))
        after = turned(piece.outline, about=about, degrees=degrees)
        xs, ys = zip(*after, strict=True)
        if ground.holds((min(xs), min(ys), max(xs), max(ys)), after):
            return about, degrees
    return None


def _goes_anywhere(piece: Piece, rules: GroundRules) -> bool:
    """Return whether a moved piece of its type may lie wherever it overlaps nothing."""
    kind = rules.kind(piece.type)
    bound = kind.band or kind.strip or kind.touches_edge or kind.zones_always or kind.overlaps
    return not (bound or rules.moved_keeps_gap or rules.moved_keeps_zone)


class _Open:
    """The ground that is open to a moved piece, in plain arithmetic as far as possible."""

    def __init__(self, layout: Layout, piece_index: int, rules: GroundRules) -> None:
        self._table = rules.table
        self._others = [
            (piece.bounds, at) for at, piece in enumerate(layout.pieces) if at != piece_index
        ]
        self._layout = layout

    def holds(
        self,
        bounds: tuple[float, float, float, float],
        outline: Outline,
        by: Point | None = None,
    ) -> bool:
        """Return whether an outline, slid by a vector if any, is on the table and off the
        others.
        """
        left, bottom, right, top = bounds
        if left < 0 or bottom < 0 or right > self._table.width or top > self._table.depth:
            return False
        near = [
            at
            for (x0, y0, x1, y1), at in self._others
            if x0 <= right and x1 >= left and y0 <= top and y1 >= bottom
        ]
        if not near:
            return True
        laid = polygon(slid(outline, by=by) if by else outline)
        return not bool(shapely.intersects(self._layout.shapes[near], laid).any())
