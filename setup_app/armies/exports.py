"""Export an army as a file that this program and spreadsheets can read."""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from setup_app.armies.csv_layout import ROW, columns_of, header_of, made_safe, row_kind
from setup_app.armies.fields import ARMY, fields_of
from setup_app.armies.rulebooks import rulebook_of


def as_json(army: Mapping[str, Any]) -> str:
    """Return the army as the API takes it."""
    return json.dumps(army, ensure_ascii=False, indent=2) + "\n"


def as_csv(army: Mapping[str, Any]) -> str:
    """Return the army in the layout of `csv_layout`, safe to open in a spreadsheet.

    The text begins with a byte order mark, without which Excel reads UTF-8 as Latin-1.
    """
    rulebook = rulebook_of(army)
    used = columns_of(fields_of(rulebook))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, header_of(rulebook), restval="", lineterminator="\r\n")
    writer.writeheader()
    for kind, values in _rows(army):
        cells = {name: _cell(values.get(name)) for name in used[kind]}
        writer.writerow({ROW: kind, **cells})
    return "\ufeff" + out.getvalue()


def _rows(army: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    fields = fields_of(rulebook_of(army))
    yield ARMY, army
    for part in fields.parts:
        yield part, army.get(part, {})
    for name in fields.rows:
        for values in army.get(name, ()):
            yield row_kind(name), values


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(value)
    return made_safe(str(value))
