"""Find free areas on a crowded table and try to fit a piece into them.

A free area is a part of the table in which a placement option allows a piece, minus everything too
near to other pieces. A legal outline is inside one, so if none is large enough there is no place.
An outline inside one is almost always legal; the caller checks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.layout import Layout, Piece
from terrain.core.outline import Outline, polygons_in
from terrain.core.placement.clearance import asked_clear
from terrain.core.placement.placement_options import Option
from terrain.core.placement.random_candidates import GRAIN, Numbers, Shapes, polygons
from terrain.core.placement.reference_region import SearchBox
from terrain.core.rules import GroundRules

Geometry: TypeAlias = Any

SLACK = 0.004
"""The part of the tolerance of 0.01 that a place may use; rounding takes up to 0.0015 more."""
ARC = 8
"""Chords to a quarter of an arc: at a gap of 2 up to 0.0096 more is open than should be."""
LOOSE = 0.25
"""The share of candidates at any angle if the piece need not be square to the table."""


@dataclass(frozen=True)
class Pocket:
    """An open part of an option's ground.

    `box` is its extent, with those of its sides that are edges of the table; `others` are the
    pieces around it and `clear` the distance to keep from each.
    """

    option: Option
    ground: Geometry
    area: float
    box: SearchBox
    others: Shapes
    clear: Numbers


def pockets(
    layout: Layout, wanted: Piece, rules: GroundRules, choices: tuple[Option, ...], least: float
) -> list[Pocket]:
    """Return the pockets of some options that have at least this area."""
    found = []
    for option in choices:
        box = option.box
        clear = np.array(asked_clear(layout, wanted, rules, option.obstacles))
        others = layout.shapes[list(option.obstacles)]
        near = _reaches(box, others, clear)
        others, clear = others[near], clear[near]
        around = shapely.buffer(others, clear - SLACK, quad_segs=ARC)
        ground = shapely.box(
            box.left - SLACK, box.bottom - SLACK, box.right + SLACK, box.top + SLACK
        )
        for part in polygons_in(shapely.difference(ground, shapely.union_all(around))):
            area = float(shapely.area(part))
            if area >= least:
                shapely.prepare(part)
                found.append(Pocket(option, part, area, _box(part, box), others, clear))
    return found


def thrown_into(pocket: Pocket, ring: Numbers, *, count: int, chooser: Random) -> Iterator[Outline]:
    """Yield random places of an outline in a pocket, square to the table most often.

    At an edge of the table, and always square, if the option requires that.
    """
    box, edges = pocket.box, sorted(pocket.box.edges)
    if pocket.option.at_edge and not edges:
        return
    loose = 0.0 if pocket.option.at_edge else LOOSE
    turns = [
        chooser.random() * 4 if chooser.random() < loose else chooser.randrange(4)
        for _ in range(count)
    ]
    angles = np.array(turns) * (np.pi / 2)
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    # Separately, since numpy is slow to find the least of interleaved coordinates.
    x = ring[:, 0] * cos - ring[:, 1] * sin
    y = ring[:, 0] * sin + ring[:, 1] * cos
    low = np.column_stack((x.min(axis=1), y.min(axis=1)))
    high = np.column_stack((x.max(axis=1), y.max(axis=1)))
    first = (box.left, box.bottom) - low
    room = (box.right, box.top) - high - first
    fits = (room >= 0).all(axis=1)
    share = np.array([chooser.random() for _ in range(2 * count)]).reshape(count, 2)
    if pocket.option.at_edge:
        for at, side in enumerate(chooser.choices(edges, k=count)):
            share[at, 0 if side in ("left", "right") else 1] = side in ("right", "top")
    corners = (first + share * room)[fits]
    rings = np.stack((x[fits] + corners[:, :1], y[fits] + corners[:, 1:]), axis=-1)
    rings = np.rint(rings * GRAIN) / GRAIN + 0.0
    inside = shapely.covers(pocket.ground, polygons(rings))
    for ring_inside in rings[inside].tolist():
        yield tuple(map(tuple, ring_inside))


def _reaches(box: SearchBox, others: Shapes, clear: Numbers) -> npt.NDArray[np.bool_]:
    """Return which pieces are near enough to a box to close some of it, by their bounds."""
    bounds = shapely.bounds(others).reshape(-1, 4)
    low, high = bounds[:, :2] - clear[:, None], bounds[:, 2:] + clear[:, None]
    meets = (low < (box.right, box.top)) & (high > (box.left, box.bottom))
    return np.asarray(meets.all(axis=1))


def _box(ground: Geometry, within: SearchBox) -> SearchBox:
    left, bottom, right, top = shapely.bounds(ground).tolist()
    reached = {
        "left": left <= within.left,
        "bottom": bottom <= within.bottom,
        "right": right >= within.right,
        "top": top >= within.top,
    }
    edges = frozenset(name for name in within.edges if reached[name])
    return SearchBox(
        max(left, within.left),
        max(bottom, within.bottom),
        min(right, within.right),
        min(top, within.top),
        edges,
    )
