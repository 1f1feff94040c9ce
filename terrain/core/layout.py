"""The layout of a table as a value, read from and written as JSON.

A layout is the table, the rulebook's names for it, and the pieces in the order in which they were
placed. Reading raises `LayoutUnreadable` with the position of a wrong shape. A readable outline
that is no simple polygon is kept, so that a check can report it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from terrain.core.outline import (
    Extents,
    Made,
    Outline,
    Shapes,
    Sides,
    all_least_sides,
    anticlockwise,
    core_of,
    extents,
    least_sides,
    rounded,
)
from terrain.core.readers import (
    JSON,
    MAX_PIECES,
    LayoutUnreadable,
    list_at,
    mapping_at,
    name_at,
    name_or_none_at,
    names_at,
    object_at,
    one_of_at,
    polygon_at,
    positive_at,
    refuse_many_points,
)

__all__ = [
    "DECLARATIONS",
    "DICE",
    "FORMAT",
    "JSON",
    "PLAYERS",
    "SLOTS",
    "Layout",
    "LayoutUnreadable",
    "Piece",
    "Table",
    "read_layout",
    "read_outline",
    "read_piece",
    "write_layout",
    "write_outline",
    "write_piece",
]

Geometry: TypeAlias = Any

FORMAT = "metator-layout/1"
SLOTS = ("secure_flank", "compulsory", "optional", "settlement")
PLAYERS = ("defender", "invader")
DICE = range(1, 7)
DECLARATIONS = ("dangerous", "impassable")


@dataclass(frozen=True)
class Table:
    """Width along x and depth along y, in the rulebook's unit."""

    width: float
    depth: float


@dataclass(frozen=True)
class Piece:
    """One placed piece of terrain. `outline` is an open ring; `holes` are never legal.

    An `agreed` piece stands because both players accepted it, whatever the rules say: it is drawn
    and listed as such, and no rule applies to it.
    """

    id: str
    type: str
    slot: str
    placed_by: str
    die: int | None = None
    moved: bool = False
    declared: str | None = None
    outline: Outline = ()
    holes: tuple[Outline, ...] = ()
    agreed: bool = field(default=False, repr=False)

    @cached_property
    def made(self) -> Made:
        """Return its polygon with its area, or the fault of its outline."""
        return Made.of(self.outline, self.holes)

    @property
    def fault(self) -> str | None:
        """Return why the outline is not a simple polygon, or None."""
        return self.made.fault

    @property
    def shape(self) -> Geometry:
        """Return the Shapely polygon; None for an outline with a fault."""
        return self.made.shape

    @property
    def area(self) -> float:
        """Return the area of its polygon; 0 for an outline with a fault."""
        return self.made.area

    @cached_property
    def extents(self) -> Extents:
        """Return the bounding rectangles along the edges of its hull; not for an outline with a
        fault.
        """
        return extents(self.shape)

    @cached_property
    def least_sides(self) -> Sides | None:
        """Return the sides of its rectangle of least area, the shorter one first; see `outline`."""
        return least_sides(self.shape)

    @cached_property
    def _cores(self) -> dict[float, Geometry]:
        return {}

    def core(self, width: float) -> Geometry:
        """Return its polygon less half of a width all round."""
        if width not in self._cores:
            self._cores[width] = core_of(self.shape, width)
        return self._cores[width]

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Return least x, least y, greatest x, greatest y."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True)
class Layout:
    """A table and its pieces, oldest first. `settings` holds settings and event numbers by name."""

    rulebook: str
    territory: str | None
    density: str | None
    flank: tuple[str, ...] | None
    table: Table
    pieces: tuple[Piece, ...] = ()
    settings: Mapping[str, JSON] = field(default_factory=dict)
    base_width_mm: float = 40.0

    @cached_property
    def shapes(self) -> Shapes:
        """Return the pieces' polygons as an array; None for an outline with a fault."""
        _make_all(self.pieces)
        shapes = np.empty(len(self.pieces), dtype=object)
        shapes[:] = [piece.shape for piece in self.pieces]
        return shapes

    def measure(self) -> None:
        """Compute in bulk what a check needs of every piece, instead of one by one."""
        _make_all(self.pieces)
        pieces = [p for p in self.pieces if "least_sides" not in vars(p) and not p.fault]
        sides = all_least_sides([piece.shape for piece in pieces]) if pieces else []
        for piece, found in zip(pieces, sides, strict=True):
            vars(piece)["least_sides"] = found

    def with_pieces(self, pieces: tuple[Piece, ...]) -> Layout:
        """Return the same table with other pieces on it."""
        return Layout(
            rulebook=self.rulebook,
            territory=self.territory,
            density=self.density,
            flank=self.flank,
            table=self.table,
            pieces=pieces,
            settings=self.settings,
            base_width_mm=self.base_width_mm,
        )


