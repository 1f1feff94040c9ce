"""Marks for terrain declared dangerous or impassable, inside its outline."""

import numpy as np

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import line, strokes
from terrain.draw.plot import Plot
from terrain.draw.rings import rings
from terrain.draw.trace import area

TOOTH = Ink(palette.WARNING)
CROSS = Ink(stroke=palette.WARNING, width=1.4)
SECOND_LINE = Ink(stroke=palette.WARNING, width=1.8)
ARM = np.array([2.2, 2.2])
FLIP = np.array([1.0, -1.0])


def dangerous(plot: Plot) -> tuple[Mark, ...]:
    """Return teeth along the outline, pointing inwards."""
    text = ""
    for ring in rings(plot.shape, 0.8):
        along = np.column_stack([ring.inward[:, 1], -ring.inward[:, 0]])
        for point, inward, run in zip(ring.points, ring.inward, along, strict=True):
            tooth: Floats = np.array([point - run * 0.2, point + inward * 0.38, point + run * 0.2])
            text += line(plot.view.at(tooth), closed=True)
    return (Mark(text, TOOTH, "declared"),) if text else ()


def impassable(plot: Plot) -> tuple[Mark, ...]:
    """Return a second, heavy outline, and crosses along it."""
    inner = plot.shape.buffer(-0.13, join_style="mitre")
    first, second = [], []
    for ring in rings(plot.shape.buffer(-0.42), 0.9):
        at = plot.view.at(ring.points)
        first.append(strokes(at - ARM, at + ARM))
        second.append(strokes(at - ARM * FLIP, at + ARM * FLIP))
    return (
        Mark(area(plot.view, inner), SECOND_LINE, "declared"),
        Mark("".join(first + second), CROSS, "declared"),
    )
