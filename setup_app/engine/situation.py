"""The situation of a battle: the one mutable object of a script, and which of its attributes are
visible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from setup_app.engine.errors import ScriptFault
from setup_app.engine.hidden import MAPPINGS, PLAIN, Secret, Sight, refuse_secrets, secrets_in, seen
from setup_app.engine.values import LogMessage, PerSide, Side, canonical, sha256

_NOTHING = object()

NOT_BROUGHT_ABOUT = frozenset({"setup", "_written", "_hiding"})
"""Attributes of a situation that no script has assigned."""


@dataclass(frozen=True)
class BattleSetup:
    """The agreement before the first prompt; it never changes afterwards.

    `settings` is complete: defaults are filled in when a battle is created, so that a later default
    cannot change an old battle. An older battle lacks settings that came with a later revision
    (`Rulebook.settings_of`). `sides` are the two lists as given; `maps` are the boxes of those
    territories that do not use the official map, as they were when the battle began. `umpire` says
    whether both sides agree to an umpire who sees both hands; the default is none.
    """

    rulebook: str
    revision: int
    table: Mapping[str, float]
    base_width_mm: float
    settings: Mapping[str, Any]
    until: str
    dice: str
    cards: str
    sides: PerSide[Mapping[str, Any]] = field(repr=False)
    maps: Mapping[str, Any]
    umpire: bool = False

    def as_json(self) -> dict[str, Any]:
        # Omitted if there is none, so that the commitments of older battles stay valid.
        agreed = {"umpire": True} if self.umpire else {}
        return agreed | {
            "rulebook": self.rulebook,
            "revision": self.revision,
            "table": dict(self.table),
            "base_width_mm": self.base_width_mm,
            "settings": dict(self.settings),
            "until": self.until,
            "dice": self.dice,
            "cards": self.cards,
            "sides": [dict(army) for army in self.sides],
            "maps": dict(self.maps),
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> BattleSetup:
        first, second = given["sides"]
        return cls(**{**given, "sides": PerSide(first, second)})


class Situation:
    """The base class of every rulebook's situation.

    `shown` names the attributes that a view may carry; all others stay on the server. `step` is the
    current rule section. Scripts assign attributes and every assigned value is frozen: its cached
    form for the digest or a viewer is not computed again.
    """

    shown: ClassVar[tuple[str, ...]] = ()
    always_shown: ClassVar[tuple[str, ...]] = ("step", "envelopes", "entropies")

    def __init__(self, setup: BattleSetup) -> None:
        self.setup = setup
        self.step: str | None = None
        self.told: list[LogMessage] = []
        self.envelopes: dict[str, Secret] = {}
        self.entropies: PerSide[str] | None = None
        self._written: dict[tuple[str, int | None], tuple[Any, bytes]] = {}
        self._hiding: dict[str, tuple[Any, tuple[Secret, ...]]] = {}

    def tell(self, code: str, to: Side | None = None, **params: Any) -> None:
        """Add a message to the players' log, for both sides or for one alone.

        A secret among the parameters raises `ScriptFault`: messages are shown unfiltered.
        """
        refuse_secrets(params)
        self.told.append(LogMessage(code, params, to, self.step))

    def put_in_envelope(self, name: str, side: Side, value: Any) -> None:
        """Keep `value` for `side` alone until it opens the envelope or the battle is closed."""
        if name in self.envelopes:
            raise ScriptFault(f"there is an envelope {name} already")
        refuse_secrets(value)
        self.envelopes[name] = Secret(side, value, face=name, envelope=name)

    def shown_values(self) -> dict[str, Any]:
        """Return the attributes that a view may carry, by name, with every secret still in them."""
        return {name: getattr(self, name) for name in (*self.always_shown, *self.shown)}

    def secrets(self) -> tuple[Secret, ...]:
        """Return every secret in those attributes; unchanged attributes are not searched again."""
        found: list[Secret] = []
        for name, value in self.shown_values().items():
            kept = self._hiding.get(name)
            if kept is None or kept[0] is not value or isinstance(value, MAPPINGS):
                kept = self._hiding[name] = (value, tuple(secrets_in(value)))
            found += kept[1]
        return tuple(found)

    def digest(self) -> str:
        """Return a hash over everything that the script has assigned, secrets included."""
        parts = [
            _key(name) + self._bytes_of(name, value)
            for name, value in sorted(vars(self).items())
            if name not in NOT_BROUGHT_ABOUT
        ]
        return sha256(b"{" + b",".join(parts) + b"}")

    def _bytes_of(self, name: str, value: Any) -> bytes:
        """Return an attribute's part of `canonical`. Items of a tuple or list are cached one by
        one, since most grow by one item; a mapping is never cached, since envelopes are added to
        mappings.
        """
        if isinstance(value, (tuple, list)):
            items = [self._once((name, place), item) for place, item in enumerate(value)]
            return b"[" + b",".join(items) + b"]"
        if isinstance(value, MAPPINGS):
            return canonical(dumped(value))
        return self._once((name, None), value)

    def _once(self, place: tuple[str, int | None], value: Any) -> bytes:
        """Return the cached bytes of this place as long as the same value stands there."""
        kept = self._written.get(place)
        if kept is None or kept[0] is not value:
            kept = self._written[place] = (value, canonical(dumped(value)))
        return kept[1]


class Known:
    """What one viewer knows of a situation: its declared attributes without foreign secrets.

    `kept` are attributes that the same `sight` has seen before and that have not changed since.
    `revision` is the rulebook's revision that the battle is played by.
    """

    def __init__(
        self, situation: Situation, sight: Sight, kept: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        self.revision = situation.setup.revision
        self.settings: Mapping[str, Any] = situation.setup.settings
        self.table: Mapping[str, float] = situation.setup.table
        self.base_width_mm = situation.setup.base_width_mm
        self.sight = sight
        self._values = {
            name: kept[name] if name in kept else seen(value, sight)
            for name, value in situation.shown_values().items()
        }

    def parts(self, names: Iterable[str]) -> dict[str, Any]:
        """Return the known values of these attributes."""
        return {name: self._values[name] for name in names}

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["_values"][name]
        except KeyError:
            raise AttributeError(f"{name} is not shown") from None


def unchanged(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the names whose value is the same object as before. Mappings never count as unchanged,
    because envelopes are added to them.
    """
    return [
        name
        for name, value in now.items()
        if before.get(name, _NOTHING) is value and not isinstance(value, MAPPINGS)
    ]


@lru_cache(maxsize=1024)
def _key(name: str) -> bytes:
    """Return the bytes with which `canonical` begins an attribute of an object."""
    return canonical(name) + b":"


@cache
def _compared(kind: type) -> tuple[str, ...]:
    """Return the fields by which values of a dataclass are compared."""
    return tuple(item.name for item in fields(kind) if item.compare)


def dumped(value: Any) -> Any:
    """Return `value` as JSON with every secret in it: for server digests, never for a view."""
    if type(value) in PLAIN or isinstance(value, (int, float, str)):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return [item if type(item) in PLAIN else dumped(item) for item in value]
    if isinstance(value, MAPPINGS):
        return {
            str(key): item if type(item) in PLAIN else dumped(item) for key, item in value.items()
        }
    if is_dataclass(value) and not isinstance(value, type):
        return {name: dumped(getattr(value, name)) for name in _compared(type(value))}
    raise ScriptFault(f"{type(value).__name__} has no place in a situation")
