"""Badges of the two sides: a shield for the defender, a lozenge for the invader."""

import numpy as np

from terrain.draw import palette
from terrain.draw.marks import Ink, Mark, Point
from terrain.draw.pen import figure, line, relative, stamped
from terrain.draw.stamps import disc


def rings(at: Point, size: float) -> tuple[Mark, ...]:
    """Return two linked rings on a disc, the sign of an agreement of both players. `size` high."""
    x, y = at
    radius = 0.27 * size
    disc_at = stamped(np.array([[x, y]]), [disc(size / 2)])
    both = np.array([[x - 0.55 * radius, y], [x + 0.55 * radius, y]])
    return (
        Mark(disc_at, Ink("#ffffff", palette.INK, 1.1), "agreed"),
        Mark(stamped(both, [disc(radius)] * 2), Ink("none", palette.INK, size / 11), "agreed"),
    )


def badge(side: str, at: Point, size: float) -> tuple[Mark, ...]:
    """Return the side's badge with its middle at `at`, `size` high."""
    x, y = at
    half = size / 2
    if side == "invader":
        corners = np.array(
            [[x, y - half * 1.12], [x + half, y], [x, y + half * 1.12], [x - half, y]]
        )
        return (Mark(line(corners, closed=True), Ink(palette.INVADER), "badge invader"),)
    top = y - half
    return (
        Mark(
            f"M{figure(x - half * 0.9)} {figure(top)}h{relative(size * 0.9)}"
            f"v{relative(size * 0.45)}"
            f"q{relative(0, size * 0.38, -size * 0.45, size * 0.6)}"
            f"q{relative(-size * 0.45, -size * 0.22, -size * 0.45, -size * 0.6)}z",
            Ink(palette.DEFENDER),
            "badge defender",
        ),
    )
