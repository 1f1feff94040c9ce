"""Prompts about ambushes and flank marches. Sections 10.D, 10.F and 10.G."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from setup_app.engine.prompts import Answer, Prompt, Suggestion
from setup_app.engine.situation import Known
from setup_app.engine.values import LogMessage, Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.answer_shapes import HIDDEN, LEADER
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField, field_of
from setup_app.rulebooks.pbs_2023_1.deployment.hiding import Means
from setup_app.rulebooks.pbs_2023_1.deployment.in_hand import zones_of
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.occupied import occupied
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own, own_of
from setup_app.rulebooks.pbs_2023_1.deployment.room_to_hide import way_here
from setup_app.rulebooks.pbs_2023_1.deployment.search import as_down, place_marker
from setup_app.rulebooks.pbs_2023_1.deployment.steps import (
    with_names,
    wrong_ambush,
    wrong_end,
    wrong_march,
)
from setup_app.rulebooks.pbs_2023_1.deployment.things import MarkerThing, Occupied
from setup_app.rulebooks.pbs_2023_1.section_8_prompts import one_field


@dataclass(frozen=True)
class Hide(Prompt):
    """The next ambush marker, the next march or bluff, or the end of hiding.

    Each is a separate answer, so that its owner can prove it alone. Others see a marker's letter
    and place, and that one more leader stands beside the camp for a march.
    """

    kind: ClassVar[str] = "hide"
    judged_by_worker: ClassVar[bool] = True

    letter: str
    number: int

    def text(self) -> LogMessage:
        return LogMessage("ask.hide", {"letter": self.letter})

    def about(self) -> dict[str, Any]:
        return {"letter": self.letter, "number": self.number}

    def schema(self) -> dict[str, Any]:
        return HIDDEN

    def public(self, answer: Answer) -> Any:
        if "ambush" in answer:
            seen = {"id": self.letter, "at": answer["ambush"]["at"]}
            return {"ambush": {**seen, "units": None, "leader": None}}
        if "march" in answer:
            return {"march": {"number": self.number}}
        return answer

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        assert side is not None
        own = own_of(known, side, settings=known.settings)
        field, others = field_of(known), occupied(known)
        if "ambush" not in answer:
            march = answer.get("march")
            there = partial(_hides, own, field, others)
            if march is None:
                return tuple(wrong_end(own, hides=there))
            return tuple(wrong_march(own, march, hides=there))
        x, y = answer["ambush"]["at"]
        units = answer["ambush"]["units"]
        bodies = tuple(own.bodies[unit] for unit in units if own.exists(unit))
        marker = {self.letter: MarkerThing((x, y), bodies)}
        place = check(field, side, marker, others=others)
        # A thing in an illegal place is not checked for further violations.
        around = others if place else as_down(field, side, marker, others=others)
        there = partial(_hides, own, field, around)
        return (*wrong_ambush(own, units, hides=there), *with_names(own, place))

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        """Suggest what has to be hidden, one group after the other; then the end."""
        assert side is not None
        own = own_of(known, side, settings=known.settings)
        return Suggestion(_to_hide(own, known, chooser) or {"done": True})

    def zones(self, side: Side | None, known: Known, unit: int | None) -> dict[str, Any] | None:
        """Return the zones of a marker. Flanks closed to it because of its content are judged
        later.
        """
        assert side is not None
        return zones_of(known, side, MarkerThing((0.0, 0.0))) if unit is None else None


def _to_hide(own: Own, known: Known, chooser: random.Random) -> Answer | None:
    if not own.must_hide or not own.tugs:
        return None
    field, others = field_of(known), occupied(known)
    for lot in way_here(own, own.tugs, own.means, field=field, others=others) or ():
        units = list(lot.units)
        if lot.leader is not None:
            flank = own.means.flanks[chooser.randrange(len(own.means.flanks))]
            return {"march": {"leader": lot.leader, "flank": flank, "units": units}}
        bodies = tuple(own.bodies[unit] for unit in units)
        at = place_marker(field, own.side, bodies, others=others, chooser=chooser)
        if at is not None:
            return {"ambush": {"at": list(at), "units": units}}
    return None


def _hides(
    own: Own, field: DeploymentField, others: Occupied, units: Sequence[int], means: Means
) -> bool:
    return way_here(own, units, means, field=field, others=others) is not None


@dataclass(frozen=True)
class GiveAmbush(Prompt):
    """10.G: the leader who gets the card of an ambush marker, even of a dummy. Others see that a
    leader has it, but not which.
    """

    kind: ClassVar[str] = "give_ambush"

    letter: str
    leaders: int

    def text(self) -> LogMessage:
        return LogMessage("ask.give_ambush", {"letter": self.letter})

    def about(self) -> dict[str, Any]:
        return {"letter": self.letter}

    def schema(self) -> dict[str, Any]:
        return one_field("leader", LEADER)

    def options(self, side: Side | None, known: Known) -> tuple[Answer, ...]:
        return tuple({"leader": leader} for leader in range(self.leaders))
