"""Names of list fields and their values, on pages and in faults.

Words are written as in the middle of a sentence. Of a field, `.right` describes a valid value and
`.unset` what to choose if nothing was chosen. Of a kind of row, `.many` heads the rows, `.form`
does so in the form, `.note` explains them there, `.more` adds another, `.none` stands in for
missing rows, and `.counted` counts them by the values of a column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from setup_app.rulebooks.pbs_2023_1 import armies as lists

_FIELDS: Final = ("level", "type", "kind", "arm", "order", "bases", "points", "camp", "settlement")
_AS_WRITTEN: Final = (
    *(lists.TERRITORIES + lists.LEVELS + lists.GENERAL_TYPES + lists.ARMS + lists.ORDERS),
    *(lists.FLAGS + lists.SETTLEMENTS + _FIELDS),
)

LIST_WORDS: Final[Mapping[str, str]] = {
    **{f"list.{word}": word.replace("_", " ") for word in _AS_WRITTEN},
    "list.tug": "TUG",
    "list.sug": "SUG",
    "list.home": "home territories",
    "list.commander": "army commander",
    "list.commander.right": "It needs a level.",
    "list.commander.name": "army commander's name",
    "list.commander.level": "army commander's level",
    "list.pbs_cards": "PBS cards",
    "list.scouting": "scouting cards",
    "list.flags": "special",
    "list.kind.right": "Enter tug for troops or sug for skirmishers.",
    "list.level.unset": "Choose a level: {choices}.",
    "list.type.unset": "Choose a type: {choices}.",
    "list.kind.unset": "Choose a kind: {choices}.",
    "list.arm.unset": "Choose an arm: {choices}.",
    "list.order.unset": "Choose an order: {choices}.",
    "list.generals": "general",
    "list.generals.many": "Generals",
    "list.generals.form": "Other generals",
    "list.generals.more": "Add a general",
    "list.generals.none": "No other generals.",
    "list.units": "unit",
    "list.units.many": "Units",
    "list.units.note": (
        "A TUG is a unit of troops, a SUG a unit of skirmishers. Empty rows are ignored."
    ),
    "list.units.more": "Add units",
    "list.units.none": "No units yet.",
    "list.unusual.battery_not_artillery": "{found} is a battery but not artillery.",
    "list.units.counted": "TUGs (units of troops): {tug}, SUGs (units of skirmishers): {sug}",
}

CSV_COLUMNS: Final = (
    "name",
    "player",
    "rulebook",
    "home",
    "level",
    "type",
    "pbs_cards",
    "scouting",
    "camp",
    "settlement",
    "kind",
    "arm",
    "order",
    "bases",
    "points",
    "flags",
)
"""The columns of the whole army come before those of each unit."""
