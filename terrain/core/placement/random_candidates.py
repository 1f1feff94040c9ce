"""Yield random free places for one outline, many at a time.

Each place keeps clear of everything given. An empty result proves nothing. Places are drawn as
arrays; Shapely sees only those that bounding boxes leave undecided.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.outline import DECIMALS, Outline
from terrain.core.placement.reference_region import SearchBox

Numbers: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int_]
Shapes: TypeAlias = npt.NDArray[np.object_]

AT_ONCE = 6
"""The number of places measured with Shapely in one call during the search for a free one."""
NOWHERE = 1e6
"""The distance that a point travels if it meets nothing."""
GRAIN = 10.0**DECIMALS


@dataclass(frozen=True)
class KeptOff:
    """Obstacles: their polygons, their bounds as (k, 4), and the distance to keep from each."""

    shapes: Shapes
    bounds: Numbers
    clear: Numbers

    @classmethod
    def of(cls, shapes: Shapes, clear: list[float]) -> KeptOff:
        """Return obstacles with the distance to keep from each; 0 if a touch is allowed."""
        shapely.prepare(shapes)
        return cls(shapes, shapely.bounds(shapes), np.array(clear, dtype=np.float64))


@dataclass(frozen=True)
class Throws:
    """One outline in its orientation at m random places.

    `ring` as (n, 2); `at` are the places of its origin, as (m, 2).
    """

    ring: Numbers
    at: Numbers

    def rings(self, start: int, end: int) -> Numbers:
        """Return some of them as (m, n, 2), rounded as layouts are written."""
        return np.asarray(np.rint((self.ring + self.at[start:end, None]) * GRAIN) / GRAIN + 0.0)

    def outline(self, place: int) -> Outline:
        """Return one of them as layouts store it."""
        return tuple(map(tuple, self.rings(place, place + 1)[0].tolist()))

    def polygons(self, start: int, end: int) -> Shapes:
        """Return some of them as polygons."""
        return polygons(self.rings(start, end))

    def bounds(self) -> tuple[Numbers, Numbers]:
        """Return the least and the greatest x and y of each, as (m, 2)."""
        return self.at + self.ring.min(axis=0), self.at + self.ring.max(axis=0)

    def some(self, which: npt.NDArray[np.bool_] | Indices) -> Throws:
        """Return only the named ones, in that order."""
        return Throws(self.ring, self.at[which])


Prefer: TypeAlias = Callable[[Throws], Numbers]
"""A function that gives each of some free places a figure; the least comes first."""


def polygons(rings: Numbers) -> Shapes:
    """Return rings, as (m, n, 2), as polygons."""
    # Shapely closes rings automatically, except those of three points.
    closed = rings if rings.shape[1] > 3 else np.concatenate((rings, rings[:, :1]), axis=1)
    found: Shapes = shapely.polygons(closed)
    return found


def turned_ring(ring: Numbers, degrees: float) -> Numbers:
    """Return an outline (n, 2) turned about the origin."""
    return turned_along(ring, math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


def quarter_turned(ring: Numbers, quarters: int) -> Numbers:
    """Return an outline turned about the origin by some quarters, exactly."""
    return turned_along(ring, *((1, 0), (0, 1), (-1, 0), (0, -1))[quarters])


def turned_along(ring: Numbers, cos: float, sin: float) -> Numbers:
    """Return an outline turned so that its x axis lies along this direction."""
    return np.asarray(ring @ np.array(((cos, sin), (-sin, cos))))


def within(
    ring: Numbers, box: SearchBox, edges: tuple[str, ...], *, count: int, chooser: Random
) -> Throws:
    """Return an outline at random places in a box, flush with one of these sides if any.

    Empty if it is too large for the box.
    """
    low, high = ring.min(axis=0), ring.max(axis=0)
    first = np.array((box.left, box.bottom)) - low
    room = np.array((box.right, box.top)) - high - first
    if room.min() < 0:
        return Throws(ring, np.empty((0, 2)))
    share = np.array([chooser.random() for _ in range(2 * count)]).reshape(count, 2)
    if edges:
        for at in range(count):
            side = chooser.choice(edges)
            share[at, 1 if side in ("bottom", "top") else 0] = side in ("right", "top")
    return Throws(ring, first + share * room)


def free(laid: Throws, pieces: KeptOff) -> Iterator[int]:
    """Yield which places keep off all pieces, in their order; a few are measured ahead."""
    near = _near(laid, pieces)
    unsure: npt.NDArray[np.bool_] = np.asarray(near.any(axis=1))
    waiting: list[int] = []
    for at, is_unsure in enumerate(unsure.tolist()):
        if is_unsure:
            waiting.append(at)
            if len(waiting) == AT_ONCE:
                yield from _apart(laid, pieces, near, waiting)
                waiting = []
        else:
            yield from _apart(laid, pieces, near, waiting)
            waiting = []
            yield at
    yield from _apart(laid, pieces, near, waiting)


def _near(laid: Throws, pieces: KeptOff) -> npt.NDArray[np.bool_]:
    """Return for each place and piece, as (m, k), whether their bounding boxes are too near to
    decide.
    """
    low, high = laid.bounds()
    between = np.maximum(low[:, None] - pieces.bounds[:, 2:], pieces.bounds[:, :2] - high[:, None])
    np.maximum(between, 0.0, out=between)
    # The effect of rounding; Shapely decides about those that it may bring too near.
    reach = pieces.clear + 2 / GRAIN
    return np.asarray((between**2).sum(axis=-1) <= reach**2)


def _apart(
    laid: Throws, pieces: KeptOff, near: npt.NDArray[np.bool_], which: list[int]
) -> Iterator[int]:
    """Yield which of some places keep off the pieces near them, by distance."""
    if not which:
        return
    some = laid.some(np.array(which))
    shapes = some.polygons(0, len(which))
    throw, other = np.nonzero(near[which])
    hit = shapely.dwithin(pieces.shapes[other], shapes[throw], pieces.clear[other])
    hits = set(throw[hit].tolist())
    for at, place in enumerate(which):
        if at not in hits:
            yield place


def against(
    ring: Numbers,
    neighbour: Numbers,
    *,
    box: SearchBox,
    along_sides: bool,
    count: int,
    chooser: Random,
) -> Throws:
    """Return an outline pushed against one side of a neighbour's outline until it touches it.

    With `along_sides` it is turned square to that side, so that straight ones share it. Places
    outside the box are left out.
    """
    sides = _open_sides(neighbour, box)
    if not len(sides):
        return Throws(ring, np.empty((0, 2)))
    lengths = np.hypot(*(sides[:, 1] - sides[:, 0]).T)
    (picked,) = chooser.choices(range(len(sides)), weights=lengths.tolist())
    start, end = sides[picked]
    ux, uy = ((end - start) / lengths[picked]).tolist()
    inward = np.array((-uy, ux))
    if along_sides:
        ring = turned_along(ring, ux, uy)
    else:
        inward = turned_ring(inward, 60 * (chooser.random() - 0.5))
    shares = np.array([chooser.random() for _ in range(count)])[:, None]
    corners = [chooser.randrange(len(ring)) for _ in range(count)]
    at = start + (end - start) * shares - ring[corners]
    at = at + _contact(ring, at, neighbour, inward)[:, None] * inward
    laid = Throws(ring, at)
    low, high = laid.bounds()
    inside = (low >= (box.left, box.bottom)) & (high <= (box.right, box.top))
    return laid.some(np.flatnonzero(inside.all(axis=1)))


def _open_sides(neighbour: Numbers, box: SearchBox) -> Numbers:
    """Return the sides of an anticlockwise outline, as (k, 2, 2), that face the box."""
    sides = np.stack((neighbour, np.roll(neighbour, -1, axis=0)), axis=1)
    along = sides[:, 1] - sides[:, 0]
    outward = along[:, ::-1] * (1.0, -1.0)
    before = sides.mean(axis=1) + outward / np.hypot(*along.T)[:, None]
    inside = (before > (box.left, box.bottom)) & (before < (box.right, box.top))
    return np.asarray(sides[inside.all(axis=1)])


def _contact(ring: Numbers, at: Numbers, neighbour: Numbers, inward: Numbers) -> Numbers:
    """Return how far each place is to be pushed inward until it first touches the neighbour, as
    (m,).

    Negative if it overlaps it already. A corner of each is on the neighbour's outline, so that
    every one meets it.
    """
    pushed = _travel(ring + at[:, None], neighbour, inward)
    met = _travel(neighbour - at[:, None], ring, -inward)
    return np.asarray(np.minimum(pushed, met))


def _travel(points: Numbers, outline: Numbers, way: Numbers) -> Numbers:
    """Return how far the first of each batch of points, (m, p, 2), travels until it meets the
    outline.
    """
    along = np.roll(outline, -1, axis=0) - outline
    across = way[0] * along[:, 1] - way[1] * along[:, 0]
    facing = np.abs(across) > 1e-9
    outline, along, across = outline[facing], along[facing], across[facing]
    # For each point and side: the side is met if both lie on one line along the way.
    offset = outline - points[:, :, None, :]
    share = (offset[..., 0] * way[1] - offset[..., 1] * way[0]) / across
    far = (offset[..., 0] * along[:, 1] - offset[..., 1] * along[:, 0]) / across
    # The bounds are a hair wide: a corner that meets a corner must not slip between two sides.
    meets = (share >= -1e-9) & (share <= 1 + 1e-9)
    return np.asarray(np.where(meets, far, NOWHERE).min(axis=(1, 2)))
