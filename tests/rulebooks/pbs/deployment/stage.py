"""How does a test come to the deployment? By a short battle on bare ground, its chance scripted."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from setup_app.engine.autoplay import play_one, unanswered
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.hidden import seat
from setup_app.engine.situation import BattleSetup
from setup_app.engine.values import Side, Violation
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.deployment.units import rectangle
from tests.rulebooks.pbs.director import Director, setup

CARDS = {10: ["green"], 20: ["yellow"], 40: ["red"], 70: ["red", "yellow", "green"]}
CARDS |= {0: [], 30: ["green", "yellow"], 50: ["red", "green"], 100: ["red", "red", "yellow"]}
"""Cards of 10.A that come to so many percent more than black ones."""

FOOT, HORSE = {"arm": "foot", "order": "close"}, {"arm": "mounted", "order": "open"}


def unit(name: str, *flags: str, **stated: Any) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "tug",
        "bases": 6,
        "points": 0,
        "flags": list(flags),
        **FOOT,
        **stated,
    }


def sug(name: str, *flags: str, **stated: Any) -> dict[str, Any]:
    return unit(name, *flags, **{"kind": "sug", "order": "loose", "bases": 4, **stated})


def tugs(number: int, *flags: str, **stated: Any) -> list[dict[str, Any]]:
    return [unit(f"TUG {place}", *flags, **stated) for place in range(number)]


def army(units: Sequence[dict[str, Any]], **stated: Any) -> dict[str, Any]:
    """Two generals beside the commander, and a camp."""
    return {
        "name": "Army",
        "rulebook": "pbs-2023.1",
        "home": ["plains"],
        "commander": {"name": "Scipio", "level": "competent"},
        "generals": [
            {"name": "Laelius", "level": "talented", "type": "professional"},
            {"name": "Masinissa", "level": "mediocre", "type": "tribal"},
        ],
        "pbs_cards": 5,
        "scouting": 5,
        "units": list(units),
        "camp": True,
        **stated,
    }


def bare(territory: str, flank: Sequence[str] = ()) -> Any:
    return {territory: [[{"flank": list(flank), "density": "featureless"}] * 5] * 5}


def agreed(first: Any, second: Any, **stated: Any) -> BattleSetup:
    """What is agreed to a battle that goes to the last move before the game.

    Its `revision` may be 3, whose battles do not state `hold_back`.
    """
    territory = first["home"][0]
    revision = stated.pop("revision", RULEBOOK.revision)
    given = setup(first, second, **stated)
    settings = dict(given.settings)
    if revision < 4:
        del settings["hold_back"]
    return replace(
        given,
        until="deployment",
        maps=bare(territory),
        revision=revision,
        settings=settings,
    )


class Stage(Director):
    """Side 0 defends; `outscouted` is a side and by how much, None for nobody."""

    def to_deployment(
        self,
        outscouted: tuple[Side, int] | None = None,
        pieces: Sequence[dict[str, Any]] = (),
        secure: str | None = None,
        flank: Sequence[str] = (),
    ) -> Stage:
        """To the first question after 10.A, on bare ground but for `pieces`."""
        self.to_flank([2, 2])
        for side in (0, 1):
            self.answer(side, {"types": []})
        while "garrison" in self.asked().values() or "place_piece" in self.asked().values():
            ((side, kind),) = self.asked().items()
            self.answer(side, self.settled[side] if kind == "place_piece" else self.holds[side])
        self.situation.pieces = (*self.situation.pieces, *pieces)
        self.situation.secure_sector, self.situation.flank = secure, tuple(flank)
        for side in (0, 1):
            better = outscouted is not None and outscouted[0] != side
            cards = CARDS[outscouted[1]] if better and outscouted else []
            self.draw(*cards, *["black"] * (5 - len(cards)))
            self._find()
        return self

    settled: tuple[Any, Any] = (None, None)
    holds: tuple[Any, Any] = ({"units": []}, {"units": []})

    def prompt(self, side: Side) -> Any:
        return self.askings()[side].prompt

    def refusals(self, side: Side, answer: Any) -> tuple[Violation, ...]:
        """All that is wrong with an answer, as its side would be told."""
        prompt = self.prompt(side)
        assert prompt.misshapen(answer) is None, prompt.misshapen(answer)
        found: tuple[Violation, ...] = prompt.judge(side, answer, self.known(seat(side)))
        return found

    def codes(self, side: Side, answer: Any) -> list[str]:
        return [found.code for found in self.refusals(side, answer)]

    def do(self, side: Side, answer: Any) -> None:
        """Answer legally."""
        assert self.codes(side, answer) == []
        self.answer(side, answer)

    def suggested(self, side: Side, number: int = 0) -> Any:
        chooser = random.Random(number)
        return self.prompt(side).suggest(side, self.known(seat(side)), chooser).answer

    def do_suggested(self, side: Side) -> Any:
        answer = self.suggested(side)
        self.do(side, answer)
        return answer

    def play_to(self, kind: str | None, side: Side | None = None) -> None:
        """By suggestions to the next question of a kind, to the end for None."""
        while self.run.pending is not None:
            ((asked, now),) = self.asked().items()
            if now == kind and side in (None, asked):
                return
            self.do_suggested(asked)
        assert kind is None, f"{kind} was never asked"

    def steps(self) -> list[tuple[Side, int]]:
        """Who was asked for how many in each turn so far."""
        return [(turn.side, turn.asked) for turn in self.situation.deploying.turns]


def stage(first: Any, second: Any = None, **stated: Any) -> Stage:
    return Stage(agreed(first, second or first, **stated))


def at(unit_: int, x: float, y: float, *, facing: float = 90, ranks: int = 2) -> dict[str, Any]:
    return {"unit": unit_, "at": [x, y], "facing": facing, "formation": {"ranks": ranks}}


def in_line(units: Sequence[int], *, y: float = 5, left: float = 12) -> list[dict[str, Any]]:
    """Units of six bases in two ranks, side by side from the left."""
    return [at(unit_, left + 3 * place + 1.5, y) for place, unit_ in enumerate(units)]


def deployed(*units: int, y: float = 5, **stated: Any) -> dict[str, Any]:
    return {"units": in_line(units, y=y), **stated}


def box(x: float, y: float, width: float, depth: float) -> dict[str, Any]:
    ring = [list(corner) for corner in rectangle((x, y), 90, width, depth)]
    return {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}


def piece(id_: str, type_: str, x: float, y: float, width: float, depth: float) -> dict[str, Any]:
    """A piece by its middle and its sides."""
    return {
        "id": id_,
        "type": type_,
        "slot": "optional",
        "placed_by": "defender",
        "die": None,
        "moved": False,
        "declared": None,
        "outline": box(x, y, width, depth),
    }


SEED = bytes(range(32))


def battle_at_deployment(
    first: Any,
    second: Any,
    *,
    outscouted: tuple[Side, int] | None = None,
    holding: Sequence[Sequence[int]] = ((4, 5), (4, 5)),
    **stated: Any,
) -> EngineBattle:
    """A real battle, its dice and cards entered, at the first question after 10.A.

    Side 0 defends on bare ground; a list with a settlement has it well to the left of its half,
    and these of its units hold it.
    """
    lists = (army_ | {"pbs_cards": 0} for army_ in (first, second))
    battle = EngineBattle.begin(
        RULEBOOK, agreed(*lists, dice="entered", cards="entered", **stated), SEED
    )
    faces = iter(("wound", "blank"))
    answers: dict[str, Any] = {
        "sit_down": lambda asking: {"accept": True, "entropy": ""},
        "enter_roll": lambda asking: {"face": next(faces)},
        "invade_or_defend": lambda asking: {"role": "defender"},
        "turned_up": lambda asking: {"cards": [None, None]},
        "choose_territory": lambda asking: {"territory": first["home"][0]},
        "place_marker": lambda asking: {"box": [2, 2]},
        "select_optional": lambda asking: {"types": []},
        "place_piece": lambda asking: {"outline": box(8, 25 if asking.side else 5, 5, 5)},
        "turned_up_scouting": lambda asking: {
            "cards": CARDS[outscouted[1]]
            if outscouted and asking.prompt.of != outscouted[0]
            else []
        },
    }
    while battle.run.situation.deploying is None and battle.run.situation.step != "10.C":
        asking = unanswered(battle)[0]
        if asking.prompt.kind == "garrison":
            answer: Any = {"units": list(holding[asking.side])}
        else:
            answer = answers[asking.prompt.kind](asking)
        battle.answer(asking.side, Move(asking.id, battle.version, answer))
    return battle


def asked_of(battle: EngineBattle) -> Any:
    """The one question that is asked."""
    (asking,) = unanswered(battle)
    return asking


def play(battle: EngineBattle, answer: Any) -> Any:
    """Answer the one question that is asked."""
    asking = asked_of(battle)
    return battle.answer(asking.side, Move(asking.id, battle.version, answer))


def play_to(battle: EngineBattle, kind: str | None, side: Side | None = None) -> EngineBattle:
    """By suggestions to the next question of a kind; to the end for None."""
    while not battle.over:
        asking = asked_of(battle)
        if asking.prompt.kind == kind and side in (None, asking.side):
            return battle
        play_one(battle, asking, random.Random(battle.version))
    assert kind is None, f"{kind} was never asked"
    return battle
