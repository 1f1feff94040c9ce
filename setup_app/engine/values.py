"""Small values that every battle uses: sides, frozen JSON, log messages, violations."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")

Side = int
"""0 or 1: the order in which the two lists were given. The battle decides who invades."""

SIDES: tuple[Side, Side] = (0, 1)


def other(side: Side) -> Side:
    return 1 - side


@dataclass(frozen=True)
class PerSide(Generic[T]):
    """One value for each side."""

    first: T
    second: T

    def __getitem__(self, side: Side) -> T:
        if side not in SIDES:
            raise IndexError(f"no side {side}")
        return self.second if side else self.first

    def __iter__(self) -> Iterator[T]:
        yield self.first
        yield self.second

    def with_side(self, side: Side, value: T) -> PerSide[T]:
        """Return the same pair with one side's value replaced."""
        return PerSide(self.first, value) if side else PerSide(value, self.second)

    def map(self, function: Callable[[T], U]) -> PerSide[U]:
        return PerSide(function(self.first), function(self.second))


_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def canonical(value: Any) -> bytes:
    """Return the one byte form of a JSON value, for hashes and comparison.

    Keys are sorted, UTF-8, no spaces; NaN and infinities raise `ValueError`.
    """
    return _ENCODER.encode(value).encode()


def as_stored(value: Any) -> Any:
    """Return a JSON value as storage would return it: plain types, keys in order."""
    return json.loads(canonical(value))


def sha256(value: bytes) -> str:
    return hashlib.sha256(value).hexdigest()


@dataclass(frozen=True)
class LogMessage:
    """A message for players: a code and its parameters, which only the edge turns into a sentence.

    `to` is the one side that may read it, or None for everyone. `rule` is the section in which the
    script told it; it takes no part in comparisons and digests.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    to: Side | None = None
    rule: str | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Violation:
    """One broken rule: where it is written, what was measured, what would be right."""

    code: str
    rule: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    pieces: tuple[str, ...] = ()
    measured: float | None = None
    required: float | None = None
    where: Mapping[str, Any] | None = None
