"""The parts of an .xlsx file, which is a ZIP archive and may be a bomb.

A part is unpacked in steps, and each step is counted before the next one: an archive may lie about
its sizes. Only stored and deflated parts are accepted, as spreadsheet programs write them: Python
would also unpack bzip2 and LZMA, which need more memory and fail in other ways.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from setup_app.spreadsheets.budget import MAX_UNPACKED, Budget, unpacks_too_large
from setup_app.spreadsheets.faults import refusal

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

MAX_PARTS: Final = 1000
STEP: Final = 16 * 1024
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

BEGINNING: Final = b"PK\x03\x04"
OLD_OR_LOCKED: Final = b"\xd0\xcf\x11\xe0"
"""The first bytes of an .xls file, and of a password-protected .xlsx."""

REFUSED_PARTS: Final = {
    "vbaproject": "sheet_has_macros",
    "externallinks/": "sheet_has_external_links",
}

BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    # A feature that Python does not support.
    NotImplementedError,
    # The list of parts gives an offset before the beginning of the file, or a name in no encoding.
    ValueError,
)
"""What `zipfile` raises for a damaged archive."""


def is_sheet(source: bytes) -> bool:
    """Return whether these bytes are a spreadsheet rather than a text."""
    return source.startswith((BEGINNING, OLD_OR_LOCKED))


class Archive:
    """The parts of an .xlsx file by their names. Raises `ImportRefused` for anything else."""

    def __init__(self, source: bytes, budget: Budget) -> None:
        if source.startswith(OLD_OR_LOCKED):
            raise refusal("sheet_old_or_locked")
        self._budget = budget
        with _as_refusal():
            self._file = zipfile.ZipFile(io.BytesIO(source))
        listed = self._file.infolist()
        _check(listed)
        self._parts = {each.filename: each for each in listed}

    def read_part(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a part in steps. Raises `ImportRefused` for a part that is missing,
        damaged or beyond the budget.
        """
        part = self._parts.get(name)
        if part is None:
            raise refusal("sheet_unreadable")
        with _as_refusal():
            opened = self._file.open(part)
        with opened:
            while True:
                with _as_refusal():
                    step = opened.read(STEP)
                if not step:
                    return
                self._budget.add_bytes(len(step))
                yield step


@contextmanager
def _as_refusal() -> Iterator[None]:
    try:
        yield
    except BROKEN as broken:
        raise refusal("sheet_unreadable") from broken


def _check(listed: list[zipfile.ZipInfo]) -> None:
    if len(listed) > MAX_PARTS:
        raise refusal("sheet_too_complex", most=MAX_PARTS)
    if len({each.filename for each in listed}) < len(listed):
        raise refusal("sheet_unreadable")
    if sum(each.file_size for each in listed) > MAX_UNPACKED:
        raise unpacks_too_large()
    for each in listed:
        if each.flag_bits & 1:
            raise refusal("sheet_old_or_locked")
        if each.compress_type not in METHODS:
            raise refusal("sheet_unreadable")
        name = each.filename.lower()
        code = next((found for part, found in REFUSED_PARTS.items() if part in name), None)
        if code is not None:
            raise refusal(code)