def _make_all(pieces: tuple[Piece, ...]) -> None:
    """Create the polygons of pieces in bulk, instead of each on first access."""
    fresh = [piece for piece in pieces if "made" not in vars(piece)]
    if fresh:
        rings = [(piece.outline, piece.holes) for piece in fresh]
        for piece, made in zip(fresh, Made.of_all(rings), strict=True):
            vars(piece)["made"] = made


def read_layout(given: JSON) -> Layout:
    """Return the layout that a decoded JSON value states.

    Raises LayoutUnreadable with `code` (`wrong_shape missing_field unknown_field wrong_format
    not_an_option too_long too_many_pieces too_many_points not_finite out_of_range ring_not_closed
    duplicate_id`) and a JSON pointer. Clockwise outlines are reversed, keeping their first point,
    coordinates rounded to three decimals, and points equal to the one before dropped; nothing else
    is repaired. A point farther off the table than the larger of its sides is `out_of_range`. The
    names are not checked against the rulebook.
    """
    layout = object_at(given, "", _LAYOUT_REQUIRED, _LAYOUT_OPTIONAL)
    if layout["format"] != FORMAT:
        raise LayoutUnreadable("wrong_format", "/format", expected=FORMAT)
    pieces = list_at(layout["pieces"], "/pieces")
    if len(pieces) > MAX_PIECES:
        raise LayoutUnreadable("too_many_pieces", "/pieces", most=MAX_PIECES, count=len(pieces))
    flank = layout.get("flank")
    table = _table(layout["table"])
    return Layout(
        rulebook=name_at(layout["rulebook"], "/rulebook"),
        territory=name_or_none_at(layout.get("territory"), "/territory"),
        density=name_or_none_at(layout.get("density"), "/density"),
        flank=None if flank is None else names_at(flank, "/flank"),
        table=table,
        settings=dict(mapping_at(layout.get("settings", {}), "/settings")),
        base_width_mm=positive_at(layout.get("base_width_mm", 40.0), "/base_width_mm"),
        pieces=_pieces(pieces, table),
    )


def write_layout(layout: Layout) -> dict[str, JSON]:
    """Return the contract's JSON object: right winding, closed rings, three decimals."""
    return {
        "format": FORMAT,
        "rulebook": layout.rulebook,
        "territory": layout.territory,
        "density": layout.density,
        "flank": None if layout.flank is None else list(layout.flank),
        "table": {"width": layout.table.width, "depth": layout.table.depth},
        "base_width_mm": layout.base_width_mm,
        "settings": dict(layout.settings),
        "pieces": [write_piece(piece) for piece in layout.pieces],
    }


def write_piece(piece: Piece) -> dict[str, JSON]:
    """Return one piece in the contract's form."""
    written: dict[str, JSON] = {
        "id": piece.id,
        "type": piece.type,
        "slot": piece.slot,
        "placed_by": piece.placed_by,
        "die": piece.die,
        "moved": piece.moved,
        "declared": piece.declared,
        "outline": write_outline(piece.outline, holes=piece.holes),
    }
    return {**written, "agreed": True} if piece.agreed else written


