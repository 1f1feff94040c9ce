"""Tables whose first row names the columns: the common part of every importer.

Capitals and spaces in a column's name do not matter. Trailing empty columns are ignored, and so are
columns that the importer does not know; the answer names those that have a content.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from setup_app.engine.names import name_key
from setup_app.rulebooks.army_faults import describe_value
from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.rows import Row

MAX_COLUMNS: Final = 100
MAX_IGNORED: Final = 20
"""The limit for names of ignored columns in an answer."""


@dataclass(frozen=True)
class Table:
    """The rows below the header, by the names of their columns, with their lines.

    `ignored` are the columns that the importer does not know, as they were typed. `faults` are rows
    with cells beyond the last column.
    """

    rows: tuple[tuple[int, Mapping[str, str]], ...]
    ignored: tuple[str, ...]
    faults: tuple[ImportFault, ...]


def read_table(
    rows: Sequence[Row],
    *,
    known: Sequence[str],
    needed: Sequence[str],
    also_called: Mapping[str, str] | None = None,
) -> Table:
    """Return the table of rows of which the first is the header.

    `also_called` gives other names of known columns. Raises `ImportRefused` for a header without
    the needed columns, or with a known one twice.
    """
    line, header = rows[0] if rows else (1, [])
    names = [(also_called or {}).get(each, each) for each in header_of(header)]
    faults = tuple(_faults_of_header(line, names, known, needed))
    if faults:
        raise ImportRefused(faults)
    below = rows[1:]
    places = {name: at for at, name in enumerate(names) if name in known}
    return Table(
        rows=tuple(
            (number, {name: cells[at] if at < len(cells) else "" for name, at in places.items()})
            for number, cells in below
        ),
        ignored=ignored_columns(header, names, known, below),
        faults=tuple(too_wide(below, len(names))),
    )


def header_of(cells: Sequence[str]) -> list[str]:
    """Return the names of the columns, in small letters, up to the last one with a name."""
    names = [name_key(cell) for cell in cells]
    while names and not names[-1]:
        names.pop()
    return names


def ignored_columns(
    header: Sequence[str], names: Sequence[str], known: Sequence[str], below: Sequence[Row]
) -> tuple[str, ...]:
    """Return the columns that are not known, as they were typed. One without a name counts if it
    has a content, and is called by its letter.
    """
    found = []
    for at, name in enumerate(names):
        if name in known:
            continue
        if name:
            found.append(describe_value(" ".join(header[at].split())))
        elif any(at < len(cells) and cells[at].strip() for _, cells in below):
            found.append(gettext("column %(letter)s") % {"letter": _letter(at)})
    return tuple(dict.fromkeys(found))[:MAX_IGNORED]


def too_wide(rows: Sequence[Row], most: int) -> Iterator[ImportFault]:
    """Yield an error for each row with content beyond the last column."""
    for line, cells in rows:
        if any(cell.strip() for cell in cells[most:]):
            params = {"most": most, "found": len(cells)}
            yield ImportFault("import_too_many_cells", line, params=params)


def _faults_of_header(
    line: int, names: Sequence[str], known: Sequence[str], needed: Sequence[str]
) -> Iterator[ImportFault]:
    if len(names) > MAX_COLUMNS:
        params = {"most": MAX_COLUMNS, "found": len(names)}
        yield ImportFault("import_too_many_cells", line, params=params)
    elif not set(needed) <= set(names):
        yield ImportFault("import_no_header", line, params={"expected": list(known)})
    else:
        for name in known:
            if names.count(name) > 1:
                yield ImportFault("import_column_twice", line, name)


def _letter(at: int) -> str:
    """Return the letters by which spreadsheets call a column; the first one is A."""
    first, last = divmod(at, 26)
    return (chr(ord("A") + first - 1) if first else "") + chr(ord("A") + last)
