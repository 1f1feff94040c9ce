"""Write log entries: openings, answers, chances, findings.

This module decides which part of an entry is public at once and which is only committed to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from setup_app.engine import chance
from setup_app.engine.hidden import refuse_secrets
from setup_app.engine.log import ACT, ANSWER, CHANCE, FINDING, Entry
from setup_app.engine.prompts import Answer, Find
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.run import Asking, EnterRoll, ScriptRun
from setup_app.engine.situation import BattleSetup, dumped
from setup_app.engine.values import PerSide, Side, canonical, sha256


def agreed(rulebook: Rulebook, setup: BattleSetup) -> dict[str, Any]:
    """Return what both sides agree to: the setup, with the public part of each list."""
    whole = setup.as_json()
    armies = whole.pop("sides")
    return whole | {"lists": [dict(rulebook.public_list(army, setup.settings)) for army in armies]}


def opening(rulebook: Rulebook, setup: BattleSetup, seed: bytes) -> Entry:
    """Return the first entry: the commitment to seed, setup and both lists. It has no head yet."""
    opened = {
        "rulebook": setup.rulebook,
        "revision": setup.revision,
        "seed_hash": sha256(seed),
        "setup_hash": sha256(canonical(agreed(rulebook, setup))),
    }
    return Entry(
        1, ACT, None, "opened", 0, opened, opened, commitments=committed(seed, 1, setup.sides)
    )


def committed(seed: bytes, entry: int, parts: Any) -> tuple[str, ...]:
    """Return one salted commitment for each secret part of entry `entry`."""
    return tuple(
        chance.commitment(chance.salt(seed, entry, place), part) for place, part in enumerate(parts)
    )


def secret_parts(entry: Entry) -> tuple[Any, ...]:
    """Return the parts an entry commits to: each card of a draw, or an answer as one part."""
    if not entry.secret:
        return ()
    return tuple(entry.value) if entry.type == CHANCE else (entry.value,)


def revealed(seed: bytes, entry: Entry) -> dict[str, Any]:
    """Return the reveal of an earlier sealed answer, with the salt that proves it."""
    return {
        "entry": entry.number,
        "value": entry.value,
        "salt": chance.salt(seed, entry.number, 0),
    }


@dataclass(frozen=True)
class Writer:
    """A writer of entry `number`, which fulfils what `run` waits for. `fresh` counts the times that
    the battle went back with fresh results.
    """

    run: ScriptRun
    seed: bytes
    number: int
    fresh: int

    def answer(
        self, asking: Asking, who: Side | None, answer: Answer, earlier: Iterable[Entry] = ()
    ) -> Entry:
        """Return an answer's entry; `earlier` are the previous answers that it reveals."""
        prompt = asking.prompt
        if isinstance(prompt, EnterRoll):
            label, face = prompt.request.label, answer["face"]
            return Entry(self.number, CHANCE, who, label, asking.ordinal, face, face)
        waiting = self.run.sealed_answers()
        completes = len(waiting) + 1 == len(self.run.asked())
        opened_at_once = prompt.sealed and completes and not prompt.kept
        secret = prompt.hides() and not opened_at_once and prompt.kind not in prompt.lays_open()
        entry = Entry(
            self.number,
            ANSWER,
            who,
            prompt.kind,
            asking.ordinal,
            answer,
            prompt.public(answer) if secret else answer,
            secret=secret,
            owner=who if secret else None,
            reveals=(
                *(revealed(self.seed, entry) for entry in earlier),
                *(self._revealed(waiting) if completes else ()),
            ),
        )
        return self._with_commitments(entry)

    def _revealed(self, waiting: tuple[Entry, ...]) -> tuple[Mapping[str, Any], ...]:
        asked = {prompt.kind: prompt for _, prompt in self.run.asked()}
        return tuple(
            revealed(self.seed, entry)
            for entry in waiting
            if entry.secret and asked[entry.kind].sealed and not asked[entry.kind].kept
        )

    def finding(self, request: Find, found: Any) -> Entry:
        refuse_secrets(found)
        value = dumped(found)
        return Entry(self.number, FINDING, None, request.name, self.run.ordinal, value, value)

    def chance(self, request: chance.Roll | chance.Draw, entropies: PerSide[str]) -> Entry:
        """Return the entry of a result from the seed; of a draw, only the number of cards is
        public.
        """
        counter = (self.run.counter(request), self.fresh)
        fell = chance.result(request, self.seed, entropies, list(counter))
        secret = isinstance(request, chance.Draw)
        entry = Entry(
            self.number,
            CHANCE,
            request.side,
            request.label,
            self.run.ordinal,
            fell,
            {"count": len(fell)} if secret else fell,
            secret=secret,
            owner=request.side if secret else None,
            counter=counter,
        )
        return self._with_commitments(entry)

    def _with_commitments(self, entry: Entry) -> Entry:
        parts = secret_parts(entry)
        return replace(entry, commitments=committed(self.seed, self.number, parts))
