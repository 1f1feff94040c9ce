"""The side from which the table is seen, and the position of a point on the sheet.

Table coordinates run from the left and from the defender's edge, as the defender sees them. On the
sheet the far edge is up. The invader's view is the same table turned by 180 degrees.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from terrain.draw.chance import Floats

ViewFrom = Literal["defender", "invader"]

UNIT = 20.0
"""Scene units in one unit of the table (a base width)."""


@dataclass(frozen=True)
class View:
    """One player's view of a table; `left` and `top` are the sheet's margins."""

    width: float
    depth: float
    seen_from: ViewFrom
    left: float
    top: float

    @cached_property
    def _onto(self) -> tuple[Floats, Floats]:
        """Return the factor and the offset that map a table point to the sheet."""
        if self.seen_from == "defender":
            return np.array([UNIT, -UNIT]), np.array([self.left, self.top + UNIT * self.depth])
        return np.array([-UNIT, UNIT]), np.array([self.left + UNIT * self.width, self.top])

    def at(self, points: Floats) -> Floats:
        """Return table points (..., 2) as scene points (..., 2)."""
        times, plus = self._onto
        return np.asarray(points * times + plus)

    def point(self, x: float, y: float) -> tuple[float, float]:
        ((scene_x, scene_y),) = self.at(np.array([[x, y]])).tolist()
        return scene_x, scene_y

    def back(self, points: Floats) -> Floats:
        """Return scene points (..., 2) as table points (..., 2)."""
        times, plus = self._onto
        return np.asarray((points - plus) / times)

    @property
    def sheet(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the table on the sheet."""
        right, bottom = self.left + UNIT * self.width, self.top + UNIT * self.depth
        return self.left, self.top, right, bottom

    @property
    def up(self) -> float:
        """Return +1 if the sheet's up is the table's y, -1 if it is the opposite."""
        return 1.0 if self.seen_from == "defender" else -1.0

    @property
    def light(self) -> Floats:
        """Return the table direction from which the light falls: always the sheet's upper left."""
        return np.array([-0.62, 0.785]) * self.up
