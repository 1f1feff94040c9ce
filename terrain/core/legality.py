"""Check a layout and return everything that is wrong with it, and where.

Every violation is returned, not just the first. A rule is a small function of one piece in its
surroundings (`terrain.core.demands`); violations come in the order of the rules below.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.breaches import Breach
from terrain.core.demands import bands, counts, neighbours, places, sizes
from terrain.core.demands.subject import (
    Patience,
    Subject,
    Violations,
    among,
    distances_within,
    standing,
)
from terrain.core.layout import Layout, Piece
from terrain.core.outline import Outline, Point
from terrain.core.rules import GroundRules

Rule: TypeAlias = Callable[[Subject], Violations]

MOST_DRAWN = 64
MOST_WORK = 16_000_000
"""Pairs of sides: a quarter of a second to half of one, for the worst that can be read."""
BAND_WORK = 8

BY_NAME = (
    counts.known_type,
    counts.territory,
    counts.box,
    counts.limit,
    counts.room,
    counts.declaration,
    counts.movable,
)
"""Rules about what a piece is; moving or reshaping it cannot mend them (a declared size apart)."""

OF_A_PAIR = (neighbours.overlap, neighbours.land, neighbours.gap)
"""Rules that ask something of a piece and one that lay there before it."""

BY_PLACE = (
    places.table,
    *OF_A_PAIR,
    neighbours.die_required,
    sizes.size,
    sizes.fill,
    places.sector,
    places.straddling,
    places.half,
    places.edge,
    bands.band,
    bands.strip,
)
"""Rules about where and how it lies."""

OF_SIZE = frozenset({"too_small", "too_large", "too_thin", "too_wide", "too_narrow"})
OF_SHAPE = OF_SIZE | {"not_straight"}
"""What stays as it is wherever a piece is slid or turned."""


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a layout; not `complete` where a heap of pieces was too much to judge."""

    breaches: tuple[Breach, ...]
    complete: bool

    @property
    def legal(self) -> bool:
        """Whether all of it was judged and nothing is wrong."""
        return self.complete and not self.breaches


def judge_stated(layout: Layout, rules: GroundRules) -> Verdict:
    """Return what is wrong with a layout of strangers, as far as MOST_WORK goes.

    Pieces are judged in the order of placing, as many as that leaves room for, and these whole: it
    is the answer of `check` for the layout that they make. The work is counted, not timed, so the
    same layout gives the same answer anywhere. 64 pieces of 80 points in one heap are judged to
    the last, of 200 points nearly half.
    """
    first = _affordable(layout, rules)
    if first == len(layout.pieces):
        return Verdict(check(layout, rules), complete=True)
    return Verdict(check(layout.with_pieces(layout.pieces[:first]), rules), complete=False)


def _affordable(layout: Layout, rules: GroundRules) -> int:
    """Return how many pieces can be judged for MOST_WORK: pairs of sides that may meet.

    Those of two pieces count where the rectangles around them come within reach; a band's own count
    BAND_WORK times, since each way along it is tried.
    """
    work = 0
    earlier: list[tuple[tuple[float, float, float, float], int]] = []
    for at, piece in enumerate(layout.pieces):
        if piece.shape is None:
            continue
        sides = len(piece.outline)
        left, bottom, right, top = piece.bounds
        reach = rules.reach
        work += sides * sum(
            other_sides
            for (low_x, low_y, high_x, high_y), other_sides in earlier
            if low_x <= right + reach
            and left <= high_x + reach
            and low_y <= top + reach
            and bottom <= high_y + reach
        )
        if rules.kind(piece.type).band is not None:
            work += BAND_WORK * sides * sides
        if work > MOST_WORK:
            return at
        earlier.append((piece.bounds, sides))
    return len(layout.pieces)


def check(layout: Layout, rules: GroundRules) -> tuple[Breach, ...]:
    """Return every violation of a layout, piece by piece in the order of placing.

    Each piece is judged against those before it. Empty for a legal layout; an unfinished one is
    judged as far as it goes. Does not say whether the rulebook's procedure could lead here. So that
    a heap costs no more than a moment, after MOST_DRAWN violations the rest have no picture, and
    overlaps and ends of bands no figure; nor have overlaps once patience is at its end.
    """
    found: list[Breach] = []
    patience = Patience()
    layout.measure()
    for at, distances in enumerate(_distances(layout, rules)):
        draws = len(found) < MOST_DRAWN
        piece, before = layout.pieces[at], layout.pieces[:at]
        found += _judge(Subject(piece, before, distances, rules, draws, patience))
    return tuple(found)


def check_placement(layout: Layout, piece: Piece, rules: GroundRules) -> tuple[Breach, ...]:
    """Return every violation that this piece, placed last, brings to a layout."""
    return tuple(_judge(standing(layout, piece, rules)))


