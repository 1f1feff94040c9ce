"""Prompts: the questions of a rulebook. Buttons, REST, bots and tests are all made from them."""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from setup_app.engine.chance import Draw, Roll
from setup_app.engine.shapes import Shape
from setup_app.engine.situation import Known
from setup_app.engine.values import LogMessage, PerSide, Side, Violation, canonical

Answer = Any
"""An answer as JSON: what a client sends and the log keeps."""


@dataclass(frozen=True)
class Suggestion:
    """A legal answer; with `searched`, the answer that says there is no other, and how we know."""

    answer: Answer
    searched: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Hint:
    """Where an outline in the hand may not lie, for one rule and the pieces that it names.

    A region, as GeoJSON, of the outline's first point; the rest is as in the violation.
    """

    code: str
    pieces: tuple[str, ...]
    rule: str | None
    required: float | None
    region: Mapping[str, Any]


@dataclass(frozen=True)
class Laying:
    """A player's request to place a plan of their own as an answer, mirrored or shifted. The plan
    is their secret and part of no log.
    """

    plan: Any = field(repr=False)
    mirror: bool = False
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Unfit:
    """A unit of a plan that does not stand where the plan has it, and every rule that forbids."""

    unit: int
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class Laid:
    """A plan as far as a question lets it be laid: an answer, and what stays out of it."""

    answer: Answer
    unfit: tuple[Unfit, ...] = ()


@dataclass(frozen=True)
class Prompt:
    """One question of the rules to one side.

    `sealed`: no one sees an answer until all who were asked have answered; then all are revealed,
    unless `kept` is true and they stay with their owners. `judged_by_worker`: judging takes
    geometry from strangers, so it happens in a worker with a time limit. `private`: options or
    schema show what only the asked side may see (an open card from a closed hand), so a device that
    holds both seats puts the question only to a seat that was opened.
    """

    kind: ClassVar[str]
    sealed: ClassVar[bool] = False
    kept: ClassVar[bool] = False
    judged_by_worker: ClassVar[bool] = False
    private: ClassVar[bool] = False

    rule: str

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if cls.kept and not cls.sealed:
            raise TypeError(f"{cls.__name__} keeps answers that it does not seal")
        if cls.sealed and cls.public is OpenPrompt.public:
            raise TypeError(f"{cls.__name__} seals answers that are public at once")

    @classmethod
    def hides(cls) -> bool:
        """Whether an answer to this kind of prompt is hidden from others, for a while or for good.

        Decided by the class and never by the answer: that a hidden answer equals what is public of
        it (no card at all, and `null`) must not show.
        """
        return cls.sealed or cls.public is not OpenPrompt.public

    @classmethod
    def for_one_seat(cls) -> bool:
        """Whether the question belongs on a screen that only the asked side is looking at."""
        return cls.private or cls.hides()

    def text(self) -> LogMessage:
        return LogMessage(f"ask.{self.kind}", {})

    def why(self) -> LogMessage:
        """The rule behind the question, in our words."""
        return LogMessage(f"why.{self.kind}", {})

    def about(self) -> dict[str, Any]:
        """Return what a page needs to draw the question, visible to everyone: never a secret."""
        return {}

    def schema(self) -> dict[str, Any]:
        """JSON Schema (2020-12) of an answer's shape."""
        raise TypeError(f"{type(self).__name__} has no schema")

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...] | None:
        """Every legal answer where they can be listed; None where they cannot."""
        return None

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        """Every rule that `answer` breaks; its shape is right already."""
        options = self.options(side, known)
        if options is None:
            raise TypeError(f"{type(self).__name__} lists no options and does not judge")
        wanted = canonical(answer)
        if any(canonical(option) == wanted for option in options):
            return ()
        return (Violation("not_an_option", self.rule),)

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        """One legal answer, by `chooser` among those there are."""
        options = self.options(side, known)
        if not options:
            raise TypeError(f"{type(self).__name__} neither lists options nor suggests")
        return Suggestion(options[chooser.randrange(len(options))])

    def hints(self, side: Side | None, known: Known, outline: Any) -> tuple[Hint, ...] | None:
        """Where `outline` may not lie as it is turned now; None where nothing is placed.

        Raises `invalid_outline` for one that is no simple polygon.
        """
        return None

    def zones(self, side: Side | None, known: Known, unit: int | None) -> Mapping[str, Any] | None:
        """Where a unit, or for None what else is put down in answer, may stand, and why not
        elsewhere; None where the answer puts no such thing down.

        Good for every way in which it may be turned. Raises what is wrong with the unit.
        """
        return None

    def lay(self, side: Side | None, known: Known, laying: Laying) -> Laid | None:
        """An answer by a plan of the asked side's, as far as it goes; None where none is laid.

        Raises what is wrong with the plan.
        """
        return None

    @classmethod
    def gives_hints(cls) -> bool:
        """Whether an outline is placed in answer to this kind of prompt."""
        return cls.hints is not Prompt.hints

    def public(self, answer: Answer) -> Any:
        """What others see of an answer before any reveal: nothing, unless a prompt says more."""
        return None

    def lays_open(self) -> tuple[str, ...]:
        """Return the kinds of prompt whose earlier answers this answer reveals, both sides'.

        If its own kind is among them, this answer is public at once. The script decides what the
        situation then shows; this proves it, by the salts.
        """
        return ()

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        """Whether the other side may accept an answer that breaks these rules."""
        return False

    def misshapen(self, answer: Answer) -> str | None:
        """Where `answer` has the wrong shape, as a JSON path; None when it fits."""
        # best_match costs far more than the first error, and one place is enough to mend a shape.
        for error in _validator(canonical(self.schema()).decode()).iter_errors(answer):
            return str(error.json_path)
        try:
            canonical(answer)
        except ValueError:
            # NaN, infinities and lone surrogates pass for numbers and strings, and have no bytes.
            return "$"
        return None


