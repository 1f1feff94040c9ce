"""Outlines of terrain along a line: hills, mountains, gullies, dunes."""

from __future__ import annotations

import cmath
import math
from itertools import pairwise
from random import Random

from terrain.core.shapes.ring import Ring, around, between, one_of, soft, squarish

COURSES = (
    (
        (1.0 + 0.0j, -1.0 + 0.25j),
        (0.88 + 0.42j, -0.7 - 0.5j),
        (0.62 + 0.82j, -0.4 - 0.9j),
        (0.35 + 1.0j, 0.1 - 1.0j),
        (0.08 + 0.85j, 0.7 - 0.6j),
        (0.0 + 0.45j, 1.0 + 0.0j),
        (0.0 + 0.0j, 1.0 + 0.0j),
    ),
    (
        (0.02 + 1.0j, 0.85 + 0.0j),
        (0.0 + 0.55j, 1.15 + 0.2j),
        (0.05 + 0.14j, 1.0 + 0.9j),
        (0.25 + 0.0j, 0.7 + 1.3j),
        (0.6 + 0.02j, 0.15 + 1.1j),
        (1.0 + 0.0j, 0.0 + 0.9j),
    ),
)
"""The courses of a gully through its rectangle, by points of its outer bank, as shares of both
sides, and from each to the inner bank in widths: a bow, and one that turns off.
"""

FORKS = (
    (
        0.48 + 0.38j,
        (
            (0.76 + 0.14j, 1.0 + 0.18j),
            (0.72 + 0.84j, 1.0 + 0.86j),
            (0.24 + 0.16j, 0.0 + 0.22j),
        ),
    ),
    (
        0.36 + 0.3j,
        (
            (0.72 + 0.12j, 1.0 + 0.2j),
            (0.62 + 0.66j, 0.84 + 1.0j),
            (0.16 + 0.62j, 0.16 + 1.0j),
        ),
    ),
)
"""Gullies that meet: where, and for each, anticlockwise, where it bends and where it begins; all as
shares of both sides.
"""


def hill(chance: Random, long: float) -> Ring:
    """Return a smooth lens, or a kidney if its back is bent; one end is often the stouter."""
    kidney = chance.random() < 0.5
    bend = between(chance, 1.4, 1.9) / long if kidney else 0.001
    blunt = 0.42 if kidney else between(chance, 0.55, 0.75)
    stout = between(chance, 0.58, 0.7) / long if kidney else between(chance, 0.95, 1.1) / long
    lean = between(chance, -0.2, 0.2)
    count = 28
    ring = []
    for at in range(count):
        angle = (at + 0.5) / count * math.tau
        x, side = math.cos(angle), math.copysign(1.0, math.sin(angle))
        half = side * stout * (1 - x * x) ** blunt * (1 + lean * x)
        # Bent about a point below it: a straight line becomes an arc.
        reach = 1 / bend + half
        ring.append(complex(reach * math.sin(bend * x), reach * math.cos(bend * x)))
    return ring


def mountain(chance: Random, long: float) -> Ring:
    """Return a ridge with spurs to both sides and at its ends, and hollows between them."""
    spurs = one_of(chance, 6, 7)
    angles = around(chance, spurs, 0.5)
    ring = []
    for start, end in pairwise([*angles, angles[0] + math.tau]):
        tip, hollow = between(chance, 0.96, 1.08), between(chance, 0.75, 0.86)
        top, blunt = between(chance, 0.35, 0.65), between(chance, 0.07, 0.14)
        for share, reach in (
            (0.0, hollow),
            (0.5 * top, hollow + (tip - hollow) * between(chance, 0.2, 0.5)),
            (top - blunt, tip * between(chance, 0.95, 1.0)),
            (top + blunt, tip * between(chance, 0.95, 1.0)),
            (0.5 + 0.5 * top, hollow + (tip - hollow) * between(chance, 0.2, 0.5)),
        ):
            ring.append(reach * squarish(start + (end - start) * share, 0.8, long))
    return ring


def gully(chance: Random, long: float) -> Ring:
    """Return a long and narrow gully, as cut by water: two that meet, or one that is bent."""
    way = int(chance.random() * (len(COURSES) + 4 * len(FORKS)))
    if way < len(COURSES):
        return _bent(chance, long, COURSES[way])
    return _forked(chance, long, FORKS[(way - len(COURSES)) % len(FORKS)])


