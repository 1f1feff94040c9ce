"""Run a script over an effective log, up to the questions that it waits for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from setup_app.engine.chance import Draw, Roll
from setup_app.engine.errors import DomainError, ReplayMismatch, ScriptFault
from setup_app.engine.hidden import Secret
from setup_app.engine.log import ANSWER, CHANCE, FINDING, Entry
from setup_app.engine.prompts import (
    Answer,
    Ask,
    Find,
    OpenPrompt,
    Prompt,
    Request,
    Script,
    ask_both,
)
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.situation import BattleSetup, Known, Situation
from setup_app.engine.values import SIDES, LogMessage, PerSide, Side, canonical, sha256

WHAT_SCRIPTS_RAISE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    DomainError,
    LookupError,
    NameError,
    RuntimeError,
    ScriptFault,
    TypeError,
    ValueError,
)
"""The exceptions that a script raises on an entry that does not fit it. They are listed one by one,
because a worker's time limit and lack of memory are exceptions too, and say nothing about the log.
"""


@dataclass(frozen=True)
class SitDown(Prompt):
    """See the table, the house rulings and the other list's public part; accept; add entropy."""

    kind: ClassVar[str] = "sit_down"
    sealed: ClassVar[bool] = True

    rule: str = "sit_down"
    umpire: bool = False

    def about(self) -> dict[str, Any]:
        return {"umpire": self.umpire}

    def why(self) -> LogMessage:
        return LogMessage("why.sit_down.umpire" if self.umpire else "why.sit_down")

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "accept": {"const": True},
                "entropy": {"type": "string", "maxLength": 200, "pattern": "^[\\x20-\\x7e]*$"},
            },
            "required": ["accept", "entropy"],
            "additionalProperties": False,
        }

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"accept": True, "entropy": ""},)

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[()]:
        return ()


@dataclass(frozen=True)
class EnterRoll(OpenPrompt):
    """A die rolled on a real table, to be entered by either side."""

    kind: ClassVar[str] = "enter_roll"

    request: Roll

    def text(self) -> LogMessage:
        return LogMessage(
            "ask.enter_roll",
            {"label": self.request.label, "die": self.request.die, "side": self.request.side},
        )

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {"face": {"enum": list(dict.fromkeys(self.request.faces))}},
            "required": ["face"],
            "additionalProperties": False,
        }

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"face": face} for face in dict.fromkeys(self.request.faces))


@dataclass(frozen=True)
class Asking:
    """One prompt as currently put to one side.

    `opened_at` is the version at which this asking was opened or reopened: an answer that names an
    older version comes too late.
    """

    ordinal: int
    side: Side | None
    prompt: Prompt
    opened_at: int
    answered_by: int | None = None

    @property
    def id(self) -> str:
        who = "either" if self.side is None else str(self.side)
        return f"{self.ordinal}-{self.prompt.kind}-{who}"


