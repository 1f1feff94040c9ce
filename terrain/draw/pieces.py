"""The drawing of one piece: wash, texture, outline, warning, label."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry

from terrain.core.layout import Piece
from terrain.core.outline import Outline
from terrain.draw import declarations
from terrain.draw.badges import rings
from terrain.draw.chance import Chance, Floats
from terrain.draw.labels import LabelWish, place_all
from terrain.draw.lettering import TextBlock
from terrain.draw.marks import DrawnPiece, Ink, Label, Mark
from terrain.draw.names import Names
from terrain.draw.pen import line
from terrain.draw.plot import Plot, parts
from terrain.draw.room import LabelRoom
from terrain.draw.smooth import rounded
from terrain.draw.textures import BANDS, STRIPS, texture_of
from terrain.draw.view import View
from terrain.draw.wording import block_for, described

REACH = 4.0
"""The distance beyond the table within which a piece is still drawn."""

MAX_RAGGED = 1.6
"""The ratio of an outline's length to its envelope's sides beyond which it is not a realistic
piece: it gets its wash and line, but no texture, which would take as long as a whole table's.
"""


AGREED = 20.0
"""The size of the sign of an agreement."""

MANY = 60
FINE = 0.015
"""An outline with more points is drawn without those that bend it by less than this."""

KEPT = 200
"""The number of drawn pieces that a process caches: some twenty tables, in 2 MB."""

MARKS_PER_PIECE = 700
MARKS_PER_TABLE = 9000
NOBODYS = -1
"""The owner of room that is not a piece's."""


@dataclass(frozen=True)
class Labelling:
    """The naming of pieces: wording, lines to avoid, background.

    `close` labels are large, for a narrow screen; if they are the only ones they are the pieces'
    labels. `numbered` ones carry the piece's index in the layout on their badge. Names avoid things
    at `clear_of`, corners (n, 2) on the sheet, if they can lie elsewhere.
    """

    lines: Sequence[Floats]
    names: Names
    ground: str
    wide: bool = True
    close: bool = False
    numbered: bool = False
    clear_of: Sequence[Floats] = ()

    def room(self, view: View, shapes: Sequence[BaseGeometry]) -> LabelRoom:
        """Return the obstacles for the names of pieces of these shapes."""
        room = LabelRoom(view.sheet, self.lines, shapes)
        if self.clear_of:
            ends = [[*corners.min(axis=0), *corners.max(axis=0)] for corners in self.clear_of]
            room.take(np.array(ends), NOBODYS)
        return room


