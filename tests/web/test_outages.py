"""Is what a database says taken for what it means?"""

import errno
import sqlite3
from pathlib import Path

import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError
from psycopg import errors

from setup_app.web.outages import outage_of


def wrapped(kind: type[Exception], cause: Exception | None) -> Exception:
    """As Django raises what its driver raised."""
    try:
        raise kind(str(cause)) from cause
    except kind as error:
        return error


def raised(path: Path, *words: str) -> sqlite3.Error:
    """What SQLite itself raises for the last of some statements."""
    line = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        for each in words[:-1]:
            line.execute(each)
        with pytest.raises(sqlite3.Error) as found:
            line.execute(words[-1])
        return found.value
    finally:
        line.close()


def test_sqlite_without_room(tmp_path: Path) -> None:
    full = raised(
        tmp_path / "a", "CREATE TABLE t (x)", "PRAGMA max_page_count=2",
        "INSERT INTO t VALUES (zeroblob(100000))",
    )  # fmt: skip

    assert outage_of(wrapped(OperationalError, full)) == "disk_full"


def test_sqlite_that_another_writes_to(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "a", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    busy = raised(tmp_path / "a", "BEGIN IMMEDIATE")
    other.close()

    assert outage_of(wrapped(OperationalError, busy)) == "too_busy"


def test_sqlite_whose_folder_is_gone(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.Error) as gone:
        sqlite3.connect(tmp_path / "nowhere" / "a").execute("SELECT 1")

    assert outage_of(wrapped(OperationalError, gone.value)) == "database_away"


def test_a_fault_of_ours_is_no_outage(tmp_path: Path) -> None:
    wrong = raised(tmp_path / "a", "SELECT x FROM nowhere")

    assert outage_of(wrapped(OperationalError, wrong)) is None


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (wrapped(OperationalError, errors.DiskFull("x")), "disk_full"),
        (wrapped(OperationalError, errors.AdminShutdown("x")), "database_away"),
        (wrapped(OperationalError, errors.CannotConnectNow("x")), "database_away"),
        (wrapped(OperationalError, errors.TooManyConnections("x")), "database_away"),
        (wrapped(OperationalError, errors.OperationalError("refused")), "database_away"),
        (wrapped(InterfaceError, None), "database_away"),
        (wrapped(OperationalError, errors.DeadlockDetected("x")), "too_busy"),
        (wrapped(OperationalError, errors.LockNotAvailable("x")), "too_busy"),
        (wrapped(ProgrammingError, errors.UndefinedTable("x")), None),
        (OSError(errno.ENOSPC, "x"), "disk_full"),
        (OSError(errno.ENOENT, "x"), None),
        (wrapped(ValueError, OSError(errno.EDQUOT, "x")), "disk_full"),
        (ZeroDivisionError(), None),
        (None, None),
    ],
)  # fmt: skip
def test_what_an_error_stands_for(error: Exception | None, code: str | None) -> None:
    assert outage_of(error) == code
