"""The scene of a layout: where everything on the map goes. `svg` only writes it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Literal

import numpy as np

from terrain.core.layout import Layout, Piece, Table
from terrain.draw import cover, palette
from terrain.draw.chance import Floats
from terrain.draw.frame import grid, under_pieces
from terrain.draw.lines import OVER, UNDER, TableLines, line_ends, line_marks
from terrain.draw.margin import (
    CLOSE,
    NARROWEST,
    WIDE,
    Sides,
    close_margin,
    printed_margin,
    titled,
    wide_margin,
)
from terrain.draw.marks import DrawnPiece, GroundMarks, Ink, Margin, Mark, OnTable
from terrain.draw.names import Names
from terrain.draw.pen import stamped
from terrain.draw.pieces import Labelling, draw_pieces, nameless
from terrain.draw.stamps import disc
from terrain.draw.tape import place_of, spots
from terrain.draw.view import UNIT, View, ViewFrom

__all__ = ["Scene", "TableLines", "Use", "ViewFrom", "in_hand", "scene"]

DOT = 3.4
TAPE = Ink(palette.INK, "#ffffff", 1.2)

Use = Literal["map", "page", "phone", "print"]
"""The use of a map: alone, inside a page that may be narrow, for a narrow screen alone, or on a
printed sheet that lists the pieces by number and has title and legend beside it.
"""


@dataclass(frozen=True)
class Scene:
    """A map, ready to be written: its size in scene units, its content, the pieces in order.

    `base_width_mm` is the true length of one unit of the table; `key` identifies a scene and is the
    same for equal layouts and views. `close` is the margin for a narrow screen, if one is drawn
    beside the wide one, and `closer` the part of the sheet that is then shown.
    """

    width: float
    height: float
    view: View
    base_width_mm: float
    key: str
    title: str
    description: str
    paper: str
    ground: GroundMarks
    margin: Margin
    pieces: tuple[DrawnPiece, ...]
    close: Margin | None = None
    closer: tuple[float, float, float, float] | None = None
    standing: tuple[OnTable, ...] = ()


def scene(
    layout: Layout,
    *,
    view_from: ViewFrom = "defender",
    names: Names | None = None,
    lines: TableLines | None = None,
    use: Use = "map",
    clear_of: Sequence[Floats] = (),
) -> Scene:
    """Return the map of a layout, legal or not, as one side sees it.

    An outline that is not a polygon is drawn as the line it is. `lines` are the rulebook's sector
    and deployment lines; a pair that would not lie on the table is left out. Names keep off things
    at `clear_of`, corners (n, 2) on the table, if they can.
    """
    names, lines = names or Names(), lines or TableLines()
    sides = CLOSE if use == "phone" else WIDE
    view = View(layout.table.width, layout.table.depth, view_from, sides.left, sides.top)
    covered = cover.WHITE if use == "print" else cover.cover_of(layout.territory)
    labelling = Labelling(
        lines=line_ends(view, lines),
        clear_of=[view.at(corners) for corners in clear_of],
        names=names,
        ground=covered.tint,
        wide=use != "phone",
        close=use in ("page", "phone"),
        numbered=use == "print",
    )
    pieces = draw_pieces(layout.pieces, view, labelling)
    margin, below = _margin(layout, view, lines, (names, use))
    labels = [piece.label for piece in pieces if piece.label]
    drawn = line_marks(view, lines, labels, strength=OVER)
    under = line_marks(view, lines, labels, strength=UNDER)
    if use == "print":
        drawn += tape_marks(layout, view)
    margin = replace(margin, lines=drawn)
    territory = names.territory(layout.territory) if layout.territory else None
    close = use == "page"
    return Scene(
        width=sides.left + UNIT * _across(view.width, use) + sides.right,
        height=sides.top + UNIT * view.depth + below,
        view=view,
        base_width_mm=layout.base_width_mm,
        key=blake2b(repr((layout, view_from, use)).encode(), digest_size=4).hexdigest(),
        title=names.word("map_of", territory=territory) if territory else names.word("map"),
        description=names.word(
            "table",
            width=names.number(view.width),
            depth=names.number(view.depth),
            unit=names.word("unit"),
            side=names.word(view_from),
            count=len(pieces),
        ),
        paper=covered.tint if use == "print" else palette.SHEET,
        ground=GroundMarks(
            under_pieces(view, covered.tint), covered.marks, cover.TILE, (*grid(view), *under)
        ),
        margin=margin,
        pieces=pieces,
        close=_close(view, lines, names, pieces) if close else None,
        closer=_around(view, CLOSE) if close else None,
    )


def in_hand(piece: Piece, table: Table, view_from: ViewFrom) -> tuple[Mark, ...]:
    """Return one more piece, without a name, at its place in the scene of such a table for a
    page.
    """
    return nameless(piece, View(table.width, table.depth, view_from, WIDE.left, WIDE.top))


def tape_marks(layout: Layout, view: View) -> tuple[Mark, ...]:
    """Return a dot at each point that the list beside the map measures."""
    places = [
        place_of(spot, layout.table, view.seen_from)
        for piece in layout.pieces
        for spot in spots(piece, layout.table, view.seen_from)
    ]
    at = view.at(np.array(places).reshape(-1, 2))
    return (Mark(stamped(at, [disc(DOT)] * len(at)), TAPE, "tape"),)


def _margin(
    layout: Layout, view: View, lines: TableLines, said: tuple[Names, Use]
) -> tuple[Margin, float]:
    """Return the margin of a map for this use, and its height below the table."""
    names, use = said
    if use == "phone":
        return close_margin(view, names), CLOSE.bottom
    if use == "print":
        return printed_margin(layout, view, lines, names)
    return titled(wide_margin(layout, view, lines, names), layout, view, names)


def _close(view: View, lines: TableLines, names: Names, pieces: tuple[DrawnPiece, ...]) -> Margin:
    labels = [piece.close for piece in pieces if piece.close]
    return replace(close_margin(view, names), lines=line_marks(view, lines, labels, strength=OVER))


def _around(view: View, sides: Sides) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the table with a margin."""
    left, top, right, bottom = view.sheet
    across, down = right - left + sides.left + sides.right, bottom - top + sides.top + sides.bottom
    return left - sides.left, top - sides.top, across, down


def _across(width: float, use: Use) -> float:
    """Return the width of the map in units; a very small table stands beside empty paper."""
    return width if use == "phone" else max(width, NARROWEST)
