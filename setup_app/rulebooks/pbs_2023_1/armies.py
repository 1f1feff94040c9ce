"""Army lists of the pre-battle system, and the part that the other side may see.

Source: rules/pbs.md, "What an army list states", and 10.A for the limits on cards. No source says
how a list earns its cards and its scouting total, so lists state them and nothing computes them.
`ARMY_SCHEMA` describes the same for readers in other languages; `read_army` decides, since it
reports every fault with its position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from setup_app.rulebooks.army_faults import (
    FORBIDDEN,
    MAX_NAME_LENGTH,
    ArmyRefused,
    Fault,
    Fields,
    Path,
    fields_of,
    most_shown,
)
from setup_app.rulebooks.pbs_2023_1 import tables
from setup_app.rulebooks.pbs_2023_1.tables import CARDS

__all__ = [
    "ARMS",
    "ARMY_SCHEMA",
    "FLAGS",
    "GENERAL_TYPES",
    "KINDS",
    "LEVELS",
    "MAX_GENERALS",
    "MAX_UNITS",
    "ORDERS",
    "RULEBOOK",
    "SETTLEMENTS",
    "TERRITORIES",
    "Army",
    "ArmyRefused",
    "Commander",
    "Fault",
    "General",
    "Unit",
    "army_as_json",
    "army_from_json",
    "faults_of",
    "public_part",
    "read_army",
    "secret_part",
    "unit_as_json",
    "unusual",
]

RULEBOOK: Final = "pbs-2023.1"
TERRITORIES: Final = tuple(tables.TERRITORIES)
LEVELS: Final = tuple(CARDS.level_colours)
GENERAL_TYPES: Final = ("tribal", "instinctive", "professional")
KINDS: Final = ("tug", "sug")
ARMS: Final = ("foot", "mounted", "elephants", "artillery")
ORDERS: Final = ("close", "loose", "open")
FLAGS: Final = (
    "battery",
    "barricades",
    "redoubts",
    "battle_wagon",
    "may_ambush",
    "may_flank_march",
    "garrison",
    "forced_march",
    "forlorn_hope",
    "pathfinder",
)
SETTLEMENTS: Final = ("vital_settlement", "fort")

MAX_GENERALS: Final = 8
MAX_UNITS: Final = 200
MAX_PBS_CARDS: Final = CARDS.most_pbs_cards
MAX_SCOUTING: Final = CARDS.most_scouting_cards
MAX_BASES: Final = 99
MAX_POINTS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Commander:
    """The army commander (A-C)."""

    name: str
    level: str


@dataclass(frozen=True, slots=True)
class General:
    """A general other than the army commander."""

    name: str
    level: str
    type: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A TUG or a SUG; `bases` counts its stands, `flags` follow the order of `FLAGS`."""

    name: str
    kind: str
    arm: str
    order: str
    bases: int
    points: int
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Army:
    """An army list with everything that release v2023.1 asks for."""

    name: str
    player: str
    rulebook: str
    home: tuple[str, ...]
    commander: Commander
    generals: tuple[General, ...]
    pbs_cards: int
    scouting: int
    units: tuple[Unit, ...]
    camp: bool
    settlement: str | None
    points: int

    @property
    def tugs(self) -> int:
        """Return the number of TUGs; the percentages and thirds of 10.D refer to it."""
        return sum(unit.kind == "tug" for unit in self.units)


def read_army(stated: object) -> Army:
    """Return the army that a decoded JSON value states.

    Fields that may be left out: `player`, `generals`, `units`, `camp`, `settlement`, `points`,
    names of generals, and a unit's `points` and `flags`. Names lose surrounding spaces, flags
    take the order of `FLAGS`.

    Raises `ArmyRefused` with every fault and its path. A list whose points do not add up is
    read: a list may pay for more than its units.
    """
    faults: list[Fault] = []
    army = _army(stated, faults)
    if faults:
        raise ArmyRefused(most_shown(faults))
    return army


