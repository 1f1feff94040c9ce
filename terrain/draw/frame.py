"""The table under the pieces: ground, border and grid."""

import numpy as np

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.lines import CENTRE
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import line, strokes
from terrain.draw.view import View

BORDER = 5.0

GRID = Ink(stroke=palette.INK, width=0.5, opacity=0.10)
GRID_FIVE = Ink(stroke=palette.INK, width=0.6, opacity=0.17)
NEATLINE = Ink(stroke=palette.INK, width=1.1)
BAR = Ink(palette.INK)


def under_pieces(view: View, tint: str) -> tuple[Mark, ...]:
    """Return the table's border, and the ground in its colour."""
    return (*_border(view), Mark(_table(view), Ink(tint), "ground"))


def grid(view: View) -> tuple[Mark, ...]:
    """Return a line at every unit, a stronger one at every fifth, and the middle of the table."""
    across, down = np.arange(1.0, view.width), np.arange(1.0, view.depth)
    fine, bold = (
        _upright(view, across[(across % 5 == 0) == fifth])
        + _level(view, down[(down % 5 == 0) == fifth])
        for fifth in (False, True)
    )
    half = view.depth / 2
    centre = line(view.at(np.array([[0.0, half], [view.width, half]])))
    return (
        Mark(fine, GRID, "grid"),
        Mark(bold, GRID_FIVE, "grid"),
        Mark(centre, CENTRE, "centre-line"),
        Mark(_table(view), NEATLINE, "frame"),
    )


def _upright(view: View, x: Floats) -> str:
    near, far = np.zeros_like(x), np.full_like(x, view.depth)
    return strokes(view.at(np.column_stack([x, near])), view.at(np.column_stack([x, far])))


def _level(view: View, y: Floats) -> str:
    left, right = np.zeros_like(y), np.full_like(y, view.width)
    return strokes(view.at(np.column_stack([left, y])), view.at(np.column_stack([right, y])))


def _border(view: View) -> tuple[Mark, ...]:
    """Return bars around the ground that alternate at every fifth unit."""
    left, top, right, bottom = view.sheet
    bars = ""
    for start in np.arange(5.0, view.width, 10.0):
        stop = min(start + 5.0, view.width)
        for y in (top - BORDER, bottom):
            (a, _), (b, _) = view.at(np.array([[start, 0.0], [stop, 0.0]])).tolist()
            bars += line(rectangle(min(a, b), y, max(a, b), y + BORDER), closed=True)
    for start in np.arange(5.0, view.depth, 10.0):
        stop = min(start + 5.0, view.depth)
        for x in (left - BORDER, right):
            (_, a), (_, b) = view.at(np.array([[0.0, start], [0.0, stop]])).tolist()
            bars += line(rectangle(x, min(a, b), x + BORDER, max(a, b)), closed=True)
    outer = rectangle(left - BORDER, top - BORDER, right + BORDER, bottom + BORDER)
    return (
        Mark(line(outer, closed=True), Ink(palette.SHEET, palette.INK, 0.7), "frame"),
        Mark(bars, BAR, "frame"),
    )


def _table(view: View) -> str:
    return line(rectangle(*view.sheet), closed=True)


def rectangle(left: float, top: float, right: float, bottom: float) -> Floats:
    """Return the four corners of an upright rectangle."""
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
