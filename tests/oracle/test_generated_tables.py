"""Is a generated table for every box legal to the oracle too, and every loss a real one?"""

from __future__ import annotations

from tests.oracle.generated import BOX_LIST, request, verdicts


def test_a_table_for_every_box_is_legal_and_what_is_lost_has_no_place() -> None:
    found = verdicts(range(len(BOX_LIST)))
    assert [each.engine for each in found if each.engine] == []
    assert [each.oracle for each in found if each.oracle] == []
    assert [each.after_all for each in found if each.after_all] == []
    usual = [each for each in found if each.by_the_book]
    assert sum(len(each.lost) for each in usual) < 0.02 * sum(each.pieces for each in usual)


def test_the_boxes_have_tables_of_every_kind_in_turn() -> None:
    asked = [request(number) for number in range(120 * len(BOX_LIST))]
    kinds = {
        (each["territory"], *each["cell"], each.get("policy"), bool(each["settings"]))
        for each in asked
    }
    assert len(kinds) == len(BOX_LIST) * 4 * 2
