"""Rules of place for deployed things. Sections 10.B to 10.E, and 10.H.

Every violation is found, not just the first. The tolerance is 0.01 BW: a thing sticks out if one of
its corners does by more, and two things overlap if their common part is wider somewhere. Rules of
order and number are in `steps`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from setup_app.engine.values import Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.field import Barrier, DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.judged import RULES, Judge, Laid
from setup_app.rulebooks.pbs_2023_1.deployment.places import of_camp, of_formation, of_place
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    KINDS,
    NOTHING_DOWN,
    CampThing,
    Occupied,
    Thing,
    UnitThing,
    footprint,
    inset,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import Point
from terrain.core.outline import polygon, widest

Geometry: TypeAlias = Any
Shapes: TypeAlias = npt.NDArray[np.object_]
Hits: TypeAlias = npt.NDArray[np.bool_]
"""Which thing, by row, overlaps which other, by column."""

MAX_OVERLAPS = 100
"""The number of overlaps reported: a heap of 200 units has two hundred times as many."""
MAX_DRAWN = 100
"""The number of things in water, on walls and in settlements that are drawn and measured."""
AT_A_TIME = 1000
FEW = 8
"""The number of rectangles up to which creating them one by one is quicker than in bulk."""
MOVED = "unit"
"""The name of the moving unit in a violation of 10.H."""


def check(
    field: DeploymentField,
    side: Side,
    things: Mapping[str, Thing],
    *,
    others: Occupied = NOTHING_DOWN,
) -> tuple[Violation, ...]:
    """Return everything that is wrong with where a side puts things down.

    `things` have the keys that violations use: `u<i>`, `camp`, a marker's letter, `leader<n>`; they
    are judged beside each other and beside `others`. `measured` is in BW: how far a thing sticks
    out, or how wide a common part is; `required` then is 0. Beyond MAX_OVERLAPS only the first
    overlaps are reported. A thing with a figure that is not a number is outside the table and is
    not checked further. Impossible ranks are `wrong_number`; the other rules then apply to the
    nearest formation.
    """
    return tuple(_found(Judge(field, side, field.zone(side)), things, others))


def check_pregame(
    field: DeploymentField,
    side: Side,
    thing: UnitThing,
    others: Occupied,
    *,
    kind: str,
    frm: Point,
) -> tuple[Violation, ...]:
    """Return everything that is wrong with a pre-game move (10.H) from `frm` to its end.

    `kind` is the flag that gives the move; its setting says how far, None for any distance. The
    unit itself must not be among `others`. It may leave its zone but not cross the centre line:
    `outside_zone` of 10.H. Its key is MOVED.
    """
    judge = Judge(field, side, field.zone(side, 0.0), "10.H")
    return (*_too_far(field, thing, kind, frm), *_found(judge, {MOVED: thing}, others))


def _too_far(
    field: DeploymentField, thing: UnitThing, kind: str, frm: Point
) -> Iterator[Violation]:
    most = field.limits.get(f"{kind}_move")
    length = math.dist(thing.placed.at, frm)
    if most is None or length <= most + field.slack:
        return
    measured = round(length, 4) if math.isfinite(length) else None
    rule = RULES["moved_too_far"]
    yield Violation("moved_too_far", rule, {"kind": kind}, (MOVED,), measured, most)


def _found(judge: Judge, things: Mapping[str, Thing], others: Occupied) -> Iterator[Violation]:
    sizes = judge.field.sizes
    laid = [Laid(key, thing, footprint(thing, sizes)) for key, thing in things.items()]
    for each in laid:
        if not _is_plain(judge, each):
            yield from of_formation(each)
            yield from of_place(judge, each)
    near = [each for each in laid if each.is_near]
    if near:
        yield from _on_each_other(judge, near, others)


def _is_plain(judge: Judge, laid: Laid) -> bool:
    """Return whether a quick check shows that a unit is legal, with legal ranks.

    Most units are; the full check finds what is wrong with the others, if anything.
    """
    thing = laid.thing
    if type(thing) is not UnitThing:
        return False
    left, bottom, right, top = laid.bounds
    low, front, high, rear = judge.open_to_all
    ranks = thing.placed.ranks
    return (
        left >= low
        and right <= high
        and bottom >= front
        and top <= rear
        and type(ranks) is int
        and 1 <= ranks <= thing.body.bases
    )


def _on_each_other(judge: Judge, near: Sequence[Laid], others: Occupied) -> Iterator[Violation]:
    """Yield overlaps with terrain, with things on the table, and with each other."""
    field = judge.field
    cores = _cores(near, field.core_width)
    on_plain = []
    for at, each in enumerate(near):
        if isinstance(each.thing, CampThing):
            found, keeps_off = of_camp(judge, each)
            yield from found
            on_plain += [at] if keeps_off else []
    if field.barriers:
        hits = shapely.intersects(field.barrier_cores, cores[:, None])
        yield from _on_ground(near, hits, field.barriers)
    if on_plain and field.plain_terrain:
        hits = shapely.intersects(field.terrain_cores, cores[on_plain, None])
        yield from _on_ground([near[at] for at in on_plain], hits, field.plain_terrain)
    beside = _with_others(judge, near, cores, others)
    overlaps = chain(beside, _with_each_other(near, cores)) if len(near) > 1 else beside
    for one, key, shape in islice(overlaps, MAX_OVERLAPS):
        yield _shared("overlap", one, key, shape)


def _cores(laid: Sequence[Laid], width: float) -> Shapes:
    """Return what is left of each after half of a width is taken off all round."""
    found: Shapes
    if len(laid) > FEW:
        corners = np.array([each.corners for each in laid])
        found = shapely.polygons(inset(corners, width / 2))
        return found
    found = np.empty(len(laid), dtype=object)
    found[:] = [polygon(each.ground.core(width)) for each in laid]
    return found


def _on_ground(
    laid: Sequence[Laid], hits: Hits, barriers: Sequence[Barrier]
) -> Iterator[Violation]:
    """Yield the things that overlap a barrier."""
    if not hits.any():
        return
    for count, (one, other) in enumerate(np.argwhere(hits).tolist()):
        code, piece, shape = barriers[other].code, barriers[other].piece, barriers[other].shape
        if count < MAX_DRAWN:
            yield _shared(code, laid[one], piece, shape)
        else:
            yield laid[one].breaks(code, None, None, beside=(piece,))


def _with_others(
    judge: Judge, laid: Sequence[Laid], cores: Shapes, others: Occupied
) -> Iterator[tuple[Laid, str, Geometry]]:
    """Yield the things that overlap something on the table."""
    if not others.down:
        return
    hits: Hits = shapely.intersects(others.cores(judge.field.core_width), cores[:, None])
    if not hits.any():
        return
    for one, other in np.argwhere(hits).tolist():
        if others.bars(KINDS[type(laid[one].thing)], judge.side)[other]:
            yield laid[one], others.down[other].key, others.shapes[other]


def _with_each_other(laid: Sequence[Laid], cores: Shapes) -> Iterator[tuple[Laid, str, Geometry]]:
    """Yield the things that overlap each other: the later one with the earlier."""
    ones, others = shapely.STRtree(cores).query(cores)
    ones, others = ones[ones > others], others[ones > others]
    order = np.lexsort((others, ones))
    kinds = [KINDS[type(each.thing)] for each in laid]
    # In batches: of a heap no more is computed than is reported.
    for start in range(0, len(order), AT_A_TIME):
        some = order[start : start + AT_A_TIME]
        met = some[shapely.intersects(cores[ones[some]], cores[others[some]])]
        for one, other in zip(ones[met].tolist(), others[met].tolist(), strict=True):
            if {kinds[one], kinds[other]} != {"leader", "unit"}:
                yield laid[one], laid[other].key, laid[other].shape


def _shared(code: str, one: Laid, other: str, shape: Geometry) -> Violation:
    common = shapely.intersection(one.shape, shape)
    return one.breaks(code, widest(common), one.picture_of(common), beside=(other,))