class ScriptRun:
    """A script that has run to the end of its log.

    It belongs to one thread, is never copied, and is discarded after any exception. `feed` raises
    `ReplayMismatch` if an entry is not what the script waits for.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        setup: BattleSetup,
        reopened: Mapping[tuple[int, Side | None], int],
    ) -> None:
        self.rulebook = rulebook
        self.setup = setup
        played = replace(setup, settings=rulebook.settings_of(setup))
        self.situation: Situation = rulebook.open(played)
        self.told_after: dict[int, tuple[int, int]] = {}
        self.rules: dict[int, str | None] = {}
        self.fell_for: dict[int, dict[str, Any]] = {}
        self.past: set[str] = set()
        self.sat_down_at: int | None = None
        self._reopened = reopened
        self._occurrences: Counter[bytes] = Counter()
        self._script = self._whole_script()
        self._answers: dict[int, Entry] = {}
        self._ordinal = 0
        self._last = 1
        self.secrets_before: tuple[int, tuple[Secret, ...]] | None = None
        self.pending: Request | None = None
        self._next(first=True)

    def _whole_script(self) -> Script:
        accepted: PerSide[Any] = yield from ask_both(SitDown(umpire=self.setup.umpire))
        self.situation.entropies = accepted.map(lambda answer: str(answer["entropy"]))
        self.situation.tell("both_sat_down")
        self.sat_down_at = self._last
        yield from self.rulebook.script(self.situation)

    def _next(self, reply: Any = None, *, first: bool = False) -> None:
        try:
            self.pending = next(self._script) if first else self._script.send(reply)
        except StopIteration:
            self.pending = None
        self._ordinal += 1
        self._answers = {}
        if isinstance(self.pending, Ask):
            self._refuse_faulty(self.pending)

    def _refuse_faulty(self, request: Ask) -> None:
        if not request.prompts:
            raise ScriptFault("a script asked no one")
        if len({(side, prompt.kind) for side, prompt in request.prompts}) < len(request.prompts):
            raise ScriptFault("a script asked one side the same thing twice at once")
        for _, prompt in request.prompts:
            # The search for hiding prompts would miss an unlisted prompt class.
            if not isinstance(prompt, (SitDown, *self.rulebook.prompts)):
                raise ScriptFault(f"{type(prompt).__name__} is not among the rulebook's prompts")

    @property
    def over(self) -> bool:
        return self.pending is None

    @property
    def ordinal(self) -> int:
        """Return the ordinal of the awaited request; after the end, one more than the last."""
        return self._ordinal

    def asked(self) -> tuple[tuple[Side | None, Prompt], ...]:
        """Return the current prompts and sides, answered or not; either side may enter dice."""
        if isinstance(self.pending, Ask):
            return self.pending.prompts
        if isinstance(self.pending, Roll) and self.setup.dice == "entered":
            return ((None, EnterRoll(self.pending.rule, self.pending)),)
        return ()

    def askings(self) -> tuple[Asking, ...]:
        return tuple(
            Asking(
                self._ordinal,
                side,
                prompt,
                max(self._opened_at(), self._reopened.get((self._ordinal, side), 0)),
                self._answers[index].number if index in self._answers else None,
            )
            for index, (side, prompt) in enumerate(self.asked())
        )

    def _opened_at(self) -> int:
        # Answers to this asking do not reopen it: two sides that seal at once are both in time.
        earlier = [entry.number for entry in self._answers.values()]
        return self._last if not earlier else self._last_before_answers

    def sealed_answers(self) -> tuple[Entry, ...]:
        """Return the answers to the current asking that have arrived while another is still
        missing.
        """
        return tuple(self._answers[index] for index in sorted(self._answers))

    def awaits_server(self) -> bool:
        """Return whether the engine itself must find the next entry."""
        return self.pending is not None and not self.asked()

    def note_secrets(self, answer: Entry) -> None:
        """Record the secrets before the next answer: whether the answer can be undone depends on
        which of them it reveals (`undo.undoable`).
        """
        self.secrets_before = (answer.number, self.situation.secrets())

    def digest(self) -> str:
        """Return a hash over the situation and its open questions, recorded with every move."""
        asked = [asking.id for asking in self.askings()]
        return sha256(canonical([self.situation.digest(), asked, self.ordinal]))

    def counter(self, request: Roll | Draw) -> int:
        """Return the next occurrence number of this request, from 1."""
        return self._occurrences[canonical(request.described())] + 1

    def feed(self, entry: Entry) -> None:
        """Feed the script the next effective entry."""
        told = len(self.situation.told)
        if not self._answers:
            self._last_before_answers = self._last
        self._last = entry.number
        if entry.type == CHANCE:
            self._feed_chance(entry)
        elif entry.type == FINDING:
            self._expect(
                isinstance(self.pending, Find)
                and self.pending.name == entry.kind
                and entry.side is None,
                entry,
            )
            self.rules[entry.number] = self.situation.step
            self._next(entry.value)
        else:
            self._expect(entry.type == ANSWER, entry)
            self._feed_answer(entry)
        self.told_after[entry.number] = (told, len(self.situation.told))

    def _feed_chance(self, entry: Entry) -> None:
        request = self.pending
        self._expect(isinstance(request, (Roll, Draw)), entry)
        assert isinstance(request, (Roll, Draw))
        self._expect(request.label == entry.kind and request.could_give(entry.value), entry)
        if self.asked():
            self._expect(entry.counter is None, entry)
        else:
            occurrence = entry.counter[0] if entry.counter else None
            fits = entry.side == request.side and occurrence == self.counter(request)
            self._expect(fits, entry)
        self.fell_for[entry.number] = request.described()
        self._occurrences[canonical(self.fell_for[entry.number])] += 1
        self.rules[entry.number] = request.rule
        for asking in self.askings():
            self.past.add(asking.id)
        self._next(entry.value)

    def _feed_answer(self, entry: Entry) -> None:
        self._expect(isinstance(self.pending, Ask), entry)
        assert isinstance(self.pending, Ask)
        prompts = self.pending.prompts
        # One side answers an asking that is put to either; the entry keeps that side's number.
        index = next(
            (
                place
                for place, (side, prompt) in enumerate(prompts)
                if place not in self._answers
                and (side is None or side == entry.side)
                and prompt.kind == entry.kind
            ),
            None,
        )
        self._expect(index is not None, entry)
        assert index is not None
        self.rules[entry.number] = prompts[index][1].rule
        self._answers[index] = entry
        if len(self._answers) == len(prompts):
            for asking in self.askings():
                self.past.add(asking.id)
            self._next([self._answers[place].value for place in range(len(prompts))])

    def _expect(self, fits: bool, entry: Entry) -> None:
        somebody = entry.side is None or entry.side in SIDES
        if not fits or not somebody or entry.asking != self._ordinal:
            waited = type(self.pending).__name__ if self.pending else "nothing"
            raise ReplayMismatch(
                entry.number,
                f"{self._ordinal} {waited}",
                f"{entry.asking} {entry.type} {entry.kind}",
            )


def replay(
    rulebook: Rulebook,
    setup: BattleSetup,
    entries: Iterable[Entry],
    reopened: Mapping[tuple[int, Side | None], int],
) -> ScriptRun:
    """Run the script over effective entries. Never rolls, asks, judges or looks at a clock.

    Whatever a script raises over entries that it once accepted becomes a `ReplayMismatch`: either
    the entries or the script have changed since they were played.
    """
    run = ScriptRun(rulebook, setup, reopened)
    effective = list(entries)
    last = next((entry for entry in reversed(effective) if entry.type != FINDING), None)
    for entry in effective:
        if entry is last and entry.type == ANSWER:
            run.note_secrets(entry)
        feed_stored(run, entry)
    return run


def feed_stored(run: ScriptRun, entry: Entry) -> None:
    """Feed the script an entry that it once accepted."""
    try:
        run.feed(entry)
    except ReplayMismatch:
        raise
    except WHAT_SCRIPTS_RAISE as broken:
        raise ReplayMismatch(
            entry.number, "an entry that the script can use", type(broken).__name__
        ) from broken
