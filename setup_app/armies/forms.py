"""What does the form for an army list show, and what does a sent form state?

The form knows no rule: it turns fields into the JSON that the rulebook reads, and hangs each
fault that comes back on the field it is about. Rows for generals and units are named
`units-3-bases`; gaps in the numbers and empty rows do not matter, so that rows can be added with
and without a script.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from setup_app.armies.texts import in_words, place_in_words, word
from setup_app.rulebooks.pbs_2023_1 import armies as lists
from setup_app.rulebooks.pbs_2023_1.armies import Army, Fault, army_as_json

FRESH_GENERALS: Final = 2
FRESH_UNITS: Final = 6
ROW_NUMBER: Final = "__row__"
"""Stands for the number in the row that a script copies."""

_ROW: Final = re.compile(r"(generals|units)-(\d{1,3})-[a-z]+")
_GENERAL: Final[Mapping[str, Sequence[str]]] = {
    "name": (),
    "level": lists.LEVELS,
    "type": lists.GENERAL_TYPES,
}
_UNIT: Final[Mapping[str, Sequence[str]]] = {
    "name": (),
    "kind": lists.KINDS,
    "arm": lists.ARMS,
    "order": lists.ORDERS,
    "bases": (),
    "points": (),
    "flags": lists.FLAGS,
}
_NUMBERS: Final = {
    "pbs_cards": (0, lists.MOST_PBS_CARDS),
    "scouting": (0, lists.MOST_SCOUTING),
    "bases": (1, lists.MOST_BASES),
    "points": (0, lists.MOST_POINTS),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that a field offers."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Field:
    """A field as the template draws it; `kind` is text, number, select, checks or check."""

    id: str
    label: str
    kind: str
    value: str = ""
    choices: tuple[Choice, ...] = ()
    limits: tuple[int, int] | None = None
    faults: tuple[str, ...] = ()
    longest: int = lists.LONGEST_NAME


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of a general or a unit; `name` stands before the rest."""

    title: str
    prefix: str
    fields: tuple[Field, ...]
    removable: bool


@dataclass(frozen=True, slots=True)
class SpeltFault:
    """A fault in words, and the field to jump to."""

    place: str
    words: str
    field: str


@dataclass(frozen=True, slots=True)
class ArmyForm:
    """All that the template needs."""

    fields: tuple[Field, ...]
    generals: tuple[Row, ...]
    units: tuple[Row, ...]
    blank_general: Row
    blank_unit: Row
    faults: tuple[SpeltFault, ...]


def stated_by(sent: QueryDict) -> dict[str, Any]:
    """Return what a sent form states, for the rulebook to read: rows left empty are left out."""
    return {
        "name": sent.get("name", ""),
        "player": sent.get("player", ""),
        "rulebook": lists.RULEBOOK,
        "home": sent.getlist("home"),
        "commander": {
            "name": sent.get("commander-name", ""),
            "level": sent.get("commander-level", ""),
        },
        "camp": "camp" in sent,
        "settlement": sent.get("settlement") or None,
        **_numbers(sent, "", ("pbs_cards", "scouting", "points")),
        "generals": [
            {field: sent.get(f"{prefix}-{field}", "") for field in _GENERAL}
            for prefix in _prefixes(sent, "generals", ("name", "level", "type"))
        ],
        "units": [
            {
                **{field: sent.get(f"{prefix}-{field}", "") for field in ("name", "kind", "arm")},
                "order": sent.get(f"{prefix}-order", ""),
                **_numbers(sent, f"{prefix}-", ("bases", "points")),
                "flags": sent.getlist(f"{prefix}-flags"),
            }
            for prefix in _prefixes(sent, "units", ("name", "bases", "points", "flags"))
        ],
    }


def _numbers(sent: QueryDict, prefix: str, names: Iterable[str]) -> dict[str, Any]:
    texts = {name: sent.get(prefix + name, "").strip() for name in names}
    return {
        name: int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text
        for name, text in texts.items()
        if text
    }


def _prefixes(sent: QueryDict, rows: str, telling: Iterable[str]) -> list[str]:
    """Return the rows in which something telling is filled in and which are not to be removed."""
    numbers = {
        int(found[2]) for name in sent if (found := _ROW.fullmatch(name)) and found[1] == rows
    }
    return [
        prefix
        for prefix in (f"{rows}-{number}" for number in sorted(numbers))
        if f"{prefix}-remove" not in sent
        and any(sent.get(f"{prefix}-{field}", "").strip() for field in telling)
    ]


