"""A rulebook that asks its two sides in turn without end, to measure the length of a log alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from setup_app.engine.hidden import Viewer
from setup_app.engine.prompts import Answer, OpenPrompt, Script, ask
from setup_app.engine.rulebook import Rulebook, Step
from setup_app.engine.situation import BattleSetup, Known, Situation
from setup_app.engine.values import Side


@dataclass(frozen=True)
class Pace(OpenPrompt):
    kind: ClassVar[str] = "pace"

    def schema(self) -> dict[str, Any]:
        return {"enum": ["left", "right"]}

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ("left", "right")


class Walked(Situation):
    shown: ClassVar[tuple[str, ...]] = ("last",)

    def __init__(self, setup: BattleSetup) -> None:
        super().__init__(setup)
        self.last = ""


def script(battle: Walked) -> Script:
    battle.step = "1"
    while True:
        for side in (0, 1):
            battle.last = yield from ask(side, Pace("1"))


def present(known: Known, viewer: Viewer) -> dict[str, Any]:
    return {"last": known.last}


RULEBOOK = Rulebook(
    id="toy-endless",
    title="Endless",
    edition="1",
    revision=1,
    unit="paces",
    folder=Path(__file__).parent,
    settings=(),
    steps=(Step("1", "The one step"),),
    until=("end",),
    prompts=(Pace,),
    army_schema={"type": "object"},
    texts={"ask.pace": "A pace", "why.pace": "It goes on."},
    open=Walked,
    script=script,
    check_setup=lambda setup: (),
    public_list=lambda army, settings: {},
    present=present,
)
