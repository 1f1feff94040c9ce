"""The margin around the table: distances, sectors, zones, edges, scale, title and legend."""

from dataclasses import dataclass, replace

import numpy as np

from terrain.core.layout import Layout
from terrain.draw import palette
from terrain.draw.badges import badge
from terrain.draw.chance import Floats
from terrain.draw.frame import BORDER
from terrain.draw.legend import legend
from terrain.draw.lines import TableLines, sector_names, zone_names
from terrain.draw.marks import Ink, Lettering, Margin, Mark, Words
from terrain.draw.measure import text_width
from terrain.draw.names import Names
from terrain.draw.pen import line
from terrain.draw.scale import scale_bar
from terrain.draw.view import UNIT, View
from terrain.draw.wording import described_table

BRACKET = Ink(stroke=palette.SOFT_INK, width=0.8)

TITLE = Lettering("Alegreya", "bold", 22.0, palette.INK)
SUBTITLE = Lettering("Alegreya", "italic", 13.0, palette.SOFT_INK)


@dataclass(frozen=True)
class Type:
    """The sizes of the margin's words: distances, names of sectors, names of edges."""

    figure: Lettering
    note: Lettering
    edge: Lettering


READ = Type(
    Lettering(size=10.5, fill=palette.SOFT_INK),
    Lettering(size=12.5, fill=palette.SOFT_INK),
    Lettering("Alegreya", "bold", 17.0, palette.INK),
)
PRINTED = Type(
    Lettering(size=14.0, fill=palette.INK),
    Lettering(size=15.0, fill=palette.INK),
    Lettering("Alegreya", "bold", 20.0, palette.INK),
)
LARGE = Type(
    Lettering(size=21.0, fill=palette.SOFT_INK),
    Lettering(size=21.0, fill=palette.SOFT_INK),
    Lettering("Alegreya", "bold", 26.0, palette.INK),
)


@dataclass(frozen=True)
class Sides:
    """The width of a margin on each side of the table, in scene units."""

    left: float
    top: float
    right: float
    bottom: float


WIDE = Sides(62.0, 56.0, 30.0, 120.0)
CLOSE = Sides(42.0, 44.0, 16.0, 72.0)
PRINT_KEY = 128.0
KEY = 80.0
SCALE = 262.0
"""The width that a scale takes from a legend beside it."""
HALF_EDGE = 110.0
NO_LINES = TableLines(None, None)
NARROWEST = 22
"""The units of the table that scale and title need beside each other."""


def wide_margin(layout: Layout, view: View, lines: TableLines, names: Names) -> Margin:
    """Return the margin of a map at full size, without title and legend."""
    bottom = view.sheet[3]
    brackets, bracket_words = _brackets(view, lines, names, READ.note)
    bar, bar_words = scale_bar((view.left, bottom + 73), layout.base_width_mm, names)
    scaled = view.left + SCALE
    levels = view.top - 22, bottom + 55
    edges, edge_words = _edges(view, names, READ.edge, levels, clear_of=scaled)
    words = (*_figures(view, READ.figure, 5, lines), *bracket_words, *bar_words, *edge_words)
    return Margin(marks=(*brackets, *bar, *edges), words=words)


def printed_margin(
    layout: Layout, view: View, lines: TableLines, names: Names
) -> tuple[Margin, float]:
    """Return the margin of a printed map, with lines and badges explained, and its height below."""
    left, _, right, bottom = view.sheet
    brackets, bracket_words = _brackets(view, lines, names, PRINTED.note)
    bar, bar_words = scale_bar((left, bottom + 66), layout.base_width_mm, names, size=13.0)
    levels = view.top - 18, bottom + 62
    edges, edge_words = _edges(view, names, PRINTED.edge, levels, clear_of=left + SCALE)
    below = bottom + PRINT_KEY
    key, height = legend(layout, names, (left, below), right - left, types=False)
    words = (
        *_figures(view, PRINTED.figure, 5, lines, own=True),
        *bracket_words,
        *bar_words,
        *edge_words,
    )
    return (
        Margin((*brackets, *bar, *edges, *key.marks), (*words, *key.words), key.swatches),
        PRINT_KEY + height,
    )


def titled(margin: Margin, layout: Layout, view: View, names: Names) -> tuple[Margin, float]:
    """Return the margin with title and legend, and its height below the table.

    The title stands above the table's left corner and the legend beside the scale; if the table is
    too narrow for that, the title stands beside the scale and the legend below both.
    """
    left, top, right, bottom = view.sheet
    title = _title(layout, names)
    half = max(_long(words) for words in title) + HALF_EDGE
    if left + half < (left + right) / 2:
        title = [replace(title[0], at=(left, top - 31)), replace(title[1], at=(left, top - 13))]
        beside = left + SCALE
        key, height = legend(layout, names, (beside, bottom + KEY), right - beside)
        below = max(WIDE.bottom, KEY + height)
    else:
        right = max(right, left + UNIT * NARROWEST)
        title = [
            replace(words, at=(right, bottom + y), anchor="end")
            for words, y in zip(title, (76, 93), strict=True)
        ]
        key, height = legend(layout, names, (left, bottom + WIDE.bottom), right - left)
        below = WIDE.bottom + height
    return (
        Margin(
            marks=(*margin.marks, *key.marks),
            words=(*margin.words, *title, *key.words),
            swatches=key.swatches,
        ),
        below,
    )


