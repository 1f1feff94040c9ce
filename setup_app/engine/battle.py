"""A battle in memory: its log, the script run to the last entry, and everything that may happen."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from setup_app.engine import chance, writer
from setup_app.engine.audit import untrue_entry
from setup_app.engine.errors import DomainError, ReplayMismatch, ScriptFault
from setup_app.engine.hidden import BOTH, Sight, Viewer, seat
from setup_app.engine.log import (
    ACT,
    ANSWER,
    FIRST_HEAD,
    Entry,
    as_read_back,
    broken_head,
    effective,
    fresh_starts,
    last_reopening,
    next_head,
    standing_acts,
)
from setup_app.engine.prompts import Answer, Find, Hint, Laid, Laying, Prompt, Suggestion
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.run import Asking, ScriptRun, feed_stored, replay
from setup_app.engine.situation import BattleSetup, Known, dumped, unchanged
from setup_app.engine.values import PerSide, Side, Violation, other


@dataclass(frozen=True)
class Move:
    """A client's answer to one asking, with the version that the client had seen."""

    prompt: str
    expected_version: int
    answer: Answer = field(repr=False)


@dataclass(frozen=True)
class Proposal:
    """A proposal of one side that the other has not answered; the number of its act is its id.

    `public` is the part that others than its maker may know.
    """

    id: int
    side: Side | None
    kind: str
    value: Mapping[str, Any] = field(repr=False)
    public: Mapping[str, Any]


@dataclass(frozen=True)
class _Looked:
    """A viewer's cached knowledge at a version; `whole` still contains every secret."""

    version: int
    known: Known
    whole: Mapping[str, Any] = field(repr=False)


def public_lists(rulebook: Rulebook, setup: BattleSetup) -> PerSide[Mapping[str, Any]]:
    """Return the parts of both lists that either side may know."""
    return setup.sides.map(lambda army: rulebook.public_list(army, setup.settings))


