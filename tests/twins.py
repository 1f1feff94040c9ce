"""How do two battles come about that differ in nothing but one side's secret?"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.log import ACT, FIRST_HEAD, Entry, fresh_starts, next_head
from setup_app.engine.prompts import Answer
from setup_app.engine.run import Asking, ScriptRun
from setup_app.engine.values import Side
from setup_app.engine.writer import committed, secret_parts


@dataclass
class Twins:
    """Two battles alike but for what `side` keeps secret. `since` is the entry that differs."""

    one: EngineBattle
    two: EngineBattle
    side: Side
    since: int

    def __iter__(self):
        return iter((self.one, self.two))


def again(battle: EngineBattle) -> EngineBattle:
    """The same battle once more, to be played on by itself."""
    return EngineBattle(battle.rulebook, battle.setup, battle.seed, battle.entries)


def by_answer(battle: EngineBattle, asking: Asking, answers: tuple[Answer, Answer]) -> Twins:
    """Twins whose `asking.side` answers differently."""
    assert asking.side is not None, "what either may answer is nobody's secret"
    one, two = again(battle), again(battle)
    for twin, answer in zip((one, two), answers, strict=True):
        twin.answer(asking.side, Move(asking.id, twin.version, answer))
    return Twins(one, two, asking.side, battle.version + 1)


def by_draw(battle: EngineBattle, drawn: Entry, chooser: random.Random) -> Twins | None:
    """Twins of whom one drew other cards; None where there are no others.

    Cards that fell to anybody else later stay where they fell, so that nobody's else hand differs.
    """
    request = battle.run.fell_for[drawn.number]
    free = Counter(request["pool"])
    for entry in battle.entries[drawn.number :]:
        if entry.number in battle.run.fell_for and isinstance(entry.value, list):
            free -= Counter(entry.value)
    cards = sorted(free.elements())
    for _ in range(50):
        others = chooser.sample(cards, len(drawn.value)) if len(cards) >= len(drawn.value) else []
        if others and Counter(others) != Counter(drawn.value):
            assert drawn.side is not None
            changed = forged(battle, {drawn.number: others})
            return Twins(again(battle), changed, drawn.side, drawn.number)
    return None


def forged(battle: EngineBattle, values: Mapping[int, Any]) -> EngineBattle:
    """The battle with other secret values in these entries, and everything else made to follow.

    Only for a battle that was never taken back.
    """
    run = ScriptRun(battle.rulebook, battle.setup, {})
    head, entries = FIRST_HEAD, []
    for entry in battle.entries:
        value = values.get(entry.number, entry.value)
        counter = entry.counter
        if counter is not None:
            counter = (run.counter(run.pending), fresh_starts(entries))
        changed = replace(entry, value=value, counter=counter)
        if entry.secret:
            parts = secret_parts(changed)
            changed = replace(changed, commitments=committed(battle.seed, entry.number, parts))
        if entry.type != ACT:
            run.feed(changed)
        head = next_head(head, changed)
        digest = run.digest() if entry.digest is not None else None
        entries.append(replace(changed, head=head, digest=digest))
    return EngineBattle(battle.rulebook, battle.setup, battle.seed, entries)
