"""The camps, and the right to a special place for one. Section 10.C."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from setup_app.engine.prompts import Request, ask, find
from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import SIDES, PerSide, Side, other
from setup_app.rulebooks.pbs_2023_1.deployment.camp_places import is_shared, special_pieces
from setup_app.rulebooks.pbs_2023_1.deployment.camp_prompts import CampRight, PlaceCamp
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField, as_down, field_of
from setup_app.rulebooks.pbs_2023_1.deployment.lone_places import camp_has_place
from setup_app.rulebooks.pbs_2023_1.deployment.standing import Camp
from setup_app.rulebooks.pbs_2023_1.deployment.things import MarkerThing, Occupied
from setup_app.rulebooks.pbs_2023_1.revisions import AMENDED
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation


@dataclass(frozen=True)
class Special:
    """The pieces in which a side's camp may stand, and whether it must.

    If a bound camp has no place there, the right `passes` to the other side, whose camp may stand
    in those pieces.
    """

    pieces: tuple[str, ...] = ()
    bound: bool = False
    passes: tuple[str, ...] = ()


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
        **_taken(battle),
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
        passes = rights[battle.invader].pieces if battle.revision >= AMENDED else ()
        bound = Special(rights[defender].pieces, bound=True, passes=passes)
        return rights.with_side(defender, bound).with_side(battle.invader, Special())
    battle.tell("camp_right_left", side=defender)
    return rights.with_side(defender, Special())


def _taken(battle: PbsSituation) -> dict[str, Any]:
    """Return what stands on the table before the first camp: places to search around.

    Before the amended reading the finder does not search.
    """
    if battle.revision < AMENDED:
        return {}
    markers = battle.markers.map(lambda all_: [list(marker["at"]) for marker in all_])
    return {"markers": list(markers)}


def put_camp(
    battle: PbsSituation, side: Side, special: Special
) -> Generator[Request, Any, Special | None]:
    """Place a side's camp; if a search finds no place, ask again with fewer conditions.

    Return the right to a special place if it passes to the other side, whose turn is still to come.
    """
    if not battle.armies[side].camp:
        return None
    assert battle.deploying is not None
    passed: Special | None = None
    battle.step = "10.C"
    on_terrain = battle.setup.settings["camp_on_terrain"]
    while True:
        prompt = PlaceCamp("10.C", special.pieces, special.bound, on_terrain)
        answer = yield from ask(side, prompt)
        if "impossible" not in answer:
            x, y = answer["at"]
            battle.camps = battle.camps.with_side(side, Camp((x, y), answer["facing"]))
            battle.tell("camp_placed", side=side)
            return passed
        if special.bound:
            if special.passes and battle.deploying.begins == side:
                passed = Special(special.passes)
                battle.tell("camp_right_passed", side=side, to_side=other(side))
            else:
                battle.tell("camp_right_spent", side=side)
            special = Special()
        elif not on_terrain:
            on_terrain = True
            battle.tell("camp_onto_terrain", side=side)
        else:
            battle.tell("no_camp", side=side)
            return passed


def camp_places(
    setup: BattleSetup,
    territory: str,
    invader: Side,
    secure_sector: str | None,
    pieces: list[Mapping[str, Any]],
    markers: list[list[list[float]]] | None = None,
) -> list[list[str]]:
    """Finder: return, by side, the pieces in which its camp could stand by the territory's rule.

    `markers` are the places of ambush markers by side. With them, a piece counts only if a search
    finds a legal place for the camp in it.
    """
    ground = field_of(
        SimpleNamespace(  # type: ignore[arg-type]  # no more of what is known is looked at
            revision=setup.revision,
            settings=setup.settings,
            table=setup.table,
            territory=territory,
            invader=invader,
            secure_sector=secure_sector,
            pieces=pieces,
        )
    )
    found = [list(special_pieces(ground, side)) for side in SIDES]
    if markers is None:
        return found
    down = Occupied()
    for side in SIDES:
        things = {str(at): MarkerThing((x, y)) for at, (x, y) in enumerate(markers[side])}
        down = as_down(ground, side, things, others=down)
    return [[piece for piece in found[side] if _fits(ground, side, piece, down)] for side in SIDES]


def _fits(ground: DeploymentField, side: Side, piece: str, down: Occupied) -> bool:
    about = {"special": [piece], "bound": True, "on_terrain": False}
    return camp_has_place(ground, side, about, others=down)


FINDERS: Mapping[str, Callable[..., Any]] = {"camp_places": camp_places}
"""The finders that the script of camps may ask for, by name."""
