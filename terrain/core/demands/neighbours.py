"""Does a piece keep off the pieces that lay there before it?"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import shapely

from terrain.core.demands.standing import Standing, Violations
from terrain.core.outline import NEGLIGIBLE, greatest_width, wider_than

Geometry: TypeAlias = Any


def overlap(piece: Standing) -> Violations:
    """It shares ground with an earlier piece, somewhere more than the tolerance wide."""
    for other, distance in zip(piece.before, piece.distances, strict=True):
        if distance > 0 or math.isnan(distance) or other.type in piece.kind.overlaps:
            continue
        common = shapely.intersection(piece.shape, other.shape)
        if wider_than(common, piece.rules.tolerance):
            yield piece.violation(
                "overlap", others=(other.id,), figures=(greatest_width(common), 0), where=common
            )


def land(piece: Standing) -> Violations:
    """A piece that may cover another in part covers it, and has no ground of its own left."""
    covered = [
        other.shape
        for other, distance in zip(piece.before, piece.distances, strict=True)
        if distance <= 0 and other.type in piece.kind.overlaps
    ]
    if not covered:
        return
    own_ground = shapely.difference(piece.shape, shapely.union_all(covered))
    if not wider_than(own_ground, piece.rules.tolerance):
        others = tuple(o.id for o in piece.before if any(o.shape is each for each in covered))
        yield piece.violation(
            "overlap",
            others=others,
            figures=(greatest_width(piece.shape), 0),
            where=piece.shape,
            params={"reason": "no_ground_of_its_own"},
        )


def gap(piece: Standing) -> Violations:
    """It lies closer to an earlier piece than the gap, and nothing lifts that."""
    if piece.piece.moved and not piece.rules.moved_keeps_gap:
        return
    least = piece.rules.gap
    enough = least - piece.rules.tolerance - NEGLIGIBLE
    for at, distance in enumerate(piece.distances):
        if distance < enough and asks_gap(piece, at):
            other = piece.before[at]
            yield piece.violation(
                "too_close",
                others=(other.id,),
                figures=(distance, least),
                where=shapely.shortest_line(piece.shape, other.shape),
                params={"other_type": other.type},
            )


def asks_gap(piece: Standing, at: int) -> bool:
    """Whether the piece has to keep the gap from the earlier piece `at`."""
    other = piece.before[at]
    if other.type in piece.kind.no_gap_from or piece.kind.strip:
        return False
    if piece.slot.close_ranks and other.slot == piece.slot.name:
        return False
    undiced = piece.piece.die is None and piece.slot.diced
    touching = piece.distances[at] <= piece.rules.tolerance + NEGLIGIBLE
    return not (undiced and touching and other.type in piece.kind.undiced_beside)


def die_required(piece: Standing) -> Violations:
    """It was placed without a die and touches nothing that gives that right."""
    if piece.piece.die is not None or piece.piece.moved or not piece.slot.diced:
        return
    if next(piece.beside(piece.kind.undiced_beside), None) is not None:
        return
    neighbours = [
        other
        for other in piece.before
        if other.type in piece.kind.undiced_beside and other.shape is not None
    ]
    if not neighbours:
        yield piece.violation("die_required")
        return
    nearest = min(neighbours, key=lambda other: float(shapely.distance(piece.shape, other.shape)))
    yield piece.violation(
        "die_required",
        others=(nearest.id,),
        figures=(float(shapely.distance(piece.shape, nearest.shape)), 0),
        where=shapely.shortest_line(piece.shape, nearest.shape),
    )
