"""A workbook is refused at the first thing beyond a limit, and nothing behind it is read."""

from __future__ import annotations

import random
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from setup_app.spreadsheets.budget import (
    FREELY_UNPACKED,
    MAX_CELLS,
    MAX_ELEMENTS,
    MAX_RATIO,
    MAX_UNPACKED,
    Budget,
)
from setup_app.spreadsheets.faults import ImportRefused
from setup_app.spreadsheets.part_reader import MAX_TOKEN
from setup_app.spreadsheets.texts import text_in
from setup_app.spreadsheets.turns import PLACES, TooManyReaders, reading_turn
from setup_app.spreadsheets.workbook import LAST_COLUMN, read_workbook
from tests.spreadsheets.attacks import FIRST_SHEET as SHEET
from tests.spreadsheets.attacks import (
    PLAIN,
    open_document,
    packed_by,
    sheet_part,
    with_ballast,
    with_far_sizes,
    with_parts,
    with_rows,
    with_sheets,
    with_styles,
    with_texts,
    with_true_lies,
)
from tests.spreadsheets.readers import AT_ONCE, Broken, all_places_taken

ENTITIES = b'<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
TEXT = b'<row><c t="inlineStr"><is><t>%b</t></is></c></row>'
ATTRIBUTES = b" ".join(b'a%d=""' % each for each in range(MAX_TOKEN // 4))
TAGS = with_rows(b"<a/>" * 1_900_000)


def refused(source: bytes) -> tuple[str, Budget]:
    """The code for which a workbook is refused, and what was read of it."""
    budget = Budget(len(source))
    with pytest.raises(ImportRefused) as found:
        read_workbook(source, budget=budget)
    (fault,) = found.value.faults
    return fault.code, budget


@pytest.mark.parametrize(
    ("source", "code", "cells"),
    [
        pytest.param(
            with_rows(b"<row>" + b"<c/>" * 180_000 + b"</row>"),
            "sheet_too_many_columns",
            LAST_COLUMN + 1,
            id="one row of empty cells",
        ),
        pytest.param(
            with_rows((b"<row>" + b"<c/>" * 100 + b"</row>") * 2000),
            "sheet_too_many_cells",
            MAX_CELLS + 1,
            id="rows of empty cells",
        ),
        pytest.param(
            with_rows(b'<row r="9"><c r="A9"/></row>' * 180_000),
            "sheet_too_many_cells",
            MAX_CELLS + 1,
            id="the same row",
        ),
        pytest.param(
            with_rows(b"<row>" + b"<c><v>1</v></c>" * 101 + b"</row>"),
            "sheet_too_many_columns",
            101,
            id="a value past the columns",
        ),
        pytest.param(
            with_rows(b'<row><c r="XFE1"/></row>'), "sheet_too_many_columns", 1, id="a far column"
        ),
    ],
)
def test_a_sheet_is_read_to_the_first_cell_past_the_bound(
    source: bytes, code: str, cells: int
) -> None:
    found, read = refused(source)

    assert (found, read.cells) == (code, cells)
    assert read.elements < MAX_ELEMENTS
    assert len(source) < 20_000


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(TAGS, id="unknown tags"),
        pytest.param(with_rows(b"<a>" * 300_000 + b"</a>" * 300_000), id="nested tags"),
        pytest.param(with_rows(b"<row/>" * 300_000), id="empty rows"),
        pytest.param(with_rows(b"", after=b"<mergeCell/>" * 300_000), id="merged cells"),
        pytest.param(with_rows(TEXT % (b"</t><t>" * 300_000)), id="texts of a cell"),
        pytest.param(with_texts(b"<si><t/></si>" * 200_000, cell=b"199999"), id="shared texts"),
        pytest.param(with_styles(b"<cellXfs>" + b"<xf/>" * 300_000 + b"</cellXfs>"), id="styles"),
        pytest.param(with_sheets(300_000, b"<sheet/>"), id="sheets"),
    ],
)
def test_elements_are_counted_whatever_they_are(source: bytes) -> None:
    found, read = refused(with_ballast(source))

    assert (found, read.elements) == ("sheet_too_complex", MAX_ELEMENTS + 1)


