"""The list below a map: what each piece is, its size and its position."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from terrain.core.layout import Layout, Piece
from terrain.draw.names import Names
from terrain.draw.tape import MM_PER_INCH, Spot, lengths, spots
from terrain.draw.view import ViewFrom
from terrain.draw.wording import size_text

Measure = Literal["cm", "in"]
MM_PER: dict[Measure, float] = {"cm": 10.0, "in": MM_PER_INCH}


@dataclass(frozen=True)
class PieceRow:
    """One piece in the list: its number on the map, its name, its size, and its place."""

    number: int
    side: str
    name: str
    notes: str
    sizes: tuple[str, str]
    spots: tuple[tuple[str, ...], ...]


def rows(
    layout: Layout,
    *,
    view_from: ViewFrom = "defender",
    names: Names | None = None,
    measure: Measure = "cm",
) -> list[PieceRow]:
    """Return the list below the map: every piece in the order of the layout.

    `measure` is the second unit of sizes; distances are stated in both.
    """
    names = names or Names()
    seen = view_from, names, measure
    return [_row(at, piece, layout, seen) for at, piece in enumerate(layout.pieces)]


def _row(at: int, piece: Piece, layout: Layout, seen: tuple[ViewFrom, Names, Measure]) -> PieceRow:
    view_from, names, measure = seen
    notes = [names.word(piece.slot)]
    if piece.die:
        notes.append(names.word("die", die=piece.die))
    if piece.declared:
        notes.insert(0, names.word(piece.declared))
    if piece.agreed:
        notes.insert(0, names.word("agreed"))
    sizes = (
        size_text(piece, names, in_unit=True),
        size_text(
            piece,
            names,
            in_unit=True,
            scale=layout.base_width_mm / MM_PER[measure],
            unit=measure,
        ),
    )
    found = spots(piece, layout.table, view_from)
    return PieceRow(
        number=at + 1,
        side=piece.placed_by,
        name=names.type(piece.type),
        notes=", ".join(notes),
        sizes=sizes,
        spots=tuple(_spot(spot, layout.base_width_mm, names) for spot in found),
    )


def _spot(spot: Spot, base_width_mm: float, names: Names) -> tuple[str, ...]:
    """Return an edge, the distance from it three times, the other edge, and the distance from
    that.
    """
    tenths = partial(names.number, fixed=True)
    away = [tenths(length) for length in lengths(max(spot.distance, 0.0), base_width_mm)]
    along = [tenths(length) for length in lengths(spot.along, base_width_mm)]
    if spot.stretch:
        to = lengths(spot.to, base_width_mm)
        along = [f"{low}–{tenths(high)}" for low, high in zip(along, to, strict=True)]
    return (names.word(f"{spot.edge}_edge"), *away, names.word(f"{spot.beside}_edge"), *along)
