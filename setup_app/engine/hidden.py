"""Secrets, viewers, and what each viewer may know. Secrets are wrapped at their origin and fail
closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import Any

from setup_app.engine.errors import ScriptFault
from setup_app.engine.values import SIDES, PerSide, Side


@dataclass(frozen=True)
class Secret:
    """A value that only `owner` may see; with owner None, no one may before the close.

    `face` is the public stand-in, such as a count. `envelope` names the sealed envelope that holds
    the secret, if any: opening that envelope shows the secret to everyone.
    """

    owner: Side | None
    # An error, a log or a debugger's page prints a secret without its value.
    value: Any = field(repr=False)
    face: Any = None
    envelope: str | None = None


@dataclass(frozen=True)
class Hidden:
    """The stand-in for a secret in a view."""

    face: Any = None


class Role(Enum):
    """The role in which someone views a battle."""

    SEAT = "seat"
    BOTH = "both"
    SPECTATOR = "spectator"
    UMPIRE = "umpire"
    ORGANISER = "organiser"
    STRANGER = "stranger"


@dataclass(frozen=True)
class Viewer:
    """A viewer of a battle. There is no default viewer: every view names its own."""

    role: Role
    side: Side | None = None

    def __post_init__(self) -> None:
        if (self.role is Role.SEAT) != (self.side in SIDES):
            raise ScriptFault("a seat has a side, and no other viewer has one")

    def acts_for(self, side: Side | None) -> bool:
        """Return whether this viewer may answer a prompt for `side` (None: for either)."""
        if self.role is Role.BOTH:
            return True
        return self.role is Role.SEAT and (side is None or side == self.side)

    def may_read(self, owner: Side | None) -> bool:
        """Return whether this viewer may read a secret of `owner` before any reveal.

        A device that holds both seats reads neither side's secrets as `BOTH`; its page takes up one
        seat at a time.
        """
        if owner is None:
            return False
        if self.role is Role.UMPIRE:
            return True
        return self.role is Role.SEAT and self.side == owner


def seat(side: Side) -> Viewer:
    return Viewer(Role.SEAT, side)


BOTH = Viewer(Role.BOTH)
SPECTATOR = Viewer(Role.SPECTATOR)
UMPIRE = Viewer(Role.UMPIRE)
ORGANISER = Viewer(Role.ORGANISER)
STRANGER = Viewer(Role.STRANGER)


@dataclass(frozen=True)
class Sight:
    """A viewer, and what the battle's acts have revealed to everyone."""

    viewer: Viewer
    opened: frozenset[str] = frozenset()
    closed: bool = False

    def reads(self, secret: Secret) -> bool:
        return (
            self.closed
            or (secret.envelope is not None and secret.envelope in self.opened)
            or self.viewer.may_read(secret.owner)
        )


PLAIN = frozenset({type(None), bool, int, float, str})
"""The types of most values; they cannot contain a secret."""

MAPPINGS = (dict, Mapping)
"""The types to test for a mapping. `Mapping` alone means the same, but its check runs Python code
for each type. Nearly all mappings are plain dictionaries, which the first type matches.
"""


def seen(value: Any, sight: Sight) -> Any:
    """Return `value` as `sight` may see it: each secret becomes its value or `Hidden`.

    Tuples, lists, mappings and `PerSide` are rebuilt. A frozen value passes unchanged and must not
    hold a secret (`ScriptFault`), so that no secret escapes inside an unexamined type.
    """
    if type(value) in PLAIN:
        return value
    if isinstance(value, Secret):
        if sight.reads(value):
            return seen(value.value, sight)
        refuse_secrets(value.face)
        return Hidden(value.face)
    if isinstance(value, (tuple, list)):
        return tuple(seen(item, sight) for item in value)
    if isinstance(value, MAPPINGS):
        refuse_secrets(tuple(value))
        return {key: seen(item, sight) for key, item in value.items()}
    if isinstance(value, PerSide):
        return PerSide(seen(value.first, sight), seen(value.second, sight))
    refuse_secrets(value)
    return value


def secrets_in(value: Any) -> Iterator[Secret]:
    """Yield every secret that `seen` would meet in `value`, outer ones before inner ones."""
    if isinstance(value, Secret):
        yield value
        yield from secrets_in(value.value)
        return
    parts: Iterable[Any] = ()
    if isinstance(value, (tuple, list, PerSide)):
        parts = value
    elif isinstance(value, MAPPINGS):
        parts = value.values()
    for part in parts:
        if type(part) not in PLAIN:
            yield from secrets_in(part)


def refuse_secrets(value: Any) -> None:
    """Raise `ScriptFault` if `value` holds a secret or something that could hide one.

    A dataclass field that takes no part in comparison (a polygon cached beside its outline) is
    derived from the others, so it may have any type, but it must not hold a secret either.
    """
    if type(value) in PLAIN or isinstance(value, (int, float, str, Enum)):
        return
    if isinstance(value, Secret):
        raise ScriptFault("a secret inside another value cannot be shown safely")
    if isinstance(value, (tuple, list)):
        for item in value:
            if type(item) not in PLAIN:
                refuse_secrets(item)
        return
    if isinstance(value, MAPPINGS):
        for key, item in value.items():
            refuse_secrets(key)
            if type(item) not in PLAIN:
                refuse_secrets(item)
        return
    if is_dataclass(value) and not isinstance(value, type):
        for part in fields(value):
            inner = getattr(value, part.name)
            if part.compare or isinstance(inner, (Secret, tuple, list, Mapping)):
                refuse_secrets(inner)
        return
    raise ScriptFault(f"{type(value).__name__} is not a value that a situation may show")
