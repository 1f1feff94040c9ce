"""From which side of the table is the map seen, and where on the sheet does a point lie?

Table coordinates run from the left and from the defender's edge, as the defender sees them; on
the sheet the far edge is up. The invader's view is the same table turned by half a circle.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from terrain.draw.chance import Floats

Side = Literal["defender", "invader"]

UNIT = 20.0
"""Scene units in one unit of the table (a base width)."""


@dataclass(frozen=True)
class View:
    """One player's way of seeing one table; `left` and `top` are the sheet's margins."""

    width: float
    depth: float
    seen_from: Side
    left: float
    top: float

    def at(self, points: Floats) -> Floats:
        """Table points (n, 2) as scene points (n, 2)."""
        table = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        if self.seen_from == "defender":
            x, y = table[:, 0], self.depth - table[:, 1]
        else:
            x, y = self.width - table[:, 0], table[:, 1]
        return np.column_stack([self.left + UNIT * x, self.top + UNIT * y])

    def point(self, x: float, y: float) -> tuple[float, float]:
        ((scene_x, scene_y),) = self.at(np.array([[x, y]])).tolist()
        return scene_x, scene_y

    def back(self, points: Floats) -> Floats:
        """Scene points (n, 2) as table points (n, 2)."""
        sheet = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        x, y = (sheet[:, 0] - self.left) / UNIT, (sheet[:, 1] - self.top) / UNIT
        if self.seen_from == "defender":
            return np.column_stack([x, self.depth - y])
        return np.column_stack([self.width - x, y])

    @property
    def sheet(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the table on the sheet."""
        right, bottom = self.left + UNIT * self.width, self.top + UNIT * self.depth
        return self.left, self.top, right, bottom

    @property
    def up(self) -> float:
        """+1 where the sheet's up is the table's y, -1 where it is against it."""
        return 1.0 if self.seen_from == "defender" else -1.0

    @property
    def light(self) -> Floats:
        """The table direction from which the light falls: always the sheet's upper left."""
        return np.array([-0.62, 0.785]) * self.up
