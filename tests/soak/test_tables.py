"""Twenty thousand generated tables: are all legal, and is every lost piece without a place?

`SOAK_TABLES` asks for another number. All of them are judged by the engine and by the slow oracle,
and each loss by a fine grid; what is lost is listed with what was searched.
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.oracle.generated import BOX_LIST, Verdict, verdicts

pytestmark = pytest.mark.soak

TABLES = int(os.environ.get("SOAK_TABLES", "20000"))
WORKERS = 2
AT_ONCE = 100
MAX_LOST = 0.02


@pytest.fixture(scope="module")
def found() -> list[Verdict]:
    shares = [range(start, min(start + AT_ONCE, TABLES)) for start in range(0, TABLES, AT_ONCE)]
    with ProcessPoolExecutor(WORKERS) as pool:
        return [each for share in pool.map(verdicts, shares) for each in share]


def test_there_are_tables_of_every_box(found: list[Verdict]) -> None:
    assert len(found) == TABLES
    boxes = {BOX_LIST[each.number % len(BOX_LIST)] for each in found}
    assert len(boxes) == min(TABLES, len(BOX_LIST))


def test_every_table_is_legal_by_the_engine(found: list[Verdict]) -> None:
    assert [said for each in found for said in each.engine] == []


def test_every_table_is_legal_by_the_slow_oracle(found: list[Verdict]) -> None:
    assert [said for each in found for said in each.oracle] == []


def test_a_fine_grid_finds_no_place_for_what_was_lost(found: list[Verdict]) -> None:
    assert [said for each in found for said in each.after_all] == []


def test_few_pieces_are_lost(found: list[Verdict]) -> None:
    """Listed by territory, with what was searched; the bar is for regulation tables."""
    pieces, lost = Counter[str](), Counter[str]()
    for each in found:
        kind = each.territory if each.by_the_book else "house rules and other tables"
        pieces[kind] += each.pieces
        lost[kind] += len(each.lost)
    print()
    for each in found:
        for said in each.lost:
            print(f"lost: {each.territory} {said}")
    for kind in pieces:
        share = lost[kind] / (pieces[kind] + lost[kind])
        print(f"{kind}: {pieces[kind]} pieces, {lost[kind]} lost: {share:.2%}")
    usual = [kind for kind in pieces if kind in {slug for slug, _, _ in BOX_LIST}]
    assert sum(lost[kind] for kind in usual) < MAX_LOST * sum(pieces[kind] for kind in usual)
