"""A cache of the battles that this process has loaded, so that a move replays no log.

A cached battle is used only if its version and head are those of the battle's row, or if the log
beyond it follows it. A request or job has it alone: inside `holding` every load of a battle gives
the same one, and it returns to the cache at the end. After an exception it is discarded, since its
script may have stopped anywhere. `repository.locked_battle` discards its own; an endpoint, page or
worker that catches an exception of a whole request or job calls `discard`.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from setup_app.engine.battle import EngineBattle
from setup_app.engine.values import canonical

MEGABYTE: Final = 1024 * 1024

BYTES_PER_LETTER: Final = 8
"""Memory of a battle per letter of its set-up and log as JSON; 6 were measured."""


@dataclass
class CachedBattle:
    """A battle and its size: `weighed` of its entries come to `letters` of JSON."""

    played: EngineBattle
    letters: int = 0
    weighed: int = 0

    @property
    def weight(self) -> int:
        """Return the estimated memory in bytes."""
        return self.letters * BYTES_PER_LETTER

    def weigh(self) -> None:
        """Add the set-up and the entries that were not weighed yet."""
        if not self.weighed:
            self.letters = len(canonical(self.played.setup.as_json()))
        for entry in self.played.entries[self.weighed :]:
            self.letters += len(canonical(entry.as_json()))
        self.weighed = len(self.played.entries)


class _Cache:
    """The battles that no request holds, the least recently used first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._battles: OrderedDict[str, CachedBattle] = OrderedDict()
        self._bytes = 0

    def take(self, battle: str) -> CachedBattle | None:
        with self._lock:
            return self._pop(battle)

    def put(self, battle: str, cached: CachedBattle) -> None:
        max_battles, max_bytes = settings.BATTLE_CACHE_SIZE, settings.BATTLE_CACHE_MB * MEGABYTE
        cached.weigh()
        with self._lock:
            other = self._pop(battle)
            if other is not None and other.played.version > cached.played.version:
                # A concurrent request has got further.
                cached = other
            self._battles[battle] = cached
            self._bytes += cached.weight
            while self._battles and (len(self._battles) > max_battles or self._bytes > max_bytes):
                self._pop(next(iter(self._battles)))

    def clear(self) -> None:
        with self._lock:
            self._battles.clear()
            self._bytes = 0

    def names(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._battles)

    def _pop(self, battle: str) -> CachedBattle | None:
        cached = self._battles.pop(battle, None)
        if cached is not None:
            self._bytes -= cached.weight
        return cached


class _Held(threading.local):
    """The battles that this thread holds; None outside `holding`."""

    battles: dict[str, CachedBattle] | None = None


_cache = _Cache()
_held = _Held()


def _is_enabled() -> bool:
    return bool(settings.BATTLE_CACHE_SIZE and settings.BATTLE_CACHE_MB)


@contextmanager
def holding() -> Iterator[None]:
    """Load each battle once inside this block, and release it to the cache at the end.

    A nested block is part of the outer one. An exception discards all that is held.
    """
    if _held.battles is not None:
        yield
        return
    _held.battles = {}
    try:
        yield
        if _is_enabled():
            for battle, cached in _held.battles.items():
                _cache.put(battle, cached)
    finally:
        _held.battles = None


def acquire(battle: str) -> EngineBattle | None:
    """Return the battle that this thread holds, or take it out of the cache; None without one."""
    if _held.battles is None:
        return None
    cached = _held.battles.get(battle)
    if cached is None and _is_enabled():
        cached = _cache.take(battle)
    if cached is None:
        return None
    _held.battles[battle] = cached
    return cached.played


def add(battle: str, played: EngineBattle) -> None:
    """Hold a battle that was loaded or created."""
    if _held.battles is not None:
        _held.battles[battle] = CachedBattle(played)


def discard(battle: str | None = None) -> None:
    """Drop one battle that this thread holds, or all of them."""
    if _held.battles is None:
        return
    if battle is None:
        _held.battles.clear()
    else:
        _held.battles.pop(battle, None)


def clear() -> None:
    """Empty the cache, after stored rows were changed behind the program's back."""
    _cache.clear()


def list_cached() -> tuple[str, ...]:
    """Return the ids of the cached battles, the least recently used first."""
    return _cache.names()
