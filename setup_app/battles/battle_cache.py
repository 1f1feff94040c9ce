"""Which battles has this process run lately, so that it need not run their logs from the beginning?

A cache and nothing else: what is kept is used only where its version and head are those of the
battle's row, or where what the log holds beyond it follows it. Whoever answers a request or does a
job is at it alone (`loan`): he takes a run out, every reading and every change in between has
the same one, and he puts it back at the end. It is dropped with any exception, since nobody knows
how far a script had come, and a transaction that is undone takes with it what was played in it.
`record.changing` lets go of its own run with any exception, so whoever catches a refusal of one
service needs nothing more, nor who catches what a reading refuses, which changes no run. Whoever
catches what a whole request or job came to calls `let_go`: an endpoint, a page as a whole, a
worker, and who finds that a repeated request was undone.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from setup_app.battles.models import Battle
from setup_app.engine.battle import EngineBattle as Played
from setup_app.engine.log import Entry
from setup_app.engine.values import canonical

MEGABYTE: Final = 1024 * 1024

TIMES_ITS_JSON: Final = 8
"""How much memory a run takes for each letter of its set-up and log as JSON (6 were measured):
values as objects, what the script has made of them, what it has told."""


@dataclass
class Live:
    """A battle as it was run, and its row. `weighed` entries of it came to `letters` of JSON."""

    row: Battle
    played: Played
    letters: int = 0
    weighed: int = 0

    @property
    def weight(self) -> int:
        """In bytes, about."""
        return self.letters * TIMES_ITS_JSON

    def weigh(self) -> None:
        if not self.weighed:
            self.letters = len(canonical(self.played.setup.as_json()))
        for entry in self.played.entries[self.weighed :]:
            self.letters += _letters(entry)
        self.weighed = len(self.played.entries)


def _letters(entry: Entry) -> int:
    return len(canonical(entry.as_json()))


def _wanted() -> bool:
    return bool(settings.BATTLE_CACHE_SIZE and settings.BATTLE_CACHE_MB)


class _Kept:
    """The runs that nobody is at, the one used longest ago first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: OrderedDict[str, Live] = OrderedDict()
        self._bytes = 0

    def take(self, battle: str) -> Live | None:
        with self._lock:
            return self._taken(battle)

    def put(self, live: Live) -> None:
        if not _wanted():
            return
        most, most_bytes = settings.BATTLE_CACHE_SIZE, settings.BATTLE_CACHE_MB * MEGABYTE
        live.weigh()
        with self._lock:
            other = self._taken(live.row.public_id)
            if other is not None and other.played.version > live.played.version:
                # Somebody else has run it farther meanwhile.
                live = other
            self._runs[live.row.public_id] = live
            self._bytes += live.weight
            while self._runs and (len(self._runs) > most or self._bytes > most_bytes):
                self._taken(next(iter(self._runs)))

    def forget(self) -> None:
        with self._lock:
            self._runs.clear()
            self._bytes = 0

    def names(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._runs)

    def _taken(self, battle: str) -> Live | None:
        live = self._runs.pop(battle, None)
        if live is not None:
            self._bytes -= live.weight
        return live


class _Loans(threading.local):
    """The runs that this thread is at; None while it has begun nothing."""

    runs: dict[str, Live] | None = None


_kept = _Kept()
_loans = _Loans()


@contextmanager
def loan() -> Iterator[None]:
    """While this lasts, a battle that this thread reads and changes is run once.

    Within another one it is the same one. What is on loan at the end is kept, with an exception
    nothing of it.
    """
    if _loans.runs is not None:
        yield
        return
    _loans.runs = {}
    try:
        yield
        for live in _loans.runs.values():
            _kept.put(live)
    finally:
        _loans.runs = None


def let_go(battle: str | None = None) -> None:
    """Drop what this thread is at, or its run of one battle: an exception was caught, or what was
    played was undone."""
    if _loans.runs is None:
        return
    if battle is None:
        _loans.runs.clear()
    else:
        _loans.runs.pop(battle, None)


def found(battle: str) -> Live | None:
    """The run of a battle, on loan or taken out of what is kept; it is on loan from now on."""
    if _loans.runs is None:
        return None
    live = _loans.runs.get(battle)
    if live is None and _wanted():
        live = _kept.take(battle)
    if live is not None:
        _loans.runs[battle] = live
    return live


def hold(row: Battle, played: Played) -> None:
    """Have this run of a battle on loan, and know that it stands so in its row."""
    if _loans.runs is None:
        return
    live = _loans.runs.get(row.public_id)
    if live is not None and live.played is played:
        live.row = row
    else:
        _loans.runs[row.public_id] = Live(row, played)


def row_on_loan(battle: str) -> Battle | None:
    """The battle's row as this thread has read or written it last."""
    live = None if _loans.runs is None else _loans.runs.get(battle)
    return None if live is None else live.row


def forget() -> None:
    """Drop all that is kept: for who changes what is stored behind the program's back."""
    _kept.forget()


def list_cached() -> tuple[str, ...]:
    """Whose runs are kept, the one used longest ago first."""
    return _kept.names()
