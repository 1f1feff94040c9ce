"""The pairings of a round from a CSV text with the columns table, player and opponent.

Players are given by number or name, with the club in brackets where two share a name. A round that
was saved as CSV can be read again; its columns of results are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from setup_app.armies.csv_layout import as_meant
from setup_app.engine.names import is_blank, name_key
from setup_app.events.event.entry_table import as_line
from setup_app.events.event.rounds.table_list import Ambiguous, GivenPairing, Named
from setup_app.events.models import Entry
from setup_app.rulebooks.army_faults import MAX_FAULTS, describe_value
from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.rows import read_rows
from setup_app.spreadsheets.tables import read_table

COLUMNS: Final = ("table", "player", "opponent")
MAX_ROWS: Final = 2000
MAX_DIGITS: Final = 9


@dataclass(frozen=True)
class PairingTable:
    """The pairings of a text, in its order, and the names of its columns that were ignored."""

    pairings: tuple[GivenPairing, ...]
    ignored: tuple[str, ...]


def read_pairings(text: str) -> PairingTable:
    """Return the pairings of a text; names are not looked up yet.

    Raises `ImportRefused` with the line of anything unreadable.
    """
    table = read_table(read_rows(text, most=MAX_ROWS), known=COLUMNS, needed=COLUMNS)
    faults = list(table.faults)
    if len(table.rows) > MAX_ROWS:
        faults.insert(0, ImportFault("import_too_many_rows", None, params={"most": MAX_ROWS}))
    given = []
    for line, cells in table.rows:
        read = _given(line, cells)
        if isinstance(read, GivenPairing):
            given.append(read)
        else:
            faults.append(read)
    if faults:
        raise ImportRefused(tuple(faults[:MAX_FAULTS]))
    return PairingTable(tuple(given), table.ignored)


def with_numbers(
    given: Iterable[GivenPairing], entries: Iterable[Entry]
) -> tuple[GivenPairing, ...]:
    """Return pairings with each name replaced by the number of its entry.

    A name that matches no entry stays a name; one that matches several is `Ambiguous`.
    """
    known: dict[str, list[Entry]] = {}
    for entry in entries:
        for name in _names_of(entry):
            known.setdefault(name, []).append(entry)
    numbers = {entry.number for found in known.values() for entry in found}
    return tuple(
        GivenPairing(each.table, tuple(_numbered(one, known, numbers) for one in each.entries))
        for each in given
    )


def _given(line: int, cells: Mapping[str, str]) -> GivenPairing | ImportFault:
    table, player, opponent = (as_line(as_meant(cells[name].strip())) for name in COLUMNS)
    if table and not _is_number(table):
        return ImportFault("import_no_table", line, "table", {"found": describe_value(table)})
    if is_blank(player):
        return ImportFault("army_blank", line, "player")
    both = [each for each in (player, opponent) if not is_blank(each)]
    return GivenPairing(int(table) if table else None, tuple(both))


def _names_of(entry: Entry) -> set[str]:
    """Return the keys of an entry's name, alone and with the club or number in brackets."""
    marks = (f"{entry.name} ({mark})" for mark in (entry.club, entry.number) if mark)
    return {name_key(each) for each in (entry.name, *marks)}


def _numbered(one: Named, known: Mapping[str, list[Entry]], numbers: set[int]) -> Named:
    if not isinstance(one, str):
        return one
    # A player's name may be another player's number; a number wins.
    if _is_number(one) and int(one) in numbers:
        return int(one)
    found = known.get(name_key(one), [])
    if len(found) > 1:
        return Ambiguous(one, tuple(sorted(each.number for each in found)))
    if found:
        return int(found[0].number)
    return int(one) if _is_number(one) else one


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
