"""Is a generated table legal to the oracle, and every loss a real one? In the soak of every box."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.oracle.generated import BOX_LIST, request, verdicts

STEP = 4
"""Every fourth: each territory, row and column is among them."""


def test_a_table_is_legal_and_what_is_lost_has_no_place() -> None:
    are_legal(range(0, len(BOX_LIST), STEP))


@pytest.mark.soak
def test_so_is_one_for_every_box() -> None:
    are_legal(range(2 * len(BOX_LIST)))


def are_legal(numbers: Iterable[int]) -> None:
    found = verdicts(numbers)
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
