"""Is a battle refused that cannot be fought, with everything that is wrong with it?"""

import pytest

from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.setup_check import check_setup
from tests.rulebooks.pbs.director import army, setup


def codes(given):
    return [violation.code for violation in check_setup(given)]


@pytest.mark.parametrize(
    ("width", "depth", "refused"),
    [
        (30, 20, []),
        (29.99, 20, ["table_not_allowed"]),
        (30, 19.99, ["table_not_allowed"]),
        (90, 90, []),
        (90.01, 90, ["table_not_allowed"]),
        (90, 90.01, ["table_not_allowed"]),
    ],
)
def test_the_table_keeps_within_its_event_numbers(width, depth, refused):
    assert codes(setup(table={"width": width, "depth": depth})) == refused


@pytest.mark.parametrize(("width", "refused"), [(33.99, True), (34, False), (34.01, False)])
def test_the_table_holds_two_flank_sectors_and_a_centre(width, refused):
    given = setup(table={"width": width, "depth": 30}, flank_sector_depth=12)
    assert (codes(given) == ["table_too_narrow"]) == refused


def test_every_fault_of_both_lists_is_named_with_its_place():
    given = setup(army(), army())
    broken = army(pbs_cards=11, home=[]), army(commander={"level": "divine"})
    given = type(given)(**{**vars(given), "sides": type(given.sides)(*broken)})
    places = [violation.params["path"] for violation in check_setup(given)]
    assert places == ["/sides/0/home", "/sides/0/pbs_cards", "/sides/1/commander/level"]


def test_dice_that_always_tie_are_refused():
    blank = {"blank": 6, "s": 0, "wound": 0, "skull": 0}
    faces = {**RULEBOOK.complete_settings({})["dice_faces"], "green": blank}
    assert codes(setup(dice_faces=faces)) == ["dice_always_tie"]
    assert codes(setup(army(commander={"level": "talented"}), dice_faces=faces)) == []


def cells(**odd):
    box = {"flank": [], "density": "open"}
    rows = [[dict(box) for _ in range(5)] for _ in range(5)]
    rows[2][3] |= odd
    return rows


@pytest.mark.parametrize(
    ("maps", "refused"),
    [
        ({"plains": cells()}, []),
        ({"plains": cells(flank=["deep_water"], density="very_dense")}, []),
        ({"plains": cells(flank=["town", "open"])}, ["map_not_allowed"]),
        ({"plains": cells(density="thick")}, ["map_not_allowed"]),
        ({"plains": cells(name="x")}, ["map_not_allowed"]),
        ({"plains": cells()[:4]}, ["map_not_allowed"]),
        ({"atlantis": cells()}, ["map_not_allowed"]),
    ],
)
def test_a_clubs_map_has_the_boxes_that_maps_have(maps, refused):
    given = setup()
    given = type(given)(**{**vars(given), "maps": maps})
    assert codes(given) == refused
