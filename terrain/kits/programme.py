"""How is a mixed-integer programme solved, for the same answer each time? By HiGHS, on one thread.

Bounds of whole numbers alone: an answer that is less than one off what is proven possible is the
best one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Final

SHORTEST: Final = 0.05
"""Seconds that a step is given at least: the answer of the one before is one of its own."""
NEARLY: Final = 1e-6
BELOW_ONE: Final = 0.99


@dataclass(frozen=True)
class Aim:
    """What a step seeks: the largest or the least sum of columns by these weights, all whole."""

    name: str
    weights: Mapping[int, float]
    largest: bool


@dataclass(frozen=True)
class Solved:
    """What a step came to: its `value`, what is proven that no answer passes (`bound`), and
    whether these are one."""

    value: int
    bound: int

    @property
    def optimal(self) -> bool:
        return self.value == self.bound


class Programme:
    """Columns of whole numbers from 0, bounds on sums of them, and one aim after the other."""

    def __init__(self) -> None:
        # The library is loaded where somebody asks for a plan: it takes 30 MB.
        import highspy

        self._library: Any = highspy
        self._solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]  # untyped there
        for name, value in (
            *(("output_flag", False), ("threads", 1), ("random_seed", 0)),
            *(("mip_rel_gap", 0.0), ("mip_abs_gap", BELOW_ONE), ("parallel", "off")),
        ):
            self._solver.setOptionValue(name, value)
        self.most: list[float] = []
        self._found: list[float] = []

    def whole(self, *, most: int) -> int:
        """A new column, a whole number from 0 to `most`."""
        column = len(self.most)
        self._solver.addVar(0.0, float(most))
        self._solver.changeColIntegrality(column, self._library.HighsVarType.kInteger)
        self.most.append(float(most))
        return column

    def bound(
        self, weights: Mapping[int, float], *, least: float | None = None, most: float | None = None
    ) -> None:
        """Keep a sum of columns by these weights between two bounds."""
        endless = self._library.kHighsInf
        self._solver.addRow(
            -endless if least is None else least,
            endless if most is None else most,
            len(weights),
            list(weights),
            list(weights.values()),
        )

    def ready(self, aim: Aim) -> Any:
        """The programme with an aim as the library keeps it, for who measures the solver alone."""
        self._seek(aim)
        return self._solver.getModel()

    def best(self, aim: Aim, *, seconds: float) -> Solved:
        """The best value that is found in this time, what was found before at the worst."""
        if not self.most:
            return Solved(0, 0)
        solver, library = self._solver, self._library
        self._seek(aim)
        solver.setOptionValue("time_limit", max(SHORTEST, seconds))
        start = library.HighsSolution()
        start.col_value = self._found or [0.0] * len(self.most)
        solver.setSolution(start)
        solver.run()
        found = [float(round(each)) for each in solver.getSolution().col_value]
        if len(found) == len(self.most) and solver.getInfo().primal_solution_status == 2:
            self._found = found
        else:
            self._found = list(start.col_value)
        value = round(sum(weight * self._found[at] for at, weight in aim.weights.items()))
        return Solved(value, self._bound(aim, value))

    def keep(self, aim: Aim, value: int) -> None:
        """From now on no answer is worse by this aim."""
        weights = {at: weight for at, weight in aim.weights.items() if weight}
        if not weights:
            return
        if aim.largest:
            self.bound(weights, least=value)
        else:
            self.bound(weights, most=value)

    def begin_with(self, columns: Mapping[int, float]) -> None:
        """Say which columns make an answer, all others 0: where 0 throughout is none."""
        self._found = [columns.get(at, 0.0) for at in range(len(self.most))]

    def value(self, column: int) -> int:
        """What a column came to."""
        return round(self._found[column])

    def _seek(self, aim: Aim) -> None:
        for column in range(len(self.most)):
            self._solver.changeColCost(column, aim.weights.get(column, 0.0))
        senses = self._library.ObjSense
        self._solver.changeObjectiveSense(senses.kMaximize if aim.largest else senses.kMinimize)

    def _bound(self, aim: Aim, value: int) -> int:
        if self._solver.getModelStatus() == self._library.HighsModelStatus.kOptimal:
            return value
        proven: float = self._solver.getInfo().mip_dual_bound
        if aim.largest:
            return max(value, floor(min(proven, sum(self.most)) + NEARLY))
        return min(value, max(0, ceil(max(proven, 0.0) - NEARLY)))


def solved(
    programme: Programme, aims: Iterable[Aim], *, until: float, share: float = 1.0
) -> dict[str, Solved]:
    """Seek one aim after the other, each over the best of those before, until a monotonic time.

    `share`: how much of the time that is left each may take, so that later ones have some too.
    """
    steps = {}
    for aim in aims:
        steps[aim.name] = programme.best(aim, seconds=share * (until - time.monotonic()))
        programme.keep(aim, steps[aim.name].value)
    return steps
