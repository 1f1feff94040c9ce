"""Rows of a CSV text keep the lines on which they begin."""

from __future__ import annotations

import pytest

from setup_app.spreadsheets.faults import ImportFault, ImportRefused
from setup_app.spreadsheets.rows import read_rows, read_until_fault


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b\n1,2\n", [(1, ["a", "b"]), (2, ["1", "2"])]),
        ("\ufeffsep=;\r\na;b,c\r\n", [(2, ["a", "b,c"])]),
        ("\n\na\tb\n,\n \t \n1\t2", [(3, ["a", "b"]), (4, [","]), (6, ["1", "2"])]),
        ('a,b\n"1\n2",3\n4,5\n', [(1, ["a", "b"]), (2, ["1\n2", "3"]), (4, ["4", "5"])]),
        ("a\n1\n2\n3\n4\n", [(1, ["a"]), (2, ["1"]), (3, ["2"]), (4, ["3"])]),
        ("", []),
    ],
    ids=[
        "plain",
        "Excel's hint",
        "blank rows",
        "a line break in a cell",
        "one too many",
        "nothing",
    ],
)
def test_a_row_has_its_line(text: str, rows: list[tuple[int, list[str]]]) -> None:
    assert read_rows(text, most=2) == rows


def test_what_is_read_before_a_fault_is_kept() -> None:
    text = 'a,b\n1,2\n"3,4\n'
    fault = ImportFault("import_line_unreadable", 3)

    assert read_until_fault(text, most=9) == ([(1, ["a", "b"]), (2, ["1", "2"])], fault)
    with pytest.raises(ImportRefused) as refused:
        read_rows(text, most=9)
    assert refused.value.faults == (fault,)
