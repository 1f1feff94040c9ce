"""The scale bar: the rulebook's unit, centimetres and inches."""

import numpy as np

from terrain.draw import palette
from terrain.draw.marks import Ink, Lettering, Mark, Point, Words
from terrain.draw.names import Names
from terrain.draw.pen import line
from terrain.draw.view import UNIT

LENGTH = 10
HEIGHT = 4.0
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
CLOSEST = 2.2
"""The distance between two figures, in multiples of their size."""
MM_PER_INCH = 25.4

LINE = Ink(stroke=palette.INK, width=0.8)
FILLED = Ink(palette.INK)
EMPTY = Ink(palette.SHEET, palette.INK, 0.7)
SIZE = 9.5


def scale_bar(
    at: Point, base_width_mm: float, names: Names, *, size: float = SIZE
) -> tuple[tuple[Mark, ...], list[Words]]:
    """Return a bar ten units long, its left end at `at`; figures above it, other measures below."""
    x, y = at
    figures = Lettering(size=size, fill=palette.INK)
    unit_name = Lettering(size=size, fill=palette.SOFT_INK)
    row = 1.27 * size
    width = LENGTH * UNIT
    frame = np.array([[x, y], [x + width, y], [x + width, y + HEIGHT], [x, y + HEIGHT]])
    filled = "".join(
        line(
            np.array([[a, y], [a + UNIT, y], [a + UNIT, y + HEIGHT], [a, y + HEIGHT]]), closed=True
        )
        for a in np.arange(x, x + width, 2 * UNIT)
    )
    marks = [Mark(line(frame, closed=True), EMPTY), Mark(filled, FILLED)]
    words = [Words(str(step), (x + step * UNIT, y - 4), figures) for step in (0, 1, 2, 3, 4, 5, 10)]
    words.append(Words(names.word("unit"), (x + width + 9, y - 4), unit_name, anchor="start"))
    below = y + HEIGHT
    for code, mm in (("cm", 10.0), ("inches", MM_PER_INCH)):
        pace = UNIT * mm / base_width_mm
        step = next((step for step in STEPS if step * pace >= CLOSEST * size), STEPS[-1])
        ticks = ""
        for count in range(0, int(width / pace + 1e-6) + 1, step):
            tick = x + count * pace
            ticks += line(np.array([[tick, below], [tick, below + 3]]))
            words.append(Words(str(count), (tick, below + row), figures))
        marks.append(Mark(ticks, LINE))
        words.append(
            Words(names.word(code), (x + width + 9, below + row), unit_name, anchor="start")
        )
        below += row + 2
    return tuple(marks), words
