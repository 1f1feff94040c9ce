"""Solve a mixed-integer programme with HiGHS on one thread, always with the same answer.

All coefficients are whole numbers: an answer within less than one of the proven bound is optimal.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Final

SHORTEST: Final = 0.05
"""The minimum seconds for a step: the answer of the previous step is a valid one for it."""
NEARLY: Final = 1e-6
BELOW_ONE: Final = 0.99
HEAVIEST: Final = 1_000_000
"""The weight beyond which the solver, which uses doubles, might mistake one for zero."""


@dataclass(frozen=True, eq=False)
class Aim:
    """The aim of a step: the largest or the least sum of columns by these weights, all whole.

    `most` is the upper limit of a largest sum; the lower limit of a least one is 0.
    """

    name: str
    weights: Mapping[int, float]
    largest: bool
    most: int = 0

    def signed(self, value: int) -> int:
        """Return a value for which less is better."""
        return -value if self.largest else value

    def room(self, value: int) -> int:
        """Return by how much it could still be better."""
        return max(0, self.most - value) if self.largest else value


@dataclass(frozen=True)
class Solved:
    """The result of a step: its `value`, the proven limit of any answer (`bound`), and whether
    these are equal.
    """

    value: int
    bound: int

    @property
    def optimal(self) -> bool:
        return self.value == self.bound


class Programme:
    """Columns of whole numbers from 0, bounds on sums of them, and one aim after the other."""

    def __init__(self) -> None:
        # The library is loaded only for a plan: it takes 30 MB.
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
        self._kept: dict[str, int] = {}

    def whole(self, *, most: int) -> int:
        """Return a new column, a whole number from 0 to `most`."""
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
        """Return the programme with an aim in the library's form, for benchmarks of the solver
        alone.
        """
        self._seek({aim: 1})
        return self._solver.getModel()

    def best(self, aims: Sequence[Aim], *, seconds: float) -> Solved:
        """Return the best result by the last of these aims that is found in this time, at least as
        good by the earlier ones as the answer so far; at worst that answer.
        """
        if not self.most:
            return Solved(0, 0)
        solver, library = self._solver, self._library
        weights = self._weights(aims)
        for aim in aims:
            if aim not in weights:
                self._keep(aim)
        self._seek(weights)
        solver.setOptionValue("time_limit", max(SHORTEST, seconds))
        start = library.HighsSolution()
        start.col_value = self._answer()
        solver.setSolution(start)
        solver.run()
        found = [float(round(each)) for each in solver.getSolution().col_value]
        if len(found) == len(self.most) and solver.getInfo().primal_solution_status == 2:
            self._found = found
        else:
            self._found = list(start.col_value)
        last = aims[-1]
        value = self.comes_to(last)
        if solver.getModelStatus() == library.HighsModelStatus.kOptimal:
            return Solved(value, value)
        return Solved(value, self._bound(weights, last))

    def comes_to(self, aim: Aim) -> int:
        """Return the value of the answer so far by an aim."""
        found = self._answer()
        return round(sum(weight * found[at] for at, weight in aim.weights.items()))

    def begin_with(self, columns: Mapping[int, float]) -> None:
        """Set the columns of an initial answer, all others 0: needed if all zeros is not an
        answer.
        """
        self._found = [columns.get(at, 0.0) for at in range(len(self.most))]

    def value(self, column: int) -> int:
        """Return the value of a column in the solution."""
        return round(self._found[column])

    def _answer(self) -> list[float]:
        return self._found or [0.0] * len(self.most)

    def _weights(self, aims: Sequence[Aim]) -> dict[Aim, int]:
        """Return how much more each aim weighs than those after it: losing one unit of it exceeds
        whatever they could gain.

        A row that keeps an aim takes the solver a minute to presolve if it holds all columns. An
        aim whose weight would be too large for the solver's precision is kept by such a row.
        """
        found: dict[Aim, int] = {}
        weight = 1
        for aim in reversed(aims):
            if weight > HEAVIEST:
                break
            found[aim] = weight
            weight += weight * self._room(aim)
        return found

    def _room(self, aim: Aim) -> int:
        return aim.room(self.comes_to(aim))

    def _keep(self, aim: Aim) -> None:
        """Require from now on that no answer is worse by this aim than the one so far."""
        weights = {at: weight for at, weight in aim.weights.items() if weight}
        if not weights:
            return
        value, endless = self.comes_to(aim), self._library.kHighsInf
        least, most = (value, endless) if aim.largest else (-endless, value)
        if aim.name in self._kept:
            self._solver.changeRowBounds(self._kept[aim.name], least, most)
            return
        self._kept[aim.name] = self._solver.getNumRow()
        self._solver.addRow(least, most, len(weights), list(weights), list(weights.values()))

    def _seek(self, weights: Mapping[Aim, int]) -> None:
        """Let the solver minimise the weighted sum."""
        sought = [0.0] * len(self.most)
        for aim, weight in weights.items():
            for at, each in aim.weights.items():
                sought[at] += weight * (-each if aim.largest else each)
        for column, each in enumerate(sought):
            self._solver.changeColCost(column, each)

    def _bound(self, weights: Mapping[Aim, int], last: Aim) -> int:
        """Return the bound of the last aim for answers that are as good by all others."""
        proven: float = self._solver.getInfo().mip_dual_bound
        before = sum(
            weight * aim.signed(self.comes_to(aim))
            for aim, weight in weights.items()
            if aim is not last
        )
        value = self.comes_to(last)
        if last.largest:
            return max(value, floor(min(float(last.most), before - proven) + NEARLY))
        return min(value, max(0, ceil(max(0.0, proven - before) - NEARLY)))


def solved(
    programme: Programme, aims: Sequence[Aim], *, until: float, share: float = 1.0
) -> dict[str, Solved]:
    """Pursue one aim after the other, each without loss by the previous ones, until a monotonic
    time.

    `share`: the maximum share of the remaining time for each, so that later ones have some too.
    """
    bounds = {}
    for due, aim in enumerate(aims, start=1):
        seconds = share * (until - time.monotonic())
        bounds[aim.name] = programme.best(aims[:due], seconds=seconds).bound
    # A later step may have improved an earlier one that was not proven.
    return {aim.name: Solved(programme.comes_to(aim), bounds[aim.name]) for aim in aims}
