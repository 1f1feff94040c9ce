"""The camps, and the right to a special place for one. Section 10.C."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from setup_app.engine.prompts import Request, ask, find
from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import SIDES, PerSide, Side
from setup_app.rulebooks.pbs_2023_1.deployment.camp_places import is_shared, special_pieces
from setup_app.rulebooks.pbs_2023_1.deployment.camp_prompts import CampRight, PlaceCamp
from setup_app.rulebooks.pbs_2023_1.deployment.field import field_of
from setup_app.rulebooks.pbs_2023_1.deployment.standing import Camp
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation

Part = Generator[Request, Any, None]


@dataclass(frozen=True)
class Special:
    """The pieces in which a side's camp may stand, and whether it must."""

    pieces: tuple[str, ...] = ()
    bound: bool = False


def camp_rights(battle: PbsSituation) -> Generator[Request, Any, PerSide[Special]]:
    """Determine who may put a camp into which pieces; ask the defender if either could."""
    assert battle.territory is not None
    assert battle.invader is not None
    battle.step = "10.C"
    found = yield from find(
        "camp_places",
        territory=battle.territory,
        invader=battle.invader,
        secure_sector=battle.secure_sector,
        pieces=battle.pieces,
    )
    rights = PerSide(*(Special(tuple(found[side])) for side in SIDES))
    defender = battle.defender
    if not is_shared(battle.territory):
        return rights
    if not rights[defender].pieces or not battle.armies[defender].camp:
        return rights
    answer = yield from ask(defender, CampRight("10.C"))
    if answer["use"]:
        battle.tell("camp_right_used", side=defender)
        bound = Special(rights[defender].pieces, bound=True)
        return rights.with_side(defender, bound).with_side(battle.invader, Special())
    battle.tell("camp_right_left", side=defender)
    return rights.with_side(defender, Special())


def put_camp(battle: PbsSituation, side: Side, special: Special) -> Part:
    """Place a side's camp; if a search finds no place, ask again with fewer conditions."""
    if not battle.armies[side].camp:
        return
    battle.step = "10.C"
    on_terrain = battle.setup.settings["camp_on_terrain"]
    while True:
        prompt = PlaceCamp("10.C", special.pieces, special.bound, on_terrain)
        answer = yield from ask(side, prompt)
        if "impossible" not in answer:
            x, y = answer["at"]
            battle.camps = battle.camps.with_side(side, Camp((x, y), answer["facing"]))
            battle.tell("camp_placed", side=side)
            return
        if special.bound:
            special = Special()
            battle.tell("camp_right_spent", side=side)
        elif not on_terrain:
            on_terrain = True
            battle.tell("camp_onto_terrain", side=side)
        else:
            battle.tell("no_camp", side=side)
            return


def camp_places(
    setup: BattleSetup,
    territory: str,
    invader: Side,
    secure_sector: str | None,
    pieces: list[Mapping[str, Any]],
) -> list[list[str]]:
    """Finder: return, by side, the pieces in which its camp could stand by the territory's rule."""
    ground = field_of(
        SimpleNamespace(  # type: ignore[arg-type]  # no more of what is known is looked at
            settings=setup.settings,
            table=setup.table,
            territory=territory,
            invader=invader,
            secure_sector=secure_sector,
            pieces=pieces,
        )
    )
    return [list(special_pieces(ground, side)) for side in SIDES]


FINDERS: Mapping[str, Callable[..., Any]] = {"camp_places": camp_places}
"""The finders that the script of camps may ask for, by name."""
