"""Does what is suggested look like an army, break no rule, and find a place where there is one?"""

from __future__ import annotations

import math
import time
from random import Random

import pytest

from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.search import (
    as_down,
    find_place,
    has_place,
    place_leader,
    place_marker,
    place_units,
)
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    NOTHING_DOWN,
    LeaderThing,
    MarkerThing,
    Occupied,
    UnitThing,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, Placed
from terrain.core.layout import Piece
from tests.rulebooks.pbs.deployment.ground import (
    DEFENDER,
    ELEPHANTS,
    FOOT,
    GUNS,
    HORSE,
    INVADER,
    LOOSE,
    SKIRMISHERS,
    WAGONS,
    codes,
    down,
    piece,
    table,
)
from tests.rulebooks.pbs.deployment.test_second_reader import TYPES, blob

ARMY = dict(
    enumerate(
        [FOOT] * 5 + [LOOSE] * 2 + [HORSE] * 4 + [ELEPHANTS, GUNS, WAGONS] + [SKIRMISHERS] * 3
    )
)


def laid(
    field: DeploymentField,
    side: int,
    bodies: dict[int, Body],
    others: Occupied = NOTHING_DOWN,
    seed: int = 1,
) -> dict[int, Placed]:
    """Places for all of them, found legal."""
    found = place_units(field, side, bodies, others=others, chooser=Random(seed))
    placed = {number: place for number, place in found.items() if place is not None}
    assert placed.keys() == bodies.keys()
    things = {f"u{number}": UnitThing(bodies[number], place) for number, place in placed.items()}
    assert check(field, side, things, others=others) == ()
    return placed


@pytest.mark.parametrize("side", [DEFENDER, INVADER])
def test_an_army_stands_in_lines_with_horse_on_the_wings_and_skirmishers_before_it(
    side: int,
) -> None:
    places = laid(table(), side, ARMY)
    towards_enemy = 1 if side == DEFENDER else -1

    def off(number: int) -> float:
        return abs(places[number].at[0] - 22.5)

    def forward(number: int) -> float:
        return towards_enemy * (places[number].at[1] - 15)

    of = {body: [n for n, each in ARMY.items() if each == body] for body in ARMY.values()}
    assert {place.facing for place in places.values()} == {90.0 if side == DEFENDER else 270.0}
    assert max(map(off, of[FOOT])) < min(map(off, of[HORSE]))
    assert min(map(forward, of[SKIRMISHERS])) > max(map(forward, of[FOOT] + of[HORSE]))
    assert len({places[n].at[1] for n in of[FOOT]}) == 1
    assert sorted(places[n].at[0] > 22.5 for n in of[HORSE]) == [False, False, True, True]


def test_two_lines_are_formed_where_one_has_no_room() -> None:
    places = laid(table(), DEFENDER, dict.fromkeys(range(10), FOOT))
    lines = sorted({place.at[1] for place in places.values()})

    assert len(lines) == 2
    assert lines[1] - lines[0] >= 1.5


def test_a_second_group_joins_the_line_of_the_first() -> None:
    first = laid(table(), DEFENDER, dict.fromkeys(range(3), FOOT))
    things = {f"u{number}": UnitThing(FOOT, place) for number, place in first.items()}
    others = as_down(table(), DEFENDER, things)
    second = laid(table(), DEFENDER, dict.fromkeys(range(3, 5), FOOT), others)

    assert {place.at[1] for place in (*first.values(), *second.values())} == {7.0}


def test_on_a_shallow_table_an_army_stands_too() -> None:
    laid(table(depth=20), DEFENDER, ARMY)
    laid(table(depth=20), INVADER, ARMY)


def test_the_same_chance_gives_the_same_army_and_figures_have_three_decimals() -> None:
    field = table(piece("woods", 16.123, 3.3, 22.7, 9.1, declared="impassable"))
    places = laid(field, DEFENDER, ARMY, seed=5)

    assert places == laid(field, DEFENDER, ARMY, seed=5)
    assert all(
        place.at == (round(place.at[0], 3), round(place.at[1], 3)) for place in places.values()
    )


def crowded(chooser: Random) -> tuple[DeploymentField, Occupied]:
    """A table with terrain, and units of both sides that stand anywhere."""
    pieces = tuple(
        Piece(
            f"p{at}",
            type_ := chooser.choice(TYPES),
            "optional",
            "defender",
            2,
            declared="impassable" if type_ == "woods" else None,
            outline=tuple(blob(chooser, 45 * chooser.random(), 30 * chooser.random())),
        )
        for at in range(6)
    )
    field = table(*pieces, secure=chooser.choice((None, "left", "right")))
    stood = NOTHING_DOWN
    for at in range(12):
        place = Placed((45 * chooser.random(), 30 * chooser.random()), 360 * chooser.random(), 2)
        things = {f"d{at}": UnitThing(chooser.choice((FOOT, HORSE)), place)}
        stood = as_down(field, chooser.choice((DEFENDER, INVADER)), things, others=stood)
    return field, stood


