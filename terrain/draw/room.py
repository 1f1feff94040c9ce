"""Free room for words on the sheet, and what is under the rest.

Boxes are arrays (..., 4): minimum x and y, maximum x and y, in scene units. Overlap with words and
lines is exact; overlap with pieces is counted in small square cells, whose sums answer for
thousands of boxes at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from terrain.draw.chance import Floats, Integers

CELL = 5.0
MAX_CELLS = 300
"""The limit along one side of the sheet; on a huge table the cells grow instead."""

FAR = 1 << 20

Bounds = tuple[float, float, float, float]
Found = NDArray[np.bool_]


@dataclass(frozen=True)
class Cells:
    """Marked cells of a window; `corner` is its first column and row, `origin` the sheet's own."""

    marked: Found
    corner: tuple[int, int]
    origin: tuple[float, float]
    size: float

    @property
    def window(self) -> tuple[slice, slice]:
        (column, row), (rows, columns) = self.corner, self.marked.shape
        return slice(row, row + rows), slice(column, column + columns)

    def under(self, boxes: Floats) -> Integers:
        """Return how many marked cells each box touches."""
        return self._under(self._spans(boxes))

    def missing(self, boxes: Floats) -> Integers:
        """Return how many unmarked cells each box touches, those off the window included."""
        spans = self._spans(boxes)
        touched = (spans[..., 2] - spans[..., 0]) * (spans[..., 3] - spans[..., 1])
        return np.asarray(touched - self._under(spans))

    @cached_property
    def _sums(self) -> Integers:
        rows, columns = self.marked.shape
        sums = np.zeros((rows + 1, columns + 1), dtype=np.int32)
        np.add.accumulate(self.marked, axis=0, dtype=np.int32, out=sums[1:, 1:])
        np.add.accumulate(sums, axis=1, out=sums)
        return np.asarray(sums.ravel())

    def _under(self, spans: Integers) -> Integers:
        rows, columns = self.marked.shape
        kept = np.minimum(np.maximum(spans, 0), [columns, rows, columns, rows])
        across = columns + 1
        low_x, high_x = kept[..., 0], kept[..., 2]
        low_y, high_y = kept[..., 1] * across, kept[..., 3] * across
        sums = self._sums
        return np.asarray(
            sums[high_y + high_x] - sums[low_y + high_x] - sums[high_y + low_x]
            + sums[low_y + low_x]
        )  # fmt: skip

    def _spans(self, boxes: Floats) -> Integers:
        """Return first columns and rows, and those one past the last."""
        x, y = (
            FAR - start / self.size - first
            for start, first in zip(self.origin, self.corner, strict=True)
        )
        # Truncated far from zero, where truncation is rounding down.
        found = (boxes * (1 / self.size) + np.array([x, y, x + 1, y + 1])).astype(np.int64)
        return np.asarray(found - FAR)


class LabelRoom:
    """The obstacles of labels: other words, pieces, lines, the table's edge."""

    def __init__(self, table: Bounds, lines: Sequence[Floats], shapes: Sequence[BaseGeometry]):
        self.table = np.array(table)
        self.shapes = shapes
        left, top, right, bottom = table
        self._cell = max(CELL, (right - left) / MAX_CELLS, (bottom - top) / MAX_CELLS)
        self._size = int((bottom - top) / self._cell) + 1, int((right - left) / self._cell) + 1
        self.own = [self._cells(shape) for shape in shapes]
        self._lines = np.array([[*ends.min(axis=0), *ends.max(axis=0)] for ends in lines])
        self._taken = np.empty((0, 4))
        self._takers = np.empty(0, dtype=np.int64)

    def take(self, boxes: Floats, own: int) -> None:
        """Reserve these boxes (n, 4) for a piece's name."""
        self._taken = np.vstack([self._taken, boxes])
        self._takers = np.append(self._takers, np.full(len(boxes), own))

    def release(self, own: int) -> None:
        """Remove the name of a piece from the sheet again."""
        kept = self._takers != own
        self._taken, self._takers = self._taken[kept], self._takers[kept]

    def crowded(self, own: int, by: float) -> bool:
        """Return whether another name is closer than that to the name of a piece."""
        boxes = self._taken[self._takers == own] + np.array([-by, -by, by, by])
        return bool(_touches(boxes, self._taken[self._takers != own]).any())

    def free(self, boxes: Floats) -> Found:
        """Return whether each box is clear of all words and on the table."""
        on_table = (boxes[..., :2] >= self.table[:2]) & (boxes[..., 2:] <= self.table[2:])
        return np.asarray(on_table.all(axis=-1) & self.clear(boxes))

    def clear(self, boxes: Floats) -> Found:
        """Return whether each box is clear of all words."""
        return ~_touches(boxes, self._taken)

    def on_lines(self, boxes: Floats) -> Found:
        return _touches(boxes, self._lines.reshape(-1, 4))

    def others(self, boxes: Floats, own: int) -> Integers:
        """Return how many cells of other pieces each box touches."""
        return np.asarray(self._all.under(boxes) - self._alone(own).under(boxes))

    @cached_property
    def _counts(self) -> Integers:
        counts = np.zeros(self._size, dtype=np.int64)
        for cells in self.own:
            counts[cells.window] += cells.marked
        return counts

    @cached_property
    def _all(self) -> Cells:
        return Cells(self._counts > 0, (0, 0), (self.table[0], self.table[1]), self._cell)

    def _alone(self, own: int) -> Cells:
        """Return the cells that only this piece covers."""
        cells = self.own[own]
        alone = cells.marked & (self._counts[cells.window] == 1)
        return Cells(alone, cells.corner, cells.origin, cells.size)

    def _cells(self, shape: BaseGeometry) -> Cells:
        """Return the cells whose middle a shape covers, in the smallest window of the sheet's
        cells.
        """
        left, top = float(self.table[0]), float(self.table[1])
        if shape.is_empty:
            return Cells(np.zeros((0, 0), dtype=bool), (0, 0), (left, top), self._cell)
        rows, columns = self._size
        spans = (np.array(shape.bounds) - [left, top, left, top]) / self._cell + [0, 0, 1, 1]
        low_x, low_y, high_x, high_y = np.clip(
            spans, 0, [columns, rows, columns, rows]
        ).astype(int).tolist()  # fmt: skip
        x = left + (np.arange(low_x, high_x) + 0.5) * self._cell
        y = top + (np.arange(low_y, high_y) + 0.5) * self._cell
        shapely.prepare(shape)
        marked = np.asarray(shapely.contains_xy(shape, *np.meshgrid(x, y)), dtype=bool)
        return Cells(marked.reshape(len(y), len(x)), (low_x, low_y), (left, top), self._cell)


def _touches(boxes: Floats, others: Floats) -> Found:
    """Return whether each box (..., 4) has a point in common with one of the others (k, 4)."""
    each = boxes[..., None, :]
    apart = (each[..., :2] > others[:, 2:]) | (each[..., 2:] < others[:, :2])
    return np.asarray((~apart.any(axis=-1)).any(axis=-1))
