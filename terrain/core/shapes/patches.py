"""Outlines of terrain that spreads around a middle: woods, brush, marsh, rocks, open ground."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from itertools import pairwise
from random import Random

from terrain.core.shapes.ring import Ring, around, between, one_of, polar, stretched, swell

CLUMPS = ((0.0, 0.64), (2.0, 0.56), (4.1, 0.48))
"""The clumps of brush: roughly the angle and size of each."""


def meadow(chance: Random, long: float) -> Ring:
    """Return open ground: one soft line without bays."""
    angles = around(chance, one_of(chance, 14, 18), 0.2)
    far = swell(chance, (0.1, 0.07))
    return stretched(polar(angles, [far(angle) for angle in angles]), long)


def wood(chance: Random, long: float) -> Ring:
    """Return a few large round lobes with notches between them."""
    far = swell(chance, (0.12, 0.08))
    return stretched(_lobed(chance, one_of(chance, 6, 8), (5, 0.13, 0.2), far), long)


def forest(chance: Random, long: float) -> Ring:
    """Return a great mass with many small lobes along its edge."""
    far = swell(chance, (0.08, 0.06, 0.05))
    return stretched(_lobed(chance, one_of(chance, 10, 12), (4, 0.06, 0.1), far), long)


def brush(chance: Random, long: float) -> Ring:
    """Return three unequal clumps that have merged."""
    start, sign = chance.random() * math.tau, 1 if chance.random() < 0.5 else -1
    clumps = [
        (cmath.rect(between(chance, 0.4, 0.5), start + sign * (turn + 0.4 * chance.random())), size)
        for turn, size in CLUMPS
    ]
    angles = around(chance, one_of(chance, 24, 28), 0.3)
    ragged = [between(chance, 0.94, 1.05) for _ in angles]
    ring = polar(
        angles,
        [
            rough * max(_reach(angle, middle, size) for middle, size in clumps)
            for angle, rough in zip(angles, ragged, strict=True)
        ],
    )
    return stretched(ring, long)


def marsh(chance: Random, long: float) -> Ring:
    """Return broad and narrow tongues all along, bent aside, with inlets between them."""
    tongues = one_of(chance, 8, 10)
    far = swell(chance, (0.16, 0.1, 0.06))
    starts = around(chance, tongues, 0.85)
    angles, reaches = [], []
    for start, end in pairwise([*starts, starts[0] + math.tau]):
        tip, inlet = between(chance, 0.9, 1.1), between(chance, 0.68, 0.86)
        bent = between(chance, -0.1, 0.1)
        for share, reach in ((0.0, inlet), (0.24, 0.93 * tip), (0.48, tip), (0.74, 0.95 * tip)):
            angle = start + (end - start) * (share + (bent if share else 0.0))
            angles.append(angle)
            reaches.append(far(angle) * reach * between(chance, 0.96, 1.04))
    return stretched(polar(angles, reaches), long)


def rock(chance: Random, long: float) -> Ring:
    """Return straight breaks of uneven length between hard corners, one of them driven inwards."""
    angles = around(chance, one_of(chance, 12, 15), 0.75)
    reaches = [between(chance, 0.78, 1.05) for _ in angles]
    reaches[int(chance.random() * len(angles))] *= 0.72
    return stretched(polar(angles, reaches), long)


def _lobed(
    chance: Random, lobes: int, lobe: tuple[int, float, float], far: Callable[[float], float]
) -> Ring:
    """Return lobes side by side: with this many points each, and notches of this depth between
    them.
    """
    points, shallow, deep = lobe
    starts = around(chance, lobes, 0.5)
    angles, reaches = [], []
    for start, end in pairwise([*starts, starts[0] + math.tau]):
        notch = between(chance, shallow, deep)
        for at in range(points):
            share = at / points
            angle = start + (end - start) * share
            angles.append(angle)
            reaches.append(far(angle) * (1 - notch * abs(2 * share - 1) ** 2.5))
    return polar(angles, reaches)


def _reach(angle: float, middle: complex, size: float) -> float:
    """Return the distance from the origin at an angle to the edge of a circle, at least 0.45."""
    off = middle * cmath.rect(1.0, -angle)
    under = size * size - off.imag * off.imag
    return max(0.45, off.real + math.sqrt(under)) if under > 0 else 0.45
