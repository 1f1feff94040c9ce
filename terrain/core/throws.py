"""Where does one outline lie free, if it is thrown at many places at once?

Quick, and by chance: what it yields keeps off all that it was given; that nothing comes proves
nothing. Places are drawn in batches, as arrays; Shapely sees only those that bounding boxes leave
open.
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

from terrain.core.free import Box
from terrain.core.outline import DECIMALS, Outline

Numbers: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int_]
Shapes: TypeAlias = npt.NDArray[np.object_]

AT_ONCE = 6
"""How many places are measured with Shapely in one call while the first free one is looked for."""
NOWHERE = 1e6
"""How far a point goes that meets nothing."""


@dataclass(frozen=True)
class KeptOff:
    """Pieces that a throw keeps off: their polygons, their bounds as (k, 4), and how far each."""

    shapes: Shapes
    bounds: Numbers
    clear: Numbers

    @classmethod
    def of(cls, shapes: Shapes, clear: list[float]) -> KeptOff:
        """Return pieces with how far off a throw stays from each; 0 where it may touch."""
        return cls(shapes, shapely.bounds(shapes), np.array(clear, dtype=np.float64))


@dataclass(frozen=True)
class Throws:
    """One outline at m places.

    `rings` as (m, n, 2), rounded as layouts are written; `low` and `high` their bounds, as (m, 2).
    """

    rings: Numbers
    low: Numbers
    high: Numbers

    @classmethod
    def of(cls, rings: Numbers) -> Throws:
        """Return rounded rings with their bounds."""
        rings = np.rint(rings * 10**DECIMALS) / 10**DECIMALS + 0.0
        return cls(rings, rings.min(axis=1), rings.max(axis=1))

    def outline(self, at: int) -> Outline:
        """Return one of them as layouts keep it."""
        return tuple(map(tuple, self.rings[at].tolist()))

    def some(self, which: Indices) -> Throws:
        """Return only those that are named."""
        return Throws(self.rings[which], self.low[which], self.high[which])

    def by(self, figures: Numbers) -> Throws:
        """Return them in another order, the least figure first."""
        return self.some(np.argsort(figures, kind="stable"))

    @property
    def middles(self) -> Numbers:
        """The middles of their bounding boxes, as (m, 2)."""
        return (self.low + self.high) / 2


Prefer: TypeAlias = Callable[[Throws], Numbers]
"""For each of some free places a figure; the least is taken first."""


def polygons(rings: Numbers) -> Shapes:
    """Return rings, as (m, n, 2), as polygons."""
    # Shapely closes rings by itself, except those of three points.
    closed = rings if rings.shape[1] > 3 else np.concatenate((rings, rings[:, :1]), axis=1)
    found: Shapes = shapely.polygons(closed)
    return found


def turned_to(ring: Numbers, degrees: list[float]) -> Numbers:
    """Return an outline (n, 2) turned about the origin by each angle, as (m, n, 2)."""
    angles = np.radians(degrees)
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x, y = ring[:, 0], ring[:, 1]
    return np.stack((x * cos - y * sin, x * sin + y * cos), axis=-1)


def within(rings: Numbers, box: Box, edges: tuple[str, ...], chooser: Random) -> Throws:
    """Return the rings, laid anywhere in a box, each flush with one of these sides if any.

    Those that are too large for the box are left out.
    """
    count = len(rings)
    low, high = rings.min(axis=1), rings.max(axis=1)
    start = (box.left, box.bottom) - low
    room = (box.right, box.top) - high - start
    share = np.array([chooser.random() for _ in range(2 * count)]).reshape(count, 2)
    if edges:
        for at in range(count):
            side = chooser.choice(edges)
            share[at, 1 if side in ("bottom", "top") else 0] = side in ("right", "top")
    placed = rings + (start + share * room)[:, None, :]
    fitting = (room >= 0).all(axis=1)
    return Throws.of(placed if fitting.all() else placed[fitting])


def close_in(ring: Numbers, box: Box, pieces: KeptOff, chooser: Random) -> Throws:
    """Return one outline, laid as close as bounding boxes let it lie to what bounds it.

    Each place has, across and along, something to keep off or a side of the box next to it; they
    come in a random order.
    """
    low, high = ring.min(axis=0), ring.max(axis=0)
    clear = pieces.clear[:, None]
    beyond, short_of = pieces.bounds[:, 2:] + clear - low, pieces.bounds[:, :2] - clear - high
    first = np.array((box.left, box.bottom)) - low
    last = np.array((box.right, box.top)) - high
    stops = np.concatenate((first[None], last[None], beyond, short_of))
    xs, ys = (
        stops[(stops[:, axis] >= first[axis]) & (stops[:, axis] <= last[axis]), axis]
        for axis in (0, 1)
    )
    spots = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    order = list(range(len(spots)))
    chooser.shuffle(order)
    return Throws.of(ring + spots[order][:, None, :])


def free(throws: Throws, pieces: KeptOff) -> Iterator[int]:
    """Yield which throws keep off all pieces, in their order; a few are measured ahead."""
    near = _near(throws, pieces)
    unsure: npt.NDArray[np.bool_] = np.asarray(near.any(axis=1))
    at, count = 0, len(unsure)
    while at < count:
        if not unsure[at]:
            yield at
            at += 1
            continue
        end = at + 1
        while end < count and end - at < AT_ONCE and unsure[end]:
            end += 1
        yield from (at + _apart(throws, pieces, near, at, end)).tolist()
        at = end


def _near(throws: Throws, pieces: KeptOff) -> npt.NDArray[np.bool_]:
    """Of each throw and piece, as (m, k), whether their bounding boxes come too near to tell."""
    low, high = pieces.bounds[:, :2], pieces.bounds[:, 2:]
    between = np.maximum(throws.low[:, None] - high, low - throws.high[:, None])
    np.maximum(between, 0.0, out=between)
    near: npt.NDArray[np.bool_] = (between**2).sum(axis=-1) <= pieces.clear**2
    return near


def _apart(
    throws: Throws, pieces: KeptOff, near: npt.NDArray[np.bool_], start: int, end: int
) -> Indices:
    """Return which of the throws from `start` on keep off the pieces near them, by distance."""
    which, other = np.nonzero(near[start:end])
    if not len(which):
        return np.arange(end - start)
    shapes = polygons(throws.rings[start:end])
    shapely.prepare(shapes)
    hit = shapely.dwithin(shapes[which], pieces.shapes[other], pieces.clear[other])
    found = np.ones(end - start, dtype=bool)
    found[which[hit]] = False
    return np.flatnonzero(found)


def against(
    rings: Numbers, neighbour: Numbers, chooser: Random, *, box: Box, along_sides: bool
) -> Throws:
    """Return the rings, each pushed against a neighbour's outline until it touches it.

    Where `along_sides`, each comes square to a side of the neighbour's, so that straight ones share
    it. Those that do not lie in the box are left out.
    """
    sides = _open_sides(neighbour, box)
    count = len(rings)
    if not len(sides):
        return Throws.of(rings[:0])
    lengths = np.hypot(*(sides[:, 1] - sides[:, 0]).T)
    picked = chooser.choices(range(len(sides)), weights=lengths.tolist(), k=count)
    start, end = sides[picked, 0], sides[picked, 1]
    unit = (end - start) / lengths[picked, None]
    inward = unit[:, ::-1] * (-1.0, 1.0)
    if along_sides:
        rings = _beside(rings, unit)
    else:
        sway = np.array([math.radians(60 * (chooser.random() - 0.5)) for _ in range(count)])
        cos, sin = np.cos(sway)[:, None], np.sin(sway)[:, None]
        inward = inward * cos + inward[:, ::-1] * (-1.0, 1.0) * sin
    shares = np.array([chooser.random() for _ in range(count)])[:, None]
    corners = [chooser.randrange(rings.shape[1]) for _ in range(count)]
    aim = start + (end - start) * shares - rings[np.arange(count), corners]
    placed = rings + aim[:, None, :]
    placed = placed + (_contact(placed, neighbour, inward)[:, None] * inward)[:, None, :]
    low, high = placed.min(axis=1), placed.max(axis=1)
    inside = (low >= (box.left, box.bottom)) & (high <= (box.right, box.top))
    return Throws.of(placed[inside.all(axis=1)])


def _open_sides(neighbour: Numbers, box: Box) -> Numbers:
    """The sides of an anticlockwise outline, as (k, 2, 2), that have the box before them."""
    sides = np.stack((neighbour, np.roll(neighbour, -1, axis=0)), axis=1)
    along = sides[:, 1] - sides[:, 0]
    outward = along[:, ::-1] * (1.0, -1.0)
    before = sides.mean(axis=1) + outward / np.hypot(*along.T)[:, None]
    inside = (before > (box.left, box.bottom)) & (before < (box.right, box.top))
    return np.asarray(sides[inside.all(axis=1)])


def _beside(rings: Numbers, unit: Numbers) -> Numbers:
    """Turn each ring, its rectangle upright before, so that one of its sides lies along `unit`."""
    cos, sin = unit[:, 0, None], unit[:, 1, None]
    x, y = rings[..., 0], rings[..., 1]
    return np.stack((x * cos - y * sin, x * sin + y * cos), axis=-1)


def _contact(rings: Numbers, neighbour: Numbers, inward: Numbers) -> Numbers:
    """How far each ring is to be pushed along its direction until it first touches, as (m,).

    Negative where it lies in the neighbour already. One point of each is on the neighbour's
    outline, so that every ring meets it.
    """
    corners = np.broadcast_to(neighbour, (len(rings), *neighbour.shape))
    pushed = _travel(rings, corners, inward)
    met = _travel(corners, rings, -inward)
    return np.asarray(np.minimum(pushed, met))


def _travel(points: Numbers, outlines: Numbers, way: Numbers) -> Numbers:
    """How far the first of the points, (m, p, 2), goes until it meets a side of its outline."""
    along = np.roll(outlines, -1, axis=1) - outlines
    # Of each point and side: the side is met where both lie on one line along the way.
    offset = outlines[:, None, :, :] - points[:, :, None, :]
    across = way[:, 0, None] * along[..., 1] - way[:, 1, None] * along[..., 0]
    across = np.where(np.abs(across) < 1e-9, np.nan, across)[:, None, :]
    share = offset[..., 0] * way[:, 1, None, None] - offset[..., 1] * way[:, 0, None, None]
    share = share / across
    far = offset[..., 0] * along[:, None, :, 1] - offset[..., 1] * along[:, None, :, 0]
    far = far / across
    # Bounds a hair wide: a corner that meets a corner must not slip between two sides.
    meets = (share >= -1e-9) & (share <= 1 + 1e-9)
    return np.asarray(np.where(meets, far, NOWHERE).min(axis=(1, 2)))
