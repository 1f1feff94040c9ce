"""Which tables and units do the tests of places use? Square to the table, with round figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    NOTHING_DOWN,
    Down,
    Occupied,
    Sizes,
    Thing,
    UnitThing,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, Placed
from terrain.core.layout import Piece

DEFENDER, INVADER = 1, 0
DEPTHS = {"foot": 0.5, "mounted": 0.75, "elephants": 1, "artillery": 1, "battle_wagon": 1}
SIZES = Sizes(DEPTHS, (4.0, 2.0))

FOOT = Body("tug", "foot", "close", 8)
LOOSE = replace(FOOT, order="loose")
OPEN = replace(FOOT, order="open")
HORSE = Body("tug", "mounted", "close", 6)
ELEPHANTS = Body("tug", "elephants", "close", 2)
GUNS = Body("tug", "artillery", "close", 2)
BATTERY = replace(GUNS, works=("battery",))
WAGONS = Body("tug", "mounted", "loose", 4, ("battle_wagon",))
SKIRMISHERS = Body("sug", "foot", "close", 4)


def table(*pieces: Piece, **stated: Any) -> DeploymentField:
    """The regulation table of the plains without a secure flank; keywords are fields of `Field`."""
    given: dict[str, Any] = {
        "width": 45.0,
        "depth": 30.0,
        "territory": "plains",
        "invader": INVADER,
        "secure": None,
        "sizes": SIZES,
        **stated,
    }
    return DeploymentField(pieces=pieces, **given)


def piece(type_: str, left: float, bottom: float, right: float, top: float, **stated: Any) -> Piece:
    """A rectangle of terrain called as its type."""
    outline = ((left, bottom), (right, bottom), (right, top), (left, top))
    name = stated.pop("id", type_)
    return Piece(name, type_, "optional", "defender", 2, outline=outline, **stated)


def unit(
    body: Body, x: float, y: float, facing: float = 90.0, ranks: int = 2, **stated: Any
) -> UnitThing:
    return UnitThing(body, Placed((x, y), facing, ranks), **stated)


def down(kind: str, side: int, left: float, bottom: float, right: float, top: float) -> Occupied:
    """One thing that is on the table already, called as its kind."""
    outline = ((left, bottom), (right, bottom), (right, top), (left, top))
    return Occupied((Down(kind, kind, side, outline),))


def codes(
    field: DeploymentField, thing: Thing, others: Occupied = NOTHING_DOWN, *, side: int = DEFENDER
) -> list[str]:
    """The codes of what is wrong with one thing."""
    return [broken.code for broken in check(field, side, {"it": thing}, others=others)]
