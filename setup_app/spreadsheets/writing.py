"""Write rows as an .xlsx file."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.worksheet._write_only import WriteOnlyWorksheet


def as_sheet(rows: Iterable[Sequence[str]], *, title: str) -> bytes:
    """Return the rows as a file with one sheet, the first row bold and frozen.

    Every cell is text or a whole number, never a formula, whatever it begins with.
    """
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    assert isinstance(sheet, WriteOnlyWorksheet)
    sheet.freeze_panes = "A2"
    for number, row in enumerate(rows):
        sheet.append([_cell(sheet, words, bold=number == 0) for words in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: WriteOnlyWorksheet, words: str, *, bold: bool) -> Any:
    whole = words.isascii() and words.isdigit() and len(words) < 10 and str(int(words)) == words
    cell = WriteOnlyCell(sheet, value=int(words) if whole else words)
    if not whole:
        # The library treats text that begins with "=" as a formula.
        cell.data_type = "s"
    if bold:
        cell.font = Font(bold=True)
    return cell
