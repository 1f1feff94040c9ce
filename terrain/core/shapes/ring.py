"""Rings of points from which silhouettes are cut.

Points are complex numbers, which turn and scale by multiplication. Rings run anticlockwise around
the origin, a few units across, longer along x. Only `Random.random` and `math` are used: the same
seed gives the same ring on every machine.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

Ring: TypeAlias = list[complex]
Recipe: TypeAlias = Callable[[Random, float], Ring]
"""A recipe for a ring with this ratio of length to depth."""


def between(chance: Random, low: float, high: float) -> float:
    """Return a random figure from `low` to `high`."""
    return low + (high - low) * chance.random()


def one_of(chance: Random, low: int, high: int) -> int:
    """Return a random whole number from `low` to `high`, both included."""
    return low + int(chance.random() * (high - low + 1))


def around(chance: Random, count: int, uneven: float = 0.0) -> list[float]:
    """Return `count` angles once around, `uneven` (below 1) the share by which a step may err."""
    start = chance.random()
    return [
        (at + start + uneven * (chance.random() - 0.5)) / count * math.tau for at in range(count)
    ]


def swell(chance: Random, heights: Sequence[float]) -> Callable[[float], float]:
    """Return a wave about 1 over the angle: `heights` of its second, third and further parts."""
    waves = [
        (k, high * between(chance, 0.4, 1.0), chance.random() * math.tau)
        for k, high in enumerate(heights, start=2)
    ]

    def far(angle: float) -> float:
        # Added one by one: the result of sum() for floats differs between versions of Python.
        height = 1.0
        for k, high, at in waves:
            height += high * math.cos(k * angle + at)
        return height

    return far


def stretched(ring: Ring, by: float) -> Ring:
    """Return the ring made longer along x."""
    return [complex(point.real * by, point.imag) for point in ring]


def polar(angles: Sequence[float], reaches: Sequence[float]) -> Ring:
    """Return the points at these angles and distances from the origin."""
    return [cmath.rect(reach, angle) for angle, reach in zip(angles, reaches, strict=True)]


def squarish(angle: float, power: float, long: float) -> complex:
    """Return the point of a rounded rectangle at an angle; a lower `power` leaves it squarer."""
    x, y = math.cos(angle), math.sin(angle)
    return complex(long * math.copysign(abs(x) ** power, x), math.copysign(abs(y) ** power, y))


def at_corners(corners: Sequence[Sequence[tuple[float, float]]], long: float) -> Ring:
    """Return points by the corners of a rectangle 2 deep, by their distances before and inside
    each.

    A point's first figure runs back along the side that comes to the corner (the lower right one is
    the first), its second along the side that leaves it.
    """
    ring: Ring = []
    for quarter, points in enumerate(corners):
        corner = (long - 1j, long + 1j, -long + 1j, -long - 1j)[quarter]
        ring += [corner + 1j**quarter * complex(-back, on) for back, on in points]
    return ring


def soft(course: Sequence[complex], share: float) -> complex:
    """Return a point of the smooth curve through some points, after Catmull and Rom."""
    at = share * (len(course) - 1)
    leg = min(int(at), len(course) - 2)
    t = at - leg
    b, c = course[leg], course[leg + 1]
    a = course[leg - 1] if leg else 2 * b - c
    d = course[leg + 2] if leg + 2 < len(course) else 2 * c - b
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
