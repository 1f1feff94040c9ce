"""Widths of text on the map, from the fonts that are shipped.

Labels are placed by their boxes, so widths must not depend on installed fonts. Only the two font
tables that are needed are read: `cmap` and `hmtx`.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FONTS = Path(__file__).parent / "fonts"

FILES: Mapping[tuple[str, str], str] = {
    ("Alegreya", "regular"): "Alegreya-Regular.ttf",
    ("Alegreya", "italic"): "Alegreya-Italic.ttf",
    ("Alegreya", "bold"): "Alegreya-Bold.ttf",
    ("Alegreya Sans", "regular"): "AlegreyaSans-Regular.ttf",
    ("Alegreya Sans", "bold"): "AlegreyaSans-Bold.ttf",
}

# Wide enough for any glyph that falls back to a font the map does not ship.
UNKNOWN_GLYPH = 0.9

# Figures are set lining and tabular, which `hmtx` alone does not say.
FIGURE = 0.49


@dataclass(frozen=True)
class Widths:
    """The advance widths of one font, in ems by code point."""

    advances: Mapping[int, float]

    def of(self, text: str) -> float:
        """Return the width of `text` in ems; kerning, which only narrows, is ignored."""
        return sum(self.advances.get(ord(character), UNKNOWN_GLYPH) for character in text)


def text_width(text: str, *, family: str, face: str, size: float) -> float:
    """Return the width of `text` at `size`, in the unit of `size`."""
    return _ems(text, family, face) * size


@lru_cache(maxsize=4096)
def _ems(text: str, family: str, face: str) -> float:
    # The same names and figures are on every sheet of a tournament.
    return _widths(family, face).of(text)


@lru_cache(maxsize=len(FILES))
def _widths(family: str, face: str) -> Widths:
    font = (FONTS / FILES[family, face]).read_bytes()
    tables = _tables(font)
    (units_per_em,) = struct.unpack_from(">H", font, tables["head"] + 18)
    (metric_count,) = struct.unpack_from(">H", font, tables["hhea"] + 34)
    metrics = struct.unpack_from(f">{metric_count * 2}H", font, tables["hmtx"])[::2]
    advances = {
        code: metrics[min(glyph, metric_count - 1)] / units_per_em
        for code, glyph in _characters(font, tables["cmap"]).items()
    }
    return Widths(advances | {ord(figure): FIGURE for figure in "0123456789"})


def _tables(font: bytes) -> dict[str, int]:
    (count,) = struct.unpack_from(">H", font, 4)
    records = (struct.unpack_from(">4sLLL", font, 12 + 16 * index) for index in range(count))
    return {tag.decode("ascii"): offset for tag, _, offset, _ in records}


def _characters(font: bytes, cmap: int) -> dict[int, int]:
    """Return glyph numbers by code point, from the Windows Unicode subtable (format 4)."""
    (count,) = struct.unpack_from(">H", font, cmap + 2)
    records = [struct.unpack_from(">HHL", font, cmap + 4 + 8 * index) for index in range(count)]
    start = cmap + next(offset for platform, kind, offset in records if (platform, kind) == (3, 1))
    segments = struct.unpack_from(">H", font, start + 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", font, start + 14)
    begins = struct.unpack_from(f">{segments}H", font, start + 16 + 2 * segments)
    deltas = struct.unpack_from(f">{segments}H", font, start + 16 + 4 * segments)
    ranges_at = start + 16 + 6 * segments
    glyphs: dict[int, int] = {}
    for index in range(segments):
        range_at = ranges_at + 2 * index
        (range_offset,) = struct.unpack_from(">H", font, range_at)
        for code in range(begins[index], min(ends[index], 0xFFFE) + 1):
            glyph = code
            if range_offset:
                at = range_at + range_offset + 2 * (code - begins[index])
                (glyph,) = struct.unpack_from(">H", font, at)
                if glyph == 0:
                    continue
            glyphs[code] = (glyph + deltas[index]) % 65536
    return glyphs
