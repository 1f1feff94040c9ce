"""Prompts about the leaders' positions and commands. Section 10.E."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from setup_app.engine.prompts import Answer, Laid, Laying, Prompt, Suggestion
from setup_app.engine.situation import Known
from setup_app.engine.values import Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.answer_shapes import LEADERS
from setup_app.rulebooks.pbs_2023_1.deployment.field import field_of
from setup_app.rulebooks.pbs_2023_1.deployment.in_hand import zones_of
from setup_app.rulebooks.pbs_2023_1.deployment.laying import lay_commands
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.occupied import occupied
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own, own_of
from setup_app.rulebooks.pbs_2023_1.deployment.search import as_down, place_leader
from setup_app.rulebooks.pbs_2023_1.deployment.standing import PlacedUnit
from setup_app.rulebooks.pbs_2023_1.deployment.steps import (
    params_of_leader,
    placed_in_10e,
    with_names,
    wrong_commands,
)
from setup_app.rulebooks.pbs_2023_1.deployment.things import LeaderThing
from setup_app.rulebooks.pbs_2023_1.deployment.units import Point


@dataclass(frozen=True)
class PlaceLeaders(Prompt):
    """The place of every leader who does not march, and the units of their command.

    Others see places and commands at once, units by their `ids`. The answer of the `last` side
    declares both armies: from then on the units on the table, the garrison and the commands are
    public.
    """

    kind: ClassVar[str] = "place_leaders"
    judged_by_worker: ClassVar[bool] = True

    last: bool = False
    ids: Mapping[int, int] = field(default_factory=dict, repr=False)
    entries: tuple[Mapping[str, Any], ...] | None = field(default=None, repr=False)

    def schema(self) -> dict[str, Any]:
        return LEADERS

    def lays_open(self) -> tuple[str, ...]:
        return ("deploy", "garrison", "place_leaders") if self.last else ()

    def public(self, answer: Answer) -> Any:
        return {
            "leaders": [
                {
                    "leader": each["leader"],
                    "entry": self.entries[each["leader"]] if self.entries else None,
                    "at": each["at"],
                    "units": [self.ids[unit] for unit in each["units"] if unit in self.ids],
                }
                for each in answer["leaders"]
            ]
        }

    def judge(self, side: Side | None, answer: Answer, known: Known) -> tuple[Violation, ...]:
        assert side is not None
        own = own_of(known, side, settings=known.settings)
        found = [*wrong_commands(own, answer["leaders"])]
        ground, others = field_of(known), occupied(known)
        things = {
            f"leader{each['leader']}": LeaderThing((each["at"][0], each["at"][1]))
            for each in answer["leaders"]
            if each["at"] is not None
        }
        found += with_names(own, check(ground, side, things, others=others))
        down = as_down(ground, side, things, others=others)
        for each in answer["leaders"]:
            if each["at"] is None and place_leader(ground, side, None, others=down) is not None:
                leader = each["leader"]
                params = {"reason": "thing", **params_of_leader(own.army, leader)}
                found.append(Violation("place_exists", self.rule, params, (f"leader{leader}",)))
        return tuple(found)

    def suggest(self, side: Side | None, known: Known, chooser: random.Random) -> Suggestion:
        """Suggest equal commands from left to right; each leader stands behind the middle of
        theirs.
        """
        assert side is not None
        own = own_of(known, side, settings=known.settings)
        ground, down = field_of(known), occupied(known)
        given = []
        for leader, units in _commands(own, known).items():
            at = place_leader(ground, side, _behind(own, known, units), others=down)
            if at is not None:
                thing = {f"leader{leader}": LeaderThing(at)}
                down = as_down(ground, side, thing, others=down)
            given.append({"leader": leader, "at": None if at is None else list(at), "units": units})
        return Suggestion({"leaders": given})

    def zones(self, side: Side | None, known: Known, unit: int | None) -> dict[str, Any] | None:
        assert side is not None
        return zones_of(known, side, LeaderThing((0.0, 0.0))) if unit is None else None

    def lay(self, side: Side | None, known: Known, laying: Laying) -> Laid:
        assert side is not None
        suggested = self.suggest(side, known, random.Random(0)).answer
        return lay_commands(known, side, laying, suggested)


def _commands(own: Own, known: Known) -> dict[int, list[int]]:
    """Return commands of neighbours; the army commander, in the middle, also has the garrison."""
    leaders = placed_in_10e(own)
    across = sorted(own.down, key=lambda unit: (_place(own, known, unit)[0], unit))
    # The army commander stands between the generals.
    order = [*leaders[1 : len(leaders) // 2 + 1], leaders[0], *leaders[len(leaders) // 2 + 1 :]]
    share = -(-len(across) // len(order)) if across else 1
    lots = {
        leader: across[number * share : (number + 1) * share] for number, leader in enumerate(order)
    }
    lots[leaders[0]] = [*lots[leaders[0]], *sorted(own.garrison)]
    return {leader: lots[leader] for leader in leaders}


def _place(own: Own, known: Known, unit: int) -> Point:
    standing: PlacedUnit = known.down[own.side][own.down[unit] - 1]["shown"]
    return standing.placed.at


def _behind(own: Own, known: Known, units: list[int]) -> Point | None:
    places = [_place(own, known, unit) for unit in units if unit in own.down]
    if not places:
        return None
    across = sum(x for x, _ in places) / len(places)
    rear = max(y for _, y in places) if own.side == known.invader else min(y for _, y in places)
    return across, rear + (1.5 if own.side == known.invader else -1.5)
