"""The map as one drawn sheet: water, mountain ranges and woods across its squares.

It draws only what the map states: water is only in squares whose flank is deep water and never
quite reaches others, ranges continue only between neighbours that both have them, and small marks
are as dense as the terrain. Everything follows from the squares, so a map looks the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import sin
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from setup_app.rulebook_pages.pbs_2023_1.map_outlines import Spot, inside, regions, smooth
from setup_app.rulebook_pages.pbs_2023_1.map_signs import DRAWN, SIGNS

SIZE: Final = 5
BOX: Final = 100.0
_WHOLE: Final = SIZE * BOX
_SQUARE: Final = f"M0 0h{_WHOLE:g}v{_WHOLE:g}H0z"
"""A square around all boxes."""

_SHARED: Final = (
    f'<defs><clipPath id="sheet-inside"><path d="{_SQUARE}"/></clipPath>'
    '<filter id="sheet-soft" x="-5%" y="-5%" width="110%" height="110%">'
    f'<feGaussianBlur stdDeviation="13"/></filter>{SIGNS}</defs>'
)
"""The shared definitions of all sheets of a page."""

EDGE: Final = 18.0
"""The margin around the boxes, with the numbers of rows and columns."""

FOOT: Final = (76.0, 50.0)
"""Where in its box the marker stands."""

MARKS: Final = {"featureless": 0, "open": 6, "normal": 17, "dense": 36, "very_dense": 64}
RANGES: Final = ("mountains", "hills")
SHORE: Final = 17.0

Cells = tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]
"""Row by row, the top one first: density and kinds of flank of each box."""

_ALONE: Final = ((30, 29, 0.95), (52, 27, 1.1), (71, 31, 0.85), (42, 42, 0.95), (62, 43, 0.9))
_FIRST: Final = ((21, 31, 0.95), (40, 28, 0.8), (32, 43, 0.85))
_SECOND: Final = ((59, 30, 0.8), (77, 30, 0.95), (67, 42, 0.95), (52, 44, 0.7))


def render_map(cells: Cells, number: int = 0) -> SafeString:
    """Return the sheet as SVG: 5 x 5 boxes of 100 units in a margin of 18.

    It is decoration and has no words. Of several sheets on one page each has a `number`; that of
    number 0 holds the signs.
    """
    return _drawn(cells, number)


@lru_cache(maxsize=64)
def _drawn(cells: Cells, number: int) -> SafeString:
    water = _with(cells, ("deep_water",))
    shores = regions(water, size=SIZE, box=BOX, inset=SHORE)
    lines = "".join(
        f'<path d="{smooth(loop)}"/>'
        for inset in (5.0, 12.0, 19.0)
        for loop in regions(_with(cells, RANGES), size=SIZE, box=BOX, inset=inset)
    )
    parts = (
        f'<g class="tints">{_tints(cells)}</g><g class="contours">{lines}</g>',
        f'<path class="marks" d="{_marks(cells, shores)}"/>',
        _water("".join(smooth(loop) for loop in shores), number) if shores else "",
        f'<g class="ground">{"".join(_glyphs(cells))}</g>',
        f'<path class="grid" d="{_grid()}"/>',
    )
    low, whole = -EDGE, _WHOLE + 2 * EDGE
    return format_html(
        '<svg class="sheet-drawn" viewBox="{} {} {} {}" aria-hidden="true" focusable="false">{}'
        '<g clip-path="url(#sheet-inside)">{}</g>{}</svg>',
        *(f"{each:g}" for each in (low, low, whole, whole)),
        mark_safe("" if number else _SHARED),
        mark_safe("".join(parts)),
        mark_safe(_frame()),
    )


def sign(kinds: Sequence[str]) -> SafeString:
    """Return the sign for these kinds of flank, drawn with the signs of the sheet on the same
    page.
    """
    if "deep_water" in kinds:
        inside = '<path class="deep" d="M-17-4q4-4 8 0t9 0 9 0 8 0V8h-34z"/>'
        return mark_safe(f'{_SIGN}<g class="water">{inside}</g></svg>')
    known = [kind for kind in kinds if kind in DRAWN]
    places, scale = ((0,), 1) if len(known) == 1 else ((-11, 11), 0.7)
    uses = "".join(
        f'<use href="#sheet-{kind}" transform="translate({x}) scale({scale})"/>'
        for kind, x in zip(known, places, strict=False)
    )
    return mark_safe(f'{_SIGN}<g class="ground">{uses}</g></svg>') if uses else mark_safe("")


_SIGN: Final = '<svg class="sheet-drawn sign" viewBox="-24 -28 48 40" aria-hidden="true">'


def cells_of(cells: Sequence[Sequence[Mapping[str, Any]]]) -> Cells:
    """Return stated boxes in the form from which a sheet is drawn."""
    return tuple(tuple((cell["density"], tuple(cell["flank"])) for cell in row) for row in cells)


def foot(box: tuple[int, int]) -> Spot:
    """Return where on the sheet the marker stands in a box."""
    row, column = box
    return (column * BOX + FOOT[0], row * BOX + FOOT[1])


def _with(cells: Cells, kinds: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    return frozenset(
        (row, column)
        for row, line in enumerate(cells)
        for column, (_, found) in enumerate(line)
        if set(found) & set(kinds)
    )


def _tints(cells: Cells) -> str:
    """Return one shade of paper for each box; the filter blends them."""
    return "".join(
        f'<path class="{density}" d="M{column * BOX:g} {row * BOX:g}h100v100h-100z"/>'
        for row, line in enumerate(cells)
        for column, (density, _) in enumerate(line)
    )


def _marks(cells: Cells, shores: tuple[tuple[Spot, ...], ...]) -> str:
    """Return tufts and stones, as many as the ground is dense; none on water."""
    drawn = []
    for row, line in enumerate(cells):
        for column, (density, _) in enumerate(line):
            for place in range(MARKS[density]):
                # A sequence that fills a square evenly and without rows (R2), with another start in
                # each box.
                step = place + 1 + 7 * (SIZE * row + column)
                x = column * BOX + 3 + 94 * (step * 0.7548776662 % 1)
                y = row * BOX + 5 + 92 * (step * 0.5698402910 % 1)
                if any(inside((x, y), shore) for shore in shores):
                    continue
                drawn.append(f"M{x:.1f} {y:.1f}{_TUFT if step % 3 else _STONE}")
    return "".join(drawn)


_TUFT: Final = "l-1.8-3m1.8 3v-4m0 4l1.8-3"
_STONE: Final = "l1.2-2 2-.4 1 2.4z"


def _water(shore: str, number: int) -> str:
    """Return water with lines along its shore, as engravers drew it."""
    line = f"sheet-shore-{number}"
    inside_of = f"sheet-water-{number}"
    rims = "".join(
        f'<use href="#{line}" class="{kind}" stroke-width="{width:g}"/>'
        for width, kind in (
            (17.6, "rim"),
            (16, "deep"),
            (10.8, "rim"),
            (9.4, "deep"),
            (5, "rim"),
            (3.8, "deep"),
        )
    )
    return (
        f'<defs><path id="{line}" d="{shore}"/><clipPath id="{inside_of}">'
        f'<use href="#{line}"/></clipPath></defs>'
        f'<g class="water"><use href="#{line}" class="deep"/>'
        f'<g clip-path="url(#{inside_of})">{rims}</g><use href="#{line}" class="bank"/></g>'
    )


def _glyphs(cells: Cells) -> Iterator[str]:
    """Yield what stands on the ground, the farther first, so that the nearer covers it."""
    placed: list[tuple[float, float, float, str]] = []
    for row, line in enumerate(cells):
        for column, (_, kinds) in enumerate(line):
            spots = (_ALONE,) if len(kinds) == 1 else (_FIRST, _SECOND)
            for kind, at in zip(kinds, spots, strict=False):
                if kind in DRAWN:
                    placed += [(y + row * BOX, x + column * BOX, scale, kind) for x, y, scale in at]
            placed += _between(cells, (row, column))
    for y, x, scale, kind in sorted(placed):
        sway = 2 * sin(x * 0.9 + y * 0.4)
        yield (
            f'<use href="#sheet-{kind}" '
            f'transform="translate({x + sway:.1f} {y:.1f}) scale({scale:g})"/>'
        )


def _between(cells: Cells, at: tuple[int, int]) -> Iterator[tuple[float, float, float, str]]:
    """Yield what two neighbouring boxes share, across the line between them."""
    row, column = at
    here = cells[row][column][1]
    if column + 1 < SIZE:
        for kind in set(here) & set(cells[row][column + 1][1]) & set(DRAWN):
            yield (row * BOX + 36, (column + 1) * BOX, 0.75, kind)
            yield (row * BOX + 22, (column + 1) * BOX + 5, 0.55, kind)
    if row + 1 < SIZE:
        for place, kind in enumerate(here):
            if kind in cells[row + 1][column][1] and kind in DRAWN:
                x = column * BOX + (7 if place == 0 else 93)
                yield ((row + 1) * BOX + 3, x, 0.6, kind)
                yield ((row + 1) * BOX - 14, x + (2 if place == 0 else -2), 0.5, kind)


def _grid() -> str:
    across = "".join(f"M0 {each * BOX:g}h{_WHOLE:g}" for each in range(1, SIZE))
    down = "".join(f"M{each * BOX:g} 0v{_WHOLE:g}" for each in range(1, SIZE))
    return across + down


def _frame() -> str:
    """Return the neat line, its scale of boxes in black and white, and the numbers of rows and
    columns.
    """
    bars = "".join(
        f"M{at * 50} -4.5h50v4.5h-50zM{at * 50 + 50} {_WHOLE:g}h-50v4.5h50z"
        f"M-4.5 {at * 50}v50h4.5v-50zM{_WHOLE:g} {at * 50 + 50}v-50h4.5v50z"
        for at in range(0, 2 * SIZE, 2)
    )
    numbers = "".join(
        f'<text x="{at * 100 - 50}" y="-7.5">{at}</text>'
        f'<text x="-11" y="{at * 100 - 46}">{at}</text>'
        for at in range(1, SIZE + 1)
    )
    neat = _WHOLE + 9
    return (
        f'<path class="bars" d="{bars}"/>'
        f'<path class="neat" d="M-4.5 -4.5h{neat:g}v{neat:g}h-{neat:g}z{_SQUARE}"/>'
        f'<g class="numbers">{numbers}</g>'
    )
