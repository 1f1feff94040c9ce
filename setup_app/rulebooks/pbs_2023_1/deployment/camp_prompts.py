"""Prompts about camps. Section 10.C."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar

from setup_app.engine.prompts import Answer, OpenPrompt, Suggestion
from setup_app.engine.situation import Known
from setup_app.engine.values import LogMessage, Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.acceptable import may_stand
from setup_app.rulebooks.pbs_2023_1.deployment.answer_shapes import CAMP
from setup_app.rulebooks.pbs_2023_1.deployment.field import field_of
from setup_app.rulebooks.pbs_2023_1.deployment.in_hand import zones_of
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.occupied import occupied
from setup_app.rulebooks.pbs_2023_1.deployment.own import own_of
from setup_app.rulebooks.pbs_2023_1.deployment.search import camp_has_place, place_camp
from setup_app.rulebooks.pbs_2023_1.deployment.steps import with_names
from setup_app.rulebooks.pbs_2023_1.deployment.things import CampThing
from setup_app.rulebooks.pbs_2023_1.section_8_prompts import one_field


@dataclass(frozen=True)
class CampRight(OpenPrompt):
    """A question to the defender: whether to put the camp into terrain; if not, the invader may."""

    kind: ClassVar[str] = "camp_right"

    def schema(self) -> dict[str, Any]:
        return one_field("use", {"type": "boolean"})

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return ({"use": True}, {"use": False})


@dataclass(frozen=True)
class PlaceCamp(OpenPrompt):
    """Where a camp stands, or that it has no place.

    `special` are the pieces in which it may stand by the territory's rule. A `bound` camp stands in
    one of them; a camp that may stand `on_terrain` may do so as an ordinary camp.
    """

    kind: ClassVar[str] = "place_camp"
    judged_by_worker: ClassVar[bool] = True

    special: tuple[str, ...]
    bound: bool
    on_terrain: bool

    def text(self) -> LogMessage:
        return LogMessage("ask.place_camp.bound" if self.bound else "ask.place_camp.ordinary")

    def why(self) -> LogMessage:
        if self.bound:
            return LogMessage("why.place_camp.bound")
        return LogMessage("why.place_camp.special" if self.special else "why.place_camp.ordinary")

    def about(self) -> dict[str, Any]:
        return {
            "special": list(self.special),
            "bound": self.bound,
            "on_terrain": self.on_terrain,
        }

    def schema(self) -> dict[str, Any]:
        return CAMP

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        assert side is not None
        field, others = field_of(known), occupied(known)
        if "impossible" in answer:
            if camp_has_place(field, side, self.about(), others=others):
                return (Violation("place_exists", self.rule, {"reason": "camp"}, ("camp",)),)
            return ()
        x, y = answer["at"]
        camp = CampThing((x, y), answer["facing"], self.bound, self.special, self.on_terrain)
        found = check(field, side, {"camp": camp}, others=others)
        own = own_of(known, side, settings=known.settings)
        return tuple(with_names(own, found))

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        assert side is not None
        found = place_camp(field_of(known), side, self.about(), others=occupied(known))
        if found is None:
            return Suggestion({"impossible": True}, {"places": 0})
        (x, y), facing = found
        return Suggestion({"at": [x, y], "facing": facing})

    def zones(self, side: Side | None, known: Known, unit: int | None) -> dict[str, Any] | None:
        assert side is not None
        if unit is not None:
            return None
        camp = CampThing((0.0, 0.0), 90.0, self.bound, self.special, self.on_terrain)
        return zones_of(known, side, camp)

    def acceptable(self, violations: tuple[Violation, ...]) -> bool:
        return may_stand(violations)
