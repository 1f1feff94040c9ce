"""The pre-battle system (PBS), release v2023.1, as a rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setup_app.engine.prompts import Script
from setup_app.engine.rulebook import BoxMaps, RollOff, Rulebook, Setting, Step
from setup_app.rulebooks.pbs_2023_1 import section_8_prompts, section_9_prompts
from setup_app.rulebooks.pbs_2023_1.armies import (
    ARMY_SCHEMA,
    army_as_json,
    public_part,
    read_army,
    unusual,
)
from setup_app.rulebooks.pbs_2023_1.deployment import (
    camp_prompts,
    camps,
    deploy_prompts,
    hide_prompts,
    leader_prompts,
    pregame_prompts,
)
from setup_app.rulebooks.pbs_2023_1.deployment.ambush_cards import (
    ambush_cards,
    stay_beside_the_camp,
)
from setup_app.rulebooks.pbs_2023_1.deployment.first_parts import first_parts
from setup_app.rulebooks.pbs_2023_1.deployment.plans import outlines, plan_as_json, read_plan
from setup_app.rulebooks.pbs_2023_1.deployment.pregame import pregame_moves
from setup_app.rulebooks.pbs_2023_1.deployment.rest import the_rest
from setup_app.rulebooks.pbs_2023_1.deployment.units import Corners
from setup_app.rulebooks.pbs_2023_1.generator import generate
from setup_app.rulebooks.pbs_2023_1.generator_options import read_wish
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from setup_app.rulebooks.pbs_2023_1.list_words import CSV_COLUMNS, LIST_WORDS
from setup_app.rulebooks.pbs_2023_1.log_lines import log_lines
from setup_app.rulebooks.pbs_2023_1.own_sizes import following
from setup_app.rulebooks.pbs_2023_1.placement_judge import FINDERS
from setup_app.rulebooks.pbs_2023_1.presentation import present
from setup_app.rulebooks.pbs_2023_1.revisions import REVISION, lacking
from setup_app.rulebooks.pbs_2023_1.section_8 import (
    choose_territory,
    five_days,
    place_marker,
    roll_off,
)
from setup_app.rulebooks.pbs_2023_1.section_9 import compulsory, optional, secure_flank, settlements
from setup_app.rulebooks.pbs_2023_1.section_10 import scout
from setup_app.rulebooks.pbs_2023_1.setup_check import check_setup, fitting_flanks, furthest
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
from setup_app.rulebooks.pbs_2023_1.vocabulary import SCHEMAS
from setup_app.rulebooks.pbs_2023_1.walk import SIZE
from setup_app.rulebooks.phrases import texts_of
from setup_app.rulebooks.tables_file import read_tables_file

__all__ = ["RULEBOOK"]

FOLDER = Path(__file__).parent

APART = (
    # Wording, and the API's presentation of a situation.
    "data/texts.toml",
    "sentences.toml",
    "list_words.py",
    "log_lines.py",
    "presentation.py",
    "deployment/shown.py",
    # The generator of whole tables.
    "generator.py",
    "section_9_start.py",
    "generator_options.py",
    "generator_option_faults.py",
)
"""Files of this folder that cannot change the course of a battle."""


def script(battle: PbsSituation) -> Script:
    """Run the whole procedure, in the order of the sheet."""
    yield from roll_off(battle)
    yield from choose_territory(battle)
    yield from place_marker(battle)
    yield from five_days(battle)
    yield from secure_flank(battle)
    yield from compulsory(battle)
    yield from optional(battle)
    yield from settlements(battle)
    yield from scout(battle)
    if battle.setup.until == "scouting":
        return
    yield from first_parts(battle)
    yield from the_rest(battle)
    stay_beside_the_camp(battle)
    yield from ambush_cards(battle)
    yield from pregame_moves(battle)


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
        # A setting of a section that is not played yet would be accepted and have no effect.
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
    """Return the texts of the tables and the script; messages of the script have bare codes."""
    said = texts_of(read_tables_file(FOLDER / "sentences.toml", SCHEMAS / "texts.json"))
    bare = {code.removeprefix("told."): text for code, text in said.items()}
    return {**PHRASES.texts, **bare, **LIST_WORDS}


def _public_list(army: Any, settings: Any) -> dict[str, Any]:
    read = read_army(army)
    return public_part(read) if settings["lists"] == "closed" else army_as_json(read)


def _may_stop(battle: PbsSituation) -> bool:
    """Return whether both may go on with real figures: after 10.A they may."""
    return battle.setup.until != "scouting" and battle.outcome is not None


def _plan_outlines(plan: Mapping[str, Any], army: Mapping[str, Any]) -> tuple[Corners, ...]:
    """Return the outlines with the default base depths: a plan belongs to no battle."""
    depths: Any = SETTINGS["base_depths"].default
    return outlines(plan, read_army(army), depths)


RULEBOOK = Rulebook(
    id=IDENTITY.id,
    title=IDENTITY.title,
    edition=IDENTITY.edition,
    revision=REVISION,
    unit=IDENTITY.unit,
    folder=FOLDER,
    apart=APART,
    settings=_settings(),
    table_numbers=_event_numbers("table"),
    steps=tuple(
        Step(section.id, PHRASES.text(section.title))
        for section in SECTIONS.values()
        if section.played
    ),
    until=("scouting", "deployment"),
    prompts=(
        section_8_prompts.InvadeOrDefend,
        section_8_prompts.StrategicIntercept,
        section_8_prompts.PlayTerritoryCard,
        section_8_prompts.PlayDayCard,
        section_8_prompts.TurnedUp,
        section_8_prompts.ChooseTerritory,
        section_8_prompts.PlaceMarker,
        section_8_prompts.MoveMarker,
        section_8_prompts.KeepCards,
        section_8_prompts.TurnedUpScouting,
        section_9_prompts.ChooseType,
        section_9_prompts.ChooseSector,
        section_9_prompts.SelectOptional,
        section_9_prompts.DiceOrNot,
        section_9_prompts.PlacePiece,
        section_9_prompts.Oppose,
        section_9_prompts.MovePiece,
        section_9_prompts.TurnPiece,
        section_9_prompts.Garrison,
        camp_prompts.CampRight,
        camp_prompts.PlaceCamp,
        deploy_prompts.Deploy,
        hide_prompts.Hide,
        leader_prompts.PlaceLeaders,
        hide_prompts.GiveAmbush,
        pregame_prompts.PregameMove,
    ),
    army_schema=ARMY_SCHEMA,
    texts=_sentences(),
    open=PbsSituation,
    script=script,
    check_setup=check_setup,
    public_list=_public_list,
    read_army=lambda stated: army_as_json(read_army(stated)),
    read_plan=lambda stated, army: plan_as_json(read_plan(stated, read_army(army))),
    plan_outlines=_plan_outlines,
    unusual=unusual,
    csv_columns=CSV_COLUMNS,
    box_maps=BoxMaps(SIZE, tuple(GROUND.densities), fitting_flanks, rule="8.B"),
    present=present,
    finders={**FINDERS, **camps.FINDERS},
    rulings=tuple(
        {"id": ruling.id, "rule": ruling.section, "text": ruling.text}
        for ruling in RULINGS.values()
    ),
    source=IDENTITY.source,
    lacking=lacking,
    following=following,
    furthest=furthest,
    may_stop=_may_stop,
    log_lines=log_lines,
    roll_off=RollOff("8.A", lambda battle: battle.invader),
    layout_rules=layout_rules,
    read_wish=read_wish,
    generate=generate,
    territories=lambda: tuple(territory_as_json(each) for each in TERRITORIES.values()),
)
