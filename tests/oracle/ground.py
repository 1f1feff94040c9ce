"""What does a layout say, and what do the tables ask of each piece in it?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from tests.oracle.shapes import Ring, is_simple
from tests.rulebooks.second_transcription import (
    EVENT_NUMBERS,
    OWN_SIZE_LEAST,
    OWN_SIZE_STEP,
    SETTINGS,
    SETTLEMENT_SIZE,
    TERRAIN,
    Row,
)

WATER = "deep_water"
SETTLEMENTS = frozenset({"vital_settlement", "fort"})
KNOWN_TYPES = (
    frozenset(row.type for rows in TERRAIN.values() for row in rows) | SETTLEMENTS | {WATER}
)
DICED_SLOTS = frozenset({"compulsory", "optional"})


@dataclass(frozen=True, eq=False)
class Piece:
    place: int
    """Its place in the order of placing."""
    id: str
    type: str
    slot: str
    placed_by: str
    die: int | None
    moved: bool
    declared: str | None
    ring: Ring
    valid: bool
    """Whether its outline is a polygon at all."""

    @property
    def ids(self) -> tuple[str]:
        return (self.id,)

    @property
    def is_flank(self) -> bool:
        return self.slot == "secure_flank"

    @property
    def is_water(self) -> bool:
        return self.type == WATER

    @property
    def is_settlement(self) -> bool:
        return self.type in SETTLEMENTS

    @property
    def odd_slot(self) -> bool:
        """Whether its type and its slot belong to different steps of the procedure."""
        if self.is_water:
            return not self.is_flank
        return self.is_settlement != (self.slot == "settlement")

    @property
    def x(self) -> tuple[float, float]:
        return float(self.ring[:, 0].min()), float(self.ring[:, 0].max())

    @property
    def y(self) -> tuple[float, float]:
        return float(self.ring[:, 1].min()), float(self.ring[:, 1].max())


@dataclass(frozen=True)
class Sides:
    """What the short and the long side of a piece may be."""

    least: float
    most: float
    long_more_than: float | None = None


def _range(value: Any) -> tuple[float, float]:
    if isinstance(value, dict):
        return float(value["min"]), float(value["max"])
    least, most = value
    return float(least), float(most)


def _in_part(figure: float, part: Fraction) -> float:
    """So much of a figure, to the nearest step, from the middle on the upper one; never more."""
    if part >= 1:
        return figure
    step = Fraction(OWN_SIZE_STEP)
    below, rest = divmod(Fraction(figure) * part, step)
    return float((below + (rest * 2 >= step)) * step)


class Ground:
    """A layout with the rows of its territory beside it."""

    def __init__(self, layout: dict[str, Any]) -> None:
        self.width = float(layout["table"]["width"])
        self.depth = float(layout["table"]["depth"])
        self.territory: str = layout["territory"]
        self.density: str | None = layout["density"]
        flank = layout["flank"]
        self.flank: tuple[str, ...] | None = None if flank is None else tuple(flank)
        self._settings: dict[str, Any] = {
            **SETTINGS,
            **EVENT_NUMBERS,
            **(layout.get("settings") or {}),
        }
        self._rows = {row.type: row for row in TERRAIN[self.territory]}
        self.pieces = [_piece(place, said) for place, said in enumerate(layout["pieces"])]

    def setting(self, name: str) -> Any:
        return self._settings[name]

    def row(self, piece: Piece) -> Row | None:
        return self._rows.get(piece.type)

    def special(self, piece: Piece, code: str) -> dict[str, Any] | None:
        row = self.row(piece)
        if row is None:
            return None
        return next((special for special in row.placement if special["code"] == code), None)

    def is_foreign(self, piece: Piece) -> bool:
        """Whether the territory's table has no row for it, nor the rules a step."""
        return self.row(piece) is None and not piece.is_water and not piece.is_settlement

    def widths(self, piece: Piece) -> float | None:
        """The most that a band may be wide; None for what is no band."""
        row = self.row(piece)
        if row is None or row.size is None or "width" not in row.size:
            return None
        width: Any = row.size["width"]
        return float(width["max"])

    def sides(self, piece: Piece) -> Sides | None:
        """None for what has no size: bands and deep water."""
        if piece.is_water or self.widths(piece) is not None:
            return None
        if piece.is_settlement:
            return Sides(*SETTLEMENT_SIZE)
        row = self.row(piece)
        if row is not None and row.size is not None:
            own = self._own_sides(row, piece.slot)
            if self.setting("own_size_replaces") == "all":
                return own
            # Lifted or lowered is the greatest size alone; how a village is 6 x 6 at least.
            least = self.slot_sides(piece.slot).least
            return Sides(least, own.most if own.most > least else least)
        return self.slot_sides(piece.slot)

    def _own_sides(self, row: Row, slot: str) -> Sides:
        """9.B: the row's own figures, those that the event states, or smaller with the slot's."""
        assert row.size is not None
        said = (self.setting("own_sizes") or {}).get(row.type) or {}
        printed = {name: float(str(row.size[name])) for name in ("min", "max") if name in row.size}
        most = said.get("max")
        if most is not None:
            part = Fraction(str(most)) / Fraction(printed["max"])
        else:
            name = "optional_size" if slot == "optional" else "compulsory_size"
            usual = Fraction(_range(EVENT_NUMBERS[name])[1])
            part = Fraction(str(_range(self.setting(name))[1])) / usual
        figures = {
            name: _in_part(figure, part)
            for name, figure in {"least": OWN_SIZE_LEAST, **printed}.items()
        }
        figures |= {name: float(figure) for name, figure in said.items() if figure is not None}
        least = figures["least"] if figures["least"] < figures["max"] else figures["max"]
        return Sides(least, figures["max"], figures.get("min"))

    def slot_sides(self, slot: str) -> Sides:
        name = "optional_size" if slot == "optional" else "compulsory_size"
        return Sides(*_range(self.setting(name)))

    @property
    def sector_depth(self) -> float:
        return float(self.setting("flank_sector_depth"))

    @cached_property
    def sectors(self) -> dict[str, tuple[float, float]]:
        """Ranges of x as the defender names them."""
        deep = self.sector_depth
        return {
            "left": (0.0, deep),
            "centre": (deep, self.width - deep),
            "right": (self.width - deep, self.width),
        }

    @property
    def table(self) -> Ring:
        return np.array(
            [[0.0, 0.0], [self.width, 0.0], [self.width, self.depth], [0.0, self.depth]]
        )

    def own_left(self, piece: Piece) -> str:
        return "left" if piece.placed_by == "defender" else "right"

    def own_right(self, piece: Piece) -> str:
        return "right" if piece.placed_by == "defender" else "left"

    def die_sector(self, piece: Piece) -> str | None:
        """The sector that its die names, as the defender calls it; None without a die."""
        if piece.die is None:
            return None
        if self.special(piece, "flank_by_parity") and not piece.is_flank:
            return self.own_left(piece) if piece.die % 2 else self.own_right(piece)
        if piece.die == 1:
            return self.own_left(piece)
        return self.own_right(piece) if piece.die == 6 else "centre"

    def waters_before(self, piece: Piece) -> list[Piece]:
        return [other for other in self.pieces[: piece.place] if other.is_water and other.valid]

    def water_side(self, water: Piece) -> str:
        return "left" if sum(water.x) / 2 < self.width / 2 else "right"


def _piece(place: int, said: dict[str, Any]) -> Piece:
    rings = said["outline"]["coordinates"]
    points = [(float(x), float(y)) for x, y in rings[0]]
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    points = [each for at, each in enumerate(points) if at == 0 or each != points[at - 1]]
    return Piece(
        place=place,
        id=said["id"],
        type=said["type"],
        slot=said["slot"],
        placed_by=said["placed_by"],
        die=said["die"],
        moved=bool(said["moved"]),
        declared=said["declared"],
        ring=np.array(points, dtype=np.float64),
        valid=len(rings) == 1 and is_simple(points),
    )