@pytest.mark.parametrize("seed", range(8))
def test_on_a_crowded_table_what_is_placed_is_legal_and_what_is_not_has_no_place(
    seed: int,
) -> None:
    chooser = Random(seed)
    field, others = crowded(chooser)
    side = chooser.choice((DEFENDER, INVADER))
    bodies = dict(enumerate([FOOT, GUNS, LOOSE, HORSE, HORSE, ELEPHANTS, SKIRMISHERS, WAGONS] * 2))
    found = place_units(field, side, bodies, others=others, chooser=chooser)
    placed = {f"u{n}": UnitThing(bodies[n], place) for n, place in found.items() if place}

    assert check(field, side, placed, others=others) == ()
    everything = as_down(field, side, placed, others=others)
    for number, place in found.items():
        assert place is not None or not has_place(field, side, bodies[number], everything)


def test_what_cannot_be_placed_is_none_and_has_no_place_beside_the_rest() -> None:
    big = Body("tug", "foot", "close", 99)
    full = down("camp", INVADER, 10, 1, 35, 9)
    bodies = {4: FOOT, 7: big, 9: HORSE}
    found = place_units(table(), DEFENDER, bodies, others=full, chooser=Random(1))

    assert [number for number, place in found.items() if place is None] == [7]
    assert not has_place(table(), DEFENDER, big, full)


@pytest.mark.parametrize(("room", "fits"), [(1.0, True), (0.992, True), (0.98, False)])
def test_what_just_fits_between_others_is_found_and_what_does_not_is_not(
    room: float, fits: bool
) -> None:
    """Guns of 2 x 1 or 1 x 2 in a lane that is as wide as they are, and as long as that."""
    left = 20.37
    others = Occupied(
        (
            *down("a", DEFENDER, 10, 0, left, 9).down,
            *down("b", DEFENDER, left + room, 0, 35, 9).down,
        )
    )
    found = find_place(table(), DEFENDER, GUNS, others=others)

    assert (found is not None) == fits
    assert has_place(table(), DEFENDER, GUNS, others) == fits
    if found is not None:
        assert codes(table(), UnitThing(GUNS, found), others) == []


def test_a_lane_at_an_angle_of_the_search_is_found() -> None:
    field = table()
    lanes = [
        Placed((21.0, 3.0), 45.0, 12),
        Placed((21.0 + 2.1 * math.sqrt(2), 3.0), 45.0, 12),
    ]
    walls = {
        f"w{at}": UnitThing(Body("tug", "foot", "loose", 12), place)
        for at, place in enumerate(lanes)
    }
    others = as_down(field, DEFENDER, walls)

    assert has_place(field, DEFENDER, FOOT, others)


def test_close_foot_finds_no_place_in_unsecure_sectors_and_loose_foot_does() -> None:
    centre = down("camp", DEFENDER, 9.5, 0, 35.5, 9)

    assert not has_place(table(), DEFENDER, FOOT, centre)
    assert not has_place(table(), DEFENDER, WAGONS, centre)
    assert has_place(table(), DEFENDER, LOOSE, centre)
    assert has_place(table(secure="left"), DEFENDER, FOOT, centre)


def test_a_zone_that_is_all_water_has_no_place() -> None:
    field = table(piece("deep_water", 0, 0, 45, 9))

    assert not has_place(field, DEFENDER, SKIRMISHERS, NOTHING_DOWN)
    assert place_leader(field, DEFENDER, None, others=NOTHING_DOWN) is None
    assert has_place(field, INVADER, SKIRMISHERS, NOTHING_DOWN)


def test_a_leader_is_put_near_whom_he_commands_over_his_own_units_if_need_be() -> None:
    own = down("unit", DEFENDER, 0, 0, 45, 9)
    spot = place_leader(table(), DEFENDER, (12.0, 7.0), others=own)

    assert spot == (12.0, 7.0)
    assert codes(table(), LeaderThing(spot), own) == []
    assert place_leader(table(), DEFENDER, (12.0, 7.0), others=down("c", INVADER, 0, 0, 45, 9)) is (
        None
    )


@pytest.mark.parametrize("off", [6.0, 0.0, 15.0, None])
@pytest.mark.parametrize("side", [DEFENDER, INVADER])
def test_a_marker_is_put_where_the_battle_lets_it_works_outside_the_flanks(
    off: float | None, side: int
) -> None:
    field = table(piece("woods", 2, 1, 8, 7), ambush_from_centre=off)
    hidden = ((), (LOOSE, FOOT), (WAGONS,))
    for bodies in hidden:
        found = place_marker(field, side, bodies, others=NOTHING_DOWN, chooser=Random(2))
        if off == 15.0:
            assert found is None
        else:
            assert found is not None
            assert codes(field, MarkerThing(found, bodies), side=side) == []


def test_a_marker_is_put_in_terrain_that_could_hide_somebody() -> None:
    field = table(piece("woods", 2, 1, 8, 7))
    found = place_marker(field, DEFENDER, (LOOSE,), others=NOTHING_DOWN, chooser=Random(2))

    assert found is not None
    assert 2 <= found[0] <= 8
    assert 1 <= found[1] <= 7


def test_two_hundred_units_with_figures_that_are_none_are_judged_in_a_moment() -> None:
    nan = float("nan")
    things = {
        f"u{at}": UnitThing(FOOT, Placed((20.0, 8.0), nan if at % 5 == 0 else 33.0 * at, 0))
        for at in range(200)
    }
    began = time.process_time()
    found = check(table(), DEFENDER, things)

    assert time.process_time() - began < 0.5
    assert sum(broken.code == "wrong_number" for broken in found) == 200
    assert sum(broken.code == "outside_table" for broken in found) == 40
