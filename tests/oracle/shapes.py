"""How far, how wide, inside or not: plain arithmetic on outlines, slow and without Shapely.

An outline is an array of shape (points, 2), open (the first point is not repeated), of either
winding. Lengths are in the layout's unit.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

Ring = NDArray[np.float64]

STEP = 0.02
"""Distance between the points sampled along an outline."""


def segments(ring: Ring) -> tuple[Ring, Ring]:
    """Starts and ends of the outline's sides."""
    return ring, np.roll(ring, -1, axis=0)


def inside(points: Ring, ring: Ring) -> NDArray[np.bool_]:
    """Whether each point is within the outline, by winding number; on the outline: undefined."""
    start, end = segments(ring)
    x, y = points[:, 0, None], points[:, 1, None]
    left = (end[:, 0] - start[:, 0]) * (y - start[:, 1]) - (x - start[:, 0]) * (
        end[:, 1] - start[:, 1]
    )
    upward = (start[:, 1] <= y) & (end[:, 1] > y) & (left > 0)
    downward = (start[:, 1] > y) & (end[:, 1] <= y) & (left < 0)
    winding = upward.sum(axis=1) - downward.sum(axis=1)
    return np.asarray(winding != 0)


def to_segments(points: Ring, start: Ring, end: Ring) -> NDArray[np.float64]:
    """Distances of shape (points, segments)."""
    along = end - start
    square = np.maximum((along**2).sum(axis=1), 1e-300)
    offset = points[:, None, :] - start[None, :, :]
    share = np.clip((offset * along).sum(axis=2) / square, 0.0, 1.0)
    nearest = offset - share[:, :, None] * along
    return np.asarray(np.hypot(nearest[:, :, 0], nearest[:, :, 1]))


def to_outline(points: Ring, ring: Ring) -> NDArray[np.float64]:
    """Distance of each point from the outline, from inside and from outside alike."""
    return np.asarray(to_segments(points, *segments(ring)).min(axis=1))


def depth_in(points: Ring, ring: Ring) -> NDArray[np.float64]:
    """How deep each point lies within the outline; negative outside."""
    distance = to_outline(points, ring)
    return np.where(inside(points, ring), distance, -distance)


def cross_each_other(first: Ring, second: Ring) -> bool:
    """Whether a side of one outline properly crosses a side of the other."""
    a, b = (part[:, None, :] for part in segments(first))
    c, d = (part[None, :, :] for part in segments(second))

    def turn(p: Ring, q: Ring, r: Ring) -> Ring:
        return np.asarray(
            (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1])
            - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0])
        )

    across_first = turn(a, b, c) * turn(a, b, d) < 0
    across_second = turn(c, d, a) * turn(c, d, b) < 0
    return bool((across_first & across_second).any())


def distance_between(first: Ring, second: Ring) -> float:
    """Least distance between two areas; 0 where they share a point."""
    if cross_each_other(first, second):
        return 0.0
    if inside(first[:1], second)[0] or inside(second[:1], first)[0]:
        return 0.0
    return float(min(to_outline(first, second).min(), to_outline(second, first).min()))


def common_width(first: Ring, second: Ring, *, enough: float, finest: float) -> tuple[float, float]:
    """Bounds on the width of the common part where it is widest: the largest circle in both.

    The square that may still hold a wider place is quartered until the width is known to be at
    least `enough`, or the squares are smaller than `finest`.
    """
    low = np.maximum(first.min(axis=0), second.min(axis=0))
    high = np.minimum(first.max(axis=0), second.max(axis=0))
    if (high <= low).any():
        return 0.0, 0.0
    size = max(float((high - low).min()), finest)
    counts = np.ceil((high - low) / size).astype(int)
    grid = np.stack(np.meshgrid(*(np.arange(n) for n in counts), indexing="ij"), axis=-1)
    centres = low + (grid.reshape(-1, 2) + 0.5) * size
    best = 0.0
    while True:
        depth = np.minimum(depth_in(centres, first), depth_in(centres, second))
        best = max(best, float(depth.max()))
        reach = size * 2**0.5 / 2
        if 2 * best >= enough or size < finest:
            return 2 * best, 2 * max(best, finest, float(depth.max()) + reach)
        centres = centres[depth + reach > max(best, finest)]
        if len(centres) == 0:
            return 2 * best, 2 * max(best, finest)
        size /= 2
        steps = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * size / 2
        centres = (centres[:, None, :] + steps[None, :, :]).reshape(-1, 2)


def area(ring: Ring) -> float:
    start, end = segments(ring)
    return abs(float((start[:, 0] * end[:, 1] - end[:, 0] * start[:, 1]).sum())) / 2


def hull(ring: Ring) -> Ring:
    """The convex hull, anticlockwise, without points on its sides."""
    ordered = sorted({(float(x), float(y)) for x, y in ring})

    def chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        kept: list[tuple[float, float]] = []
        for x, y in points:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return np.array(chain(ordered) + chain(ordered[::-1]))


def rectangles(ring: Ring) -> list[tuple[float, float]]:
    """The bounding rectangles that lie along an edge of the hull, each as (short, long) side."""
    corners = hull(ring)
    start, end = segments(corners)
    found = []
    for direction in end - start:
        unit = direction / np.hypot(*direction)
        along = corners @ unit
        across = corners @ np.array([-unit[1], unit[0]])
        sides = sorted((float(np.ptp(along)), float(np.ptp(across))))
        found.append((sides[0], sides[1]))
    return found


def sampled(ring: Ring, step: float = STEP) -> Ring:
    """The outline's corners and points between them at most `step` apart."""
    start, end = segments(ring)
    parts = []
    for a, b in zip(start, end, strict=True):
        pieces = max(1, int(np.ceil(np.hypot(*(b - a)) / step)))
        parts.append(a + (b - a) * (np.arange(pieces) / pieces)[:, None])
    return np.concatenate(parts)


def is_simple(points: list[tuple[float, float]]) -> bool:
    """Whether the closed line through the points neither meets nor folds back on itself.

    Exact: the coordinates are taken as the whole numbers that they are multiples of.
    """
    fractions = [(Fraction(x), Fraction(y)) for x, y in points]
    scale = lcm(*(part.denominator for point in fractions for part in point))
    ring = [(int(x * scale), int(y * scale)) for x, y in fractions]
    count = len(ring)
    if count < 3 or len(set(ring)) < count:
        return False

    def turn(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
        value = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (value > 0) - (value < 0)

    def between(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> bool:
        return (
            turn(p, q, r) == 0
            and min(p[0], q[0]) <= r[0] <= max(p[0], q[0])
            and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])
        )

    for i in range(count):
        a, b = ring[i], ring[(i + 1) % count]
        after = ring[(i + 2) % count]
        if turn(a, b, after) == 0:
            back = (a[0] - b[0]) * (after[0] - b[0]) + (a[1] - b[1]) * (after[1] - b[1])
            if back > 0:
                return False
        for j in range(i + 2, count):
            if i == 0 and j == count - 1:
                continue
            c, d = ring[j], ring[(j + 1) % count]
            if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
                return False
            if between(a, b, c) or between(a, b, d) or between(c, d, a) or between(c, d, b):
                return False
    return True