def faults_of(stated: object) -> tuple[Fault, ...]:
    """Return every fault of a stated list; none if `read_army` would return an army."""
    try:
        read_army(stated)
    except ArmyRefused as refused:
        return refused.faults
    return ()


def _army(stated: object, faults: list[Fault]) -> Army:
    required = ("name", "rulebook", "home", "commander", "pbs_cards", "scouting")
    optional = ("player", "generals", "units", "camp", "settlement", "points")
    fields = fields_of(stated, (), faults, required=required, optional=optional)
    return Army(
        name=fields.name("name"),
        player=fields.name("player", may_be_blank=True),
        rulebook=fields.choice("rulebook", (RULEBOOK,)),
        home=fields.choices("home", TERRITORIES, least=1),
        commander=_commander(fields),
        generals=tuple(
            _general(value, ("generals", place), faults)
            for place, value in fields.items("generals", most=MAX_GENERALS)
        ),
        pbs_cards=fields.whole("pbs_cards", most=MAX_PBS_CARDS),
        scouting=fields.whole("scouting", most=MAX_SCOUTING),
        units=tuple(
            _unit(value, ("units", place), faults)
            for place, value in fields.items("units", most=MAX_UNITS)
        ),
        camp=fields.yes_or_no("camp", otherwise=True),
        settlement=fields.choice_or_none("settlement", SETTLEMENTS),
        points=fields.whole("points", most=MAX_POINTS),
    )


def _commander(army: Fields) -> Commander:
    if "commander" not in army.values:
        return Commander("", LEVELS[0])
    stated = army.values["commander"]
    fields = fields_of(stated, ("commander",), army.faults, required=("level",), optional=("name",))
    return Commander(
        name=fields.name("name", may_be_blank=True), level=fields.choice("level", LEVELS)
    )


def _general(stated: object, path: Path, faults: list[Fault]) -> General:
    fields = fields_of(stated, path, faults, required=("level", "type"), optional=("name",))
    return General(
        name=fields.name("name", may_be_blank=True),
        level=fields.choice("level", LEVELS),
        type=fields.choice("type", GENERAL_TYPES),
    )


def _unit(stated: object, path: Path, faults: list[Fault]) -> Unit:
    required = ("name", "kind", "arm", "order", "bases")
    optional = ("points", "flags")
    fields = fields_of(stated, path, faults, required=required, optional=optional)
    return Unit(
        name=fields.name("name"),
        kind=fields.choice("kind", KINDS),
        arm=fields.choice("arm", ARMS),
        order=fields.choice("order", ORDERS),
        bases=fields.whole("bases", least=1, most=MAX_BASES),
        points=fields.whole("points", most=MAX_POINTS),
        flags=fields.choices("flags", FLAGS),
    )


def unit_as_json(unit: Unit) -> dict[str, Any]:
    """Return a unit in the contract's form."""
    return {
        "name": unit.name,
        "kind": unit.kind,
        "arm": unit.arm,
        "order": unit.order,
        "bases": unit.bases,
        "points": unit.points,
        "flags": list(unit.flags),
    }


def army_as_json(army: Army) -> dict[str, Any]:
    """Return the army in the contract's form; `read_army` of the result is the same army."""
    return {
        "name": army.name,
        "player": army.player,
        "rulebook": army.rulebook,
        "home": list(army.home),
        "commander": {"name": army.commander.name, "level": army.commander.level},
        "generals": [
            {"name": general.name, "level": general.level, "type": general.type}
            for general in army.generals
        ],
        "pbs_cards": army.pbs_cards,
        "scouting": army.scouting,
        "units": [unit_as_json(unit) for unit in army.units],
        "camp": army.camp,
        "settlement": army.settlement,
        "points": army.points,
    }


