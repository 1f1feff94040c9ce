"""Threads that read workbooks until a test lets them go."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event

from setup_app.spreadsheets.turns import PLACES, reading_turn
from tests.processes import until

AT_ONCE = 34


class Broken(Exception):
    """What each of the readers ends with."""


@contextmanager
def all_places_taken() -> Iterator[list[Future[None]]]:
    """Every place is taken, and the readers that found none were refused."""
    release = Event()

    def hold() -> None:
        with reading_turn():
            release.wait()
            raise Broken

    with ThreadPoolExecutor(AT_ONCE) as threads:
        readers = [threads.submit(hold) for _ in range(AT_ONCE)]
        try:
            until(lambda: sum(each.done() for each in readers) == AT_ONCE - PLACES)
            yield readers
        finally:
            release.set()