def _bent(chance: Random, long: float, course: tuple[tuple[complex, complex], ...]) -> Ring:
    """Return one gully with slightly different banks."""
    wide = between(chance, 0.28, 0.35) + 0.04 * (long - 1)
    outer, inner = (
        [
            complex(at.real * long, at.imag) + wide * over * across + _stray(chance, 0.045)
            for at, across in course
        ]
        for over in (0, 1)
    )
    banks = []
    for bank, points in ((outer, 15), (inner[::-1], 12)):
        line = [soft(bank, at / (points - 1)) for at in range(points)]
        banks.append([line[0], *(p + _stray(chance, 0.015) for p in line[1:-1]), line[-1]])
    tips = [_blunt(banks[0][-1], banks[1][0]), _blunt(banks[1][-1], banks[0][0])]
    return [*banks[0], *tips[0], *banks[1], *tips[1]]


def _forked(
    chance: Random, long: float, fork: tuple[complex, tuple[tuple[complex, complex], ...]]
) -> Ring:
    """Return three arms around their meeting point, narrower towards their heads."""
    half = 0.5 * (between(chance, 0.33, 0.4) + 0.05 * (long - 1))
    meeting, ways = fork
    middle = complex(meeting.real * long, meeting.imag) + _stray(chance, 0.05)
    arms = [
        [middle, *(complex(at.real * long, at.imag) + _stray(chance, 0.05) for at in way)]
        for way in ways
    ]
    ring: Ring = []
    for at, arm in enumerate(arms):
        steps = [soft(arm, share) for share in (0.5, 0.75, 1.0)]
        along = [cmath.phase(b - a) for a, b in pairwise([soft(arm, 0.3), *steps])]
        sides = [
            cmath.rect(half * (1.05 - 0.12 * step) * between(chance, 0.9, 1.1), turn) * 1j
            for step, turn in enumerate(along)
        ]
        right = [p - side for p, side in zip(steps, sides, strict=True)]
        left = [p + side for p, side in zip(steps, sides, strict=True)]
        ring += [*right, *_blunt(right[-1], left[-1]), *left[::-1]]
        after = arms[(at + 1) % len(arms)]
        start, end = cmath.phase(arm[1] - middle), cmath.phase(after[1] - middle)
        apart = (end - start) % math.tau / 2
        notch = cmath.rect(half / max(math.sin(apart), 0.45), start + apart)
        ring.append(middle + notch)
    return ring


def dune(chance: Random, long: float) -> Ring:
    """Return a back rounded by the wind; in its lee one hollow or more between horns."""
    hollows = one_of(chance, 1, 3 if long > 1.6 else 2)
    wind, longer = between(chance, -0.35, 0.35), between(chance, -0.15, 0.15)
    deep, steps = ((0.36, 9), (0.26, 6), (0.19, 5))[hollows - 1]
    back = [math.pi * at / 15 for at in range(16)]
    ring = [complex(math.cos(at), math.sin(at) ** 0.85) for at in back]
    cuts = [-1 + 2 * (at + between(chance, -0.2, 0.2)) / hollows for at in range(1, hollows)]
    horns = [-1.0, *cuts, 1.0]
    for start, end in pairwise(horns):
        if start > -1:
            drop = between(chance, -0.05, 0.1)
            ring += [complex(start - 0.04, -drop), complex(start + 0.04, -drop)]
        for at in range(1, steps):
            share = at / steps
            x = start + (end - start) * share
            ring.append(complex(x, deep * math.sin(math.pi * share) ** 1.1))
    # One horn is drawn out further than the other, and all of it leans with the wind.
    lee = {0, *range(len(back) - 1, len(ring))}
    return [
        complex(
            p.real * long / 2 + wind * p.imag * 0.6,
            p.imag + (longer * p.real if at in lee else 0.0),
        )
        for at, p in enumerate(ring)
    ]


def sand(chance: Random, long: float) -> Ring:
    """Return waves of sand: both long sides swing, the one a little behind the other."""
    high, waves = between(chance, 0.13, 0.2), between(chance, 0.7, 0.95) * (0.7 + long)
    start, behind = chance.random() * math.tau, between(chance, -0.9, 0.9)
    stout, lean = between(chance, 0.8, 1.0), between(chance, -0.15, 0.15)
    count = 32
    ring = []
    for at in range(count):
        angle = (at + 0.5) / count * math.tau
        x, side = math.cos(angle), math.copysign(1.0, math.sin(angle))
        half = side * stout * (1 - x * x) ** 0.36 * (1 + lean * x)
        wave = high * math.sin(math.pi * waves * x + start + (behind if side > 0 else 0.0))
        ring.append(complex(x * long, half + wave * (1 - x**4)))
    return ring


def _stray(chance: Random, most: float) -> complex:
    return complex(between(chance, -most, most), between(chance, -most, most))


def _blunt(start: complex, end: complex) -> Ring:
    """Return two points that round off the end of a gully, between the last points of its banks."""
    out = (end - start) * -1j
    return [start + (end - start) * share + out * 0.2 for share in (0.22, 0.78)]
