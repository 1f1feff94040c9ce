"""The parts of a workbook that say where its sheets are and what its cells mean."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from setup_app.spreadsheets.archive import Archive
from setup_app.spreadsheets.budget import Budget
from setup_app.spreadsheets.faults import refusal
from setup_app.spreadsheets.part_reader import PartReader

TYPES: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
"""The beginning of the relationship types. “Strict Open XML” has others and is not read."""
DOCUMENT, SHEET, TEXTS, STYLES = (
    TYPES + each for each in ("officeDocument", "worksheet", "sharedStrings", "styles")
)

MAX_TEXT: Final = 1024 * 1024
"""The limit for all characters of a sheet."""

BUILT_IN_DATES: Final = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""The numbers of the formats for dates and times that no file spells out (ECMA-376, 18.8.30)."""
NO_LETTERS: Final = re.compile(r'"[^"]*"?|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[\\_*].', re.IGNORECASE)
"""The parts of a format in which letters stand for themselves: quotations, colours and languages in
brackets, and single characters.
"""
DATE_LETTERS: Final = re.compile(r"[dmyhs]", re.IGNORECASE)
MAX_FORMAT: Final = 1000


@dataclass(frozen=True)
class Relationship:
    """A link from one part to another; `target` is the other part's name."""

    type: str
    target: str


@dataclass(frozen=True)
class SheetEntry:
    """A sheet as the workbook lists it; `part` is the name of its part."""

    title: str
    is_hidden: bool
    part: str


@dataclass(frozen=True)
class Contents:
    """The parts of a workbook: its worksheets in order, its shared texts and its styles."""

    sheets: tuple[SheetEntry, ...]
    texts: str | None
    styles: str | None


class _Relationships(PartReader):
    def __init__(self, budget: Budget, folder: str) -> None:
        super().__init__(budget)
        self.found: dict[str, Relationship] = {}
        self._folder = folder

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        if name != "Relationship" or attributes.get("TargetMode") == "External":
            return
        target = posixpath.join("/", self._folder, attributes.get("Target", ""))
        self.found[attributes.get("Id", "")] = Relationship(
            attributes.get("Type", ""), posixpath.normpath(target).lstrip("/")
        )


class _Sheets(PartReader):
    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.found: list[Mapping[str, str]] = []

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            self.found.append(
                {each.rpartition(":")[2]: value for each, value in attributes.items()}
            )


class _Texts(PartReader):
    """Reads the wanted shared texts by their numbers, and no further than the last of them."""

    def __init__(self, budget: Budget, wanted: frozenset[int]) -> None:
        super().__init__(budget)
        self.found: dict[int, str] = {}
        self._wanted = wanted
        self._number = -1
        self._parts: list[str] = []
        self._phonetic = 0
        self._total = 0

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "si":
            self._number += 1
            self._parts = []
        elif name == "rPh":
            self._phonetic += 1
        elif name == "t" and not self._phonetic and self._number in self._wanted:
            self.collect()

    def close(self, name: str) -> None:
        if name == "t" and not self._phonetic and self._number in self._wanted:
            self._parts.append(self.take_text())
        elif name == "rPh":
            self._phonetic -= 1
        elif name == "si" and self._number in self._wanted:
            text = "".join(self._parts)
            self.found[self._number] = text
            self._total += len(text)
            if self._total > MAX_TEXT:
                raise refusal("import_too_large", most=MAX_TEXT)
            self.is_done = len(self.found) == len(self._wanted)


class _Styles(PartReader):
    """Reads which styles of cells are dates, in the order of `cellXfs`."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.formats: dict[str, str] = {}
        self.of_cells: list[str] = []
        self._in_cells = False

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "numFmt":
            self.formats[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells:
            self.of_cells.append(attributes.get("numFmtId", "0"))

    def close(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cells = False


def contents_of(archive: Archive, budget: Budget) -> Contents:
    """Return the contents of a workbook. Raises `ImportRefused` for one without a worksheet."""
    links = _links(archive, budget, "").values()
    book = next((each.target for each in links if each.type == DOCUMENT), None)
    if book is None:
        raise refusal("sheet_unreadable")
    by_id = _links(archive, budget, book)
    listed = _Sheets(budget)
    listed.read(archive.read_part(book))
    linked = [(each, by_id.get(each.get("id", ""))) for each in listed.found]
    sheets = tuple(
        SheetEntry(each.get("name", ""), each.get("state", "visible") != "visible", link.target)
        for each, link in linked
        if link is not None and link.type == SHEET
    )
    if not sheets:
        raise refusal("sheet_unreadable")
    by_type = {each.type: each.target for each in by_id.values()}
    return Contents(sheets, by_type.get(TEXTS), by_type.get(STYLES))


def read_texts(
    archive: Archive, budget: Budget, part: str | None, wanted: frozenset[int]
) -> dict[int, str]:
    """Return the wanted shared texts by their numbers. Raises `ImportRefused` if one is missing."""
    if not wanted:
        return {}
    reader = _Texts(budget, wanted)
    reader.read(archive.read_part(part or ""))
    if len(reader.found) < len(wanted):
        raise refusal("sheet_unreadable")
    return reader.found


def read_date_styles(archive: Archive, budget: Budget, part: str | None) -> frozenset[int]:
    """Return the numbers of the cell styles that show a number as a date or a time."""
    if part is None:
        return frozenset()
    reader = _Styles(budget)
    reader.read(archive.read_part(part))
    dates = {each for each, code in reader.formats.items() if _is_date(code)}
    dates |= {str(each) for each in BUILT_IN_DATES} - set(reader.formats)
    return frozenset(at for at, each in enumerate(reader.of_cells) if each in dates)


def _links(archive: Archive, budget: Budget, part: str) -> dict[str, Relationship]:
    """Return the relationships of a part by their ids; those of the file for the empty name."""
    folder, name = posixpath.split(part)
    reader = _Relationships(budget, folder)
    reader.read(archive.read_part(posixpath.join(folder, "_rels", f"{name}.rels")))
    return reader.found


def _is_date(code: str) -> bool:
    """Return whether a format code shows a date or a time; only its first section counts."""
    first = NO_LETTERS.sub("", code[:MAX_FORMAT]).partition(";")[0]
    return DATE_LETTERS.search(first) is not None
