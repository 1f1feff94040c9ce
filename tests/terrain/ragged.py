"""Outlines of every sort for tests: blobs, stars, rectangles on a grid, horseshoes, combs."""

from __future__ import annotations

import math
from random import Random

import shapely

from terrain.core.outline import Outline, anticlockwise, fault_of, rounded
from terrain.core.shapes import KINDS, figure


def some_outline(chooser: Random) -> Outline:
    """An outline without a fault, convex, hollow or ragged, of up to 48 points."""
    made = chooser.choice((drawn, star, star_on_grid, horseshoe, rectangle))
    return made(chooser)


def drawn(chooser: Random) -> Outline:
    """An outline as the program draws them."""
    size = (3 + 5 * chooser.random(), 3 + 5 * chooser.random())
    return figure(chooser.choice(sorted(KINDS)), size, chooser)


def star(chooser: Random, decimals: int = 3) -> Outline:
    """A ring with long and short rays, often deeply hollow."""
    while True:
        count = chooser.randint(4, 14)
        angles = sorted(math.tau * chooser.random() for _ in range(count))
        ring = tuple(
            (reach * math.cos(angle), reach * math.sin(angle))
            for angle, reach in ((angle, 5 * (0.15 + chooser.random())) for angle in angles)
        )
        ring = tuple((round(x, decimals), round(y, decimals)) for x, y in ring)
        if not fault_of(ring):
            return anticlockwise(ring)


def star_on_grid(chooser: Random) -> Outline:
    """Such a ring with whole coordinates: many of its sides are parallel or in line."""
    return star(chooser, 0)


def rectangle(chooser: Random) -> Outline:
    """A rectangle with whole coordinates."""
    width, depth = chooser.randint(1, 6), chooser.randint(1, 6)
    return ((0, 0), (width, 0), (width, depth), (0, depth))


def horseshoe(chooser: Random) -> Outline:
    """A ring with a mouth that may be too narrow for what has room inside."""
    mouth = chooser.choice((0.5, 1.0, 2.0, 3.0))
    middle = shapely.points(0, 0)
    inner = shapely.buffer(middle, 3 + 1.5 * chooser.random(), quad_segs=4)
    ring = shapely.difference(shapely.buffer(middle, 6, quad_segs=4), inner)
    open_ring = shapely.difference(ring, shapely.box(0, -mouth / 2, 10, mouth / 2))
    points = shapely.get_coordinates(shapely.get_exterior_ring(open_ring))[:-1]
    return rounded(anticlockwise(tuple((float(x), float(y)) for x, y in points)))


def comb(teeth: int) -> Outline:
    """A comb of up to 200 points."""
    ring: list[tuple[float, float]] = [(8.0, -1.0), (0.0, -1.0)]
    for at in range(teeth):
        ring += [(at * 8 / teeth, 0.0), ((at + 0.5) * 8 / teeth, 6.0)]
    return anticlockwise((*ring, (8.0, 0.0)))
