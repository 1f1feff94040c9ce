"""Is it shown where what is in the hand may stand, and why not elsewhere?"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import shapely
from shapely.geometry import shape

from setup_app.rulebooks.pbs_2023_1.deployment.legality import check, check_pregame
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    NOTHING_DOWN,
    CampThing,
    LeaderThing,
    MarkerThing,
    UnitThing,
    footprint,
)
from setup_app.rulebooks.pbs_2023_1.deployment.zones import zones
from tests.rulebooks.pbs.deployment.ground import (
    DEFENDER,
    FOOT,
    INVADER,
    LOOSE,
    SIZES,
    WAGONS,
    down,
    piece,
    table,
)
from tests.rulebooks.pbs.deployment.test_army_places import crowded
from tests.rulebooks.pbs.deployment.test_second_reader import some_thing


def box(left: float, bottom: float, right: float, top: float) -> Any:
    return shapely.box(left, bottom, right, top)


def seen(found: dict[str, Any]) -> tuple[Any, dict[tuple[str, str], Any]]:
    """What is allowed as one shape, and what is closed by code and rule."""
    closed = {(each["code"], each["rule"]): shape(each["region"]) for each in found["closed"]}
    return shape(found["allowed"]), closed


def members_of(found: dict[str, Any]) -> list[Any]:
    rings = found["allowed"]["coordinates"]
    return [shape({"type": "Polygon", "coordinates": each}) for each in rings]


def same(one: Any, other: Any) -> bool:
    return bool(shapely.area(shapely.symmetric_difference(one, other)) < 0.01)


def test_close_foot_is_shown_its_zone_less_the_unsecure_sectors_and_what_is_down() -> None:
    field = table(piece("deep_water", 15, 3, 18, 6))
    there = down("unit", INVADER, 20, 4, 24, 5)
    allowed, closed = seen(zones(field, DEFENDER, FOOT, others=there))

    open_ground = box(10, 0, 35, 9) - box(15, 3, 18, 6) - box(20, 4, 24, 5)
    assert same(allowed, open_ground)
    assert closed.keys() == {
        ("outside_zone", "10.B"),
        ("unsecure_flank", "10.B"),
        ("in_water", "10.B"),
        ("overlap", "10.B"),
    }
    assert same(closed["outside_zone", "10.B"], box(0, 9, 45, 30))
    assert same(closed["unsecure_flank", "10.B"], box(0, 0, 10, 30) | box(35, 0, 45, 30))
    assert same(closed["in_water", "10.B"], box(15, 3, 18, 6))
    assert same(closed["overlap", "10.B"], box(20, 4, 24, 5))


def test_loose_foot_of_the_invader_is_shown_all_of_his_zone() -> None:
    found = zones(table(), INVADER, LOOSE, others=NOTHING_DOWN)
    allowed, closed = seen(found)

    assert same(allowed, box(0, 21, 45, 30))
    assert closed.keys() == {("outside_zone", "10.B")}
    assert same(closed["outside_zone", "10.B"], box(0, 0, 45, 21))
    assert found["reach"] is None
    assert {each["region"]["type"] for each in found["closed"]} == {"MultiPolygon"}


def test_works_are_shown_that_10_c_closes_the_flanks() -> None:
    _, closed = seen(zones(table(secure="left"), DEFENDER, WAGONS, others=NOTHING_DOWN))

    assert same(closed["works_in_unsecure_flank", "10.C"], box(35, 0, 45, 30))


def test_a_leader_is_shown_his_own_units_as_open() -> None:
    there = down("unit", DEFENDER, 20, 4, 24, 5)
    allowed, closed = seen(zones(table(), DEFENDER, LeaderThing((0, 0)), others=there))

    assert same(allowed, box(0, 0, 45, 9))
    assert closed.keys() == {("outside_zone", "10.B")}


@pytest.mark.parametrize(("off", "top"), [(6.0, 9), (0.0, 15), (None, 30)])
def test_a_marker_is_shown_the_ground_of_10_d(off: float | None, top: float) -> None:
    field = table(ambush_from_centre=off)
    allowed, closed = seen(zones(field, DEFENDER, MarkerThing((0, 0)), others=NOTHING_DOWN))

    assert same(allowed, box(0, 0, 45, top))
    assert closed.keys() == (set() if off is None else {("outside_zone", "10.D")})


def test_a_camp_is_shown_its_range_without_terrain_and_its_special_place_beside() -> None:
    field = table(piece("town", 0, 0, 8, 7), piece("fields", 20, 0, 25, 5), territory="cultivated")
    camp = CampThing((0, 0), 90, special=("town",))
    found = zones(field, DEFENDER, camp, others=NOTHING_DOWN)
    allowed, closed = seen(found)

    assert same(allowed, (box(16.5, 0, 28.5, 9) - box(20, 0, 25, 5)) | box(0, 0, 8, 7))
    assert len(found["allowed"]["coordinates"]) == 2
    assert closed.keys() == {
        ("outside_zone", "10.B"),
        ("camp_out_of_range", "10.C"),
        ("camp_on_terrain", "10.C"),
    }


def test_a_bound_camp_is_shown_its_piece_alone() -> None:
    field = table(piece("town", 0, 0, 8, 12), territory="cultivated")
    camp = CampThing((0, 0), 90, True, ("town",))
    allowed, closed = seen(zones(field, DEFENDER, camp, others=NOTHING_DOWN))

    assert same(allowed, box(0, 0, 8, 9))
    assert closed.keys() == {("outside_zone", "10.B"), ("camp_not_in_piece", "10.C")}


def test_a_move_is_shown_its_half_and_how_far_it_reaches() -> None:
    found = zones(table(), DEFENDER, LOOSE, others=NOTHING_DOWN, frm=(20.0, 8.0), most=4.0)
    allowed, closed = seen(found)

    assert same(allowed, box(0, 0, 45, 15))
    assert closed.keys() == {("outside_zone", "10.H")}
    assert found["reach"] == {"from": [20.0, 8.0], "most": 4.0}
    free = zones(table(), DEFENDER, LOOSE, others=NOTHING_DOWN, frm=(20.0, 8.0))
    assert free["reach"] is None


def test_where_nothing_is_allowed_there_is_no_member() -> None:
    field = table(piece("deep_water", 0, 0, 45, 30))
    found = zones(field, DEFENDER, LOOSE, others=NOTHING_DOWN)

    assert found["allowed"] == {"type": "MultiPolygon", "coordinates": []}


@pytest.mark.parametrize("seed", range(6))
def test_a_footprint_within_one_member_is_legal_and_one_that_sticks_out_is_not(seed: int) -> None:
    chooser = Random(seed)
    field, others = crowded(chooser)
    side = chooser.choice((DEFENDER, INVADER))
    for _ in range(25):
        thing, _ = some_thing(chooser, side)
        if isinstance(thing, UnitThing) and thing.ambushers:
            continue
        hand = thing.body if isinstance(thing, UnitThing) else thing
        found = zones(field, side, hand, others=others)
        laid = shapely.Polygon(footprint(thing, SIZES).corners)
        broken = check(field, side, {"it": thing}, others=others)
        members = members_of(found)
        assert any(member.covers(laid) for member in members) <= (not broken)
        assert (not broken) <= any(member.buffer(0.03).covers(laid) for member in members)
        if not isinstance(thing, UnitThing):
            continue
        moved = zones(field, side, hand, others=others, frm=(22.0, 5.0))
        half = members_of(moved)
        after = check_pregame(field, side, thing, others, kind="battery", frm=(22.0, 5.0))
        assert any(member.covers(laid) for member in half) <= (not after)
        assert (not after) <= any(member.buffer(0.03).covers(laid) for member in half)
