"""Outlines offered to a player who places a piece by hand.

They are those of generated tables: each fills its rectangle and touches one of its sides, so that
another outline has the requested side lengths.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from terrain.core import shapes
from terrain.core.outline import Outline
from terrain.core.rules import SizeLimits

OFFERED = 8
"""The number of outlines that come with a page; after the last one the first comes again."""

MAX_NUMBER = 10**6
FINE = 1000
"""The number of parts into which a page divides the sides of an outline's rectangle."""


def first_for(*names: str) -> int:
    """Return the number of the first outline for the piece that these names identify."""
    digest = hashlib.blake2b("\x1f".join(names).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % MAX_NUMBER


def outline(ground: str, size: shapes.Size, number: int) -> Outline:
    """Return the outline of that number for a kind of terrain, in a rectangle from (0, 0)."""
    return shapes.figure(ground, size, Random(f"{ground} {number % MAX_NUMBER}"))


def offered(ground: str, number: int, limits: SizeLimits | None) -> dict[str, Any]:
    """Return the data that a page's script draws: `{"ground", "figure", "bounds", "figures"}`.

    `figures` holds, for each of the outlines from `number` on, one for each proportion that sides
    within the limits can have: points in parts of the rectangle, FINE to a side, its longer side
    along x. `bounds` are the proportions, long to short, at which the next one begins.
    """
    most = limits.most / limits.short_min if limits else float("inf")
    bounds = [bound for bound in shapes.BOUNDS[1:-1] if bound < most]
    proportions = shapes.PROPORTIONS[: len(bounds) + 1]
    return {
        "ground": ground,
        "figure": number,
        "bounds": bounds,
        "figures": [
            [_points(ground, proportion, number + at) for proportion in proportions]
            for at in range(OFFERED)
        ],
    }


def _points(ground: str, proportion: float, number: int) -> list[list[int]]:
    # Large, since outlines are rounded as they are drawn.
    width, depth = proportion * 100, 100.0
    drawn = outline(ground, (width, depth), number)
    return [[round(x / width * FINE), round(y / depth * FINE)] for x, y in drawn]
