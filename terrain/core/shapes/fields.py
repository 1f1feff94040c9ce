"""Outlines of cultivated land: straight hedges, balks and ends of furrows.

Sides look straight but carry points that are moved slightly inwards, as in a hedge planted by hand.
No point moves outwards: the rectangle stays that of the corners.
"""

from __future__ import annotations

from random import Random

from terrain.core.shapes.ring import Ring, between, one_of

BOW = 0.010


def field(chance: Random, long: float) -> Ring:
    """Return four corners: one whole side on its rectangle, the others square to it or slanted."""
    left, right = (0.24 * chance.random() for _ in range(2))
    slant = between(chance, -0.2, 0.2)
    corners = [
        0j,
        long + 0j,
        long - right + (1 - max(0.0, slant)) * 1j,
        left + (1 + min(0.0, slant)) * 1j,
    ]
    return _hedged(corners, chance, 3)


def tilth(chance: Random, long: float) -> Ring:
    """Return strips side by side, each ending a little before or behind the next, narrower at one
    end.
    """
    strips = 3 if long < 1.6 else 4
    near, far = ([0.1 * chance.random() for _ in range(strips)] for _ in range(2))
    near[-one_of(chance, 0, 1)] = far[-one_of(chance, 0, 1)] = 0.0
    left, right = (0.06 * chance.random() for _ in range(2))
    ring = []
    for at in range(strips):
        ring += [complex(at / strips, near[at]), complex((at + 1) / strips, near[at])]
    for at in reversed(range(strips)):
        ring += [complex((at + 1) / strips, 1 - far[at]), complex(at / strips, 1 - far[at])]
    return [
        complex(left * p.imag + p.real * (long - (left + right) * p.imag), p.imag) for p in ring
    ]


def orchard(chance: Random, long: float) -> Ring:
    """Return a planted rectangle with one corner left out."""
    bite, deep = between(chance, 0.16, 0.34) * long, between(chance, 0.14, 0.3)
    corners = [
        0j,
        long + 0j,
        complex(long, 1 - deep),
        complex(long - bite, 1 - deep),
        complex(long - bite, 1),
        1j,
    ]
    return _hedged(corners, chance, 2)


def _hedged(corners: Ring, chance: Random, parts: int) -> Ring:
    """Return the corners with some points drawn in between; the first side is straight."""
    ring = []
    for at, (start, end) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        ring.append(start)
        inward = (end - start) * 1j
        for part in range(1, parts):
            bow = 0.0 if at == 0 else BOW * between(chance, 0.3, 1.0)
            ring.append(start + (end - start) * (part / parts) + inward * bow)
    return ring
