"""A fair queue of writers: first in, first out within a process, turn by turn between processes.

SQLite allows one write at a time and has no queue: a busy writer sleeps and retries, and under load
unlucky ones sleep for seconds while others pass. Here the threads of a process stand in line, and
only the first of each line waits at two locks on a file: the holder of the first lock waits alone
for the second, so that no process that has just written can pass it.

The locks belong to the kernel: they end with the process, whatever happens to it.
"""

from __future__ import annotations

import fcntl
import os
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import Final

LOOK_AGAIN_AFTER: Final = 0.001
NEXT, WRITING = 0, 1


class Waited(Exception):
    """The turn did not come in time."""


class WriteQueue:
    """The queue of one process's threads, in the order of arrival."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[tuple[threading.Lock, int]] = deque()
        self._holder: int | None = None

    def enter(self, seconds: float) -> bool:
        """Wait for the caller's turn. Return False, and keep no place, if it does not come in time.

        A thread that holds the turn already keeps it: an exception from a signal, as at the time
        limit of a task, may come between taking it and recording that. The next thread takes over
        the turn of a thread that has ended, since nothing else would ever end it.
        """
        me = threading.get_ident()
        with self._guard:
            if self._holder in (None, me) or self._holder not in sys._current_frames():
                self._holder = me
                return True
            called = threading.Lock()
            called.acquire()
            place = (called, me)
            self._waiting.append(place)
        try:
            came = called.acquire(timeout=max(seconds, 0))
        except BaseException:
            if not self._left(place):
                self.leave()
            raise
        return came or not self._left(place)

    def leave(self) -> None:
        """Admit the next thread."""
        with self._guard:
            if not self._waiting:
                self._holder = None
                return
            called, self._holder = self._waiting.popleft()
            called.release()

    def _left(self, place: tuple[threading.Lock, int]) -> bool:
        """Give up the caller's place. Return False if the turn has come at this very moment."""
        with self._guard:
            if place not in self._waiting:
                return False
            self._waiting.remove(place)
            return True


class Turns:
    """The queue before one database file; `path` is a small lock file beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._line = WriteQueue()
        self._file: int | None = None

    def enter(self, seconds: float) -> None:
        """Wait until no one else writes. Raises `Waited` after `seconds`, and OSError."""
        until = time.monotonic() + seconds
        if not self._line.enter(seconds):
            raise Waited
        try:
            self._hold(NEXT, until)
            try:
                self._hold(WRITING, until)
            finally:
                self._free(NEXT)
        except BaseException:
            self._line.leave()
            raise

    def leave(self) -> None:
        self._free(WRITING)
        self._line.leave()

    def _hold(self, lock: int, until: float) -> None:
        while not self._take(lock):
            if time.monotonic() >= until:
                raise Waited
            time.sleep(LOOK_AGAIN_AFTER)

    def _take(self, lock: int) -> bool:
        if self._file is None:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, lock)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def _free(self, lock: int) -> None:
        if self._file is not None:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, lock)


_of_file: dict[str, Turns] = {}
_made = threading.Lock()


def turns_of(database: str) -> Turns:
    """Return the one queue of this process before a database file."""
    with _made:
        if database not in _of_file:
            _of_file[database] = Turns(Path(f"{database}-turns"))
        return _of_file[database]


def _begin_anew() -> None:
    """Reset the queue in a forked child: no thread waits there yet, and the parent's locks are not
    its own.
    """
    global _made  # noqa: PLW0603 -- the parent may have held it when it forked
    _made = threading.Lock()
    _of_file.clear()


os.register_at_fork(after_in_child=_begin_anew)