def draw_pieces(
    pieces: Sequence[Piece], view: View, labelling: Labelling
) -> tuple[DrawnPiece, ...]:
    """Return every piece, deep water first, else in the given order."""
    order = sorted(range(len(pieces)), key=lambda at: pieces[at].type not in STRIPS)
    grounds = {at: ground_of(pieces[at], view) for at in order}
    shapes = [shapely.transform(_room_of(grounds[at]), view.at) for at in order]
    blocks = [_block(pieces[at], at, labelling) for at in order]
    empty: list[Label | None] = [None] * len(order)
    close, wide = empty, empty
    if labelling.close:
        large = [replace(block.closer(), plate=labelling.wide) for block in blocks]
        close = _labels(pieces, order, (large, labelling.room(view, shapes)))
    if labelling.wide:
        wide = _labels(pieces, order, (blocks, labelling.room(view, shapes)))
    else:
        close, wide = empty, close
    budget = min(MARKS_PER_PIECE, MARKS_PER_TABLE // max(1, len(order)))
    drawn = []
    for index, at in enumerate(order):
        plot = _plot(pieces[at], grounds[at], _name_room(wide[index], view), (view, budget))
        piece = _draw(pieces[at], plot, labelling.names)
        drawn.append(replace(piece, label=wide[index], close=close[index]))
    return tuple(drawn)


def nameless(piece: Piece, view: View) -> tuple[Mark, ...]:
    """Return one piece as `draw_pieces` draws it, but without room for a name."""
    plot = _plot(piece, ground_of(piece, view), _name_room(None, view), (view, MARKS_PER_PIECE))
    return _marks(piece, plot, _outline(piece, view))


def ground_of(piece: Piece, view: View) -> BaseGeometry:
    """Return the piece's ground as valid polygons near the table; empty for an invalid outline."""
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


def _block(piece: Piece, at: int, labelling: Labelling) -> TextBlock:
    block = replace(block_for(piece, labelling.names), ground=labelling.ground)
    # On white paper a name beside its piece needs no halo, which would cost each letter twice.
    return replace(block.printed(str(at + 1)), ground="") if labelling.numbered else block


def _labels(
    pieces: Sequence[Piece], order: Sequence[int], setting: tuple[list[TextBlock], LabelRoom]
) -> list[Label | None]:
    """Return one label per piece; those with the fewest places choose first."""
    blocks, room = setting
    wishes = []
    for index in sorted(range(len(order)), key=lambda index: _choice(pieces[order[index]])):
        kind = pieces[order[index]].type
        texture = texture_of(kind)
        wish = LabelWish(
            index,
            blocks[index],
            inside=not texture.beside,
            along=kind in BANDS | STRIPS,
            low=texture.name_low,
        )
        wishes.append(wish)
    labels = place_all(room, wishes)
    return [labels[index] for index in range(len(order))]


def _room_of(ground: BaseGeometry) -> BaseGeometry:
    return ground.envelope if _ragged(ground) else ground


def _ragged(ground: BaseGeometry) -> bool:
    return bool(ground.length > MAX_RAGGED * ground.envelope.length)


def _choice(piece: Piece) -> int:
    if piece.type in BANDS | STRIPS:
        return 1
    return 2 if texture_of(piece.type).beside else 0


def _plot(
    piece: Piece, ground: BaseGeometry, name: BaseGeometry, drawing: tuple[View, int]
) -> Plot:
    view, budget = drawing
    many = shapely.get_num_coordinates(ground) > MANY
    return Plot(
        shape=ground.simplify(FINE) if many else ground,
        name=name,
        origin=piece.outline[0] if piece.outline else (0.0, 0.0),
        chance=Chance.named(piece.id, piece.type),
        view=view,
        budget=budget,
    )


def _name_room(label: Label | None, view: View) -> BaseGeometry:
    """Return the room of a label's lines, in table coordinates."""
    if label is None:
        return shapely.Polygon()
    # Lines under one another, each over the middle of the next; else one line, perhaps turned.
    stacked = len({room[0][1] for room in label.rooms}) == len(label.rooms)
    upright = stacked and not label.words[-1].angle
    rooms = np.array(label.rooms if upright else [label.box])
    ring = np.vstack([rooms[:, [1, 2]].reshape(-1, 2), rooms[::-1][:, [3, 0]].reshape(-1, 2)])
    return shapely.Polygon(view.back(ring))


def _draw(piece: Piece, plot: Plot, names: Names) -> DrawnPiece:
    outline = _outline(piece, plot.view)
    title, description = described(piece, names)
    return DrawnPiece(
        id=piece.id,
        type=piece.type,
        placed_by=piece.placed_by,
        title=title,
        description=description,
        outline=outline,
        marks=_marks(piece, plot, outline),
    )


def _outline(piece: Piece, view: View) -> str:
    straight = texture_of(piece.type).straight or piece.shape is None
    return "".join(
        line(view.at(_thinned(ring)), closed=True) if straight else rounded(view, _thinned(ring))
        for ring in (piece.outline, *piece.holes)
        if ring
    )


def _marks(piece: Piece, plot: Plot, outline: str) -> tuple[Mark, ...]:
    texture = texture_of(piece.type)
    edge = Mark(outline, texture.outline, "outline")
    marks = [Mark(outline, Ink(texture.wash, even_odd=True), "wash")]
    if texture.outline_under:
        marks.append(edge)
    marks += grown(piece, plot.name, plot.view, plot.budget)
    if not texture.outline_under:
        marks.append(edge)
    if piece.agreed:
        marks += _agreement(piece, plot.view)
    return tuple(mark for mark in marks if mark.d)


@lru_cache(maxsize=KEPT)
def grown(piece: Piece, name: BaseGeometry, view: View, budget: int) -> tuple[Mark, ...]:
    """Return the drawing on its ground. A table is drawn again after each move, and most of it is
    unchanged, so it is cached.
    """
    plot = _plot(piece, ground_of(piece, view), name, (view, budget))
    if plot.shape.is_empty or _ragged(plot.shape):
        return ()
    return (*texture_of(piece.type).draw(plot), *_declared(piece, plot))


def _agreement(piece: Piece, view: View) -> tuple[Mark, ...]:
    """Return the sign of an agreement: on the border, uppermost to the right."""
    points = view.at(np.array(piece.outline).reshape(-1, 2))
    left, top, right, bottom = view.sheet
    x, y = points[np.argmax(points[:, 0] - points[:, 1])].tolist()
    room = AGREED / 2
    at = min(max(x, left + room), right - room), min(max(y, top + room), bottom - room)
    return rings(at, AGREED)


def _thinned(ring: Outline) -> Floats:
    """Return the points of a ring; of very many only those that are distinct on the map."""
    points = np.array(ring)
    if len(points) <= MANY:
        return points
    thin = shapely.get_coordinates(shapely.LinearRing(points).simplify(FINE))
    return np.asarray(thin[:-1]) if len(thin) > 3 else points


def _declared(piece: Piece, plot: Plot) -> tuple[Mark, ...]:
    if piece.declared == "dangerous":
        return declarations.dangerous(plot)
    if piece.declared == "impassable":
        return declarations.impassable(plot)
    return ()
