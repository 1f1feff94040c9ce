"""The legend: lines, badges, declarations and the types on this map."""

from functools import lru_cache

import numpy as np
import shapely

from terrain.core.layout import Layout
from terrain.draw import declarations, palette
from terrain.draw.badges import badge, rings
from terrain.draw.chance import Chance
from terrain.draw.frame import rectangle
from terrain.draw.lines import DEPLOYMENT, SECTOR
from terrain.draw.marks import Ink, Lettering, Margin, Mark, Point, Swatch, Words
from terrain.draw.measure import text_width
from terrain.draw.names import Names
from terrain.draw.pen import line
from terrain.draw.plot import Plot
from terrain.draw.textures import Texture, texture_of
from terrain.draw.view import UNIT, View

NOTE = Lettering(size=12.0, fill=palette.INK)
LARGE_NOTE = Lettering(size=14.5, fill=palette.INK)
ROW = 22.0
GAP = 22.0
SAMPLE = 28.0
BADGE = 10.0
BETWEEN = 7.0
SWATCH = (2.25, 1.2)
"""Width and depth, in units of the table, of the sample of a type; of some types more."""
BROAD_SWATCH = (4.2, 2.24)
SETTLED_SWATCH = (5.25, 2.8)


def legend(
    layout: Layout, names: Names, at: Point, width: float, *, types: bool = True
) -> tuple[Margin, float]:
    """Return the legend from `at` to the right and down, and its height; larger without the
    types.
    """
    note = NOTE if types else LARGE_NOTE
    marks: list[Mark] = []
    words: list[Words] = []
    swatches: list[Swatch] = []
    left, top = at
    x, y = left, top

    def placed(text: str, sample: float = SAMPLE) -> tuple[float, float]:
        """Return the position of the next sign; its name is set beside it."""
        nonlocal x, y
        long = text_width(text, family=note.family, face=note.face, size=note.size)
        wide = sample + BETWEEN + long
        if x > left and x + wide > left + width:
            x, y = left, y + ROW
        here = x, y
        words.append(Words(text, (x + sample + BETWEEN, y + 4), note, anchor="start", role="key"))
        x += wide + GAP
        return here

    for code, ink in (
        ("sector_line", SECTOR),
        ("defender_line", DEPLOYMENT["defender"]),
        ("invader_line", DEPLOYMENT["invader"]),
    ):
        x0, y0 = placed(names.word(code))
        marks.append(Mark(line(np.array([[x0, y0], [x0 + SAMPLE, y0]])), ink))
    for side in ("defender", "invader"):
        x0, y0 = placed(names.word(f"placed_by_{side}"), BADGE)
        marks += badge(side, (x0 + BADGE / 2, y0), BADGE)
    if any(piece.agreed for piece in layout.pieces):
        x0, y0 = placed(names.word("agreed"), 1.4 * BADGE)
        marks += rings((x0 + 0.7 * BADGE, y0), 1.4 * BADGE)
    for code in sorted({piece.declared for piece in layout.pieces if piece.declared}):
        x0, y0 = placed(names.word(code))
        swatches.append(_swatch((x0, y0), SWATCH, _declared_swatch(code)))
    kinds = dict.fromkeys(piece.type for piece in layout.pieces) if types else ()
    if kinds:
        x, y = left, y + ROW
    for kind in kinds:
        x0, y0 = placed(names.type(kind))
        size = _ground_of(texture_of(kind))
        swatches.append(_swatch((x0, y0), size, type_swatch(kind)))
    return Margin(tuple(marks), tuple(words), tuple(swatches)), y + ROW * 0.5 - top


def _ground_of(texture: Texture) -> tuple[float, float]:
    if texture.settled:
        return SETTLED_SWATCH
    return BROAD_SWATCH if texture.broad else SWATCH


def _swatch(at: Point, size: tuple[float, float], marks: tuple[Mark, ...]) -> Swatch:
    scale = SAMPLE / (size[0] * UNIT)
    return Swatch((at[0], at[1] - size[1] * UNIT * scale / 2), scale, marks)


@lru_cache(maxsize=64)
def type_swatch(kind: str) -> tuple[Mark, ...]:
    """Return a small rectangle of one type's ground, its corner at (0, 0)."""
    texture = texture_of(kind)
    size = _ground_of(texture)
    wash, edge = Mark(_path(size), Ink(texture.wash)), Mark(_path(size), texture.outline)
    return (wash, *texture.draw(_plot(kind, size)), edge)


@lru_cache(maxsize=4)
def _declared_swatch(code: str) -> tuple[Mark, ...]:
    plot = _plot(code, SWATCH)
    drawn = declarations.dangerous(plot) if code == "dangerous" else declarations.impassable(plot)
    return (Mark(_path(SWATCH), Ink("none", palette.INK, 0.8)), *drawn)


def _plot(name: str, size: tuple[float, float]) -> Plot:
    width, depth = size
    return Plot(
        shape=shapely.box(0, 0, width, depth),
        name=shapely.Polygon(),
        origin=(0.1, 0.3),
        chance=Chance.named("legend", name),
        # The table continues to the right, so that water has a shore there.
        view=View(width + 1, depth, "defender", 0.0, 0.0),
        budget=60,
    )


def _path(size: tuple[float, float]) -> str:
    return line(rectangle(0, 0, size[0] * UNIT, size[1] * UNIT), closed=True)
