"""Prompts about moves before the game. Section 10.H."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from setup_app.engine.prompts import Answer, OpenPrompt, Suggestion
from setup_app.engine.situation import Known
from setup_app.engine.values import LogMessage, Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.acceptable import may_stand
from setup_app.rulebooks.pbs_2023_1.deployment.answer_shapes import MOVED
from setup_app.rulebooks.pbs_2023_1.deployment.field import field_of
from setup_app.rulebooks.pbs_2023_1.deployment.in_hand import zones_of_move
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check_pregame
from setup_app.rulebooks.pbs_2023_1.deployment.occupied import occupied
from setup_app.rulebooks.pbs_2023_1.deployment.own import own_of
from setup_app.rulebooks.pbs_2023_1.deployment.standing import PlacedUnit
from setup_app.rulebooks.pbs_2023_1.deployment.steps import (
    not_available,
    params_of,
    with_names,
    wrong_units,
)
from setup_app.rulebooks.pbs_2023_1.deployment.things import UnitThing
from setup_app.rulebooks.pbs_2023_1.deployment.units import read_placed

KINDS = ("battery", "forced_march", "forlorn_hope", "pathfinder")
"""The flags that give a move, in the printed order."""


@dataclass(frozen=True)
class PregameMove(OpenPrompt):
    """One unit's move of one of these `kinds`, or a pass; a side that passes is out of them all."""

    kind: ClassVar[str] = "pregame_move"
    judged_by_worker: ClassVar[bool] = True

    kinds: tuple[str, ...]

    def text(self) -> LogMessage:
        return LogMessage("ask.pregame_move", {"kinds": list(self.kinds)})

    def about(self) -> dict[str, Any]:
        return {"kinds": list(self.kinds)}

    def schema(self) -> dict[str, Any]:
        return MOVED

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        if "pass" in answer:
            return ()
        assert side is not None
        return tuple(self._broken(side, answer, known))

    def _broken(self, side: Side, answer: Mapping[str, Any], known: Known) -> Iterator[Violation]:
        own = own_of(known, side, settings=known.settings)
        unit, kind = answer["unit"], answer["kind"]
        yield from wrong_units(own, [unit], among=[*own.down], rule=self.rule)
        if unit not in own.down:
            return
        shown: PlacedUnit = known.down[side][own.down[unit] - 1]["shown"]
        params = {**params_of(own, unit), "kind": kind}
        if shown.id in known.moved[side]:
            yield not_available(own, unit, "moved", self.rule)
        if kind not in self.kinds or kind not in own.flags(unit):
            yield Violation("not_its_move", self.rule, params, (f"u{unit}",))
        thing = UnitThing(shown.body, read_placed(answer))
        found = check_pregame(
            field_of(known),
            side,
            thing,
            occupied(known, without=(side, shown.id)),
            kind=kind,
            frm=shown.placed.at,
        )
        yield from with_names(own, (_called(each, unit) for each in found))

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        return Suggestion({"pass": True})

    def zones(self, side: Side | None, known: Known, unit: int | None) -> dict[str, Any] | None:
        assert side is not None
        if unit is None:
            return None
        return zones_of_move(known, side, unit, self.kinds, rule=self.rule)

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        return may_stand(violations)


def _called(found: Violation, unit: int) -> Violation:
    """Return the violation with the unit's key from other answers."""
    names = tuple(f"u{unit}" if name == "unit" else name for name in found.pieces)
    return replace(found, pieces=names)
