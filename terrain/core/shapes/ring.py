"""How are the rings of points made from which a silhouette is cut?

Points are complex numbers, which turn and scale by multiplication; rings run anticlockwise and
stand about the origin, a few units across. Only `Random.random` is asked and only `math` computes:
the same seed gives the same ring everywhere.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

Ring: TypeAlias = list[complex]
Recipe: TypeAlias = Callable[[Random], Ring]


def between(chance: Random, low: float, high: float) -> float:
    """Return any figure from `low` to `high`."""
    return low + (high - low) * chance.random()


def one_of(chance: Random, low: int, high: int) -> int:
    """Return any whole number from `low` to `high`, both included."""
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
    return lambda angle: 1.0 + sum(high * math.cos(k * angle + at) for k, high, at in waves)


def stretched(ring: Ring, by: float) -> Ring:
    """Return the ring made longer along x."""
    return [complex(point.real * by, point.imag) for point in ring]


def polar(angles: Sequence[float], reaches: Sequence[float]) -> Ring:
    """Return the points at these angles, so far from the origin."""
    return [cmath.rect(reach, angle) for angle, reach in zip(angles, reaches, strict=True)]