@dataclass(frozen=True)
class OpenPrompt(Prompt):
    """A prompt whose answer everyone sees at once."""

    def public(self, answer: Answer) -> Any:
        return answer


@lru_cache(maxsize=256)
def _validator(schema: str) -> Any:
    return Shape(json.loads(schema))


@dataclass(frozen=True)
class Ask:
    """A script's request for answers: one prompt for each side asked; None asks either."""

    prompts: tuple[tuple[Side | None, Prompt], ...]


@dataclass(frozen=True)
class Find:
    """A script's request for a finding: `name` is one of the rulebook's finders.

    The result is computed once, at the head of the log, and recorded for everyone to read: no
    finding may reveal a secret. It must be JSON. A finder runs while the battle is locked:
    microseconds to milliseconds, no searching.
    """

    name: str
    inputs: Mapping[str, Any] = field(default_factory=dict)


Request = Ask | Roll | Draw | Find
Script = Generator[Request, Any, Any]


def ask(side: Side, prompt: Prompt) -> Generator[Request, Any, Answer]:
    answers = yield Ask(((side, prompt),))
    return answers[0]


def ask_either(prompt: Prompt) -> Generator[Request, Any, Answer]:
    """Ask what either seat may answer for the table: a card turned up, a die that fell."""
    answers = yield Ask(((None, prompt),))
    return answers[0]


def ask_both(prompts: PerSide[Prompt] | Prompt) -> Generator[Request, Any, PerSide[Answer]]:
    """Ask both sides at once; sealed prompts stay sealed until both answers are in."""
    pair = PerSide(prompts, prompts) if isinstance(prompts, Prompt) else prompts
    answers = yield Ask(((0, pair[0]), (1, pair[1])))
    return PerSide(answers[0], answers[1])


def roll(request: Roll) -> Generator[Request, Any, Any]:
    """The face that fell."""
    face = yield request
    return face


def draw(request: Draw) -> Generator[Request, Any, tuple[str, ...]]:
    """What was drawn, in order."""
    drawn = yield request
    return tuple(drawn)


def find(name: str, **inputs: Any) -> Generator[Request, Any, Any]:
    found = yield Find(name, inputs)
    return found
