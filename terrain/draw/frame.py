"""What surrounds the terrain: the table, its grid and lines, the edges' names, scale and title."""

from dataclasses import dataclass

import numpy as np

from terrain.core.layout import Layout
from terrain.draw import palette
from terrain.draw.badges import badge
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Lettering, Mark, Sheet, Words
from terrain.draw.measure import text_width
from terrain.draw.names import Names
from terrain.draw.pen import line
from terrain.draw.scale import scale_bar
from terrain.draw.view import UNIT, View

MARGIN_LEFT = 62.0
MARGIN_RIGHT = 30.0
MARGIN_TOP = 56.0
MARGIN_BOTTOM = 112.0
BORDER = 5.0

GRID = Ink(stroke=palette.INK, width=0.5, opacity=0.10)
GRID_FIVE = Ink(stroke=palette.INK, width=0.6, opacity=0.17)
SECTOR = Ink(stroke=palette.INK, width=1.1, dash="9 6", opacity=0.6)
CENTRE = Ink(stroke=palette.INK, width=0.8, dash="1 5", opacity=0.55)
NEATLINE = Ink(stroke=palette.INK, width=1.1)
BAR = Ink(palette.INK)
GROUND = Ink(palette.PAPER)
BRACKET = Ink(stroke=palette.SOFT_INK, width=0.8)

FIGURE = Lettering(size=10.0, fill=palette.SOFT_INK)
NOTE = Lettering(size=12.0, fill=palette.SOFT_INK)
EDGE = Lettering("Alegreya", "bold", 17.0, palette.INK)
TITLE = Lettering("Alegreya", "bold", 17.0, palette.INK)
SUBTITLE = Lettering("Alegreya", "italic", 13.0, palette.SOFT_INK)


@dataclass(frozen=True)
class TableLines:
    """Distances of the lines drawn on the table; None leaves a pair out."""

    flank_sector_depth: float | None = 10.0
    deployment_from_centre: float | None = 6.0


def sheet(layout: Layout, view: View, lines: TableLines, names: Names) -> Sheet:
    """The sheet around the pieces."""
    under = (*_border(view), *_grid(view), _centre_line(view), *_neatline(view))
    brackets, bracket_words = _brackets(view, lines, names)
    bar, bar_words = scale_bar(
        (view.left, view.top + UNIT * view.depth + 66), layout.base_width_mm, names
    )
    edges, edge_words = _edges(view, names)
    return Sheet(
        under=(*under, *brackets, *bar, *edges),
        over=line_marks(view, lines),
        words=(
            *_figures(view),
            *bracket_words,
            *bar_words,
            *edge_words,
            *_title(layout, view, names),
        ),
    )


def line_marks(view: View, lines: TableLines) -> tuple[Mark, ...]:
    """Sector lines, and deployment lines in their side's colour."""
    marks = [
        Mark(line(view.at(np.array(ends))), SECTOR, "sector-line")
        for ends in _sector_lines(view, lines)
    ]
    half = view.depth / 2
    reach = lines.deployment_from_centre
    if reach is not None and reach < half:
        for side, y in (("defender", half - reach), ("invader", half + reach)):
            colour = palette.DEFENDER if side == "defender" else palette.INVADER
            ink = Ink(stroke=colour, width=1.2, dash="14 4 2 4", opacity=0.8)
            ends = line(view.at(np.array([[0.0, y], [view.width, y]])))
            marks.append(Mark(ends, ink, f"deployment-line {side}"))
    return tuple(marks)


def line_ends(view: View, lines: TableLines) -> list[Floats]:
    """Where those lines begin and end (2, 2), in scene units, for labels to keep off them."""
    reach, half = lines.deployment_from_centre, view.depth / 2
    levels = [] if reach is None else [half - reach, half + reach]
    ends = [[[0.0, y], [view.width, y]] for y in levels] + _sector_lines(view, lines)
    return [view.at(np.array(pair)) for pair in ends]


def _sector_lines(view: View, lines: TableLines) -> list[list[list[float]]]:
    depth = lines.flank_sector_depth
    if depth is None or depth * 2 >= view.width:
        return []
    return [[[x, 0.0], [x, view.depth]] for x in (depth, view.width - depth)]


def _grid(view: View) -> tuple[Mark, ...]:
    fine, bold = "", ""
    for x in range(1, int(np.ceil(view.width))):
        text = line(view.at(np.array([[x, 0.0], [x, view.depth]])))
        fine, bold = (fine, bold + text) if x % 5 == 0 else (fine + text, bold)
    for y in range(1, int(np.ceil(view.depth))):
        text = line(view.at(np.array([[0.0, y], [view.width, y]])))
        fine, bold = (fine, bold + text) if y % 5 == 0 else (fine + text, bold)
    return Mark(fine, GRID, "grid"), Mark(bold, GRID_FIVE, "grid")


def _border(view: View) -> tuple[Mark, ...]:
    """The ground, and around it bars that change at every fifth unit."""
    left, top = view.left, view.top
    right, bottom = left + UNIT * view.width, top + UNIT * view.depth
    bars = ""
    for start in np.arange(5.0, view.width, 10.0):
        stop = min(start + 5.0, view.width)
        for y in (top - BORDER, bottom):
            (a, _), (b, _) = view.at(np.array([[start, 0.0], [stop, 0.0]])).tolist()
            bars += line(_rectangle(min(a, b), y, max(a, b), y + BORDER), closed=True)
    for start in np.arange(5.0, view.depth, 10.0):
        stop = min(start + 5.0, view.depth)
        for x in (left - BORDER, right):
            (_, a), (_, b) = view.at(np.array([[0.0, start], [0.0, stop]])).tolist()
            bars += line(_rectangle(x, min(a, b), x + BORDER, max(a, b)), closed=True)
    outer = _rectangle(left - BORDER, top - BORDER, right + BORDER, bottom + BORDER)
    return (
        Mark(line(outer, closed=True), Ink(palette.SHEET, palette.INK, 0.7), "frame"),
        Mark(bars, BAR, "frame"),
        Mark(line(_rectangle(left, top, right, bottom), closed=True), GROUND, "ground"),
    )


