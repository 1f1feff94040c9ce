"""How does an army list stand in a CSV file?

One file is one army. The first row names the columns; then each row begins with what it is:
`army` and `commander` once, `general` and `unit` as often as there are. A row fills only its own
columns. Words in `home` and `flags` are separated by spaces. docs/army-lists.md has an example.
"""

import re
from typing import Final

ROW: Final = "row"
COLUMNS: Final = (
    ROW,
    "name",
    "player",
    "rulebook",
    "home",
    "level",
    "type",
    "pbs_cards",
    "scouting",
    "camp",
    "settlement",
    "kind",
    "arm",
    "order",
    "bases",
    "points",
    "flags",
)
COLUMNS_OF: Final = {
    "army": (
        "name",
        "player",
        "rulebook",
        "home",
        "pbs_cards",
        "scouting",
        "camp",
        "settlement",
        "points",
    ),
    "commander": ("name", "level"),
    "general": ("name", "level", "type"),
    "unit": ("name", "kind", "arm", "order", "bases", "points", "flags"),
}
YES: Final = ("yes", "true", "1", "x")
NO: Final = ("no", "false", "0", "none")

# A spreadsheet takes a cell for a formula when it begins with one of these. One that splits cells
# at another separator than this file's finds such beginnings also in the middle of a name.
_DANGER: Final = r"(?=[=+\-@'\t\r＝＋－＠])"
_BEGINNING: Final = r"(^|[;,\t|])"
_UNSAFE: Final = re.compile(_BEGINNING + _DANGER)
_MADE_SAFE: Final = re.compile(_BEGINNING + "'" + _DANGER)


def made_safe(cell: str) -> str:
    """Return a cell that no spreadsheet runs as a formula; `as_meant` undoes it exactly."""
    return _UNSAFE.sub(r"\1'", cell)


def as_meant(cell: str) -> str:
    """Return what a cell said before `made_safe`."""
    return _MADE_SAFE.sub(r"\1", cell)
