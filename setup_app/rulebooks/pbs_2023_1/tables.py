"""What do the tables of the pre-battle system, release v2023.1, say?

Everything here is read once, from the files in `data`, when the module is first imported; a file
that is wrong raises RulebookFileError with its line, and nothing starts. Source of the figures:
PBS and Terrain Map Release v2023.1; of everything that it leaves open: this project's reading.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

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
from setup_app.rulebooks.pbs_2023_1.house import EventNumber, Json, Ruling, Section, Setting
from setup_app.rulebooks.pbs_2023_1.house_file import (
    read_event_numbers,
    read_rulings,
    read_settings,
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
from setup_app.rulebooks.pbs_2023_1.vocabulary import Identity, read_vocabulary
from setup_app.rulebooks.phrases import Phrases, TextsFile
from setup_app.rulebooks.tables_file import RulebookFileError, read_tables_file

__all__ = [
    "CARDS",
    "EVENT_NUMBERS",
    "GROUND",
    "IDENTITY",
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
    "Ruling",
    "Section",
    "Setting",
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
    "effects",
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
    sections: Mapping[str, Section]
    types: tuple[str, ...]
    territories: Mapping[str, Territory]
    cards: Cards
    ground: GroundFigures
    settings: Mapping[str, Setting]
    event_numbers: Mapping[str, EventNumber]
    rulings: Mapping[str, Ruling]
    phrases: Phrases


def load_tables(folder: Path) -> Tables:
    """Read a folder of data files.

    Raises RulebookFileError for the first thing in it that is wrong, a file too many included.
    """
    texts = TextsFile(read_tables_file(folder / "texts.toml"))
    vocabulary = read_vocabulary(folder, texts)
    cards = read_cards(read_tables_file(folder / "cards.toml"))
    ground = read_ground(read_tables_file(folder / "ground.toml"), texts)
    territories = {
        slug: read_territory(folder / f"{slug}.toml", vocabulary, ground.densities, texts)
        for slug in vocabulary.territories
    }
    for file in sorted(folder.glob("*.toml")):
        if file.stem not in _FILES and file.stem not in territories:
            raise RulebookFileError(file, 1, "no table of this rulebook is read from here")
    sections = vocabulary.sections
    settings = read_settings(read_tables_file(folder / "settings.toml"), sections, cards, texts)
    numbers = read_event_numbers(read_tables_file(folder / "event_numbers.toml"), sections, texts)
    rulings = read_rulings(read_tables_file(folder / "rulings.toml"), sections, texts)
    return Tables(
        identity=vocabulary.identity,
        sections=MappingProxyType(dict(sections)),
        types=vocabulary.types,
        territories=MappingProxyType(territories),
        cards=cards,
        ground=ground,
        settings=MappingProxyType({setting.name: setting for setting in settings}),
        event_numbers=MappingProxyType({number.name: number for number in numbers}),
        rulings=MappingProxyType({ruling.id: ruling for ruling in rulings}),
        phrases=texts.finish(),
    )


_TABLES = load_tables(DATA)

IDENTITY = _TABLES.identity
SECTIONS = _TABLES.sections
TYPES = _TABLES.types
TERRITORIES = _TABLES.territories
CARDS = _TABLES.cards
GROUND = _TABLES.ground
SETTINGS = _TABLES.settings
EVENT_NUMBERS = _TABLES.event_numbers
RULINGS = _TABLES.rulings
PHRASES = _TABLES.phrases
