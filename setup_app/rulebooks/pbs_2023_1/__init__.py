"""The pre-battle system (PBS), release v2023.1: what does this rulebook bring along?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setup_app.rulebooks.pbs_2023_1 import ground_prompts, where_prompts
from setup_app.rulebooks.pbs_2023_1.armies import ARMY_SCHEMA, army_as_json, public_part, read_army
from setup_app.rulebooks.pbs_2023_1.generating import generate
from setup_app.rulebooks.pbs_2023_1.ground import layout_rules
from setup_app.rulebooks.pbs_2023_1.ground_judging import FINDERS
from setup_app.rulebooks.pbs_2023_1.list_words import CSV_COLUMNS, LIST_WORDS
from setup_app.rulebooks.pbs_2023_1.presenting import present
from setup_app.rulebooks.pbs_2023_1.scouting import scout
from setup_app.rulebooks.pbs_2023_1.setup_check import check_setup, fitting_flanks
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation
from setup_app.rulebooks.pbs_2023_1.tables import (
    EVENT_NUMBERS,
    GROUND,
    IDENTITY,
    PHRASES,
    RULINGS,
    SECTIONS,
    SETTINGS,
    TERRITORIES,
    territory_as_json,
)
from setup_app.rulebooks.pbs_2023_1.the_ground import (
    compulsory,
    optional,
    secure_flank,
    settlements,
)
from setup_app.rulebooks.pbs_2023_1.walk import SIZE
from setup_app.rulebooks.pbs_2023_1.who_where import (
    choose_territory,
    five_days,
    place_marker,
    roll_off,
)
from setup_app.rulebooks.pbs_2023_1.wishes import read_wish
from setup_app.rulebooks.tables_file import read_tables_file
from setup_app.script.prompts import Script
from setup_app.script.rulebook import BoxMaps, Rulebook, Setting, Step

__all__ = ["RULEBOOK"]

FOLDER = Path(__file__).parent


def script(battle: PbsSituation) -> Script:
    """The whole procedure, in the order of the sheet."""
    yield from roll_off(battle)
    yield from choose_territory(battle)
    yield from place_marker(battle)
    yield from five_days(battle)
    yield from secure_flank(battle)
    yield from compulsory(battle)
    yield from optional(battle)
    yield from settlements(battle)
    yield from scout(battle)


def _settings() -> tuple[Setting, ...]:
    chosen = tuple(
        Setting(
            name=setting.name,
            default=setting.default,
            why=setting.why,
            rule=setting.section,
            schema=setting.schema,
            accepts=setting.allows,
            choices=setting.choices or (),
        )
        for setting in SETTINGS.values()
        # What is not played yet would be accepted and do nothing.
        if not setting.later
    )
    return chosen + _event_numbers("settings")


def _event_numbers(given_in: str) -> tuple[Setting, ...]:
    return tuple(
        Setting(
            name=number.name,
            default=number.default_as_json,
            why=number.text,
            rule=number.section,
            schema=number.schema,
            accepts=number.allows,
            event_number=True,
        )
        for number in EVENT_NUMBERS.values()
        if number.given_in == given_in
    )


def _sentences() -> dict[str, str]:
    """The tables' texts and the script's; what the script tells stands under its bare code."""
    said = _flat(read_tables_file(FOLDER / "sentences.toml").values)
    bare = {code.removeprefix("told."): text for code, text in said.items()}
    return {**PHRASES.texts, **bare, **LIST_WORDS}


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = str(value)
    return flat


def _public_list(army: Any, settings: Any) -> dict[str, Any]:
    read = read_army(army)
    return public_part(read) if settings["lists"] == "closed" else army_as_json(read)


RULEBOOK = Rulebook(
    id=IDENTITY.id,
    title=IDENTITY.title,
    edition=IDENTITY.edition,
    revision=1,
    unit=IDENTITY.unit,
    folder=FOLDER,
    settings=_settings(),
    table_numbers=_event_numbers("table"),
    steps=tuple(
        Step(section.id, PHRASES.text(section.title))
        for section in SECTIONS.values()
        if section.played
    ),
    until=("scouting",),
    prompts=(
        where_prompts.InvadeOrDefend,
        where_prompts.StrategicIntercept,
        where_prompts.PlayTerritoryCard,
        where_prompts.PlayDayCard,
        where_prompts.TurnedUp,
        where_prompts.ChooseTerritory,
        where_prompts.PlaceMarker,
        where_prompts.MoveMarker,
        where_prompts.KeepCards,
        where_prompts.TurnedUpScouting,
        ground_prompts.ChooseType,
        ground_prompts.SelectOptional,
        ground_prompts.DiceOrNot,
        ground_prompts.PlacePiece,
        ground_prompts.Oppose,
        ground_prompts.MovePiece,
        ground_prompts.TurnPiece,
        ground_prompts.Garrison,
    ),
    army_schema=ARMY_SCHEMA,
    texts=_sentences(),
    open=PbsSituation,
    script=script,
    check_setup=check_setup,
    public_list=_public_list,
    read_army=lambda stated: army_as_json(read_army(stated)),
    csv_columns=CSV_COLUMNS,
    box_maps=BoxMaps(SIZE, tuple(GROUND.densities), fitting_flanks, rule="8.B"),
    pages="setup_app.battles.pages.pbs_2023_1",
    present=present,
    finders=FINDERS,
    rulings=tuple(
        {"id": ruling.id, "rule": ruling.section, "text": ruling.text}
        for ruling in RULINGS.values()
    ),
    source=IDENTITY.source,
    layout_rules=layout_rules,
    read_wish=read_wish,
    generate=generate,
    territories=lambda: tuple(territory_as_json(each) for each in TERRITORIES.values()),
)
