"""The canvas of a texture: one piece's area, and ways to scatter things over it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from terrain.draw.chance import Chance, Floats, Integers
from terrain.draw.view import View

ROW = 0.8660254
EMPTIEST = 40


@dataclass(frozen=True)
class Plot:
    """The ground of one piece in table coordinates.

    `shape` is valid and lies within reach of the table; `name` is the room of the label; `origin`
    is the outline's first point, to which scattered things are tied, so that a sliding piece takes
    its trees along. `budget` bounds the marks of one texture.
    """

    shape: BaseGeometry
    name: BaseGeometry
    origin: tuple[float, float]
    chance: Chance
    view: View
    budget: int

    @cached_property
    def depth(self) -> float:
        """Return the distance of the innermost point from the outline."""
        return max((float(_inner_radius(part)) for part in parts(self.shape)), default=0.0)

    @cached_property
    def free(self) -> BaseGeometry:
        """Return the ground without the label's room."""
        return self.shape.difference(self.name)

    def inset(self, distance: float, *, clear: float | None = None) -> BaseGeometry:
        """Return the ground at least `distance` inside the outline and `clear` of the label: by
        default half of it.
        """
        inner = self.shape.buffer(-distance, quad_segs=3)
        around = distance / 2 if clear is None else clear
        return inner.difference(self.name.buffer(around, quad_segs=1))


@dataclass(frozen=True)
class Scatter:
    """Points over a plot, from the far side of the sheet to the near one.

    `rows` are equal for points that cannot hide each other; `noise` is one figure per point.
    """

    points: Floats
    rows: Integers
    noise: Floats

    def __len__(self) -> int:
        return len(self.points)

    def where(self, kept: NDArray[np.bool_]) -> "Scatter":
        return Scatter(self.points[kept], self.rows[kept], self.noise[kept])

    def bands(self) -> list[Integers]:
        """Return indices of the points row by row, from far to near."""
        if not len(self.rows):
            return []
        cuts = np.flatnonzero(np.diff(self.rows)) + 1
        return [np.asarray(band) for band in np.split(np.arange(len(self.rows)), cuts)]


def parts(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a shape, without its other parts."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    if isinstance(shape, MultiPolygon) or hasattr(shape, "geoms"):
        return [part for member in shape.geoms for part in parts(member)]
    return []


def scatter(
    plot: Plot,
    spacing: float,
    *,
    inset: float = 0.0,
    jitter: float = 0.3,
    channel: int = 0,
    clear: float | None = None,
) -> Scatter:
    """Return points about `spacing` apart, `inset` from the outline and clear of the label.

    Wider apart if the plot's budget would be exceeded; nothing on ground that is too narrow.
    """
    region = plot.inset(inset, clear=clear)
    if region.is_empty:
        return Scatter(np.empty((0, 2)), np.empty(0, dtype=np.int64), np.empty(0))
    low_x, low_y, high_x, high_y = region.bounds
    # A sliver across a huge table has little area in a large lattice.
    area = max(region.area, (high_x - low_x) * (high_y - low_y) / EMPTIEST)
    spacing = max(spacing, float(np.sqrt(area / (ROW * plot.budget))))
    chance = plot.chance.apart(channel)
    columns = _cells(low_x - plot.origin[0], high_x - plot.origin[0], spacing)
    rows = _cells(low_y - plot.origin[1], high_y - plot.origin[1], spacing * ROW)
    column, row = (grid.ravel() for grid in np.meshgrid(columns, rows))
    lean_x = (chance.over(column, row) - 0.5) * 2 * jitter
    lean_y = (chance.apart(1).over(column, row) - 0.5) * 2 * jitter
    x = plot.origin[0] + (column + 0.5 * (row % 2) + lean_x) * spacing
    y = plot.origin[1] + (row + lean_y) * spacing * ROW
    shapely.prepare(region)
    kept = shapely.contains_xy(region, x, y)
    order = np.lexsort((column[kept], -row[kept] * int(plot.view.up)))
    return Scatter(
        np.column_stack([x[kept], y[kept]])[order],
        row[kept][order],
        chance.apart(2).over(column, row)[kept][order],
    )


def _cells(low: float, high: float, step: float) -> Integers:
    return np.arange(int(np.floor(low / step)) - 1, int(np.ceil(high / step)) + 2, dtype=np.int64)


def _inner_radius(part: Polygon) -> float:
    tolerance = max(0.05, float(np.sqrt(part.area)) / 50)
    return float(shapely.maximum_inscribed_circle(part, tolerance=tolerance).length)
