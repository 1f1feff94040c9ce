"""Benchmarks for kit plans beside the bare solver, and for generating an event's tables.

Kits and tables are random, with ten pieces a table. The bare solver is HiGHS with the same settings
on a prepared programme: its first objective alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Final

import highspy

from terrain.kits.choice import SHARE, Candidate, ChoiceModel, choose
from terrain.kits.model import Model, stocks_of
from terrain.kits.pieces import OwnedPiece, Wanted
from terrain.kits.plan import plan
from terrain.kits.programme import Solved
from tools.bench.answerer import Answerer
from tools.bench.measure import Pair, bench
from tools.bench.web_server import redis_at

TYPES: Final = ("woods", "hills", "fields", "brush", "marsh", "rocky_ground", "village", "gully")
A_TABLE: Final = 10
CANDIDATES: Final = 6
TOLERANCE: Final = 40
SECONDS: Final = 20.0
MAX_SECONDS: Final = 15.0
"""The maximum seconds of a search for the best choice of one round."""


def sides(chooser: Random) -> tuple[int, int]:
    """Return the longer and the shorter side of a piece from 16 to 32 cm."""
    short, long = sorted(chooser.randrange(160, 320) for _ in range(2))
    return long, short


def owned(count: int) -> list[OwnedPiece]:
    """Return this many pieces of a club, in eight boxes."""
    chooser = Random(count)
    return [
        OwnedPiece(
            f"p{at}",
            frozenset({chooser.choice(TYPES)}),
            *sides(chooser),
            box=f"box {chooser.randrange(8)}",
        )
        for at in range(count)
    ]


def wanted(tables: int) -> list[Wanted]:
    """Return the wanted pieces of this many tables."""
    chooser = Random(tables)
    return [
        Wanted(
            f"{table}/{at}",
            table,
            chooser.choice(TYPES),
            *sides(chooser),
        )
        for table in range(1, tables + 1)
        for at in range(A_TABLE)
    ]


def candidates(pieces: list[OwnedPiece], tables: int) -> dict[int, list[Candidate]]:
    """Return six candidates for each table, of pieces that the club has."""
    chooser = Random(tables)

    def drawn(table: int) -> Candidate:
        laid = chooser.sample(pieces, A_TABLE)
        return Candidate(
            tuple(
                Wanted(
                    f"{table}/{at}",
                    table,
                    min(piece.types),
                    piece.long_mm,
                    piece.short_mm,
                    form="",
                )
                for at, piece in enumerate(laid)
            ),
            unlike=chooser.randrange(1000),
        )

    return {table: [drawn(table) for _ in range(CANDIDATES)] for table in range(1, tables + 1)}


def bare_of(model: Model | ChoiceModel, seconds: float) -> Callable[[], object]:
    """Return the solver on a ready programme, for its first aim alone."""
    ready: Any = model.programme.ready(model.aims[0])

    def run() -> None:
        solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]  # untyped there
        settings = {"output_flag": False, "threads": 1, "mip_abs_gap": 0.99, "time_limit": seconds}
        for name, value in settings.items():
            solver.setOptionValue(name, value)
        solver.passModel(ready)
        solver.run()

    return run


def describe_steps(steps: dict[str, Solved]) -> str:
    """Return the result of each step, and whether it is proven."""
    each = (
        f"{name} {step.value}" + ("" if step.optimal else f" (bound {step.bound})")
        for name, step in steps.items()
    )
    return "; ".join(each)


def measured(seek: Callable[[], dict[str, Solved]], bare: Callable[[], object]) -> Pair:
    """Return a search to measure, with the results of its latest steps."""
    found: dict[str, Solved] = {}

    def ours() -> None:
        found.update(seek())

    return Pair(ours=ours, bare=bare, note=lambda: describe_steps(found))


def planned(tables: int, count: int) -> Pair:
    pieces, asked = owned(count), wanted(tables)
    return measured(
        lambda: plan(pieces, asked, tolerance_mm=TOLERANCE, seconds=SECONDS).steps,
        bare_of(Model(stocks_of(pieces), asked, tolerance_mm=TOLERANCE), SECONDS),
    )


@bench(name="kit-24-tables", unit="s", limit=40.0)
def of_24() -> Pair:
    """Plan 24 tables from 300 pieces: under 5 s."""
    return planned(24, 300)


@bench(name="kit-40-tables", unit="s", limit=50.0)
def of_40() -> Pair:
    """Plan 40 tables from 500 pieces: under 10 s."""
    return planned(40, 500)


@bench(name="kit-candidates", unit="s", limit=4.0)
def of_candidates() -> Pair:
    """Choose one of six candidates for each of 24 tables, from 300 pieces: under 20 s."""
    pieces = owned(300)
    tables = candidates(pieces, 24)
    return measured(
        lambda: choose(pieces, tables, tolerance_mm=TOLERANCE, seconds=MAX_SECONDS).steps,
        bare_of(ChoiceModel.of(pieces, tables, tolerance_mm=TOLERANCE), SHARE * MAX_SECONDS),
    )


@cache
def layer() -> Answerer:
    """Return a process that generates 200 tables on command."""
    return Answerer("tools.bench.tables_laid", database="sqlite", REDIS_URL=redis_at())


@bench(name="tables-200", unit="s", limit=4.0)
def of_tables() -> Pair:
    """Generate and judge 200 random tables: through the service, and by the bare calls."""
    return Pair(
        ours=lambda: layer().do("service", status=200),
        bare=lambda: layer().do("bare", status=200),
    )
