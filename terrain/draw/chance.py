"""Where does the drawing take its irregularity from?

From hashes of whole numbers, never from a generator with state: the same piece looks the same on
every machine, and a tree stays itself when its neighbour is cut down.
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


@dataclass(frozen=True)
class Chance:
    """An endless supply of repeatable figures in [0, 1), named by a seed."""

    seed: int

    @staticmethod
    def named(*words: str) -> "Chance":
        digest = blake2b("\x1f".join(words).encode(), digest_size=8).digest()
        return Chance(int.from_bytes(digest, "big"))

    def apart(self, channel: int) -> "Chance":
        """Another supply, independent of this one."""
        return Chance(_mixed((self.seed + 0x632BE59BD9B4E019 * (channel + 1)) & _MASK))

    def over(self, x: Integers, y: Integers) -> Floats:
        """One figure for each cell of a lattice, the same whatever other cells are asked for."""
        with np.errstate(over="ignore"):
            state = x.astype(np.uint64) * _STEP_X + y.astype(np.uint64) * _STEP_Y
            state = state + np.uint64(self.seed)
            state = (state ^ (state >> np.uint64(30))) * _MIX_1
            state = (state ^ (state >> np.uint64(27))) * _MIX_2
            state = state ^ (state >> np.uint64(31))
        return np.asarray((state >> np.uint64(11)) / float(1 << 53), dtype=np.float64)

    def along(self, count: int) -> Floats:
        """`count` figures in a row."""
        steps = np.arange(count, dtype=np.int64)
        return self.over(steps, np.zeros(count, dtype=np.int64))

    def stream(self) -> Iterator[float]:
        """Single figures, one after another."""
        state = self.seed
        while True:
            state = (state + 0x9E3779B97F4A7C15) & _MASK
            yield (_mixed(state) >> 11) / (1 << 53)


def _mixed(state: int) -> int:
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
    return state ^ (state >> 31)
