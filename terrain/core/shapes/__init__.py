"""Natural outlines for terrain pieces, from a size and a random generator.

Every outline lies within a rectangle from (0, 0) to (width, depth) and along at least one side of
it, so that this rectangle is one of those by which the outline is measured.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from terrain.core.outline import Outline, rounded
from terrain.core.rules import SizeLimits
from terrain.core.shapes.kinds import KINDS
from terrain.core.shapes.silhouettes import BOUNDS, PROPORTIONS, STOCK, proportion_of, silhouette

__all__ = [
    "BOUNDS",
    "PROPORTIONS",
    "Size",
    "family",
    "figure",
    "least_size",
    "rectangle",
    "ring_of",
    "some_size",
    "triangle",
]

Size: TypeAlias = tuple[float, float]

PLAIN = "open"


def figure(kind: str, size: Size, chooser: Random) -> Outline:
    """Return an outline of a kind that fills its rectangle, of 12 to 48 points, anticlockwise.

    A kind is a word of `KINDS`; any other gives open ground. The chooser is asked for five figures,
    whatever the kind.
    """
    return tuple(map(tuple, ring_of(kind, size, chooser).tolist()))


def ring_of(kind: str, size: Size, chooser: Random) -> npt.NDArray[np.float64]:
    """Return the same outline as an array (n, 2)."""
    pick = int(chooser.random() * 4 * STOCK)
    drawn = silhouette(kind if kind in KINDS else PLAIN, proportion_of(size), pick >> 2)
    sway = drawn.sway
    width, depth = (round(side * 1000) for side in size)
    lying = width >= depth
    along, across = (width, depth) if lying else (depth, width)
    flipped, tipped = pick & 1, pick >> 1 & 1
    how = np.array(
        (
            sway * (2 * chooser.random() - 1),
            sway * (2 * chooser.random() - 1),
            sway * (2 * chooser.random() - 1),
            sway * (2 * chooser.random() - 1),
            -along if flipped else along,
            -across if tipped else across,
            along if flipped else 0,
            across if tipped else 0,
        )
    ).reshape(4, 2, 1)
    points: npt.NDArray[np.float64] = drawn.points + drawn.bulge * how[0] + drawn.slant * how[1]
    points = np.rint(points * how[2] + how[3]) / 1000
    # Each mirroring reverses the winding.
    if not lying:
        points = points[::-1]
    if flipped ^ tipped ^ (not lying):
        points = points[:, ::-1]
    return points.T


def family(kind: str) -> str:
    """Return how straight a kind is: `blob`, `field` or `built`; a band or a strip is itself."""
    return KINDS[kind].family if kind in KINDS else kind


def rectangle(size: Size) -> Outline:
    """Return the plain rectangle."""
    width, depth = size
    return rounded(((0, 0), (width, 0), (width, depth), (0, depth)))


def triangle(size: Size) -> Outline:
    """Return half of the rectangle, cut along a diagonal."""
    width, depth = size
    return rounded(((0, 0), (width, 0), (0, depth)))


def least_size(limits: SizeLimits, tolerance: float) -> Size:
    """Return the sides of the least legal rectangle: "more than 6" begins at 6.01."""
    longer = limits.long_min + (tolerance if limits.long_exclusive else 0.0)
    return limits.short_min, max(limits.short_min, longer)


def some_size(
    limits: SizeLimits, tolerance: float, scale: float, chooser: Random, kind: str = PLAIN
) -> Size:
    """Return sides between the least and the greatest; small ones are likelier, `scale` 0 least.

    The second is the longer one; a slender `kind` gets its usual proportion, unless that would
    exceed the greatest.
    """
    short, long = least_size(limits, tolerance)
    a, b = (scale * chooser.random() ** 1.6 for _ in range(2))
    # Rounding to three decimals must not push "more than" back onto its figure.
    spare = 0.002 if limits.long_exclusive else 0.0
    width = short + (limits.most - short) * min(a, b)
    depth = long + spare + (limits.most - long - spare) * max(a, b)
    slender = KINDS[kind].slender if kind in KINDS else 1.0
    return round(width, 3), round(max(width, depth, min(slender * width, limits.most)), 3)
