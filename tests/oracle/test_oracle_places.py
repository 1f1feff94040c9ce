"""What the oracle says of where a piece lies: sectors, edges and halves.

Every expectation is worked out from the rules' text. Sectors of a regulation table: left is x up
to 10, the centre up to 35; the invader's left is the defender's right.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.judge import judge
from tests.oracle.layouts import (
    Point,
    flank_piece,
    layout,
    piece,
    rectangle,
    settlement,
    water,
)
from tests.oracle.verdicts import KEPT, broken, codes, near

HILLS = rectangle(20, 10, 4, 4)


@pytest.mark.parametrize(
    ("side", "die", "x", "expected"),
    [
        ("defender", 1, 6.009, KEPT),
        ("defender", 1, 6.01, near("outside_sector", "hills")),
        ("defender", 1, 6.011, broken("outside_sector", "hills")),
        ("defender", 2, 9.991, KEPT),
        ("defender", 2, 9.989, broken("outside_sector", "hills")),
        ("defender", 4, 31.009, KEPT),
        ("defender", 4, 31.011, broken("outside_sector", "hills")),
        ("defender", 6, 34.991, KEPT),
        ("defender", 6, 34.989, broken("outside_sector", "hills")),
        ("defender", 1, 38, broken("outside_sector", "hills")),
        ("invader", 1, 38, KEPT),
        ("invader", 6, 38, broken("outside_sector", "hills")),
        ("invader", 6, 2, KEPT),
    ],
)
def test_the_die_names_the_sector_as_its_player_sees_it(
    side: str, die: int, x: float, expected: dict[str, Any]
) -> None:
    said = layout(piece("hills", rectangle(x, 10, 4, 4), placed_by=side, die=die))
    assert judge(said) == expected


def test_a_moved_piece_keeps_its_sector_only_where_the_setting_says_so() -> None:
    moved = piece("hills", rectangle(2, 10, 4, 4), die=3, moved=True)
    assert codes(moved) == set()
    assert codes(moved, settings={"moved_keeps_sector": True}) == {"outside_sector"}


def test_the_depth_of_the_flank_sectors_is_an_event_number() -> None:
    hill = piece("hills", rectangle(2, 10, 4, 4), die=1)
    assert codes(hill, settings={"flank_sector_depth": 6}) == set()
    assert codes(hill, settings={"flank_sector_depth": 5}) == {"outside_sector"}


def test_a_band_obeys_its_die_unless_the_setting_says_otherwise() -> None:
    river = piece("rivers_and_streams", rectangle(2, 0, 1, 30), die=4)
    assert codes(river) == {"outside_sector"}
    assert codes(river, settings={"bands_obey_sector": False}) == set()
    assert codes(river | {"die": 1}) == set()
    assert codes(river | {"die": 3}, settings={"bands_obey_sector": False}) == set()


@pytest.mark.parametrize(
    ("x", "die", "side", "expected"),
    [
        (5, 1, "defender", set()),
        (5.009, 1, "defender", set()),
        (5.02, 1, "defender", {"outside_sector"}),
        (5, 2, "defender", {"outside_sector"}),
        (5, 6, "defender", {"outside_sector"}),
        (5, 6, "invader", set()),
    ],
)
def test_dunes_touching_deep_water_extend_into_the_centre(
    x: float, die: int, side: str, expected: set[str]
) -> None:
    dunes = piece("sand_dunes", rectangle(x, 10, 8, 4), die=die, placed_by=side)
    assert codes(water(5), dunes, territory="desert") == expected


def test_no_other_type_extends_from_the_flank() -> None:
    sand = piece("sandy_ground", rectangle(5, 10, 8, 4), die=1)
    assert codes(water(5), sand, territory="waterside") == set()
    assert codes(water(5), sand, territory="desert") == {"outside_sector"}
    town = piece("town", rectangle(4, 10, 7, 4), die=1)
    assert codes(water(5), town, territory="waterside") == {"outside_sector"}


@pytest.mark.parametrize(
    ("die", "side", "x", "expected"),
    [
        (1, "defender", 2, set()),
        (3, "defender", 2, set()),
        (4, "defender", 2, {"outside_sector"}),
        (4, "defender", 38, set()),
        (3, "invader", 38, set()),
        (3, "invader", 2, {"outside_sector"}),
        (3, "defender", 20, {"outside_sector"}),
    ],
)
def test_mountains_in_plains_go_by_odd_and_even(
    die: int, side: str, x: float, expected: set[str]
) -> None:
    peak = piece("mountains", rectangle(x, 10, 4, 4), die=die, placed_by=side)
    assert codes(peak, territory="plains") == expected


def test_a_moved_mountain_in_plains_lies_in_either_flank_sector() -> None:
    peak = piece("mountains", rectangle(38, 10, 4, 4), die=1, moved=True)
    assert codes(peak, territory="plains") == set()
    centre = piece("mountains", HILLS, die=1, moved=True)
    assert codes(centre, territory="plains") == {"outside_sector"}


@pytest.mark.parametrize(
    ("y", "expected"),
    [
        (0, KEPT),
        (0.009, KEPT),
        (0.01, near("not_touching_edge", "hills")),
        (0.011, broken("not_touching_edge", "hills")),
        (26, KEPT),
    ],
)
@pytest.mark.parametrize("die", [3, 5])
def test_on_a_three_or_a_five_it_touches_an_edge(
    y: float, die: int, expected: dict[str, Any]
) -> None:
    hill = piece("hills", rectangle(20, y, 4, 4), die=die)
    assert judge(layout(hill)) == expected
    assert judge(layout(hill | {"moved": True})) == KEPT
    assert judge(layout(hill | {"die": 4})) == KEPT


def test_a_one_touches_an_edge_where_the_setting_says_so() -> None:
    hill = piece("hills", rectangle(2, 10, 4, 4), die=1)
    setting = {"flank_die_touches_edge": True}
    assert codes(hill) == set()
    assert codes(hill, settings=setting) == {"not_touching_edge"}
    assert codes(piece("hills", rectangle(0, 10, 4, 4), die=1), settings=setting) == set()
    right = piece("hills", rectangle(37, 10, 4, 4), die=6)
    assert codes(right, settings=setting) == set()


@pytest.mark.parametrize(
    ("territory", "kind", "expected"),
    [
        ("desert", "town", {"not_touching_edge"}),
        ("forest", "town", {"not_touching_edge"}),
        ("jungle", "village", {"not_touching_edge"}),
        ("waterside", "town", set()),
        ("forest", "village", set()),
    ],
)
def test_types_that_always_touch_an_edge(territory: str, kind: str, expected: set[str]) -> None:
    outline = rectangle(20, 10, 6.5, 5) if kind == "town" else HILLS
    assert codes(piece(kind, outline), territory=territory) == expected
    assert codes(piece(kind, outline, moved=True), territory=territory) == expected
    at_edge: list[Point] = [(x, y - 10) for x, y in outline]
    assert codes(piece(kind, at_edge), territory=territory) == set()


@pytest.mark.parametrize(
    ("y", "expected"),
    [
        (9.009, KEPT),
        (9.01, near("wrong_half", "forest")),
        (9.011, broken("wrong_half", "forest")),
    ],
)
def test_a_flank_piece_lies_in_its_players_half(y: float, expected: dict[str, Any]) -> None:
    said = flank_piece("forest", rectangle(2, y, 6, 6))
    assert judge(layout(said)) == expected
    assert judge(layout(said, settings={"flank_pieces_own_half": False})) == KEPT
    yours = flank_piece("forest", rectangle(2, 24 - y, 6, 6), placed_by="invader")
    assert judge(layout(yours)) == expected


def test_a_settlement_lies_in_its_owners_half() -> None:
    fort = rectangle(20, 11.02, 4, 4)
    assert codes(settlement("fort", fort)) == {"wrong_half"}
    assert codes(settlement("fort", fort), settings={"flank_pieces_own_half": False}) == {
        "wrong_half"
    }
    assert codes(settlement("fort", rectangle(20, 11, 4, 4))) == set()
    assert codes(settlement("fort", rectangle(20, 15, 4, 4), placed_by="invader")) == set()


def test_a_flank_piece_lies_in_one_flank_sector_and_the_second_in_the_same() -> None:
    mine = flank_piece("forest", rectangle(2, 2, 6, 6))
    same = flank_piece("mountains", rectangle(3, 20, 6, 6), placed_by="invader")
    other = flank_piece("mountains", rectangle(38, 20, 6, 6), placed_by="invader")
    assert judge(layout(mine, same)) == KEPT
    assert judge(layout(mine, other)) == broken("outside_sector", "mountains")
    assert codes(flank_piece("forest", rectangle(4.02, 2, 6, 6))) == {"outside_sector"}
    assert codes(flank_piece("forest", rectangle(4, 2, 6, 6))) == set()
