"""Small layouts for tests, written in one line each, and what the check says of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.breaches import Breach
from terrain.core.layout import Layout, Piece, Table
from terrain.core.legality import check
from terrain.core.outline import Outline

WIDTH, DEPTH = 45.0, 30.0


def rect(x: float, y: float, width: float, depth: float) -> Outline:
    return ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))


def lay(type_name: str, outline: Outline, **said: Any) -> Piece:
    """An optional piece of the defender's with a die of 2, unless it is said otherwise."""
    given = {"slot": "optional", "placed_by": "defender", "die": 2, **said}
    return Piece(id=given.pop("id", type_name), type=type_name, outline=outline, **given)


def flank(type_name: str, outline: Outline, **said: Any) -> Piece:
    return lay(type_name, outline, **{"slot": "secure_flank", "die": None, **said})


def settlement(type_name: str, outline: Outline, **said: Any) -> Piece:
    return lay(type_name, outline, **{"slot": "settlement", "die": None, **said})


def water(depth: float, **said: Any) -> Piece:
    """A strip along the defender's left edge."""
    return flank("deep_water", said.pop("outline", rect(0, 0, depth, DEPTH)), **said)


def table(*pieces: Piece, **said: Any) -> Layout:
    """Mountains, of normal density, box unknown, on a regulation table."""
    given = {"territory": "mountains", "density": "normal", "flank": None, "settings": {}, **said}
    ground = given.pop("table", Table(WIDTH, DEPTH))
    return Layout(rulebook="pbs-2023.1", table=ground, pieces=pieces, **given)


def violations(*pieces: Piece, **said: Any) -> tuple[Breach, ...]:
    layout = table(*pieces, **said)
    return check(layout, layout_rules(layout))


def codes(*pieces: Piece, **said: Any) -> list[str]:
    return [violation.code for violation in violations(*pieces, **said)]


def turned_table(layout: Layout) -> Layout:
    """The same ground seen from the other side, with the two sides swapped."""
    other = {"defender": "invader", "invader": "defender"}
    width, depth = layout.table.width, layout.table.depth

    def turned(ring: Outline) -> Outline:
        return tuple((width - x, depth - y) for x, y in ring)

    pieces = tuple(
        replace(
            piece,
            placed_by=other[piece.placed_by],
            outline=turned(piece.outline),
            holes=tuple(turned(hole) for hole in piece.holes),
        )
        for piece in layout.pieces
    )
    return layout.with_pieces(pieces)