def close_margin(view: View, names: Names) -> Margin:
    """Return the margin of a map for phones: few words, and large."""
    _, top, _, bottom = view.sheet
    edges, words = _edges(view, names, LARGE.edge, (top - 14, bottom + 58))
    return Margin(marks=edges, words=(*_figures(view, LARGE.figure, 10, NO_LINES), *words))


def _figures(
    view: View, lettering: Lettering, pace: int, lines: TableLines, *, own: bool = False
) -> list[Words]:
    """Return distances along the near edge and the left edge, as the defender or the viewer counts,
    and on the opposite edges those of lines in between.
    """
    size = lettering.size
    left, far, right, near = view.sheet
    turned = view.seen_from == "invader" and not own
    words = []
    for x in range(0, int(view.width) + 1, pace):
        at = left + UNIT * (view.width - x if turned else x), near + BORDER + 2 + size
        words.append(Words(str(x), at, lettering, role="figure"))
    for y in range(0, int(view.depth) + 1, pace):
        level = near - UNIT * (view.depth - y if turned else y)
        at = left - BORDER - 5, level + 0.34 * size
        words.append(Words(str(y), at, lettering, anchor="end", role="figure"))
    for cut in lines.sectors_at(view.width):
        if cut % pace:
            at = left + UNIT * (view.width - cut if turned else cut), far - BORDER - 3
            words.append(Words(f"{cut:g}", at, lettering, role="figure"))
    for cut in lines.zones_at(view.depth):
        if cut % pace:
            level = near - UNIT * (view.depth - cut if turned else cut)
            at = right + BORDER + 3, level + 0.34 * size
            words.append(Words(f"{cut:g}", at, lettering, anchor="start", role="figure"))
    return words


def _brackets(
    view: View, lines: TableLines, names: Names, note: Lettering
) -> tuple[tuple[Mark, ...], list[Words]]:
    """Return sectors named under the near edge, deployment zones beside the left one."""
    marks: list[Mark] = []
    words: list[Words] = []
    y = view.sheet[3] + BORDER + 2.0 * note.size
    for code, start, stop in sector_names(view, lines):
        a, b = sorted((view.point(start, 0)[0], view.point(stop, 0)[0]))
        named = _within(note, names.word(code), b - a)
        marks += _bracket(np.array([[a, y], [b, y]]), names.word(code), named)
        words.append(Words(names.word(code), ((a + b) / 2, y + 4), named, role="sector"))
    x = view.left - BORDER - 7 - 1.9 * note.size
    for code, start, stop in zone_names(view, lines):
        b, a = sorted((view.point(0, start)[1], view.point(0, stop)[1]))
        named = _within(note, names.word(code), a - b)
        marks += _bracket(np.array([[x, a], [x, b]]), names.word(code), named)
        at = x + 4, (a + b) / 2
        words.append(Words(names.word(code), at, named, angle=-90.0, role="zone"))
    return tuple(marks), words


def _within(note: Lettering, text: str, length: float) -> Lettering:
    """Return the lettering, smaller if the text would be longer than its bracket."""
    long = text_width(text, family=note.family, face=note.face, size=note.size) + 14
    return note if long <= length else replace(note, size=round(note.size * length / long, 1))


def _bracket(ends: Floats, text: str, note: Lettering) -> list[Mark]:
    """Return a measured line with end ticks and a gap for its name."""
    start, end = ends
    length = float(np.hypot(*(end - start)))
    along = (end - start) / max(length, 1e-9)
    tick = np.array([-along[1], along[0]]) * 4
    start, end = start + along * 2, end - along * 2
    gap = text_width(text, family=note.family, face=note.face, size=note.size) / 2 + 6
    arms = ""
    if length > 2 * gap + 12:
        middle = (start + end) / 2
        arms = line(np.array([start, middle - along * gap])) + line(
            np.array([middle + along * gap, end])
        )
    ticks = line(np.array([start - tick, start + tick])) + line(np.array([end - tick, end + tick]))
    return [Mark(arms + ticks, BRACKET)]


def _edges(
    view: View,
    names: Names,
    lettering: Lettering,
    levels: tuple[float, float],
    *,
    clear_of: float = 0.0,
) -> tuple[tuple[Mark, ...], list[Words]]:
    """Return the far and the near edge's names, each with its side's badge, at their baselines.

    Both stand in the middle; the near one begins right of `clear_of`, where the scale ends.
    """
    near = view.seen_from
    far = "invader" if near == "defender" else "defender"
    left, _, right, _ = view.sheet
    middle, size = (left + right) / 2, lettering.size
    marks: list[Mark] = []
    words: list[Words] = []
    for side, y in zip((far, near), levels, strict=True):
        text = names.word(f"{side}_edge")
        width = text_width(text, family=lettering.family, face=lettering.face, size=size)
        if side == near:
            middle = max(middle, clear_of + width / 2 + 1.4 * size)
        marks += badge(side, (middle - width / 2 - 0.8 * size, y - 0.32 * size), 0.88 * size)
        words.append(Words(text, (middle + 2, y), lettering, role=f"edge {side}"))
    return tuple(marks), words


def _title(layout: Layout, names: Names) -> list[Words]:
    """Return territory, and density, flank and size of the table."""
    territory = names.territory(layout.territory) if layout.territory else ""
    notes = " · ".join(described_table(layout, names))
    return [
        Words(territory, (0.0, 0.0), TITLE, anchor="start"),
        Words(notes, (0.0, 0.0), SUBTITLE, anchor="start"),
    ]


def _long(words: Words) -> float:
    setting = words.lettering
    return text_width(words.text, family=setting.family, face=setting.face, size=setting.size)
