"""How is worked land drawn? With straight sides: hedges, balks and the ends of furrows.

Sides are straight to the eye and carry points all the same, each drawn in by a little, as a hedge
that was planted by hand. None is drawn out: the rectangle stays that of the corners.
"""

from __future__ import annotations

from random import Random

from terrain.core.shapes.ring import Ring, between

BOW = 0.010


def field(chance: Random) -> Ring:
    """Four corners: a parallelogram, or one whole side on the rectangle and a slanted one."""
    if chance.random() < 0.4:
        lean = between(chance, 0.08, 0.24)
        corners = [0j, 1 - lean + 0j, 1 + 1j, lean + 1j]
    else:
        left, right = (0.2 * chance.random() ** 1.5 for _ in range(2))
        slant = between(chance, -0.18, 0.18)
        corners = [
            0j,
            1 + 0j,
            1 - right + (1 - max(0.0, slant)) * 1j,
            left + (1 + min(0.0, slant)) * 1j,
        ]
    return _hedged(corners, chance, 3)


def tilth(chance: Random) -> Ring:
    """Strips side by side, all of one lean, each ending a little before or behind the next."""
    lean = between(chance, -0.16, 0.16)
    strips = 3
    near, far = ([0.08 * chance.random() for _ in range(strips)] for _ in range(2))
    near[int(chance.random() * strips)] = far[int(chance.random() * strips)] = 0.0
    ring = []
    for at in range(strips):
        ring += [complex(at / strips, near[at]), complex((at + 1) / strips, near[at])]
    for at in reversed(range(strips)):
        ring += [complex((at + 1) / strips, 1 - far[at]), complex(at / strips, 1 - far[at])]
    return [complex(p.real + lean * p.imag, p.imag) for p in ring]


def orchard(chance: Random) -> Ring:
    """Planted by the line: square, one corner left out."""
    bite, deep = between(chance, 0.16, 0.34), between(chance, 0.14, 0.3)
    corners = [
        0j,
        1 + 0j,
        complex(1, 1 - deep),
        complex(1 - bite, 1 - deep),
        complex(1 - bite, 1),
        1j,
    ]
    return _hedged(corners, chance, 2)


def _hedged(corners: Ring, chance: Random, parts: int) -> Ring:
    """The corners, and between each two some points drawn in towards the left of the side."""
    ring = []
    for at, (start, end) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        ring.append(start)
        inward = (end - start) * 1j
        for part in range(1, parts):
            bow = 0.0 if at == 0 else BOW * between(chance, 0.3, 1.0)
            ring.append(start + (end - start) * (part / parts) + inward * bow)
    return ring
