"""The rest of both armies and their leaders. Section 10.E."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from setup_app.engine.hidden import Secret
from setup_app.engine.prompts import Request, ask
from setup_app.engine.values import PerSide, Side
from setup_app.rulebooks.pbs_2023_1.deployment import counts
from setup_app.rulebooks.pbs_2023_1.deployment.leader_prompts import PlaceLeaders
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own
from setup_app.rulebooks.pbs_2023_1.deployment.standing import (
    commander_or_general,
    leader_word,
    named,
    opened,
)
from setup_app.rulebooks.pbs_2023_1.deployment.turns import (
    lists_are_open,
    own_now,
    put_down,
    until_declared,
)
from setup_app.rulebooks.pbs_2023_1.revisions import AMENDED
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation

Part = Generator[Request, Any, None]


def the_rest(battle: PbsSituation) -> Part:
    """10.E: deploy groups in turn, then leaders and commands, the defender's first."""
    battle.step = "10.E"
    assert battle.deploying is not None
    turns = counts.groups(
        battle.armies.map(lambda army: army.tugs),
        battle.deploying.begins,
        battle.setup.settings["round_tugs"],
        tugs=lambda side: len(own_now(battle, side).tugs),
        waits=lambda side: bool(own_now(battle, side).in_hand),
    )
    for side, number in turns:
        yield from put_down(battle, side, "group", number)
    for side in battle.from_defender():
        yield from _lead(battle, side)
    _declare(battle)


def _lead(battle: PbsSituation, side: Side) -> Part:
    own = own_now(battle, side)
    army = battle.armies[side]
    entries = tuple(commander_or_general(army, leader) for leader in own.leaders)
    prompt = PlaceLeaders(
        "10.E",
        last=side == battle.invader,
        ids=own.down,
        entries=entries if lists_are_open(battle) else None,
    )
    answer = yield from ask(side, prompt)
    placed = tuple(
        {
            "leader": each["leader"],
            "entry": until_declared(battle, side, entries[each["leader"]]),
            "at": None if each["at"] is None else (each["at"][0], each["at"][1]),
            "units": tuple(own.down[unit] for unit in each["units"] if unit in own.down),
            **_of_garrison(battle, own, each),
        }
        for each in answer["leaders"]
    )
    battle.leaders = battle.leaders.with_side(side, placed)
    ended = _call_off_bluffs(battle, side, own)
    battle.tell("leaders_placed", side=side, count=len(placed))
    if ended and battle.revision >= AMENDED:
        battle.tell("bluffs_ended", side=side, count=ended)


def _of_garrison(battle: PbsSituation, own: Own, stated: Mapping[str, Any]) -> dict[str, Any]:
    """Return the garrison's part of a command, which the declaration names."""
    if battle.revision < AMENDED:
        return {}
    units = tuple(named(own.army, unit) for unit in stated["units"] if unit in own.garrison)
    return {"garrison": Secret(own.side, units)}


def _call_off_bluffs(battle: PbsSituation, side: Side, own: Own) -> int:
    """Remove placed bluffing leaders from beside the camp, and return how many."""
    before = len(battle.marches[side])
    if battle.setup.settings["bluff_until"] == "generals":
        left = tuple(
            march for march in battle.marches[side] if opened(march["march"])["leader"] in own.real
        )
        battle.marches = battle.marches.with_side(side, left)
    return before - len(battle.marches[side])


def _declare(battle: PbsSituation) -> None:
    """Declare both armies at once: units on the table, without a place or in garrison, and
    leaders.
    """
    battle.declared = True
    battle.down = battle.down.map(lambda units: tuple(_open(unit, "which") for unit in units))
    battle.no_place = battle.no_place.map(lambda units: tuple(opened(unit) for unit in units))
    battle.holding = battle.holding.map(opened)
    battle.garrisons = PerSide(*(opened(garrison) for garrison in battle.garrisons))
    battle.leaders = battle.leaders.map(
        lambda all_: tuple(_open(_open(one, "entry"), "garrison") for one in all_)
    )
    battle.tell("declared")
    for side in battle.from_defender():
        for leader in battle.leaders[side]:
            if leader.get("garrison"):
                _tell_of_garrison(battle, side, leader)


def _tell_of_garrison(battle: PbsSituation, side: Side, leader: Mapping[str, Any]) -> None:
    units = ", ".join(unit["entry"]["name"] for unit in leader["garrison"])
    called = leader_word(leader["leader"], leader["entry"]["name"])
    battle.tell("garrison_led", side=side, leader=called, units=units)


def _open(each: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return {**each, name: opened(each[name])} if name in each else each
