"""Read armies from JSON, CSV or a spreadsheet, with the line of every fault.

All or nothing: one fault anywhere, and no army is returned.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setup_app.armies.import_csv import read_csv
from setup_app.armies.import_json import read_json
from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.texts import FileText, check_size, read_file


@dataclass(frozen=True)
class Imported:
    """The armies of a text; the columns that were ignored, and the sheet that was read."""

    armies: tuple[Mapping[str, Any], ...]
    ignored: tuple[str, ...] = ()
    sheet: str | None = None


def read_import(source: bytes | str, *, rulebook_id: str | None = None) -> Imported:
    """Return the armies of a text; JSON begins with a brace or a bracket, anything else is CSV.

    A CSV text that names no rulebook is read by `rulebook_id`, else by the first one. Raises
    `ImportRefused` with a fault for each problem.
    """
    if isinstance(source, bytes):
        read = read_file(source)
    else:
        check_size(len(source.encode("utf-8", "replace")))
        read = FileText(source.removeprefix("\ufeff"))
    text = read.text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise ImportRefused((ImportFault("import_empty", None),))
    if text.lstrip()[0] in "{[":
        return Imported(read_json(text))
    table = read_csv(text, rulebook_id=rulebook_id)
    return Imported((table.army,), table.ignored, read.sheet)
