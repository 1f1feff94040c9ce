"""One deployed thing in its position, and the violations of place that it causes.

Figures are base widths (BW) with four decimals. The required figure is 0 for anything that sticks
out or overlaps. Anything within the tolerance breaks no rule.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from setup_app.engine.values import Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField, Span
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    Footprint,
    MarkerThing,
    Thing,
)
from terrain.core.breaches import picture
from terrain.core.outline import polygon

Geometry: TypeAlias = Any

RULES: Mapping[str, str] = {
    "outside_table": "10.B",
    "outside_zone": "10.B",
    "unsecure_flank": "10.B",
    "works_in_unsecure_flank": "10.C",
    "camp_out_of_range": "10.C",
    "camp_on_terrain": "10.C",
    "camp_not_in_piece": "10.C",
    "overlap": "10.B",
    "in_water": "10.B",
    "on_impassable": "10.B",
    "in_settlement": "10.B",
    "wrong_number": "10.B",
    "moved_too_far": "10.H",
}
"""The section that prints each code's rule; a zone of 10.D or 10.H names that section itself."""

FAR = 1e6
"""The distance in BW beyond which a thing is off the table and not checked further."""


class Laid:
    """One thing at its place; `key` is its name in violations.

    `corners` run anticlockwise; `bounds` are least x, least y, greatest x, greatest y. `is_near`:
    all its figures are numbers and small enough to calculate with.
    """

    __slots__ = ("_shape", "bounds", "corners", "ground", "is_near", "key", "thing")

    def __init__(self, key: str, thing: Thing, ground: Footprint) -> None:
        self.key = key
        self.thing = thing
        self.ground = ground
        self.corners = corners = ground.corners
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        self.bounds = left, bottom, right, top = (
            min(ax, bx, cx, dx),
            min(ay, by, cy, dy),
            max(ax, bx, cx, dx),
            max(ay, by, cy, dy),
        )
        # NaN is not less than anything.
        self.is_near = left > -FAR and right < FAR and bottom > -FAR and top < FAR
        self._shape: Geometry = None

    @property
    def shape(self) -> Geometry:
        """Return its rectangle as a polygon. Only for a thing that is near."""
        if self._shape is None:
            self._shape = polygon(self.corners)
        return self._shape

    def breaks(
        self,
        code: str,
        measured: float | None,
        where: Mapping[str, Any] | None,
        *,
        rule: str | None = None,
        params: Mapping[str, Any] | None = None,
        beside: tuple[str, ...] = (),
    ) -> Violation:
        """Return the violation of a rule whose figure has to be 0."""
        figure = None if measured is None or not math.isfinite(measured) else round(measured, 4)
        pieces = (self.key, *beside)
        return Violation(code, rule or RULES[code], params or {}, pieces, figure, 0.0, where)

    def beyond(self, line: float, axis: int, sign: int) -> dict[str, Any] | None:
        """Return as GeoJSON the part that lies beyond a line square to an axis.

        `axis` 0 is x, 1 is y; `sign` is 1 for the side of the greater figures, -1 for the other.
        None if there is no such part, or if the thing is not near.
        """
        if not self.is_near:
            return None
        found = []
        for one, two in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True):
            off, next_off = (one[axis] - line) * sign, (two[axis] - line) * sign
            if off > 0:
                found.append([round(one[0], 3), round(one[1], 3)])
            if (off > 0) != (next_off > 0):
                share = off / (off - next_off)
                x, y = (a + share * (b - a) for a, b in zip(one, two, strict=True))
                found.append([round(x, 3), round(y, 3)])
        if len(found) < 3:
            return None
        return {"type": "Polygon", "coordinates": [[*found, found[0]]]}

    def picture_of(self, geometry: Geometry) -> dict[str, Any] | None:
        """Return a geometry as GeoJSON; None if it is not near."""
        return picture(geometry) if self.is_near else None


@dataclass(frozen=True)
class Judge:
    """One check: the table, the side, and how far forward its things may be.

    `zone` holds everything but markers; `zone_rule` is the section that says so.
    """

    field: DeploymentField
    side: Side
    zone: Span
    zone_rule: str = "10.B"

    @cached_property
    def open_to_all(self) -> tuple[float, float, float, float]:
        """Return bounds of a part of the table where only camps and markers can be out of place.

        It lies within the zone, in no unsecure flank sector.
        """
        low, high = self.field.open_across
        return low, max(self.zone.low, 0.0), high, min(self.zone.high, self.field.depth)

    def zone_of(self, thing: Thing) -> tuple[Span | None, str]:
        """Return the range of y for a thing, None for anywhere, and the section."""
        if not isinstance(thing, MarkerThing):
            return self.zone, self.zone_rule
        off = self.field.ambush_from_centre
        return (None if off is None else self.field.zone(self.side, off)), "10.D"
