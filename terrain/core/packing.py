"""How is room kept for the pieces that come later?

Whoever fills a narrow sector with a great piece, or leaves strips in it that are too narrow for the
next, loses that. Figures by bounding boxes: good enough to choose by, none to judge by.
"""

from __future__ import annotations

import math

import numpy as np
import shapely

from terrain.core.free import Box
from terrain.core.throws import KeptOff, Numbers, Shapes, Throws

ROOMY = 20.0


def roominess(box: Box, lying: Shapes, gap: float) -> float:
    """Return, from 0 to 1, how much of a box is open, less where it is narrower than `ROOMY`."""
    width, depth = box.right - box.left, box.top - box.bottom
    breadth = min(1.0, min(width, depth) / ROOMY)
    if not len(lying):
        return breadth
    bounds = shapely.bounds(lying)
    low, high = bounds[:, :2] - gap, bounds[:, 2:] + gap
    shared = np.minimum(high, (box.right, box.top)) - np.maximum(low, (box.left, box.bottom))
    inside = shared.clip(0.0).prod(axis=1)
    share = inside / (high - low).prod(axis=1)
    # What a convex piece takes with the gap about it: less than its upright rectangle would.
    around = shapely.area(lying) + shapely.length(lying) * gap + math.pi * gap * gap
    taken = float(np.minimum(inside, share * around).sum())
    return max(0.0, 1.0 - taken / (width * depth)) * breadth


def looseness(laid: Throws, box: Box, pieces: KeptOff) -> Numbers:
    """Return how far each throw is from the two nearest of all that bounds it."""
    sides = np.concatenate(
        (laid.low - (box.left, box.bottom), (box.right, box.top) - laid.high), axis=1
    )
    between = np.maximum(
        laid.low[:, None] - pieces.bounds[:, 2:], pieces.bounds[:, :2] - laid.high[:, None]
    ).clip(0.0)
    apart = np.hypot(between[..., 0], between[..., 1]) - pieces.clear
    nearest = np.sort(np.concatenate((sides, apart), axis=1), axis=1)
    return np.asarray(nearest[:, :2].sum(axis=1))


def waste(laid: Throws, box: Box, pieces: KeptOff, least: float) -> Numbers:
    """Return how much of a narrow box's length each throw closes for later pieces.

    That is what is left before it and behind it up to the next piece, or the end, where that is
    less than the `least` side that a piece may have.
    """
    along = 1 if box.right - box.left <= box.top - box.bottom else 0
    ends = ((box.left, box.right), (box.bottom, box.top))[along]
    clear = pieces.clear
    low, high = pieces.bounds[:, along] - clear, pieces.bounds[:, 2 + along] + clear
    other = 1 - along
    beside = (laid.low[:, other, None] < pieces.bounds[:, 2 + other] + clear) & (
        laid.high[:, other, None] > pieces.bounds[:, other] - clear
    )
    start, end = laid.low[:, along], laid.high[:, along]
    before = np.where(beside & (low <= start[:, None]), high, ends[0]).max(axis=1, initial=ends[0])
    behind = np.where(beside & (high >= end[:, None]), low, ends[1]).min(axis=1, initial=ends[1])
    left = np.stack((start - before, behind - end)).clip(0.0)
    return np.asarray(np.where(left < least, left, 0.0).sum(axis=0))
