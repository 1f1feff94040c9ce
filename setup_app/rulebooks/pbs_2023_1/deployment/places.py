"""Rules of place for one thing on its own: table, zone, flank sectors, camps, formation.

Sections 10.B and 10.C, the markers of 10.D, the leaders of 10.E, and the formation of a unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np
import shapely

from setup_app.engine.values import Violation
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.judged import RULES, Judge, Laid
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    CampThing,
    MarkerThing,
    Thing,
    UnitThing,
)
from terrain.core.outline import grown

Geometry: TypeAlias = Any

ARC = 8
"""Chords per quarter of an arc around a piece that is grown by the tolerance."""


def of_formation(laid: Laid) -> Iterator[Violation]:
    """10.B: yield a violation unless 1 <= ranks <= bases, whole."""
    if not isinstance(laid.thing, UnitThing):
        return
    ranks, bases = laid.thing.placed.ranks, laid.thing.body.bases
    if 1 <= ranks <= bases and ranks == int(ranks):
        return
    measured = float(ranks) if math.isfinite(ranks) else None
    required = float(bases) if ranks > bases else 1.0
    params = {"of": "ranks", "least": 1, "most": bases}
    rule = RULES["wrong_number"]
    yield Violation("wrong_number", rule, params, (laid.key,), measured, required)


def of_place(judge: Judge, laid: Laid) -> Iterator[Violation]:
    """Yield the violations that a thing's bounds show: the table, its zone, the flank sectors."""
    yield from _on_table(judge.field, laid)
    yield from _in_zone(judge, laid)
    yield from _in_unsecure(judge, laid)


def _on_table(field: DeploymentField, laid: Laid) -> Iterator[Violation]:
    left, bottom, right, top = laid.bounds
    off = max(-left, right - field.width, -bottom, top - field.depth)
    # Written so that NaN counts as off the table: `max` may skip one.
    if off <= field.slack and laid.is_near:
        return
    outside = shapely.difference(laid.shape, field.table) if laid.is_near else None
    measured = off if laid.is_near else None
    yield laid.breaks("outside_table", measured, laid.picture_of(outside))


def _in_zone(judge: Judge, laid: Laid) -> Iterator[Violation]:
    zone, rule = judge.zone_of(laid.thing)
    if zone is None or not laid.is_near:
        return
    # Only the line towards the enemy counts: another rule covers the table's edge.
    _, bottom, _, top = laid.bounds
    if zone.low <= 0:
        over, line, sign = top - zone.high, zone.high, 1
    else:
        over, line, sign = zone.low - bottom, zone.low, -1
    if over > judge.field.slack:
        yield laid.breaks("outside_zone", over, laid.beyond(line, 1, sign), rule=rule)


def _in_unsecure(judge: Judge, laid: Laid) -> Iterator[Violation]:
    codes = barred(judge.field, laid.thing)
    if not codes or not laid.is_near:
        return
    left, _, right, _ = laid.bounds
    for name, span in judge.field.unsecure.items():
        line, sign = (span.high, -1) if name == "left" else (span.low, 1)
        into = line - left if name == "left" else right - line
        if into > judge.field.slack:
            where = laid.beyond(line, 0, sign)
            params = {"sector": judge.field.own_view(judge.side, name)}
            for code in codes:
                yield laid.breaks(code, into, where, params=params)


def barred(field: DeploymentField, thing: Thing) -> tuple[str, ...]:
    """Return the codes that bar a thing from an unsecure flank sector; none if it may stand
    there.
    """
    if isinstance(thing, UnitThing):
        return field.bars_from_unsecure(thing.body, ambushers=thing.ambushers)
    if isinstance(thing, MarkerThing):
        found = [field.bars_from_unsecure(body, ambushers=True) for body in thing.bodies]
        return tuple(dict.fromkeys(code for codes in found for code in codes))
    return ()


def of_camp(judge: Judge, camp: Laid) -> tuple[list[Violation], bool]:
    """Return the violations of a camp's place by 10.C, and whether no terrain may lie under it."""
    thing, field = camp.thing, judge.field
    assert isinstance(thing, CampThing)
    inside = in_special(field, thing.special, camp.shape)
    found = []
    if thing.bound and not inside:
        found.append(_not_in_piece(field, camp, thing.special))
    if not ((inside or thing.bound) and field.special_lifts):
        found += _out_of_range(field, camp)
    return found, not (inside or thing.bound or thing.on_terrain)


def in_special(field: DeploymentField, special: Sequence[str], shape: Geometry) -> bool:
    """Return whether a shape lies within one of some pieces, but for the tolerance."""
    pieces = [piece for piece in map(field.piece, special) if piece is not None]
    return any(shapely.covers(grown(piece.shape, field.slack, ARC), shape) for piece in pieces)


def _out_of_range(field: DeploymentField, camp: Laid) -> Iterator[Violation]:
    left, _, right, _ = camp.bounds
    span = field.camp_span
    over = span.beyond(left, right)
    if over <= field.slack:
        return
    inside = shapely.box(span.low, -1e6, span.high, 1e6)
    where = camp.picture_of(shapely.difference(camp.shape, inside))
    params = {"low": span.low, "high": span.high}
    yield camp.breaks("camp_out_of_range", over, where, params=params)


def _not_in_piece(field: DeploymentField, camp: Laid, special: Sequence[str]) -> Violation:
    """Return the violation, with the distance of the camp's farthest corner from the nearest
    piece.
    """
    least, where = math.inf, None
    corners = shapely.points(np.array(camp.corners))
    for piece in filter(None, map(field.piece, special)):
        off = float(shapely.distance(corners, piece.shape).max())
        if off < least:
            least, where = off, shapely.difference(camp.shape, piece.shape)
    return camp.breaks("camp_not_in_piece", least, camp.picture_of(where), beside=tuple(special))
