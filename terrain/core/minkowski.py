"""Regions of the reference point at which one outline meets another.

The outline B placed at p meets A exactly if p is in the sum of A and the mirrored B, and is nearer
than g to it if p is nearer than g to that sum. The border of the sum lies on the convolution of
both outlines (Guibas, Ramshaw and Stolfi, "A kinetic framework for computational geometry", 1983):
closed loops that wind about p as often as A and the placed B have common parts. So no decomposition
into convex parts is needed: filling the loops where they wind gives the exact sum.

Shapely fills by winding number when it buffers by zero: shells count one, rings of holes minus one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.outline import polygons_in

Geometry: TypeAlias = Any
Geometries: TypeAlias = npt.NDArray[np.object_]
Points: TypeAlias = npt.NDArray[np.float64]
Counts: TypeAlias = npt.NDArray[np.int64]

SAG = 0.005
"""The maximum distance by which the corners of an arc, drawn as tangents, lie too far out."""
GRID = 1e-8
"""The precision of coordinates, so that points on one line stay there."""
NO_AREA = 1e-12
SEEN = -1
"""The mark of a side that a cycle has visited."""


@dataclass(frozen=True)
class Loops:
    """Closed loops, one after another; each belongs to an owner, a number from 0.

    `points` of shape (n, 2), the first of a loop not repeated; `lengths` and `owners` per loop. An
    anticlockwise loop counts one for its inside, a clockwise one minus one.
    """

    points: Points
    lengths: Counts
    owners: Counts

    @cached_property
    def starts(self) -> Counts:
        """Return the first index of each loop in `points`."""
        found: Counts = np.cumsum(self.lengths) - self.lengths
        return found

    @cached_property
    def after(self) -> Counts:
        """Return for each point the number of the next one of its loop."""
        found: Counts = np.arange(1, len(self.points) + 1)
        found[self.starts + self.lengths - 1] = self.starts
        return found

    @cached_property
    def before(self) -> Counts:
        """Return for each point the number of the previous one of its loop."""
        found: Counts = np.arange(-1, len(self.points) - 1)
        found[self.starts] = self.starts + self.lengths - 1
        return found

    @cached_property
    def areas(self) -> Points:
        """Return the signed area of each loop."""
        if not len(self.lengths):
            return np.zeros(0)
        # Relative to its own first point: far from the origin a tiny loop would be lost in
        # rounding.
        x, y = (self.points - np.repeat(self.points[self.starts], self.lengths, axis=0)).T
        found: Points = np.add.reduceat(x * y[self.after] - x[self.after] * y, self.starts) / 2
        return found


def as_array(shapes: Sequence[Geometry]) -> Geometries:
    """Return geometries as an array of objects."""
    found: Geometries = np.empty(len(shapes), dtype=object)
    found[:] = shapes
    return found


def one_ring(points: Points) -> Loops:
    """Return one ring as a loop."""
    return Loops(points, np.array([len(points)]), np.zeros(1, dtype=np.int64))


def joined(*loops: Loops) -> Loops:
    """Return loops as one value."""
    return Loops(
        np.concatenate([each.points for each in loops]),
        np.concatenate([each.lengths for each in loops]),
        np.concatenate([each.owners for each in loops]),
    )


def some(loops: Loops, owners: Sequence[int]) -> Loops:
    """Return the loops of some owners, who are then numbered from 0."""
    if not len(loops.owners):
        return loops
    number = np.full(loops.owners.max() + 1, -1)
    number[owners] = np.arange(len(owners))
    numbers = number[loops.owners]
    found = _chosen(loops, numbers >= 0)
    return Loops(found.points, found.lengths, numbers[numbers >= 0])


def split(loops: Loops, count: int) -> list[Loops]:
    """Return the loops of each owner from 0 to `count`."""
    order = np.argsort(loops.owners, kind="stable")
    lengths, owners = loops.lengths[order], loops.owners[order]
    ends = np.cumsum(lengths)
    points = loops.points[
        np.arange(len(loops.points)) + np.repeat(loops.starts[order] - ends + lengths, lengths)
    ]
    first = np.searchsorted(owners, np.arange(count + 1))
    edges = np.concatenate(((0,), ends))[first]
    return [
        Loops(points[edges[at] : edges[at + 1]], lengths[one:other], owners[one:other])
        for at, (one, other) in enumerate(pairwise(first.tolist()))
    ]


def ring_of(polygon: Geometry) -> Points:
    """Return the outer ring of a polygon as `Loops` have it."""
    ring = shapely.get_exterior_ring(polygon)
    points: Points = shapely.get_coordinates(ring)[:-1]
    return points if shapely.is_ccw(ring) else points[::-1]


def loops_of(shapes: Geometries) -> Loops:
    """Return the rings of valid polygons as loops; the owner is the index in the array.

    Whatever their direction, outer rings become anticlockwise, holes clockwise.
    """
    parts, owners = shapely.get_parts(shapes, return_index=True)
    rings, places = shapely.get_rings(parts, return_index=True)
    lengths = shapely.get_num_coordinates(rings) - 1
    points = shapely.get_coordinates(rings)
    keep = np.ones(len(points), dtype=bool)
    keep[np.cumsum(lengths + 1) - 1] = False
    found = Loops(points[keep], lengths, owners[places])
    outer = np.ones(len(lengths), dtype=bool)
    outer[1:] = places[1:] != places[:-1]
    wrong = shapely.is_ccw(rings) != outer
    return _reversed(found, wrong) if wrong.any() else found


def _reversed(loops: Loops, which: npt.NDArray[np.bool_]) -> Loops:
    """Return the loops with some of them reversed."""
    at = np.arange(len(loops.points))
    other_way = np.repeat(2 * loops.starts + loops.lengths - 1, loops.lengths) - at
    turned = np.where(np.repeat(which, loops.lengths), other_way, at)
    return Loops(loops.points[turned], loops.lengths, loops.owners)


def filled(loops: Loops, count: int) -> Geometries:
    """Return for each of `count` owners the area that its loops wind around: polygons, some perhaps
    empty.
    """
    areas = loops.areas
    found: Geometries = np.full(count, _NOTHING, dtype=object)
    at = np.flatnonzero(np.abs(areas) > NO_AREA)
    at = at[np.argsort(loops.owners[at], kind="stable")]
    if not len(at):
        return found
    rings, owners, shells = _rings(loops)[at], loops.owners[at], areas[at] > 0
    polygons = shapely.polygons(rings[shells])
    # A clockwise loop is a hole of any polygon of its owner: only the count matters.
    for owner in np.unique(owners[~shells]):
        first = np.searchsorted(owners[shells], owner)
        if first < len(polygons) and owners[shells][first] == owner:
            holes = rings[~shells & (owners == owner)]
            polygons[first] = shapely.polygons(rings[shells][first], holes=holes)
    owners = owners[shells]
    new = np.ones(len(owners), dtype=bool)
    new[1:] = owners[1:] != owners[:-1]
    whole = shapely.multipolygons(polygons, indices=np.cumsum(new) - 1)
    found[owners[new]] = shapely.buffer(whole, 0)
    return found


def left_of(ground: Geometry, closed: Loops) -> Geometry:
    """Return the part of some ground that no loop winds around: a valid polygon or several."""
    parts = shapely.get_parts(ground)
    parts = parts[shapely.area(parts) > NO_AREA]
    if not len(parts):
        return _NOTHING
    areas = closed.areas
    rings = _rings(closed)
    # With reversed signs: closed areas count minus one, open areas within them one.
    holes = np.concatenate((shapely.get_rings(parts[0])[1:], rings[areas > NO_AREA]))
    parts[0] = shapely.polygons(shapely.get_exterior_ring(parts[0]), holes=holes)
    islands = shapely.polygons(rings[areas < -NO_AREA])
    return shapely.buffer(shapely.multipolygons(np.concatenate((parts, islands))), 0)


def sums(rings: Loops, hands: Sequence[Points]) -> Loops:
    """Return the sums of rings with the mirrored outlines in the hand, each its ring's owner's.

    Rings and outlines are anticlockwise and simple, without a repeated point in a row. The loops
    wind around each position as often as there are common parts of ring and outline there.
    """
    found = [_convolved(rings, -hand) for hand in hands if len(rings.lengths)]
    return joined(*found) if found else NO_LOOPS


def turns_of(rings: Loops) -> Points:
    """Return how often each ring turns, to the left and to the right, in whole turns; convex: 1.

    A convolution has about as many sides as one ring has, times the turns of the other, and vice
    versa.
    """
    turn = np.abs(_headings(rings)[2])
    found: Points = np.add.reduceat(turn, rings.starts) / math.tau
    return found


def outset(shapes: Geometries, by: float) -> Loops:
    """Return loops around everything that is nearer than a distance to each of some polygons.

    Polygons without holes. The distance is never less, and at most SAG more, at the corners of
    arcs. The owner is the index in the array.
    """
    return pushed_out(loops_of(shapes), by)


def without_holes(shape: Geometry) -> list[Geometry]:
    """Return polygons without holes that together are a shape: cut through each hole's middle."""
    found, left = [], polygons_in(shape)
    while left:
        part = left.pop()
        if not shapely.get_num_interior_rings(part):
            found.append(part)
            continue
        middle = shapely.get_x(shapely.point_on_surface(shapely.Polygon(part.interiors[0])))
        left0, bottom, right, top = shapely.bounds(part)
        for low, high in ((left0 - 1, middle), (middle, right + 1)):
            half = shapely.intersection(part, shapely.box(low, bottom - 1, high, top + 1))
            left += polygons_in(half)
    return found


