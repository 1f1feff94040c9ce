"""Does a piece keep off the pieces that lay there before it?"""

from __future__ import annotations

import math
from functools import partial
from typing import Any, TypeAlias

import shapely

from terrain.core.demands.standing import Standing, Violations
from terrain.core.layout import Piece
from terrain.core.outline import NEGLIGIBLE, core_of, widest
from terrain.core.violations import Violation

Geometry: TypeAlias = Any


def overlap(piece: Standing) -> Violations:
    """It shares ground with an earlier piece, somewhere more than the tolerance wide.

    So it is exactly where their cores meet: what is left of both after half of the tolerance is
    taken off all round. The figure is the width of the common part across its narrowest direction.
    """
    width = piece.rules.tolerance
    for other, distance in zip(piece.before, piece.distances, strict=True):
        if distance > 0 or math.isnan(distance) or other.type in piece.kind.overlaps:
            continue
        if shapely.intersects(piece.piece.core(width), other.core(width)):
            yield _overlapping(piece, other)


def _overlapping(piece: Standing, other: Piece) -> Violation:
    if not piece.draws:
        return piece.violation("overlap", others=(other.id,), figures=(None, 0))
    common = shapely.intersection(piece.shape, other.shape)
    figures = (widest(common), 0)
    return piece.violation("overlap", others=(other.id,), figures=figures, where=lambda: common)


def land(piece: Standing) -> Violations:
    """A piece that may cover another in part covers it, and has no ground of its own left."""
    covered = [
        other
        for other, distance in zip(piece.before, piece.distances, strict=True)
        if distance <= 0 and other.type in piece.kind.overlaps
    ]
    if not covered:
        return
    cover = shapely.union_all([other.shape for other in covered])
    own_ground = core_of(shapely.difference(piece.shape, cover), piece.rules.tolerance)
    if shapely.is_empty(own_ground):
        yield piece.violation(
            "overlap",
            others=tuple(other.id for other in covered),
            figures=(widest(piece.shape), 0),
            where=lambda: piece.shape,
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
                where=partial(shapely.shortest_line, piece.shape, other.shape),
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
        where=lambda: shapely.shortest_line(piece.shape, nearest.shape),
    )
