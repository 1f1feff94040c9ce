"""Prompts that ask a side to deploy units. Sections 10.D and 10.E."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from setup_app.engine.prompts import Answer, Laid, Laying, Prompt, Suggestion
from setup_app.engine.situation import Known
from setup_app.engine.values import LogMessage, Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.acceptable import may_stand
from setup_app.rulebooks.pbs_2023_1.deployment.answer_shapes import DEPLOYED
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField, field_of
from setup_app.rulebooks.pbs_2023_1.deployment.hiding import Means
from setup_app.rulebooks.pbs_2023_1.deployment.in_hand import zones_of_unit
from setup_app.rulebooks.pbs_2023_1.deployment.laying import lay_units
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.occupied import occupied
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own, own_of
from setup_app.rulebooks.pbs_2023_1.deployment.room_to_hide import way_here
from setup_app.rulebooks.pbs_2023_1.deployment.search import as_down, has_place, place_units
from setup_app.rulebooks.pbs_2023_1.deployment.shown import figures_as_json
from setup_app.rulebooks.pbs_2023_1.deployment.standing import NOBODY, Named
from setup_app.rulebooks.pbs_2023_1.deployment.steps import params_of, with_names, wrong_turn
from setup_app.rulebooks.pbs_2023_1.deployment.things import UnitThing
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, placed_as_json, read_placed


@dataclass(frozen=True)
class Deploy(Prompt):
    """Put down a number of TUGs, and SUGs at their time; 0 TUGs: SUGs alone.

    Others see at once what the figures show: `bodies` are those of the list's units, `after` is how
    many went down before, `units` the list's entries if lists are open. With `holds_back` fewer may
    go down if the others can be hidden.
    """

    kind: ClassVar[str] = "deploy"
    judged_by_worker: ClassVar[bool] = True

    part: str
    number: int
    after: int = 0
    holds_back: bool = False
    bodies: tuple[Body, ...] = field(default=(), repr=False)
    depths: Mapping[str, float] = field(default_factory=dict, repr=False)
    units: tuple[Named, ...] | None = field(default=None, repr=False)

    def text(self) -> LogMessage:
        if not self.number:
            return LogMessage("ask.deploy.skirmishers")
        return LogMessage(f"ask.deploy.{self.part}", {"number": self.number})

    def why(self) -> LogMessage:
        if not self.number:
            return LogMessage("why.deploy.skirmishers")
        return LogMessage(f"why.deploy.{self.part}{'_or_hide' if self.holds_back else ''}")

    def about(self) -> dict[str, Any]:
        return {"part": self.part, "number": self.number}

    def schema(self) -> dict[str, Any]:
        return DEPLOYED

    def public(self, answer: Answer) -> Any:
        entries = self.units
        return {
            "units": [
                {
                    "id": id_,
                    **(NOBODY if entries is None else entries[each["unit"]]),
                    **figures_as_json(self.bodies[each["unit"]], read_placed(each), self.depths),
                }
                for id_, each in enumerate(answer["units"], start=self.after + 1)
            ],
            "no_place": [
                dict(NOBODY if entries is None else entries[unit])
                for unit in answer.get("no_place", ())
            ],
        }

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        assert side is not None
        own = own_of(known, side, settings=known.settings)
        named = [each["unit"] for each in answer["units"]]
        without = answer.get("no_place", [])
        ground, others = field_of(known), occupied(known)
        things = {
            f"u{each['unit']}": UnitThing(own.bodies[each["unit"]], read_placed(each))
            for each in answer["units"]
            if own.exists(each["unit"])
        }
        places = [*with_names(own, check(ground, side, things, others=others))]
        down = as_down(ground, side, things, others=others)

        def hides(units: Sequence[int], means: Means) -> bool:
            # A thing in an illegal place is not checked for further violations; the other side may
            # accept it if only placement rules are broken.
            around = down if may_stand(tuple(places)) else others
            return way_here(own, units, means, field=ground, others=around) is not None

        turn = wrong_turn(own, [*named, *without], self.number, hides=hides, rule=self.rule)
        found = [*turn, *places]
        for unit in dict.fromkeys(without):
            if own.exists(unit) and has_place(ground, side, own.bodies[unit], down):
                params = {**params_of(own, unit), "reason": "thing"}
                found.append(Violation("place_exists", self.rule, params, (f"u{unit}",)))
        return tuple(found)

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        """Suggest the largest units first, works before all others; units without a place are named
        so.
        """
        assert side is not None
        own = own_of(known, side, settings=known.settings)
        return Suggestion(suggested(own, field_of(known), known, self.number, chooser))

    def zones(self, side: Side | None, known: Known, unit: int | None) -> dict[str, Any] | None:
        assert side is not None
        return None if unit is None else zones_of_unit(known, side, unit, rule=self.rule)

    def lay(self, side: Side | None, known: Known, laying: Laying) -> Laid:
        assert side is not None
        return lay_units(known, side, laying, self.number)

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        return may_stand(violations)


def suggested(
    own: Own, ground: DeploymentField, known: Known, number: int, chooser: random.Random
) -> Answer:
    """Return an answer that puts down this number of TUGs, and the SUGs if they are due."""
    units = chosen_units(own, number, chooser)
    bodies = {unit: own.bodies[unit] for unit in units}
    found = place_units(ground, own.side, bodies, others=occupied(known), chooser=chooser)
    placed = [
        {"unit": unit, **placed_as_json(place)}
        for unit, place in found.items()
        if place is not None
    ]
    without = [unit for unit, place in found.items() if place is None]
    return {"units": placed, **({"no_place": without} if without else {})}


def chosen_units(own: Own, number: int, chooser: random.Random) -> Sequence[int]:
    """Return this number of the TUGs in hand, works first, and all SUGs with the last of them."""
    tugs = list(own.tugs)
    chooser.shuffle(tugs)
    tugs.sort(key=lambda unit: not own.bodies[unit].works)
    taken = tugs[:number]
    last = len(taken) == len(tugs)
    return [*taken, *(own.sugs if last else ())]