def pushed_out(around: Loops, by: float) -> Loops:
    """Return rings with each side moved out, an arc of tangents around each corner to the left.

    Like `outset` for their inside; none of them is a hole.
    """
    if by <= 0 or not len(around.lengths):
        return around
    lengths = around.lengths
    coming, leaving, turn = _headings(around)
    coming, leaving = coming - math.pi / 2, leaving - math.pi / 2
    widest = min(math.pi / 3, 2 * math.acos(by / (by + SAG)))
    left = turn >= 0
    parts = np.where(left, np.maximum(1, np.ceil(turn / widest)), 2).astype(np.int64)
    at = np.repeat(np.arange(len(turn)), parts)
    step = np.arange(len(at)) - np.repeat(np.cumsum(parts) - parts, parts)
    share = np.where(left, turn / parts, 0.0)
    # At a corner that turns right the two sides cross each other: both ends are kept.
    angle = np.where(
        left[at],
        coming[at] + share[at] * (step + 0.5),
        np.where(step == 0, coming[at], leaving[at]),
    )
    reach = by / np.cos(share / 2)
    out = np.column_stack((np.cos(angle), np.sin(angle))) * reach[at][:, None]
    ends = np.cumsum(lengths)
    of_all = np.concatenate(((0,), np.cumsum(parts)))
    return Loops(
        np.round((around.points[at] + out) / GRID) * GRID,
        of_all[ends] - of_all[ends - lengths],
        around.owners,
    )


