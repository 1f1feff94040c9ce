"""A side's turn to deploy its TUGs and SUGs. Sections 10.D and 10.E."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from setup_app.engine.hidden import Secret
from setup_app.engine.prompts import Request, ask
from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.deploy_prompts import Deploy
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own, own_of
from setup_app.rulebooks.pbs_2023_1.deployment.standing import PlacedUnit, Turn, named
from setup_app.rulebooks.pbs_2023_1.deployment.units import read_placed
from setup_app.rulebooks.pbs_2023_1.revisions import AMENDED
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation

Part = Generator[Request, Any, None]


def own_now(battle: PbsSituation, side: Side) -> Own:
    """Return a side's own army, as the script knows it."""
    return own_of(battle, side, settings=battle.setup.settings, army=battle.armies[side])


def lists_are_open(battle: PbsSituation) -> bool:
    return bool(battle.setup.settings["lists"] == "open")


def until_declared(battle: PbsSituation, side: Side, value: Any) -> Any:
    """Return a value for both sides if lists are open, else for its owner until 10.E is over."""
    return value if lists_are_open(battle) else Secret(side, value)


def put_down(battle: PbsSituation, side: Side, part: str, number: int) -> Part:
    """Ask a side for this number of TUGs, or for its SUGs alone if it has no TUG in hand.

    A turn with nothing to put down is not asked. A first part is still recorded among the turns.
    """
    own = own_now(battle, side)
    number = number if own.tugs else 0
    if not number and (own.tugs or not own.sugs):
        if part == "first":
            _note(battle, Turn(side, part, 0, 0))
        return
    army = battle.armies[side]
    prompt = Deploy(
        "10.D" if part == "first" else "10.E",
        part,
        number,
        after=len(own.down),
        holds_back=part == "first" and own.holds_back,
        bodies=own.bodies,
        depths=battle.setup.settings["base_depths"],
        units=tuple(named(army, unit) for unit in range(len(army.units)))
        if lists_are_open(battle)
        else None,
    )
    answer = yield from ask(side, prompt)
    _take(battle, own, answer)
    without = answer.get("no_place", [])
    tugs = sum(own.is_tug(unit) for unit in (*_units_of(answer), *without))
    _note(battle, Turn(side, part, number, tugs))
    if not own.hid and part == "first":
        held = tugs < min(number, len(own.tugs))
        battle.must_hide = battle.must_hide.with_side(side, Secret(side, held))
    down = [unit for unit in _units_of(answer) if own.is_tug(unit)]
    counted = {"tugs": len(down), "sugs": len(answer["units"]) - len(down)}
    if battle.revision < AMENDED or not number:
        battle.tell("put_down", side=side, **counted)
    else:
        _tell_what_was_due(battle, side, part, asked=number, **counted)
    if without:
        battle.tell("no_place_for", side=side, count=len(without))


def _tell_what_was_due(battle: PbsSituation, side: Side, part: str, **counted: int) -> None:
    """Tell what went down, how many TUGs were due and why, and how many now stand."""
    about = battle.deploying
    assert about is not None
    standing = sum(unit["shown"].body.kind == "tug" for unit in battle.down[side])
    params = {"side": side, **counted, "standing": standing, "size": about.tugs[side]}
    if part != "first":
        battle.tell("put_down_group", **params)
    elif side != about.begins and battle.setup.settings["same_share"] == "deployed":
        battle.tell("put_down_same_share", **params)
    elif about.percent is None:
        battle.tell("put_down_third", **params)
    else:
        battle.tell("put_down_percent", **params, percent=about.percent)


def _units_of(answer: Mapping[str, Any]) -> list[int]:
    return [each["unit"] for each in answer["units"]]


def _take(battle: PbsSituation, own: Own, answer: Mapping[str, Any]) -> None:
    side = own.side
    new = tuple(
        {
            "shown": PlacedUnit(id_, own.bodies[each["unit"]], read_placed(each)),
            "which": until_declared(battle, side, named(own.army, each["unit"])),
        }
        for id_, each in enumerate(answer["units"], start=len(own.down) + 1)
    )
    battle.down = battle.down.with_side(side, (*battle.down[side], *new))
    without = tuple(
        until_declared(battle, side, named(own.army, unit)) for unit in answer.get("no_place", ())
    )
    battle.no_place = battle.no_place.with_side(side, (*battle.no_place[side], *without))


def _note(battle: PbsSituation, turn: Turn) -> None:
    assert battle.deploying is not None
    battle.deploying = replace(battle.deploying, turns=(*battle.deploying.turns, turn))
