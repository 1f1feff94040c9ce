"""Decide for many positions at once whether an outline is legal there, in a few calls of Shapely.

The verdicts are those of `legality.check_spot` or `check_among`, without figures and geometry.
Rules about size and shape alone are not evaluated again.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.demands.neighbours import asks_gap
from terrain.core.demands.places import (
    die_zone,
    followed_zones,
    lies_in,
    open_zones,
    reaching,
    wanted_zones,
)
from terrain.core.demands.subject import Subject
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_among
from terrain.core.outline import DECIMALS, NEGLIGIBLE, core_of, slid
from terrain.core.placement.random_candidates import GRAIN, polygons
from terrain.core.rules import GroundRules, Zone

Points: TypeAlias = npt.NDArray[np.float64]
Bools: TypeAlias = npt.NDArray[np.bool_]
Geometries: TypeAlias = npt.NDArray[np.object_]
Indices: TypeAlias = npt.NDArray[np.intp]


def legal_at(
    layout: Layout,
    piece: Piece,
    rules: GroundRules,
    spots: Points,
    later: tuple[Piece, ...] = (),
) -> Bools:
    """Return at which spots, of shape (n, 2), the piece could lie with its first point there.

    It is placed after those of the layout and before the `later` ones. Its outline has no fault and
    a legal size; it is placed rounded to three decimals. A spot at which a distance equals its
    limit to the last bit may count as illegal.
    """
    kind = rules.kind(piece.type)
    covers = any(other.type in kind.overlaps for other in layout.pieces)
    if kind.band or kind.strip or covers or later:
        # Rare cases that need more than distances, or an edited table: one by one.
        return np.array(
            [_is_legal(layout, piece, later, rules, spot) for spot in spots], dtype=bool
        )
    return _Laid(layout, piece, rules, spots).legal() if len(spots) else np.zeros(0, dtype=bool)


def _is_legal(
    layout: Layout, piece: Piece, later: tuple[Piece, ...], rules: GroundRules, spot: Points
) -> bool:
    x0, y0 = piece.outline[0]
    outline = slid(piece.outline, by=(float(spot[0]) - x0, float(spot[1]) - y0))
    return not check_among(layout, replace(piece, outline=outline), later, rules)


_POLYGON = 3


class _Laid:
    """One outline at many spots."""

    def __init__(self, layout: Layout, piece: Piece, rules: GroundRules, spots: Points) -> None:
        unmeasured = (math.inf,) * len(layout.pieces)
        self._here = Subject(piece, layout.pieces, unmeasured, rules)
        self._rules = rules
        self._reach = rules.tolerance + NEGLIGIBLE
        # Placed outlines are rounded: so is this one, once, relative to its first point.
        self._outline = np.round(np.array(piece.outline) - piece.outline[0], DECIMALS)
        self._spots = np.round(spots, DECIMALS)
        self._points = self._outline + self._spots[:, None]
        np.rint(self._points * GRAIN, out=self._points)
        self._points /= GRAIN
        self._low = np.round(self._outline.min(axis=0) + self._spots, DECIMALS)
        self._high = np.round(self._outline.max(axis=0) + self._spots, DECIMALS)
        self._shapes: Geometries = polygons(self._points)
        self._others = layout.shapes

    def legal(self) -> Bools:
        touched = self._touching()
        fine = self._on_table() & self._in_half() & self._at_edge()
        fine &= self._in_sector(touched) & self._has_die(touched)
        fine[self._meeting(np.flatnonzero(fine), touched)] = False
        return fine

    def _on_table(self) -> Bools:
        table = np.array((self._rules.table.width, self._rules.table.depth))
        fine: Bools = (self._low >= 0).all(axis=1) & (self._high <= table).all(axis=1)
        over = np.flatnonzero(~fine)
        points = self._points[over]
        off = np.maximum(0, np.maximum(-points, points - table))
        fine[over] = np.hypot(off[..., 0], off[..., 1]).max(axis=1, initial=0) <= self._reach
        return fine

    def _in_half(self) -> Bools:
        slot = self._here.slot
        if not slot.own_half or self._here.astray:
            return self._everywhere()
        own = self._rules.halves[self._here.piece.placed_by]
        over = self._high[:, 1] - own.high if own.low <= 0 else own.low - self._low[:, 1]
        return np.asarray(over <= self._reach)

    def _at_edge(self) -> Bools:
        here = self._here
        sent = die_zone(here)
        diced = sent is not None and sent.touches_edge and not here.piece.moved
        if not here.slot.diced or not (diced or here.kind.touches_edge):
            return self._everywhere()
        table = np.array((self._rules.table.width, self._rules.table.depth))
        return np.asarray(np.minimum(self._low, table - self._high).min(axis=1) <= self._reach)

    def _in_sector(self, touched: Bools) -> Bools:
        here = self._here
        fine = self._everywhere()
        wanted = wanted_zones(here)
        if wanted:
            fine = self._in_one_of(wanted)
            sent = None if here.slot.zones else die_zone(here)
            if sent is not None and self._rules.zones[sent.zone] in wanted:
                fine |= self._reaching_on(self._rules.zones[sent.zone], touched)
            shared = followed_zones(here.piece, here.before, self._rules)
            if shared is not None:
                fine &= self._in_one_of(shared)
        undiced = here.piece.die is None and here.slot.diced and not here.piece.moved
        if undiced and here.kind.undiced_beside and here.kind.undiced_in_one_zone:
            fine &= self._in_one_of(open_zones(here))
        return fine

    def _reaching_on(self, own: Zone, touched: Bools) -> Bools:
        """Return at which spots it extends out of its sector, touching what lets it."""
        kind = self._here.kind
        longer = reaching(kind, own, self._rules)
        if longer is None:
            return ~self._everywhere()
        lets = self._of_types(kind.extends_beside)
        lets &= np.array([lies_in(other, own) for other in self._here.before], dtype=bool)
        return self._in_one_of((longer,)) & np.asarray(touched[:, lets].any(axis=1))

    def _in_one_of(self, zones: tuple[Zone, ...]) -> Bools:
        left, right = self._low[:, 0], self._high[:, 0]
        found = ~self._everywhere()
        for zone in zones:
            found |= (zone.low - left <= self._reach) & (right - zone.high <= self._reach)
        return found

    def _has_die(self, touched: Bools) -> Bools:
        here = self._here
        if here.piece.die is not None or here.piece.moved or not here.slot.diced:
            return self._everywhere()
        return np.asarray(touched[:, self._of_types(here.kind.undiced_beside)].any(axis=1))

    def _touching(self) -> Bools:
        """Return which earlier pieces are touched at which spots, of those whose touch matters."""
        found = np.zeros((len(self._shapes), len(self._others)), dtype=bool)
        matters = self._of_types(self._here.kind.undiced_beside | self._here.kind.extends_beside)
        if matters.any():
            every = np.arange(len(self._shapes))
            spots, others = self._near(every, np.where(matters, self._reach, -1.0)[None])
            shapes = self._others[others]
            found[spots, others] = shapely.dwithin(shapes, self._shapes[spots], self._reach)
        return found

    def _meeting(self, at: Indices, touched: Bools) -> Indices:
        """Return those of some spots at which it is too near an earlier piece."""
        here, rules = self._here, self._rules
        lapsed = here.piece.moved and not rules.moved_keeps_gap
        asked = np.array(
            [not lapsed and asks_gap(here, other) for other in range(len(here.before))], dtype=bool
        )
        undiced = here.piece.die is None and here.slot.diced
        lifted = undiced & touched & self._of_types(here.kind.undiced_beside)
        least = max(0.0, rules.gap - rules.tolerance - NEGLIGIBLE)
        apart = np.where(asked & ~lifted, least, 0.0)
        spots, others = self._near(at, apart[at])
        gap = apart[spots, others] > 0
        near = shapely.dwithin(self._others[others[gap]], self._shapes[spots[gap]], least)
        # Without a gap only overlaps count, and only if wider than the tolerance.
        laid, under = spots[~gap], others[~gap]
        found: Indices = spots[gap][near]
        if len(laid):
            lying = [here.before[other].core(rules.tolerance) for other in under]
            found = np.concatenate((found, laid[shapely.intersects(self._cores(laid), lying)]))
        return found

    def _cores(self, spots: Indices) -> Geometries:
        """Return the outline at the spots less half of the tolerance all round."""
        core = core_of(shapely.polygons(self._outline), self._rules.tolerance)
        if shapely.get_type_id(core) != _POLYGON:
            return np.asarray(core_of(self._shapes[spots], self._rules.tolerance))
        ring = shapely.get_coordinates(core)
        found: Geometries = shapely.polygons(ring + self._spots[spots][:, None])
        return found

    def _near(self, at: Indices, reach: Points) -> tuple[Indices, Indices]:
        """Return pairs of some spots and earlier pieces whose bounding boxes are within a reach."""
        bounds = shapely.bounds(self._others)
        low, high = self._low[at], self._high[at]
        # Each coordinate separately: numpy is slow with interleaved ones.
        x = np.maximum(low[:, :1] - bounds[:, 2], bounds[:, 0] - high[:, :1])
        y = np.maximum(low[:, 1:] - bounds[:, 3], bounds[:, 1] - high[:, 1:])
        np.maximum(x, 0.0, out=x)
        np.maximum(y, 0.0, out=y)
        spots, others = np.nonzero(x * x + y * y <= reach * np.abs(reach))
        return at[spots], others

    def _of_types(self, types: frozenset[str]) -> Bools:
        return np.array([other.type in types for other in self._here.before], dtype=bool)

    def _everywhere(self) -> Bools:
        return np.ones(len(self._shapes), dtype=bool)
