"""Play the stored battles from which tests begin, at random from chosen seeds.

    python -m tools.stock [NAME...]

plays all of them, or the named ones, and writes them to `tests/stock/`. A test that begins from one
relies on the question asked there, not on earlier rolls.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from setup_app.engine.autoplay import unanswered
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.run import Asking
from setup_app.rulebooks.pbs_2023_1.deployment.camp_prompts import CampRight
from setup_app.rulebooks.pbs_2023_1.deployment.hide_prompts import Hide
from setup_app.rulebooks.pbs_2023_1.deployment.own import own_of
from setup_app.rulebooks.pbs_2023_1.section_9_prompts import ChooseSector, Oppose, PlacePiece
from tools.golden_plays import lies_half_and_half

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "stock"
BY_HAND = {"dice": "entered", "cards": "entered"}
BANDS = ("rivers_and_streams", "dry_wadi", "deep_water")

Wanted = Callable[[EngineBattle, Asking], bool]


def never(battle: EngineBattle, asking: Asking) -> bool:
    return False


def to_place(*types: str) -> Wanted:
    """Return a condition: the prompt is to place a piece, of one of these types if any are
    named.
    """
    return lambda battle, asking: (
        isinstance(asking.prompt, PlacePiece) and (not types or asking.prompt.type in types)
    )


def beside_another(battle: EngineBattle, asking: Asking) -> bool:
    """Return whether the prompt is to place a piece with two sides near another of that kind."""
    lying = battle.run.situation.shown_values()["pieces"]
    broad = any(piece["type"] not in BANDS for piece in lying)
    asked = asking.prompt
    return broad and isinstance(asked, PlacePiece) and asked.type not in BANDS


def turns(battle: EngineBattle, asking: Asking) -> bool:
    """Return whether the opponent may turn a piece."""
    return isinstance(asking.prompt, Oppose) and "turn" in asking.prompt.actions


def opposing(battle: EngineBattle, asking: Asking) -> bool:
    return isinstance(asking.prompt, Oppose)


def of_a_right(battle: EngineBattle, asking: Asking) -> bool:
    """Return whether the prompt is about the camp's special place."""
    return isinstance(asking.prompt, CampRight)


def of_a_sector(battle: EngineBattle, asking: Asking) -> bool:
    """Return whether the prompt is about the sector of a flank piece."""
    return isinstance(asking.prompt, ChooseSector)


@dataclass(frozen=True)
class Play:
    """The seed and the agreement of a play, and the question at which it ends."""

    seed: int
    agreed: Mapping[str, Any] = field(default_factory=dict)
    ends: Wanted = never
    hides: bool = False
    """Whether the hiding side puts a unit into ambush and sends one on a march."""
    halves: bool = False
    """Whether flank pieces are placed half in the flank sector, by agreement."""


PLAYS: Mapping[str, Play] = {
    "served": Play(57, {"settings": {"gap": 3}}),
    "entered": Play(36, BY_HAND),
    "first_piece": Play(1, BY_HAND, to_place()),
    "hills": Play(1, BY_HAND, to_place("hills")),
    "sandy_ground": Play(2, BY_HAND, to_place("sandy_ground")),
    "another_first_piece": Play(3, BY_HAND, to_place()),
    "rocky_ground": Play(3, BY_HAND, to_place("rocky_ground")),
    "beside_another": Play(3, BY_HAND, beside_another),
    "opposed": Play(3, BY_HAND, opposing),
    "river": Play(6, BY_HAND, to_place("rivers_and_streams")),
    "deep_water": Play(9, BY_HAND, to_place("deep_water")),
    "turned_town": Play(15, BY_HAND, turns),
    "camp_right": Play(110, {"until": "deployment"}, of_a_right),
    "choose_sector": Play(1, ends=of_a_sector, halves=True),
    "deployed": Play(4, {"until": "deployment"}, hides=True),
}


def played(play: Play) -> tuple[EngineBattle, dict[str, list[int]]]:
    """Return the battle as far as requested, and the versions at which each kind was asked."""
    battle, chooser = _begun(play), random.Random(play.seed)
    asked: dict[str, list[int]] = {}
    known: set[str] = set()
    while not battle.over:
        for asking in battle.askings():
            if asking.id not in known:
                known.add(asking.id)
                versions = asked.setdefault(asking.prompt.kind, [])
                if battle.version not in versions:
                    versions.append(battle.version)
        asking = unanswered(battle)[0]
        if play.ends(battle, asking):
            break
        if play.halves and lies_half_and_half(battle, chooser):
            continue
        side = asking.side or 0
        answer = (play.hides and _hidden(battle, asking)) or battle.suggest(
            side, asking.id, chooser
        ).answer
        battle.answer(side, Move(asking.id, battle.version, answer))
    return battle, asked


def _hidden(battle: EngineBattle, asking: Asking) -> Any:
    """Return the first unit in hand that may lie in ambush, the first that may march; then
    nothing.
    """
    if not isinstance(asking.prompt, Hide) or asking.side is None:
        return None
    side = asking.side
    own = own_of(battle.known_to(asking, side), side, settings=battle.setup.settings)
    about = asking.prompt
    for flag in ("may_ambush", "may_flank_march"):
        units = [unit for unit in own.tugs if flag in own.flags(unit)][:1]
        if flag == "may_ambush" and about.letter == "A" and units:
            return {"ambush": {"at": [22.0, 4.0 if side == 1 else 26.0], "units": units}}
        if flag == "may_flank_march" and about.number == 1 and units:
            return {"march": {"leader": 1, "flank": "left", "units": units}}
    return None


def _begun(play: Play) -> EngineBattle:
    from setup_app.battles.services.creation import NewBattle, setup_for
    from setup_app.rulebooks import registry
    from tests.battles.pages.fast import sample

    sides = sample("numidians", "Anna"), sample("marian_romans", "Ben")
    table = {"width": 45, "depth": 30}
    setup = setup_for(NewBattle("pbs-2023.1", sides=sides, table=table, **play.agreed))
    return EngineBattle.begin(registry.rulebook(setup.rulebook), setup, bytes([play.seed] * 32))


def main(names: list[str]) -> None:
    from setup_app.battles.management.commands.autoplay import log_of
    from tools.golden_plays import format_golden

    for name in names or PLAYS:
        battle, asked = played(PLAYS[name])
        (FOLDER / f"{name}.json").write_text(format_golden({**log_of(battle), "asked": asked}))
        print(f"{name}: {battle.version} entries, asked: {', '.join(asked)}")


if __name__ == "__main__":
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    main(sys.argv[1:])