class EngineBattle:
    """One battle in memory. Its caller must hold the battle's lock while changing it.

    Every method that changes the battle returns the entries it added. A `DomainError` leaves the
    log unchanged; discard the object after any other exception.
    """

    def __init__(
        self, rulebook: Rulebook, setup: BattleSetup, seed: bytes, entries: Iterable[Entry]
    ) -> None:
        self.rulebook = rulebook
        self.setup = setup
        self.seed = seed
        self.entries = list(entries)
        self._known: dict[Viewer, _Looked] = {}
        self._rerun()

    @classmethod
    def begin(cls, rulebook: Rulebook, setup: BattleSetup, seed: bytes) -> EngineBattle:
        """Return a new battle whose first entry commits the server to the seed, setup and lists.

        Raises `DomainError` with every violation that `check_setup` finds.
        """
        wrong = rulebook.check_setup(setup)
        if wrong:
            raise DomainError(wrong[0].code, wrong[0].params, violations=wrong)
        first = writer.opening(rulebook, setup, seed)
        placed = replace(first, head=next_head(FIRST_HEAD, first))
        battle = cls(rulebook, setup, seed, [as_read_back(placed)])
        battle._advance()
        return battle

    def at(self, version: int) -> EngineBattle:
        """Return the battle as it was at `version`."""
        if not 1 <= version <= self.version:
            raise DomainError("no_such_version", {"version": version, "latest": self.version})
        return EngineBattle(self.rulebook, self.setup, self.seed, self.entries[:version])

    def follow(self, entries: Iterable[Entry]) -> None:
        """Append the entries stored after the current version, checking them as `check` does.

        Raises `ReplayMismatch` if they do not follow; discard the object in that case.
        """
        new = list(entries)
        if not new:
            return
        wrong = broken_head(new, after=self.entries[-1])
        if wrong is None:
            wrong = untrue_entry(new, self.setup, self.seed)
        if wrong is not None:
            raise ReplayMismatch(wrong, "what follows", "something else")
        if any(entry.type == ACT and entry.kind == "back" for entry in new):
            self.entries += new
            self._rerun()
        else:
            for entry in new:
                self.entries.append(entry)
                self._feed(entry)
        stored = next((entry.digest for entry in reversed(new) if entry.digest), None)
        if stored is not None and stored != self.digest():
            raise ReplayMismatch(self.version, "digest", "another situation")

    def _rerun(self) -> None:
        self._known.clear()
        self.run: ScriptRun = replay(
            self.rulebook, self.setup, effective(self.entries), last_reopening(self.entries)
        )

    def check(self) -> None:
        """Raise `ReplayMismatch` unless heads, secrets and the last stored digest match the replay.
        `audit.check_every_move` compares every digest.
        """
        wrong = broken_head(self.entries)
        if wrong is not None:
            raise ReplayMismatch(wrong, "head", "another head")
        wrong = untrue_entry(self.entries, self.setup, self.seed)
        if wrong is not None:
            raise ReplayMismatch(wrong, "what was committed to", "something else")
        stored = next((e.digest for e in reversed(self.entries) if e.digest), None)
        if stored is not None and stored != self.digest():
            raise ReplayMismatch(self.version, "digest", "another situation")

    @cached_property
    def public_lists(self) -> PerSide[Mapping[str, Any]]:
        """Return the public parts of both lists, computed once."""
        return public_lists(self.rulebook, self.setup)

    def digest(self) -> str:
        return self.run.digest()

    @property
    def version(self) -> int:
        return self.entries[-1].number

    @property
    def head(self) -> str:
        return self.entries[-1].head

    @property
    def closed(self) -> bool:
        return any(entry.type == ACT and entry.kind == "closed" for entry in self.entries)

    @property
    def resigned_by(self) -> Side | None:
        return next((e.side for e in self.entries if e.type == ACT and e.kind == "resigned"), None)

    @property
    def stopped(self) -> bool:
        """Return whether both sides have agreed to stop the battle; going back undoes the
        agreement.
        """
        return bool(standing_acts(self.entries, "stopped"))

    @property
    def over(self) -> bool:
        return self.run.over or self.resigned_by is not None or self.stopped

    def askings(self) -> tuple[Asking, ...]:
        """Return the current askings, answered or not; none once the battle is over."""
        return () if self.over else self.run.askings()

    def sight(self, viewer: Viewer) -> Sight:
        opened = frozenset(
            str(act.value["envelope"]) for act in standing_acts(self.entries, "envelope_opened")
        )
        return Sight(viewer, opened, self.closed)

    def known(self, viewer: Viewer) -> Known:
        """Return what a viewer knows now, computed once per version of the battle."""
        found = self._known.get(viewer)
        if found is None or found.version != self.version:
            situation, sight = self.run.situation, self.sight(viewer)
            whole, kept = situation.shown_values(), {}
            if found is not None and found.known.sight == sight:
                kept = found.known.parts(unchanged(found.whole, whole))
            known = Known(situation, sight, kept)
            found = self._known[viewer] = _Looked(self.version, known, whole)
        return found.known

    def known_to(self, asking: Asking, side: Side | None) -> Known:
        """Return what the side that answers `asking` may see; for an open question, what both may
        see.
        """
        return self.known(BOTH if asking.side is None else seat(asking.side))

    def open_asking(self, side: Side | None, move: Move) -> Asking:
        """Return the asking that `move` answers for `side` (None: a device that holds both seats).

        Raises `DomainError`: `not_your_prompt`, `already_answered`, `prompt_not_open`,
        `stale_version`.
        """
        asking = next((asked for asked in self.askings() if asked.id == move.prompt), None)
        if asking is None:
            if move.prompt in self.run.past:
                raise DomainError("already_answered", {"prompt": move.prompt})
            raise DomainError("prompt_not_open", {"prompt": move.prompt})
        if asking.side is not None and side is not None and side != asking.side:
            raise DomainError("not_your_prompt", {"prompt": move.prompt})
        if asking.answered_by is not None:
            raise DomainError("already_answered", {"prompt": move.prompt})
        if not asking.opened_at <= move.expected_version <= self.version:
            raise DomainError(
                "stale_version", {"expected": move.expected_version, "version": self.version}
            )
        return asking

    def judge(self, side: Side | None, move: Move) -> tuple[Violation, ...]:
        """Return every rule that the move breaks; change nothing. Raises what `open_asking` raises,
        and `wrong_shape`.
        """
        asking = self.open_asking(side, move)
        self.refuse_misshapen(asking, move)
        return self._judged(asking, side, move)

    def _judged(self, asking: Asking, side: Side | None, move: Move) -> tuple[Violation, ...]:
        return asking.prompt.judge(asking.side, move.answer, self.known_to(asking, side))

    def refuse_misshapen(self, asking: Asking, move: Move) -> None:
        """Raise `wrong_shape` if the answer does not match its prompt's schema."""
        wrong = asking.prompt.misshapen(move.answer)
        if wrong is not None:
            raise DomainError("wrong_shape", {"where": wrong})

    def suggest(self, side: Side | None, prompt: str, chooser: random.Random) -> Suggestion:
        """Return a legal answer to an open prompt of `side`; raises what `open_asking` raises."""
        asking = self.open_asking(side, Move(prompt, self.version, None))
        return asking.prompt.suggest(asking.side, self.known_to(asking, side), chooser)

    def hints(self, side: Side | None, prompt: str, outline: Any) -> tuple[Hint, ...]:
        """Return the regions where an outline would be illegal as an answer to an open prompt of
        `side`.

        Raises what `open_asking` raises, `places_nothing` and `invalid_outline`.
        """
        asking = self.open_asking(side, Move(prompt, self.version, None))
        found = asking.prompt.hints(asking.side, self.known_to(asking, side), outline)
        if found is None:
            raise DomainError("places_nothing", {"prompt": prompt})
        return found

    def zones(self, side: Side | None, prompt: str, unit: int | None) -> Mapping[str, Any]:
        """Return the regions where a unit may stand in answer to an open prompt of `side`.

        Raises what `open_asking` raises, `places_nothing`, and the faults of the unit.
        """
        asking = self.open_asking(side, Move(prompt, self.version, None))
        found = asking.prompt.zones(asking.side, self.known_to(asking, side), unit)
        if found is None:
            raise DomainError("places_nothing", {"prompt": prompt})
        return found

    def lay(self, side: Side | None, prompt: str, laying: Laying) -> Laid:
        """Return an answer to an open prompt of `side` built from a plan; nothing of the plan is
        stored.

        Raises what `open_asking` raises, `places_nothing`, and the faults of the plan.
        """
        asking = self.open_asking(side, Move(prompt, self.version, None))
        found = asking.prompt.lay(asking.side, self.known_to(asking, side), laying)
        if found is None:
            raise DomainError("places_nothing", {"prompt": prompt})
        return found

    def answer(
        self, side: Side | None, move: Move, *, verdict: tuple[Violation, ...] | None = None
    ) -> tuple[Entry, ...]:
        """Play one answer and everything that the server finds after it.

        `verdict` is a worker's judgement of this asking; without it the move is judged here. Raises
        `DomainError` with all violations.
        """
        asking = self.open_asking(side, move)
        self.refuse_misshapen(asking, move)
        violations = self._judged(asking, side, move) if verdict is None else verdict
        if violations:
            raise DomainError(violations[0].code, violations[0].params, violations=violations)
        before = len(self.entries)
        who = side if asking.side is None else asking.side
        earlier = self._laid_open_by(asking.prompt)
        self._append(self._writer().answer(asking, who, move.answer, earlier))
        self._advance()
        return tuple(self.entries[before:])

    def _laid_open_by(self, prompt: Prompt) -> tuple[Entry, ...]:
        """Return the earlier hidden answers that an answer to `prompt` reveals, in their order."""
        kinds = prompt.lays_open()
        if not kinds:
            return ()
        return tuple(
            entry
            for entry in effective(self.entries)
            if entry.type == ANSWER and entry.secret and entry.kind in kinds
        )

    def _append(self, entry: Entry) -> None:
        placed = as_read_back(replace(entry, head=next_head(self.head, entry)))
        self.entries.append(placed)
        if placed.type == ANSWER:
            self.run.note_secrets(placed)
        if placed.type != ACT:
            self.run.feed(placed)

    def _feed(self, entry: Entry) -> None:
        if entry.type == ANSWER:
            self.run.note_secrets(entry)
        if entry.type != ACT:
            feed_stored(self.run, entry)

    def _advance(self) -> None:
        """Let the server roll, draw and find until a player must answer; then record the digest."""
        while not self.over and self.run.awaits_server():
            pending = self.run.pending
            if isinstance(pending, Find):
                found = self.rulebook.finders[pending.name](self.setup, **pending.inputs)
                self._append(self._writer().finding(pending, found))
            elif isinstance(pending, (chance.Roll, chance.Draw)):
                self._append(self._writer().chance(pending, self._entropies()))
            else:
                raise ScriptFault(f"a script yielded {type(pending).__name__}")
        self.entries[-1] = replace(self.entries[-1], digest=self.digest())

    def _writer(self) -> writer.Writer:
        return writer.Writer(self.run, self.seed, self.version + 1, fresh_starts(self.entries))

    def _entropies(self) -> PerSide[str]:
        entropies = self.run.situation.entropies
        if entropies is None:
            raise ScriptFault("nothing may fall before both sides have sat down")
        return entropies

    def act(
        self,
        kind: str,
        side: Side | None,
        value: Mapping[str, Any],
        *,
        reveals: tuple[Mapping[str, Any], ...] = (),
        public: Mapping[str, Any] | None = None,
    ) -> tuple[Entry, ...]:
        """Record something that is not an answer: a seat taken, a deadline passed, and so on.

        With `public` the value is a secret of `side`, and `public` is what others may know of it.
        """
        number, noted = self.version + 1, dict(value)
        entry = Entry(number, ACT, side, kind, 0, noted, noted, reveals=reveals)
        if public is not None:
            hidden = replace(entry, public=dict(public), secret=True, owner=side)
            parts = writer.secret_parts(hidden)
            entry = replace(hidden, commitments=writer.committed(self.seed, number, parts))
        self._append(entry)
        return (self.entries[-1],)

    def resign(self, side: Side) -> tuple[Entry, ...]:
        if self.over:
            raise DomainError("battle_over")
        return self.act("resigned", side, {})

    def open_envelope(self, side: Side, name: str) -> tuple[Entry, ...]:
        """Open one of the side's own envelopes to everyone. Raises `no_such_envelope` for any other
        name, including another side's envelope, and `already_answered` if it is open.

        If the envelope holds one of the side's sealed answers unchanged, the act proves it with the
        answer's salt; otherwise the proof waits for the close.
        """
        secret = self.run.situation.envelopes.get(name)
        if secret is None or secret.owner != side:
            raise DomainError("no_such_envelope", {"envelope": name})
        if self.closed or name in self.sight(seat(side)).opened:
            raise DomainError("already_answered", {"envelope": name})
        value = dumped(secret.value)
        # Compare by identity: an equal answer would be a different secret.
        proven = tuple(
            writer.revealed(self.seed, entry)
            for entry in effective(self.entries)
            if entry.type == ANSWER
            and (entry.secret, entry.owner) == (True, side)
            and isinstance(entry.value, (dict, list))
            and entry.value is secret.value
        )
        return self.act("envelope_opened", side, {"envelope": name, "value": value}, reveals=proven)

    def close(self, side: Side | None) -> tuple[Entry, ...]:
        """Ask to reveal everything; it happens once both sides have asked (None: both at once).

        Raises `not_over_yet` before the battle has ended, because a close shows every hand.
        """
        if not self.over:
            raise DomainError("not_over_yet")
        if self.closed:
            raise DomainError("already_answered", {"act": "close"})
        # A request to close counts only if the battle did not go back and on after it.
        asked = {act.side for act in standing_acts(self.entries, "close_asked")}
        if side is not None and side in asked:
            raise DomainError("already_answered", {"act": "close"})
        before = len(self.entries)
        if side is not None:
            self.act("close_asked", side, {})
        if side is None or other(side) in asked:
            self.act("closed", None, {"seed": self.seed.hex()})
        return tuple(self.entries[before:])

    def close_by_time(self) -> tuple[Entry, ...]:
        """Close a finished battle whose closing time has passed."""
        if not self.over or self.closed:
            raise DomainError("not_over_yet")
        return self.act("closed", None, {"seed": self.seed.hex(), "by": "time"})
