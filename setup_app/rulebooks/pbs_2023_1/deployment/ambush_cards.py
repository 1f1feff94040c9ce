"""Leaders for troops in ambush. Sections 10.F and 10.G."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from setup_app.engine.hidden import Secret
from setup_app.engine.prompts import Request, ask
from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.hide_prompts import GiveAmbush
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation

Part = Generator[Request, Any, None]


def stay_beside_the_camp(battle: PbsSituation) -> None:
    """10.F: keep marching leaders beside the camp, each with the card of its flank under it."""
    for side in battle.from_defender():
        if battle.marches[side]:
            battle.step = "10.F"
            battle.tell("stay_beside_camp", side=side, count=len(battle.marches[side]))


def ambush_cards(battle: PbsSituation) -> Part:
    """10.G: give the card of each marker to one leader of its side, the defender's first."""
    for side in battle.from_defender():
        for place, marker in enumerate(battle.markers[side]):
            battle.step = "10.G"
            leaders = len(battle.armies[side].generals) + 1
            answer = yield from ask(side, GiveAmbush("10.G", marker["letter"], leaders))
            _give(battle, side, place, answer)


def _give(battle: PbsSituation, side: Side, place: int, answer: Any) -> None:
    marker = battle.markers[side][place]
    name = f"ambush-card-{side}-{marker['letter']}"
    battle.put_in_envelope(name, side, answer)
    led = {**marker, "leader": Secret(side, answer["leader"], envelope=name)}
    markers = battle.markers[side]
    battle.markers = battle.markers.with_side(side, (*markers[:place], led, *markers[place + 1 :]))
    battle.tell("ambush_given", side=side, letter=marker["letter"])