def check_spot(layout: Layout, piece: Piece, rules: GroundRules) -> tuple[Breach, ...]:
    """Return what is wrong with the outline of a piece placed last, not with the piece as such.

    Of a moved piece not its size either, of which it has been said before: see `check_moved`.
    """
    here = standing(layout, piece, rules)
    if piece.fault:
        return tuple(sizes.invalid_outline(here))
    found = [broken for rule in BY_PLACE for broken in rule(here)]
    if piece.moved:
        return tuple(broken for broken in found if broken.code not in OF_SIZE)
    return (*found, *_missized_declaration(here))


def check_among(
    layout: Layout, piece: Piece, later: tuple[Piece, ...], rules: GroundRules
) -> tuple[Breach, ...]:
    """Return what `check_spot` does, and what later pieces have against it where it lies.

    That is: which of them lie too near to it or overlap it, which share a sector with it and lie in
    another, and which have no die and nothing but it to give them that right, and do not touch it.
    Not what else they touch it for (`Hand` lists that).
    """
    found = list(check_spot(layout, piece, rules))
    if piece.fault:
        return tuple(found)
    alone = standing(layout, piece, rules)
    here = among(alone, later)
    if here.slot.led_by:
        found += [broken for broken in places.sector(here) if broken not in found]
    shapes = np.array([other.shape for other in later], dtype=object)
    distances = distances_within(rules.reach, piece.shape, shapes)
    for other, distance in zip(later, distances, strict=True):
        beside = Subject(other, (piece,), (distance,), rules)
        if beside.near:
            found += [broken for rule in OF_A_PAIR for broken in rule(beside)]
    found += neighbours.leant_on(alone, later)
    return tuple(found)


def check_moved(
    layout: Layout, piece_index: int, new_outline: Outline, rules: GroundRules
) -> tuple[Breach, ...]:
    """Return what the opponent's slide or turn of one piece breaks (9.E in the first rulebook).

    The piece then counts as moved: the demands of its die lapse as far as the rules say so. It is
    judged against all other pieces, later ones too. What was wrong with its size and shape before
    is not held against it, since a slide cannot mend that: players may have let an illegal piece
    stand. Whether the vector is short enough, and whether the outline is the old one slid or
    turned, is not looked at.
    """
    piece = layout.pieces[piece_index]
    moved = replace(piece, outline=new_outline, holes=(), moved=True)
    others = layout.with_pieces(layout.pieces[:piece_index] + layout.pieces[piece_index + 1 :])
    here = standing(others, moved, rules)
    if moved.fault:
        return tuple(sizes.invalid_outline(here))
    found = [broken for rule in (counts.movable, *BY_PLACE) for broken in rule(here)]
    if not any(broken.code in OF_SHAPE for broken in found):
        return tuple(found)
    # A slanted end that has left its edge reads as a bank off the line.
    was = standing(others, piece, rules)
    before = {broken.code for rule in BY_PLACE for broken in rule(was)}
    return tuple(b for b in found if b.code not in OF_SHAPE or b.code not in before)


def sector_of(outline: Outline, rules: GroundRules) -> str | None:
    """Return the name of the zone in which an outline wholly lies, or None where it straddles.

    Names are as the rules give them (the defender's view: left is low x). What lies off the table
    at a side belongs to that side's zone.
    """
    if not outline:
        return None
    piece = Piece("", "", next(iter(rules.slots)), "defender", outline=outline)
    here = Subject(piece, (), (), rules)
    return next((zone.name for zone in places.open_zones(here) if here.fits(zone)), None)


def distance_to(piece: Piece, point: Point) -> float:
    """Return how far a point is from a piece: 0 on it or in it, infinite for a faulty outline."""
    if piece.shape is None:
        return math.inf
    return float(shapely.distance(piece.shape, shapely.points(point)))


def _missized_declaration(here: Subject) -> list[Breach]:
    return [broken for broken in counts.declaration(here) if broken.params.get("reason") == "size"]


def _judge(here: Subject) -> list[Breach]:
    found: list[Breach] = []
    for rule in BY_NAME:
        found += rule(here)
    if here.piece.fault:
        return [*sizes.invalid_outline(here), *found]
    for rule in BY_PLACE:
        found += rule(here)
    return found


def _distances(layout: Layout, rules: GroundRules) -> list[tuple[float, ...]]:
    """Return for each piece its distances to those before it, infinite beyond the rules' reach."""
    count = len(layout.pieces)
    shapes = layout.shapes
    later, earlier = _pairs(count)
    (near,) = shapely.dwithin(shapes[later], shapes[earlier], rules.reach).nonzero()
    rows = np.full((count, count), math.inf)
    later, earlier = later[near], earlier[near]
    rows[later, earlier] = shapely.distance(shapes[later], shapes[earlier])
    return [tuple(row[:at]) for at, row in enumerate(rows.tolist())]


@lru_cache
def _pairs(count: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return of every pair among so many pieces which is the later and which the earlier one."""
    return np.tril_indices(count, -1)
