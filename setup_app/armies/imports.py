"""Read armies from JSON, CSV or a spreadsheet, with the line of every fault.

All or nothing: one fault anywhere, and no army is returned. Bytes are read as UTF-8, with or
without a byte order mark, or as UTF-16 with one. Latin-1 is not guessed: a wrong guess silently
changes names.
"""

from collections.abc import Mapping
from typing import Any, Final

from setup_app.armies.import_csv import read_csv
from setup_app.armies.import_faults import ImportFault, ImportRefused
from setup_app.armies.import_json import read_json
from setup_app.armies.sheet_archive import is_sheet

MAX_BYTES: Final = 1024 * 1024

_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


def read_import(source: bytes | str) -> tuple[Mapping[str, Any], ...]:
    """Return the armies of a text; JSON begins with a brace or a bracket, anything else is CSV.

    Raises `ImportRefused` with a fault for each problem.
    """
    if isinstance(source, bytes):
        text = text_in(source)
    else:
        _check_size(len(source.encode("utf-8", "replace")))
        text = source.removeprefix("\ufeff")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise ImportRefused((ImportFault("import_empty", None),))
    if text.lstrip()[0] in "{[":
        return read_json(text)
    return (read_csv(text),)


def text_in(source: bytes) -> str:
    """Return the text of a file; the first sheet of a spreadsheet as CSV. Raises
    `ImportRefused`.
    """
    _check_size(len(source))
    if is_sheet(source):
        # The reader takes 30 MB, so it is imported only when a spreadsheet arrives.
        from setup_app.armies.sheets import read_sheet

        return read_sheet(source)
    return _decoded(source)


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise ImportRefused((ImportFault("import_too_large", None, params={"most": MAX_BYTES}),))


def _decoded(source: bytes) -> str:
    encoding = next((name for mark, name in _MARKS if source.startswith(mark)), "utf-8")
    try:
        return source.decode(encoding)
    except UnicodeDecodeError as undecodable:
        line = source.count(b"\n", 0, undecodable.start) + 1
        byte = f"0x{source[undecodable.start]:02X}"
        fault = ImportFault("import_not_utf8", line, params={"byte": byte})
        raise ImportRefused((fault,)) from undecodable
