"""How does a test meet the same ground each time? With dice and cards that it enters itself."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from setup_app.battles.services.creating import NewBattle, setup_for
from setup_app.rulebooks import registry
from setup_app.script.autoplay import unanswered
from setup_app.script.battle import Battle, Move
from setup_app.script.run import Asking
from tests.battles.pages.fast import Fast, sample

ENTERED = {"dice": "entered", "cards": "entered"}
Wanted = Callable[[Battle, Asking], bool]


@dataclass(frozen=True)
class Ground:
    """A question of a battle that was played here by itself, and how it came to it."""

    battle: Battle
    asking: Asking
    moves: tuple[tuple[int, Move], ...]

    @property
    def side(self) -> int:
        return self.asking.side or 0

    def on(self, url: str) -> Fast:
        """The same battle on a server, at the same question."""
        fast = Fast.begin(url, **ENTERED)
        for side, move in self.moves:
            fast.send(side, move.prompt, move.expected_version, move.answer)
        return fast


def to_place(*types: str) -> Wanted:
    """Asked to place a piece; of these types, if any are named."""
    return lambda battle, asking: (
        asking.prompt.kind == "place_piece" and (not types or asking.prompt.type in types)
    )


def ground(wanted: Wanted, *, seed: int = 1) -> Ground:
    """The first question that is `wanted`, where both sides choose at random from this seed."""
    battle, moves, chooser = _begun(), [], random.Random(seed)
    while not battle.over:
        asking = unanswered(battle)[0]
        if wanted(battle, asking):
            return Ground(battle, asking, tuple(moves))
        side = asking.side or 0
        answer = battle.suggest(side, asking.id, chooser).answer
        moves.append((side, Move(asking.id, battle.version, answer)))
        battle.answer(*moves[-1])
    raise AssertionError(f"the battle of seed {seed} does not lead there")


def _begun() -> Battle:
    sides = sample("numidians", "Anna"), sample("marian_romans", "Ben")
    table = {"width": 45, "depth": 30}
    setup = setup_for(NewBattle("pbs-2023.1", sides=sides, table=table, **ENTERED))
    return Battle.begin(registry.rulebook(setup.rulebook), setup, bytes(32))
