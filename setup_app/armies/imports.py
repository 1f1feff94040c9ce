"""Read armies from JSON, CSV or a spreadsheet, with the line of every fault.

All or nothing: one fault anywhere, and no army is returned.
"""

from collections.abc import Mapping
from typing import Any

from setup_app.armies.import_csv import read_csv
from setup_app.armies.import_json import read_json
from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.texts import check_size, text_in


def read_import(source: bytes | str) -> tuple[Mapping[str, Any], ...]:
    """Return the armies of a text; JSON begins with a brace or a bracket, anything else is CSV.

    Raises `ImportRefused` with a fault for each problem.
    """
    if isinstance(source, bytes):
        text = text_in(source)
    else:
        check_size(len(source.encode("utf-8", "replace")))
        text = source.removeprefix("\ufeff")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise ImportRefused((ImportFault("import_empty", None),))
    if text.lstrip()[0] in "{[":
        return read_json(text)
    return (read_csv(text),)
