"""Scouting: which side scouted better, and by how much. Section 10.A."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from setup_app.engine.chance import Draw
from setup_app.engine.prompts import Request, ask_either, draw
from setup_app.engine.values import SIDES, PerSide, Side
from setup_app.rulebooks.pbs_2023_1.cards import Hand, best_percent, in_order, without
from setup_app.rulebooks.pbs_2023_1.section_8_prompts import TurnedUpScouting
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation, Scouted
from setup_app.rulebooks.pbs_2023_1.tables import CARDS


def scout(battle: PbsSituation) -> Generator[Request, Any, None]:
    """10.A: both draw, the best five are summed, the lower side is outscouted by the difference."""
    battle.step = "10.A"
    scouted: dict[Side, Scouted] = {}
    for side in battle.from_defender():
        best, percent = best_percent((yield from _cards_of(battle, side)))
        scouted[side] = Scouted(best, percent)
        battle.tell("scouted", side=side, cards=list(best), percent=percent)
    battle.scouted = PerSide(scouted[0], scouted[1])
    difference = scouted[0].percent - scouted[1].percent
    lower = None if not difference else (1 if difference > 0 else 0)
    by = min(abs(difference), CARDS.most_percent)
    if lower is None:
        battle.tell("nobody_outscouted")
    else:
        battle.tell("outscouted", side=lower, percent=by)
    battle.outcome = {
        "invader": battle.invader,
        "defender": battle.defender,
        "territory": battle.territory,
        "box": list(battle.marker or ()),
        "flank": list(battle.flank or ()),
        "density": battle.density,
        "secure_sector": battle.secure_sector,
        "scouting": [scouted[side].percent for side in SIDES],
        "outscouted": lower,
        "outscouted_by": by,
    }


def _cards_of(battle: PbsSituation, side: Side) -> Generator[Request, Any, Hand]:
    total = battle.armies[side].scouting
    if battle.entered_cards:
        most = min(total + _may_have_added(battle, side), CARDS.best_summed)
        answer = yield from ask_either(TurnedUpScouting("10.A", side, most))
        assert battle.unseen_pack is not None
        battle.unseen_pack = without(battle.unseen_pack, answer["cards"])
        return in_order(answer["cards"])
    assert battle.kept is not None
    kept: Hand = battle.kept[side].value
    added = battle.setup.settings["saved_cards"] == "added"
    count = total if added else max(total - len(kept), 0)
    drawn = yield from draw(Draw("scouting_cards", "10.A", battle.pack, count, side))
    battle.pack = without(battle.pack, drawn)
    return in_order((*kept, *drawn))


def _may_have_added(battle: PbsSituation, side: Side) -> int:
    """Return how many cards beyond the scouting total a side may show: its kept cards, if they add,
    or the excess of its kept cards over the total.
    """
    left = battle.cards_left[side]
    if battle.setup.settings["saved_cards"] == "added":
        return left
    return max(left - battle.armies[side].scouting, 0)
