"""Outlines around squares of a map: inset, slightly wavering, without corners."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sin

Spot = tuple[float, float]
Corner = tuple[int, int]

BEYOND = 16.0
"""How far an area at the sheet's edge extends past it."""

WAVERS = 3.6
STEP = 15.0


def regions(
    boxes: frozenset[tuple[int, int]], *, size: int, box: float, inset: float
) -> tuple[tuple[Spot, ...], ...]:
    """Return outlines around boxes (row, column): `inset` inside them, and past the edge of the
    sheet.

    Boxes that share a side share an outline; those that meet only at a corner do not.
    """
    found = []
    for ring in _rings(boxes):
        sides = _straightened(ring)
        lines = [_line(side, size, box, inset) for side in sides]
        corners = [
            (line, before) if horizontal(before_side) else (before, line)
            for before_side, before, line in zip(
                sides[-1:] + sides[:-1], lines[-1:] + lines[:-1], lines, strict=True
            )
        ]
        found.append(tuple(_wavering(corners)))
    return tuple(found)


def smooth(loop: tuple[Spot, ...]) -> str:
    """Return a closed path through the middles of a loop's sides, with its points as handles."""
    (x0, y0), (x1, y1) = loop[-1], loop[0]
    path = [f"M{(x0 + x1) / 2:.1f} {(y0 + y1) / 2:.1f}"]
    for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True):
        path.append(f"Q{ax:.1f} {ay:.1f} {(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}")
    return "".join(path) + "z"


def inside(spot: Spot, loop: tuple[Spot, ...]) -> bool:
    """Return whether a spot lies within a loop of straight sides."""
    x, y = spot
    crossed = False
    for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossed = not crossed
    return crossed


Edge = tuple[Corner, Corner]


def horizontal(side: Edge) -> bool:
    return side[0][1] == side[1][1]


def _rings(boxes: frozenset[tuple[int, int]]) -> Iterator[list[Edge]]:
    """Yield the sides of boxes without a neighbour there, in order, the box on the right."""
    left: dict[Corner, list[Corner]] = {}
    for row, column in sorted(boxes):
        for (down, right), a, b in (
            ((-1, 0), (0, 0), (1, 0)),
            ((0, 1), (1, 0), (1, 1)),
            ((1, 0), (1, 1), (0, 1)),
            ((0, -1), (0, 1), (0, 0)),
        ):
            if (row + down, column + right) not in boxes:
                start = (column + a[0], row + a[1])
                left.setdefault(start, []).append((column + b[0], row + b[1]))
    while left:
        start = here = next(iter(left))
        ring: list[Edge] = []
        while not ring or here != start or _goes_on(ring, left, start):
            ways = left[here]
            # At a common corner of two boxes, each outline stays with its own box.
            way = next((each for each in ways if ring and _turns_right(ring[-1], each)), ways[0])
            ways.remove(way)
            if not ways:
                del left[here]
            ring.append((here, way))
            here = way
        yield ring


def _goes_on(ring: list[Edge], left: dict[Corner, list[Corner]], start: Corner) -> bool:
    """Return whether a ring that is back at its start has come from another box."""
    return any(_turns_right(ring[-1], way) for way in left.get(start, ()))


def _turns_right(side: Edge, way: Corner) -> bool:
    (ax, ay), (bx, by) = side
    return (way[0] - bx, way[1] - by) == (-(by - ay), bx - ax)


def _straightened(ring: list[Edge]) -> list[Edge]:
    """Return the ring with collinear sides merged."""
    turn = next(
        place for place, side in enumerate(ring) if horizontal(side) != horizontal(ring[place - 1])
    )
    merged: list[Edge] = []
    for side in ring[turn:] + ring[:turn]:
        if merged and horizontal(merged[-1]) == horizontal(side):
            merged[-1] = (merged[-1][0], side[1])
        else:
            merged.append(side)
    return merged


def _line(side: Edge, size: int, box: float, inset: float) -> float:
    """Return the position of a side's line: its y if it is horizontal, otherwise its x."""
    (ax, ay), (bx, by) = side
    at = ay if ay == by else ax
    by_how_much = -BEYOND if at in (0, size) else inset
    # The box is on the right of its side's direction.
    inward = (1 if bx > ax else -1) if ay == by else (-1 if by > ay else 1)
    return at * box + inward * by_how_much


def _wavering(corners: list[Spot]) -> Iterator[Spot]:
    """Yield points along the sides, none at the corners, each a little off the line."""
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = abs(bx - ax) + abs(by - ay)
        steps = max(2, ceil(length / STEP))
        for step in range(steps):
            part = (step + 0.5) / steps
            x, y = ax + part * (bx - ax), ay + part * (by - ay)
            off = WAVERS * (0.6 * sin(0.11 * x + 0.07 * y) + 0.5 * sin(0.21 * x - 0.17 * y + 1.3))
            yield (x + off, y) if ax == bx else (x, y + off)