def _convolved(rings: Loops, hand: Points) -> Loops:
    """Return the convolution of each ring with one outline.

    A side of the one is laid at a corner of the other if its direction is among those through which
    that corner turns; if it turns right, the side is reversed. Corners are numbered, so that ends
    meet exactly; of two equal directions the hand's is the later.
    """
    points, after = rings.points, rings.after
    coming, leaving, _ = _headings(rings)
    many = len(hand)
    hand_coming, hand_leaving, _ = _headings(one_ring(hand))
    low, high, left = _turns(coming, leaving)
    past, short = hand_leaving >= low[:, None], hand_leaving < high[:, None]
    corner, side = np.nonzero(np.where((high < low)[:, None], past | short, past & short))
    hand_low, hand_high, hand_left = _turns(hand_coming, hand_leaving)
    past, short = leaving[:, None] > hand_low, leaving[:, None] <= hand_high
    ring_side, hand_corner = np.nonzero(np.where(hand_high < hand_low, past | short, past & short))
    start = np.concatenate((corner * many + side, ring_side * many + hand_corner))
    end = np.concatenate((corner * many + (side + 1) % many, after[ring_side] * many + hand_corner))
    forward = np.concatenate((left[corner], hand_left[hand_corner]))
    start, end = np.where(forward, start, end), np.where(forward, end, start)
    order, lengths_found = _cycles(start, end)
    at, laid = np.divmod(start[order], many)
    firsts = at[np.cumsum(lengths_found) - lengths_found]
    return Loops(
        np.round((points[at] + hand[laid]) / GRID) * GRID,
        lengths_found,
        np.repeat(rings.owners, rings.lengths)[firsts],
    )


def _headings(rings: Loops) -> tuple[Points, Points, Points]:
    """Return for each corner the directions of its two sides, and its turn, positive to the
    left.
    """
    steps = rings.points[rings.after] - rings.points
    leaving = np.arctan2(steps[:, 1], steps[:, 0])
    coming = leaving[rings.before]
    return coming, leaving, (leaving - coming + math.pi) % math.tau - math.pi


def _turns(coming: Points, leaving: Points) -> tuple[Points, Points, npt.NDArray[np.bool_]]:
    """Return through which directions corners turn, from and to, and whether to the left."""
    left = (leaving - coming) % math.tau < math.pi
    return np.where(left, coming, leaving), np.where(left, leaving, coming), left


def _cycles(start: Counts, end: Counts) -> tuple[Counts, Counts]:
    """Follow sides from end to start: return their order, and the length of each cycle.

    As many sides end in a corner as start there; their pairing does not matter.
    """
    follower = np.empty(len(start), dtype=np.int64)
    follower[np.argsort(end, kind="stable")] = np.argsort(start, kind="stable")
    follows = follower.tolist()
    order: list[int] = []
    lengths: list[int] = []
    follow = order.append
    # The visited sides are marked in the list that the loop goes through, so it meets the marks.
    for first, at in enumerate(follows):
        if at < 0:
            continue
        done = len(order)
        follow(first)
        follows[first] = SEEN
        while at != first:
            follow(at)
            follows[at], at = SEEN, follows[at]
        lengths.append(len(order) - done)
    return np.array(order, dtype=np.int64), np.array(lengths, dtype=np.int64)


def _chosen(loops: Loops, which: npt.NDArray[np.bool_]) -> Loops:
    keep = np.repeat(which, loops.lengths)
    return Loops(loops.points[keep], loops.lengths[which], loops.owners[which])


def _rings(loops: Loops) -> Geometries:
    """Return each loop as a Shapely ring; one of less than three points as an empty one."""
    found: Geometries = np.full(len(loops.lengths), _NO_RING, dtype=object)
    enough = loops.lengths >= 3
    if not enough.all():
        found[enough] = _rings(_chosen(loops, enough))
    elif len(found):
        numbers = np.repeat(np.arange(len(loops.lengths)), loops.lengths)
        found = shapely.linearrings(loops.points, indices=numbers)
    return found


_NOTHING = shapely.Polygon()
_NO_RING = shapely.LinearRing()
NO_LOOPS = Loops(np.zeros((0, 2)), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
