"""Spreadsheets that tests make, whole or broken."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook


def sheet(rows: Iterable[Sequence[Any]], *, merged: str = "") -> bytes:
    """An .xlsx file with these rows, as a spreadsheet program would keep them."""
    book = Workbook()
    page = book.active
    assert page is not None
    for row in rows:
        page.append(list(row))
    if merged:
        page.merge_cells(merged)
    return saved(book)


def sheet_of(text: str) -> bytes:
    """The rows of a CSV text as a sheet."""
    return sheet(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def saved(book: Workbook) -> bytes:
    """A book as a file."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_part(source: bytes, name: str, body: bytes) -> bytes:
    """The same archive with one part more, or with that part in place of its own."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(source)) as old, zipfile.ZipFile(out, "w", 8) as new:
        for each in old.infolist():
            if each.filename != name:
                new.writestr(each.filename, old.read(each))
        new.writestr(name, body)
    return out.getvalue()
