"""What the oracle says of one piece: its outline, its place on the table, its size, its band.

Every expectation is worked out from the rules' text: just under, equal, just over. A measure that
lies on its limit with the tolerance spent is too near to tell.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import numpy as np
import pytest

from tests.oracle.judge import CODES, judge, legal
from tests.oracle.layouts import Point, flank_piece, layout, piece, rectangle, settlement, water
from tests.oracle.shapes import common_width, distance_between, rectangles
from tests.oracle.verdicts import KEPT, broken, near


def turned(outline: list[Point], degrees: float, about: Point) -> list[Point]:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [
        (
            round(about[0] + c * (x - about[0]) - s * (y - about[1]), 3),
            round(about[1] + s * (x - about[0]) + c * (y - about[1]), 3),
        )
        for x, y in outline
    ]


def hills(outline: list[Point], **said: Any) -> dict[str, Any]:
    return judge(layout(piece("hills", outline, **said)))


def test_every_code_is_named_once() -> None:
    assert len(set(CODES)) == len(CODES) == 26


@pytest.mark.parametrize(
    "outline",
    [
        pytest.param([(20, 10), (24, 14), (24, 10), (20, 14)], id="bow-tie"),
        pytest.param([(20, 10), (24, 10), (22, 10)], id="zero area"),
        pytest.param([(20, 10), (24, 10), (24, 14), (24, 16), (24, 14), (20, 14)], id="spike"),
        pytest.param([(20, 10), (24, 10), (24, 14), (22, 10), (20, 14)], id="touches itself"),
        pytest.param([(20, 10), (24, 10)], id="two points"),
    ],
)
def test_an_outline_that_is_no_polygon(outline: list[Point]) -> None:
    assert hills(outline) == broken("invalid_outline", "hills")


def test_an_outline_with_a_hole() -> None:
    said = piece("hills", rectangle(20, 10, 4, 4))
    said["outline"]["coordinates"].append([[21, 11], [22, 11], [22, 12], [21, 11]])
    assert judge(layout(said)) == broken("invalid_outline", "hills")


def test_either_winding_and_points_along_a_side_are_a_polygon() -> None:
    assert hills(rectangle(20, 10, 4, 4)[::-1]) == KEPT
    assert hills([(20, 10), (22, 10), (24, 10), (24, 14), (20, 14)]) == KEPT
    assert hills([(20, 10), (24, 10), (24, 10), (24, 14), (20, 14)]) == KEPT


@pytest.mark.parametrize(
    ("y", "expected"),
    [
        (0, KEPT),
        (-0.009, KEPT),
        (-0.01, near("outside_table", "hills")),
        (-0.011, broken("outside_table", "hills")),
    ],
)
def test_inside_the_table_means_no_part_more_than_a_hundredth_outside(
    y: float, expected: dict[str, Any]
) -> None:
    assert hills(rectangle(20, y, 4, 4)) == expected


@pytest.mark.parametrize(
    ("slot", "width", "depth", "expected"),
    [
        ("optional", 3.991, 4, KEPT),
        ("optional", 3.99, 4, near("too_small", "hills")),
        ("optional", 3.989, 4, broken("too_small", "hills")),
        ("optional", 8.009, 4, KEPT),
        ("optional", 8.01, 4, near("too_large", "hills")),
        ("optional", 8.011, 4, broken("too_large", "hills")),
        ("optional", 3, 9, broken("too_small", "hills") | broken("too_large", "hills")),
        ("compulsory", 5.991, 6, KEPT),
        ("compulsory", 5.989, 6, broken("too_small", "hills")),
        ("compulsory", 10.009, 10, KEPT),
        ("compulsory", 10.011, 10, broken("too_large", "hills")),
    ],
)
def test_the_size_of_a_slot(
    slot: str, width: float, depth: float, expected: dict[str, Any]
) -> None:
    assert hills(rectangle(16, 10, width, depth), slot=slot) == expected


def test_flank_pieces_are_sized_as_compulsory() -> None:
    said = layout(flank_piece("forest", rectangle(1, 1, 5.9, 6)))
    assert judge(said) == broken("too_small", "forest")


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (3.98, broken("too_small", "village")),
        (4, KEPT),
        (6.009, KEPT),
        (6.011, broken("too_large", "village")),
    ],
)
def test_a_size_of_ones_own_takes_the_place_of_the_slots(
    width: float, expected: dict[str, Any]
) -> None:
    said = layout(piece("village", rectangle(16, 10, width, 5), slot="compulsory"))
    assert judge(said) == expected


@pytest.mark.parametrize(
    ("long", "expected"),
    [
        (6, broken("too_small", "town")),
        (6.009, broken("too_small", "town")),
        (6.01, near("too_small", "town")),
        (6.011, KEPT),
        (10.009, KEPT),
        (10.011, broken("too_large", "town")),
    ],
)
def test_a_town_is_longer_than_six(long: float, expected: dict[str, Any]) -> None:
    said = layout(piece("town", rectangle(16, 10, long, 4)), territory="cultivated")
    assert judge(said) == expected


@pytest.mark.parametrize(
    ("width", "expected"),
    [(3.98, broken("too_small", "fort")), (4, KEPT), (6.02, broken("too_large", "fort"))],
)
def test_a_settlement_measures_four_to_six(width: float, expected: dict[str, Any]) -> None:
    assert judge(layout(settlement("fort", rectangle(16, 5, width, 4)))) == expected


def test_event_numbers_change_the_sizes() -> None:
    said = layout(piece("hills", rectangle(16, 5, 3, 3)), settings={"optional_size": [3, 5]})
    assert judge(said) == KEPT
    said = layout(piece("hills", rectangle(16, 5, 6, 3)), settings={"optional_size": [3, 5]})
    assert judge(said) == broken("too_large", "hills")


def test_one_legal_rectangle_is_enough() -> None:
    """The right triangle measures 8 x 8 or 5.66 x 11.31, depending on how it is turned."""
    triangle: list[Point] = [(16, 10), (24, 10), (16, 18)]
    assert hills(triangle) == KEPT
    assert hills(turned(triangle, 20, (20, 14))) == KEPT
    assert sorted(rectangles(np.array(triangle)))[0] == pytest.approx((8 / 2**0.5, 8 * 2**0.5))


@pytest.mark.parametrize(
    ("arm", "expected"),
    [
        (1.56, KEPT),
        (1.54, near("too_thin", "hills")),
        (1.4, broken("too_thin", "hills")),
    ],
)
def test_a_piece_fills_a_third_of_its_rectangle(arm: float, expected: dict[str, Any]) -> None:
    """An L in a square of 8 has 16 arms less an arm squared: 0.35 of 64 at an arm of 1.5502."""
    assert hills(letter_l(arm)) == expected


def letter_l(arm: float) -> list[Point]:
    far = 16 + arm
    return [(16, 10), (24, 10), (24, 10 + arm), (far, 10 + arm), (far, 18), (16, 18)]


@pytest.mark.parametrize(
    ("least_fill", "expected"),
    [(0.5, KEPT), (0.505, near("too_thin", "hills")), (0.52, broken("too_thin", "hills"))],
)
def test_a_group_may_ask_for_another_fill(least_fill: float, expected: dict[str, Any]) -> None:
    triangle: list[Point] = [(16, 10), (22, 10), (18, 16)]
    said = layout(piece("hills", triangle), settings={"least_fill": least_fill})
    assert judge(said) == expected


def river(outline: list[Point], *before: Any, **said: Any) -> dict[str, Any]:
    return judge(layout(*before, piece("rivers_and_streams", outline, **said)))


RIVER = "rivers_and_streams"
EITHER_FAULT = {
    "not_straight": {(RIVER,): "near"},
    "not_edge_to_edge": {(RIVER,): "near"},
}


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (0.48, broken("too_narrow", RIVER)),
        (0.49, near("too_narrow", RIVER)),
        (0.5, KEPT),
        (2, KEPT),
        (2.005, KEPT),
        (2.01, near("too_wide", RIVER)),
        (2.02, broken("too_wide", RIVER)),
    ],
)
def test_the_width_of_a_river(width: float, expected: dict[str, Any]) -> None:
    assert river(rectangle(20, 0, width, 30)) == expected


@pytest.mark.parametrize(
    ("width", "expected"),
    [(0.48, "too_narrow"), (0.5, None), (1, None), (1.02, "too_wide")],
)
def test_the_width_of_a_wadi(width: float, expected: str | None) -> None:
    said = layout(piece("dry_wadi", rectangle(20, 0, width, 30)), territory="desert")
    assert judge(said) == ({} if expected is None else broken(expected, "dry_wadi"))


def test_the_width_is_measured_square_to_the_direction() -> None:
    """Slanted 45 degrees and 2.8 along the edge is 1.98 wide; 2.9 along the edge is 2.05."""
    assert river(slanted(2.8), die=1) == KEPT
    assert river(slanted(2.9), die=1) == broken("too_wide", RIVER)


def slanted(along: float) -> list[Point]:
    """From the left edge to the front one, so near the corner that a flank sector holds it."""
    return [(0, 5), (5, 0), (5 + along, 0), (0, 5 + along)]


@pytest.mark.parametrize(
    ("bulge", "expected"),
    [
        (0.009, KEPT),
        (0.015, near("not_straight", RIVER)),
        (0.03, broken("not_straight", RIVER)),
    ],
)
def test_a_bank_off_the_line(bulge: float, expected: dict[str, Any]) -> None:
    notched: list[Point] = [(20, 0), (21, 0), (21, 14), (21 - bulge, 15), (21, 16), (21, 30)]
    assert river([*notched, (20, 30)]) == expected


def test_a_bent_river_is_not_straight() -> None:
    bent: list[Point] = [(20, 0), (21, 0), (24, 15), (21, 30), (20, 30), (23, 15)]
    assert legal(layout(piece(RIVER, bent))) == "no"


def test_a_river_that_widens_is_not_straight() -> None:
    wedge: list[Point] = [(20, 0), (20.6, 0), (21.8, 30), (20, 30)]
    assert river(wedge) == broken("not_straight", RIVER)


@pytest.mark.parametrize(
    ("top", "expected"),
    [
        (29.991, KEPT),
        (29.99, near("not_edge_to_edge", RIVER)),
        (29.98, broken("not_edge_to_edge", RIVER)),
        (20, broken("not_edge_to_edge", RIVER)),
    ],
)
def test_both_ends_lie_on_an_edge(top: float, expected: dict[str, Any]) -> None:
    assert river(rectangle(20, 0, 1, top)) == expected


def test_an_end_lies_on_the_edge_along_its_whole_width() -> None:
    slanting: list[Point] = [(20, 0), (21, 0), (21, 30), (20, 29.9)]
    assert river(slanting) == EITHER_FAULT or river(slanting) == broken("not_edge_to_edge", RIVER)


def test_an_end_around_the_tables_corner() -> None:
    corner: list[Point] = [(0, 1), (0, 0), (1, 0), (10, 9), (10, 10), (9, 10)]
    assert legal(layout(piece(RIVER, corner, die=1))) == "no"
    across: list[Point] = [(0, 0), (1, 0), (30, 29), (30, 30), (29, 30), (0, 1)]
    said = layout(
        piece(RIVER, across, die=2),
        table={"width": 30, "depth": 30},
        settings={"bands_obey_sector": False},
    )
    assert judge(said) == KEPT


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (5.009, KEPT),
        (5.01, near("not_edge_to_edge", RIVER)),
        (5.02, broken("not_edge_to_edge", RIVER)),
    ],
)
def test_deep_water_serves_a_river_as_an_end(start: float, expected: dict[str, Any]) -> None:
    band = rectangle(start, 10, 45 - start, 1)
    said = layout(water(5), piece(RIVER, band), settings={"bands_obey_sector": False})
    assert judge(said) == expected


def test_deep_water_does_not_serve_a_wadi() -> None:
    band = piece("dry_wadi", rectangle(5, 10, 40, 1))
    said = layout(water(5), band, territory="desert", settings={"bands_obey_sector": False})
    assert judge(said) == broken("not_edge_to_edge", "dry_wadi")


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (1.97, broken("too_shallow", "deep_water")),
        (1.99, near("too_shallow", "deep_water")),
        (2, KEPT),
        (6, KEPT),
        (6.01, near("too_deep", "deep_water")),
        (6.03, broken("too_deep", "deep_water")),
    ],
)
def test_the_depth_of_deep_water(depth: float, expected: dict[str, Any]) -> None:
    assert judge(layout(water(depth))) == expected
    right_side = water(outline=rectangle(45 - depth, 0, depth, 30))
    assert judge(layout(right_side)) == expected


def test_deep_water_beside_the_table_lies_along_no_edge() -> None:
    said = judge(layout(water(outline=rectangle(-3, 0, 2.5, 30))))
    assert said["not_edge_to_edge"] == {("deep_water",): "broken"}
    assert said["outside_table"] == {("deep_water",): "broken"}
    assert "too_shallow" not in said


@pytest.mark.parametrize(
    ("from_edge", "expected"),
    [
        (0.009, KEPT),
        (0.01, near("not_edge_to_edge", "deep_water")),
        (0.011, broken("not_edge_to_edge", "deep_water")),
    ],
)
def test_deep_water_lies_along_its_edge(from_edge: float, expected: dict[str, Any]) -> None:
    assert judge(layout(water(outline=rectangle(from_edge, 0, 4, 30)))) == expected


@pytest.mark.parametrize(("back", "legality"), [(29.991, "yes"), (29.99, "near"), (29.98, "no")])
def test_deep_water_lies_along_all_of_its_edge(back: float, legality: str) -> None:
    assert legal(layout(water(outline=rectangle(0, 0, 4, back)))) == legality


def test_deep_water_along_the_front_edge_or_of_two_depths_is_illegal() -> None:
    assert legal(layout(water(outline=rectangle(0, 0, 45, 4)))) == "no"
    uneven: list[Point] = [(0, 0), (4, 0), (4, 15), (5, 15), (5, 30), (0, 30)]
    assert legal(layout(water(outline=uneven))) == "no"


def test_distances_and_widths_are_those_of_plain_geometry() -> None:
    square = np.array(rectangle(0, 0, 4, 4), dtype=float)
    assert distance_between(square, square + np.array([7, 8])) == pytest.approx(5)
    assert distance_between(square, square + np.array([1, 1])) == 0
    assert distance_between(square, square / 4 + 1) == 0
    low, high = common_width(square, square + np.array([3, 0]), enough=9, finest=0.001)
    assert low <= 1 <= high
    assert high - low < 0.01
