"""Shapely geometries as paths on the sheet."""

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from terrain.draw.chance import Floats
from terrain.draw.pen import curve, line
from terrain.draw.plot import parts
from terrain.draw.view import View


def area(view: View, shape: BaseGeometry) -> str:
    """Return every polygon of `shape`, straight edges, as one closed path; empty for none."""
    return "".join(
        line(view.at(np.asarray(ring.coords)[:-1]), closed=True)
        for part in parts(shape)
        for ring in (part.exterior, *part.interiors)
    )


def lines_of(shape: BaseGeometry, *, at_least: float = 0.0) -> list[LineString]:
    """Return the lines of `shape` longer than `at_least`, joined where they meet end to end."""
    merged = shapely.line_merge(shape) if shape.geom_type == "MultiLineString" else shape
    return [
        part
        for part in shapely.get_parts(merged)
        if isinstance(part, LineString) and part.length > at_least
    ]


def curves(view: View, shape: BaseGeometry, *, at_least: float = 0.0) -> str:
    """Return the lines of `shape`, smoothed, as one path."""
    return "".join(
        curve(view.at(np.asarray(piece.coords))) for piece in lines_of(shape, at_least=at_least)
    )


def ruled(view: View, region: BaseGeometry, *, run: Floats, pace: float, most: int) -> list[Floats]:
    """Return ends, on the sheet, of lines in the table direction `run`, `pace` apart across a
    region.
    """
    if region.is_empty:
        return []
    corners = shapely.get_coordinates(region)
    across = np.array([-run[1], run[0]])
    low, high = float((corners @ across).min()), float((corners @ across).max())
    near, far = float((corners @ run).min()) - 1, float((corners @ run).max()) + 1
    levels = np.linspace(low, high, int(min((high - low) / pace, most)) + 2)[1:-1]
    if not len(levels):
        return []
    rows = shapely.linestrings(
        [[across * level + run * near, across * level + run * far] for level in levels]
    )
    return [
        view.at(np.asarray(piece.coords)[[0, -1]])
        for piece in shapely.get_parts(shapely.intersection(rows, region))
        if isinstance(piece, LineString) and piece.length > 0.3
    ]
