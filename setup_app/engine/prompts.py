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
"""An answer as JSON, as clients send it and the log stores it."""


@dataclass(frozen=True)
class Suggestion:
    """A legal answer. With `searched`, the answer that says there is no other, and how we know."""

    answer: Answer
    searched: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Hint:
    """A region where an outline breaks one rule because of the pieces it names.

    The region is GeoJSON and covers the outline's first point; the rest is as in the violation.
    """

    code: str
    pieces: tuple[str, ...]
    rule: str | None
    required: float | None
    region: Mapping[str, Any]


@dataclass(frozen=True)
class Laying:
    """A request to answer with the side's own plan, possibly mirrored or shifted.

    The plan is a secret of its owner and not part of any log.
    """

    plan: Any = field(repr=False)
    mirror: bool = False
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Unfit:
    """A unit that cannot stand where the plan puts it, and every rule that forbids it."""

    unit: int
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class Laid:
    """An answer with as much of a plan as the question allows, and the units left out."""

    answer: Answer
    unfit: tuple[Unfit, ...] = ()


@dataclass(frozen=True)
class Prompt:
    """One question of the rules to one side.

    `sealed`: no one sees an answer until all sides asked have answered. Then all are revealed,
    unless `kept` is true and they stay with their owners. `judged_by_worker`: judging uses geometry
    from untrusted clients, so it runs in a worker with a time limit. `private`: options or schema
    show what only the asked side may see (an open card from a closed hand), so a device that holds
    both seats shows the question only to a seat that was taken up.
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
        """Return whether answers to this kind of prompt are hidden from others at first.

        The class decides this, never the answer: a hidden answer that equals its public form (no
        card at all, and `null`) must not show.
        """
        return cls.sealed or cls.public is not OpenPrompt.public

    @classmethod
    def for_one_seat(cls) -> bool:
        """Return whether only the asked side should see the question on its screen."""
        return cls.private or cls.hides()

    def text(self) -> LogMessage:
        return LogMessage(f"ask.{self.kind}", {})

    def why(self) -> LogMessage:
        """Return the rule behind the question, in our words."""
        return LogMessage(f"why.{self.kind}", {})

    def about(self) -> dict[str, Any]:
        """Return what a page needs to draw the question. Everyone sees it: never a secret."""
        return {}

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of an answer's shape."""
        raise TypeError(f"{type(self).__name__} has no schema")

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...] | None:
        """Return every legal answer if they can be listed, else None."""
        return None

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        """Return every rule that `answer` breaks; its shape is already checked."""
        options = self.options(side, known)
        if options is None:
            raise TypeError(f"{type(self).__name__} lists no options and does not judge")
        wanted = canonical(answer)
        if any(canonical(option) == wanted for option in options):
            return ()
        return (Violation("not_an_option", self.rule),)

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        """Return one legal answer that `chooser` selects."""
        options = self.options(side, known)
        if not options:
            raise TypeError(f"{type(self).__name__} neither lists options nor suggests")
        return Suggestion(options[chooser.randrange(len(options))])

    def hints(self, side: Side | None, known: Known, outline: Any) -> tuple[Hint, ...] | None:
        """Return the regions closed to `outline` in its current orientation; None if nothing is
        placed.

        Raises `invalid_outline` if it is not a simple polygon.
        """
        return None

    def zones(self, side: Side | None, known: Known, unit: int | None) -> Mapping[str, Any] | None:
        """Return where a unit (None: anything else that the answer places) may stand and why not
        elsewhere. Return None if the answer places no such thing.

        The zones hold for every orientation. Raises the faults of the unit.
        """
        return None

    def lay(self, side: Side | None, known: Known, laying: Laying) -> Laid | None:
        """Return an answer from a plan of the asked side, as far as possible; None without plans.

        Raises the faults of the plan.
        """
        return None

    @classmethod
    def gives_hints(cls) -> bool:
        """Return whether an answer to this kind of prompt places an outline."""
        return cls.hints is not Prompt.hints

    def public(self, answer: Answer) -> Any:
        """Return the part of an answer that others see before any reveal; by default nothing."""
        return None

    def lays_open(self) -> tuple[str, ...]:
        """Return the kinds of prompt whose hidden answers, of both sides, this answer reveals. If
        they include its own kind, this answer is public at once.

        The script decides what the situation shows then; the revealed salts prove it.
        """
        return ()

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        """Return whether the other side may accept an answer that breaks these rules."""
        return False

    def misshapen(self, answer: Answer) -> str | None:
        """Return the JSON path of the first wrong shape in `answer`; None if it fits."""
        # best_match costs far more than the first error, and one place is enough to correct a
        # shape.
        for error in _validator(canonical(self.schema()).decode()).iter_errors(answer):
            return str(error.json_path)
        try:
            canonical(answer)
        except ValueError:
            # NaN, infinities and lone surrogates pass as numbers and strings, but have no bytes.
            return "$"
        return None


@dataclass(frozen=True)
class OpenPrompt(Prompt):
    """A prompt whose answer is public at once."""

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

    The result is computed once, at the head of the log, and recorded publicly: a finding must not
    reveal a secret. It must be JSON. A finder runs while the battle is locked, so it takes
    microseconds to milliseconds and does not search.
    """

    name: str
    inputs: Mapping[str, Any] = field(default_factory=dict)


Request = Ask | Roll | Draw | Find
Script = Generator[Request, Any, Any]


def ask(side: Side, prompt: Prompt) -> Generator[Request, Any, Answer]:
    answers = yield Ask(((side, prompt),))
    return answers[0]


def ask_either(prompt: Prompt) -> Generator[Request, Any, Answer]:
    """Ask a question that either seat may answer for the table: a revealed card, a physical die."""
    answers = yield Ask(((None, prompt),))
    return answers[0]


def ask_both(prompts: PerSide[Prompt] | Prompt) -> Generator[Request, Any, PerSide[Answer]]:
    """Ask both sides at once; sealed prompts stay sealed until both answers are in."""
    pair = PerSide(prompts, prompts) if isinstance(prompts, Prompt) else prompts
    answers = yield Ask(((0, pair[0]), (1, pair[1])))
    return PerSide(answers[0], answers[1])


def roll(request: Roll) -> Generator[Request, Any, Any]:
    """Return the face rolled."""
    face = yield request
    return face


def draw(request: Draw) -> Generator[Request, Any, tuple[str, ...]]:
    """Return the cards drawn, in order."""
    drawn = yield request
    return tuple(drawn)


def find(name: str, **inputs: Any) -> Generator[Request, Any, Any]:
    found = yield Find(name, inputs)
    return found
