"""Measure something beside its bare equivalent in one run.

A benchmark is a function that prepares a scene and returns two callables. They run alternately, so
that other load on the machine affects both.
"""

from __future__ import annotations

import gc
import json
import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median_low
from typing import Any, TypeAlias

Timed: TypeAlias = Callable[[], object]

NAMES = (
    "check-piece",
    "check-layout",
    "generate",
    "where",
    "nearest",
    "hints",
    "sheets",
    "check-growth",
)
"""The order of the table; other names come after these."""


@dataclass(frozen=True)
class Pair:
    """A measurement, and its bare equivalent if there is one.

    - `scale`: how many of the benchmark's unit are in a second (1e6 for microseconds); for calls
      that do several things at once, divided by their number.
    - `beside`: measured in the same rounds and printed below the row, not written to the file.
    - `counted`: gives the figures themselves, once a row: if they are not times (memory), or not
      the least. The second is None without a bare equivalent.
    - `note`: a sentence to print below, made after measuring.
    """

    ours: Timed
    bare: Timed | None = None
    scale: float = 1.0
    beside: Mapping[str, Timed] = field(default_factory=dict)
    note: Callable[[], str] | None = None
    counted: Callable[[], tuple[float, float | None]] | None = None


@dataclass(frozen=True)
class Pace:
    """The duration of measurements: `rounds` of `batches`, each of so many calls that it takes
    `seconds`.

    A call longer than `seconds` runs once in a batch; if any takes longer than `long`, there is one
    batch a round, and no more rounds than `rounds_of_long`.
    """

    rounds: int = 31
    batches: int = 5
    seconds: float = 0.002
    long: float = 0.25
    rounds_of_long: int = 3


@dataclass(frozen=True)
class Bench:
    """A declared benchmark: `limit` applies to the ratio, or to `ours` without a bare one."""

    name: str
    unit: str
    limit: float
    scene: Callable[[], Pair]


@dataclass(frozen=True)
class BenchRow:
    """A result; `bare` and `ratio` are None without a bare equivalent."""

    name: str
    ours: float
    bare: float | None
    unit: str
    ratio: float | None
    limit: float
    beside: Mapping[str, float] = field(default_factory=dict)
    note: str = ""

    @property
    def over(self) -> bool:
        """Return whether it exceeds its limit."""
        return (self.ours if self.ratio is None else self.ratio) > self.limit

    def written(self) -> dict[str, Any]:
        """Return the row in the file's form."""
        return {
            "name": self.name,
            "ours": self.ours,
            "bare": self.bare,
            "unit": self.unit,
            "ratio": self.ratio,
            "limit": self.limit,
        }


def bench(
    *, name: str, unit: str, limit: float, among: dict[str, Bench] | None = None
) -> Callable[[Callable[[], Pair]], Callable[[], Pair]]:
    """Declare the function below as a benchmark, in the table of all unless `among` is given."""

    def declare(scene: Callable[[], Pair]) -> Callable[[], Pair]:
        declared = ALL if among is None else among
        if name in declared:
            raise ValueError(f"There are two benchmarks called {name}.")
        declared[name] = Bench(name, unit, limit, scene)
        return scene

    return declare


ALL: dict[str, Bench] = {}


def ordered(declared: Iterable[Bench]) -> list[Bench]:
    """Return benchmarks in the order of the table, those with other names last, by name."""
    rank = {name: at for at, name in enumerate(NAMES)}
    return sorted(declared, key=lambda each: (rank.get(each.name, len(NAMES)), each.name))


def measure(chosen: Bench, pace: Pace | None = None) -> BenchRow:
    """Return the cost of a benchmark, in the round with the median ratio.

    So both figures come from the same moment. Without a bare equivalent, it is the round in which
    ours has its median.
    """
    pair = chosen.scene()
    if pair.counted is not None:
        found, beside_it = pair.counted()
        return BenchRow(
            name=chosen.name,
            ours=found,
            bare=beside_it,
            unit=chosen.unit,
            ratio=None if beside_it is None else found / beside_it,
            limit=chosen.limit,
            note=pair.note() if pair.note else "",
        )
    timed: dict[str, Timed] = {"ours": pair.ours, **({"bare": pair.bare} if pair.bare else {})}
    beside = {f"beside {name}": call for name, call in pair.beside.items()}
    rounds = rounds_of({**timed, **beside}, pace or Pace())
    middle = median_low(each["ours"] / each.get("bare", 1.0) for each in rounds)
    costs = next(each for each in rounds if each["ours"] / each.get("bare", 1.0) == middle)
    ours, bare = costs["ours"] * pair.scale, costs["bare"] * pair.scale if pair.bare else None
    return BenchRow(
        name=chosen.name,
        ours=ours,
        bare=bare,
        unit=chosen.unit,
        ratio=None if bare is None else ours / bare,
        limit=chosen.limit,
        beside={name: costs[f"beside {name}"] * pair.scale for name in pair.beside},
        note=pair.note() if pair.note else "",
    )


def rounds_of(timed: Mapping[str, Timed], pace: Pace) -> list[dict[str, float]]:
    """Return, round by round, the least seconds of one call of each.

    Within a round they take turns batch by batch, so that other load on the machine affects all.
    """
    once = {name: _warm(call) for name, call in timed.items()}
    calls = {name: max(1, int(pace.seconds / max(once[name], 1e-8))) for name in timed}
    long = max(once.values()) > pace.long
    batches, rounds = (1, min(pace.rounds, pace.rounds_of_long)) if long else (pace.batches, None)
    found = []
    for _ in range(rounds or pace.rounds):
        least = dict.fromkeys(timed, math.inf)
        for _ in range(batches):
            for name, call in timed.items():
                least[name] = min(least[name], _batch(call, calls[name]))
        found.append(least)
    return found


def write(rows: Iterable[BenchRow], path: Path) -> None:
    """Write the rows of this run to a file, replacing those of an earlier one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([row.written() for row in rows], indent=1) + "\n")


def lines(row: BenchRow) -> list[str]:
    """Return a row as the table prints it, with the measurements beside it."""
    ratio = "" if row.ratio is None else f"{row.ratio:.2f} x"
    limit = f"{row.limit:g} x" if row.ratio is not None else f"{row.limit:g} {row.unit}"
    verdict = "OVER" if row.over else ""
    bare = "" if row.bare is None else f"{row.bare:.4g} {row.unit}"
    first = f"{row.name:<14}{f'{row.ours:.4g} {row.unit}':>14}{bare:>14}{ratio:>10}{limit:>10}"
    said = [f"{first}  {verdict}".rstrip()]
    for name, cost in row.beside.items():
        against = "" if row.bare is None else f"{cost / row.bare:>23.2f} x"
        said.append(f"  {name:<30} {cost:.4g} {row.unit}{against}")
    return said + ([f"  {row.note}"] if row.note else [])


HEADING = f"{'':<14}{'ours':>14}{'bare':>14}{'ratio':>10}{'limit':>10}"


def _warm(call: Timed) -> float:
    """Return the time of one call with warm caches; a long one is not called twice."""
    began = time.perf_counter()
    call()
    first = time.perf_counter() - began
    return first if first > 0.05 else min(_batch(call, 1) for _ in range(3))


def _batch(call: Timed, calls: int) -> float:
    collecting = gc.isenabled()
    gc.disable()
    try:
        began = time.perf_counter()
        for _ in range(calls):
            call()
        return (time.perf_counter() - began) / calls
    finally:
        if collecting:
            gc.enable()
