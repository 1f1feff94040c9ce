"""How is an army written as a file that this program, and a spreadsheet, reads again?"""

import csv
import io
import json
from typing import Any

from setup_app.armies.csv_layout import COLUMNS, ROW, made_safe
from setup_app.rulebooks.pbs_2023_1.armies import Army, army_as_json


def as_json(army: Army) -> str:
    """Return the army as the API takes it."""
    return json.dumps(army_as_json(army), ensure_ascii=False, indent=2) + "\n"


def as_csv(army: Army) -> str:
    """Return the army in the layout of `csv_layout`, safe to open in a spreadsheet.

    Begins with a byte order mark, without which Excel reads UTF-8 as Latin-1.
    """
    stated = army_as_json(army)
    rows: list[dict[str, Any]] = [
        {ROW: "army", **stated},
        {ROW: "commander", **stated["commander"]},
        *({ROW: "general", **general} for general in stated["generals"]),
        *({ROW: "unit", **unit} for unit in stated["units"]),
    ]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({column: _cell(row.get(column)) for column in COLUMNS})
    return "\ufeff" + out.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    return made_safe(str(value))