def _centre_line(view: View) -> Mark:
    half = view.depth / 2
    return Mark(line(view.at(np.array([[0.0, half], [view.width, half]]))), CENTRE, "centre-line")


def _neatline(view: View) -> tuple[Mark, ...]:
    right, bottom = view.left + UNIT * view.width, view.top + UNIT * view.depth
    frame = line(_rectangle(view.left, view.top, right, bottom), closed=True)
    return (Mark(frame, NEATLINE, "frame"),)


def _figures(view: View) -> list[Words]:
    """Distances along the near edge and the left edge, every fifth unit, as the defender counts."""
    bottom = view.top + UNIT * view.depth + BORDER + 12
    words = [
        Words(str(x), (view.point(x, 0)[0], bottom), FIGURE, role="figure")
        for x in range(0, int(view.width) + 1, 5)
    ]
    for y in range(0, int(view.depth) + 1, 5):
        at = view.left - BORDER - 5, view.point(0, y)[1] + 3.4
        words.append(Words(str(y), at, FIGURE, anchor="end", role="figure"))
    return words


def _brackets(view: View, lines: TableLines, names: Names) -> tuple[tuple[Mark, ...], list[Words]]:
    """Sectors named under the near edge, deployment zones beside the left one."""
    marks: list[Mark] = []
    words: list[Words] = []
    y = view.top + UNIT * view.depth + BORDER + 24
    for code, start, stop in _sectors(view, lines):
        a, b = sorted((view.point(start, 0)[0], view.point(stop, 0)[0]))
        marks += _bracket(np.array([a, y]), np.array([b, y]), names.word(code))
        words.append(Words(names.word(code), ((a + b) / 2, y + 4), NOTE, role="sector"))
    x = view.left - BORDER - 30
    for code, start, stop in _zones(view, lines):
        b, a = sorted((view.point(0, start)[1], view.point(0, stop)[1]))
        marks += _bracket(np.array([x, a]), np.array([x, b]), names.word(code))
        at = x + 4, (a + b) / 2
        words.append(Words(names.word(code), at, NOTE, angle=-90.0, role="zone"))
    return tuple(marks), words


def _bracket(start: Floats, end: Floats, text: str) -> list[Mark]:
    """A measured line with end ticks and a gap for its name."""
    length = float(np.hypot(*(end - start)))
    along = (end - start) / max(length, 1e-9)
    tick = np.array([-along[1], along[0]]) * 4
    start, end = start + along * 2, end - along * 2
    gap = text_width(text, family=NOTE.family, face=NOTE.face, size=NOTE.size) / 2 + 6
    arms = ""
    if length > 2 * gap + 12:
        middle = (start + end) / 2
        arms = line(np.array([start, middle - along * gap])) + line(
            np.array([middle + along * gap, end])
        )
    ticks = line(np.array([start - tick, start + tick])) + line(np.array([end - tick, end + tick]))
    return [Mark(arms + ticks, BRACKET)]


def _sectors(view: View, lines: TableLines) -> list[tuple[str, float, float]]:
    depth = lines.flank_sector_depth
    if depth is None or depth * 2 >= view.width:
        return []
    # Left and right are the viewer's own.
    low, high = ("left_flank", "right_flank")
    if view.seen_from == "invader":
        low, high = high, low
    return [
        (low, 0.0, depth),
        ("centre", depth, view.width - depth),
        (high, view.width - depth, view.width),
    ]


def _zones(view: View, lines: TableLines) -> list[tuple[str, float, float]]:
    reach, half = lines.deployment_from_centre, view.depth / 2
    if reach is None or reach >= half:
        return []
    return [
        ("defender_deploys", 0.0, half - reach),
        ("between_lines", half - reach, half + reach),
        ("invader_deploys", half + reach, view.depth),
    ]


def _edges(view: View, names: Names) -> tuple[tuple[Mark, ...], list[Words]]:
    near = view.seen_from
    far = "invader" if near == "defender" else "defender"
    middle = view.left + UNIT * view.width / 2
    marks: list[Mark] = []
    words: list[Words] = []
    for side, y in ((far, view.top - 22), (near, view.top + UNIT * view.depth + 64)):
        text = names.word(f"{side}_edge")
        width = text_width(text, family=EDGE.family, face=EDGE.face, size=EDGE.size)
        marks += badge(side, (middle - width / 2 - 14, y - 5.5), 15)
        words.append(Words(text, (middle + 2, y), EDGE, role=f"edge {side}"))
    return tuple(marks), words


def _title(layout: Layout, view: View, names: Names) -> list[Words]:
    right = view.left + UNIT * view.width
    y = view.top + UNIT * view.depth + 70
    words = []
    if layout.territory:
        words.append(Words(names.territory(layout.territory), (right, y), TITLE, anchor="end"))
    notes = [names.word(layout.density)] if layout.density else []
    if layout.flank:
        notes.append(" / ".join(names.type(kind).lower() for kind in layout.flank))
    if notes:
        words.append(Words(" · ".join(notes), (right, y + 17), SUBTITLE, anchor="end"))
    return words


def _rectangle(left: float, top: float, right: float, bottom: float) -> Floats:
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