def army_from_json(written: Mapping[str, Any]) -> Army:
    """Return the army that `army_as_json` has written, or the part shown to a viewer.

    Much quicker than `read_army`, but does not judge: only for lists that were read before.
    """
    parts = {
        "home": tuple(written["home"]),
        "commander": Commander(**written["commander"]),
        "generals": tuple(General(**general) for general in written["generals"]),
        "units": tuple(
            Unit(**{**unit, "flags": tuple(unit["flags"])}) for unit in written["units"]
        ),
    }
    return Army(**{**written, **parts})


def public_part(army: Army) -> dict[str, Any]:
    """Return what the other side sees of a closed list before 10.E.

    `number_of_generals` excludes the army commander. Only fields named here leave the server: a new
    field of `Army` is secret until it is added here.
    """
    return {
        "name": army.name,
        "player": army.player,
        "commander_level": army.commander.level,
        "number_of_generals": len(army.generals),
        "home": list(army.home),
        "pbs_cards": army.pbs_cards,
        "scouting": army.scouting,
    }


def unusual(army: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return what is odd in a stored list, though allowed: a battery that is not artillery."""
    return tuple(
        ("battery_not_artillery", str(unit["name"]))
        for unit in army.get("units", ())
        if "battery" in unit.get("flags", ()) and unit["arm"] != "artillery"
    )


def secret_part(army: Army) -> dict[str, Any]:
    """Return what `public_part` omits: who leads, troops, flags, camp, points."""
    whole = army_as_json(army)
    kept_back = ("commander", "generals", "units", "camp", "settlement", "points")
    return {field: whole[field] for field in kept_back}


def _name(*, may_be_blank: bool) -> dict[str, Any]:
    one, some = f"[^{FORBIDDEN}]*", f"[^{FORBIDDEN}\\s]"
    pattern = f"^{one}$" if may_be_blank else f"^{one}{some}{one}$"
    return {"type": "string", "maxLength": MAX_NAME_LENGTH, "pattern": pattern}


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


def _listed(values: tuple[str, ...], least: int = 0) -> dict[str, Any]:
    return {
        "type": "array",
        "items": {"enum": list(values)},
        "uniqueItems": True,
        "minItems": least,
        "maxItems": len(values),
    }


def _object(required: tuple[str, ...], properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


ARMY_SCHEMA: Final[Mapping[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Army list for pbs-2023.1",
    **_object(
        ("name", "rulebook", "home", "commander", "pbs_cards", "scouting"),
        {
            "name": _name(may_be_blank=False),
            "player": _name(may_be_blank=True),
            "rulebook": {"const": RULEBOOK},
            "home": _listed(TERRITORIES, least=1),
            "commander": _object(
                ("level",), {"name": _name(may_be_blank=True), "level": {"enum": [*LEVELS]}}
            ),
            "generals": {
                "type": "array",
                "maxItems": MAX_GENERALS,
                "items": _object(
                    ("level", "type"),
                    {
                        "name": _name(may_be_blank=True),
                        "level": {"enum": [*LEVELS]},
                        "type": {"enum": [*GENERAL_TYPES]},
                    },
                ),
            },
            "pbs_cards": _whole(0, MAX_PBS_CARDS),
            "scouting": _whole(0, MAX_SCOUTING),
            "units": {
                "type": "array",
                "maxItems": MAX_UNITS,
                "items": _object(
                    ("name", "kind", "arm", "order", "bases"),
                    {
                        "name": _name(may_be_blank=False),
                        "kind": {"enum": [*KINDS]},
                        "arm": {"enum": [*ARMS]},
                        "order": {"enum": [*ORDERS]},
                        "bases": _whole(1, MAX_BASES),
                        "points": _whole(0, MAX_POINTS),
                        "flags": _listed(FLAGS),
                    },
                ),
            },
            "camp": {"type": "boolean"},
            "settlement": {"enum": [None, *SETTLEMENTS]},
            "points": _whole(0, MAX_POINTS),
        },
    ),
}
