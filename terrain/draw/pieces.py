"""How does one piece of terrain become a drawing: wash, texture, outline, warning, label?"""

from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry

from terrain.core.layout import Piece
from terrain.draw import declared
from terrain.draw.chance import Chance, Floats
from terrain.draw.labels import Wish, place
from terrain.draw.marks import DrawnPiece, Ink, Label, Mark
from terrain.draw.names import Names
from terrain.draw.pen import line
from terrain.draw.plot import Plot, parts
from terrain.draw.room import Room
from terrain.draw.smooth import rounded
from terrain.draw.textures import BANDS, STRIPS, texture_of
from terrain.draw.view import View
from terrain.draw.wording import block_for, described

REACH = 4.0
"""How far beyond the table a piece is still drawn."""

MOST_RAGGED = 1.6
"""An outline so much longer than the sides of its envelope is nothing that anyone cut: it gets its
wash and line, but no texture, which would take as long as a whole table's."""

MARKS_PER_PIECE = 700
MARKS_PER_TABLE = 9000


def draw_pieces(
    pieces: Sequence[Piece], view: View, lines: Sequence[Floats], names: Names
) -> tuple[DrawnPiece, ...]:
    """Every piece, deep water first, else in the given order; `lines` is where names cost more."""
    order = sorted(pieces, key=lambda piece: piece.type not in STRIPS)
    grounds = [ground_of(piece, view) for piece in order]
    labels = _labels(order, grounds, (view, lines, names))
    budget = min(MARKS_PER_PIECE, MARKS_PER_TABLE // max(1, len(order)))
    return tuple(
        _draw(piece, _plot(piece, ground, label, (view, budget)), label, names)
        for piece, ground, label in zip(order, grounds, labels, strict=True)
    )


def ground_of(piece: Piece, view: View) -> BaseGeometry:
    """The piece's ground as valid polygons near the table; empty where its outline has none."""
    if len(piece.outline) < 3:
        return MultiPolygon()
    shape = piece.shape
    if shape is None:
        holes = [hole for hole in piece.holes if len(hole) > 2]
        shape = shapely.make_valid(shapely.Polygon(piece.outline, holes))
        shape = MultiPolygon(parts(shape))
    reach = shapely.box(-REACH, -REACH, view.width + REACH, view.depth + REACH)
    if not reach.covers(shape):
        shape = MultiPolygon(parts(shape.intersection(reach)))
    return shape


def _labels(
    order: Sequence[Piece],
    grounds: Sequence[BaseGeometry],
    around: tuple[View, Sequence[Floats], Names],
) -> list[Label | None]:
    """One label per piece; those that have the least choice of place choose first."""
    view, lines, names = around
    room = Room(view.sheet, lines, [shapely.transform(_room_of(g), view.at) for g in grounds])
    labels: list[Label | None] = [None] * len(order)
    for index in sorted(range(len(order)), key=lambda index: _choice(order[index])):
        piece = order[index]
        texture = texture_of(piece.type)
        wish = Wish(
            index,
            block_for(piece, names),
            inside=not texture.settled,
            along=piece.type in BANDS | STRIPS,
            low=texture.name_low,
        )
        labels[index] = place(room, wish)
    return labels


def _room_of(ground: BaseGeometry) -> BaseGeometry:
    return ground.envelope if _ragged(ground) else ground


def _ragged(ground: BaseGeometry) -> bool:
    return bool(ground.length > MOST_RAGGED * ground.envelope.length)


def _choice(piece: Piece) -> int:
    if piece.type in BANDS | STRIPS:
        return 1
    return 2 if texture_of(piece.type).settled else 0


def _plot(
    piece: Piece, ground: BaseGeometry, label: Label | None, drawing: tuple[View, int]
) -> Plot:
    view, budget = drawing
    rooms = () if label is None else label.rooms
    name = shapely.union_all([shapely.Polygon(view.back(np.array(room))) for room in rooms])
    return Plot(
        shape=ground,
        name=name,
        origin=piece.outline[0] if piece.outline else (0.0, 0.0),
        chance=Chance.named(piece.id, piece.type),
        view=view,
        budget=budget,
    )


def _draw(piece: Piece, plot: Plot, label: Label | None, names: Names) -> DrawnPiece:
    texture = texture_of(piece.type)
    straight = texture.straight or piece.shape is None
    outline = "".join(
        line(plot.view.at(np.array(ring)), closed=True)
        if straight
        else rounded(plot.view, np.array(ring))
        for ring in (piece.outline, *piece.holes)
        if ring
    )
    edge = Mark(outline, texture.outline, "outline")
    marks = [Mark(outline, Ink(texture.wash, even_odd=True), "wash")]
    if texture.outline_under:
        marks.append(edge)
    if not plot.shape.is_empty and not _ragged(plot.shape):
        marks += texture.draw(plot)
        marks += _declared(piece, plot)
    if not texture.outline_under:
        marks.append(edge)
    title, description = described(piece, names)
    return DrawnPiece(
        id=piece.id,
        type=piece.type,
        placed_by=piece.placed_by,
        title=title,
        description=description,
        outline=outline,
        marks=tuple(mark for mark in marks if mark.d),
        label=label,
    )


def _declared(piece: Piece, plot: Plot) -> tuple[Mark, ...]:
    if piece.declared == "dangerous":
        return declared.dangerous(plot)
    if piece.declared == "impassable":
        return declared.impassable(plot)
    return ()
