"""Read the files of settings, event numbers and rulings."""

from collections.abc import Mapping
from typing import Any

from setup_app.rulebooks.pbs_2023_1.figures import Cards
from setup_app.rulebooks.pbs_2023_1.house import EventNumber, Json, RuleSection, RuleSetting, Ruling
from setup_app.rulebooks.pbs_2023_1.territories import Size
from setup_app.rulebooks.tables_file import TablesFile

_BOX: dict[str, Json] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 4},
    "minItems": 2,
    "maxItems": 2,
}


def words_of_cards(cards: Cards) -> Mapping[str, Mapping[str, Json]]:
    """Return the schemas of a pack and of dice, for the file of settings; a schema cannot state
    sums.
    """
    return {
        "faces": {"const": list(cards.faces)},
        "of_each_colour": _counts(cards.colours),
        "dice": _object({colour: _counts(cards.faces) for colour in cards.colours}),
    }


def read_settings(
    file: TablesFile, sections: Mapping[str, RuleSection], cards: Cards
) -> tuple[RuleSetting, ...]:
    """Return the settings. Raises RulebookFileError for a default that its own setting refuses."""
    file.once("setting", "name")
    settings = []
    for index, row in enumerate(file.values["setting"]):
        setting = _setting(row, sections, cards)
        least = row.get("min", 0)
        fits = setting.allows(setting.default) and least <= row.get("max", least)
        if not fits or _counted(row) != _due(row, cards):
            raise file.fault("the default is not allowed", "setting", index, "default")
        settings.append(setting)
    return tuple(settings)


def _setting(
    row: Mapping[str, Any], sections: Mapping[str, RuleSection], cards: Cards
) -> RuleSetting:
    name, kind = row["name"], row["kind"]
    choices = {"choice": tuple(row.get("choices", ())), "switch": (True, False)}.get(kind)
    words: tuple[str, ...] = tuple(row.get("choices", ()))
    if kind in ("switch", "boxes"):
        words = ("true", "false") if kind == "switch" else ("any",)
    return RuleSetting(
        name=name,
        section=row["section"],
        kind=kind,
        default=row.get("default"),
        schema=_schema(row, cards),
        choices=choices,
        choice_texts=tuple((word, f"setting.{name}.{word}") for word in words),
        title=f"setting.{name}.title",
        why=f"setting.{name}.why",
        later=not sections[row["section"]].played,
    )


def _counted(row: Mapping[str, Any]) -> list[int]:
    """Return the counts of the cards of a pack, or of the faces of each die."""
    match row["kind"]:
        case "deck":
            return [sum(row["default"].values()), row["total"]]
        case "dice_faces":
            return [sum(die.values()) for die in row["default"].values()]
    return []


def _due(row: Mapping[str, Any], cards: Cards) -> list[int]:
    match row["kind"]:
        case "deck":
            return [cards.pack, cards.pack]
        case "dice_faces":
            return [row["sides"] for _ in cards.colours]
    return []


def _schema(row: Mapping[str, Any], cards: Cards) -> Mapping[str, Json]:
    """Return the JSON Schema of a setting's values; a schema cannot state sums."""
    match row["kind"]:
        case "choice":
            return {"enum": row["choices"]}
        case "switch":
            return {"type": "boolean"}
        case "number":
            return _bounded(row)
        case "limit":
            bounds: dict[str, Json] = {"type": ["number", "null"], "minimum": 0}
            return bounds | ({"maximum": row["max"]} if "max" in row else {})
        case "most":
            return {"type": ["integer", "null"], "minimum": row.get("min", 0)}
        case "size":
            return {"type": "array", "items": _bounded(row), "minItems": 2, "maxItems": 2}
        case "figures":
            return _object({name: _bounded(row) for name in row["default"]})
        case "boxes":
            boxes: dict[str, Json] = {
                "type": "array", "items": _BOX, "minItems": 1, "uniqueItems": True,
            }  # fmt: skip
            return {"anyOf": [{"const": "any"}, boxes]}
    counted = words_of_cards(cards)
    return counted["of_each_colour" if row["kind"] == "deck" else "dice"]


def _bounded(row: Mapping[str, Any]) -> dict[str, Json]:
    return {"type": "number", "minimum": row["min"], "maximum": row["max"]}


def _counts(keys: tuple[str, ...]) -> dict[str, Json]:
    return _object({key: {"type": "integer", "minimum": 0} for key in keys})


def _object(properties: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def read_event_numbers(file: TablesFile, own_sizes: Mapping[str, Size]) -> tuple[EventNumber, ...]:
    """Return the event numbers. Raises RulebookFileError for a default out of its own range."""
    file.once("event_number", "name")
    left_out = {
        type_: {"max": None} if size.min is None else {"min": None, "max": None}
        for type_, size in own_sizes.items()
    }
    numbers = []
    for index, row in enumerate(file.values["event_number"]):
        default = row.get("default", left_out)
        number = EventNumber(
            name=row["name"],
            section=row["section"],
            kind=row["kind"],
            default=tuple(default) if isinstance(default, list) else default,
            min=row["min"],
            max=row["max"],
            given_in=row["given_in"],
            text=f"event_number.{row['name']}",
        )
        if not number.allows(default):
            raise file.fault("the default is not allowed", "event_number", index, "default")
        numbers.append(number)
    return tuple(numbers)


def read_rulings(file: TablesFile, sections: Mapping[str, RuleSection]) -> tuple[Ruling, ...]:
    """Return the rulings. Raises RulebookFileError for a duplicate."""
    file.once("ruling", "id")
    return tuple(
        Ruling(
            row["id"], row["section"], f"ruling.{row['id']}", not sections[row["section"]].played
        )
        for row in file.values["ruling"]
    )
