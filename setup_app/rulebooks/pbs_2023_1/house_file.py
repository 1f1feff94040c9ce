"""Do the files of settings, event numbers and rulings say what can be chosen and why?"""

from collections.abc import Mapping

from setup_app.rulebooks.coded import Params
from setup_app.rulebooks.pbs_2023_1.figures import Cards
from setup_app.rulebooks.pbs_2023_1.house import (
    EVENT_NUMBER_KINDS,
    SETTING_KINDS,
    EventNumber,
    Json,
    Ruling,
    Section,
    Setting,
)
from setup_app.rulebooks.pbs_2023_1.vocabulary import unlike
from setup_app.rulebooks.phrases import TextsFile
from setup_app.rulebooks.tables_file import Table

_KEYS = {
    "choice": ("choices", "default"),
    "switch": ("default",),
    "number": ("min", "max", "default"),
    "deck": ("total", "default"),
    "dice_faces": ("faces", "sides", "default"),
    "boxes": ("default",),
    "limit": (),
}

_BOX: dict[str, Json] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 4},
    "minItems": 2,
    "maxItems": 2,
}


def read_settings(
    file: Table, sections: Mapping[str, Section], cards: Cards, texts: TextsFile
) -> tuple[Setting, ...]:
    """Read the settings. Raises RulebookFileError for a default that its own setting refuses."""
    file.expect("setting")
    settings: dict[str, Setting] = {}
    for table in file.tables("setting"):
        kind = table.word_of("kind", SETTING_KINDS, "kind of setting")
        table.expect("name", "section", "kind", *_KEYS[kind])
        name = unlike(table, "name", settings)
        section = sections[table.word_of("section", sections, "section")]
        choices, choice_texts = _choices(table, kind, texts)
        default = _json(table.values.get("default"))
        if kind in ("deck", "dice_faces"):
            _check_cards(table, kind, cards)
        setting = Setting(
            name=name,
            section=section.id,
            kind=kind,
            default=default,
            schema=_schema(table, kind, cards),
            choices=choices,
            choice_texts=choice_texts,
            title=_say(table, f"setting.{name}.title", texts),
            why=_say(table, f"setting.{name}.why", texts),
            later=not section.played,
        )
        if not setting.allows(default):
            raise table.fault(f"the default of {name!r} is not allowed", "default")
        settings[name] = setting
    return tuple(settings.values())


def _say(table: Table, code: str, texts: TextsFile) -> str:
    key = "name" if "name" in table else "id"
    return texts.say(code, table=table, at=(key,), params=Params())


def _choices(
    table: Table, kind: str, texts: TextsFile
) -> tuple[tuple[Json, ...] | None, tuple[tuple[str, str], ...]]:
    """Give the values that can be listed, and the text of each value that has one."""
    words: tuple[str, ...] = ()
    choices: tuple[Json, ...] | None = None
    if kind == "choice":
        words = table.words("choices")
        choices = words
    elif kind == "switch":
        words = ("true", "false")
        choices = (True, False)
    elif kind == "boxes":
        words = ("any",)
    name = table.word("name")
    return choices, tuple((word, _say(table, f"setting.{name}.{word}", texts)) for word in words)


def _check_cards(table: Table, kind: str, cards: Cards) -> None:
    """Hold the pack and the dice to the colours, the faces and the counts that they must have."""
    default = table.table("default")
    default.expect(*cards.colours)
    if kind == "deck":
        total = sum(default.whole(colour) for colour in default)
        if table.whole("total") != cards.pack:
            raise table.fault(f"the pack has {cards.pack} cards", "total")
        if total != cards.pack:
            raise table.fault(f"the pack has {cards.pack} cards, not {total}", "default")
        return
    if table.words("faces") != cards.faces:
        raise table.fault(f"the faces are {', '.join(cards.faces)}", "faces")
    for colour in cards.colours:
        die = default.table(colour)
        die.expect(*cards.faces)
        total = sum(die.whole(face) for face in die)
        if total != table.whole("sides"):
            raise default.fault(f"a die has {table.whole('sides')} faces, not {total}", colour)


def _schema(table: Table, kind: str, cards: Cards) -> Mapping[str, Json]:
    """Give the JSON Schema of a setting's values; sums stand in no schema."""
    if kind == "choice":
        return {"enum": list(table.words("choices"))}
    if kind == "switch":
        return {"type": "boolean"}
    if kind == "number":
        if table.number("min") > table.number("max"):
            raise table.fault("'min' is above 'max'", "min")
        return {"type": "number", "minimum": table.number("min"), "maximum": table.number("max")}
    if kind == "limit":
        return {"type": ["number", "null"], "minimum": 0}
    if kind == "boxes":
        boxes: dict[str, Json] = {
            "type": "array", "items": _BOX, "minItems": 1, "uniqueItems": True,
        }  # fmt: skip
        return {"anyOf": [{"const": "any"}, boxes]}
    counts = _counts(cards.colours)
    return counts if kind == "deck" else _object({c: _counts(cards.faces) for c in cards.colours})


def _counts(keys: tuple[str, ...]) -> dict[str, Json]:
    return _object({key: {"type": "integer", "minimum": 0} for key in keys})


def _object(properties: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _json(value: object) -> Json:
    """Take a TOML value as JSON; dates, which JSON lacks, become text and are refused later."""
    if isinstance(value, dict):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_json(item) for item in value]
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def read_event_numbers(
    file: Table, sections: Mapping[str, Section], texts: TextsFile
) -> tuple[EventNumber, ...]:
    """Read the event numbers. Raises RulebookFileError for a default out of its own range."""
    file.expect("event_number")
    numbers: dict[str, EventNumber] = {}
    for table in file.tables("event_number"):
        table.expect("name", "section", "given_in", "kind", "min", "max", "default")
        name = unlike(table, "name", numbers)
        kind = table.word_of("kind", EVENT_NUMBER_KINDS, "kind of number")
        number = EventNumber(
            name=name,
            section=table.word_of("section", sections, "section"),
            kind=kind,
            default=table.number("default") if kind == "number" else _pair(table),
            min=table.number("min"),
            max=table.number("max"),
            given_in=table.word_of("given_in", ("settings", "table"), "place"),
            text=_say(table, f"event_number.{name}", texts),
        )
        if not number.allows(number.default_as_json):
            raise table.fault(f"the default of {name!r} is not allowed", "default")
        numbers[name] = number
    return tuple(numbers.values())


def _pair(table: Table) -> tuple[float, float]:
    match table.sequence("default"):
        case (int() | float() as least, int() | float() as greatest):
            return least, greatest
    raise table.fault("'default' must be a least and a greatest number", "default")


def read_rulings(
    file: Table, sections: Mapping[str, Section], texts: TextsFile
) -> tuple[Ruling, ...]:
    """Read the rulings. Raises RulebookFileError for one that stands twice or has no sentence."""
    file.expect("ruling")
    rulings: dict[str, Ruling] = {}
    for table in file.tables("ruling"):
        table.expect("id", "section")
        name = unlike(table, "id", rulings)
        section = sections[table.word_of("section", sections, "section")]
        text = _say(table, f"ruling.{name}", texts)
        rulings[name] = Ruling(name, section.id, text, not section.played)
    return tuple(rulings.values())
