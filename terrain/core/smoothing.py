"""Simplify outlines that are too ragged for exact sums in a moment.

The convolution of two outlines has about as many sides as one has corners, times the turns of the
other. A comb of 200 points beside another has 40,000, and each may cross any other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.minkowski import Counts, Loops, Points, as_array, loops_of, turns_of

Geometry: TypeAlias = Any

MAX_SIDES = 1500
"""The maximum number of sides of one convolution; beyond it outlines are smoothed."""
MAX_OF_ALL = 40_000
"""The maximum number of sides for a whole table."""
HOPELESS = 1.5
"""The factor beyond which no cleft is tried: the hulls are taken at once."""
CLEFTS = (0.05, 0.2, 0.5, math.inf)
"""The widths of clefts that are filled, in halves; at last all: the hull is taken."""
OF_ARCS = 45
"""The number of corners that the gap around the outline in the hand adds."""
CONVEX = 1 + 1e-9
PLAIN = 2.0
"""The number of turns up to which an outline is only ever smoothed to its hull."""


@dataclass(frozen=True)
class Smoothed:
    """An outline and the pieces on the table, smoothed as little as their sum requires.

    A smoothed outline encloses the original. `rings` are those of the pieces, each owned by its
    index; `rough` are the indices of the smoothed pieces, or all if the outline in the hand is
    smoothed.
    """

    hand: Points
    rings: Loops
    rough: frozenset[int]


def smoothed(outline: Geometry, lying: Sequence[Geometry | None]) -> Smoothed:
    """Return outlines unchanged, or smoothed if they are too ragged. None has no ring."""
    places = np.array([at for at, shape in enumerate(lying) if shape is not None], dtype=np.int64)
    shapes = as_array([outline, *(lying[at] for at in places)])
    changed = np.zeros(len(shapes), dtype=bool)
    rings = loops_of(shapes)
    turns = turns_of(rings)
    hopeless = _sides(rings.lengths, turns).sum() > HOPELESS * MAX_OF_ALL
    for by in CLEFTS[-1:] if hopeless else CLEFTS:
        sides = _sides(rings.lengths, turns)
        if sides.max(initial=0) <= MAX_SIDES and sides.sum() <= MAX_OF_ALL:
            break
        ragged = turns > (PLAIN if by < math.inf else CONVEX)
        shapes[ragged] = [enclosing(shape, by) for shape in shapes[ragged]]
        changed |= ragged
        rings = loops_of(shapes)
        turns = turns_of(rings)
    many = int(rings.lengths[0])
    others = Loops(rings.points[many:], rings.lengths[1:], places)
    rough = places if changed[0] else places[changed[1:]]
    return Smoothed(rings.points[:many], others, frozenset(rough.tolist()))


def enclosing(shape: Geometry, by: float) -> Geometry:
    """Return a polygon without holes that encloses one, its clefts filled up to twice a width.

    It is wider by a fifth of that width, so that the rest of narrow clefts can be cut off without
    touching the shape. The hull if the width is infinite.
    """
    if by == math.inf:
        return shapely.convex_hull(shape)
    closed = shapely.buffer(shapely.buffer(shape, by, quad_segs=4), -0.8 * by, quad_segs=4)
    outer = shapely.polygons(shapely.get_exterior_ring(closed))
    return shapely.simplify(outer, by / 10)


def _sides(corners: Counts, turns: Points) -> Points:
    """Return roughly the number of sides of the convolutions of the first with each other one."""
    found: Points = (corners[0] + OF_ARCS) * turns[1:] + turns[0] * corners[1:]
    return found
