"""The pairings of a round from a CSV text with the columns table, player and opponent.

Players are given by number or name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from setup_app.armies.csv_layout import as_meant
from setup_app.events.event.rounds.table_list import GivenPairing, Named
from setup_app.events.models import Entry
from setup_app.rulebooks.army_faults import MAX_FAULTS
from setup_app.spreadsheets.faults import ImportFault, ImportRefused, refused
from setup_app.spreadsheets.rows import header_of, read_rows, too_wide

COLUMNS: Final = ("table", "player", "opponent")
MAX_ROWS: Final = 2000
MAX_DIGITS: Final = 9


def read_pairings(text: str, entries: Iterable[Entry]) -> tuple[GivenPairing, ...]:
    """Return the pairings of a text, in its order; an unknown name stays a name.

    Raises `ImportRefused` with the line of anything unreadable.
    """
    rows = tuple(entries)
    # A player's name may be another player's number; a number wins.
    known: Mapping[str, Named] = {entry.name: entry.number for entry in rows} | {
        str(entry.number): entry.number for entry in rows
    }
    (line, header), *others = read_rows(text, most=MAX_ROWS) or [(1, [])]
    names = header_of(header)
    if set(names) != set(COLUMNS) or len(names) != len(COLUMNS):
        raise refused("import_no_header", line, expected=list(COLUMNS))
    if len(others) > MAX_ROWS:
        raise refused("import_too_many_rows", most=MAX_ROWS)
    faults = tuple(too_wide(others, len(names)))
    if faults:
        raise ImportRefused(faults[:MAX_FAULTS])
    return tuple(
        _given(dict(zip(names, cells, strict=False)), known, line) for line, cells in others
    )


def _given(row: Mapping[str, str], known: Mapping[str, Named], line: int) -> GivenPairing:
    table, player, opponent = (as_meant(row.get(name, "").strip()) for name in COLUMNS)
    if table and not _is_number(table):
        raise ImportRefused((ImportFault("import_no_table", line, "table", {"found": table[:40]}),))
    if not player:
        raise ImportRefused((ImportFault("army_blank", line, "player"),))
    both = [_named(each, known) for each in (player, opponent) if each]
    return GivenPairing(int(table) if table else None, tuple(both))


def _named(text: str, known: Mapping[str, Named]) -> Named:
    if text in known:
        return known[text]
    return int(text) if _is_number(text) else text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
