"""How is ground drawn that spreads about a middle: woods, brush, marsh, rocks, the open?"""

from __future__ import annotations

import cmath
import math
from random import Random

from terrain.core.shapes.ring import Ring, around, between, one_of, polar, stretched, swell


def meadow(chance: Random) -> Ring:
    """Open ground: one soft line without bays."""
    angles = around(chance, one_of(chance, 14, 18), 0.2)
    far = swell(chance, (0.1, 0.07))
    return stretched(polar(angles, [far(angle) for angle in angles]), between(chance, 1.1, 1.4))


def wood(chance: Random) -> Ring:
    """A few large round lobes, a notch between each two."""
    far = swell(chance, (0.12, 0.08))
    return _lobed(chance, one_of(chance, 6, 8), (5, 0.13, 0.2), far)


def forest(chance: Random) -> Ring:
    """A great mass with many small lobes along its edge."""
    far = swell(chance, (0.05, 0.05, 0.04))
    return _lobed(chance, one_of(chance, 10, 12), (4, 0.06, 0.1), far)


def brush(chance: Random) -> Ring:
    """Three unequal clumps that have run into one another."""
    start, sign = chance.random() * math.tau, 1 if chance.random() < 0.5 else -1
    clumps = [
        (cmath.rect(between(chance, 0.4, 0.5), start + sign * (turn + 0.4 * chance.random())), size)
        for turn, size in ((0.0, 0.64), (2.0, 0.56), (4.1, 0.48))
    ]
    angles = around(chance, one_of(chance, 24, 28), 0.3)
    ragged = [between(chance, 0.94, 1.05) for _ in angles]
    return polar(
        angles,
        [
            rough * max(_reach(angle, middle, size) for middle, size in clumps)
            for angle, rough in zip(angles, ragged, strict=True)
        ],
    )


def marsh(chance: Random) -> Ring:
    """Tongues of uneven length all along, bent aside, with narrow inlets between them."""
    tongues = one_of(chance, 9, 11)
    far = swell(chance, (0.14, 0.1, 0.06))
    angles, reaches = [], []
    step = math.tau / tongues
    for start in around(chance, tongues, 0.7):
        tip, inlet = between(chance, 0.86, 1.14), between(chance, 0.64, 0.88)
        bent = between(chance, -0.12, 0.12)
        for share, reach in ((0.0, inlet), (0.28, 0.94), (0.5, 1.0), (0.72, 0.92)):
            angle = start + step * (share + (bent if share else 0.0))
            angles.append(angle)
            reaches.append(far(angle) * reach * (tip if share else 1.0))
    return stretched(polar(angles, reaches), between(chance, 1.1, 1.35))


def rock(chance: Random) -> Ring:
    """Straight breaks of uneven length between hard corners, some driven inwards."""
    angles = around(chance, one_of(chance, 12, 15), 0.75)
    reaches = [between(chance, 0.78, 1.05) for _ in angles]
    at = int(chance.random() * len(angles))
    reaches[at] *= 0.72
    return stretched(polar(angles, reaches), between(chance, 1.1, 1.4))


def _lobed(chance: Random, lobes: int, lobe: tuple[int, float, float], far: object) -> Ring:
    points, shallow, deep = lobe
    assert callable(far)
    starts = [*around(chance, lobes, 0.5)]
    ends = [*starts[1:], starts[0] + math.tau]
    angles, reaches = [], []
    for start, end in zip(starts, ends, strict=True):
        notch = between(chance, shallow, deep)
        for at in range(points):
            share = at / points
            angle = start + (end - start) * share
            angles.append(angle)
            reaches.append(far(angle) * (1 - notch * abs(2 * share - 1) ** 2.5))
    return stretched(polar(angles, reaches), between(chance, 1.1, 1.4))


def _reach(angle: float, middle: complex, size: float) -> float:
    """How far one must go from the origin at an angle to leave a circle, and at the least 0.45."""
    off = middle * cmath.rect(1.0, -angle)
    under = size * size - off.imag * off.imag
    return max(0.45, off.real + math.sqrt(under)) if under > 0 else 0.45
