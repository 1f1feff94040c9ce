"""The tables of the pre-battle system, release v2023.1.

Everything here is read once, from the files in `data`, when the module is first imported. A wrong
file raises `RulebookFileError` with its line, and nothing starts. Source of the figures: PBS and
Terrain Map Release v2023.1; of everything that it leaves open: this project's reading.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from setup_app.rulebooks.codes import Params
from setup_app.rulebooks.pbs_2023_1.figures import (
    Cards,
    Density,
    GroundFigures,
    MarkerMove,
    OpponentDie,
    Placing,
    Slots,
)
from setup_app.rulebooks.pbs_2023_1.figures_file import read_cards, read_ground
from setup_app.rulebooks.pbs_2023_1.house import EventNumber, Json, RuleSection, RuleSetting, Ruling
from setup_app.rulebooks.pbs_2023_1.house_file import (
    read_event_numbers,
    read_rulings,
    read_settings,
    words_of_cards,
)
from setup_app.rulebooks.pbs_2023_1.territories import (
    Band,
    Box,
    CampRule,
    Effect,
    FlankSubstitute,
    Limit,
    Size,
    Special,
    SpecialRule,
    TerrainRow,
    Territory,
    territory_as_json,
)
from setup_app.rulebooks.pbs_2023_1.territory_file import read_territory
from setup_app.rulebooks.pbs_2023_1.vocabulary import (
    SCHEMAS,
    Identity,
    Vocabulary,
    read_vocabulary,
)
from setup_app.rulebooks.phrases import Phrases, Said, read_phrases, texts_of
from setup_app.rulebooks.tables_file import RulebookFileError, TablesFile, read_tables_file

__all__ = [
    "CARDS",
    "EVENT_NUMBERS",
    "GROUND",
    "IDENTITY",
    "OWN_SIZES",
    "PHRASES",
    "RULINGS",
    "SECTIONS",
    "SETTINGS",
    "TERRITORIES",
    "TYPES",
    "Band",
    "Box",
    "CampRule",
    "Cards",
    "Density",
    "Effect",
    "EventNumber",
    "FlankSubstitute",
    "GroundFigures",
    "Json",
    "Limit",
    "MarkerMove",
    "OpponentDie",
    "Placing",
    "RuleSection",
    "RuleSetting",
    "Ruling",
    "Size",
    "Slots",
    "Special",
    "SpecialRule",
    "Tables",
    "TerrainRow",
    "Territory",
    "load_tables",
    "territory_as_json",
]

DATA = Path(__file__).parent / "data"

_FILES = (
    "rulebook",
    "texts",
    "types",
    "cards",
    "ground",
    "settings",
    "event_numbers",
    "rulings",
)


@dataclass(frozen=True)
class Tables:
    """All tables of the rulebook; every mapping is in the order of its file."""

    identity: Identity
    sections: Mapping[str, RuleSection]
    types: tuple[str, ...]
    territories: Mapping[str, Territory]
    cards: Cards
    ground: GroundFigures
    settings: Mapping[str, RuleSetting]
    event_numbers: Mapping[str, EventNumber]
    own_sizes: Mapping[str, Size]
    rulings: Mapping[str, Ruling]
    phrases: Phrases


def load_tables(folder: Path) -> Tables:
    """Return the tables of a folder of data files.

    Raises RulebookFileError for the first fault, including an unexpected file.
    """
    vocabulary = read_vocabulary(folder)
    sections = vocabulary.sections

    def file(name: str, words: Mapping[str, Any], schema: str | None = None) -> TablesFile:
        known = {"section": {"enum": [*sections]}, **words}
        return read_tables_file(folder / f"{name}.toml", SCHEMAS / f"{schema or name}.json", known)

    for present in sorted(folder.glob("*.toml")):
        if present.stem not in _FILES and present.stem not in vocabulary.territories:
            raise RulebookFileError(present, 1, "no table of this rulebook is read from here")
    texts = file("texts", {})
    cards = read_cards(file("cards", {}))
    ground = read_ground(file("ground", {}))
    words = _words_of_maps(vocabulary, ground)
    names = texts_of(texts)
    territories = {
        slug: read_territory(
            file(slug, words, "territory"),
            names.get(f"territory.{slug}", slug),
            vocabulary.categories,
        )
        for slug in vocabulary.territories
    }
    settings = read_settings(file("settings", words_of_cards(cards)), sections, cards)
    own_sizes = _own_sizes(territories)
    numbers = read_event_numbers(file("event_numbers", {}), own_sizes)
    rulings = read_rulings(file("rulings", {}), sections)
    chosen: tuple[RuleSetting | EventNumber | Ruling, ...] = (*settings, *numbers, *rulings)
    return Tables(
        identity=vocabulary.identity,
        sections=MappingProxyType(dict(sections)),
        types=vocabulary.types,
        territories=MappingProxyType(territories),
        cards=cards,
        ground=ground,
        settings=MappingProxyType({setting.name: setting for setting in settings}),
        event_numbers=MappingProxyType({number.name: number for number in numbers}),
        own_sizes=MappingProxyType(own_sizes),
        rulings=MappingProxyType({ruling.id: ruling for ruling in rulings}),
        phrases=read_phrases(
            texts,
            (*_said_of_words(vocabulary, ground), *_said_of_ground(territories), *_said(chosen)),
            named=(
                *vocabulary.types,
                *vocabulary.categories.values(),
                *_declared(territories),
                # The bounds of a size that an event may state.
                *("min", "max"),
            ),
        ),
    )


def _words_of_maps(vocabulary: Vocabulary, ground: GroundFigures) -> Mapping[str, Any]:
    kinds = "|".join(re.escape(kind) for kind in vocabulary.flank_kinds)
    pairs = [kind.split("+") for kind in vocabulary.flank_kinds if "+" in kind]
    return {
        "type": {"enum": vocabulary.types},
        "box": {"type": "string", "pattern": f"^({kinds}): ({'|'.join(ground.densities)})$"},
        "flank_pair": {"enum": pairs},
    }


def _own_sizes(territories: Mapping[str, Territory]) -> dict[str, Size]:
    """Return the types with a size of their own, which is the same in every territory."""
    return {
        row.type: row.size
        for territory in territories.values()
        for row in territory.terrain
        if row.size is not None
    }


def _said_of_words(vocabulary: Vocabulary, ground: GroundFigures) -> Iterator[Said]:
    yield vocabulary.identity.source, Params()
    for heading, words in {
        "section": vocabulary.sections,
        "territory": vocabulary.territories,
        "flank": vocabulary.flank_kinds,
        "density": ground.densities,
    }.items():
        yield from ((f"{heading}.{word}", Params()) for word in words)


def _said_of_ground(territories: Mapping[str, Territory]) -> Iterator[Said]:
    for territory in territories.values():
        yield from ((rule.text, rule.params) for rule in territory.special_rules)
        for row in territory.terrain:
            yield row.description, Params()
            yield from ((special.text, special.params) for special in row.placement)
            yield from ((effect.text, effect.params) for effect in row.effects)


def _declared(territories: Mapping[str, Territory]) -> Iterator[str]:
    for territory in territories.values():
        for row in territory.terrain:
            special = row.special("declare")
            if special is not None:
                yield str(special.params["as"])


def _said(chosen: tuple[RuleSetting | EventNumber | Ruling, ...]) -> Iterator[Said]:
    for each in chosen:
        if isinstance(each, RuleSetting):
            codes = (each.title, each.why, *(text for _, text in each.choice_texts))
            yield from ((code, Params()) for code in codes)
            if each.kind == "size":
                yield from ((f"setting.{each.name}.{place}", Params()) for place in (0, 1))
        else:
            yield each.text, Params()
        if isinstance(each, EventNumber) and each.kind == "own_sizes":
            said = ("title", "compulsory", "optional", "unset")
            yield from ((f"setting.{each.name}.{word}", Params()) for word in said)


_TABLES = load_tables(DATA)

IDENTITY = _TABLES.identity
SECTIONS = _TABLES.sections
TYPES = _TABLES.types
TERRITORIES = _TABLES.territories
CARDS = _TABLES.cards
GROUND = _TABLES.ground
SETTINGS = _TABLES.settings
EVENT_NUMBERS = _TABLES.event_numbers
OWN_SIZES = _TABLES.own_sizes
RULINGS = _TABLES.rulings
PHRASES = _TABLES.phrases
