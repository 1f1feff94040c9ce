"""Outages: the database is away, the disk is full, or too many requests want to write.

They are no fault of the request or the program, so none is a 500: each has a code, a sentence about
what to do now, and one line in the log if there is room for one.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest

DATABASE_AWAY: Final = "database_away"
DISK_FULL: Final = "disk_full"
TOO_BUSY: Final = "too_busy"

LEAST_ROOM: Final = 64 * 1024
"""Bytes. SQLite reuses old pages of its file, so that a full disk is noticed late."""
SAY_AGAIN_AFTER: Final = 10.0
"""Seconds between two log lines of one code, so that a thousand refused requests do not fill a
disk.
"""

TOLD: Final = "outage_told"
FULL_ERRORS: Final = (errno.ENOSPC, errno.EDQUOT)
PG_FULL: Final = "53100"
PG_WAITED: Final = ("40001", "40P01", "55P03")
PG_AWAY: Final = ("08", "53", "57", "58")
"""The classes of PostgreSQL's codes for a lost connection, no free connection, a server that shuts
down or starts, and a machine failure.
"""

log = logging.getLogger(__name__)
_said: dict[str, float] = {}


class ToldAlready(logging.Filter):
    """Drops Django's log line about a request whose outage is logged here."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not getattr(getattr(record, "request", None), TOLD, False)


def outage_of(error: BaseException | None) -> str | None:
    """Return the code of the outage behind an error; None for an ordinary fault."""
    for each in _causes(error):
        named = getattr(each, "outage", None)
        if named is not None:
            return str(named)
        if isinstance(each, OSError) and each.errno in FULL_ERRORS:
            return DISK_FULL
        if isinstance(each, sqlite3.Error):
            return _of_sqlite(each)
        if isinstance(each, (OperationalError, InterfaceError)):
            cause = each.__cause__
            if isinstance(cause, OSError) and cause.errno in FULL_ERRORS:
                return DISK_FULL
            if isinstance(cause, sqlite3.Error):
                return _of_sqlite(cause)
            return _of_postgresql(getattr(cause, "sqlstate", None))
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _of_sqlite(error: sqlite3.Error) -> str | None:
    number = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if number == sqlite3.SQLITE_FULL:
        return DISK_FULL
    if number in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return TOO_BUSY
    if number in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return DATABASE_AWAY if has_room() else DISK_FULL
    return None


def _of_postgresql(state: str | None) -> str | None:
    """Return the code of the outage behind a state; a lost connection has no state."""
    if state == PG_FULL:
        return DISK_FULL
    if state in PG_WAITED:
        return TOO_BUSY
    return DATABASE_AWAY if state is None or state.startswith(PG_AWAY) else None


def has_room() -> bool:
    """Return whether the disk of an SQLite file has room. The tested space is freed again.

    It writes instead of asking: the free-block count does not reflect quotas and process limits.
    """
    if connection.vendor != "sqlite":
        return True
    try:
        unnamed = os.open(_folder(), os.O_TMPFILE | os.O_WRONLY, 0o600)
    except OSError as cannot:
        return cannot.errno not in FULL_ERRORS
    try:
        os.posix_fallocate(unnamed, 0, LEAST_ROOM)
    except OSError as cannot:
        return cannot.errno not in (*FULL_ERRORS, errno.EFBIG)
    finally:
        os.close(unnamed)
    return True


def _folder() -> Path:
    return Path(str(connection.settings_dict["NAME"])).parent


def say(code: str, error: BaseException | None, request: HttpRequest | None = None) -> None:
    """Log the outage in one line; the same line again only after a while.

    The request is marked, so that Django omits its own line for each refused request.
    """
    if request is not None:
        # DRF's request wraps the original one, which is the only one that Django knows.
        setattr(getattr(request, "_request", request), TOLD, True)
    now = time.monotonic()
    if now - _said.get(code, -SAY_AGAIN_AFTER) < SAY_AGAIN_AFTER:
        return
    _said[code] = now
    words = str(error).strip().splitlines() or [""]
    log.error("%s: %s: %s", code, type(error).__name__, words[0])
