"""How is ground drawn that lies along a line: hills, mountains, gullies, what the wind heaped?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from terrain.core.shapes.ring import Ring, around, between, one_of

COURSES = (
    (0.1 + 0.2j, 0.5 + 1.1j, 1.3 + 1.5j, 2.1 + 1.2j, 2.5 + 0.3j),
    (0.0 + 0.1j, 0.7 + 0.0j, 1.3 + 0.55j, 1.9 + 1.1j, 2.6 + 1.0j),
    (0.0 + 0.2j, 0.8 + 0.0j, 1.6 + 0.2j, 2.2 + 0.7j, 2.4 + 1.4j),
    (0.0 + 1.1j, 0.6 + 0.3j, 1.3 + 0.4j, 1.8 + 1.1j, 2.6 + 0.9j),
)
"""Ways that a gully takes: a bow, an S, one that turns off, and one that winds."""

STREAK = (
    1.1 + 0.0j, 0.8 + 0.48j, 0.1 + 0.62j, -0.5 + 0.56j, -1.1 + 0.46j,
    -0.8 + 0.2j, -0.7 + 0.0j, -1.0 - 0.26j, -0.3 - 0.58j, 0.6 - 0.52j,
)  # fmt: skip
"""Sand before the wind: a stout head, two short tails behind it."""


def hill(chance: Random) -> Ring:
    """Smooth: a lens, or a kidney where its back is bent; one end is often the stouter."""
    kidney = chance.random() < 0.5
    bend = between(chance, 0.9, 1.2) if kidney else 0.001
    blunt = 0.4 if kidney else between(chance, 0.58, 0.75)
    stout = between(chance, 0.48, 0.56) if kidney else between(chance, 0.6, 0.72)
    lean = between(chance, -0.2, 0.2)
    count = 28
    ring = []
    for at in range(count):
        angle = (at + 0.5) / count * math.tau
        x, side = math.cos(angle), math.copysign(1.0, math.sin(angle))
        half = side * stout * (1 - x * x) ** blunt * (1 + lean * x)
        # Bent about a point below it: what is straight becomes an arc.
        reach = 1 / bend + half
        ring.append(complex(reach * math.sin(bend * x), reach * math.cos(bend * x)))
    return ring


def mountain(chance: Random) -> Ring:
    """A ridge that throws out spurs to both sides and at its ends, hollows between them."""
    spurs = one_of(chance, 7, 8)
    angles = around(chance, spurs, 0.4)
    ring = []
    for start, end in zip(angles, [*angles[1:], angles[0] + math.tau], strict=True):
        tip, hollow = between(chance, 0.96, 1.12), between(chance, 0.7, 0.8)
        top = between(chance, 0.42, 0.58)
        for share, reach in (
            (0.0, hollow),
            (0.5 * top, (hollow + tip) / 2 + between(chance, -0.06, 0.04)),
            (top, tip),
            (0.5 + 0.5 * top, (hollow + tip) / 2 + between(chance, -0.06, 0.04)),
        ):
            ring.append(reach * _squarish(start + (end - start) * share, 0.8, 1.35))
    return ring


def gully(chance: Random) -> Ring:
    """Long, narrow and bent, as water cut it; its banks are not quite alike."""
    course = [
        point + complex(between(chance, -0.1, 0.1), between(chance, -0.1, 0.1))
        for point in COURSES[int(chance.random() * len(COURSES))]
    ]
    half = between(chance, 0.36, 0.41)
    count = 13
    banks: list[Ring] = [[], []]
    for at in range(count):
        middle, way = _along(course, at / (count - 1))
        near_end = min(at, count - 1 - at)
        wide = half * (0.62, 0.92, 1.0)[min(near_end, 2)]
        for bank, sign in zip(banks, (-1j, 1j), strict=True):
            bank.append(middle + way * sign * wide * between(chance, 0.86, 1.14))
    tips = [
        middle + way * half * sign
        for (middle, way), sign in ((_along(course, 1.0), 0.35), (_along(course, 0.0), -0.35))
    ]
    return [*banks[0], tips[0], *banks[1][::-1], tips[1]]


def dune(chance: Random) -> Ring:
    """A back rounded by the wind; in its lee one to three hollows between horns."""
    hollows = (1, 1, 2, 2, 3)[int(chance.random() * 5)]
    wind, longer = between(chance, -0.35, 0.35), between(chance, -0.15, 0.15)
    high = between(chance, 1.05, 1.25)
    back = [math.pi * at / 15 for at in range(16)]
    ring = [complex(math.cos(at), high * math.sin(at) ** 0.85) for at in back]
    cuts = [-1 + 2 * (at + between(chance, -0.14, 0.14)) / hollows for at in range(1, hollows)]
    horns = [-1.0, *cuts, 1.0]
    deep, steps = ((0.5, 9), (0.3, 6), (0.22, 5))[hollows - 1]
    for start, end in pairwise(horns):
        if start > -1:
            drop = between(chance, -0.05, 0.05)
            ring += [complex(start - 0.04, -drop), complex(start + 0.04, -drop)]
        for at in range(1, steps):
            share = at / steps
            x = start + (end - start) * share
            ring.append(complex(x, deep * math.sin(math.pi * share) ** 1.1))
    lee = len(back)
    ring = [
        p + longer * p.real * 1j if at >= lee - 1 or at == 0 else p for at, p in enumerate(ring)
    ]
    return [complex(p.real + wind * p.imag, p.imag) for p in ring]


def sand(chance: Random) -> Ring:
    """A streak before the wind: stout and round in front, behind drawn out into two tails."""
    drawn = [
        point + complex(between(chance, -0.1, 0.1), between(chance, -0.07, 0.07))
        for point in STREAK
    ]
    corners = len(drawn)
    bend = between(chance, -0.15, 0.15)
    course = [*drawn[-2:], *drawn, *drawn[:2]]
    count = 26
    ring = [_along(course, (2 + at / count * corners) / (corners + 3))[0] for at in range(count)]
    return [complex(p.real, p.imag + bend * p.real * p.real) for p in ring]


def _squarish(angle: float, power: float, long: float) -> complex:
    """The point of a rounded rectangle, `long` times as long as deep, in this direction."""
    x, y = math.cos(angle), math.sin(angle)
    return complex(long * math.copysign(abs(x) ** power, x), math.copysign(abs(y) ** power, y))


def _along(course: Sequence[complex], share: float) -> tuple[complex, complex]:
    """The point of a soft line through points (Catmull and Rom's) and its direction there."""
    at = share * (len(course) - 1)
    leg = min(int(at), len(course) - 2)
    t = at - leg
    b, c = course[leg], course[leg + 1]
    a = course[leg - 1] if leg else 2 * b - c
    d = course[leg + 2] if leg + 2 < len(course) else 2 * c - b
    middle = b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
    way = (c - a) / 2 + t * (2 * a - 5 * b + 4 * c - d) + t * t * 1.5 * (3 * (b - c) + d - a)
    return middle, way / abs(way)
