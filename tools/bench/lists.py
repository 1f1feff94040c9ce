"""Benchmark for lists whose table has grown from 200 rows to 20,000.

Each size has a process and a database of its own, which answers one visit after another, so both
are measured in the same rounds. Half the battles are public, the others belong to one organiser.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tools.bench.answerer import Answerer
from tools.bench.measure import Pair, bench

SMALL, LARGE = 200, 20_000
GROWS_AT_MOST = 1.5
LISTS = (
    "/",
    "/battles/",
    "/tables/mine/",
    "/armies/",
    "/maps/",
    "/api/v1/battles/",
    "/api/v1/armies/",
    "/api/v1/maps/",
)


@cache
def visited(database: str, rows: int) -> Answerer:
    """Return a process with this many rows and a signed-in visitor."""
    return Answerer("tools.bench.lists_visited", str(rows), database=database)


def _declare(database: str, address: str) -> None:
    @bench(name=f"{database} {address}", unit="ms", limit=GROWS_AT_MOST)
    def grown() -> Pair:
        return Pair(
            ours=_visits(visited(database, LARGE), address),
            bare=_visits(visited(database, SMALL), address),
            scale=1e3,
        )


def _visits(process: Answerer, address: str) -> Callable[[], None]:
    return lambda: process.do(address, status=200)


for _database in ("sqlite", "postgresql"):
    for _address in LISTS:
        _declare(_database, _address)
