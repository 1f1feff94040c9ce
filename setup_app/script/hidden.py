"""Who may see what? Secrets are wrapped where they arise and fail closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from setup_app.script.errors import ScriptFault
from setup_app.script.values import PerSide, Side


@dataclass(frozen=True)
class Secret:
    """A value that only `owner` may see; None: nobody until the close (the order of a pack).

    `face` is what everybody may see in its place (a count). `envelope` names the sealed envelope
    that holds it, where it has one: opening that envelope shows it to all.
    """

    owner: Side | None
    value: Any
    face: Any = None
    envelope: str | None = None


@dataclass(frozen=True)
class Hidden:
    """What stands in a view in place of a secret."""

    face: Any = None


class Role(Enum):
    """As what somebody looks at a battle."""

    SEAT = "seat"
    BOTH = "both"
    SPECTATOR = "spectator"
    UMPIRE = "umpire"
    ORGANISER = "organiser"
    STRANGER = "stranger"


@dataclass(frozen=True)
class Viewer:
    """One who looks. There is no default viewer: every view names its own."""

    role: Role
    side: Side | None = None

    def __post_init__(self) -> None:
        if (self.role is Role.SEAT) != (self.side is not None):
            raise ScriptFault("a seat has a side, and nobody else has one")

    def acts_for(self, side: Side | None) -> bool:
        """Whether this viewer may answer a prompt put to `side` (None: to either)."""
        if self.role is Role.BOTH:
            return True
        return self.role is Role.SEAT and (side is None or side == self.side)

    def may_read(self, owner: Side | None) -> bool:
        """Whether this viewer may read what belongs to `owner` before any reveal.

        A device that holds both seats reads neither side's secrets as `BOTH`; its page takes up
        one seat at a time.
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
    """A viewer, and what the battle's acts have laid open to everybody."""

    viewer: Viewer
    opened: frozenset[str] = frozenset()
    closed: bool = False

    def reads(self, secret: Secret) -> bool:
        return (
            self.closed
            or (secret.envelope is not None and secret.envelope in self.opened)
            or self.viewer.may_read(secret.owner)
        )


def seen(value: Any, sight: Sight) -> Any:
    """`value` as `sight` may see it: secrets become their value or `Hidden`.

    Tuples, lists, mappings and `PerSide` are rebuilt; a frozen value passes as it is and must hold
    no secret (`ScriptFault`), so that nothing slips through inside a type nobody looked into.
    """
    if isinstance(value, Secret):
        return seen(value.value, sight) if sight.reads(value) else Hidden(value.face)
    if isinstance(value, (tuple, list)):
        return tuple(seen(item, sight) for item in value)
    if isinstance(value, Mapping):
        return {key: seen(item, sight) for key, item in value.items()}
    if isinstance(value, PerSide):
        return PerSide(seen(value.first, sight), seen(value.second, sight))
    _refuse_inner_secret(value)
    return value


def _refuse_inner_secret(value: Any) -> None:
    if value is None or isinstance(value, (bool, int, float, str, Enum)):
        return
    if isinstance(value, Secret):
        raise ScriptFault("a secret inside another value cannot be shown safely")
    if isinstance(value, (tuple, list)):
        for item in value:
            _refuse_inner_secret(item)
        return
    if isinstance(value, Mapping):
        for item in value.values():
            _refuse_inner_secret(item)
        return
    if is_dataclass(value):
        for item in fields(value):
            _refuse_inner_secret(getattr(value, item.name))
        return
    raise ScriptFault(f"{type(value).__name__} is no value that a situation may show")
