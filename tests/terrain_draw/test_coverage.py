"""Which characters have a font, ours or one of a folder."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
import typst
from pypdf import PdfReader

from terrain.draw import coverage, typesetting
from terrain.draw.coverage import BUILT_IN, missing_in
from terrain.draw.measure import FONTS

SCRIPTS = {
    "Latin": "José Łukasz Nguyễn Þór",
    "decomposed": "Jose\u0301",
    "Greek": "Ελευθέριος",
    "Cyrillic": "Пётр",
    "Hebrew": "שלום",
    "Arabic with a joiner": "علی\u200cرضا",
    "Armenian": "Արամ",
    "Georgian": "გიორგი",
}
LACKING = {"Han": "田中", "Hangul": "김철수", "Thai": "สมชาย", "emoji": "🎲", "Tamil": "அருண்"}


def font_with(code: int, folder: Path) -> Path:
    """A font file whose only character is this one, drawn like our letter A."""
    font = bytearray((FONTS / "AlegreyaSans-Regular.ttf").read_bytes())
    subtable = struct.pack(">HHLLLLLL", 12, 0, 28, 0, 1, code, code, 36)
    table = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + subtable
    (count,) = struct.unpack_from(">H", font, 4)
    at = next(12 + 16 * n for n in range(count) if font[12 + 16 * n : 16 + 16 * n] == b"cmap")
    struct.pack_into(">LL", font, at + 8, len(font), len(table))
    file = folder / "one.ttf"
    file.write_bytes(bytes(font) + table)
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    before = list(typesetting._folders)
    yield tmp_path
    typesetting._folders[:] = before
    typesetting.fonts.cache_clear()
    coverage._covered.cache_clear()


def is_set(text: str) -> bool:
    """Whether the compiler finds a glyph for each character; for an archive it must."""
    source = b'#set text(font: "Alegreya Sans")\n#json(bytes(sys.inputs.text))'
    inputs = {"text": json.dumps(text)}
    try:
        typst.compile(
            source,
            font_paths=typesetting.fonts(),
            format="pdf",
            pdf_standards=["a-2b"],
            sys_inputs=inputs,
        )
    except typst.TypstError as refused:
        if "could not be displayed" not in str(refused):
            raise
        return False
    return True


@pytest.mark.parametrize("script", [*SCRIPTS, *LACKING])
def test_what_has_a_font_is_what_the_compiler_can_set(script: str) -> None:
    text = (SCRIPTS | LACKING)[script]

    assert is_set(text) == (not missing_in(text, None)) == (script in SCRIPTS)


def test_the_compilers_own_fonts_have_the_characters_that_are_listed() -> None:
    ranges = [each.partition("-") for each in BUILT_IN.read_text("ascii").split()]
    assert len(ranges) > 50
    for first, _, last in ranges[::9]:
        assert is_set(chr(int(first, 16))), first
        assert is_set(chr(int(last or first, 16))), last


def test_a_folder_of_fonts_is_used_for_what_ours_lack(folder: Path) -> None:
    (folder / "broken.otf").write_bytes(b"OTTO\0\1")
    (folder / "note.txt").write_text("no font")
    font_with(ord("田"), folder)

    assert missing_in("田中 Anna", folder) == ("中",)
    assert not is_set("田")
    typesetting.use_fonts(folder)
    assert is_set("田 Anna")
    made = typst.compile(
        b'#set text(font: "Alegreya Sans")\nAnna \\u{7530}',
        font_paths=typesetting.fonts(),
        format="pdf",
    )
    assert "田" in PdfReader(io.BytesIO(made)).pages[0].extract_text()
