"""Restore a backup while battles are being played.

The backup is checked and unpacked first. A running Metator is then asked to release the database
for a moment; it swaps the two, updates the schema and continues. Visitors wait meanwhile and find
the restored state. The previous state is kept beside it.
"""

import os
import shutil
import signal
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from commands import archive, postgres
from commands.backup import DATABASE, DUMP, SECRET_KEY
from commands.places import ROOT, Home, home, running_pid
from commands.stop import Stop

TIMEOUT = 90


def main(words: list[str]) -> int:
    """Restore, and return once the running processes use it."""
    if len(words) != 1:
        raise Stop("Name a file: ./metator restore FILE")
    file = Path(words[0]).expanduser().absolute()
    address = postgres.wanted()
    if address:
        with tempfile.TemporaryDirectory(prefix="metator-restore-") as folder:
            _must_be(archive.unpack_archive(file, into=Path(folder))["kind"], "postgresql")
            postgres.load(address, source=Path(folder) / DUMP)
        print(f"Restored from {file}. Restart the web and worker processes.")
        return 0
    os.umask(0o077)
    place = home()
    place.make()
    stage(place, file)
    pid = running_pid(place)
    if pid is None:
        with place.held():
            apply_staged(place)
    else:
        _ask_to_swap(place, pid)
    print(f"Restored from {file}. The previous data is in {place.path}/before-restore-*.")
    return 0


def stage(place: Home, file: Path) -> None:
    """Put a valid backup into `restoring`. Raises Stop, and changes nothing, otherwise."""
    if place.staged.exists():
        raise Stop(f"Another restore is already running ({place.staged}).")
    part = Path(tempfile.mkdtemp(prefix=".restoring-", dir=place.path))
    try:
        _must_be(archive.unpack_archive(file, into=part)["kind"], "sqlite")
        _check_database(part / DATABASE)
        part.rename(place.staged)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def apply_staged(place: Home) -> None:
    """Move the staged backup into its place. No process may have the database open.

    It can be interrupted anywhere and be called again: each file moves on its own, in one step.
    """
    if not place.staged.exists():
        return
    kept = place.path / time.strftime("before-restore-%Y%m%d-%H%M%S", time.gmtime())
    for ready, present in (
        (place.staged / DATABASE, place.database),
        (place.staged / SECRET_KEY, place.secret_key),
    ):
        if not ready.exists():
            continue
        if present.exists():
            kept.mkdir(mode=0o700, exist_ok=True)
            if present == place.database:
                _fold_in_wal(present)
            os.replace(present, kept / present.name)
        os.replace(ready, present)
    shutil.rmtree(place.staged)


def _fold_in_wal(database: Path) -> None:
    """Close the last connection, which writes the log into the file, so that the file can be moved
    alone.
    """
    try:
        with closing(sqlite3.connect(database, timeout=20)) as last:
            last.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError:
        # A damaged file may be the very reason for the restore: it is kept unchanged.
        pass
    for ending in ("-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)


def _check_database(copy: Path) -> None:
    try:
        with closing(sqlite3.connect(copy)) as opened:
            sound = opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            applied = opened.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.DatabaseError:
        sound = False
    if not sound:
        raise Stop("The backup's database is damaged. Nothing was changed.")
    foreign = sorted(
        f"{app}.{name}"
        for app, name in applied
        if (folder := ROOT / "setup_app" / app / "migrations").is_dir()
        and not (folder / f"{name}.py").exists()
    )
    if foreign:
        raise Stop(
            f"The backup was made by a Metator with other migrations ({', '.join(foreign)}); "
            "this version cannot use it."
        )


def _ask_to_swap(place: Home, pid: int) -> None:
    os.kill(pid, signal.SIGHUP)
    until = time.monotonic() + TIMEOUT
    while place.staged.exists():
        if time.monotonic() > until or running_pid(place) is None:
            raise Stop(
                "The running Metator did not load the restored data. Stop it and start it again; "
                f"see the logs in {place.logs}."
            )
        time.sleep(0.1)


def _must_be(kind: str, wanted: str) -> None:
    if kind != wanted:
        raise Stop(f"This backup is for {kind}, but this database is {wanted}.")
