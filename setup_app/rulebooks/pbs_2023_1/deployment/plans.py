"""Deployment plans: how a player stores an order of battle, and how it is applied to a table.

A plan is `metator-plan/1`: positions in its owner's own frame (x from their left, y from their
edge, a facing of 90 away from their edge), units left out, commands. It knows no table; positions
that do not fit a table are reported when the plan is applied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from setup_app.engine.errors import DomainError
from setup_app.engine.shapes import Shape
from setup_app.engine.values import Violation, canonical
from setup_app.rulebooks.pbs_2023_1.armies import MAX_GENERALS, Army
from setup_app.rulebooks.pbs_2023_1.deployment.answer_shapes import (
    LEADER,
    PLACE,
    UNIT,
    UNITS,
    fields,
)
from setup_app.rulebooks.pbs_2023_1.deployment.steps import leader_not_free
from setup_app.rulebooks.pbs_2023_1.deployment.units import (
    Corners,
    Placed,
    body_of,
    frontage_and_depth,
    placed_as_json,
    read_placed,
    rectangle,
)

FORMAT: Final = "metator-plan/1"
MAX_FAULTS: Final = 100

PLAN: Final[dict[str, Any]] = fields(
    {
        "format": {"const": FORMAT},
        "units": {**UNITS, "items": fields({"unit": UNIT, **PLACE})},
    },
    {
        "reserve": UNITS,
        "commands": {
            "type": "array",
            "items": fields({"leader": LEADER, "units": UNITS}),
            "maxItems": MAX_GENERALS + 1,
        },
    },
)
_SHAPE: Final = Shape(PLAN)


@dataclass(frozen=True)
class DeploymentPlan:
    """A plan that fits its list: unit places, units left out, commands."""

    units: Mapping[int, Placed]
    reserve: tuple[int, ...]
    commands: Mapping[int, tuple[int, ...]]


def read_plan(stated: Any, army: Army) -> DeploymentPlan:
    """Return the plan that a decoded JSON value states for a list.

    Raises `plan_refused` with every fault of its shape; if the shape is right, with every unit and
    leader that the list lacks or that is named twice, and ranks that a unit cannot have.
    """
    found = tuple(_misshapen(stated)) or tuple(_not_of_this_list(stated, army))
    if found:
        raise DomainError("plan_refused", {"faults": len(found)}, violations=found[:MAX_FAULTS])
    return DeploymentPlan(
        units={each["unit"]: read_placed(each) for each in stated["units"]},
        reserve=tuple(stated.get("reserve", ())),
        commands={each["leader"]: tuple(each["units"]) for each in stated.get("commands", ())},
    )


def plan_as_json(plan: DeploymentPlan) -> dict[str, Any]:
    """Return a whole plan in the contract's form."""
    return {
        "format": FORMAT,
        "units": [{"unit": unit, **placed_as_json(at)} for unit, at in plan.units.items()],
        "reserve": list(plan.reserve),
        "commands": [
            {"leader": leader, "units": list(units)} for leader, units in plan.commands.items()
        ],
    }


def outlines(
    stated: Mapping[str, Any], army: Army, depths: Mapping[str, float]
) -> tuple[Corners, ...]:
    """Return the corners of each unit of a stored plan, in its owner's own frame.

    A unit that the list no longer has, because the list changed after the plan was stored, is
    omitted.
    """
    return tuple(
        rectangle(at.at, at.facing, *frontage_and_depth(body_of(unit), at.ranks, depths))
        for each in stated["units"]
        if each["unit"] < len(army.units)
        for unit, at in [(army.units[each["unit"]], read_placed(each))]
    )


def _misshapen(stated: Any) -> Iterator[Violation]:
    """Yield the places that do not have the shape of a plan, as JSON paths."""
    for error in _SHAPE.iter_errors(stated):
        yield Violation("wrong_shape", params={"where": str(error.json_path)})
    try:
        canonical(stated)
    except ValueError:
        # NaN, infinities and lone surrogates pass as numbers and strings, but have no bytes.
        yield Violation("wrong_shape", params={"where": "$"})


def _not_of_this_list(stated: Mapping[str, Any], army: Army) -> Iterator[Violation]:
    units = [each["unit"] for each in stated["units"]]
    yield from _wrong_units([*units, *stated.get("reserve", ())], army, "10.D")
    for each in stated["units"]:
        ranks = each["formation"]["ranks"]
        if each["unit"] < len(army.units):
            bases = army.units[each["unit"]].bases
            if not 1 <= ranks <= bases:
                params = {"of": "ranks", "least": 1, "most": bases}
                required = bases if ranks > bases else 1
                key = f"u{each['unit']}"
                yield Violation("wrong_number", "10.B", params, (key,), ranks, required)
    commands = stated.get("commands", ())
    leaders = [each["leader"] for each in commands]
    for leader in dict.fromkeys(leaders):
        if leader > len(army.generals) or leaders.count(leader) > 1:
            twice = leader <= len(army.generals)
            reason = "named_twice" if twice else "no_such_leader"
            yield leader_not_free(army, leader, reason, "10.E")
    yield from _wrong_units([unit for each in commands for unit in each["units"]], army, "10.E")


def _wrong_units(units: Sequence[int], army: Army, rule: str) -> Iterator[Violation]:
    for unit in dict.fromkeys(units):
        exists = unit < len(army.units)
        params = {"unit": unit, "pieces": army.units[unit].name if exists else f"u{unit}"}
        if not exists:
            yield Violation("no_such_unit", rule, params, (f"u{unit}",))
        elif units.count(unit) > 1:
            yield Violation("unit_placed_twice", rule, params, (f"u{unit}",))


@dataclass(frozen=True)
class Frame:
    """The position of an owner's frame on a table; `turned` is the invader's, from whose edge y
    falls.

    Mirroring swaps left and right; then everything is shifted to its owner's right and away from
    them.
    """

    width: float
    depth: float
    turned: bool
    mirrored: bool = False
    shift: tuple[float, float] = (0.0, 0.0)

    def on_table(self, placed: Placed) -> Placed:
        """Return a place of the owner's frame as a place on the table."""
        (x, y), facing = placed.at, placed.facing
        if self.mirrored:
            x, facing = self.width - x, 180.0 - facing
        x, y = x + self.shift[0], y + self.shift[1]
        if self.turned:
            x, y, facing = self.width - x, self.depth - y, facing + 180.0
        return Placed((_figure(x), _figure(y)), _figure(facing % 360.0), placed.ranks)


def _figure(value: float) -> float:
    """Return the figure with as few decimals as it was written with."""
    return round(value, 6)
