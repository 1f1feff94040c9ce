"""Things that are placed on the table in 10.B to 10.H, and things that are there already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.units import (
    Body,
    Placed,
    Point,
    frontage_and_depth,
    rectangle,
)

Outline: TypeAlias = tuple[Point, ...]
Shapes: TypeAlias = npt.NDArray[np.object_]

LEADER_SIZE = (1.0, 1.0)
MARKER_SIZE = (1.0, 1.0)
"""Frontage and depth in BW; rulings."""
USUAL = 90.0
"""The facing of a thing without one: square to the table."""


@dataclass(frozen=True)
class UnitThing:
    """A TUG or a SUG. `ambushers` come out of an ambush: more of the flank is open to them."""

    body: Body
    placed: Placed
    ambushers: bool = False


@dataclass(frozen=True)
class CampThing:
    """A camp. `special` are the ids of the pieces in which it may stand by its territory's rule.

    A `bound` camp stands in one of them; `on_terrain` lets an ordinary one stand on terrain.
    """

    at: Point
    facing: float
    bound: bool = False
    special: tuple[str, ...] = ()
    on_terrain: bool = False


@dataclass(frozen=True)
class MarkerThing:
    """An ambush marker, with the units that hide there."""

    at: Point
    bodies: tuple[Body, ...] = ()


@dataclass(frozen=True)
class LeaderThing:
    """The army commander or a general."""

    at: Point


Thing: TypeAlias = UnitThing | CampThing | MarkerThing | LeaderThing

KINDS: Mapping[type, str] = {
    UnitThing: "unit",
    CampThing: "camp",
    MarkerThing: "marker",
    LeaderThing: "leader",
}


@dataclass(frozen=True)
class Sizes:
    """The settings that determine footprints: `depths` by arm or battle_wagon, `camp` in BW."""

    depths: Mapping[str, float]
    camp: tuple[float, float]


class Footprint(NamedTuple):
    """A rectangle on the table: its middle, its facing, frontage and depth in BW."""

    at: Point
    facing: float
    frontage: float
    depth: float

    @property
    def corners(self) -> Outline:
        """Return the four corners, anticlockwise from the left end of its front."""
        return rectangle(self.at, self.facing, self.frontage, self.depth)

    def core(self, width: float) -> Outline:
        """Return the rectangle reduced all round by half of a width."""
        return rectangle(self.at, self.facing, self.frontage - width, self.depth - width)


def footprint(thing: Thing, sizes: Sizes) -> Footprint:
    """Return the rectangle that a thing covers."""
    if isinstance(thing, UnitThing):
        frontage, depth = frontage_and_depth(thing.body, thing.placed.ranks, sizes.depths)
        return Footprint(thing.placed.at, thing.placed.facing, frontage, depth)
    if isinstance(thing, CampThing):
        return Footprint(thing.at, thing.facing, *sizes.camp)
    size = LEADER_SIZE if isinstance(thing, LeaderThing) else MARKER_SIZE
    return Footprint(thing.at, USUAL, *size)


@dataclass(frozen=True)
class Down:
    """Something on the table already: a `unit`, `camp`, `marker` or `leader` of a side.

    `outline` has the four corners of its rectangle in order, in either direction; `key` is its name
    in a violation.
    """

    key: str
    kind: str
    side: Side
    outline: Outline


@dataclass(frozen=True)
class Occupied:
    """Everything on the table, with its shapes computed once."""

    down: tuple[Down, ...] = ()

    def __len__(self) -> int:
        return len(self.down)

    def and_also(self, *more: Down) -> Occupied:
        """Return it with more things added."""
        return Occupied((*self.down, *more))

    def without(self, key: str) -> Occupied:
        """Return it without the thing of this key."""
        return Occupied(tuple(down for down in self.down if down.key != key))

    @cached_property
    def corners(self) -> npt.NDArray[np.float64]:
        """Return the corners, of shape (n, 4, 2)."""
        found = np.array([down.outline[:4] for down in self.down], dtype=np.float64)
        return found.reshape(-1, 4, 2)

    @cached_property
    def shapes(self) -> Shapes:
        """Return the rectangles."""
        found: Shapes = shapely.polygons(self.corners)
        return found

    @cached_property
    def _cores(self) -> dict[float, Shapes]:
        return {}

    def cores(self, width: float) -> Shapes:
        """Return each rectangle reduced all round by half of a width."""
        if width not in self._cores:
            self._cores[width] = shapely.polygons(inset(self.corners, width / 2))
        return self._cores[width]

    @cached_property
    def _stands_off(self) -> dict[tuple[str, Side], npt.NDArray[np.bool_]]:
        return {}

    def bars(self, kind: str, side: Side) -> npt.NDArray[np.bool_]:
        """Return which of them a thing of that kind and side may not overlap.

        All but one case: a leader may stand over units of the same side.
        """
        if (kind, side) not in self._stands_off:
            over = {"leader": "unit", "unit": "leader"}.get(kind)
            self._stands_off[kind, side] = np.array(
                [down.side != side or down.kind != over for down in self.down], dtype=bool
            )
        return self._stands_off[kind, side]


NOTHING_DOWN = Occupied()
"""An empty table."""


def inset(corners: npt.NDArray[np.float64], by: float) -> npt.NDArray[np.float64]:
    """Return rectangles, as corners of shape (n, 4, 2), without a rim of that width."""
    to_next = np.roll(corners, -1, axis=1) - corners
    lengths = np.hypot(to_next[..., 0], to_next[..., 1])[..., None]
    ahead: Any = to_next / lengths
    found: npt.NDArray[np.float64] = corners + by * (ahead - np.roll(ahead, 1, axis=1))
    return found
