"""The rest of both armies and their leaders. Section 10.E."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from setup_app.engine.prompts import Request, ask
from setup_app.engine.values import PerSide, Side
from setup_app.rulebooks.pbs_2023_1.deployment import counts
from setup_app.rulebooks.pbs_2023_1.deployment.leader_prompts import PlaceLeaders
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own
from setup_app.rulebooks.pbs_2023_1.deployment.standing import commander_or_general, opened
from setup_app.rulebooks.pbs_2023_1.deployment.turns import (
    lists_are_open,
    own_now,
    put_down,
    until_declared,
)
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
        }
        for each in answer["leaders"]
    )
    battle.leaders = battle.leaders.with_side(side, placed)
    _call_off_bluffs(battle, side, own)
    battle.tell("leaders_placed", side=side, count=len(placed))


def _call_off_bluffs(battle: PbsSituation, side: Side, own: Own) -> None:
    """Remove placed bluffing leaders from beside the camp."""
    if battle.setup.settings["bluff_until"] == "generals":
        left = tuple(
            march for march in battle.marches[side] if opened(march["march"])["leader"] in own.real
        )
        battle.marches = battle.marches.with_side(side, left)


def _declare(battle: PbsSituation) -> None:
    """Declare both armies at once: units on the table, without a place or in garrison, and
    leaders.
    """
    battle.declared = True
    battle.down = battle.down.map(lambda units: tuple(_open(unit, "which") for unit in units))
    battle.no_place = battle.no_place.map(lambda units: tuple(opened(unit) for unit in units))
    battle.holding = battle.holding.map(opened)
    battle.garrisons = PerSide(*(opened(garrison) for garrison in battle.garrisons))
    battle.leaders = battle.leaders.map(lambda all_: tuple(_open(one, "entry") for one in all_))
    battle.tell("declared")


def _open(each: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return {**each, name: opened(each[name])}
