"""Values of a deployment in a situation: placed, hidden and left out.

Secrets are kept beside these values in mappings, since a frozen value that is shown holds no
secret.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setup_app.engine.hidden import Secret
from setup_app.engine.values import PerSide, Side
from setup_app.rulebooks.pbs_2023_1.armies import Army, army_as_json, unit_as_json
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, Placed, Point

Named = Mapping[str, Any]
"""A unit by its number in the list, with its entry: `{"unit", "entry"}`."""

NOBODY: Named = {"unit": None, "entry": None}
"""The stand-in that others see."""


@dataclass(frozen=True)
class Turn:
    """A turn of putting down: how many TUGs were due, went down, or had no place."""

    side: Side
    part: str
    asked: int
    put_down: int


@dataclass(frozen=True)
class Deploying:
    """Public knowledge of the whole deployment; `percent` is None for a third."""

    begins: Side
    percent: int | None
    tugs: PerSide[int]
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True)
class Camp:
    """The middle and facing of a camp."""

    at: Point
    facing: float


@dataclass(frozen=True)
class PlacedUnit:
    """A unit on the table, as its figures show it; `id` counts a side's units as they go down."""

    id: int
    body: Body
    placed: Placed


def named(army: Army, unit: int) -> Named:
    """Return a unit of a list with its entry, as the list states it."""
    return {"unit": unit, "entry": unit_as_json(army.units[unit])}


def commander_or_general(army: Army, leader: int) -> Mapping[str, Any]:
    """Return the list's entry of a leader: 0 the army commander, 1 and more the generals in
    order.
    """
    whole = army_as_json(army)
    entry: Mapping[str, Any] = whole["generals"][leader - 1] if leader else whole["commander"]
    return entry


def leader_word(leader: int, name: str = "") -> str:
    """Return a leader as a parameter of a message: their name, or a word for their number."""
    return name or (f"general_{leader}" if leader else "army_commander")


def opened(value: Any) -> Any:
    """Return the content of a secret; any other value unchanged. For a side's own knowledge
    alone.
    """
    return value.value if isinstance(value, Secret) else value
