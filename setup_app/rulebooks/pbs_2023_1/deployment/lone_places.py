"""Positions for a camp, a marker or a leader.

`place_camp` and `place_leader` are deterministic: a claim that there is no place is accepted if
they find none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np

from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.openings import (
    ANGLES,
    Range,
    SearchArea,
    as_one,
    closed_to,
    first_clear,
)
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    NOTHING_DOWN,
    CampThing,
    LeaderThing,
    MarkerThing,
    Occupied,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, Point

HAND = "in hand"


def camp_has_place(
    field: DeploymentField, side: Side, about: Mapping[str, Any], *, others: Occupied = NOTHING_DOWN
) -> bool:
    """Return whether a camp could stand anywhere, by a deterministic search."""
    return place_camp(field, side, about, others=others) is not None


def place_camp(
    field: DeploymentField, side: Side, about: Mapping[str, Any], *, others: Occupied = NOTHING_DOWN
) -> tuple[Point, float] | None:
    """Return the middle and facing of a legal camp, always the same; None if none is found.

    `about` is that of the prompt: `special`, `bound`, `on_terrain`. An ordinary place at the rear
    and near the middle comes first, then a special place if it is allowed.
    """
    for at, facing in _camp_places(field, side, about, others):
        camp = CampThing(at, facing, about["bound"], tuple(about["special"]), about["on_terrain"])
        if not check(field, side, {HAND: camp}, others=others):
            return at, facing
    return None


def _camp_places(
    field: DeploymentField, side: Side, about: Mapping[str, Any], others: Occupied
) -> Iterator[tuple[Point, float]]:
    closed = tuple(closed_to(field, side, "camp", others))
    zone, span = field.zone(side), field.camp_span
    width, depth = field.sizes.camp
    usual = field.facing(side)
    ranged = Range(max(span.low, 0.0), zone.low, min(span.high, field.width), zone.high)
    if not about["bound"]:
        rear = zone.low + depth / 2 if zone.low <= 0 else zone.high - depth / 2
        middle = (ranged.left + ranged.right) / 2
        steps = np.arange(0.0, (ranged.right - ranged.left) / 2, 0.5)
        for step in sorted((*steps.tolist(), *(-steps).tolist()), key=abs):
            yield (round(middle + step, 3), round(rear, 3)), usual
        terrain = () if about["on_terrain"] else tuple(field.terrain_cores)
        ordinary = SearchArea(ranged, closed + terrain)
        for turn in ANGLES:
            for at in ordinary.openings(width, depth, usual + turn):
                yield at, (usual + turn) % 360
    whole = Range(0.0, zone.low, field.width, zone.high)
    for name in about["special"]:
        piece = field.piece(name)
        if piece is None:
            continue
        within = SearchArea(whole if field.special_lifts else ranged, closed, piece.shape)
        for turn in (*ANGLES, *_angles_of(piece.outline, usual)):
            for at in within.openings(width, depth, usual + turn):
                yield at, (usual + turn) % 360


def _angles_of(outline: tuple[Point, ...], usual: float) -> list[float]:
    """Return the angles at which a camp lies along a side of a piece."""
    corners = np.array((*outline, outline[0]))
    steps = np.diff(corners, axis=0)
    angles = np.degrees(np.arctan2(steps[:, 1], steps[:, 0]))
    along = (np.unique(np.round(angles % 90, 3)) - usual) % 360
    return [float(turn) for turn in (*along, *((along + 90) % 360))]


def place_marker(
    field: DeploymentField,
    side: Side,
    bodies: tuple[Body, ...],
    *,
    others: Occupied,
    chooser: Random,
) -> Point | None:
    """Return a legal place for an ambush marker and its units; None if none is found.

    A random place in terrain that could hide units if there is any, else anywhere.
    """
    off = field.ambush_from_centre
    zone = field.zone(side, -field.depth if off is None else off)
    low, high = max(zone.low, 0.0), min(zone.high, field.depth)
    left, right = 0.0, field.width
    if any(field.bars_from_unsecure(body, ambushers=True) for body in bodies):
        left, right = field.open_across
    range_ = Range(left, low, right, high)
    closed = tuple(closed_to(field, side, "marker", others))
    hiding = [barrier.shape for barrier in field.plain_terrain]
    chooser.shuffle(hiding)
    for inside in (*hiding, None):
        middles = list(SearchArea(range_, closed, inside).openings(1.0, 1.0, 90.0))
        chooser.shuffle(middles)
        for at in middles:
            if not check(field, side, {HAND: MarkerThing(at, bodies)}, others=others):
                return at
    return None


def place_leader(
    field: DeploymentField,
    side: Side,
    behind: Point | None,
    *,
    others: Occupied,
) -> Point | None:
    """Return a legal place for a leader near the units commanded; None if none is found.

    A leader may stand over units of the same side. The search is deterministic and
    decides whether there is a place.
    """
    zone = field.zone(side)
    x, y = behind or (field.width / 2, (zone.low + zone.high) / 2)
    closed = as_one(closed_to(field, side, "leader", others))
    xs = np.arange(0.5, field.width - 0.5 + 1e-9, 0.5)
    ys = np.arange(zone.low + 0.5, zone.high - 0.5 + 1e-9, 0.5)
    places = np.array([(one, two) for one in xs for two in ys])
    order = np.argsort(np.hypot(places[:, 0] - x, places[:, 1] - y), kind="stable")
    at = first_clear(places[order], (0.99, 0.99), closed)
    if at is not None:
        x, y = places[order][at].tolist()
        return round(x, 3), round(y, 3)
    ground = SearchArea(
        Range(0.0, zone.low, field.width, zone.high),
        tuple(closed_to(field, side, "leader", others)),
    )
    for spot in ground.openings(1.0, 1.0, 90.0):
        if not check(field, side, {HAND: LeaderThing(spot)}, others=others):
            return spot
    return None
