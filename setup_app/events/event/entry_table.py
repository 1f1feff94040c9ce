"""Players from a CSV text with the columns name, club and country.

After one error anywhere, no player is added; each error names its line. The first row names the
columns; a text that is pasted into a page may omit it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from setup_app.armies.csv_layout import as_meant
from setup_app.events.models import MAX_NAME_LENGTH
from setup_app.rulebooks.army_faults import MAX_FAULTS, code_point, describe_value, hidden_in
from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.rows import (
    Row,
    header_of,
    read_rows,
    separated_otherwise,
    shown_separator,
    too_wide,
)

COLUMNS: Final = ("name", "club", "country")
MAX_ROWS: Final = 2000


@dataclass(frozen=True)
class EntryLine:
    """One player to be entered; `line` counts from 1 and is None for a player who was not read from
    a text.
    """

    name: str
    club: str = ""
    country: str = ""
    line: int | None = None


def read_entries(text: str) -> tuple[EntryLine, ...]:
    """Return the players of a text, in its order. Raises `ImportRefused` with every error and its
    line.
    """
    return _headed(read_rows(text, most=MAX_ROWS))


def _headed(rows: list[Row]) -> tuple[EntryLine, ...]:
    """Return the players of rows of which the first names the columns."""
    if not rows:
        raise ImportRefused((ImportFault("import_no_players", None),))
    columns, *rest = rows
    faults = list(_faults_of_header(*columns))
    if faults:
        raise ImportRefused(tuple(faults))
    return _read(header_of(columns[1]), rest)


def _read(names: list[str], rest: list[Row]) -> tuple[EntryLine, ...]:
    """Return the players of rows whose cells have these names."""
    lines = tuple(_line(number, dict(zip(names, cells, strict=False))) for number, cells in rest)
    faults = [*too_wide(rest, len(names)), *_faults_of(lines)]
    if not lines:
        faults.append(ImportFault("import_no_players", None))
    if len(lines) > MAX_ROWS:
        faults.insert(0, ImportFault("import_too_many_players", None, params={"most": MAX_ROWS}))
    if faults:
        raise ImportRefused(tuple(faults[:MAX_FAULTS]))
    return lines


def read_pasted(text: str) -> tuple[EntryLine, ...]:
    """Return the players of a text whose first row may omit the names of the columns; they are then
    name, club, country. Raises the same.
    """
    first = text.lstrip("\ufeff\n\r").partition("\n")[0]
    cells = first.replace(";", ",").replace("\t", ",").split(",")
    headed = "name" in header_of([cell.strip().strip('"') for cell in cells])
    # If no row shows a separator, use all of them: a spreadsheet gives tabs, while a club's name
    # may contain a comma.
    of_all = next((each for each in "\t;" if each in text), ",")
    separator = shown_separator(text) if headed else of_all
    rows = read_rows(text, most=MAX_ROWS, separator=separator)
    faults = tuple(separated_otherwise(rows, separator))
    if faults:
        raise ImportRefused(faults[:MAX_FAULTS])
    return _headed(rows) if headed else _read(list(COLUMNS), rows)


def judge_line(line: EntryLine) -> EntryLine:
    """Return a player who was not read from a text, validated. Raises `ImportRefused`."""
    faults = tuple(_faults_of((line,)))
    if faults:
        raise ImportRefused(faults)
    return line


def as_line(text: str) -> str:
    """Return text typed into one line, without blanks around it and double blanks within."""
    return " ".join(text.split())


def name_key(name: str) -> str:
    """Return the key by which two names are equal, whatever their blanks and capitals."""
    return as_line(name).casefold()


def twice(lines: tuple[EntryLine, ...], known: set[str]) -> tuple[ImportFault, ...]:
    """Return an error for each line whose name, by its key, is already entered."""
    return tuple(_double(line) for line in lines if name_key(line.name) in known)


def _faults_of_header(line: int, cells: list[str]) -> Iterator[ImportFault]:
    names = header_of(cells)
    if "name" not in names:
        yield ImportFault("import_no_header", line, params={"expected": list(COLUMNS)})
        return
    for number, name in enumerate(names):
        if name in names[:number]:
            yield ImportFault("import_column_twice", line, name)
        elif name not in COLUMNS:
            yield ImportFault(
                "import_unknown_column", line, describe_value(name), {"known": list(COLUMNS)}
            )


def _line(number: int, cells: Mapping[str, str]) -> EntryLine:
    named = {column: as_line(as_meant(cells.get(column, "").strip())) for column in COLUMNS}
    return EntryLine(**named, line=number)


def _faults_of(lines: tuple[EntryLine, ...]) -> Iterator[ImportFault]:
    met: set[str] = set()
    for line in lines:
        if not line.name:
            yield ImportFault("army_blank", line.line, "name")
        elif name_key(line.name) in met:
            yield _double(line)
        met.add(name_key(line.name))
        for column in COLUMNS:
            yield from _faults_of_cell(line, column)


def _faults_of_cell(line: EntryLine, column: str) -> Iterator[ImportFault]:
    cell = getattr(line, column)
    if len(cell) > MAX_NAME_LENGTH:
        params = {"found": len(cell), "most": MAX_NAME_LENGTH}
        yield ImportFault("army_too_long", line.line, column, params)
    hidden = hidden_in(cell)
    if hidden is not None:
        where = {"position": hidden.start() + 1, "character": code_point(hidden.group())}
        yield ImportFault("army_forbidden_character", line.line, column, where)


def _double(line: EntryLine) -> ImportFault:
    return ImportFault("duplicate_player", line.line, "name", {"name": line.name})
