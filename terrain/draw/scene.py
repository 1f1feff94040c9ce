"""What stands where on the map of a layout? Everything is decided here; `svg` only writes it."""

from dataclasses import dataclass
from hashlib import blake2b

from terrain.core.layout import Layout
from terrain.draw.frame import (
    MARGIN_BOTTOM,
    MARGIN_LEFT,
    MARGIN_RIGHT,
    MARGIN_TOP,
    TableLines,
    line_ends,
    sheet,
)
from terrain.draw.marks import DrawnPiece, Sheet
from terrain.draw.names import Names
from terrain.draw.pieces import draw_pieces
from terrain.draw.view import UNIT, Side, View


@dataclass(frozen=True)
class Scene:
    """A map, ready to be written: its size in scene units, the sheet, and the pieces in order.

    `base_width_mm` is the true length of one unit of the table; `key` tells scenes apart and is
    the same for equal layouts and views.
    """

    width: float
    height: float
    view: View
    base_width_mm: float
    key: str
    title: str
    description: str
    sheet: Sheet
    pieces: tuple[DrawnPiece, ...]


def scene(
    layout: Layout,
    *,
    view_from: Side = "defender",
    names: Names | None = None,
    lines: TableLines | None = None,
) -> Scene:
    """The map of a layout, legal or not, as one side sees it.

    An outline that is no polygon is drawn as the line it is. `lines` states where the rulebook
    has its sector and deployment lines; a pair that would not lie on the table is left out.
    """
    names, lines = names or Names(), lines or TableLines()
    view = View(layout.table.width, layout.table.depth, view_from, MARGIN_LEFT, MARGIN_TOP)
    pieces = draw_pieces(layout.pieces, view, line_ends(view, lines), names)
    territory = names.territory(layout.territory) if layout.territory else None
    return Scene(
        width=MARGIN_LEFT + UNIT * view.width + MARGIN_RIGHT,
        height=MARGIN_TOP + UNIT * view.depth + MARGIN_BOTTOM,
        view=view,
        base_width_mm=layout.base_width_mm,
        key=blake2b(repr((layout, view_from)).encode(), digest_size=4).hexdigest(),
        title=names.word("map_of", territory=territory) if territory else names.word("map"),
        description=names.word(
            "table",
            width=f"{view.width:g}",
            depth=f"{view.depth:g}",
            unit=names.word("unit"),
            side=names.word(view_from),
            count=len(pieces),
        ),
        sheet=sheet(layout, view, lines, names),
        pieces=pieces,
    )
