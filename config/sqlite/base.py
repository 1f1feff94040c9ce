"""The database backend that queues write transactions.

A transaction waits for its turn before it begins, and a single statement that writes before it is
sent. The option `timeout` limits both this wait and SQLite's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from config.sqlite.write_queue import Turns, Waited, turns_of

WRITES: Final = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER)\b", re.I)


class TurnWaitedFor(OperationalError):
    """So many connections were writing that this one timed out: an outage, not a fault."""

    outage = "too_busy"


class NoTurnToBeHad(OperationalError):
    """The lock file beside the database cannot be opened; then neither can the database."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection with the seconds that it waits for its turn in `timeout`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.timeout = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        self._turn: Turns | None = None

    def create_cursor(self, name: Any = None) -> Any:
        return self.connection.cursor(factory=partial(Cursor, wrapper=self))

    def take_turn(self) -> None:
        """Wait to write; do nothing if it is this connection's turn already.

        Raises `TurnWaitedFor`, and `NoTurnToBeHad` if the lock file is not available.
        """
        if self._turn is not None or self.is_in_memory_db():
            return
        turns = turns_of(str(self.settings_dict["NAME"]))
        try:
            turns.enter(self.timeout)
        except Waited:
            raise TurnWaitedFor(f"waited {self.timeout:g} s for a turn to write") from None
        except OSError as cannot:
            raise NoTurnToBeHad(f"{turns.path}: {cannot.strerror}") from cannot
        self._turn = turns

    def end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.leave()

    @property
    def has_turn(self) -> bool:
        return self._turn is not None

    @contextmanager
    def hurried(self, seconds: float) -> Iterator[None]:
        """Wait no longer than this for a turn."""
        before, self.timeout = self.timeout, seconds
        try:
            yield
        finally:
            self.timeout = before

    def _start_transaction_under_autocommit(self) -> None:
        self.take_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # not in its stubs
        except BaseException:
            self.end_turn()
            raise

    def _commit(self) -> None:
        # If this fails Django rolls back, and that ends the turn.
        super()._commit()  # type: ignore[misc]  # not in its stubs
        self.end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # not in its stubs
        finally:
            self.end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # not in its stubs
        finally:
            self.end_turn()


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that waits for a turn before a statement that writes outside of any transaction."""

    def __init__(self, connection: Any, *, wrapper: DatabaseWrapper) -> None:
        super().__init__(connection)
        self._wrapper = wrapper

    def execute(self, query: str, params: Any = None) -> Any:
        if self._stands_alone(query):
            with self._turn():
                return super().execute(query, params)
        return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        if self._stands_alone(query):
            with self._turn():
                return super().executemany(query, param_list)
        return super().executemany(query, param_list)

    def _stands_alone(self, query: str) -> bool:
        if self._wrapper.has_turn or self.connection.in_transaction:
            return False
        return WRITES.match(query) is not None

    @contextmanager
    def _turn(self) -> Iterator[None]:
        self._wrapper.take_turn()
        try:
            yield
        finally:
            self._wrapper.end_turn()
