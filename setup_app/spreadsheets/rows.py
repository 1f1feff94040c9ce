"""The rows of a CSV text; the first row shows whether commas, semicolons or tabs separate."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext

from setup_app.spreadsheets.faults import ImportFault, ImportRefused

SEPARATORS: Final = ",;\t"
HINT: Final = "sep="
"""The beginning of a first line that names the separator; Excel reads it and does not show it."""

Row = tuple[int, list[str]]
"""The cells of a row, with the line on which it begins."""


def read_rows(text: str, *, most: int, separator: str | None = None) -> list[Row]:
    """Return the rows that are not empty: at most `most` besides the header, plus one more if there
    are too many.

    `separator` applies if the first row does not show it. Raises `ImportRefused` with the line of
    anything unreadable.
    """
    rows, fault = read_until_fault(text, most=most, separator=separator)
    if fault is not None:
        raise ImportRefused((fault,))
    return rows


def read_until_fault(
    text: str, *, most: int, separator: str | None = None
) -> tuple[list[Row], ImportFault | None]:
    """Return the same rows, and the fault at which reading ended, if any."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    skipped = 0
    if text.lower().startswith(HINT):
        # The hint still counts as line 1.
        hint, _, text = text.partition("\n")
        skipped, stated = 1, hint[len(HINT) : len(HINT) + 1]
        separator = stated if stated and stated in SEPARATORS else separator
    separator = separator or shown_separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[Row] = []
    begins = 1 + skipped
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((begins, cells))
            begins = reader.line_num + 1 + skipped
            if len(rows) > most + 1:
                break
    except csv.Error:
        return rows, ImportFault("import_line_unreadable", begins)
    return rows, None


def shown_separator(text: str) -> str:
    """Return the separator of cells that the first row shows."""
    first = text.replace("\r", "\n").lstrip("\ufeff\n").partition("\n")[0]
    return max(SEPARATORS, key=first.count)


def separated_otherwise(rows: list[Row], separator: str) -> Iterator[ImportFault]:
    """Yield an error for each row that is one cell with another separator in it, if some rows have
    more cells. Only for pasted text: a program's CSV means what it says.
    """
    if all(len(cells) == 1 for _, cells in rows):
        return
    others = SEPARATORS.replace(separator, "")
    for line, cells in rows:
        if len(cells) == 1 and any(each in cells[0] for each in others):
            found = gettext("tabs") if separator == "\t" else f"“{separator}”"
            yield ImportFault("import_other_separator", line, params={"found": found})
