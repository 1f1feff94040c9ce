"""A stock of silhouettes for each kind of terrain, ready to be fitted to any size.

Each kind has some silhouettes for several proportions of its sides. One is drawn from its number by
its kind's recipe on first use, set upright in the unit square and cached. The costly questions (is
it one piece without narrow necks, does it fill its square?) are asked once, not for each outline.
Stretching a silhouette, or swaying it a little, does not change the answers.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from terrain.core.shapes.kinds import KINDS, Kind
from terrain.core.shapes.upright import SPARE, Corners, in_square, is_sound, lying, pared

Floats: TypeAlias = npt.NDArray[np.float64]

STOCK = 16
"""The number of silhouettes of each kind and proportion."""

SWAYED = 0.02
"""The share of the sway by which other rectangles must be larger, so that swaying changes
nothing.
"""

PROPORTIONS = (1.0, 1.3, 1.7, 2.3)
BOUNDS = (1.0, 1.14, 1.49, 1.98, 2.5)
"""The ranges of each proportion's silhouettes; beyond the last, the last one's apply."""


@dataclass(frozen=True)
class Silhouette:
    """Points in the unit square, as an array (2, n), anticlockwise, its longer side along x.

    `bulge` and `slant` (2, n) are added in parts: the first moves points along x and along y, least
    near the sides, so that no point leaves the square or its border; the second moves the lower
    part one way and the upper the other. `sway` is how large a part of each may be added.
    """

    points: Floats
    bulge: Floats
    slant: Floats
    sway: float


def proportion_of(size: tuple[float, float]) -> int:
    """Return which of the proportions is nearest to that of a rectangle in either orientation."""
    width, depth = size
    return bisect(BOUNDS[1:-1], max(width, depth) / min(width, depth))


@cache
def silhouette(word: str, proportion: int, number: int) -> Silhouette:
    """Return a kind's silhouette of that number, below `STOCK`, in one of the proportions."""
    kind = KINDS[word]
    bounds = BOUNDS[proportion : proportion + 2]
    tries = _tries(kind, PROPORTIONS[proportion], Random(f"{word} {proportion} {number}"))
    spare = SPARE + SWAYED * kind.sway
    points = np.array(next(ring for ring in tries if is_sound(ring, bounds, spare))).T
    across = points * (1 - points)
    return Silhouette(points, across, across * (2 * points[::-1] - 1), kind.sway)


def _tries(kind: Kind, long: float, chance: Random) -> Iterator[Corners]:
    """Yield rings by a kind's recipe without end."""
    while True:
        ring = kind.recipe(chance, long)
        if kind.turned:
            ring = lying(ring)
        yield in_square(pared(ring) if kind.pared else ring)
