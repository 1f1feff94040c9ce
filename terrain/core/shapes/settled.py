"""How is ground drawn that people fenced, walled or fortified?"""

from __future__ import annotations

import math
from random import Random

from terrain.core.shapes.ring import Ring, around, between, one_of


def village(chance: Random) -> Ring:
    """Crofts on both sides of a street, deepest about its middle, a ragged back fence."""
    sides = []
    for sign in (-1, 1):
        widths = [between(chance, 0.8, 1.2) for _ in range(4)]
        depths = [between(chance, low, low + 0.16) for low in (0.62, 0.84, 0.84, 0.62)]
        depths[one_of(chance, 1, 2)] = 1.0
        side, done = [], 0.0
        for width, depth in zip(widths, depths, strict=True):
            left, right = (-1 + 2 * part / sum(widths) for part in (done, done + width))
            gap = between(chance, 0.03, 0.06)
            side += [complex(left + gap, sign * depth), complex(right - gap, sign * depth)]
            done += width
        sides.append(side)
    near, far = sides
    ends = [complex(sign, between(chance, -0.3, 0.3)) for sign in (1, -1)]
    return [*near, ends[0], *far[::-1], ends[1]]


def town(chance: Random) -> Ring:
    """A wall in straight stretches about a crooked oval."""
    count = one_of(chance, 7, 8)
    angles = around(chance, count, 0.55)
    corners = [
        complex(
            math.copysign(abs(math.cos(angle)) ** 0.7, math.cos(angle)),
            math.copysign(abs(math.sin(angle)) ** 0.7, math.sin(angle)),
        )
        * between(chance, 0.9, 1.05)
        for angle in angles
    ]
    ring = []
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        out = (end - start) * -1j * between(chance, 0.01, 0.05)
        ring += [start, start + (end - start) * between(chance, 0.4, 0.6) + out]
    return ring


def settlement(chance: Random) -> Ring:
    """A palisade: many short stretches about a rounded square."""
    angles = around(chance, one_of(chance, 14, 16), 0.3)
    power = between(chance, 0.55, 0.8)
    return [
        complex(
            math.copysign(abs(math.cos(angle)) ** power, math.cos(angle)),
            math.copysign(abs(math.sin(angle)) ** power, math.sin(angle)),
        )
        * between(chance, 0.97, 1.03)
        for angle in angles
    ]


def fort(chance: Random) -> Ring:
    """Four curtains, and on each corner a bastion, shaped like an arrow's head."""
    back, throat = between(chance, 0.15, 0.21), between(chance, 0.5, 0.62)
    shoulder, taper = between(chance, 0.05, 0.1), between(chance, 0.0, 0.1)
    ring: Ring = []
    for quarter in range(4):
        ring += [
            1j**quarter * corner
            for corner in (
                complex(-1 + back, -1 + throat),
                complex(-1 + shoulder, -1 + throat - 0.06),
                complex(-1, -1),
                complex(-1 + throat - 0.06, -1 + shoulder),
                complex(-1 + throat, -1 + back),
            )
        ]
    return [complex(p.real * (1 - taper * (1 + p.imag)), p.imag) for p in ring]
