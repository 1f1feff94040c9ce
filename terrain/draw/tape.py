"""A piece's position as a tape measure gives it from the edges of the table.

Left, right, near and far are those of the viewing side.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from terrain.core.layout import Piece, Table
from terrain.core.outline import Outline
from terrain.draw.chance import Floats
from terrain.draw.view import ViewFrom

Edge = Literal["left", "right", "near", "far"]

TOUCH = 0.05
"""The distance from an edge of the table below which a piece touches it."""
LEVEL = 0.02
"""The difference of distances below which points count as one stretch."""
TOGETHER = 0.25
"""Two points of a piece nearer than this share of its diagonal do not determine its rotation, nor
does a shorter stretch.
"""
MM_PER_INCH = 25.4
ACROSS: tuple[tuple[Edge, Edge], ...] = (("near", "far"), ("left", "right"))
"""The edges opposite each other."""


@dataclass(frozen=True)
class Spot:
    """The point of an outline that is nearest to one edge of the table.

    `distance` is measured square to that edge, `along` from the edge `beside`, in units of the
    table. If a whole stretch is equally near, `along` is its end nearer to `beside` and `to` the
    other; else `to` equals `along`. A piece beyond the edge has a negative distance.
    """

    edge: Edge
    distance: float
    beside: Edge
    along: float
    to: float

    @property
    def touches(self) -> bool:
        return self.distance <= TOUCH

    @property
    def stretch(self) -> bool:
        return self.to - self.along > TOUCH


def spots(piece: Piece, table: Table, view_from: ViewFrom) -> tuple[Spot, ...]:
    """Return two points for placing the piece; none for an outline that is not a polygon.

    The nearest point to the nearer of the side edges and that to the nearer of the long ones, each
    measured from the other edge: both from one corner of the table. If these two are so near to one
    another that the piece could still be turned about them, and it touches no long edge, the second
    is its nearest point to the opposite one. A piece from edge to edge is described by where it
    meets these two, each measured from the side that is nearer there.
    """
    if piece.shape is None:
        return ()
    return _spots(piece.outline, table, view_from)


# Used by the dots on the map and by the list beside it.
@lru_cache(maxsize=1024)
def _spots(outline: Outline, table: Table, view_from: ViewFrom) -> tuple[Spot, ...]:
    points = np.asarray(outline, dtype=np.float64)
    size = np.array([table.width, table.depth])
    if view_from == "invader":
        points = size - points
    away: dict[Edge, float] = {
        "left": float(points[:, 0].min()),
        "right": float(table.width - points[:, 0].max()),
        "near": float(points[:, 1].min()),
        "far": float(table.depth - points[:, 1].max()),
    }
    for one, other in ACROSS:
        if max(away[one], away[other]) <= TOUCH:
            return _crossing(points, size, (one, other))
    across: Edge = "left" if away["left"] <= away["right"] else "right"
    down: Edge = "near" if away["near"] <= away["far"] else "far"
    first, second = _spot(points, size, (across, down)), _spot(points, size, (down, across))
    told = max(_apart(first, second, size), *(spot.to - spot.along for spot in (first, second)))
    if not second.touches and told < TOGETHER * float(np.hypot(*np.ptp(points, axis=0))):
        second = _spot(points, size, ("far" if down == "near" else "near", across))
    return first, second


def lengths(distance: float, base_width_mm: float) -> tuple[float, float, float]:
    """Return a length in units of the table, in centimetres and in inches."""
    mm = distance * base_width_mm
    return distance, mm / 10, mm / MM_PER_INCH


def place_of(spot: Spot, table: Table, view_from: ViewFrom) -> tuple[float, float]:
    """Return the spot in table coordinates; of a stretch its middle."""
    x, y = _seen(spot, np.array([table.width, table.depth]))
    return (x, y) if view_from == "defender" else (table.width - x, table.depth - y)


def _seen(spot: Spot, size: Floats) -> tuple[float, float]:
    """Return the spot as the viewer counts."""
    edges = {spot.edge: spot.distance, spot.beside: (spot.along + spot.to) / 2}
    width, depth = size.tolist()
    x = edges["left"] if "left" in edges else width - edges["right"]
    y = edges["near"] if "near" in edges else depth - edges["far"]
    return x, y


def _apart(one: Spot, other: Spot, size: Floats) -> float:
    (x, y), (u, v) = _seen(one, size), _seen(other, size)
    return float(np.hypot(x - u, y - v))


def _crossing(points: Floats, size: Floats, edges: tuple[Edge, Edge]) -> tuple[Spot, ...]:
    found = []
    for edge in edges:
        sides: tuple[Edge, Edge] = ("left", "right") if edge in ("near", "far") else ("near", "far")
        low, high = (_spot(points, size, (edge, side)) for side in sides)
        found.append(low if low.along <= high.along else high)
    return tuple(found)


def _spot(points: Floats, size: Floats, edges: tuple[Edge, Edge]) -> Spot:
    """Return the point nearest to the first edge, its place measured from the second."""
    edge, beside = edges
    away, along = _from(points, size, edge), _from(points, size, beside)
    level = along[_stretch(away)]
    return Spot(edge, float(away.min()), beside, float(level.min()), float(level.max()))


def _stretch(away: Floats) -> NDArray[np.intp]:
    """Return the nearest of a ring's points, and its neighbours that are as near.

    Other equally near points lie across a bay, where there is nothing to measure to.
    """
    nearest = int(away.argmin())
    count = len(away)
    after = (np.flatnonzero(away > away[nearest] + LEVEL) - nearest) % count
    if not len(after):
        return np.arange(count)
    return (np.arange(int(after.max()) + 1 - count, int(after.min())) + nearest) % count


def _from(points: Floats, size: Floats, edge: Edge) -> Floats:
    axis = 0 if edge in ("left", "right") else 1
    return points[:, axis] if edge in ("left", "near") else size[axis] - points[:, axis]
