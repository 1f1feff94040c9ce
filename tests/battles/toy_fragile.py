"""A rulebook that breaks in every way there is, for what has to be survived.

First a word is asked of side 0, which may break the script; then a spot, whose judging may kill
the process that judges (once), break or take too long; then a word of side 1.
"""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from setup_app.engine.hidden import Viewer
from setup_app.engine.prompts import Answer, OpenPrompt, Script, Suggestion, ask
from setup_app.engine.rulebook import Rulebook, Step
from setup_app.engine.situation import BattleSetup, Known, Situation
from setup_app.engine.values import Side, Violation

UNLUCKY = 13


@dataclass(frozen=True)
class Word(OpenPrompt):
    kind: ClassVar[str] = "word"

    def schema(self) -> dict[str, Any]:
        return {"enum": ["peace", "break the script"]}

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ("peace", "break the script")


@dataclass(frozen=True)
class Spot(OpenPrompt):
    """`dies_once` is a file that remembers that the judging process was killed."""

    kind: ClassVar[str] = "spot"
    judged_by_worker: ClassVar[bool] = True

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {
                "x": {"type": "number"},
                "dies_once": {"type": "string"},
                "seconds": {"type": "number"},
            },
            "required": ["x"],
            "additionalProperties": False,
        }

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        mark = Path(answer.get("dies_once", "/"))
        if not mark.exists():
            mark.write_text("died")
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(answer.get("seconds", 0))
        if answer["x"] == UNLUCKY:
            raise ZeroDivisionError
        return () if answer["x"] >= 0 else (Violation("wrong_half", self.rule, measured=-1.0),)

    def suggest(self, side: Side | None, known: Known, chooser: Any) -> Suggestion:
        return Suggestion({"x": chooser.randrange(10)})


class FragileSituation(Situation):
    shown: ClassVar[tuple[str, ...]] = ("spots",)

    def __init__(self, setup: BattleSetup) -> None:
        super().__init__(setup)
        self.spots: tuple[float, ...] = ()


def script(battle: FragileSituation) -> Script:
    battle.step = "1"
    word = yield from ask(0, Word("1"))
    if word == "break the script":
        raise ZeroDivisionError("the secret word")
    spot = yield from ask(0, Spot("1"))
    battle.spots = (spot["x"],)
    yield from ask(1, Word("1"))


def present(known: Known, viewer: Viewer) -> dict[str, Any]:
    return {"spots": list(known.spots)}


RULEBOOK = Rulebook(
    id="toy-fragile",
    title="Fragile",
    edition="1",
    revision=1,
    unit="paces",
    folder=Path(__file__).parent,
    settings=(),
    steps=(Step("1", "The one step"),),
    until=("end",),
    prompts=(Word, Spot),
    army_schema={"type": "object"},
    texts={
        f"{what}.{prompt.kind}": f"{what} {prompt.kind}"
        for prompt in (Word, Spot)
        for what in ("ask", "why")
    },
    open=FragileSituation,
    script=script,
    check_setup=lambda setup: (),
    public_list=lambda army, settings: {},
    present=present,
)