def test_the_largest_sheet_is_read_whole() -> None:
    row = b"<row>" + b"<c><v>1</v></c>" * 100 + b"</row>"

    found = read_workbook(with_rows(row * (MAX_CELLS // 100)))

    assert found.rows == (("1",) * 100,) * (MAX_CELLS // 100)


def test_empty_cells_and_rows_that_only_have_a_format_are_no_rows() -> None:
    empty = b'<c s="1"/>' * 200
    row = b'<row><c t="str"><v>Piso</v></c>%b</row>' % empty
    last = b'<row r="1048576" s="1">%b</row>' % empty

    assert read_workbook(with_rows(row + b"<row>%b</row>" % empty + last)).rows == (("Piso",),)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(with_rows(b"", prolog=ENTITIES), id="declared entities"),
        pytest.param(with_rows(TEXT % b"&b;", prolog=ENTITIES), id="entities"),
        pytest.param(with_rows(b"", prolog=b'<!DOCTYPE w SYSTEM "http://w/">'), id="a reference"),
        pytest.param(with_rows(b"<a %b/>" % ATTRIBUTES), id="a long tag"),
        pytest.param(with_rows(b"<!--" + b"-x" * MAX_TOKEN + b"-->"), id="a long comment"),
        pytest.param(with_rows(TEXT % (b"&lt;" * 40_000)), id="a long text"),
        pytest.param(with_rows(TEXT % ((b"x" * 20_000 + b"</t><t>") * 2)), id="a text in parts"),
        pytest.param(with_texts(b"<si><t>%b</t></si>" % (b"x" * 40_000)), id="a long shared text"),
        pytest.param(with_texts(b"<si><t>x</t></si>", cell=b"1"), id="no such shared text"),
        pytest.param(with_texts(b"<si><t>x</t></si>", cell=b"9" * 5000), id="a far shared text"),
        pytest.param(with_rows(b"<row><c><v>%b</v></c></row>" % (b"9" * 5000)), id="digits"),
        pytest.param(with_rows(b"<row><c><v>1e999</v></c></row>"), id="infinity"),
        pytest.param(with_rows(b'<row r="-1"><c><v>1</v></c></row>'), id="no row"),
        pytest.param(with_rows(b"<c><v>1</v></c>"), id="a cell in no row"),
        pytest.param(with_rows(b"", prolog=b'<?xml version="1.0" encoding="rot13"?>'), id="rot13"),
        pytest.param(with_rows(b"", prolog=b'<?xml version="1.0" encoding="cp037"?>'), id="cp037"),
        pytest.param(open_document(), id="an .ods file"),
        pytest.param(packed_by(zipfile.ZIP_LZMA, damaged=True), id="damaged LZMA"),
        pytest.param(packed_by(zipfile.ZIP_LZMA, damaged=False), id="LZMA"),
        pytest.param(packed_by(zipfile.ZIP_BZIP2, damaged=True), id="damaged bzip2"),
        pytest.param(packed_by(zipfile.ZIP_BZIP2, damaged=False), id="bzip2"),
        pytest.param(packed_by(zipfile.ZIP_DEFLATED, damaged=True), id="damaged"),
        pytest.param(
            with_true_lies(SHEET, sheet_part(b"<a/>" * 99), states=99),
            id="a size that is too small",
        ),
        pytest.param(with_far_sizes(2**64 - 1)[:-30], id="a cut list of parts"),
    ],
)
def test_what_no_program_writes_is_unreadable(source: bytes) -> None:
    found, read = refused(source)

    assert found == "sheet_unreadable"
    assert read.elements < 200
    assert read.unpacked < 16 * MAX_TOKEN


@pytest.mark.parametrize("size", [2**31, 2**63 - 1, 2**63, 2**64 - 1])
def test_a_size_in_zip64_is_a_size(size: int) -> None:
    assert refused(with_far_sizes(size))[0] == "sheet_unpacks_too_large"


def test_a_workbook_of_many_parts_is_refused_and_one_of_sixty_sheets_is_not() -> None:
    assert refused(with_parts(1000))[0] == "sheet_too_complex"
    assert read_workbook(with_parts(200)).title == read_workbook(with_sheets(61)).title == "Sheet"


def test_a_part_is_unpacked_in_proportion_to_the_file() -> None:
    source = with_texts(b"<si><t>%b</t></si>" % (b"x" * 9_000_000) + b"<si/>", cell=b"1")

    found, read = refused(source)

    assert found == "sheet_unpacks_too_large"
    allowed = FREELY_UNPACKED + MAX_RATIO * len(source)
    assert allowed < read.unpacked < allowed + MAX_TOKEN < MAX_UNPACKED


def test_damage_anywhere_is_refused_or_does_not_matter() -> None:
    dice = random.Random(34)
    for _ in range(500):
        damaged = bytearray(PLAIN)
        for _ in range(dice.randint(1, 4)):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        cut = bytes(damaged[: dice.choice((len(damaged), dice.randrange(len(damaged))))])
        try:
            read_workbook(cut)
        except ImportRefused as found:
            assert found.faults  # noqa: PT017 - not every damage is refused


def test_a_few_read_or_wait_and_all_others_are_refused_at_once() -> None:
    together = Barrier(AT_ONCE)

    def send() -> str:
        together.wait()
        try:
            text_in(TAGS)
        except ImportRefused as found:
            return found.faults[0].code
        except TooManyReaders:
            return "too_busy"
        return "read"

    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = [each.result() for each in [threads.submit(send) for _ in range(AT_ONCE)]]

    assert set(answers) == {"sheet_too_complex", "too_busy"}
    assert text_in(PLAIN) == "name,club\nPiso,Roma\n"


def test_a_place_is_free_again_whatever_became_of_its_reader() -> None:
    with all_places_taken() as readers:
        pass

    became = Counter(type(each.exception()) for each in readers)
    assert became == {Broken: PLACES, TooManyReaders: AT_ONCE - PLACES}
    with reading_turn():
        pass
