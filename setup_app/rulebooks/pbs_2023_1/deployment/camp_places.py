"""Terrain pieces in which a camp may stand by a territory's special rule. Section 10.C.

`camp_right` decides which side has that right; this module decides what the terrain allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import shapely

from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.type_rules import DEEP_WATER
from terrain.core.layout import Piece

Geometry: TypeAlias = Any

SETTLED = ("town", "village")
WOODED = ("woods", "forest")


def special_pieces(field: DeploymentField, side: Side) -> tuple[str, ...]:
    """Return the ids of the pieces in which a side's camp could stand by the special rule.

    Only pieces that reach into the side's own zone count, since 10.B holds there too. A touch may
    be off by the tolerance; pieces of the secure flank count. The check ignores how much of such a
    piece remains beside water, walls and units.
    """
    rule = SPECIALS.get(field.territory)
    if rule is None:
        return ()
    zone = field.zone(side)
    half = field.tolerance / 2
    own = shapely.box(-1.0, zone.low + half, field.width + 1.0, zone.high - half)
    return tuple(
        piece.id
        for piece in field.sound
        if rule(field, side, piece) and shapely.intersects(piece.core(field.tolerance), own)
    )


def is_shared(territory: str) -> bool:
    """Return whether the right passes to the invader if the defender declines it."""
    return territory in ("waterside", "cultivated")


def _by_water(field: DeploymentField, side: Side, piece: Piece) -> bool:
    waters = [each.shape for each in field.sound if each.type == DEEP_WATER]
    return piece.type in SETTLED and any(
        shapely.dwithin(piece.shape, water, field.slack) for water in waters
    )


def _at_an_edge(field: DeploymentField, side: Side, piece: Piece) -> bool:
    return piece.type in SETTLED and bool(
        shapely.dwithin(piece.shape, shapely.boundary(field.table), field.slack)
    )


def _in_the_woods(field: DeploymentField, side: Side, piece: Piece) -> bool:
    """Return whether the piece touches a table edge in the defender's zone; only for the
    defender.
    """
    if side == field.invader or piece.type not in WOODED:
        return False
    top = field.zone(side).high
    edges = shapely.linestrings([(0.0, top), (0.0, 0.0), (field.width, 0.0), (field.width, top)])
    return bool(shapely.dwithin(piece.shape, edges, field.slack))


SPECIALS: Mapping[str, Callable[[DeploymentField, Side, Piece], bool]] = {
    "waterside": _by_water,
    "cultivated": _at_an_edge,
    "forest": _in_the_woods,
    "jungle": _in_the_woods,
}
"""The special rule by territory; desert, plains and mountains have none."""