def empty_form() -> ArmyForm:
    """Return the form for a new army."""
    return form_of({"camp": True}, more_generals=FRESH_GENERALS, more_units=FRESH_UNITS)


def form_for(army: Army) -> ArmyForm:
    """Return the form for an army that there is."""
    return form_of(army_as_json(army))


def form_of(
    stated: Mapping[str, Any],
    *,
    faults: Iterable[Fault] = (),
    more_generals: int = 0,
    more_units: int = 0,
) -> ArmyForm:
    """Return the form that shows a stated list with its faults, and some empty rows after it."""
    named = [(_field_id(fault), fault) for fault in faults]
    by_field: dict[str, tuple[str, ...]] = {}
    for field_id, fault in named:
        by_field[field_id] = (*by_field.get(field_id, ()), in_words(fault))
    return ArmyForm(
        fields=_army_fields(stated, by_field),
        generals=_rows("generals", _GENERAL, stated, by_field, more=more_generals),
        units=_rows("units", _UNIT, stated, by_field, more=more_units),
        blank_general=_row("generals", ROW_NUMBER, _GENERAL, {}, {}),
        blank_unit=_row("units", ROW_NUMBER, _UNIT, {}, {}),
        faults=tuple(
            SpeltFault(place_in_words(fault), in_words(fault), field_id)
            for field_id, fault in named
        ),
    )


def _field_id(fault: Fault) -> str:
    path = fault.path
    if path[:1] == ("commander",):
        return "commander-" + str(path[1]) if len(path) > 1 else "commander-level"
    if path[:1] in (("units",), ("generals",)) and len(path) > 2:
        return "-".join(str(step) for step in path[:3])
    return str(path[0]) if path else "name"


def _army_fields(
    stated: Mapping[str, Any], faults: Mapping[str, tuple[str, ...]]
) -> tuple[Field, ...]:
    commander = stated.get("commander", {})
    return (
        _field("name", "name", stated.get("name"), (), faults),
        _field("player", "player", stated.get("player"), (), faults),
        _field("home", "home", stated.get("home", ()), lists.TERRITORIES, faults),
        _field("commander-name", "commander-name", commander.get("name"), (), faults),
        _field("commander-level", "commander-level", commander.get("level"), lists.LEVELS, faults),
        _field("pbs_cards", "pbs_cards", stated.get("pbs_cards"), (), faults),
        _field("scouting", "scouting", stated.get("scouting"), (), faults),
        _field("settlement", "settlement", stated.get("settlement"), lists.SETTLEMENTS, faults),
        _field("points", "points", stated.get("points"), (), faults),
        Field("camp", word("camp"), "check", value="yes" if stated.get("camp") else ""),
    )


def _rows(
    rows: str,
    columns: Mapping[str, Sequence[str]],
    stated: Mapping[str, Any],
    faults: Mapping[str, tuple[str, ...]],
    *,
    more: int,
) -> tuple[Row, ...]:
    given = [*stated.get(rows, ()), *({} for _ in range(more))]
    return tuple(
        _row(rows, str(number), columns, values, faults) for number, values in enumerate(given)
    )


def _row(
    rows: str,
    number: str,
    columns: Mapping[str, Sequence[str]],
    values: Mapping[str, Any],
    faults: Mapping[str, tuple[str, ...]],
) -> Row:
    prefix = f"{rows}-{number}"
    title = {"generals": _("General"), "units": _("Unit")}[rows]
    return Row(
        title=f"{title} {int(number) + 1}" if number.isdigit() else title,
        prefix=prefix,
        fields=tuple(
            _field(f"{prefix}-{name}", name, values.get(name), choices, faults)
            for name, choices in columns.items()
        ),
        removable=bool(values),
    )


def _field(
    field_id: str,
    name: str,
    value: Any,
    choices: Sequence[str],
    faults: Mapping[str, tuple[str, ...]],
) -> Field:
    several = name in ("home", "flags")
    chosen = (value or ()) if several else (value,)
    kind = "checks" if several else "select" if choices else "text"
    return Field(
        id=field_id,
        label=word(name),
        kind="number" if name in _NUMBERS else kind,
        value="" if value is None or several else str(value),
        choices=tuple(Choice(each, word(each), each in chosen) for each in choices),
        limits=_NUMBERS.get(name),
        faults=faults.get(field_id, ()),
    )
