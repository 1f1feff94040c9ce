"""Is a piece lost whenever the program itself says that it has no place?"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.placement_judge import judge_impossible, suggest_place
from terrain.core.layout import write_piece
from terrain.core.outline import rounded
from tests.terrain.laying import lay, rect

DEFAULTS = {setting.name: setting.default for setting in RULEBOOK.settings}
TOWN = {"id": "new", "type": "town", "slot": "optional", "placed_by": "defender", "die": 1}


def crowded(seed: int) -> Any:
    """A desert whose left flank sector is nearly filled with hills that were moved there."""
    chance = Random(seed)
    hills = []
    for at in range(chance.randint(4, 7)):
        width, depth = chance.uniform(3, 7), chance.uniform(3, 7)
        x, y = chance.uniform(0, 9), chance.uniform(0, 30 - depth)
        hills.append(lay("hills", rounded(rect(x, y, width, depth)), id=str(at), moved=True))
    return SimpleNamespace(
        territory="desert",
        density="very_dense",
        flank=(),
        table={"width": 45, "depth": 30},
        settings=DEFAULTS,
        pieces=tuple(write_piece(hill) for hill in hills),
    )


def is_lost(known: Any, seed: int) -> bool:
    return "impossible" in suggest_place(TOWN, known, Random(seed)).answer


@pytest.mark.parametrize("table", [1, 5, 9, 35])
def test_a_town_that_only_just_fits_is_never_lost(table: int) -> None:
    """Whatever chance the search has."""
    known = crowded(table)
    assert [seed for seed in range(8) if is_lost(known, seed)] == []
    (refused,) = judge_impossible(TOWN, "9.E", known)
    assert refused.code == "place_exists"


@pytest.mark.parametrize("table", [8, 17, 38])
def test_what_is_called_impossible_is_accepted_as_that(table: int) -> None:
    known = crowded(table)
    for seed in range(2):
        assert is_lost(known, seed)
        assert judge_impossible(TOWN, "9.E", known) == ()


@pytest.mark.soak
def test_what_is_called_impossible_is_always_accepted() -> None:
    agree = differ = 0
    for table in range(1000):
        known = crowded(table)
        lost = [is_lost(known, seed) for seed in range(4)]
        assert not any(lost) or judge_impossible(TOWN, "9.E", known) == ()
        agree += len(set(lost)) == 1
        differ += len(set(lost)) != 1
    assert differ < 0.01 * agree
