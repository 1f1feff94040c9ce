"""What a rule sees of one piece: the piece, those placed earlier, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any, TypeAlias

import shapely

from terrain.core.breaches import Breach, picture
from terrain.core.layout import Layout, Piece
from terrain.core.outline import NEGLIGIBLE, Extents, Shapes
from terrain.core.rules import GroundRules, SlotRules, TypeRules, Zone

Geometry: TypeAlias = Any
Violations: TypeAlias = Iterable[Breach]
"""The return type of a rule: usually an empty tuple at once, if it does not apply to a piece."""


class Patience:
    """The remaining number of pairs of sides to intersect, a limit that keeps every check short.

    Enough for 64 overlaps of the largest outlines that are suggested, or for three of the largest
    that can be read. Each kind of work has its own, so that none uses up another's. Pictures and
    figures may depend on it, verdicts never.
    """

    def __init__(self) -> None:
        self._left: dict[str, int] = {}

    def lasts(self, work: str, pairs: int) -> bool:
        """Return whether there is enough for some work; if so, deduct it."""
        left = self._left.get(work, MAX_PAIRS)
        if pairs > left:
            return False
        self._left[work] = left - pairs
        return True


MAX_PAIRS = 150_000


@dataclass(frozen=True)
class Subject:
    """One piece with those placed before it.

    `distances` are to each of them, infinite beyond the reach of the rules and to a faulty one.
    `draws`: whether violations get a picture, which costs more than finding them; `shared`: the
    work limit that all pieces of a table share.
    """

    piece: Piece
    before: tuple[Piece, ...]
    distances: Sequence[float]
    rules: GroundRules
    draws: bool = True
    shared: Patience | None = None

    @cached_property
    def patience(self) -> Patience:
        """Return the remaining work limit."""
        return self.shared or Patience()

    @cached_property
    def kind(self) -> TypeRules:
        """Return the rules of its type."""
        return self.rules.kind(self.piece.type)

    @cached_property
    def slot(self) -> SlotRules:
        """Return the rules of the slot of its type; if any slot is possible, of the stated one."""
        return self.rules.slots[self.kind.home or self.piece.slot]

    @property
    def astray(self) -> bool:
        """Return whether a type of the territory's table lies in a slot that takes none of them."""
        return self.kind.home is None and not self.slot.takes_rows

    @property
    def shape(self) -> Geometry:
        """Return its polygon. Only for an outline without a fault."""
        return self.piece.shape

    @property
    def extents(self) -> Extents:
        """Return the bounding rectangles along the edges of its hull."""
        return self.piece.extents

    @cached_property
    def off_edge(self) -> float:
        """Return its distance from the nearest edge of the table; 0 if it crosses one."""
        left, bottom, right, top = self.piece.bounds
        table = self.rules.table
        return max(0.0, min(left, bottom, table.width - right, table.depth - top))

    @cached_property
    def near(self) -> tuple[tuple[Piece, float], ...]:
        """Return the earlier pieces within the reach of the rules, and their distances."""
        if min(self.distances, default=inf) == inf:
            return ()
        measured = zip(self.before, self.distances, strict=True)
        return tuple((other, distance) for other, distance in measured if distance < inf)

    def beside(self, types: frozenset[str]) -> Iterator[Piece]:
        """Yield the earlier pieces of these types that it touches."""
        reach = self.rules.tolerance + NEGLIGIBLE
        for other, distance in self.near:
            if other.type in types and distance <= reach:
                yield other

    def outside(self, zone: Zone) -> float:
        """Return how far it sticks out of a sector, along x."""
        left, _, right, _ = self.piece.bounds
        return max(0.0, zone.low - left, right - zone.high)

    def fits(self, zone: Zone) -> bool:
        """Return whether it lies in a sector, within the tolerance."""
        return self.outside(zone) <= self.rules.tolerance + NEGLIGIBLE

    def part_outside(self, zone: Zone) -> Geometry:
        """Return the part of it that sticks out of a sector."""
        left, bottom, right, top = self.piece.bounds
        low, high = max(zone.low, left - 1), min(zone.high, right + 1)
        if low >= high:
            return self.shape
        return shapely.difference(self.shape, shapely.box(low, bottom, high, top))

    def violation(
        self,
        code: str,
        *,
        others: tuple[str, ...] = (),
        figures: tuple[float | None, float | None] = (None, None),
        where: Callable[[], Geometry] | None = None,
        params: Mapping[str, object] | None = None,
    ) -> Breach:
        """Return a violation of this piece; `figures` are measured and required, `others` ids.

        `where` makes the picture, if one is wanted.
        """
        measured, required = figures
        return Breach(
            code=code,
            pieces=(self.piece.id, *others),
            rule=self.rules.section(code, self.piece.slot),
            measured=None if measured is None else round(float(measured), 4),
            required=None if required is None else float(required),
            where=picture(where()) if where and self.draws else None,
            params={"type": self.piece.type, **(params or {})},
        )


def standing(before: Layout, piece: Piece, rules: GroundRules) -> Subject:
    """Return a piece as it would stand on the table after all that lies there."""
    distances = distances_within(rules.reach, piece.shape, before.shapes)
    return Subject(piece, before.pieces, distances, rules)


def among(here: Subject, later: tuple[Piece, ...]) -> Subject:
    """Return a piece together with later ones; no distance to these is measured."""
    if not later:
        return here
    unmeasured = (*here.distances, *(inf for _ in later))
    return replace(here, before=here.before + later, distances=unmeasured)


def distances_within(reach: float, shape: Geometry, others: Shapes) -> tuple[float, ...]:
    """Return the distances of a polygon from others, infinite from those beyond a reach or
    missing.
    """
    found = [inf] * len(others)
    if found and shape is not None:
        (near,) = shapely.dwithin(shape, others, reach).nonzero()
        if near.size:
            measured = shapely.distance(shape, others[near])
            for at, distance in zip(near.tolist(), measured.tolist(), strict=True):
                found[at] = distance
    return tuple(found)
