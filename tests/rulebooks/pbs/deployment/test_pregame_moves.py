"""What is asked of a pre-game move? Section 10.H."""

from typing import Any

import pytest

from setup_app.engine.values import Violation
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check_pregame
from setup_app.rulebooks.pbs_2023_1.deployment.things import NOTHING_DOWN, Occupied, UnitThing
from tests.rulebooks.pbs.deployment.ground import (
    DEFENDER,
    FOOT,
    GUNS,
    INVADER,
    LOOSE,
    WAGONS,
    down,
    piece,
    table,
    unit,
)


def moved(
    field: DeploymentField,
    thing: UnitThing,
    others: Occupied = NOTHING_DOWN,
    side: int = DEFENDER,
    **stated: Any,
) -> list[tuple[str, str | None]]:
    stated = {"kind": "forced_march", "frm": (22.0, 8.0), **stated}
    found = check_pregame(field, side, thing, others, **stated)
    return [(broken.code, broken.rule) for broken in found]


@pytest.mark.parametrize(
    ("front", "found"),
    [(9, []), (15, []), (15.01, []), (15.011, [("outside_zone", "10.H")])],
)
def test_a_unit_may_leave_its_zone_but_not_cross_the_centre_line(
    front: float, found: list[tuple[str, str]]
) -> None:
    assert moved(table(), unit(FOOT, 22, front - 0.5)) == found
    assert moved(table(), unit(FOOT, 22, 30.5 - front, 270), side=INVADER) == found


@pytest.mark.parametrize("kind", ["battery", "forced_march", "forlorn_hope", "pathfinder"])
@pytest.mark.parametrize(("length", "far"), [(4, False), (4.01, False), (4.011, True)])
def test_the_middle_moves_as_far_as_the_battle_says(kind: str, length: float, far: bool) -> None:
    field = table(limits={f"{kind}_move": 4.0})
    thing = unit(FOOT, 22 + length * 0.6, 8 + length * 0.8, 45, 4)
    found = check_pregame(field, DEFENDER, thing, NOTHING_DOWN, kind=kind, frm=(22, 8))

    too_far = Violation("moved_too_far", "10.H", {"kind": kind}, ("unit",), round(length, 4), 4.0)
    assert found == ((too_far,) if far else ())


def test_without_a_figure_any_distance_is_recorded() -> None:
    assert moved(table(limits={"forced_march_move": None}), unit(FOOT, 33, 1), frm=(12, 14)) == []
    assert moved(table(), unit(FOOT, 33, 1), frm=(12, 14)) == []


def test_the_figure_of_one_kind_is_no_other_kinds() -> None:
    field = table(limits={"battery_move": 1.0, "forced_march_move": None})

    assert moved(field, unit(FOOT, 30, 8)) == []


def test_table_overlap_water_and_the_impassable_are_judged_as_in_10_b() -> None:
    field = table(
        piece("deep_water", 10, 9, 14, 12),
        piece("woods", 16, 9, 20, 12, declared="impassable"),
        piece("fort", 22, 9, 26, 12),
    )
    there = down("unit", INVADER, 28, 9, 32, 12)

    assert moved(field, unit(LOOSE, 1, 5)) == [("outside_table", "10.B")]
    assert moved(field, unit(FOOT, 12, 10)) == [("in_water", "10.B")]
    assert moved(field, unit(FOOT, 18, 10)) == [("on_impassable", "10.B")]
    assert moved(field, unit(FOOT, 24, 10)) == [("in_settlement", "10.B")]
    assert moved(field, unit(FOOT, 30, 10), there) == [("overlap", "10.B")]


def test_the_flank_sectors_of_10_b_and_10_c_hold() -> None:
    assert moved(table(), unit(FOOT, 11, 10)) == [("unsecure_flank", "10.B")]
    assert moved(table(), unit(GUNS, 10.2, 10)) == [("unsecure_flank", "10.B")]
    assert moved(table(), unit(WAGONS, 11, 10, 90, 1)) == [("works_in_unsecure_flank", "10.C")]
    assert moved(table(), unit(LOOSE, 5, 10)) == []
    assert moved(table(secure="left"), unit(FOOT, 11, 10)) == []


@pytest.mark.parametrize(
    ("left", "found"),
    [(10.0, []), (9.99, []), (9.989, [("unsecure_flank", "10.B")])],
)
def test_a_move_ends_with_no_part_in_an_unsecure_sector(
    left: float, found: list[tuple[str, str]]
) -> None:
    assert moved(table(), unit(FOOT, left + 2, 10)) == found
    assert moved(table(), unit(FOOT, 43 - left, 10)) == found
    assert moved(table(), unit(FOOT, left + 2, 20, 270), side=INVADER) == found


def test_a_unit_may_end_under_its_own_leader_in_another_formation() -> None:
    leader = down("leader", DEFENDER, 22, 9, 23, 10)

    assert moved(table(), unit(FOOT, 22, 10, 0, 4), leader) == []


def test_what_has_a_figure_that_is_none_is_off_the_table_and_too_far() -> None:
    field = table(limits={"forced_march_move": 4.0})
    thing = unit(FOOT, float("nan"), 10)
    found = check_pregame(
        field, DEFENDER, thing, NOTHING_DOWN, kind="forced_march", frm=(22.0, 8.0)
    )

    assert found == (
        Violation("moved_too_far", "10.H", {"kind": "forced_march"}, ("unit",), None, 4.0),
        Violation("outside_table", "10.B", {}, ("unit",), None, 0.0),
    )
