"""Outlines sampled at equal distances, with their inward directions."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from terrain.draw.chance import Floats
from terrain.draw.plot import parts

MAX_POINTS = 800
"""Outlines may be a thousand times longer than realistic ones."""


@dataclass(frozen=True)
class Ring:
    """Points along a closed line (n, 2) and the unit directions that lead inwards from them."""

    points: Floats
    inward: Floats


def ring_of(polygon: Polygon, step: float, *, phase: float = 0.0) -> Ring:
    """Return the exterior of `polygon`, with a point about every `step`."""
    coordinates = np.asarray(shapely.get_coordinates(shapely.orient_polygons(polygon).exterior))
    points = _paced(coordinates, step, phase)
    along = np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0)
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    return Ring(points, np.column_stack([-along[:, 1], along[:, 0]]) / length[:, None])


def rings(shape: BaseGeometry, step: float, *, phase: float = 0.0) -> list[Ring]:
    return [ring_of(part, step, phase=phase) for part in parts(shape)]


def softened(shape: BaseGeometry, inset: float, roundness: float) -> BaseGeometry:
    """Return the shape inset by `inset`, its outward corners rounded."""
    inner = shape.buffer(-(inset + roundness), quad_segs=4)
    return inner.buffer(roundness, quad_segs=4) if roundness > 0 else inner


def paced_line(line: LineString, step: float) -> Floats:
    """Return points along an open line, both ends included."""
    count = min(max(2, round(line.length / step) + 1), MAX_POINTS)
    fractions = np.linspace(0.0, 1.0, count)
    return np.asarray(
        shapely.get_coordinates(shapely.line_interpolate_point(line, fractions, normalized=True))
    )


def main_axis(shape: BaseGeometry) -> tuple[Floats, Floats, float, float]:
    """Return middle, unit direction, length and width of the least bounding rectangle, long side
    first.
    """
    box = shapely.get_coordinates(shapely.minimum_rotated_rectangle(shape))
    if len(box) < 5:
        middle = box.mean(axis=0) if len(box) else np.zeros(2)
        return middle, np.array([1.0, 0.0]), 0.0, 0.0
    first, second = box[1] - box[0], box[2] - box[1]
    sides = float(np.hypot(*first)), float(np.hypot(*second))
    long, length, width = (
        (first, sides[0], sides[1]) if sides[0] >= sides[1] else (second, sides[1], sides[0])
    )
    direction = long / max(length, 1e-9)
    if direction[0] < -1e-9 or (abs(direction[0]) <= 1e-9 and direction[1] < 0):
        direction = -direction
    return box[:4].mean(axis=0), direction, length, width


def _paced(coordinates: Floats, step: float, phase: float) -> Floats:
    lengths = np.hypot(*np.diff(coordinates, axis=0).T)
    reached = np.concatenate([[0.0], np.cumsum(lengths)])
    count = min(max(4, round(reached[-1] / step)), MAX_POINTS)
    at = (np.arange(count) + phase) * (reached[-1] / count)
    return np.column_stack(
        [np.interp(at, reached, coordinates[:, 0]), np.interp(at, reached, coordinates[:, 1])]
    )
