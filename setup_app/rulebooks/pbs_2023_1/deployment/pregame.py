"""Moves before the game, and their order. Section 10.H."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from setup_app.engine.prompts import Request, ask
from setup_app.engine.values import SIDES, Side, other
from setup_app.rulebooks.pbs_2023_1.deployment.pregame_prompts import KINDS, PregameMove
from setup_app.rulebooks.pbs_2023_1.deployment.standing import opened
from setup_app.rulebooks.pbs_2023_1.deployment.units import read_placed
from setup_app.rulebooks.pbs_2023_1.revisions import AMENDED
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation

Part = Generator[Request, Any, None]


def pregame_moves(battle: PbsSituation) -> Part:
    """10.H: ask for moves, kind by kind or of any kind, in turn until both pass."""
    if battle.setup.settings["pregame_order"] == "by_kind":
        for kind in KINDS:
            yield from _in_turn(battle, (kind,))
    else:
        yield from _in_turn(battle, KINDS)


def _in_turn(battle: PbsSituation, kinds: tuple[str, ...]) -> Part:
    """Ask in turn, the defender first. A side that passes is out; one without a move is skipped."""
    out: tuple[Side, ...] = ()
    side = battle.defender
    while True:
        able = [each for each in SIDES if each not in out and _kinds_left(battle, each, kinds)]
        if not able:
            return
        if side in able:
            battle.step = "10.H"
            left = _kinds_left(battle, side, kinds)
            answer = yield from ask(side, PregameMove("10.H", left))
            if "pass" in answer:
                out = (*out, side)
                if battle.revision < AMENDED:
                    battle.tell("pregame_passed", side=side)
                else:
                    battle.tell("pregame_passed_kinds", side=side, kinds=list(left))
            else:
                _move(battle, side, answer)
        side = other(side)


def _kinds_left(battle: PbsSituation, side: Side, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return the kinds of which a side has an unmoved unit on the table."""
    flags = {
        flag
        for unit in battle.down[side]
        if unit["shown"].id not in battle.moved[side]
        for flag in opened(unit["which"])["entry"]["flags"]
    }
    return tuple(kind for kind in kinds if kind in flags)


def _move(battle: PbsSituation, side: Side, answer: Mapping[str, Any]) -> None:
    units = battle.down[side]
    place = next(
        at for at, unit in enumerate(units) if opened(unit["which"])["unit"] == answer["unit"]
    )
    unit = units[place]
    shown = replace(unit["shown"], placed=read_placed(answer))
    moved = {**unit, "shown": shown}
    battle.down = battle.down.with_side(side, (*units[:place], moved, *units[place + 1 :]))
    battle.moved = battle.moved.with_side(side, (*battle.moved[side], shown.id))
    name = opened(unit["which"])["entry"]["name"]
    told = {"side": side, "kind": answer["kind"], "unit": name}
    if battle.revision < AMENDED:
        battle.tell("pregame_moved", **told)
        return
    (x, y), (then_x, then_y) = shown.placed.at, unit["shown"].placed.at
    # The square root is the same on every machine, and so is this line of the log.
    distance = round(math.sqrt((x - then_x) ** 2 + (y - then_y) ** 2), 1)
    battle.tell("pregame_moved_by", **told, distance=distance)
