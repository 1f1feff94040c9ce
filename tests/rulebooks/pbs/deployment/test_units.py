"""How much ground does a unit take, and what does it show?"""

from dataclasses import replace
from typing import Any

import pytest

from setup_app.engine.values import Violation
from setup_app.rulebooks.pbs_2023_1.armies import Unit
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    CampThing,
    Footprint,
    LeaderThing,
    MarkerThing,
    UnitThing,
    footprint,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import (
    Body,
    Placed,
    body_of,
    frontage_and_depth,
    placed_as_json,
    read_placed,
    rectangle,
)
from tests.rulebooks.pbs.deployment.ground import (
    DEFENDER,
    DEPTHS,
    ELEPHANTS,
    FOOT,
    GUNS,
    HORSE,
    SIZES,
    WAGONS,
    table,
)


@pytest.mark.parametrize(
    ("body", "ranks", "sides"),
    [
        (FOOT, 2, (4, 1)),
        (HORSE, 2, (3, 1.5)),
        (replace(FOOT, bases=3), 2, (2, 1)),
        (ELEPHANTS, 1, (2, 1)),
        (GUNS, 2, (1, 2)),
        (FOOT, 1, (8, 0.5)),
        (FOOT, 8, (1, 4)),
        (FOOT, 3, (3, 1.5)),
        (WAGONS, 1, (4, 1)),
    ],
)
def test_files_are_bases_by_ranks_rounded_up_and_the_wagons_flag_goes_before_the_arm(
    body: Body, ranks: int, sides: tuple[float, float]
) -> None:
    assert frontage_and_depth(body, ranks, DEPTHS) == sides


def test_an_event_may_say_how_deep_bases_are() -> None:
    assert frontage_and_depth(FOOT, 2, {**DEPTHS, "foot": 0.75}) == (4, 1.5)


@pytest.mark.parametrize(
    ("ranks", "sides"),
    [(0, (8, 0.5)), (-3, (8, 0.5)), (9, (1, 4)), (float("nan"), (8, 0.5)), (1e300, (1, 4))],
)
def test_ranks_that_no_formation_has_are_read_as_the_nearest(
    ranks: float, sides: tuple[float, float]
) -> None:
    assert frontage_and_depth(FOOT, ranks, DEPTHS) == sides


@pytest.mark.parametrize(
    ("facing", "corners"),
    [
        (90, ((8, 6), (8, 4), (12, 4), (12, 6))),
        (270, ((12, 4), (12, 6), (8, 6), (8, 4))),
        (0, ((11, 7), (9, 7), (9, 3), (11, 3))),
        (-90, ((12, 4), (12, 6), (8, 6), (8, 4))),
        (450, ((8, 6), (8, 4), (12, 4), (12, 6))),
    ],
)
def test_corners_run_anticlockwise_from_the_left_end_of_the_front(
    facing: float, corners: tuple[tuple[float, float], ...]
) -> None:
    assert rectangle((10, 5), facing, 4, 2) == corners


def test_a_unit_may_stand_at_any_angle() -> None:
    corners = rectangle((10, 5), 36.87, 10, 5)

    assert [(round(x, 2), round(y, 2)) for x, y in corners] == [
        (9.0, 10.5),
        (5.0, 7.5),
        (11.0, -0.5),
        (15.0, 2.5),
    ]


def test_figures_show_kind_arm_order_bases_and_works_and_nothing_else() -> None:
    listed = Unit(
        "Guard", "tug", "foot", "close", 8, 300, ("battery", "barricades", "may_ambush", "garrison")
    )

    assert body_of(listed) == Body("tug", "foot", "close", 8, ("battery", "barricades"))


def test_a_place_is_written_as_it_is_read() -> None:
    stated = {"at": [10.5, 3.0], "facing": 90.0, "formation": {"ranks": 2}}

    assert read_placed({"unit": 3, **stated}) == Placed((10.5, 3.0), 90.0, 2)
    assert placed_as_json(read_placed({"unit": 3, **stated})) == stated


@pytest.mark.parametrize("endless", [10**400, float("inf")])
def test_a_figure_that_is_too_long_to_reckon_with_is_read_and_judged(endless: Any) -> None:
    stated = {"at": [endless, 3], "facing": endless, "formation": {"ranks": endless}}
    found = check(table(), DEFENDER, {"u0": UnitThing(FOOT, read_placed(stated))})

    params = {"of": "ranks", "least": 1, "most": 8}
    assert found == (
        Violation("wrong_number", "10.B", params, ("u0",), 1e6, 8.0),
        Violation("outside_table", "10.B", {}, ("u0",), None, 0.0),
    )


def test_a_camp_has_the_size_of_the_event_and_leaders_and_markers_are_one_by_one() -> None:
    camp = CampThing((20, 1), 90)

    assert footprint(camp, SIZES).corners == ((18, 2), (18, 0), (22, 0), (22, 2))
    assert footprint(camp, replace(SIZES, camp=(6.0, 3.0))) == Footprint((20, 1), 90, 6, 3)
    assert footprint(LeaderThing((5, 5)), SIZES) == Footprint((5, 5), 90, 1, 1)
    assert footprint(MarkerThing((5, 5)), SIZES) == Footprint((5, 5), 90, 1, 1)
