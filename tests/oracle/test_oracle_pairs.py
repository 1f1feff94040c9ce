"""What the oracle says of two pieces, and of a piece that needs a neighbour.

Every expectation is worked out from the rules' text.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.judge import judge, legal
from tests.oracle.layouts import (
    Json,
    Point,
    flank_piece,
    layout,
    piece,
    rectangle,
    water,
)
from tests.oracle.pairs import slide_kept
from tests.oracle.verdicts import KEPT, broken, codes, near

HILLS = rectangle(20, 10, 4, 4)


@pytest.mark.parametrize(
    ("common", "expected"),
    [
        (0, KEPT),
        (0.006, KEPT),
        (0.01, near("overlap", "hills", "brush")),
        (0.011, broken("overlap", "hills", "brush")),
    ],
)
def test_the_common_part_is_more_than_a_hundredth_wide(
    common: float, expected: dict[str, Any]
) -> None:
    """The second stands where it was moved to, so that no gap is asked of it."""
    second = piece("brush", rectangle(24 - common, 9, 4, 6), moved=True)
    assert judge(layout(piece("hills", HILLS), second)) == expected


def test_a_piece_within_another_overlaps_it() -> None:
    outer = piece("hills", rectangle(20, 10, 8, 8))
    inner = piece("brush", rectangle(22, 12, 4, 4), moved=True)
    assert judge(layout(outer, inner)) == broken("overlap", "hills", "brush")


def test_of_two_that_overlap_it_is_open_whether_they_are_also_too_close() -> None:
    second = piece("brush", rectangle(22, 12, 4, 4))
    assert judge(layout(piece("hills", HILLS), second)) == (
        broken("overlap", "hills", "brush") | near("too_close", "hills", "brush")
    )


@pytest.mark.parametrize(
    ("gap", "expected"),
    [
        (1.991, KEPT),
        (1.99, near("too_close", "hills", "brush")),
        (1.98, broken("too_close", "hills", "brush")),
        (0, broken("too_close", "hills", "brush")),
    ],
)
def test_the_gap_is_kept_from_every_piece_before(gap: float, expected: dict[str, Any]) -> None:
    second = piece("brush", rectangle(24 + gap, 10, 4, 4))
    assert judge(layout(piece("hills", HILLS), second)) == expected


def test_the_gap_is_measured_between_the_nearest_points() -> None:
    """Corner to corner: 1.5 and 1.4 across is 2.05, 1.4 and 1.4 is 1.98."""
    first = piece("hills", HILLS)
    assert codes(first, piece("brush", rectangle(25.5, 15.4, 4, 4))) == set()
    assert codes(first, piece("brush", rectangle(25.4, 15.4, 4, 4))) == {"too_close"}


def test_the_gap_is_a_setting() -> None:
    pieces = piece("hills", HILLS), piece("brush", rectangle(25, 10, 4, 4))
    assert codes(*pieces, settings={"gap": 1}) == set()
    assert codes(*pieces, settings={"gap": 1.5}) == {"too_close"}


def test_a_moved_piece_keeps_no_gap_but_later_ones_keep_it_from_where_it_lies() -> None:
    moved = piece("brush", rectangle(25, 10, 4, 4), moved=True)
    third = piece("gully", rectangle(30, 10, 4, 4), placed_by="invader")
    first = piece("hills", HILLS)
    assert codes(first, moved) == set()
    assert codes(first, moved, settings={"moved_keeps_gap": True}) == {"too_close"}
    assert judge(layout(first, moved, third)) == broken("too_close", "brush", "gully")


def test_flank_pieces_keep_no_gap_from_each_other_but_others_keep_it_from_them() -> None:
    mine = flank_piece("forest", rectangle(1, 9, 6, 6))
    yours = flank_piece("mountains", rectangle(1, 15, 6, 6), placed_by="invader")
    hill = piece("hills", rectangle(1, 22, 6, 4), die=1)
    assert judge(layout(mine, yours)) == KEPT
    assert judge(layout(mine, yours, hill)) == broken("too_close", "mountains", "hills")


def test_rivers_ask_for_the_gap_like_any_piece() -> None:
    river = piece("rivers_and_streams", rectangle(25, 0, 1, 30))
    assert codes(piece("hills", HILLS), river) == {"too_close"}


def beach(kind: str, **said: Any) -> Json:
    return piece(kind, rectangle(5, 10, 4, 4), die=1, **said)


@pytest.mark.parametrize(
    ("territory", "kind", "expected"),
    [
        ("waterside", "hills", {"too_close"}),
        ("waterside", "village", set()),
        ("waterside", "sandy_ground", set()),
        ("waterside", "sand_dunes", set()),
        ("waterside", "marsh", set()),
        ("desert", "sand_dunes", set()),
        ("desert", "sandy_ground", {"too_close"}),
        ("cultivated", "marsh", {"too_close"}),
    ],
)
def test_whether_any_type_may_touch_deep_water(
    territory: str, kind: str, expected: set[str]
) -> None:
    pieces = water(5), beach(kind)
    assert codes(*pieces, territory=territory) == set()
    named = {"touch_deep_water": "named"}
    assert codes(*pieces, territory=territory, settings=named) == expected


def test_only_a_town_whose_special_says_so_overlaps_deep_water() -> None:
    town = piece("town", rectangle(2, 10, 7, 5), die=1)
    assert codes(water(5), town, territory="waterside") == set()
    assert codes(water(5), town, territory="cultivated") == set()
    assert codes(water(5), town, territory="desert") == {"overlap", "not_touching_edge"}
    assert codes(water(5), beach("hills") | {"moved": True}, territory="waterside") == set()
    hill = piece("hills", rectangle(4, 10, 4, 4), die=1)
    assert codes(water(5), hill, territory="waterside") == {"overlap"}


@pytest.mark.parametrize(("x", "legality"), [(0, "no"), (1.99, "no"), (2.01, "near"), (2.2, "yes")])
def test_some_of_the_town_lies_on_land(x: float, legality: str) -> None:
    town = piece("town", rectangle(x, 10, 4, 7), die=1)
    assert legal(layout(water(6), town, territory="waterside")) == legality


def test_an_orchard_may_stand_within_the_gap_of_a_town_but_not_the_other_way() -> None:
    town = piece("town", rectangle(20, 10, 7, 5))
    orchard = piece("orchards_vineyards", rectangle(27.5, 10, 4, 4))
    assert codes(town, orchard, territory="waterside") == set()
    assert codes(orchard, town, territory="waterside") == {"too_close"}
    assert codes(town, orchard, territory="cultivated") == {"too_close"}
    over = piece("orchards_vineyards", rectangle(26.9, 10, 4, 4))
    assert codes(town, over, territory="waterside") == {"overlap"}


@pytest.mark.parametrize(
    ("territory", "first", "second", "expected"),
    [
        ("forest", "woods", "forest", set()),
        ("forest", "forest", "woods", set()),
        ("jungle", "woods", "woods", set()),
        ("mountains", "woods", "forest", {"too_close"}),
        ("mountains", "mountains", "mountains", set()),
        ("forest", "mountains", "mountains", {"too_close", "limit_exceeded"}),
        ("forest", "woods", "hills", {"too_close"}),
        ("forest", "hills", "woods", {"too_close"}),
    ],
)
def test_which_may_stand_within_the_gap_of_which(
    territory: str, first: str, second: str, expected: set[str]
) -> None:
    pieces = piece(first, HILLS, id="a"), piece(second, rectangle(24, 10, 4, 4), id="b")
    assert codes(*pieces, territory=territory) == expected


def test_flank_pieces_are_among_the_woods_that_lift_the_gap() -> None:
    mine = flank_piece("forest", rectangle(1, 1, 6, 6))
    wood = piece("woods", rectangle(1, 7, 4, 4), die=1)
    assert codes(mine, wood, territory="forest") == set()
    assert codes(mine, wood, territory="mountains") == {"too_close"}


VILLAGE = piece("village", HILLS)


@pytest.mark.parametrize(
    ("distance", "expected"),
    [
        (0, KEPT),
        (0.009, KEPT),
        (0.01, near("die_required", "fields")),
        (0.02, broken("die_required", "fields") | broken("too_close", "village", "fields")),
    ],
)
def test_a_field_touching_a_village_needs_no_die(distance: float, expected: dict[str, Any]) -> None:
    field = piece("fields", rectangle(24 + distance, 10, 4, 4), die=None)
    found = judge(layout(VILLAGE, field))
    if distance == 0.01:
        expected = expected | near("too_close", "village", "fields")
    assert found == expected


def test_a_diced_field_keeps_the_gap_from_a_village() -> None:
    field = piece("fields", rectangle(24, 10, 4, 4))
    assert codes(VILLAGE, field) == {"too_close"}


def test_an_undiced_field_keeps_the_gap_from_everything_else() -> None:
    hill = piece("hills", rectangle(29, 10, 4, 4), placed_by="invader")
    field = piece("fields", rectangle(24, 10, 4, 4), die=None)
    assert judge(layout(VILLAGE, hill, field)) == broken("too_close", "hills", "fields")


def test_a_tilled_field_is_a_neighbour_in_cultivated_only() -> None:
    tilled = piece("tilled_fields", HILLS)
    field = piece("fields", rectangle(24, 10, 4, 4), die=None)
    assert codes(tilled, field, territory="cultivated") == set()
    assert codes(tilled, field, territory="waterside") == {"die_required", "too_close"}


def test_the_neighbour_lies_on_the_table_before() -> None:
    field = piece("fields", rectangle(24, 10, 4, 4), die=None)
    assert codes(field, VILLAGE) == {"die_required", "too_close"}


def test_only_fields_and_the_marsh_of_waterside_go_undiced() -> None:
    hill = piece("hills", rectangle(27, 10, 4, 4), die=None)
    assert codes(VILLAGE, hill) == {"die_required"}
    assert codes(hill | {"moved": True}) == set()
    marsh = piece("marsh", rectangle(5, 10, 8, 4), die=None)
    assert codes(water(5), marsh, territory="waterside") == set()
    assert codes(water(5), marsh, territory="cultivated") == {"die_required"}
    river = piece("rivers_and_streams", rectangle(20, 0, 1, 30))
    bank = piece("marsh", rectangle(21, 10, 4, 4), die=None)
    assert codes(river, bank, territory="waterside") == set()
    assert codes(river, bank | {"die": 2}, territory="waterside") == {"too_close"}


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (6.009, KEPT),
        (6.01, near("straddles_sectors", "fields")),
        (6.011, broken("straddles_sectors", "fields")),
        (9.989, broken("straddles_sectors", "fields")),
        (9.991, KEPT),
    ],
)
def test_an_undiced_field_keeps_to_one_sector(x: float, expected: dict[str, Any]) -> None:
    village = piece("village", rectangle(x, 6, 4, 4), moved=True, die=1)
    field = piece("fields", rectangle(x, 10, 4, 4), die=None)
    assert judge(layout(village, field)) == expected
    assert judge(layout(village, field | {"moved": True})) == KEPT


@pytest.mark.parametrize(
    ("by", "answer"),
    [((3, 5), "kept"), ((6, 0), "kept"), ((6.01, 0), "near"), ((6.02, 0), "broken")],
)
def test_the_opponent_slides_a_piece_six_at_most(by: Point, answer: str) -> None:
    after = [(x + by[0], y + by[1]) for x, y in HILLS]
    assert slide_kept(HILLS, after, 6) == answer


def test_a_slide_keeps_the_orientation() -> None:
    assert slide_kept(HILLS, HILLS[1:] + HILLS[:1], 6) == "broken"
