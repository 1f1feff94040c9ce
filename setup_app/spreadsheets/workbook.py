"""Read the first visible sheet of an .xlsx file.

A row of the sheet is a line of its CSV, so that faults are reported by the sheet's own rows. The
stated dimension is not read: programs write wrong ones. Cells that a spreadsheet turned into
something other than text or number are refused: a date in place of a number would be read as
another number.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from setup_app.rulebooks.army_faults import MAX_FAULTS, describe_value
from setup_app.spreadsheets.archive import Archive
from setup_app.spreadsheets.budget import Budget
from setup_app.spreadsheets.faults import ImportFault, ImportRefused, refusal
from setup_app.spreadsheets.part_reader import MAX_CELL_LENGTH, PartReader
from setup_app.spreadsheets.workbook_parts import (
    MAX_TEXT,
    contents_of,
    read_date_styles,
    read_texts,
)

MAX_ROWS: Final = 3000
MAX_COLUMNS: Final = 100
"""The last row and column in which a cell may have a value; empty ones beyond them are ignored."""
LAST_ROW: Final = 1_048_576
LAST_COLUMN: Final = 16_384
"""The limits of the format."""

PLACE: Final = re.compile(r"([A-Z]{1,3})[1-9][0-9]{0,6}")
WHOLE: Final = re.compile(r"[0-9]{1,9}")
NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
MAX_NUMBER_LENGTH: Final = 64


@dataclass(frozen=True)
class Sheet:
    """A sheet that was read: its title, and its rows from the first, each cell as text."""

    title: str
    rows: tuple[tuple[str, ...], ...]

    def as_csv(self) -> str:
        """Return the rows as CSV. Raises `ImportRefused` if the text is too large."""
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\n")
        for row in self.rows:
            if row:
                writer.writerow(row)
            else:
                out.write("\n")
            if out.tell() > MAX_TEXT:
                raise refusal("import_too_large", most=MAX_TEXT)
        return out.getvalue()


def read_workbook(source: bytes, *, budget: Budget | None = None) -> Sheet:
    """Return the first visible sheet of an .xlsx file. Raises `ImportRefused` with faults and
    places, also for a sheet without a value.

    `budget` is a new one unless the caller wants to know afterwards how much was read.
    """
    budget = budget or Budget(len(source))
    archive = Archive(source, budget)
    contents = contents_of(archive, budget)
    first = next((each for each in contents.sheets if not each.is_hidden), None)
    if first is None:
        raise refusal("sheet_hidden")
    reader = _Cells(budget, read_date_styles(archive, budget, contents.styles))
    reader.read(archive.read_part(first.part))
    if reader.faults:
        raise ImportRefused(tuple(reader.faults))
    texts = read_texts(archive, budget, contents.texts, frozenset(reader.shared.values()))
    sheet = Sheet(first.title, _rows(reader, texts))
    if not sheet.rows:
        raise refusal("sheet_empty", sheet=describe_value(sheet.title))
    return sheet


@dataclass(slots=True)
class _Cell:
    """A cell while it is read."""

    row: int
    column: int
    place: str
    type: str
    style: str
    value: str = ""
    inline: str = ""
    has_formula: bool = False


class _Cells(PartReader):
    """Reads the cells of a sheet that have a value: their texts, or the numbers of shared ones."""

    def __init__(self, budget: Budget, dates: frozenset[int]) -> None:
        super().__init__(budget)
        self.texts: dict[tuple[int, int], str] = {}
        self.shared: dict[tuple[int, int], int] = {}
        self.faults: list[ImportFault] = []
        self._dates = dates
        self._in_data = False
        self._row = self._column = 0
        self._cell: _Cell | None = None
        self._phonetic = 0

    def open(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._cell is not None:
            self._open_within(self._cell, name)
        elif name == "c" and self._in_data:
            self.budget.add_cell(self._row)
            place = attributes.get("r", "")
            self._column = _column(place) if place else self._column + 1
            if self._row == 0:
                raise refusal("sheet_unreadable")
            if self._column > LAST_COLUMN:
                raise refusal("sheet_too_many_columns", self._row, most=MAX_COLUMNS)
            kind, style = attributes.get("t", "n"), attributes.get("s", "")
            self._cell = _Cell(self._row, self._column, place, kind, style)
        elif name == "row" and self._in_data:
            self._row = _whole(attributes["r"]) if "r" in attributes else self._row + 1
            self._column = 0
            if not 0 < self._row <= LAST_ROW:
                raise refusal("sheet_unreadable")
        elif name == "sheetData":
            self._in_data = True
        elif name == "mergeCell":
            cells = {"cells": attributes.get("ref", "")}
            self._note(ImportFault("sheet_merged_cells", None, params=cells))

    def close(self, name: str) -> None:
        if self._cell is not None:
            self._close_within(self._cell, name)
        elif name == "sheetData":
            self._in_data = False

    def _open_within(self, cell: _Cell, name: str) -> None:
        if name == "v" or (name == "t" and not self._phonetic):
            self.collect()
        elif name == "f":
            cell.has_formula = True
        elif name == "rPh":
            self._phonetic += 1

    def _close_within(self, cell: _Cell, name: str) -> None:
        if name == "v":
            cell.value = self.take_text()
        elif name == "t" and not self._phonetic:
            cell.inline += self.take_text()
            if len(cell.inline) > MAX_CELL_LENGTH:
                raise refusal("sheet_unreadable")
        elif name == "rPh":
            self._phonetic -= 1
        elif name == "c":
            self._cell, self._phonetic = None, 0
            self._take(cell)

    def _take(self, cell: _Cell) -> None:
        """Keep a cell with a value; note a fault for one that is neither text nor number."""
        if cell.has_formula and not cell.value and cell.type != "str":
            # A formula whose result is an empty text is stored with an empty text.
            self._note(ImportFault("sheet_formula_without_value", cell.row, cell.place or None))
            return
        content = cell.inline if cell.type == "inlineStr" else cell.value
        if not content:
            return
        if cell.row > MAX_ROWS:
            raise refusal("sheet_too_many_rows", most=MAX_ROWS)
        if cell.column > MAX_COLUMNS:
            raise refusal("sheet_too_many_columns", cell.row, most=MAX_COLUMNS)
        at = (cell.row, cell.column)
        match cell.type:
            case "s":
                self.shared[at] = _whole(content)
            case "str" | "inlineStr":
                self.texts[at] = content
            case "b":
                self.texts[at] = "yes" if content.strip() in ("1", "true") else "no"
            case "n" if not self._is_date(cell.style):
                self.texts[at] = _number(content)
            case "n" | "d" | "e":
                self._note(ImportFault("sheet_not_text", cell.row, cell.place or None))
            case _:
                raise refusal("sheet_unreadable")

    def _is_date(self, style: str) -> bool:
        return bool(style) and _whole(style) in self._dates

    def _note(self, fault: ImportFault) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(fault)


def _rows(reader: _Cells, shared: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    """Return every row up to the last one with a value, each up to its own last value."""
    # A shared text is put into one line once, however many cells have it.
    in_line = {number: _words(text) for number, text in shared.items()}
    values = {at: _words(text) for at, text in reader.texts.items()}
    values |= {at: in_line[number] for at, number in reader.shared.items()}
    rows: list[list[str]] = [[] for _ in range(max((row for row, _ in values), default=0))]
    for (row, column), words in sorted(values.items()):
        if words:
            cells = rows[row - 1]
            cells.extend([""] * (column - 1 - len(cells)))
            cells.append(words)
    return tuple(tuple(cells) for cells in rows)


def _words(text: str) -> str:
    """Return a text in one line: a line break within a cell would shift the lines after it."""
    # The format writes an underscore that is no escape as an escape.
    return " ".join(text.replace("x005F_", "").splitlines())


def _column(place: str) -> int:
    """Return the number of the column of a place such as “AB12”."""
    found = PLACE.fullmatch(place)
    if found is None:
        raise refusal("sheet_unreadable")
    number = 0
    for letter in found[1]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _whole(text: str) -> int:
    if not WHOLE.fullmatch(text):
        raise refusal("sheet_unreadable")
    return int(text)


def _number(text: str) -> str:
    """Return a number as text; a whole one without a decimal point, however it is stored."""
    text = text.strip()
    if len(text) > MAX_NUMBER_LENGTH or not NUMBER.fullmatch(text):
        raise refusal("sheet_unreadable")
    if text.lstrip("+-").isdigit():
        return str(int(text))
    value = float(text)
    if not math.isfinite(value):
        raise refusal("sheet_unreadable")
    return str(int(value)) if value.is_integer() else str(value)
