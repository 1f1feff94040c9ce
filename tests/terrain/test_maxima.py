"""Is as many of every type allowed as the sheet's table says, and not one more?

The rows and their maxima are the second reading of the sheet, not the rulebook's data.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import read_layout
from terrain.core.legality import check
from tests.oracle.agreement import disagreements
from tests.oracle.layouts import Json, layout, piece, rectangle
from tests.rulebooks.second_transcription import TERRAIN, Row

BANDS = ("rivers_and_streams", "dry_wadi")
LIMITED = [
    (territory, row) for territory, rows in sorted(TERRAIN.items()) for row in rows if row.limit
]
NAMES = [f"{territory}-{row.type}" for territory, row in LIMITED]


def laid(territory: str, kinds: list[str]) -> Json:
    """Optional pieces in a row at the defender's edge: two of his, then the invader's.

    Of the least size, a town of the least that is more than 6 long; mountains of the plains in the
    left flank sector.
    """
    found = []
    for at, kind in enumerate(kinds):
        outline = rectangle(11 + 6 * at, 0, 4, 7 if kind == "town" else 5)
        die = 3
        if kind in BANDS:
            outline = rectangle(11 + 6 * at, 0, 1, 30)
        elif (territory, kind) == ("plains", "mountains"):
            outline, die = rectangle(2, 8 * at, 5, 5), 1 if at < 2 else 2
        side = "defender" if at < 2 else "invader"
        found.append(piece(kind, outline, id=f"{kind} {at}", die=die, placed_by=side))
    # Pieces of both players are counted together.
    return layout(*found, territory=territory, settings={"max_counts": "table"})


def told(said: Json) -> set[str]:
    read = read_layout(said)
    violations = check(read, layout_rules(read))
    assert disagreements(said, [(found.code, found.pieces) for found in violations]) == []
    return {found.code for found in violations}


def lots(row: Row) -> list[list[str]]:
    """One more than the max: all of the row's type, or the last of each type that shares it."""
    assert row.limit
    most, types = row.limit
    return [[row.type] * most + [last] for last in types]


def test_there_are_as_many_rows_with_a_max_as_the_sheet_has() -> None:
    assert len(LIMITED) == 48


@pytest.mark.parametrize(("territory", "row"), LIMITED, ids=NAMES)
def test_the_max_is_allowed_and_one_more_is_not(territory: str, row: Row) -> None:
    assert row.limit
    most, _ = row.limit
    for count in range(1, most + 1):
        assert told(laid(territory, [row.type] * count)) == set()
    for lot in lots(row):
        assert told(laid(territory, lot)) == {"limit_exceeded"}


UNLIMITED = {
    territory: [row.type for row in rows if row.limit is None]
    for territory, rows in TERRAIN.items()
}


@pytest.mark.parametrize("territory", sorted(UNLIMITED))
def test_what_has_no_max_may_fill_all_that_there_is_room_for(territory: str) -> None:
    for kind in UNLIMITED[territory]:
        assert told(laid(territory, [kind] * 4)) == set()


@pytest.mark.parametrize("territory", sorted(UNLIMITED))
def test_types_that_share_no_max_do_not_count_for_each_other(territory: str) -> None:
    by_max = [row for row in TERRAIN[territory] if row.limit]
    for one, other in pairwise(by_max):
        assert one.limit
        assert other.limit
        if not set(one.limit[1]) & set(other.limit[1]):
            full = [one.type] * one.limit[0] + [other.type] * other.limit[0]
            assert told(laid(territory, full)) == set()
