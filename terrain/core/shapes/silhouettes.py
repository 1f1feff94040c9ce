"""Which silhouettes are there of a kind of ground, ready to be fitted to any size?

Each kind has a stock of them, numbered. One is drawn by its kind's recipe from its number alone,
when it is first asked for, set upright in the unit square and kept: what is costly (is it one piece
without necks, does it fill its square?) is asked once, not for each outline. Stretching a
silhouette, and swaying it a little, changes none of that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.shapes.kinds import KINDS, Kind
from terrain.core.shapes.ring import Ring

Floats = npt.NDArray[np.float64]

STOCK = 64
LEAST_FILL = 0.4
"""Of the unit square. Rules ask 0.35, and swaying may take a little away."""

LEAST_SEAT = 0.24
"""The least share of the long side along which a silhouette lies on its rectangle. A turned outline
is rounded to thousandths: on a shorter seat its rectangle would turn by more than rules tolerate.
"""

PARED = 0.03
"""How much of its depth a rounded silhouette loses on both long sides, to lie flat there."""

NECK = 0.012
CLOSEST = 0.012
FINENESS = 10_000


@dataclass(frozen=True)
class Silhouette:
    """Points in the unit square, as an array (2, n), anticlockwise, its longer side along x.

    `bulge` and `slant` (2, n) are added in parts: the first moves points along x and along y, least
    near the sides, so that no point leaves the square nor its border; the second the lower part
    one way and the upper the other. `sway` is how large a part of each may be added.
    """

    points: Floats
    bulge: Floats
    slant: Floats
    sway: float


@cache
def silhouette(word: str, number: int) -> Silhouette:
    """Return a kind's silhouette of that number, from 0 to `STOCK` - 1."""
    kind = KINDS[word]
    chance = Random(f"{word} {number}")
    ring = next(ring for ring in _tries(kind, chance) if is_sound(ring))
    points = np.array(ring).T
    across = points * (1 - points)
    return Silhouette(points, across, across * (2 * points[::-1] - 1), kind.sway)


def is_sound(ring: list[tuple[float, float]]) -> bool:
    """Whether a ring in the unit square is one piece without necks, full and well seated."""
    shape = shapely.polygons(ring)
    if not shapely.is_valid(shape) or shapely.area(shape) < LEAST_FILL:
        return False
    ends = zip(ring, ring[1:] + ring[:1], strict=True)
    if min(math.dist(a, b) for a, b in ends) < CLOSEST or seat(ring) < LEAST_SEAT:
        return False
    thinner, thicker = shapely.buffer(shape, (-NECK, NECK), quad_segs=1)
    whole = shapely.get_type_id(thinner) == 3 and not shapely.is_empty(thinner)
    return bool(whole and shapely.get_num_interior_rings(thicker) == 0)


def seat(ring: list[tuple[float, float]]) -> float:
    """How long the hull's side on the lower or the upper side of the square is, the longer one."""
    lower, upper = ([x for x, y in ring if y == level] for level in (0.0, 1.0))
    return max(max(side) - min(side) for side in (lower, upper))


def _tries(kind: Kind, chance: Random) -> Iterator[list[tuple[float, float]]]:
    """Rings by a kind's recipe, one after the other. It ends with the first sound one."""
    while True:
        ring = kind.recipe(chance)
        if kind.turned:
            ring = _lying(ring)
        yield _in_square(_pared(ring) if kind.pared else ring)


def _lying(ring: Ring) -> Ring:
    """The ring turned so that its least rectangle lies level, longer side along x."""
    hull = _hull(ring)
    best = (math.inf, 1 + 0j)
    for start, end in zip(hull, hull[1:] + hull[:1], strict=True):
        back = (end - start).conjugate() / abs(end - start)
        width, depth = _extent([point * back for point in hull])
        best = min(best, (width * depth, back if width >= depth else back * 1j), key=_area)
    return [point * best[1] for point in ring]


def _area(measured: tuple[float, complex]) -> float:
    return measured[0]


def _hull(ring: Ring) -> Ring:
    """The corners of the convex hull, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(ring, key=lambda point: (point.real, point.imag))
    sides = []
    for points in (ordered, ordered[::-1]):
        side: Ring = []
        for point in points:
            while len(side) > 1 and _turn(side[-2], side[-1], point) <= 0:
                side.pop()
            side.append(point)
        sides.append(side[:-1])
    return sides[0] + sides[1]


def _turn(a: complex, b: complex, c: complex) -> float:
    return ((b - a).conjugate() * (c - b)).imag


def _extent(ring: Ring) -> tuple[float, float]:
    xs, ys = [point.real for point in ring], [point.imag for point in ring]
    return max(xs) - min(xs), max(ys) - min(ys)


def _pared(ring: Ring) -> Ring:
    """The ring cut flat where it is lowest and highest; points stay above one another."""
    ys = [point.imag for point in ring]
    low, high = min(ys), max(ys)
    off = PARED * (high - low)
    return [complex(p.real, min(max(p.imag, low + off), high - off)) for p in ring]


def _in_square(ring: Ring) -> list[tuple[float, float]]:
    """The ring stretched over the unit square, in ten-thousandths."""
    left, low = min(p.real for p in ring), min(p.imag for p in ring)
    width, depth = _extent(ring)
    return [
        (
            round((p.real - left) / width * FINENESS) / FINENESS,
            round((p.imag - low) / depth * FINENESS) / FINENESS,
        )
        for p in ring
    ]
