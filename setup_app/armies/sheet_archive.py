"""Limits for unpacking an .xlsx file, which is an archive and may be a bomb.

The stated sizes are summed first, and each part is read no further than stated: an archive may lie
about them.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Final

from setup_app.armies.import_faults import ImportFault, ImportRefused

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

MAX_UNPACKED: Final = 10 * 1024 * 1024
MAX_PARTS: Final = 50

BEGINNING: Final = b"PK\x03\x04"
OLD_OR_LOCKED: Final = b"\xd0\xcf\x11\xe0"
"""The first bytes of an .xls file, and of a password-protected .xlsx."""

REFUSED_PARTS: Final = {
    "vbaproject": "sheet_has_macros",
    "externallinks/": "sheet_has_external_links",
}


def is_sheet(source: bytes) -> bool:
    """Return whether these bytes are a spreadsheet rather than a text."""
    return source.startswith((BEGINNING, OLD_OR_LOCKED))


def unpacked(source: bytes) -> dict[str, bytes]:
    """Return every part of the archive by its name; at most `MAX_UNPACKED` bytes. Raises
    `ImportRefused`.
    """
    if source.startswith(OLD_OR_LOCKED):
        raise refused("sheet_old_or_locked")
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            listed = archive.infolist()
            _check(listed)
            return {each.filename: _body(archive, each) for each in listed}
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError) as broken:
        raise refused("sheet_unreadable") from broken
    except ValueError as broken:
        # The list of parts gives an offset before the beginning of the file.
        raise refused("sheet_unreadable") from broken


def packed(parts: dict[str, bytes]) -> io.BytesIO:
    """Return the same parts as an archive with true sizes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, body in parts.items():
            archive.writestr(name, body)
    out.seek(0)
    return out


def refused(code: str, line: int | None = None, **params: object) -> ImportRefused:
    """Return a refusal for one fault of a sheet."""
    return ImportRefused((ImportFault(code, line, params=params),))


def _body(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """Return a part, unpacked up to its stated size; if the size is wrong, so is the checksum."""
    with archive.open(part) as opened:
        return opened.read(part.file_size + 1)


def _check(listed: list[zipfile.ZipInfo]) -> None:
    if len(listed) > MAX_PARTS or len({each.filename for each in listed}) < len(listed):
        raise refused("sheet_unreadable")
    if sum(each.file_size for each in listed) > MAX_UNPACKED:
        raise refused("sheet_unpacks_too_large", most=MAX_UNPACKED // 1024 // 1024)
    for each in listed:
        if each.flag_bits & 1:
            raise refused("sheet_old_or_locked")
        name = each.filename.lower()
        code = next((found for part, found in REFUSED_PARTS.items() if part in name), None)
        if code is not None:
            raise refused(code)
