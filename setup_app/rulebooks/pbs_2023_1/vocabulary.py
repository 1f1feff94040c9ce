"""Words that the tables may use: sections, territories, flanks, types."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from setup_app.rulebooks.pbs_2023_1.house import RuleSection
from setup_app.rulebooks.tables_file import read_tables_file

SCHEMAS = Path(__file__).parent / "schemas"


@dataclass(frozen=True)
class Identity:
    """The names of the rulebook; `source` is the code of a text."""

    id: str
    title: str
    edition: str
    unit: str
    source: str


@dataclass(frozen=True)
class Vocabulary:
    """The known words; `categories` are those of the types in territories' tables."""

    identity: Identity
    territories: tuple[str, ...]
    flank_kinds: tuple[str, ...]
    sections: Mapping[str, RuleSection]
    types: tuple[str, ...]
    categories: Mapping[str, str]


def read_vocabulary(folder: Path) -> Vocabulary:
    """Return the words of the rulebook and its types.

    Raises RulebookFileError for missing, unknown and duplicate ones.
    """
    book = read_tables_file(folder / "rulebook.toml", SCHEMAS / "rulebook.json")
    types = read_tables_file(folder / "types.toml", SCHEMAS / "types.json")
    book.once("section", "id")
    types.once("type", "type")
    named = tuple(row["type"] for row in types.values["type"])
    for index, kind in enumerate(book.values["flank_kinds"]):
        for type_ in () if kind == "none" else kind.split("+"):
            if type_ not in named:
                raise book.fault(f"unknown type {type_!r}", "flank_kinds", index)
    return Vocabulary(
        identity=Identity(
            *(book.values[key] for key in ("id", "title", "edition", "unit", "source"))
        ),
        territories=tuple(book.values["territories"]),
        flank_kinds=tuple(book.values["flank_kinds"]),
        sections={
            row["id"]: RuleSection(row["id"], f"section.{row['id']}", row["played"])
            for row in book.values["section"]
        },
        types=named,
        categories={
            row["type"]: row["category"] for row in types.values["type"] if "category" in row
        },
    )
