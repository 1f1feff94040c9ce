"""Turns to read a workbook: a bounded share of a web process's threads.

A hostile workbook takes up to half a second of the processor. Threads share one interpreter, so two
readers at once would only delay each other and everyone else. Therefore one thread reads, a few
wait for it, and any other is refused at once, as when too many want to write: 503 `too_busy` with
`Retry-After`. The rest of the process's threads stay free, whatever arrives. A worker would not be
simpler: the file would go through Redis and the request would wait for it all the same.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from setup_app.web.outages import TOO_BUSY

PLACES: Final = 3
"""The number of threads of a process that may read or wait at once; the web server has 16."""


class TooManyReaders(Exception):
    """Every place is taken. Pages and the API report it like an outage."""

    outage = TOO_BUSY


_places = threading.BoundedSemaphore(PLACES)
_turn = threading.Lock()


@contextmanager
def reading_turn() -> Iterator[None]:
    """Wait for the turn to read a workbook. Raises `TooManyReaders` if too many wait already."""
    if not _places.acquire(blocking=False):
        raise TooManyReaders(f"{PLACES} threads are reading workbooks or waiting to")
    try:
        with _turn:
            yield
    finally:
        _places.release()
