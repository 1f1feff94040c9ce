"""Players from a CSV text with the columns name, club and country.

One error anywhere, and nobody is added; each error names its line. The first row names the columns;
a text that is pasted into a page may leave it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from setup_app.armies.csv_layout import as_meant
from setup_app.armies.import_faults import ImportFault, ImportRefused
from setup_app.events.event.csv_rows import (
    Row,
    header_of,
    rows_of,
    separated_otherwise,
    shown_separator,
    too_wide,
)
from setup_app.events.models import LONGEST_NAME
from setup_app.rulebooks.army_faults import MOST_FAULTS, code_point, describe_value, hidden_in

COLUMNS: Final = ("name", "club", "country")
MOST_ROWS: Final = 2000


@dataclass(frozen=True)
class EntryLine:
    """One player to be entered; `line` counts from 1, None where he was not read from a text."""

    name: str
    club: str = ""
    country: str = ""
    line: int | None = None


def read_entries(text: str) -> tuple[EntryLine, ...]:
    """The players of a text, in its order. Raises `ImportRefused` with every fault and its line."""
    return _headed(rows_of(text, most=MOST_ROWS))


def _headed(rows: list[Row]) -> tuple[EntryLine, ...]:
    """The players of rows of which the first names the columns."""
    if not rows:
        raise ImportRefused((ImportFault("import_no_players", None),))
    columns, *rest = rows
    faults = list(_faults_of_header(*columns))
    if faults:
        raise ImportRefused(tuple(faults))
    return _read(header_of(columns[1]), rest)


def _read(names: list[str], rest: list[Row]) -> tuple[EntryLine, ...]:
    """The players of rows whose cells have these names."""
    lines = tuple(_line(number, dict(zip(names, cells, strict=False))) for number, cells in rest)
    faults = [*too_wide(rest, len(names)), *_faults_of(lines)]
    if not lines:
        faults.append(ImportFault("import_no_players", None))
    if len(lines) > MOST_ROWS:
        faults.insert(0, ImportFault("import_too_many_players", None, params={"most": MOST_ROWS}))
    if faults:
        raise ImportRefused(tuple(faults[:MOST_FAULTS]))
    return lines


def read_pasted(text: str) -> tuple[EntryLine, ...]:
    """The same of a text that may go without a first row that names the columns: they are name,
    club, country then. Raises the same."""
    first = text.lstrip("\ufeff\n\r").partition("\n")[0]
    cells = first.replace(";", ",").replace("\t", ",").split(",")
    headed = "name" in header_of([cell.strip().strip('"') for cell in cells])
    # Where no row shows what separates, the cells of all do: what comes out of a spreadsheet
    # has tabs, and a comma may stand in a club's name beside them.
    of_all = next((each for each in "\t;" if each in text), ",")
    separator = shown_separator(text) if headed else of_all
    rows = rows_of(text, most=MOST_ROWS, separator=separator)
    faults = tuple(separated_otherwise(rows, separator))
    if faults:
        raise ImportRefused(faults[:MOST_FAULTS])
    return _headed(rows) if headed else _read(list(COLUMNS), rows)


def judge_line(line: EntryLine) -> EntryLine:
    """A player as he stands, for one who was not read from a text; raises `ImportRefused`."""
    faults = tuple(_faults_of((line,)))
    if faults:
        raise ImportRefused(faults)
    return line


def as_line(text: str) -> str:
    """What was typed into one line, without blanks around it or twice within."""
    return " ".join(text.split())


def name_key(name: str) -> str:
    """By what two names are the same, however their blanks and letters are written."""
    return as_line(name).casefold()


def twice(lines: tuple[EntryLine, ...], known: set[str]) -> tuple[ImportFault, ...]:
    """A fault for each line whose name is by its key among those that are entered already."""
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
    if len(cell) > LONGEST_NAME:
        params = {"found": len(cell), "most": LONGEST_NAME}
        yield ImportFault("army_too_long", line.line, column, params)
    hidden = hidden_in(cell)
    if hidden is not None:
        where = {"position": hidden.start() + 1, "character": code_point(hidden.group())}
        yield ImportFault("army_forbidden_character", line.line, column, where)


def _double(line: EntryLine) -> ImportFault:
    return ImportFault("duplicate_player", line.line, "name", {"name": line.name})
