"""Read the first sheet of a spreadsheet as CSV text.

A row of the sheet is a line of the text, so that faults are reported by the sheet's own rows. Cells
that a spreadsheet turned into something other than text or number are refused: a date in place of a
number would be read as another number.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, Final
from xml.etree.ElementTree import ParseError

import openpyxl
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from setup_app.armies.import_faults import ImportFault, ImportRefused
from setup_app.armies.sheet_archive import packed, refused, unpacked
from setup_app.rulebooks.army_faults import MAX_FAULTS

MAX_ROWS: Final = 3000
MAX_COLUMNS: Final = 100
MAX_CHARACTERS: Final = 1024 * 1024
MAX_CELL_LENGTH: Final = 32_767
"""The cell limit of every spreadsheet program. A text that is stored once may fill many cells."""
MAX_EVENTS: Final = 2_000_000
"""The limit for start and end events of a sheet: more than this many cells with a value have."""

# Without this limit, a small part could expand without end.
assert openpyxl.DEFUSEDXML


def read_sheet(source: bytes) -> str:
    """Return the first sheet of an .xlsx file as CSV. Raises `ImportRefused` with faults and
    places.
    """
    parts = unpacked(source)
    try:
        book = openpyxl.load_workbook(packed(parts), read_only=True, data_only=True)
        sheet: Any = next(iter(book.worksheets), None)
        if not isinstance(sheet, ReadOnlyWorksheet):
            raise refused("sheet_unreadable")
        path: str = vars(sheet)["_worksheet_path"]
        faults = list(_faults_of(parts[path]))
        if faults:
            raise ImportRefused(tuple(faults[:MAX_FAULTS]))
        return _as_csv(_rows(sheet))
    except ImportRefused:
        raise
    except (DefusedXmlException, ParseError, KeyError, ValueError, TypeError) as broken:
        raise refused("sheet_unreadable") from broken
    except (AttributeError, IndexError, OverflowError, OSError) as broken:
        # The exceptions of the library on a file that no spreadsheet program wrote.
        raise refused("sheet_unreadable") from broken


def _faults_of(part: bytes) -> Iterator[ImportFault]:
    """Yield faults for merged cells and for formulas without a stored result, by their rows."""
    row = rows = 0
    parsed = iterparse(io.BytesIO(part), events=("start", "end"))
    for number, (event, element) in enumerate(parsed):
        if number > MAX_EVENTS:
            raise refused("sheet_unreadable")
        name = element.tag.rpartition("}")[2]
        if event == "start":
            if name == "row":
                row = int(element.get("r", row + 1))
                rows += 1
                if rows > MAX_ROWS:
                    raise refused("sheet_too_many_rows", most=MAX_ROWS)
        elif name == "mergeCell":
            yield ImportFault("sheet_merged_cells", None, params={"cells": element.get("ref", "")})
        elif name == "c":
            parts = {child.tag.rpartition("}")[2]: child.text for child in element}
            # A formula whose result is an empty text is stored with an empty text.
            if "f" in parts and not parts.get("v") and element.get("t") != "str":
                yield ImportFault("sheet_formula_without_value", row, element.get("r"))
            element.clear()
        elif name == "row":
            element.clear()


def _rows(sheet: Any) -> Iterator[list[str]]:
    faults: list[ImportFault] = []
    for number, cells in enumerate(sheet.iter_rows(max_col=MAX_COLUMNS + 1), start=1):
        if number > MAX_ROWS:
            raise refused("sheet_too_many_rows", most=MAX_ROWS)
        if len(cells) > MAX_COLUMNS and cells[MAX_COLUMNS].value is not None:
            raise refused("sheet_too_many_columns", number, most=MAX_COLUMNS)
        row = []
        for cell in cells[:MAX_COLUMNS]:
            words = _words(cell)
            if words is None:
                faults.append(ImportFault("sheet_not_text", number, cell.coordinate))
            row.append(words or "")
        yield row
    if faults:
        raise ImportRefused(tuple(faults[:MAX_FAULTS]))


def _words(cell: Any) -> str | None:
    """Return the text of a cell; None for a date, a time, an error."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, int | float):
        return str(value)
    if not isinstance(value, str) or cell.data_type == "e":
        return None
    if len(value) > MAX_CELL_LENGTH:
        raise refused("sheet_unreadable")
    # A line break within a cell would shift the lines after it.
    return " ".join(value.splitlines())


def _as_csv(rows: Iterator[list[str]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        while row and not row[-1]:
            row.pop()
        if row:
            writer.writerow(row)
        else:
            out.write("\n")
        if out.tell() > MAX_CHARACTERS:
            raise refused("import_too_large", most=MAX_CHARACTERS)
    return out.getvalue()
