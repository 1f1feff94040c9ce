"""Which characters of a text no font has.

Only the tables `cmap` of font files are read: a folder of fonts may be large. Fonts that cannot be
read count as empty, since the compiler skips them as well.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from terrain.draw.measure import FONTS

SUFFIXES: Final = (".ttf", ".otf", ".ttc", ".otc")
"""The files that the compiler reads as fonts."""
COLLECTION: Final = b"ttcf"
MAX_CODE: Final = 0x110000
MAX_FONT_BYTES: Final = 256 * 1024 * 1024
UNSEEN: Final = ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")
BUILT_IN: Final = Path(__file__).parent / "built_in_characters.txt"
"""The characters of the fonts that the compiler itself carries, as ranges of code points."""


def missing_in(text: str, folder: Path | None) -> tuple[str, ...]:
    """Return the characters of a text that neither our fonts nor those of a folder have, in order.

    Letters are composed first, as a typesetter does.
    """
    composed = unicodedata.normalize("NFC", text)
    seen = (each for each in composed if not _is_unseen(each))
    return tuple(dict.fromkeys(each for each in seen if not has_character(each, folder)))


def has_character(character: str, folder: Path | None) -> bool:
    """Return whether one of these fonts has a character. The folder is read only if ours do not."""
    code = ord(character)
    return bool(_shipped()[code]) or (folder is not None and bool(_covered(folder)[code]))


def _is_unseen(character: str) -> bool:
    """Return whether a character has no picture of its own, such as joiners and selectors."""
    code = ord(character)
    return unicodedata.category(character) in UNSEEN or 0xFE00 <= code <= 0xFE0F


@lru_cache(maxsize=1)
def _shipped() -> bytearray:
    covered = bytearray(_covered(FONTS))
    for line in BUILT_IN.read_text("ascii").split():
        first, _, last = line.partition("-")
        for code in range(int(first, 16), int(last or first, 16) + 1):
            covered[code] = 1
    return covered


@lru_cache(maxsize=2)
def _covered(folder: Path) -> bytearray:
    """Return for each code point whether a font of a folder has it."""
    covered = bytearray(MAX_CODE)
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() in SUFFIXES and file.is_file():
            for first, last in _ranges(file):
                covered[first : last + 1] = b"\1" * (last + 1 - first)
    return covered


def _ranges(file: Path) -> list[tuple[int, int]]:
    try:
        if file.stat().st_size > MAX_FONT_BYTES:
            return []
        return list(_ranges_in(file.read_bytes()))
    except (OSError, struct.error):
        return []


def _ranges_in(font: bytes) -> Iterator[tuple[int, int]]:
    starts: Iterable[int] = (0,)
    if font.startswith(COLLECTION):
        (count,) = struct.unpack_from(">L", font, 8)
        starts = struct.unpack_from(f">{count}L", font, 12)
    for start in starts:
        yield from _characters(font, start)


def _characters(font: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of code points of one font in a file, from its Unicode subtables."""
    (count,) = struct.unpack_from(">H", font, start + 4)
    tables = (struct.unpack_from(">4s4xL", font, start + 12 + 16 * at) for at in range(count))
    cmap = next((offset for tag, offset in tables if tag == b"cmap"), None)
    if cmap is None:
        return
    (count,) = struct.unpack_from(">H", font, cmap + 2)
    records = (struct.unpack_from(">HHL", font, cmap + 4 + 8 * at) for at in range(count))
    for offset in {offset for platform, _, offset in records if platform in (0, 3)}:
        at = cmap + offset
        (kind,) = struct.unpack_from(">H", font, at)
        if kind == 4:
            yield from _segments(font, at)
        elif kind == 12:
            (groups,) = struct.unpack_from(">L", font, at + 12)
            for group in range(groups):
                first, last = struct.unpack_from(">LL", font, at + 16 + 12 * group)
                if first <= last < MAX_CODE:
                    yield first, last


def _segments(font: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a subtable of format 4; inside a segment some glyphs may be missing."""
    segments = struct.unpack_from(">H", font, at + 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", font, at + 14)
    begins = struct.unpack_from(f">{segments}H", font, at + 16 + 2 * segments)
    offsets = struct.unpack_from(f">{segments}H", font, at + 16 + 6 * segments)
    for place, (first, last, offset) in enumerate(zip(begins, ends, offsets, strict=True)):
        last = min(last, 0xFFFE)
        if first > last:
            continue
        if not offset:
            yield first, last
            continue
        glyphs_at = at + 16 + 6 * segments + 2 * place + offset
        glyphs = struct.unpack_from(f">{last + 1 - first}H", font, glyphs_at)
        yield from ((first + gap, first + gap) for gap, glyph in enumerate(glyphs) if glyph)
