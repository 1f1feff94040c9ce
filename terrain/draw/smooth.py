"""Softer lines for natural outlines that stay true to the outline.

Corners are rounded, and no point of the line moves by more than `MAX_SHIFT`. Corners on the table's
edge stay.
"""

import numpy as np

from terrain.draw.chance import Floats
from terrain.draw.pen import softened_corners
from terrain.draw.view import View

MAX_SHIFT = 0.12
SHARE = 0.48
NEAR_EDGE = 0.05


def rounded(view: View, outline: Floats) -> str:
    """Return the closed outline (n, 2) in table coordinates as a path with softened corners."""
    before = np.roll(outline, 1, axis=0) - outline
    after = np.roll(outline, -1, axis=0) - outline
    back, on = _lengths(before), _lengths(after)
    # Half the turn's sine: the depth by which a corner recedes per unit cut from its sides.
    cosine = np.clip(-(before * after).sum(axis=1) / (back * on), -1.0, 1.0)
    sinks = np.sqrt((1.0 - cosine) / 2.0) / 2.0
    cut = np.minimum(SHARE * np.minimum(back, on), MAX_SHIFT / np.maximum(sinks, 1e-6))
    cut = np.where(_on_edge(view, outline), 0.0, cut)
    starts = view.at(outline + before * (cut / back)[:, None])
    ends = view.at(outline + after * (cut / on)[:, None])
    return softened_corners(starts, view.at(outline), ends)


def _lengths(steps: Floats) -> Floats:
    return np.maximum(np.hypot(steps[:, 0], steps[:, 1]), 1e-9)


def _on_edge(view: View, points: Floats) -> Floats:
    x, y = points[:, 0], points[:, 1]
    to_edge = np.minimum.reduce([abs(x), abs(view.width - x), abs(y), abs(view.depth - y)])
    return np.asarray(to_edge <= NEAR_EDGE)
