"""Play a battle with random answers, for soak runs, samples and bots."""

from __future__ import annotations

import random

from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.run import Asking


def unanswered(battle: EngineBattle) -> tuple[Asking, ...]:
    return tuple(asking for asking in battle.askings() if asking.answered_by is None)


def play_one(battle: EngineBattle, asking: Asking, chooser: random.Random) -> None:
    """Answer one open asking with the choice of `chooser`; the answer is judged like any other."""
    side = asking.side
    suggestion = battle.suggest(side, asking.id, chooser)
    battle.answer(side, Move(asking.id, battle.version, suggestion.answer))


def play_out(battle: EngineBattle, chooser: random.Random) -> None:
    """Play until the battle is over. The same battle and chooser give the same log."""
    while not battle.over:
        for asking in unanswered(battle):
            play_one(battle, asking, chooser)
