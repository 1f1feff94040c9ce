"""What check says besides which codes: figures, places, moved pieces, one piece at a time.

Which layouts are legal, and by which codes not, is in the corpus.
"""

from __future__ import annotations

import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.legality import check, check_moved, check_placement, sector_of
from terrain.core.outline import Outline, slid
from tests.terrain.laying import lay, rect, table, violations

HILLS = rect(20, 10, 5, 5)


def test_the_size_reported_is_that_of_the_least_area() -> None:
    (found,) = violations(lay("hills", rect(12, 5, 3, 7)))
    assert (found.measured, found.required) == (3, 4)
    assert (found.params["short"], found.params["long"]) == (3, 7)


def test_a_placement_brings_only_its_own_violations() -> None:
    off = lay("hills", rect(20, -2, 5, 5))
    layout = table(off)
    found = check_placement(layout, lay("brush", rect(26, 0, 4, 4)), layout_rules(layout))
    assert [(v.code, v.pieces, v.rule) for v in found] == [("too_close", ("brush", "hills"), "9.E")]
    assert found[0].where == {"type": "LineString", "coordinates": [[26, 0], [25, 0]]}


def test_a_wadi_moves_but_stays_edge_to_edge() -> None:
    layout = table(lay("dry_wadi", rect(20, 0, 1, 30)), territory="desert")
    rules = layout_rules(layout)
    along, off = (slid(layout.pieces[0].outline, by=by) for by in ((-15, 0), (0, 1)))
    assert check_moved(layout, 0, along, rules) == ()
    found = [violation.code for violation in check_moved(layout, 0, off, rules)]
    assert found == ["outside_table", "not_edge_to_edge", "not_edge_to_edge"]


def test_a_slanted_end_that_is_slid_off_its_edge_is_refused() -> None:
    # Nearly along the side edge: slid inwards, its long end there could pass for a bank.
    slanted = ((45, 18.875), (43.976, 30), (43.293, 30), (45, 11.458))
    layout = table(lay("dry_wadi", slanted, die=6), territory="desert")
    rules = layout_rules(layout)
    assert check(layout, rules) == ()
    inwards = slid(layout.pieces[0].outline, by=(-0.9, 0))
    assert [violation.code for violation in check_moved(layout, 0, inwards, rules)] == [
        "not_straight"
    ]


def test_a_piece_that_was_let_stand_too_small_may_still_be_slid() -> None:
    layout = table(lay("hills", rect(20, 10, 3, 3)))
    rules = layout_rules(layout)
    assert check_moved(layout, 0, rect(22, 10, 3, 3), rules) == ()


def test_a_slid_piece_is_judged_against_later_ones_too() -> None:
    layout = table(lay("hills", HILLS), lay("brush", rect(27, 10, 4, 4)))
    rules = layout_rules(layout)
    onto = slid(HILLS, by=(4, 0))
    assert [v.code for v in check_moved(layout, 0, onto, rules)] == ["overlap"]
    assert check_moved(layout, 0, slid(HILLS, by=(2, 0)), rules) == ()


@pytest.mark.parametrize(
    ("outline", "sector"),
    [
        (rect(5, 1, 5, 5), "left"),
        (rect(5.02, 1, 5, 5), None),
        (rect(10, 1, 25, 5), "centre"),
        (rect(35, 1, 12, 5), "right"),
    ],
)
def test_the_sector_of_an_outline(outline: Outline, sector: str | None) -> None:
    assert sector_of(outline, layout_rules(table())) == sector
