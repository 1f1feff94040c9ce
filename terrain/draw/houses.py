"""Houses with gabled roofs, lit from the upper left of the sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import polygons
from terrain.draw.plot import Plot
from terrain.draw.rings import paced_line, rings

FALL = np.array([1.4, 1.8])
"""The offset of a roof's shadow, in scene units."""
BETWEEN = 0.09
MAX_HOUSES = 40

ROOF = Ink(palette.ROOF, palette.ROOF_INK, 0.8)
ROOF_SHADE = Ink(palette.ROOF_SHADE)
CAST = Ink(palette.INK, opacity=0.22)


@dataclass(frozen=True)
class Houses:
    """Gabled buildings: their middles (n, 2), the unit directions of their roofs' ridges (n, 2),
    lengths and breadths (n, 2).
    """

    middles: Floats
    along: Floats
    sizes: Floats

    def __len__(self) -> int:
        return len(self.middles)

    def where(self, kept: Sequence[int] | NDArray[Any]) -> "Houses":
        return Houses(self.middles[kept], self.along[kept], self.sizes[kept])

    def corners(self, *, wider: float = 0.0) -> Floats:
        """Return the corners (n, 4, 2): the first side runs along the ridge."""
        across = np.column_stack([-self.along[:, 1], self.along[:, 0]])
        far = self.along * (self.sizes[:, :1] / 2 + wider)
        wide = across * (self.sizes[:, 1:] / 2 + wider)
        return self.middles[:, None, :] + np.stack(
            [-far - wide, far - wide, far + wide, wide - far], axis=1
        )

    def grounds(self, *, wider: float = 0.0) -> list[Polygon]:
        return list(shapely.polygons(self.corners(wider=wider)))


def house(middle: Floats, along: Floats, size: tuple[float, float]) -> Houses:
    """Return a single house."""
    return Houses(np.array([middle]), np.array([along]), np.array([size]))


def together(*groups: Houses) -> Houses:
    return Houses(
        np.vstack([group.middles for group in groups]),
        np.vstack([group.along for group in groups]),
        np.vstack([group.sizes for group in groups]),
    )


def along_street(
    plot: Plot, street: LineString, room: BaseGeometry, rows: Sequence[float], *, size: float = 1.0
) -> Houses:
    """Return houses on both sides of a street, at the distances of `rows` from it; sparser ones
    behind.
    """
    points = paced_line(street, max(0.84 * size, street.length / MAX_HOUSES))
    way = np.gradient(points, axis=0)
    way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None]
    side = np.column_stack([-way[:, 1], way[:, 0]])
    lanes = [(row, turn) for row in rows for turn in (1, -1)]
    count = len(points)
    one, two, three = plot.chance.apart(101).along(3 * count * len(lanes)).reshape(
        3, len(lanes), count, 1
    )  # fmt: skip
    across = np.array([turn for _, turn in lanes])[:, None, None] * side
    apart = np.array([row for row, _ in lanes])[:, None, None]
    middles = points + across * (apart + 0.16 * (two - 0.5)) + way * 0.3 * (one - 0.5)
    ridges = np.where(three < 0.7, way, across)
    sizes = size * np.concatenate([0.56 + 0.22 * two, 0.40 + 0.08 * one], axis=2)
    built = (apart < 1.0) | (one < 0.72)
    kept = built.ravel()
    every = Houses(middles.reshape(-1, 2), ridges.reshape(-1, 2), sizes.reshape(-1, 2))
    return standing(every.where(kept), room)


def around_yard(plot: Plot, yard: BaseGeometry) -> Houses:
    """Return barracks along the inside of a yard."""
    walls = rings(yard.buffer(-0.36), 1.15)
    if not walls:
        return Houses(np.empty((0, 2)), np.empty((0, 2)), np.empty((0, 2)))
    points = np.vstack([ring.points for ring in walls])
    inward = np.vstack([ring.inward for ring in walls])
    long = 0.72 + 0.2 * plot.chance.apart(102).along(len(points))
    barracks = Houses(
        points,
        np.column_stack([-inward[:, 1], inward[:, 0]]),
        np.column_stack([long, np.full(len(long), 0.46)]),
    )
    return standing(barracks, plot.free & yard.buffer(-0.02))


def standing(houses: Houses, room: BaseGeometry) -> Houses:
    """Return those that fit into the room without overlaps, earlier ones first."""
    if not len(houses):
        return houses
    grounds = houses.grounds(wider=BETWEEN / 2)
    shapely.prepare(room)
    fits = np.flatnonzero(shapely.covers(room, grounds))
    houses, grounds = houses.where(fits), [grounds[at] for at in fits]
    if not grounds:
        return houses
    crowded: list[set[int]] = [set() for _ in grounds]
    for one, other in shapely.STRtree(grounds).query(grounds, predicate="intersects").T.tolist():
        crowded[one].add(other)
    kept: list[int] = []
    taken: set[int] = set()
    for at, near in enumerate(crowded):
        if not near & taken:
            kept.append(at)
            taken.add(at)
    return houses.where(kept)


def roofs(plot: Plot, houses: Houses) -> tuple[Mark, ...]:
    """Return roofs with a lit and a dark half, and their shadows, from far to near."""
    if not len(houses):
        return ()
    houses = houses.where(np.argsort(-houses.middles[:, 1] * plot.view.up, kind="stable"))
    corners = houses.corners()
    on_sheet = plot.view.at(corners).reshape(-1, 4, 2)
    ridge = on_sheet[:, [0, 1]] / 2 + on_sheet[:, [3, 2]] / 2
    lit = ((corners[:, 3] - corners[:, 0]) @ plot.view.light > 0)[:, None, None]
    dark = np.where(lit, on_sheet[:, [0, 1]], on_sheet[:, [3, 2]])
    return (
        Mark(polygons(on_sheet + FALL), CAST),
        Mark(polygons(on_sheet), ROOF),
        Mark(polygons(np.concatenate([dark, ridge[:, ::-1]], axis=1)), ROOF_SHADE),
    )
