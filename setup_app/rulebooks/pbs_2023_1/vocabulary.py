"""Which words may the tables use: sections, territories, flanks, types, effects?"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from setup_app.rulebooks.coded import Params
from setup_app.rulebooks.pbs_2023_1.house import Section
from setup_app.rulebooks.phrases import TextsFile
from setup_app.rulebooks.tables_file import Table, read_tables_file

CATEGORIES = ("good", "rough", "difficult")


@dataclass(frozen=True)
class Identity:
    """What the rulebook is called; `source` is the code of a text."""

    id: str
    title: str
    edition: str
    unit: str
    source: str


@dataclass(frozen=True)
class Vocabulary:
    """The known words. `categories` are those of the types that stand in territories' tables;
    `effects` are the parameters of each effect: "number", or the words, one or several."""

    identity: Identity
    territories: tuple[str, ...]
    flank_kinds: tuple[str, ...]
    sections: Mapping[str, Section]
    types: tuple[str, ...]
    categories: Mapping[str, str]
    effects: Mapping[str, Mapping[str, str]]
    words: Mapping[str, tuple[str, ...]]


def read_vocabulary(folder: Path, texts: TextsFile) -> Vocabulary:
    """Read the words of the rulebook, its types and its effects.

    Raises RulebookFileError for what is missing, unknown or there twice.
    """
    book = read_tables_file(folder / "rulebook.toml")
    book.expect("id", "title", "edition", "unit", "source", "territories", "flank_kinds", "section")
    identity = Identity(
        book.word("id"), book.word("title"), book.word("edition"), book.word("unit"),
        texts.say(book.word("source"), table=book, at=("source",), params=Params()),
    )  # fmt: skip
    types, categories = _read_types(read_tables_file(folder / "types.toml"), texts)
    words, effects = _read_effects(read_tables_file(folder / "effects.toml"))
    return Vocabulary(
        identity=identity,
        territories=book.words("territories"),
        flank_kinds=_read_flank_kinds(book, types, texts),
        sections=_read_sections(book, texts),
        types=types,
        categories=categories,
        effects=effects,
        words=words,
    )


def unlike(table: Table, key: str, seen: Mapping[str, object]) -> str:
    """Read the word that names a table among its like. Raises RulebookFileError if it did so."""
    word = table.word(key)
    if word in seen:
        raise table.fault(f"{word!r} stands twice", key)
    return word


def _read_flank_kinds(book: Table, types: tuple[str, ...], texts: TextsFile) -> tuple[str, ...]:
    kinds = book.words("flank_kinds")
    for index, kind in enumerate(kinds):
        for type_ in () if kind == "none" else kind.split("+"):
            if type_ not in types:
                raise book.fault(f"unknown type {type_!r}", "flank_kinds", index)
        texts.say(f"flank.{kind}", table=book, at=("flank_kinds",), params=Params())
    return kinds


def _read_sections(book: Table, texts: TextsFile) -> Mapping[str, Section]:
    sections: dict[str, Section] = {}
    for table in book.tables("section"):
        table.expect("id", "played")
        name = unlike(table, "id", sections)
        title = texts.say(f"section.{name}", table=table, at=("id",), params=Params())
        sections[name] = Section(name, title, table.flag("played"))
    return sections


def _read_types(file: Table, texts: TextsFile) -> tuple[tuple[str, ...], Mapping[str, str]]:
    file.expect("type")
    found: dict[str, str | None] = {}
    for table in file.tables("type"):
        table.expect("type", optional=("category",))
        name = unlike(table, "type", found)
        texts.name(name, table=table, at=("type",))
        with_category = "category" in table
        found[name] = table.word_of("category", CATEGORIES, "category") if with_category else None
        if with_category:
            texts.name(table.word("category"), table=table, at=("category",))
    categories = {name: category for name, category in found.items() if category is not None}
    return tuple(found), categories


def _read_effects(
    file: Table,
) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, Mapping[str, str]]]:
    file.expect("words", "effect")
    listed = file.table("words")
    words = {key: listed.words(key) for key in listed}
    effects: dict[str, Mapping[str, str]] = {}
    for table in file.tables("effect"):
        params = [key for key in table if key != "code"]
        table.expect("code", *params)
        code = unlike(table, "code", effects)
        for param in params:
            held = table.word_of(param, ("number", "one", "several"), "kind of parameter")
            if held != "number" and param not in words:
                raise table.fault(f"no words are listed for {param!r}", param)
        effects[code] = {param: table.word(param) for param in params}
    return words, effects
