"""The first parts of both armies, with hidden units in between. Sections 10.C and 10.D."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from string import ascii_uppercase
from typing import Any

from setup_app.engine.hidden import Secret
from setup_app.engine.prompts import Request, ask
from setup_app.engine.values import SIDES, PerSide, Side, other
from setup_app.rulebooks.pbs_2023_1.deployment import counts
from setup_app.rulebooks.pbs_2023_1.deployment.camps import camp_rights, put_camp
from setup_app.rulebooks.pbs_2023_1.deployment.hide_prompts import Hide
from setup_app.rulebooks.pbs_2023_1.deployment.standing import Deploying, named, opened
from setup_app.rulebooks.pbs_2023_1.deployment.turns import put_down
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation

Part = Generator[Request, Any, None]


def first_parts(battle: PbsSituation) -> Part:
    """10.D: the first army deploys, hiding, then the other; each camp goes down before its TUGs.

    A setting puts the hiding before or after both first parts.
    """
    moment = battle.setup.settings["ambush_moment"]
    first = _begins(battle)
    second = other(first)
    if moment == "before_first_parts":
        _begin(battle)
        yield from hide(battle, (first, second))
    rights = yield from camp_rights(battle)
    if moment != "before_first_parts":
        _begin(battle)
    passed = yield from put_camp(battle, first, rights[first])
    battle.step = "10.D"
    yield from put_down(battle, first, "first", _asked_of_first(battle, first))
    if moment == "sheet_order":
        yield from hide(battle, (first, second))
    yield from put_camp(battle, second, passed or rights[second])
    battle.step = "10.D"
    yield from put_down(battle, second, "first", _asked_of_second(battle, second))
    if moment == "after_first_parts":
        yield from hide(battle, (first, second))


def _begins(battle: PbsSituation) -> Side:
    """Return the side that deploys first: the outscouted one, or else the defender."""
    assert battle.outcome is not None
    outscouted: Side | None = battle.outcome["outscouted"]
    return battle.defender if outscouted is None else outscouted


def _begin(battle: PbsSituation) -> None:
    assert battle.outcome is not None
    battle.step = "10.D"
    begins = _begins(battle)
    unequal = battle.outcome["outscouted"] is not None
    percent = battle.outcome["outscouted_by"] if unequal else None
    battle.deploying = Deploying(begins, percent, battle.armies.map(lambda army: army.tugs))
    battle.holding = PerSide(*(_holding(battle, side) for side in SIDES))
    battle.must_hide = PerSide(Secret(0, False), Secret(1, False))
    battle.tell("deployment_begins", side=begins)


def _holding(battle: PbsSituation, side: Side) -> Any:
    garrison = battle.garrisons[side]
    if garrison is None:
        return ()
    army = battle.armies[side]
    return Secret(side, tuple(named(army, unit) for unit in opened(garrison)))


def _asked_of_first(battle: PbsSituation, side: Side) -> int:
    assert battle.deploying is not None
    how = battle.setup.settings["round_tugs"]
    return counts.first_part(battle.armies[side].tugs, battle.deploying.percent, how)


def _asked_of_second(battle: PbsSituation, side: Side) -> int:
    assert battle.deploying is not None
    settings, about = battle.setup.settings, battle.deploying
    return counts.second_part(
        battle.armies[side].tugs,
        about.percent,
        settings["round_tugs"],
        same_share=settings["same_share"],
        of=battle.armies[about.begins].tugs,
        down=about.turns[0].put_down,
    )


def hide(battle: PbsSituation, order: tuple[Side, Side]) -> Part:
    """Hide units at ambush markers and on flank marches: all of one side's, then all of the
    other's.
    """
    battle.step = "10.D"
    for side in order:
        yield from _hide(battle, side)
        battle.hid = battle.hid.with_side(side, True)
        battle.tell("hiding_done", side=side)


def _hide(battle: PbsSituation, side: Side) -> Part:
    while True:
        letter = letter_of(len(battle.markers[side]))
        number = len(battle.marches[side]) + 1
        answer = yield from ask(side, Hide("10.D", letter, number))
        if "ambush" in answer:
            _put_marker(battle, side, letter, answer)
        elif "march" in answer:
            _send_beside(battle, side, number, answer)
        else:
            return


def letter_of(place: int) -> str:
    """Return A, B, ... Z, AA, AB, ... by place from 0."""
    before, last = divmod(place, len(ascii_uppercase))
    return (letter_of(before - 1) if before else "") + ascii_uppercase[last]


def _put_marker(battle: PbsSituation, side: Side, letter: str, answer: Mapping[str, Any]) -> None:
    name = f"ambush-{side}-{letter}"
    # The whole answer, so that opening the envelope proves it.
    battle.put_in_envelope(name, side, answer)
    (x, y), units = answer["ambush"]["at"], answer["ambush"]["units"]
    hidden = tuple(named(battle.armies[side], unit) for unit in units)
    marker = {
        "letter": letter,
        "at": (x, y),
        "units": Secret(side, hidden, envelope=name),
        "leader": None,
    }
    battle.markers = battle.markers.with_side(side, (*battle.markers[side], marker))
    battle.tell("marker_put", side=side, letter=letter)


def _send_beside(battle: PbsSituation, side: Side, number: int, answer: Mapping[str, Any]) -> None:
    name = f"march-{side}-{number}"
    battle.put_in_envelope(name, side, answer)
    march = {
        **answer["march"],
        "units": tuple(named(battle.armies[side], unit) for unit in answer["march"]["units"]),
    }
    beside = {"number": number, "march": Secret(side, march, envelope=name)}
    battle.marches = battle.marches.with_side(side, (*battle.marches[side], beside))
    battle.tell("leader_beside_camp", side=side, count=len(battle.marches[side]))
