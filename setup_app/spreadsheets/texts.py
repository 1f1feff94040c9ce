"""The text of a file: UTF-8 or UTF-16, or the first visible sheet of an .xlsx file as CSV.

Bytes are read as UTF-8, with or without a byte order mark, or as UTF-16 with one. Latin-1 is not
guessed: a wrong guess silently changes names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from setup_app.rulebooks.army_faults import describe_value
from setup_app.spreadsheets.archive import is_sheet
from setup_app.spreadsheets.faults import refusal
from setup_app.spreadsheets.turns import reading_turn
from setup_app.spreadsheets.workbook import read_workbook

MAX_BYTES: Final = 1024 * 1024

_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


@dataclass(frozen=True)
class FileText:
    """The text of a file; `sheet` is the title of the sheet that was read, if it has sheets."""

    text: str
    sheet: str | None = None


def read_file(source: bytes) -> FileText:
    """Return the text of a file; the first visible sheet of a spreadsheet as CSV.

    Raises `ImportRefused`, and `TooManyReaders` for a spreadsheet while others are being read.
    """
    check_size(len(source))
    if is_sheet(source):
        with reading_turn():
            sheet = read_workbook(source)
            return FileText(sheet.as_csv(), describe_value(sheet.title))
    return FileText(_decoded(source))


def text_in(source: bytes) -> str:
    """Return the text of a file alone. Raises the same."""
    return read_file(source).text


def check_size(size: int) -> None:
    """Raise `ImportRefused` for a text with more bytes than `MAX_BYTES`."""
    if size > MAX_BYTES:
        raise refusal("import_too_large", most=MAX_BYTES)


def _decoded(source: bytes) -> str:
    encoding = next((name for mark, name in _MARKS if source.startswith(mark)), "utf-8")
    try:
        return source.decode(encoding)
    except UnicodeDecodeError as undecodable:
        line = source.count(b"\n", 0, undecodable.start) + 1
        raise refusal(
            "import_not_utf8", line, byte=f"0x{source[undecodable.start]:02X}"
        ) from undecodable
