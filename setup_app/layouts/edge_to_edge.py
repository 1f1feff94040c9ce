"""Outlines of terrain that runs along a table edge or from one edge to another.

Lengths are in the layout's unit. The page's script draws the same shapes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Ring = Sequence[tuple[float, float]]


def strip(side: str, depth: float, table: Mapping[str, float]) -> Ring:
    """Return deep water along the whole left or right side edge, as the defender sees it."""
    width, far = table["width"], table["depth"]
    low, high = (0.0, depth) if side == "left" else (width - depth, width)
    return [(low, 0.0), (high, 0.0), (high, far), (low, far)]


def band(ends: tuple[tuple[float, float], ...], width: float, table: Mapping[str, float]) -> Ring:
    """Return a straight band between two points; an end on a table edge is cut along this edge."""
    (ax, ay), (bx, by) = ends
    length = math.hypot(bx - ax, by - ay) or 1.0
    along = ((bx - ax) / length, (by - ay) / length)
    across = (-along[1] * width / 2, along[0] * width / 2)
    corners = []
    for end, sign in ((ends[0], -1), (ends[1], -1), (ends[1], 1), (ends[0], 1)):
        point = (end[0] + sign * across[0], end[1] + sign * across[1])
        corners.append(_on_edge(point, along, end, table))
    return corners


def _on_edge(
    point: tuple[float, float],
    along: tuple[float, float],
    end: tuple[float, float],
    table: Mapping[str, float],
) -> tuple[float, float]:
    """Return `point` moved along the band until it is on the edge on which `end` lies."""
    x, y = point
    for axis, level in ((0, 0.0), (0, table["width"]), (1, 0.0), (1, table["depth"])):
        if abs(end[axis] - level) < 0.005 and abs(along[axis]) > 1e-6:
            step = (level - point[axis]) / along[axis]
            x, y = point[0] + step * along[0], point[1] + step * along[1]
            return (level, y) if axis == 0 else (x, level)
    return (x, y)
