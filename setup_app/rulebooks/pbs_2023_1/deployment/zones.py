"""Regions where the thing in hand may stand, for every facing, and the reasons for the others.

Computed once when a thing is taken in hand: the page compares footprints with the result and knows
no rule. Without tolerance: a footprint that sticks out by up to 0.01 BW is legal all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import shapely

from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.field import (
    DeploymentField,
    Span,
)
from setup_app.rulebooks.pbs_2023_1.deployment.judged import RULES
from setup_app.rulebooks.pbs_2023_1.deployment.places import barred
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    KINDS,
    CampThing,
    MarkerThing,
    Occupied,
    Thing,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, Point
from terrain.core.breaches import to_geojson
from terrain.core.outline import polygons_in

Geometry: TypeAlias = Any
Closed: TypeAlias = tuple[str, str, Geometry]
"""A code, the section of its rule, and the region that it closes."""


def zones(
    field: DeploymentField,
    side: Side,
    hand: Body | Thing,
    *,
    others: Occupied,
    frm: Point | None = None,
    most: float | None = None,
) -> dict[str, Any]:
    """Return `allowed`, `closed` and `reach` in the contract's form.

    `hand` is a unit's body, or a camp, marker or leader, wherever it stands now; it must not be
    among `others`. One member of `allowed` must contain the whole footprint; members may overlap if
    a camp has a special place. With `frm` it is a pre-game move (10.H) from there, of `most` BW,
    None for any distance.
    """
    kind = "unit" if isinstance(hand, Body) else KINDS[type(hand)]
    bars = others.shapes[others.bars(kind, side)].tolist() if len(others) else []
    span, rule = _span(field, side, hand, in_half=frm is not None)
    codes = (
        field.bars_from_unsecure(hand, ambushers=False)
        if isinstance(hand, Body)
        else barred(field, hand)
    )
    low, high = field.open_across if codes else (0.0, field.width)
    closed = [*_outside(field, span, rule), *_flanks(field, codes)]
    ground = shapely.box(low, span.low, high, span.high)
    overlap = shapely.union_all(bars)
    blocked = shapely.union_all([overlap, *field.closed_by_code.values()])
    if isinstance(hand, CampThing):
        members = _camp_members(field, hand, ground, blocked)
        closed += _camp_closed(field, hand)
    else:
        members = polygons_in(shapely.difference(ground, blocked))
    closed += [(code, RULES[code], shape) for code, shape in field.closed_by_code.items()]
    closed.append(("overlap", RULES["overlap"], overlap))
    reach = None if frm is None or most is None else {"from": [*frm], "most": most}
    return {
        "allowed": _multi(members),
        "closed": [
            {"code": code, "rule": where, "region": _multi(parts)}
            for code, where, region in closed
            if (parts := polygons_in(region))
        ],
        "reach": reach,
    }


def _span(
    field: DeploymentField, side: Side, hand: Body | Thing, *, in_half: bool
) -> tuple[Span, str]:
    """Return the range of y on the table that must contain it, and the section that says so."""
    if in_half:
        return field.zone(side, 0.0), "10.H"
    if not isinstance(hand, MarkerThing):
        return field.zone(side), RULES["outside_zone"]
    off = field.ambush_from_centre
    return (Span(0.0, field.depth) if off is None else field.zone(side, off)), "10.D"


def _outside(field: DeploymentField, span: Span, rule: str) -> Iterator[Closed]:
    zone = shapely.box(0.0, span.low, field.width, span.high)
    yield "outside_zone", rule, shapely.difference(field.table, zone)


def _flanks(field: DeploymentField, codes: Sequence[str]) -> Iterator[Closed]:
    spans = [shapely.box(s.low, 0.0, s.high, field.depth) for s in field.unsecure.values()]
    for code in codes:
        yield code, RULES[code], shapely.union_all(spans)


def _camp_members(
    field: DeploymentField, camp: CampThing, ground: Geometry, blocked: Geometry
) -> list[Geometry]:
    """Return ordinary ground, if it may stand there, then the open part of each special place."""
    span = field.camp_span
    ranged = shapely.intersection(ground, shapely.box(span.low, 0.0, span.high, field.depth))
    found = []
    if not camp.bound:
        terrain = [] if camp.on_terrain else [each.shape for each in field.plain_terrain]
        found += polygons_in(shapely.difference(ranged, shapely.union_all([blocked, *terrain])))
    for piece in filter(None, map(field.piece, camp.special)):
        own = shapely.intersection(piece.shape, ground if field.special_lifts else ranged)
        found += polygons_in(shapely.difference(own, blocked))
    return found


def _camp_closed(field: DeploymentField, camp: CampThing) -> Iterator[Closed]:
    special = [piece.shape for piece in map(field.piece, camp.special) if piece is not None]
    places = shapely.union_all(special)
    if camp.bound:
        yield (
            "camp_not_in_piece",
            RULES["camp_not_in_piece"],
            shapely.difference(field.table, places),
        )
    span = field.camp_span
    inside = shapely.box(span.low, 0.0, span.high, field.depth)
    beyond = shapely.difference(field.table, inside)
    if field.special_lifts:
        beyond = shapely.difference(beyond, places)
    if not (camp.bound and field.special_lifts):
        yield "camp_out_of_range", RULES["camp_out_of_range"], beyond
    if not camp.bound and not camp.on_terrain:
        terrain = shapely.union_all([each.shape for each in field.plain_terrain])
        yield (
            "camp_on_terrain",
            RULES["camp_on_terrain"],
            shapely.difference(terrain, places),
        )


def _multi(parts: Sequence[Geometry]) -> dict[str, Any]:
    """Return polygons as a GeoJSON MultiPolygon with three decimals, even if there is only one."""
    found = to_geojson(shapely.multipolygons(list(parts))) if len(parts) else None
    return found or {"type": "MultiPolygon", "coordinates": []}
