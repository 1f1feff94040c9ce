"""How do the tests begin and play a battle? Short words for what every test has to do."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.errors import DomainError
from setup_app.engine.log import Entry, effective
from setup_app.engine.run import Asking
from setup_app.engine.situation import BattleSetup
from setup_app.engine.undo import propose_back, reply
from setup_app.engine.values import LogMessage, PerSide, Side
from tests.engine.toys.marches import MARCHES
from tests.engine.toys.skirmish import SKIRMISH

SEED = bytes(range(32))


def say(line: LogMessage) -> str:
    """A sentence that shows all there is of a line, so that a leak shows too."""
    return json.dumps([line.code, dict(line.params)], sort_keys=True)


def skirmish_setup(**changed: Any) -> BattleSetup:
    settings = changed.pop("settings", {})
    return BattleSetup(
        **{
            "rulebook": "toy-skirmish",
            "revision": 1,
            "table": {"width": 48.0, "depth": 36.0},
            "base_width_mm": 40,
            "settings": SKIRMISH.complete_settings(settings),
            "until": "hill",
            "dice": "server",
            "cards": "server",
            "sides": PerSide(
                {"general": "Piso", "spies": 2},
                {"general": "Iugurtha", "spies": 3},
            ),
            "maps": {},
        }
        | changed
    )


def marches_setup(**changed: Any) -> BattleSetup:
    settings = changed.pop("settings", {})
    return BattleSetup(
        **{
            "rulebook": "toy-marches",
            "revision": 1,
            "table": {"width": 1440.0, "depth": 960.0},
            "base_width_mm": 60,
            "settings": MARCHES.complete_settings(settings),
            "until": "orders",
            "dice": "entered",
            "cards": "server",
            "sides": PerSide({"name": "Medes"}, {"name": "Lydians"}),
            "maps": {},
        }
        | changed
    )


def skirmish(seed: bytes = SEED, **changed: Any) -> EngineBattle:
    return EngineBattle.begin(SKIRMISH, skirmish_setup(**changed), seed)


def marches(seed: bytes = SEED, **changed: Any) -> EngineBattle:
    return EngineBattle.begin(MARCHES, marches_setup(**changed), seed)


def asking(battle: EngineBattle, kind: str, side: Side | None = None) -> Asking:
    """The open asking of this kind: put to `side`, or to anybody where `side` is None."""
    for open_ in battle.askings():
        if open_.prompt.kind == kind and side in (None, open_.side):
            return open_
    raise AssertionError(f"{kind} is not asked, but {[a.id for a in battle.askings()]}")


def play(battle: EngineBattle, side: Side | None, kind: str, answer: Any) -> tuple[Entry, ...]:
    open_ = asking(battle, kind, side if kind not in ("enter_roll", "agree_hour") else None)
    return battle.answer(side, Move(open_.id, battle.version, answer))


def sit_down(battle: EngineBattle, entropies: tuple[str, str] = ("x", "y")) -> EngineBattle:
    for side, entropy in enumerate(entropies):
        play(battle, side, "sit_down", {"accept": True, "entropy": entropy})
    return battle


def play_until(
    battle: EngineBattle, kind: str | None, chooser: random.Random | None = None
) -> EngineBattle:
    """Play at random until a prompt of this kind is asked; to the end for None."""
    chooser = chooser or random.Random(7)
    while not battle.over:
        for open_ in battle.askings():
            if open_.prompt.kind == kind:
                return battle
            if open_.answered_by is None:
                side = open_.side if open_.side is not None else chooser.randrange(2)
                answer = battle.suggest(side, open_.id, chooser).answer
                battle.answer(side, Move(open_.id, battle.version, answer))
                break
    assert kind is None, f"{kind} was never asked"
    return battle


def refused(act: Callable[[], Any]) -> DomainError:
    """The refusal that `act` raises."""
    with pytest.raises(DomainError) as raised:
        act()
    return raised.value


def exported(battle: EngineBattle) -> str:
    """The whole battle as JSON, secrets included."""
    return json.dumps(
        {
            "setup": battle.setup.as_json(),
            "seed": battle.seed.hex(),
            "entries": [entry.as_json() for entry in battle.entries],
        }
    )


def imported(text: str, changes: Mapping[str, Any] | None = None) -> EngineBattle:
    stored = json.loads(text) | dict(changes or {})
    setup = BattleSetup.from_json(stored["setup"])
    rulebook = {"toy-skirmish": SKIRMISH, "toy-marches": MARCHES}[setup.rulebook]
    return EngineBattle(
        rulebook,
        setup,
        bytes.fromhex(stored["seed"]),
        [Entry.from_json(entry) for entry in stored["entries"]],
    )


def counted(battle: EngineBattle) -> list[int]:
    """The numbers of the entries that count."""
    return [entry.number for entry in effective(battle.entries)]


def go_back(battle: EngineBattle, side: Side | None, to: int) -> tuple[Entry, ...]:
    """Go back to version `to`, proposed by `side` and accepted by the other."""
    (proposed,) = propose_back(battle, side, to)
    return reply(battle, None if side is None else 1 - side, proposed.number, accept=True)
