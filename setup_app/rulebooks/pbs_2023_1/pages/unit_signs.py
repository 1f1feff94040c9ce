"""By which sign is an arm told on the table? Lines in a square of two by two, the front upwards.

The signs of staff maps: foot is crossed, mounted is struck through once, artillery is a dot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

Line: TypeAlias = list[list[float]]


def _round(radius: float, points: int = 16) -> Line:
    turns = (2 * math.pi * place / points for place in range(points + 1))
    return [
        [round(radius * math.cos(turn), 3), round(radius * math.sin(turn), 3)] for turn in turns
    ]


SIGNS: Mapping[str, dict[str, Any]] = {
    "foot": {"lines": [[[-1, -1], [1, 1]], [[-1, 1], [1, -1]]], "filled": False},
    "mounted": {"lines": [[[-1, -1], [1, 1]]], "filled": False},
    "elephants": {
        "lines": [
            [[-1, -0.9], [-1, 0.3], [-0.5, 0.8], [0.4, 0.8], [0.7, 0.4], [0.7, -0.9]],
            [[0.7, 0.3], [1.1, 0.1], [1.2, -0.5]],
            [[-0.3, -0.9], [-0.3, -0.2], [0.1, -0.2], [0.1, -0.9]],
        ],
        "filled": False,
    },
    "artillery": {"lines": [_round(0.55)], "filled": True},
    "battle_wagon": {
        "lines": [
            [[-1, 0.6], [1, 0.6], [1, -0.2], [-1, -0.2], [-1, 0.6]],
            [[x - 0.6, y - 0.55] for x, y in _round(0.32, 10)],
            [[x + 0.6, y - 0.55] for x, y in _round(0.32, 10)],
        ],
        "filled": False,
    },
    "camp": {
        "lines": [
            [[-1, -0.7], [0, 0.9], [1, -0.7], [-1, -0.7]],
            [[-0.3, -0.7], [0, 0.1], [0.3, -0.7]],
        ],
        "filled": False,
    },
    "leader": {
        "lines": [[[-0.6, -1], [-0.6, 1], [0.8, 0.55], [-0.6, 0.1]]],
        "filled": False,
    },
}
"""By arm, flag or thing: the lines, and whether they enclose something that is filled."""
