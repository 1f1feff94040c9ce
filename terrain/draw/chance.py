"""Irregularity for drawings.

It comes from hashes of whole numbers, not from a generator with state: a piece looks the same on
every machine, and a tree does not change when its neighbour is removed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_STEP_X = np.uint64(0x9E3779B97F4A7C15)
_STEP_Y = np.uint64(0xC2B2AE3D27D4EB4F)
_MASK = (1 << 64) - 1
_30, _27, _31, _11 = (np.uint64(shift) for shift in (30, 27, 31, 11))
_ROW = np.arange(1024, dtype=np.uint64) * _STEP_X
_UNIT = 1 / (1 << 53)


@dataclass(frozen=True)
class Chance:
    """An endless supply of repeatable figures in [0, 1), identified by a seed."""

    seed: int

    @staticmethod
    def named(*words: str) -> "Chance":
        digest = blake2b("\x1f".join(words).encode(), digest_size=8).digest()
        return Chance(int.from_bytes(digest, "big"))

    def apart(self, channel: int) -> "Chance":
        """Return another supply, independent of this one."""
        return Chance(_mixed((self.seed + 0x632BE59BD9B4E019 * (channel + 1)) & _MASK))

    def over(self, x: Integers, y: Integers) -> Floats:
        """Return one figure for each cell of a lattice, independent of the other requested
        cells.
        """
        return self._spread(x.astype(np.uint64) * _STEP_X + y.astype(np.uint64) * _STEP_Y)

    def along(self, count: int) -> Floats:
        """Return `count` figures in a row."""
        if count > len(_ROW):
            return self._spread(np.arange(count, dtype=np.uint64) * _STEP_X)
        return self._spread(_ROW[:count])

    def _spread(self, cells: NDArray[np.uint64]) -> Floats:
        # Arrays wrap around without a warning, as intended.
        state = cells + np.uint64(self.seed)
        state = (state ^ (state >> _30)) * _MIX_1
        state = (state ^ (state >> _27)) * _MIX_2
        return np.asarray(((state ^ (state >> _31)) >> _11) * _UNIT, dtype=np.float64)

    def stream(self) -> Iterator[float]:
        """Yield single figures, one after another."""
        state = self.seed
        while True:
            state = (state + 0x9E3779B97F4A7C15) & _MASK
            yield (_mixed(state) >> 11) / (1 << 53)


def _mixed(state: int) -> int:
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)
