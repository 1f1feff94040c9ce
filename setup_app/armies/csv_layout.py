"""The CSV form of an army list.

One file is one army. The first row names the columns. Every other row begins with its kind: `army`
once, each part of several fields once by its name (`commander`), each kind of row as often as
needed, by its singular name (`general`, `unit`). A row fills only its own columns. Several words in
a field are separated by spaces. docs/army-lists.md has an example.
"""

import re
from collections.abc import Mapping
from typing import Final

from setup_app.armies.fields import ARMY, Column, Fields, fields_of
from setup_app.engine.rulebook import Rulebook

ROW: Final = "row"
YES: Final = ("yes", "true", "1", "x")
NO: Final = ("no", "false", "0", "none")

# A spreadsheet treats a cell as a formula if it begins with one of these. A program that splits
# cells at another separator also finds such beginnings in the middle of a name.
_DANGER: Final = r"(?=[=+\-@'\t\r＝＋－＠])"
_BEGINNING: Final = r"(^|[;,\t|])"
_UNSAFE: Final = re.compile(_BEGINNING + _DANGER)
_MADE_SAFE: Final = re.compile(_BEGINNING + "'" + _DANGER)


def made_safe(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula; `as_meant` undoes it exactly."""
    return _UNSAFE.sub(r"\1'", cell)


def as_meant(cell: str) -> str:
    """Return the original text of a cell that `made_safe` has changed."""
    return _MADE_SAFE.sub(r"\1", cell)


def row_kind(name: str) -> str:
    """Return the name of this array's rows in a file."""
    return name.removesuffix("s")


def columns_of(fields: Fields) -> dict[str, Mapping[str, Column]]:
    """Return the columns that each kind of row fills."""
    return {
        ARMY: fields.columns,
        **{part: _by_name(columns) for part, columns in fields.parts.items()},
        **{row_kind(name): _by_name(rows.columns) for name, rows in fields.rows.items()},
    }


def header_of(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the names in the first row, in the rulebook's order if it has one."""
    used = dict.fromkeys(
        name for columns in columns_of(fields_of(rulebook)).values() for name in columns
    )
    return (ROW, *(rulebook.csv_columns or used))


def _by_name(columns: tuple[Column, ...]) -> Mapping[str, Column]:
    return {column.name: column for column in columns}
