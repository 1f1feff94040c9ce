"""The terrain of the battle. Sections 9.A to 9.E and the settlements."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from setup_app.engine.hidden import Secret
from setup_app.engine.prompts import Request, ask
from setup_app.engine.values import Side, other
from setup_app.rulebooks.pbs_2023_1 import section_9_prompts as prompts
from setup_app.rulebooks.pbs_2023_1 import section_9b
from setup_app.rulebooks.pbs_2023_1.section_9e import place_flank_piece, place_piece
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES

Part = Generator[Request, Any, None]


def secure_flank(battle: PbsSituation) -> Part:
    """9.A: place the secure flank of the box; the defender is first, and no dice are rolled."""
    battle.step = "9.A"
    kinds = battle.flank
    if not kinds:
        battle.tell("no_secure_flank")
        return
    if kinds == ("deep_water",):
        if not section_9b.lying(battle, battle.defender, "secure_flank"):
            yield from place_flank_piece(battle, battle.defender, "deep_water")
    else:
        for side in battle.from_defender():
            if section_9b.lying(battle, side, "secure_flank"):
                continue
            types = _flank_types(battle, kinds)
            chosen = yield from ask(side, prompts.ChooseType("9.A", types, "secure_flank"))
            battle.tell("flank_type_chosen", side=side, type=chosen["type"])
            yield from place_flank_piece(battle, side, chosen["type"])
    if battle.secure_sector:
        battle.tell("secure_sector", sector=battle.secure_sector)


def _flank_types(battle: PbsSituation, kinds: tuple[str, ...]) -> tuple[str, ...]:
    assert battle.territory is not None
    instead = tuple(
        substitute.type
        for substitute in TERRITORIES[battle.territory].flank_substitutes
        if kinds in substitute.kinds and substitute.type not in kinds
    )
    return kinds + instead


def compulsory(battle: PbsSituation) -> Part:
    """9.B and 9.C: fill open slots in turn, then place the pieces in turn."""
    battle.step = "9.B"
    assert battle.territory is not None
    assert battle.density is not None
    slots = section_9b.compulsory_slots(battle.density)
    battle.tell("density", density=f"{battle.density}_ground", compulsory=len(slots))
    battle.slots = section_9b.open_slots(battle)
    battle.step = "9.C"
    while battle.slots:
        side = section_9b.next_to_select(battle)
        types = section_9b.selectable(battle, side)
        if not types:
            battle.tell("slots_stay_empty", count=len(battle.slots))
            battle.slots = ()
            break
        chosen = yield from ask(side, prompts.ChooseType("9.C", types, "compulsory"))
        _select(battle, side, (chosen["type"],))
        row = section_9b.row_of(battle.territory, chosen["type"])
        assert row is not None
        left = section_9b.filled(battle.slots, row.category)
        assert left is not None
        battle.slots = left
    yield from _place_in_turn(battle, "compulsory", "9.C")


def optional(battle: PbsSituation) -> Part:
    """9.D: the defender selects all of their pieces, then the invader; then they place in turn."""
    battle.step = "9.D"
    assert battle.territory is not None
    assert battle.density is not None
    for side in battle.from_defender():
        already = section_9b.counted_for(battle, side)
        prompt = prompts.SelectOptional("9.D", battle.territory, battle.density, already)
        chosen = yield from ask(side, prompt)
        _select(battle, side, tuple(chosen["types"]))
    yield from _place_in_turn(battle, "optional", "9.D")
    _take_off(battle)


def _select(battle: PbsSituation, side: Side, types: tuple[str, ...]) -> None:
    battle.selected = battle.selected.with_side(side, battle.selected[side] + types)
    if not types:
        battle.tell("selected_nothing", side=side)
    elif len(types) > len(set(types)):
        battle.tell("selected_twice", side=side, type=types[0])
    else:
        battle.tell("selected", side=side, types=list(types))


def _place_in_turn(battle: PbsSituation, slot: str, rule: str) -> Part:
    """Place alternately, the defender first; a side with nothing left is skipped."""
    side = battle.defender
    while any(battle.selected):
        if battle.selected[side]:
            battle.step = rule
            types = tuple(dict.fromkeys(battle.selected[side]))
            chosen = types[0]
            if len(types) > 1:
                answer = yield from ask(side, prompts.ChooseType(rule, types, "place_next"))
                chosen = answer["type"]
            left = list(battle.selected[side])
            left.remove(chosen)
            battle.selected = battle.selected.with_side(side, tuple(left))
            yield from place_piece(battle, side, chosen, slot)
        side = other(side)


def _take_off(battle: PbsSituation) -> None:
    """Remove open ground, which only kept other pieces away, from the table and the layout."""
    assert battle.territory is not None
    territory = battle.territory
    gone = [
        piece for piece in battle.pieces if section_9b.taken_off_at_end(territory, piece["type"])
    ]
    if gone:
        battle.pieces = tuple(piece for piece in battle.pieces if piece not in gone)
        battle.tell("taken_off", count=len(gone))


def settlements(battle: PbsSituation) -> Part:
    """Place a list's vital settlement or fort last, the defender's first."""
    for side in battle.from_defender():
        army = battle.armies[side]
        if army.settlement is None:
            continue
        battle.step = "settlement"
        placed = yield from place_piece(battle, side, army.settlement, "settlement")
        candidates = tuple(
            place
            for place, unit in enumerate(army.units)
            if unit.kind == "tug" and "garrison" in unit.flags
        )
        # The question is asked even for a list without a garrison, because skipping it would reveal
        # that.
        if placed:
            prompt = prompts.Garrison(
                "settlement",
                candidates,
                declared=battle.setup.until != "scouting",
                names=tuple(unit.name for unit in army.units),
            )
            answer = yield from ask(side, prompt)
            garrison = Secret(side, tuple(sorted(answer["units"])))
            battle.garrisons = battle.garrisons.with_side(side, garrison)
            battle.tell("garrison_noted", side=side)
