"""Workbooks that no spreadsheet program writes: bombs, lies and damage."""

from __future__ import annotations

import io
import random
import struct
import zipfile
import zlib
from typing import Final

from tests.spreadsheets.sheets import sheet, with_part

NAMESPACE: Final = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PLAIN: Final = sheet([["name", "club"], ["Piso", "Roma"]])
FIRST_SHEET: Final = "xl/worksheets/sheet1.xml"
BOOK: Final = "xl/workbook.xml"
BOOK_LINKS: Final = "xl/_rels/workbook.xml.rels"
STYLES: Final = "xl/styles.xml"
TEXTS_LINK: Final = (
    b'<Relationship Id="texts" Target="sharedStrings.xml" Type="http://schemas.openxmlformats.org/'
    b'officeDocument/2006/relationships/sharedStrings"/></Relationships>'
)


def sheet_part(data: bytes, *, prolog: bytes = b"", after: bytes = b"") -> bytes:
    """The XML of a sheet with these rows."""
    return b'%b<worksheet xmlns="%b"><sheetData>%b</sheetData>%b</worksheet>' % (
        prolog,
        NAMESPACE,
        data,
        after,
    )


def with_rows(data: bytes, *, prolog: bytes = b"", after: bytes = b"") -> bytes:
    """The plain workbook with these rows."""
    return with_part(PLAIN, FIRST_SHEET, sheet_part(data, prolog=prolog, after=after))


def with_texts(data: bytes, *, cell: bytes = b"0") -> bytes:
    """A workbook of one cell that has a shared text, with these shared texts."""
    return with_shared(with_rows(b'<row><c t="s"><v>%b</v></c></row>' % cell), data)


def with_shared(source: bytes, data: bytes) -> bytes:
    """A workbook with these shared texts."""
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        links = archive.read(BOOK_LINKS).replace(b"</Relationships>", TEXTS_LINK)
    texts = b'<sst xmlns="%b">%b</sst>' % (NAMESPACE, data)
    return with_part(with_part(source, BOOK_LINKS, links), "xl/sharedStrings.xml", texts)


def with_styles(data: bytes) -> bytes:
    """The plain workbook with these styles."""
    return with_part(PLAIN, STYLES, b'<styleSheet xmlns="%b">%b</styleSheet>' % (NAMESPACE, data))


def packed_by(method: int, *, damaged: bool) -> bytes:
    """The plain workbook with its sheet packed by another method."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(PLAIN)) as old, zipfile.ZipFile(out, "w", 8) as new:
        for each in old.infolist():
            by = method if each.filename == FIRST_SHEET else each.compress_type
            new.writestr(each.filename, old.read(each), by)
        start = new.getinfo(FIRST_SHEET).header_offset + 30 + len(FIRST_SHEET)
    source = bytearray(out.getvalue())
    if damaged:
        # The properties of LZMA stand behind a version and their size, four bytes in all.
        source[start + 4 : start + 12] = b"\xff" * 8
    return bytes(source)


def with_true_lies(name: str, body: bytes, *, states: int) -> bytes:
    """The plain workbook with a part that states a smaller size, and the checksum to match."""
    source = with_part(PLAIN, name, body)
    size, checksum = struct.pack("<I", len(body)), struct.pack("<I", zlib.crc32(body))
    assert source.count(checksum) == 2
    lying = source.replace(size, struct.pack("<I", states))
    return lying.replace(checksum, struct.pack("<I", zlib.crc32(body[:states])))


def with_far_sizes(size: int) -> bytes:
    """The plain workbook, of which the list of parts states this size, in ZIP64, for the first."""
    with zipfile.ZipFile(io.BytesIO(PLAIN)) as archive:
        begins = archive.start_dir
        name = archive.infolist()[0].filename.encode()
    entry = begins + 46
    extra = struct.pack("<HHQ", 1, 8, size)
    source = bytearray(PLAIN)
    assert source[entry : entry + len(name)] == name
    source[begins + 24 : begins + 28] = b"\xff" * 4
    source[begins + 30 : begins + 32] = struct.pack("<H", len(extra))
    source[entry + len(name) : entry + len(name)] = extra
    end = source.rindex(b"PK\x05\x06")
    (length,) = struct.unpack_from("<I", source, end + 12)
    struct.pack_into("<I", source, end + 12, length + len(extra))
    return bytes(source)


def with_sheets(number: int, each: bytes | None = None) -> bytes:
    """A workbook that lists this many sheets, all of them its own one unless another is given."""
    with zipfile.ZipFile(io.BytesIO(PLAIN)) as archive:
        book = archive.read(BOOK)
    start, end = book.index(b"<sheets>") + len(b"<sheets>"), book.index(b"</sheets>")
    return with_part(PLAIN, BOOK, book[:start] + (each or book[start:end]) * number + book[end:])


def with_ballast(source: bytes) -> bytes:
    """The workbook with a part that cannot be packed, so that others are not out of proportion."""
    return with_part(source, "ballast", random.Random(0).randbytes(100_000))


def open_document() -> bytes:
    """The beginning of an .ods file, which is a ZIP archive too."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<office:document-content/>")
    return out.getvalue()


def with_parts(number: int) -> bytes:
    """The plain workbook with this many empty parts more."""
    out = io.BytesIO(PLAIN)
    with zipfile.ZipFile(out, "a") as archive:
        for each in range(number):
            archive.writestr(str(each), b"")
    return out.getvalue()
