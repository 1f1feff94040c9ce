"""Return where an outline may not be placed, with the rule and the other piece.

Regions are for one orientation and for the reference point, which is the outline's first point: a
page that drags a piece tests points in polygons and needs no rules.

Hints are guidance, not verdicts. They are exact except for arcs, which are drawn as tangents (at a
gap of 2, up to 0.005 is lost), and for very ragged outlines, which are smoothed first
(`terrain.core.smoothing`). They do not cover whether a band or strip reaches from edge to edge, nor
rules about size and shape alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.layout import Layout, Piece
from terrain.core.minkowski import Geometries, as_array, filled, joined
from terrain.core.outline import DECIMALS, polygons_in
from terrain.core.placement.forbidden_regions import Ban, Hand
from terrain.core.rules import GroundRules

Geometry: TypeAlias = Any


@dataclass(frozen=True)
class Hint:
    """A region of the table where the reference point may not lie.

    `pieces` are ids, the piece in the hand first, then the pieces concerned; `code`, `rule` and
    `required` are those of the violation. `region` is a GeoJSON Polygon or MultiPolygon within the
    table's rectangle. Its border is uncertain by some thousandths.
    """

    code: str
    pieces: tuple[str, ...]
    rule: str
    required: float | None
    region: Mapping[str, Any]


def hints(
    layout: Layout, piece: Piece, rules: GroundRules, later: tuple[Piece, ...] = ()
) -> tuple[Hint, ...]:
    """Return where a piece may not lie, rule by rule and piece by piece.

    It is placed after those of the layout; the conditions of pieces that were placed after it,
    `later`, count as far as `Hand` says.

    Its outline gives its shape and orientation, wherever it lies; it must have no fault. A rule
    that forbids no place is left out. Regions of different rules overlap. A moved piece is judged
    as moved.
    """
    hand = Hand(layout, piece, rules, later=later)
    ground = (0.0, 0.0, rules.table.width, rules.table.depth)
    bans = [*hand.of_place(), *hand.of_neighbours(ground, each=True), *hand.of_edge()]
    table = shapely.box(*ground)
    found = []
    for ban, region in zip(bans, _regions(bans, table), strict=True):
        drawn = _drawn(region)
        if drawn is not None:
            pieces = (piece.id, *(other.id for other in ban.others))
            rule = rules.section(ban.code, hand.here.slot.name)
            found.append(Hint(ban.code, pieces, rule, ban.required, drawn))
    return tuple(found)


def _regions(bans: list[Ban], table: Geometry) -> Geometries:
    """Return the part of the table that each rule closes."""
    off = [
        replace(ban.off, owners=np.full(len(ban.off.owners), at))
        for at, ban in enumerate(bans)
        if ban.off is not None
    ]
    closed = filled(joined(*off), len(bans)) if off else as_array([shapely.Polygon()] * len(bans))
    regions: Geometries = shapely.intersection(closed, table)
    for at, ban in enumerate(bans):
        if ban.within is not None:
            regions[at] = shapely.difference(table, ban.within)
    return regions


def _drawn(region: Geometry) -> dict[str, Any] | None:
    """Return a region as GeoJSON with three decimals; None if it has no area."""
    parts = polygons_in(region)
    if not parts:
        return None
    whole = parts[0] if len(parts) == 1 else shapely.multipolygons(parts)
    rounded = shapely.transform(whole, lambda points: np.round(points, DECIMALS) + 0.0)
    found: dict[str, Any] = json.loads(shapely.to_geojson(rounded))
    return found