def write_outline(outline: Outline, *, holes: tuple[Outline, ...] = ()) -> dict[str, JSON]:
    """Return a GeoJSON Polygon, anticlockwise, closed, three decimals."""
    rings = [rounded(anticlockwise(outline)), *(rounded(hole) for hole in holes)]
    return {
        "type": "Polygon",
        "coordinates": [[list(point) for point in (*ring, *ring[:1])] for ring in rings],
    }


def read_outline(given: JSON, path: str = "/outline") -> Outline:
    """Return the outer ring of a GeoJSON Polygon; a hole is refused as `wrong_shape`."""
    outline, holes = polygon_at(given, path)
    if holes:
        raise LayoutUnreadable("wrong_shape", f"{path}/coordinates", reason="hole")
    return outline


def read_piece(given: JSON, path: str = "") -> Piece:
    """Return the piece that a decoded JSON value states; errors as in `read_layout`."""
    piece = object_at(given, path, _PIECE_REQUIRED, _PIECE_OPTIONAL)
    outline, holes = polygon_at(piece["outline"], f"{path}/outline")
    moved, agreed = (piece.get(name, False) for name in ("moved", "agreed"))
    for name, stated in (("moved", moved), ("agreed", agreed)):
        if not isinstance(stated, bool):
            raise LayoutUnreadable("wrong_shape", f"{path}/{name}", expected="boolean")
    die = piece.get("die")
    if die is not None and (isinstance(die, bool) or not isinstance(die, int)):
        raise LayoutUnreadable("wrong_shape", f"{path}/die", expected="integer")
    if die is not None and die not in DICE:
        raise LayoutUnreadable("out_of_range", f"{path}/die", least=DICE[0], most=DICE[-1])
    declared = piece.get("declared")
    if declared is not None:
        declared = one_of_at(declared, f"{path}/declared", DECLARATIONS)
    return Piece(
        id=name_at(piece["id"], f"{path}/id"),
        type=name_at(piece["type"], f"{path}/type"),
        slot=one_of_at(piece["slot"], f"{path}/slot", SLOTS),
        placed_by=one_of_at(piece["placed_by"], f"{path}/placed_by", PLAYERS),
        die=die,
        moved=moved,
        declared=None
        if declared is None
        else one_of_at(declared, f"{path}/declared", DECLARATIONS),
        outline=outline,
        holes=holes,
        agreed=agreed,
    )


_LAYOUT_REQUIRED = ("format", "rulebook", "table", "pieces")
_LAYOUT_OPTIONAL = ("territory", "density", "flank", "settings", "base_width_mm")
_PIECE_REQUIRED = ("id", "type", "slot", "placed_by", "outline")
_PIECE_OPTIONAL = ("die", "moved", "declared", "agreed")


def refuse_far(piece: Piece, table: Table, path: str) -> None:
    """Raise for a piece a table's length away, where no slip of the hand would put it.

    Far-off heaps would only waste time.
    """
    most = max(table.width, table.depth)
    figures = [figure for point in piece.outline for figure in point]
    if figures and (min(figures) < -most or max(figures) > 2 * most):
        raise LayoutUnreadable("out_of_range", f"{path}/outline", least=-most, most=2 * most)


def _pieces(given: list[JSON], table: Table) -> tuple[Piece, ...]:
    # Counted before anything is built: a body of absurd size costs one pass over lengths.
    for at, piece in enumerate(given):
        if isinstance(piece, dict) and isinstance(piece.get("outline"), dict):
            refuse_many_points(piece["outline"].get("coordinates"), f"/pieces/{at}/outline")
    pieces = tuple(read_piece(piece, f"/pieces/{at}") for at, piece in enumerate(given))
    seen: set[str] = set()
    for at, piece in enumerate(pieces):
        refuse_far(piece, table, f"/pieces/{at}")
        if piece.id in seen:
            raise LayoutUnreadable("duplicate_id", f"/pieces/{at}/id", id=piece.id)
        seen.add(piece.id)
    return pieces


def _table(given: JSON) -> Table:
    table = object_at(given, "/table", ("width", "depth"), ())
    return Table(
        width=positive_at(table["width"], "/table/width"),
        depth=positive_at(table["depth"], "/table/depth"),
    )
