"""Benchmarks for a durable move beside a bare REST view, and for moves in a long battle.

All of Django between the request and the committed answer, in one process without a socket or
messages: one caller, one move after another, each written to disk. The moves are cards and choices
of a golden battle; the long and the short battle belong to a toy rulebook.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tools.bench.answerer import Answerer
from tools.bench.measure import Pair, bench

RULEBOOKS = "setup_app.rulebooks.pbs_2023_1,tools.bench.endless"


@cache
def mover(database: str) -> Answerer:
    """Return a process that makes a move on command."""
    return Answerer("tools.bench.moves_played", database=database, METATOR_RULEBOOKS=RULEBOOKS)


def _declare(database: str, name: str, move: str, limit: float) -> None:
    @bench(name=f"{database} {name}", unit="ms", limit=limit)
    def made() -> Pair:
        return Pair(
            ours=_moves(database, move),
            bare=_moves(database, "bare"),
            scale=1e3,
            beside={"replayed, not kept": _moves(database, f"{move} off")},
        )


def _declare_growth(database: str) -> None:
    """Declare the growth benchmark: at most 25 ms more without caches, as the rows beside show."""

    @bench(name=f"{database} 300th to 1st", unit="ms", limit=1.3)
    def grown() -> Pair:
        return Pair(
            ours=_moves(database, "300"),
            bare=_moves(database, "1"),
            scale=1e3,
            beside={
                "300th, not kept": _moves(database, "300 off"),
                "1st, not kept": _moves(database, "1 off"),
            },
        )


def _moves(database: str, move: str) -> Callable[[], None]:
    return lambda: mover(database).do(move, status=201)


for _database in ("sqlite", "postgresql"):
    _declare(_database, "move, brief", "brief", 1.8)
    _declare(_database, "move, view", "view", 2.5)
    _declare_growth(_database)
