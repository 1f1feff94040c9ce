"""Is every table that the engine's search lays legal to the oracle, and every loss a real one?"""

from __future__ import annotations

import pytest

from tests.oracle.fine_grid import confirm_lost
from tests.oracle.judge import judge
from tests.oracle.layouts import Json
from tests.oracle.random_play import Table, play, play_by_house_rules
from tests.rulebooks.second_transcription import BOXES

BOX_LIST = [(slug, row, col) for slug in BOXES for row in range(5) for col in range(5)]


def faults(table: Table) -> Json:
    """What is surely broken: a place at the very limit may be too near to tell."""
    return {
        code: ids
        for code, by_ids in judge(table.layout).items()
        if (ids := [name for name, answer in by_ids.items() if answer == "broken"])
    }


def places_after_all(table: Table) -> list[Json]:
    found = (confirm_lost(before, wanted) for before, wanted in table.lost)
    return [place for place in found if place is not None]


@pytest.mark.parametrize("seed", range(21))
def test_a_table_is_legal_and_what_is_lost_has_no_place(seed: int) -> None:
    table = play(*BOX_LIST[seed * 8 % 175], seed)
    assert faults(table) == {}
    assert places_after_all(table) == []


@pytest.mark.parametrize("seed", range(14))
def test_house_rules_and_other_tables_are_obeyed(seed: int) -> None:
    table = play_by_house_rules(*BOX_LIST[seed * 13 % 175], seed)
    assert faults(table) == {}
    assert places_after_all(table) == []


@pytest.mark.soak
def test_house_rules_are_obeyed_on_every_box() -> None:
    tables = {seed: play_by_house_rules(*BOX_LIST[seed % 175], seed) for seed in range(700)}
    assert {seed: found for seed, table in tables.items() if (found := faults(table))} == {}
    assert [place for table in tables.values() for place in places_after_all(table)] == []


@pytest.mark.soak
def test_tables_for_every_box_are_legal_and_lose_under_two_in_a_hundred() -> None:
    tables = {seed: play(*BOX_LIST[seed % 175], seed) for seed in range(1000, 1700)}
    assert {seed: found for seed, table in tables.items() if (found := faults(table))} == {}
    placed = sum(table.placed for table in tables.values())
    assert sum(len(table.lost) for table in tables.values()) < 0.02 * placed
    assert [place for table in tables.values() for place in places_after_all(table)] == []
