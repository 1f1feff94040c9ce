"""Rules about the distance from pieces that were placed earlier."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

import shapely

from terrain.core.breaches import Breach
from terrain.core.demands.subject import Subject, Violations
from terrain.core.layout import Piece
from terrain.core.outline import NEGLIGIBLE, grown, widest

Geometry: TypeAlias = Any


def overlap(piece: Subject) -> Violations:
    """Yield a violation if it overlaps an earlier piece, somewhere more than the tolerance wide.

    That is the case exactly if their cores meet: both pieces less half of the tolerance all round.
    The figure is the width of the common part across its narrowest direction.
    """
    may_cover = piece.kind.overlaps
    meeting = [
        other for other, distance in piece.near if distance <= 0 and other.type not in may_cover
    ]
    if not meeting:
        return ()
    width = piece.rules.tolerance
    shared = shapely.intersects(piece.piece.core(width), [other.core(width) for other in meeting])
    return [
        _overlapping(piece, other) for other, is_so in zip(meeting, shared, strict=True) if is_so
    ]


def _overlapping(piece: Subject, other: Piece) -> Breach:
    pairs = len(piece.piece.outline) * len(other.outline)
    if not piece.draws or not piece.patience.lasts("overlap", pairs):
        return piece.violation("overlap", others=(other.id,), figures=(None, 0))
    common = shapely.intersection(piece.shape, other.shape)
    figures = (widest(common), 0)
    return piece.violation("overlap", others=(other.id,), figures=figures, where=lambda: common)


def land(piece: Subject) -> Violations:
    """Yield a violation if it lies wholly on a piece that it may only partly cover.

    Each is checked separately: there is more than one only if the rules allow but one.
    """
    may_cover = piece.kind.overlaps
    covered = [o for o, distance in piece.near if distance <= 0 and o.type in may_cover]
    if not covered:
        return ()
    width = piece.rules.tolerance
    # It has ground of its own if a circle as wide as the tolerance lies in it and off the other.
    core = piece.piece.core(width)
    return [
        piece.violation(
            "overlap",
            others=(other.id,),
            figures=(widest(piece.shape), 0),
            where=lambda: piece.shape,
            params={"reason": "no_ground_of_its_own"},
        )
        for other in covered
        if shapely.is_empty(core) or shapely.covers(grown(other.shape, width / 2, 2), core)
    ]


def gap(piece: Subject) -> Violations:
    """Yield a violation if it lies closer to an earlier piece than the gap without an exemption."""
    if not piece.near or (piece.piece.moved and not piece.rules.moved_keeps_gap):
        return ()
    least = piece.rules.gap
    enough = least - piece.rules.tolerance - NEGLIGIBLE
    return [
        piece.violation(
            "too_close",
            others=(other.id,),
            figures=(distance, least),
            where=partial(shapely.shortest_line, piece.shape, other.shape),
            params={"other_type": other.type},
        )
        for other, distance in piece.near
        if distance < enough and _asks_gap(piece, other, distance)
    ]


def asks_gap(piece: Subject, at: int) -> bool:
    """Return whether the piece has to keep the gap from the earlier piece `at`."""
    return _asks_gap(piece, piece.before[at], piece.distances[at])


def _asks_gap(piece: Subject, other: Piece, distance: float) -> bool:
    if other.type in piece.kind.no_gap_from or piece.kind.strip:
        return False
    if piece.slot.close_ranks and other.slot == piece.slot.name:
        return False
    undiced = piece.piece.die is None and piece.slot.diced
    touching = distance <= piece.rules.tolerance + NEGLIGIBLE
    return not (undiced and touching and other.type in piece.kind.undiced_beside)


def die_required(piece: Subject) -> Violations:
    """Yield a violation if it was placed without a die and touches nothing that allows that."""
    if not _needs_die(piece):
        return ()
    beside = piece.kind.undiced_beside
    if next(piece.beside(beside), None) is not None:
        return ()
    neighbours = [
        other for other in piece.before if other.type in beside and other.shape is not None
    ]
    if not neighbours:
        return (piece.violation("die_required"),)
    distances = shapely.distance(piece.shape, [other.shape for other in neighbours]).tolist()
    distance, nearest = min(
        zip(distances, neighbours, strict=True), key=lambda measured: measured[0]
    )
    missing = piece.violation(
        "die_required",
        others=(nearest.id,),
        figures=(distance, 0),
        where=lambda: shapely.shortest_line(piece.shape, nearest.shape),
    )
    return (missing,)


def _needs_die(piece: Subject) -> bool:
    """Return whether it lacks a required die, unless something allows that."""
    return piece.piece.die is None and not piece.piece.moved and piece.slot.diced


def leant_on(piece: Subject, later: tuple[Piece, ...]) -> Violations:
    """Yield a violation if it does not touch a later undiced piece that only it allows."""
    for other in leaning(piece, later):
        distance = float(shapely.distance(piece.shape, other.shape))
        if distance > piece.rules.tolerance + NEGLIGIBLE:
            yield piece.violation("leant_on", others=(other.id,), figures=(distance, 0))


def leaning(piece: Subject, later: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the later pieces without a die that only this one can allow.

    Pieces with an alternative earlier piece are left out, wherever that lies: neither of the two
    alone can say which has to be moved.
    """
    return tuple(other for at, other in enumerate(later) if _leans(other, piece, later[:at]))


def _leans(other: Piece, piece: Subject, between: tuple[Piece, ...]) -> bool:
    asking = Subject(other, piece.before + between, (), piece.rules)
    beside = asking.kind.undiced_beside
    return (
        other.shape is not None
        and _needs_die(asking)
        and piece.piece.type in beside
        and not any(each.type in beside and each.shape is not None for each in asking.before)
    )
