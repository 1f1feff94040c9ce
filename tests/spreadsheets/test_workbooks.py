"""A spreadsheet is read as the CSV that it stands for, or refused with the place."""

from __future__ import annotations

import struct
import tracemalloc
from datetime import date

import pytest
from openpyxl import Workbook

from setup_app.armies.exports import as_csv
from setup_app.armies.imports import read_import
from setup_app.spreadsheets.budget import MAX_UNPACKED
from setup_app.spreadsheets.faults import ImportRefused
from setup_app.spreadsheets.texts import text_in
from setup_app.spreadsheets.workbook import MAX_ROWS, read_workbook
from setup_app.spreadsheets.writing import as_sheet
from tests.armies.lists import SMALL
from tests.spreadsheets.attacks import FIRST_SHEET, with_rows, with_shared
from tests.spreadsheets.sheets import saved, sheet, sheet_of, with_part

HEADER = ["name", "club"]
PLAIN = sheet([HEADER, ["Piso", "Roma"]])
LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>"""


def faults(source: bytes) -> list[tuple[str, int | None]]:
    with pytest.raises(ImportRefused) as refused:
        text_in(source)
    return [(fault.code, fault.line) for fault in refused.value.faults]


def test_a_sheet_states_the_army_that_its_csv_states() -> None:
    text = as_csv(SMALL)

    assert read_import(sheet_of(text)).armies == read_import(text).armies


def test_a_row_of_the_sheet_is_a_line_of_the_text() -> None:
    rows = [HEADER, [], ["Piso", 3], [None, True], [2.0, 1.5], ["two\nlines"]]

    assert text_in(sheet(rows)) == "name,club\n\nPiso,3\n,yes\n2,1.5\ntwo lines\n"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param(sheet([HEADER, [date(2026, 3, 1)]]), [("sheet_not_text", 2)], id="date"),
        pytest.param(sheet([HEADER, ["#REF!"]]), [("sheet_not_text", 2)], id="error"),
        pytest.param(
            sheet([HEADER, ["=1+1"], ["Piso"], ["=A2"]]),
            [("sheet_formula_without_value", 2), ("sheet_formula_without_value", 4)],
            id="formula",
        ),
        pytest.param(
            sheet([HEADER, ["Piso"]], merged="A2:B2"), [("sheet_merged_cells", None)], id="merged"
        ),
        pytest.param(
            with_part(PLAIN, "xl/vbaProject.bin", b"x"), [("sheet_has_macros", None)], id="macros"
        ),
        pytest.param(
            with_part(PLAIN, "xl/externalLinks/externalLink1.xml", b"<a/>"),
            [("sheet_has_external_links", None)],
            id="links",
        ),
        pytest.param(b"\xd0\xcf\x11\xe0 locked", [("sheet_old_or_locked", None)], id="locked"),
        pytest.param(PLAIN[:400], [("sheet_unreadable", None)], id="cut"),
        pytest.param(PLAIN[:-6] + b"\xff" * 4 + PLAIN[-2:], [("sheet_unreadable", None)], id="far"),
        pytest.param(with_part(PLAIN, FIRST_SHEET, LAUGHS), [("sheet_unreadable", None)], id="xml"),
        pytest.param(
            with_part(PLAIN, FIRST_SHEET, b"<worksheet"), [("sheet_unreadable", None)], id="broken"
        ),
        pytest.param(
            sheet([HEADER] + [["Piso"]] * MAX_ROWS), [("sheet_too_many_rows", None)], id="rows"
        ),
        pytest.param(sheet([HEADER, ["a"] * 101]), [("sheet_too_many_columns", 2)], id="columns"),
    ],
)
def test_what_is_no_sheet_of_text_is_refused(
    source: bytes, found: list[tuple[str, int | None]]
) -> None:
    assert faults(source) == found


def test_a_formula_counts_by_the_value_that_was_saved() -> None:
    body = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b'<sheetData><row r="1"><c r="A1"><f>1+1</f><v>2</v></c></row></sheetData></worksheet>'
    )

    assert text_in(with_part(PLAIN, FIRST_SHEET, body)) == "2\n"


@pytest.mark.parametrize(
    ("shown_as", "is_date"),
    [
        ("General", False),
        ("0.00E+00", False),
        ('#,##0 "days";[Red]-0', False),
        ("0\\m", False),
        ("_-* #,##0_h", False),
        ("[$-409]0", False),
        ("[$-409]d/m", True),
        ("[hh]:mm", True),
        ("mm-dd-yy", True),
        ('"on" yyyy', True),
    ],
)
def test_a_number_that_is_shown_as_a_date_is_refused(shown_as: str, is_date: bool) -> None:
    book = Workbook()
    page = book.active
    assert page is not None
    page["A1"] = 45_000
    page["A1"].number_format = shown_as

    if is_date:
        assert faults(saved(book)) == [("sheet_not_text", 1)]
    else:
        assert text_in(saved(book)) == "45000\n"


def test_a_text_is_read_however_it_is_stored() -> None:
    rich = b"<r><rPr><b/></rPr><t>Pi</t></r><r><t>so</t></r><rPh><t>x</t></rPh>"
    cells = (
        b'<c t="s"><v>1</v></c><c t="s"><v>1</v></c>'
        b'<c r="D1" t="inlineStr"><is>%b</is></c>'
        b'<c t="str"><f>A1</f><v>Roma</v></c><c t="str"><f>A2</f><v></v></c>'
        b'<c t="b"><v>0</v></c><c><v>2.50</v></c><c><v>1E3</v></c><c><v>-07</v></c>'
    )
    source = with_rows(b"<row>%b</row>" % (cells % rich))

    found = read_workbook(with_shared(source, b"<si/><si>%b</si><si/>" % rich))

    texts = ("Piso", "Piso", "", "Piso", "Roma", "", "no", "2.5", "1000", "-7")
    assert (found.title, found.rows) == ("Sheet", (texts,))


@pytest.mark.parametrize(
    ("length", "code"), [(9_000_000, "sheet_unreadable"), (32_000, "import_too_large")]
)
def test_a_text_that_stands_in_many_cells_is_not_written_out(length: int, code: str) -> None:
    cells = b'<c t="s"><v>0</v></c>' * 100
    body = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        + b"<row>%b</row>" % cells * 300
        + b"</sheetData></worksheet>"
    )
    texts = b"<si><t>" + b"x" * length + b"</t></si>"
    source = with_shared(with_part(PLAIN, FIRST_SHEET, body), texts)

    tracemalloc.start()
    assert faults(source) == [(code, None)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 10 * MAX_UNPACKED


def test_a_cell_in_the_last_row_of_all_is_refused_at_once() -> None:
    body = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1048576"><c r="A1048576"><v>2</v></c></row></sheetData></worksheet>'
    )

    assert faults(with_part(PLAIN, FIRST_SHEET, body)) == [("sheet_too_many_rows", None)]


@pytest.mark.parametrize("lies", [False, True], ids=["honest", "lying"])
def test_a_bomb_is_not_unpacked(lies: bool) -> None:
    size = 300 * 1024 * 1024
    bomb = with_part(PLAIN, FIRST_SHEET if lies else "xl/media/image1.png", bytes(size))
    assert len(bomb) < 1024 * 1024
    if lies:
        bomb = bomb.replace(struct.pack("<I", size), struct.pack("<I", 1000))

    tracemalloc.start()
    code = "sheet_unreadable" if lies else "sheet_unpacks_too_large"
    assert faults(bomb) == [(code, None)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 3 * MAX_UNPACKED


def test_what_is_written_is_text_or_a_number_and_never_a_formula() -> None:
    rows = [["name", "bases"], ["=1+1", "12"], ["007", "-3"]]

    assert text_in(as_sheet(rows, title="Lists")) == "name,bases\n=1+1,12\n007,-3\n"
