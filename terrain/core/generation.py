"""Policies that choose among the legal places of a piece when a whole table is generated.

A rulebook makes selections and rolls dice, and both are binding under every policy. Only the choice
among candidate places, and among the opponent's slides and turns, is made here.

- `random`: any place.
- `dense_centre`: the middle of the piece's bounding box is nearest to the table's centre.
- `open_centre`: it is farthest from the centre.
- `balanced`: the piece's category differs least between the two halves of the depth; see
  `imbalance`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Literal, TypeAlias

import numpy as np
import shapely

from terrain.core.forms import Formed, Forms, place
from terrain.core.layout import Layout, Piece, Table
from terrain.core.opposition import slide_in_haste, suggest_move, suggest_turn, turn_in_haste
from terrain.core.outline import Point
from terrain.core.placement.random_candidates import Numbers, Prefer, Shapes, Throws
from terrain.core.placement.search import Found, Impossible, suggest, suggest_in_haste
from terrain.core.rules import GroundRules

Policy: TypeAlias = Literal["random", "balanced", "dense_centre", "open_centre"]
POLICIES: tuple[Policy, ...] = ("random", "balanced", "dense_centre", "open_centre")


@dataclass(frozen=True)
class Layer:
    """The generator of one table's pieces, with a policy and its own random stream.

    With `confirms` each piece and each move is checked as it is made; without, the caller checks
    the whole table: that is faster, and rarely fails. A preference is always confirmed.
    """

    rules: GroundRules
    chooser: Random
    policy: Policy
    confirms: bool

    @property
    def _hastes(self) -> bool:
        return self.policy == "random" and not self.confirms

    def place(self, layout: Layout, wanted: Piece) -> Found | Impossible:
        """Return the next piece at the place that the policy prefers, or that it is lost.

        A choice among the results of `search.suggest`: the best of the candidates for one outline,
        not the best of all possible places.
        """
        rules, chooser = self.rules, self.chooser
        if self._hastes:
            return suggest_in_haste(layout, wanted, rules, chooser)
        return suggest(layout, wanted, rules, chooser, prefer=self._prefer(layout, wanted))

    def place_formed(self, layout: Layout, wanted: Piece, forms: Forms) -> Formed | None:
        """Return a piece with one of the forms at the place that the policy prefers, or None."""
        prefer = self._prefer(layout, wanted)
        return place(layout, wanted, self.rules, self.chooser, forms=forms, prefer=prefer)

    def slide(self, layout: Layout) -> Point | None:
        """Return the opponent's slide of the last piece as a vector; None to leave it."""
        last = len(layout.pieces) - 1
        if self._hastes:
            return slide_in_haste(layout, last, self.rules, self.chooser)
        prefer = self._prefer(layout.with_pieces(layout.pieces[:-1]), layout.pieces[-1])
        return suggest_move(layout, last, self.rules, self.chooser, prefer=prefer)

    def turn(self, layout: Layout) -> tuple[Point, float] | None:
        """Return the point and the angle of the opponent's turn; None to leave the piece."""
        last = len(layout.pieces) - 1
        if self._hastes:
            return turn_in_haste(layout, last, self.rules, self.chooser)
        prefer = self._prefer(layout.with_pieces(layout.pieces[:-1]), layout.pieces[-1])
        return suggest_turn(layout, last, self.rules, self.chooser, prefer=prefer)

    def _prefer(self, layout: Layout, wanted: Piece) -> Prefer | None:
        """Return the preference for places of a piece, from the layout without it."""
        table = self.rules.table
        if self.policy == "random":
            return None
        if self.policy == "balanced":
            lead = _lead(layout, self.rules.kind(wanted.type).category, self.rules)
            return partial(_unlike, lead=lead, table=table)
        nearest_first = 1.0 if self.policy == "dense_centre" else -1.0
        return partial(_from_centre, sign=nearest_first, table=table)


def imbalance(layout: Layout, rules: GroundRules) -> float:
    """Return the difference of the defender's half of the depth and the invader's, in square units.

    For each category it is the absolute difference of the areas in the two halves; these are added
    up. 0 if they are equal, and at most all the terrain. Terrain without a category (deep water,
    settlements) is one more. Terrain off the table does not count; if pieces overlap, it counts for
    each.
    """
    categories = dict.fromkeys(rules.kind(piece.type).category for piece in layout.pieces)
    return sum(abs(_lead(layout, category, rules)) for category in categories)


def _lead(layout: Layout, category: str | None, rules: GroundRules) -> float:
    """Return by how much more of a category lies in the defender's half than in the invader's."""
    shapes = [
        piece.shape
        for piece in layout.pieces
        if piece.shape is not None and rules.kind(piece.type).category == category
    ]
    return float(_leads(np.array(shapes, dtype=object), rules.table).sum())


def _leads(shapes: Shapes, table: Table) -> Numbers:
    middle = table.depth / 2
    near = shapely.area(shapely.intersection(shapes, shapely.box(0, 0, table.width, middle)))
    far = shapely.intersection(shapes, shapely.box(0, middle, table.width, table.depth))
    return np.asarray(near - shapely.area(far))


def _unlike(laid: Throws, *, lead: float, table: Table) -> Numbers:
    return np.abs(lead + _leads(laid.polygons(0, len(laid.at)), table))


def _from_centre(laid: Throws, *, sign: float, table: Table) -> Numbers:
    low, high = laid.bounds()
    away = (low + high - (table.width, table.depth)) / 2
    return np.asarray(sign * np.hypot(away[:, 0], away[:, 1]))
