"""How are two stored battles made that differ in one side's secret and in nothing else?

Both are played by the engine from the same seed and stored one after the other under the same id,
so that tokens, links and salts are equal too. Times are set to one moment.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from setup_app.battles.management.commands.autoplay import log_of
from setup_app.battles.models import Battle as Row
from setup_app.battles.models import LogEntry
from setup_app.battles.services import store_log
from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.log import CHANCE
from setup_app.engine.run import Asking
from setup_app.idempotency.models import KeyedRequest
from tests.non_interference import two_entropies
from tests.rulebooks.pbs.deployment.stage import army as deployable
from tests.rulebooks.pbs.deployment.stage import (
    asked_of,
    battle_at_deployment,
    play,
    play_to,
    tugs,
)
from tests.rulebooks.pbs.test_non_interference import (
    OTHERWISE,
    army,
    as_many_cards,
    begin,
    game,
)
from tests.twins import Twins, by_answer, by_draw

ID = "23456789abcdef"
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ENTROPY = "SealedWords"


@contextmanager
def stored(battle: EngineBattle, *, visibility: str = "link") -> Iterator[Row]:
    """The battle as a row, for the length of the block."""
    row = store_log(exported=log_of(battle), visibility=visibility)
    Row.objects.filter(pk=row.pk).update(public_id=ID)
    stop_the_clock(row)
    row.refresh_from_db()
    try:
        yield row
    finally:
        KeyedRequest.objects.all().delete()
        row.delete()


def stop_the_clock(row: Row) -> None:
    """Let everything so far have happened at noon."""
    Row.objects.filter(pk=row.pk).update(created=NOON, changed=NOON)
    Row.objects.filter(pk=row.pk, finished__isnull=False).update(finished=NOON)
    LogEntry.objects.filter(battle=row).update(created=NOON)


def hash_names(row: Row) -> dict[bytes, bytes]:
    """What stands in place of a head or a commitment: which one it is."""
    names = {}
    for entry in LogEntry.objects.filter(battle=row):
        names[entry.head.encode()] = f"head {entry.number}".encode()
        for place, commitment in enumerate(entry.commitments):
            names[commitment.encode()] = f"commitment {entry.number}.{place}".encode()
    return names


Reached = Callable[[EngineBattle], bool]


def play_until(battle: EngineBattle, reached: Reached, chooser: random.Random) -> EngineBattle:
    while not battle.over and not reached(battle):
        asking = next(each for each in battle.askings() if each.answered_by is None)
        side = asking.side or 0
        answer = battle.suggest(side, asking.id, chooser).answer
        if asking.prompt.kind == "select_optional":
            answer = {"types": []}
        battle.answer(side, Move(asking.id, battle.version, answer))
    return battle


def asked(kind: str, side: int) -> Reached:
    """Whether this side is asked this, and has not answered."""
    return lambda battle: open_asking(battle, kind, side) is not None


def open_asking(battle: EngineBattle, kind: str, side: int) -> Asking | None:
    for each in battle.askings():
        if (each.prompt.kind, each.side, each.answered_by) == (kind, side, None):
            return each
    return None


def answered_otherwise(kind: str, pairs: Any = None) -> Twins:
    """Side 0 has given another sealed answer to its first prompt of this kind; side 1 none yet."""
    battle = play_until(begin(game()), asked(kind, 0), random.Random(kind))
    asking = open_asking(battle, kind, 0)
    assert asking is not None, f"side 0 was never asked {kind}"
    if pairs is None:
        options = asking.prompt.options(0, battle.known_to(asking, 0)) or ()
        pair = (options[0], options[-1])
    else:
        pair = next(iter(pairs(battle, asking)))
    return by_answer(battle, asking, pair)


def other_entropy() -> Twins:
    battle = begin(game())
    asking = open_asking(battle, "sit_down", 0)
    assert asking is not None
    one, two = two_entropies(battle, asking)[0]
    return by_answer(battle, asking, ({**one, "entropy": ENTROPY}, two))


def other_hand() -> Twins:
    battle = play_until(begin(game()), asked("play_territory_card", 0), random.Random(2))
    drawn = next(e for e in battle.entries if e.type == CHANCE and e.secret and e.side == 0)
    twins = by_draw(battle, drawn, random.Random(3))
    assert twins is not None
    return twins


def other_list() -> Twins:
    """Sat down with a list that says otherwise all that it keeps closed; the draws are equal."""
    one = begin(game())
    two = begin(game(first=army("Rome", **OTHERWISE)))
    for each in (one, two):
        play_until(each, asked("play_territory_card", 0), random.Random(4))
    return Twins(one, two, 0, 1)


def ended_with_other_garrison() -> Twins:
    twins = answered_otherwise("garrison")
    for each in twins:
        play_until(each, lambda battle: False, random.Random(5))
    return twins


def deployed_with_another_card() -> Twins:
    """Side 0 has given the card of its ambush marker to another leader, and all is deployed."""
    both = deployable(tugs(6, "may_ambush"))
    battle = play_to(battle_at_deployment(both, both, holding=((), ())), "hide", 0)
    place = [30, 25 if battle.run.situation.invader == 0 else 5]
    play(battle, {"ambush": {"at": place, "units": [5]}})
    play_to(battle, "give_ambush", 0)
    return by_answer(battle, asked_of(battle), ({"leader": 0}, {"leader": 1}))


@dataclass(frozen=True)
class Secret:
    name: str
    twins: Callable[[], Twins]


SECRETS = (
    Secret("entropy", other_entropy),
    Secret("hand", other_hand),
    Secret("territory card", lambda: answered_otherwise("play_territory_card")),
    Secret("day card", lambda: answered_otherwise("play_day_card")),
    Secret("kept cards", lambda: answered_otherwise("keep_cards", as_many_cards)),
    Secret("closed list", other_list),
    Secret("garrison", lambda: answered_otherwise("garrison")),
    Secret("garrison at the end", ended_with_other_garrison),
    Secret("card of an ambush", deployed_with_another_card),
)
