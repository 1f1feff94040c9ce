"""The pairings of a round from a CSV text with the columns table, player and opponent.

Players are given by number or name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Final

from setup_app.armies.csv_layout import as_meant
from setup_app.armies.import_faults import ImportFault, ImportRefused
from setup_app.events.event.rounds.table_list import GivenPairing, Named
from setup_app.events.models import Entry

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
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    separator = max(",;\t", key=text.lstrip("\n").partition("\n")[0].count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    given: list[GivenPairing] = []
    try:
        names = [name.strip().lower() for name in reader.fieldnames or ()]
        if set(names) != set(COLUMNS) or len(names) != len(COLUMNS):
            expected = {"expected": list(COLUMNS)}
            raise ImportRefused((ImportFault("import_no_header", 1, params=expected),))
        reader.fieldnames = names
        for row in reader:
            given.append(_given(row, known, reader.line_num))
            if len(given) > MAX_ROWS:
                raise ImportRefused(
                    (ImportFault("import_too_many_rows", None, params={"most": MAX_ROWS}),)
                )
    except csv.Error as broken:
        raise ImportRefused((ImportFault("import_line_unreadable", reader.line_num),)) from broken
    return tuple(given)


def _given(row: Mapping[str | None, object], known: Mapping[str, Named], line: int) -> GivenPairing:
    if None in row:
        most = len(COLUMNS)
        raise ImportRefused(
            (ImportFault("import_too_many_cells", line, params={"most": most, "found": most + 1}),)
        )
    table, player, opponent = (as_meant(str(row[name] or "").strip()) for name in COLUMNS)
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
