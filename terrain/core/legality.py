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

MAX_DRAWN = 64
MAX_WORK = 16_000_000
"""Pairs of sides: a quarter to half of a second for the worst layout that can be read."""
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
"""Rules about what a piece is; moving or reshaping it cannot fix them (except a declared size)."""

OF_A_PAIR = (neighbours.overlap, neighbours.land, neighbours.gap)
"""Rules between a piece and an earlier one."""

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
"""Rules about its place and position."""

OF_SIZE = frozenset({"too_small", "too_large", "too_thin", "too_wide", "too_narrow"})
OF_SHAPE = OF_SIZE | {"not_straight"}
"""The rules that a slide or turn of a piece does not affect."""


@dataclass(frozen=True)
class Verdict:
    """The violations of a layout; not `complete` if a heap of pieces was too much to judge."""

    breaches: tuple[Breach, ...]
    complete: bool

    @property
    def legal(self) -> bool:
        """Return whether all of it was judged and nothing is wrong."""
        return self.complete and not self.breaches


def judge_stated(layout: Layout, rules: GroundRules) -> Verdict:
    """Return the violations of an untrusted layout, within MAX_WORK.

    Pieces are judged in the order of placing, as many as the limit allows, and these completely: it
    is the answer of `check` for the layout of these pieces. The work is counted, not timed, so the
    same layout gives the same answer anywhere. 64 pieces of 80 points in one heap are all judged;
    of 200 points nearly half.
    """
    first = _affordable(layout, rules)
    if first == len(layout.pieces):
        return Verdict(check(layout, rules), complete=True)
    return Verdict(check(layout.with_pieces(layout.pieces[:first]), rules), complete=False)


def _affordable(layout: Layout, rules: GroundRules) -> int:
    """Return how many pieces can be judged for MAX_WORK: pairs of sides that may meet.

    Two pieces count if the rectangles around them come within reach; a band's own sides count
    BAND_WORK times, since each direction along it is tried.
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
        if work > MAX_WORK:
            return at
        earlier.append((piece.bounds, sides))
    return len(layout.pieces)


def check(layout: Layout, rules: GroundRules) -> tuple[Breach, ...]:
    """Return every violation of a layout, piece by piece in the order of placing.

    Each piece is judged against those before it. Empty for a legal layout; an unfinished one is
    judged as far as it goes. It does not say whether the rulebook's procedure could lead here. To
    limit the cost of a heap, after MAX_DRAWN violations the rest have no picture, and overlaps and
    ends of bands no figure; nor have overlaps beyond the work limit.
    """
    found: list[Breach] = []
    patience = Patience()
    layout.measure()
    for at, distances in enumerate(_distances(layout, rules)):
        draws = len(found) < MAX_DRAWN
        piece, before = layout.pieces[at], layout.pieces[:at]
        found += _judge(Subject(piece, before, distances, rules, draws, patience))
    return tuple(found)


def check_placement(layout: Layout, piece: Piece, rules: GroundRules) -> tuple[Breach, ...]:
    """Return every violation that this piece, placed last, brings to a layout."""
    return tuple(_judge(standing(layout, piece, rules)))


def check_spot(layout: Layout, piece: Piece, rules: GroundRules) -> tuple[Breach, ...]:
    """Return the violations of the outline of a piece placed last, not of the piece as such.

    For a moved piece its size is not reported again either: see `check_moved`.
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
    """Return the result of `check_spot`, and the violations of later pieces because of its place.

    That is: later pieces that are too near or overlap it, that share a sector with it and lie in
    another, and undiced ones that only it allows and that do not touch it. Other reasons for
    touching it are not checked (`Hand` lists them).
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
    """Return the violations of the opponent's slide or turn of one piece (9.E in the first
    rulebook).

    The piece then counts as moved: the demands of its die lapse as far as the rules say so. It is
    judged against all other pieces, later ones too. Earlier faults of its size and shape do not
    count, since a slide cannot fix them: players may have accepted an illegal piece. The function
    does not check whether the vector is short enough, or whether the outline is the old one slid or
    turned.
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
    # A slanted end that has left its edge looks like a bank off the line.
    was = standing(others, piece, rules)
    before = {broken.code for rule in BY_PLACE for broken in rule(was)}
    return tuple(b for b in found if b.code not in OF_SHAPE or b.code not in before)


def sector_of(outline: Outline, rules: GroundRules) -> str | None:
    """Return the name of the zone that wholly contains an outline, or None if it straddles.

    Names are as the rules give them (the defender's view: left is low x). The area beyond a side
    edge belongs to that side's zone.
    """
    if not outline:
        return None
    piece = Piece("", "", next(iter(rules.slots)), "defender", outline=outline)
    here = Subject(piece, (), (), rules)
    return next((zone.name for zone in places.open_zones(here) if here.fits(zone)), None)


def distance_to(piece: Piece, point: Point) -> float:
    """Return the distance of a point from a piece: 0 on it or in it, infinite for a faulty
    outline.
    """
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
    """Return for every pair among this many pieces the later and the earlier one."""
    return np.tril_indices(count, -1)
