"""Players from a CSV text with the columns name, club and country.

After one error anywhere, no player is added; each error names its line. The first row names the
columns; a text that is pasted into a page may omit it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from setup_app.armies.csv_layout import as_meant
from setup_app.engine.names import is_blank, name_key
from setup_app.events.models import MAX_NAME_LENGTH
from setup_app.rulebooks.army_faults import MAX_FAULTS, code_point, describe_value, hidden_in
from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.rows import (
    Row,
    read_rows,
    read_until_fault,
    separated_otherwise,
    shown_separator,
)
from setup_app.spreadsheets.tables import Table, header_of, read_table

COLUMNS: Final = ("name", "club", "country")
MAX_ROWS: Final = 2000
HEADINGS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("name", "player", "players", "surname", "first name"), "name"),
    **dict.fromkeys(("spieler", "spielername", "vorname", "nachname"), "name"),
    **dict.fromkeys(("joueur", "nom", "prénom", "jugador", "nombre", "apellido"), "name"),
    **dict.fromkeys(("giocatore", "nome", "cognome", "jogador", "speler", "naam"), "name"),
    **dict.fromkeys(("spelare", "namn", "spiller", "navn", "gracz", "imię", "nazwisko"), "name"),
    **dict.fromkeys(("hráč", "jméno", "játékos", "név", "oyuncu", "isim"), "name"),
    **dict.fromkeys(("игрок", "имя", "παίκτης"), "name"),
    **dict.fromkeys(("club", "team", "verein", "équipe", "equipo", "squadra", "clube"), "club"),
    **dict.fromkeys(("vereniging", "förening", "klubb", "klub", "клуб"), "club"),
    **dict.fromkeys(("country", "nation", "land", "pays", "país", "paese", "kraj"), "country"),
    "страна": "country",
}
"""Words that head a column in some language. A pasted text that begins with one has a header."""


@dataclass(frozen=True)
class EntryLine:
    """One player to be entered; `line` counts from 1 and is None for a player who was not read from
    a text.
    """

    name: str
    club: str = ""
    country: str = ""
    line: int | None = None


@dataclass(frozen=True)
class EntryTable:
    """The players of a text, in its order, and the names of its columns that were ignored."""

    lines: tuple[EntryLine, ...]
    ignored: tuple[str, ...] = ()


def read_entries(text: str) -> EntryTable:
    """Return the players of a text. Raises `ImportRefused` with every error and its line."""
    return _headed(read_rows(text, most=MAX_ROWS))


def _headed(rows: list[Row]) -> EntryTable:
    """Return the players of rows of which the first names the columns."""
    if not rows:
        raise ImportRefused((ImportFault("import_no_players", None),))
    table = read_table(rows, known=COLUMNS, needed=("name",))
    return _judged(table)


def _judged(table: Table) -> EntryTable:
    lines = tuple(_line(number, cells) for number, cells in table.rows)
    faults = [*table.faults, *_faults_of(lines)]
    if not lines:
        faults.append(ImportFault("import_no_players", None))
    if len(lines) > MAX_ROWS:
        faults.insert(0, ImportFault("import_too_many_players", None, params={"most": MAX_ROWS}))
    if faults:
        raise ImportRefused(tuple(faults[:MAX_FAULTS]))
    return EntryTable(lines, table.ignored)


def read_pasted(text: str) -> EntryTable:
    """Return the players of a pasted text whose first row may omit the names of the columns; they
    are then name, club, country. Raises the same.
    """
    rows, separator = pasted_rows(text)
    faults = tuple(separated_otherwise(rows, separator))
    if faults:
        raise ImportRefused(faults[:MAX_FAULTS])
    return _headed(rows if _names_columns(rows) else [(1, list(COLUMNS)), *rows])


@dataclass(frozen=True)
class FaultyLine:
    """A pasted line, written as one line again, with its faults."""

    text: str
    faults: tuple[ImportFault, ...]


@dataclass(frozen=True)
class JudgedPaste:
    """A pasted text: its players, the good lines with the header as a text, the faulty ones, and
    faults of the whole text. `count` is the number of all its players.
    """

    table: EntryTable
    count: int
    good: str
    faulty: tuple[FaultyLine, ...]
    whole: tuple[ImportFault, ...]

    @property
    def is_good(self) -> bool:
        """Return whether nothing in the text is wrong."""
        return not self.faulty and not self.whole


def judge_pasted(text: str, known: set[tuple[str, str]]) -> JudgedPaste:
    """Return a pasted text, judged as a whole: every fault of every line, also of players whose
    keys are among `known`. Beyond `MAX_FAULTS` faulty lines the others stay among the good ones.

    Raises `ImportRefused` for a text whose rows cannot be told apart, or whose header is wrong.
    """
    rows, separator = pasted_rows(text)
    headed = _names_columns(rows)
    table = read_table(
        rows if headed else [(1, list(COLUMNS)), *rows], known=COLUMNS, needed=("name",)
    )
    lines = tuple(_line(number, cells) for number, cells in table.rows)
    faults: dict[int, list[ImportFault]] = {}
    for fault in (
        *separated_otherwise(rows, separator),
        *table.faults,
        *_faults_of(lines),
        *twice(lines, known),
    ):
        of_line = faults.setdefault(fault.line or 0, [])
        if fault not in of_line:
            of_line.append(fault)
    below = rows[1:] if headed else rows
    faulty = [(line, cells) for line, cells in below if line in faults]
    whole = [] if lines else [ImportFault("import_no_players", None)]
    if len(lines) > MAX_ROWS:
        whole.append(ImportFault("import_too_many_players", None, params={"most": MAX_ROWS}))
    if len(faulty) > MAX_FAULTS:
        more = len(faulty) - MAX_FAULTS
        whole.append(ImportFault("army_more_faults", None, params={"more": more}))
    shown = {line for line, _cells in faulty[:MAX_FAULTS]}
    good = [cells for line, cells in rows if line not in shown]
    return JudgedPaste(
        table=EntryTable(tuple(each for each in lines if each.line not in faults), table.ignored),
        count=len(lines),
        good="\n".join(_as_text(cells, separator) for cells in good),
        faulty=tuple(
            FaultyLine(_as_text(cells, separator), tuple(faults[line]))
            for line, cells in faulty[:MAX_FAULTS]
        ),
        whole=tuple(whole),
    )


def _as_text(cells: Sequence[str], separator: str) -> str:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator="").writerow(cells)
    return " ".join(out.getvalue().splitlines())


def read_by_columns(text: str, columns: Sequence[str], *, has_header: bool) -> EntryTable:
    """Return the players of a text whose columns the organiser has named: one of `COLUMNS` for
    each, or an empty text for one to be ignored. Raises the same.
    """
    rows, _ = pasted_rows(text)
    header, below = (rows[0][1], rows[1:]) if has_header and rows else ([], rows)
    named = tuple((line, dict(zip(columns, cells, strict=False))) for line, cells in below)
    ignored = [cell for cell, name in zip(header, columns, strict=False) if cell and not name]
    return _judged(Table(named, tuple(map(describe_value, ignored)), faults=()))


def pasted_rows(text: str) -> tuple[list[Row], str]:
    """Return the rows of a text that may have no header, and their separator. Raises
    `ImportRefused` for a line that cannot be read.

    If the first row does not name the columns, it need not show the separator.
    """
    rows, _ = read_until_fault(text, most=MAX_ROWS)
    if _names_columns(rows):
        return read_rows(text, most=MAX_ROWS), shown_separator(text)
    of_most = _separator_of_most(text)
    return read_rows(text, most=MAX_ROWS, separator=of_most), of_most


def _separator_of_most(text: str) -> str:
    """Return the separator of a text without a header.

    A spreadsheet gives tabs, while a club's name may contain a comma, so tabs come before
    semicolons and those before commas; but what few lines have does not make all others wrong.
    """
    lines = text.splitlines()
    counts = {each: sum(each in line for line in lines) for each in "\t;,"}
    most = max(counts.values())
    return next(each for each, count in counts.items() if count * 2 >= most) if most else ","


def names_no_column(text: str, *, may_be_headless: bool) -> bool:
    """Return whether it is not known which column of a text holds the names: the first row has no
    column `name`, and unless it may begin with a player at once, nothing shows that it does.
    """
    rows, _ = pasted_rows(text)
    if not rows or _names_columns(rows):
        return False
    return not may_be_headless or any(name_key(each) in HEADINGS for each in rows[0][1])


def _names_columns(rows: list[Row]) -> bool:
    return bool(rows) and "name" in header_of(rows[0][1])


def judge_line(line: EntryLine) -> EntryLine:
    """Return a player who was not read from a text, validated. Raises `ImportRefused`."""
    faults = tuple(_faults_of((line,)))
    if faults:
        raise ImportRefused(faults)
    return line


def as_line(text: str) -> str:
    """Return text typed into one line, without blanks around it and double blanks within."""
    return " ".join(text.split())


def player_key(name: str, club: str) -> tuple[str, str]:
    """Return the key by which two players are the same: two may share a name in different clubs."""
    return name_key(name), name_key(club)


def twice(lines: tuple[EntryLine, ...], known: set[tuple[str, str]]) -> tuple[ImportFault, ...]:
    """Return an error for each line whose player, by their key, is already entered."""
    return tuple(_double(line) for line in lines if player_key(line.name, line.club) in known)


def _line(number: int, cells: Mapping[str, str]) -> EntryLine:
    named = {column: as_line(as_meant(cells.get(column, "").strip())) for column in COLUMNS}
    return EntryLine(**named, line=number)


def _faults_of(lines: tuple[EntryLine, ...]) -> Iterator[ImportFault]:
    met: set[tuple[str, str]] = set()
    for line in lines:
        key = player_key(line.name, line.club)
        if is_blank(line.name):
            yield ImportFault("army_blank", line.line, "name")
        elif key in met:
            yield _double(line)
        met.add(key)
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
