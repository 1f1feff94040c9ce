"""What the fine grid finds, and what it finds no place for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.fine_grid import confirm_lost
from tests.oracle.judge import judge
from tests.oracle.layouts import Json, flank_piece, layout, piece, rectangle, water


def wanted(kind: str, **said: Any) -> Json:
    return {
        "id": "wanted",
        "type": kind,
        "slot": "optional",
        "placed_by": "defender",
        "die": 1,
        **said,
    }


def walls(gap: float) -> list[Json]:
    """Two unmoving hills that leave a lane of that width across the left flank sector."""
    near = piece("hills", rectangle(0, 0, 10, 12), id="near", die=1)
    far = piece("hills", rectangle(0, 12 + gap, 10, 18 - gap), id="far", die=1)
    return [near, far]


@pytest.mark.parametrize(("gap", "found"), [(8.0, True), (7.9, False)])
def test_a_square_of_four_needs_a_lane_of_eight(gap: float, found: bool) -> None:
    said = layout(*walls(gap))
    place = confirm_lost(said, wanted("brush"))
    assert (place is not None) == found


@pytest.mark.parametrize("die", [1, 2, 3, 6])
@pytest.mark.parametrize("kind", ["brush", "village", "rivers_and_streams"])
@pytest.mark.parametrize("side", ["defender", "invader"])
def test_what_it_finds_is_legal(die: int, kind: str, side: str) -> None:
    hill = piece("hills", rectangle(18, 10, 6, 6), id="hill")
    said = layout(hill)
    place = confirm_lost(said, wanted(kind, die=die, placed_by=side))
    assert place is not None
    assert judge(layout(hill, place)) == {}


def test_a_town_is_laid_onto_deep_water() -> None:
    block = piece("hills", rectangle(7, 0, 4, 30), id="hill", moved=True)
    said = layout(water(6), block, territory="waterside")
    assert confirm_lost(said, wanted("town")) is None
    narrow = piece("hills", rectangle(8.1, 0, 4, 30), id="hill", moved=True)
    assert confirm_lost(layout(water(6), narrow, territory="waterside"), wanted("town"))


def test_dunes_reach_out_of_the_flank_sector_that_holds_the_water() -> None:
    said = layout(water(6.0), territory="desert", settings={"optional_size": [5, 8]})
    place = confirm_lost(said, wanted("sand_dunes"))
    assert place is not None
    assert max(x for x, _ in place["outline"]["coordinates"][0]) > 10
    assert confirm_lost(said, wanted("sandy_ground")) is None


def test_an_undiced_field_touches_its_village() -> None:
    village = piece("village", rectangle(20, 10, 4, 4))
    place = confirm_lost(layout(village), wanted("fields", die=None))
    assert place is not None
    assert judge(layout(village, place)) == {}
    assert confirm_lost(layout(), wanted("fields", die=None)) is None


def test_the_second_flank_piece_goes_into_the_sector_of_the_first() -> None:
    mine = flank_piece("forest", rectangle(36, 1, 6, 6))
    asked = wanted("forest", slot="secure_flank", die=None, placed_by="invader")
    place = confirm_lost(layout(mine), asked)
    assert place is not None
    assert judge(layout(mine, place)) == {}


def test_a_river_needs_a_free_line() -> None:
    block = piece("hills", rectangle(10, 8, 25, 8), id="block")
    assert confirm_lost(layout(block), wanted("rivers_and_streams", die=4)) is None
    free = piece("hills", rectangle(10, 8, 21, 8), id="block")
    assert confirm_lost(layout(free), wanted("rivers_and_streams", die=4)) is not None
