"""Apply a deployment plan to the present prompt, and report what does not fit.

Nothing is invented: units without a position in the plan stay in hand, and an illegal position is
reported with every rule that it breaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from setup_app.engine.prompts import Laid, Laying, Unfit
from setup_app.engine.situation import Known
from setup_app.engine.values import Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField, as_down, field_of
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.occupied import occupied
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own, own_of
from setup_app.rulebooks.pbs_2023_1.deployment.plans import Frame, read_plan
from setup_app.rulebooks.pbs_2023_1.deployment.steps import params_of, placed_in_10e, with_names
from setup_app.rulebooks.pbs_2023_1.deployment.things import Occupied, UnitThing
from setup_app.rulebooks.pbs_2023_1.deployment.units import Placed, placed_as_json


def lay_units(known: Known, side: Side, laying: Laying, number: int) -> Laid:
    """Return an answer that puts down TUGs as the plan places them, and SUGs at their time.

    The first units that fit are taken in the plan's order, works before all others. A TUG with
    works that stays in hand keeps its place in the step free if it has to go down first; the units
    that stay in hand for that reason are reported. Units that are not in hand are skipped, as
    are those after the last one needed. Raises what `read_plan` raises.
    """
    own = own_of(known, side, settings=known.settings)
    plan, field = read_plan(laying.plan, own.army), field_of(known)
    frame = Frame(
        field.width,
        field.depth,
        turned=side == field.invader,
        mirrored=laying.mirror,
        shift=laying.shift,
    )
    places = {unit: frame.on_table(at) for unit, at in plan.units.items() if unit in own.in_hand}
    step = _Step(own, field, places, occupied(known))
    return step.laid(min(number, len(own.tugs)))


class _Step:
    """One turn of putting down, with the units taken and those that did not fit."""

    def __init__(
        self, own: Own, field: DeploymentField, places: Mapping[int, Placed], down: Occupied
    ) -> None:
        self.own, self.field, self.places, self.down = own, field, places, down
        self.taken: list[int] = []
        self.unfit: list[Unfit] = []

    def laid(self, most: int) -> Laid:
        """Fill the turn with at most this number of TUGs, and with SUGs."""
        tugs = [unit for unit in self.places if self.own.is_tug(unit)]
        self._take([unit for unit in tugs if self.own.bodies[unit].works], most)
        plain = [unit for unit in tugs if not self.own.bodies[unit].works]
        works = sum(unit in self.own.works_first for unit in self._left())
        room = most - len(self.taken)
        self._take(plain, room - works)
        rest = [unit for unit in plain if unit not in {*self.taken, *self._told()}]
        for unit in rest[: room - max(room - works, 0)]:
            first = Violation("works_first", "10.D", params_of(self.own, unit), (f"u{unit}",))
            self.unfit.append(Unfit(unit, (first,)))
        if not self._left() or self.own.settings["sugs_down"] == "any_group":
            sugs = [unit for unit in self.places if not self.own.is_tug(unit)]
            self._take(sugs, len(sugs))
        units = [{"unit": unit, **placed_as_json(self.places[unit])} for unit in self.taken]
        return Laid({"units": units}, tuple(self.unfit))

    def _left(self) -> list[int]:
        """Return the TUGs that stay in hand."""
        return [unit for unit in self.own.tugs if unit not in self.taken]

    def _told(self) -> set[int]:
        return {each.unit for each in self.unfit}

    def _take(self, units: Sequence[int], most: int) -> None:
        first = self._things(units[: max(most, 0)])
        if not check(self.field, self.own.side, first, others=self.down):
            self._put(first)
            return
        room = most
        for unit in units:
            if room <= 0:
                return
            one = self._things([unit])
            found = check(self.field, self.own.side, one, others=self.down)
            if found:
                self.unfit.append(Unfit(unit, tuple(with_names(self.own, found))))
            else:
                self._put(one)
                room -= 1

    def _things(self, units: Sequence[int]) -> dict[str, UnitThing]:
        bodies = self.own.bodies
        return {f"u{unit}": UnitThing(bodies[unit], self.places[unit]) for unit in units}

    def _put(self, things: Mapping[str, UnitThing]) -> None:
        self.taken += [int(key[1:]) for key in things]
        self.down = as_down(self.field, self.own.side, things, others=self.down)


def lay_commands(known: Known, side: Side, laying: Laying, suggested: Mapping[str, Any]) -> Laid:
    """Return an answer with the plan's commands; leaders stand where `suggested` has them.

    Units off the table are left out; a TUG without a commander is reported.
    """
    own = own_of(known, side, settings=known.settings)
    plan = read_plan(laying.plan, own.army)
    there = {*own.down, *own.garrison}
    at = {each["leader"]: each["at"] for each in suggested["leaders"]}
    leaders = [
        {
            "leader": leader,
            "at": at[leader],
            "units": [unit for unit in plan.commands.get(leader, ()) if unit in there],
        }
        for leader in placed_in_10e(own)
    ]
    return Laid({"leaders": leaders}, tuple(_without_command(own, leaders)))


def _without_command(own: Own, leaders: Sequence[Mapping[str, Any]]) -> Iterator[Unfit]:
    commanded = {unit for each in leaders for unit in each["units"]}
    for unit in sorted({*own.down, *own.garrison}):
        if own.is_tug(unit) and unit not in commanded:
            code, params = "command_not_whole", params_of(own, unit)
            yield Unfit(unit, (Violation(code, "10.E", params, (f"u{unit}",)),))
