"""Is each figure of 10.B, 10.D and 10.E kept, and is what breaks it reported with its place?

Around each figure: just within the tolerance, on it, just beyond.
"""

from typing import Any

import pytest

from setup_app.engine.values import Violation
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    CampThing,
    LeaderThing,
    MarkerThing,
    Thing,
    UnitThing,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, Placed
from tests.rulebooks.pbs.deployment.ground import (
    BATTERY,
    DEFENDER,
    ELEPHANTS,
    FOOT,
    GUNS,
    HORSE,
    INVADER,
    LOOSE,
    OPEN,
    SKIRMISHERS,
    WAGONS,
    codes,
    down,
    piece,
    table,
    unit,
)

NAN = float("nan")


def drawn(left: float, bottom: float, right: float, top: float) -> set[tuple[float, float]]:
    return {(left, bottom), (right, bottom), (right, top), (left, top)}


def corners_of(broken: Violation) -> set[tuple[float, float]]:
    assert broken.where is not None
    assert broken.where["type"] == "Polygon"
    return {(x, y) for x, y in broken.where["coordinates"][0]}


@pytest.mark.parametrize(
    ("depth", "front"),
    [(30, 9.0), (20, 4.0), (40, 14.0)],
)
@pytest.mark.parametrize(
    ("over", "found"), [(-0.5, []), (0.0, []), (0.01, []), (0.011, ["outside_zone"])]
)
def test_nothing_stands_nearer_than_6_to_the_centre_line(
    depth: float, front: float, over: float, found: list[str]
) -> None:
    field = table(depth=depth)
    y = front + over - 0.5
    things: list[Thing] = [
        unit(FOOT, 22, y),
        unit(SKIRMISHERS, 22, y, ranks=2),
        LeaderThing((22, y)),
        MarkerThing((22, y)),
        CampThing((22, y - 0.5), 90),
    ]

    assert [codes(field, thing) for thing in things] == [found] * 5
    for thing in things[:4]:
        mirrored = _from_the_other_side(thing, depth)
        assert codes(field, mirrored, side=INVADER) == found


def _from_the_other_side(thing: Thing, depth: float) -> Thing:
    if isinstance(thing, UnitThing):
        (x, y), ranks = thing.placed.at, thing.placed.ranks
        return UnitThing(thing.body, Placed((x, depth - y), 270, ranks))
    x, y = thing.at
    return type(thing)((x, depth - y), **({"facing": 270} if isinstance(thing, CampThing) else {}))


def test_the_worked_example_of_the_zone_stands_at_9_01_and_not_at_9_02() -> None:
    assert codes(table(), unit(FOOT, 22, 8.51)) == []
    assert codes(table(), unit(FOOT, 22, 8.52)) == ["outside_zone"]


def test_what_sticks_out_of_its_zone_is_measured_and_drawn() -> None:
    (broken,) = check(table(), DEFENDER, {"u3": unit(FOOT, 22, 9)})

    assert (broken.code, broken.rule, broken.pieces) == ("outside_zone", "10.B", ("u3",))
    assert (broken.measured, broken.required, broken.params) == (0.5, 0.0, {})
    assert corners_of(broken) == drawn(20, 9, 24, 9.5)


def test_each_side_has_its_own_zone() -> None:
    assert codes(table(), unit(FOOT, 22, 25)) == ["outside_zone"]
    assert codes(table(), unit(FOOT, 22, 25, 270), side=INVADER) == []
    assert codes(table(), unit(FOOT, 22, 5), side=INVADER) == ["outside_zone"]


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ((2.0, 5), []),
        ((1.99, 5), []),
        ((1.989, 5), ["outside_table"]),
        ((43.01, 5), []),
        ((43.011, 5), ["outside_table"]),
        ((22, 0.49), []),
        ((22, 0.489), ["outside_table"]),
    ],
)
def test_nothing_sticks_out_of_the_table(at: tuple[float, float], found: list[str]) -> None:
    assert codes(table(), unit(LOOSE, *at)) == found


def test_what_sticks_out_of_the_table_is_measured_and_drawn() -> None:
    (broken,) = check(table(), DEFENDER, {"u3": unit(LOOSE, 1, 5)})

    assert (broken.code, broken.rule, broken.pieces) == ("outside_table", "10.B", ("u3",))
    assert (broken.measured, broken.required) == (1.0, 0.0)
    assert corners_of(broken) == drawn(-1, 4.5, 0, 5.5)


@pytest.mark.parametrize(
    ("at", "facing"), [((NAN, 5), 90), ((5, NAN), 90), ((5, 5), NAN), ((float("inf"), 5), 90)]
)
def test_what_has_a_figure_that_is_none_is_outside_the_table(
    at: tuple[float, float], facing: float
) -> None:
    found = check(table(), DEFENDER, {"u3": UnitThing(FOOT, Placed(at, facing, 2))})

    assert found == (Violation("outside_table", "10.B", {}, ("u3",), None, 0.0, None),)


@pytest.mark.parametrize(
    ("ranks", "measured", "required"),
    [(0, 0.0, 1.0), (-2, -2.0, 1.0), (9, 9.0, 8.0), (NAN, None, 1.0)],
)
def test_ranks_that_no_formation_has_are_a_wrong_number(
    ranks: Any, measured: float | None, required: float
) -> None:
    found = check(table(), DEFENDER, {"u3": unit(FOOT, 22, 5, ranks=ranks)})

    params = {"of": "ranks", "least": 1, "most": 8}
    assert found == (Violation("wrong_number", "10.B", params, ("u3",), measured, required),)


@pytest.mark.parametrize("ranks", [1, 2, 3, 7, 8])
def test_a_formation_has_from_one_to_as_many_ranks_as_bases(ranks: int) -> None:
    assert codes(table(), unit(FOOT, 22, 5, ranks=ranks)) == []


@pytest.mark.parametrize(
    ("left", "found"),
    [(10.0, []), (9.99, []), (9.989, ["unsecure_flank"]), (9.98, ["unsecure_flank"])],
)
@pytest.mark.parametrize("body", [FOOT, GUNS, BATTERY])
def test_close_foot_and_artillery_have_no_part_in_an_unsecure_flank_sector(
    body: Body, left: float, found: list[str]
) -> None:
    half = 2 if body == FOOT else 0.5
    mirrored = 45 - left - half

    assert codes(table(), unit(body, left + half, 5)) == found
    assert codes(table(), unit(body, mirrored, 5)) == found
    assert codes(table(), unit(body, left + half, 25, 270), side=INVADER) == found


@pytest.mark.parametrize("body", [LOOSE, OPEN, HORSE, ELEPHANTS, SKIRMISHERS])
def test_loose_and_open_foot_mounted_elephants_and_sugs_may_stand_in_it(body: Body) -> None:
    assert codes(table(), unit(body, 5, 5)) == []


def test_a_sug_may_whatever_its_arm_and_works() -> None:
    guns = Body("sug", "artillery", "close", 2, ("battery", "barricades"))

    assert codes(table(), unit(guns, 5, 5)) == []


def test_ambushers_and_leaders_may_stand_in_it() -> None:
    assert codes(table(), unit(FOOT, 5, 5, ambushers=True)) == []
    assert codes(table(), unit(GUNS, 5, 5, ambushers=True)) == []
    assert codes(table(), LeaderThing((5, 5))) == []
    assert codes(table(), MarkerThing((5, 5), (FOOT, GUNS))) == []


@pytest.mark.parametrize("works", ["barricades", "redoubts", "battle_wagon"])
@pytest.mark.parametrize("arm", ["foot", "mounted", "elephants"])
def test_works_stay_out_of_it_whatever_their_arm_and_order_ambushers_too(
    works: str, arm: str
) -> None:
    body = Body("tug", arm, "open", 2, (works,))

    assert codes(table(), unit(body, 11, 5)) == []
    assert codes(table(), unit(body, 10.489, 5)) == ["works_in_unsecure_flank"]
    assert codes(table(), unit(body, 5, 5, ambushers=True)) == ["works_in_unsecure_flank"]
    assert codes(table(), MarkerThing((5, 5), (LOOSE, body))) == ["works_in_unsecure_flank"]


def test_close_foot_with_works_breaks_both_rules_and_a_mounted_battery_none() -> None:
    both = Body("tug", "foot", "close", 2, ("redoubts",))

    assert codes(table(), unit(both, 5, 5)) == ["unsecure_flank", "works_in_unsecure_flank"]
    assert codes(table(), unit(Body("tug", "mounted", "loose", 2, ("battery",)), 5, 5)) == []


@pytest.mark.parametrize(
    ("side", "x", "sector"),
    [
        (DEFENDER, 9, "left"),
        (DEFENDER, 36, "right"),
        (INVADER, 9, "right"),
        (INVADER, 36, "left"),
    ],
)
def test_a_sector_is_named_as_its_player_sees_it_and_the_part_in_it_is_drawn(
    side: int, x: float, sector: str
) -> None:
    y = 5 if side == DEFENDER else 25
    (broken,) = check(table(), side, {"u3": unit(FOOT, x, y)})

    assert (broken.code, broken.rule, broken.pieces) == ("unsecure_flank", "10.B", ("u3",))
    assert (broken.measured, broken.required) == (3.0, 0.0)
    assert broken.params == {"sector": sector}
    inner = (x - 2, y - 0.5, 10, y + 0.5) if x < 20 else (35, y - 0.5, x + 2, y + 0.5)
    assert corners_of(broken) == drawn(*inner)


@pytest.mark.parametrize(
    ("secure", "left", "right"),
    [
        ("left", [], ["unsecure_flank"]),
        ("right", ["unsecure_flank"], []),
        (None, ["unsecure_flank"], ["unsecure_flank"]),
    ],
)
def test_a_secure_sector_is_open_to_all_outside_its_water(
    secure: str | None, left: list[str], right: list[str]
) -> None:
    water = piece("deep_water", 0, 0, 4, 30)

    assert codes(table(secure=secure), unit(FOOT, 7, 5)) == left
    assert codes(table(secure=secure), unit(FOOT, 38, 5)) == right
    assert codes(table(water, secure="left"), unit(FOOT, 7, 5)) == []
    assert codes(table(water, secure="left"), unit(FOOT, 3, 5)) == ["in_water"]


def test_an_event_may_say_how_wide_a_flank_sector_is() -> None:
    assert codes(table(sector=4.0), unit(FOOT, 6, 5)) == []
    assert codes(table(sector=4.0), unit(FOOT, 5.98, 5)) == ["unsecure_flank"]


@pytest.mark.parametrize(("gap", "found"), [(0, []), (-0.01, []), (-0.011, ["overlap"])])
@pytest.mark.parametrize("side", [DEFENDER, INVADER])
def test_footprints_do_not_overlap_those_of_either_side(
    side: int, gap: float, found: list[str]
) -> None:
    there = down("unit", side, 10, 4, 14, 5)

    assert codes(table(), unit(LOOSE, 16 + gap, 4.5), there) == found
    assert codes(table(), unit(LOOSE, 12, 5.5 + gap), there) == found
    assert codes(table(), CampThing((20, 6 + gap), 90), down("camp", side, 18, 4, 22, 5)) == found
    assert codes(table(), MarkerThing((14.5 + gap, 4.5)), there) == found


def test_an_overlap_is_found_between_what_is_put_down_together_and_drawn() -> None:
    things = {"u1": unit(FOOT, 20, 5), "u2": unit(FOOT, 27, 5), "u3": unit(FOOT, 23, 5.25)}
    found = check(table(), DEFENDER, things)

    assert [(b.code, b.pieces, b.measured) for b in found] == [("overlap", ("u3", "u1"), 0.75)]
    assert corners_of(found[0]) == drawn(21, 4.75, 22, 5.5)


def test_at_an_angle_only_what_is_really_shared_counts() -> None:
    corner = down("unit", DEFENDER, 23, 6, 27, 7)

    assert codes(table(), unit(FOOT, 21.5, 4.5, 135), corner) == []
    assert codes(table(), unit(FOOT, 22.2, 5.2, 135), corner) == ["overlap"]


def test_a_leader_may_stand_over_units_of_his_own_side_and_over_nothing_else() -> None:
    leader = LeaderThing((12, 4.5))
    place = (10, 4, 14, 5)

    assert codes(table(), leader, down("unit", DEFENDER, *place)) == []
    assert codes(table(), leader, down("unit", INVADER, *place)) == ["overlap"]
    for kind in ("camp", "leader", "marker"):
        assert codes(table(), leader, down(kind, DEFENDER, *place)) == ["overlap"]
    assert codes(table(), unit(LOOSE, 12, 4.5), down("leader", DEFENDER, *place)) == []
    assert codes(table(), unit(LOOSE, 12, 4.5), down("leader", INVADER, *place)) == ["overlap"]
    together: dict[str, Thing] = {"u1": unit(LOOSE, 12, 4.5), "leader0": leader}
    assert check(table(), DEFENDER, together) == ()


@pytest.mark.parametrize(
    ("kind", "stated", "code"),
    [
        ("deep_water", {}, "in_water"),
        ("woods", {"declared": "impassable"}, "on_impassable"),
        ("vital_settlement", {}, "in_settlement"),
        ("fort", {}, "in_settlement"),
    ],
)
@pytest.mark.parametrize("into", [0, 0.01, 0.011])
def test_nobody_stands_in_deep_water_on_the_impassable_or_in_a_settlement(
    kind: str, stated: dict[str, Any], code: str, into: float
) -> None:
    field = table(piece(kind, 20, 2, 25, 6, **stated), secure="left")
    found = [code] if into > 0.01 else []

    assert codes(field, unit(FOOT, 18 + into, 4)) == found
    assert codes(field, LeaderThing((19.5 + into, 4))) == found
    assert codes(field, MarkerThing((19.5 + into, 4))) == found
    assert codes(field, CampThing((18 + into, 4), 90)) == found


def test_what_stands_in_water_is_measured_and_drawn_with_the_piece() -> None:
    field = table(piece("deep_water", 20, 0, 25, 30, id="p7"))
    (broken,) = check(field, DEFENDER, {"u3": unit(FOOT, 19, 4)})

    assert (broken.code, broken.rule, broken.pieces) == ("in_water", "10.B", ("u3", "p7"))
    assert (broken.measured, broken.required) == (1.0, 0.0)
    assert corners_of(broken) == drawn(20, 3.5, 21, 4.5)


def test_a_town_over_deep_water_counts_as_town_there() -> None:
    field = table(piece("deep_water", 0, 0, 6, 30), piece("town", 3, 0, 10, 7), secure="left")

    assert codes(field, unit(FOOT, 5.5, 4)) == []
    assert codes(field, unit(FOOT, 4.5, 4)) == ["in_water"]
    assert codes(field, unit(FOOT, 5.5, 7.2)) == ["in_water"]


def test_other_terrain_bars_nobody_and_dangerous_ground_neither() -> None:
    field = table(
        piece("woods", 15, 0, 20, 6),
        piece("marsh", 20, 0, 25, 6, declared="dangerous"),
        piece("rivers_and_streams", 25, 0, 27, 30),
        piece("town", 27, 0, 33, 8),
    )

    for x in (17.5, 20, 22.5, 25, 26, 30):
        assert codes(field, unit(FOOT, x, 4)) == []
        assert codes(field, LeaderThing((x, 4))) == []


@pytest.mark.parametrize(
    ("off", "nearest"), [(6.0, 9.0), (0.0, 15.0), (15.0, 0.0), (2.5, 12.5), (None, 30.0)]
)
def test_a_marker_lies_as_far_from_the_centre_line_as_the_battle_says(
    off: float | None, nearest: float
) -> None:
    field = table(ambush_from_centre=off)
    if off == 15.0:
        assert codes(field, MarkerThing((20, 0.5))) == ["outside_zone"]
        return
    beyond = ["outside_table"] if off is None else ["outside_zone"]
    for over, found in ((0, []), (0.01, []), (0.011, beyond)):
        assert codes(field, MarkerThing((20, nearest - 0.5 + over))) == found
        mirrored = MarkerThing((20, 30 - nearest + 0.5 - over))
        assert codes(field, mirrored, side=INVADER) == found
    (*_, broken) = check(field, DEFENDER, {"A": MarkerThing((20, nearest))})
    assert (broken.code, broken.rule) == (beyond[0], "10.B" if off is None else "10.D")


def test_every_violation_of_one_thing_is_reported_not_the_first() -> None:
    field = table(
        piece("deep_water", 0, 0, 6, 30),
        piece("woods", 6, 0, 9, 12, declared="impassable"),
        piece("fort", 6, 12, 10, 16),
    )
    there = down("unit", INVADER, 3, 8, 7, 12)
    body = Body("tug", "foot", "close", 20, ("barricades",))

    assert codes(field, unit(body, 2, 10.5, 90, 10), there) == [
        "outside_zone",
        "unsecure_flank",
        "works_in_unsecure_flank",
        "in_water",
    ]
    assert set(codes(field, unit(body, 6, 11.5, 90, 10), there)) == {
        "outside_zone",
        "unsecure_flank",
        "works_in_unsecure_flank",
        "in_water",
        "on_impassable",
        "in_settlement",
        "overlap",
    }


def test_of_a_heap_the_first_hundred_overlaps_are_told() -> None:
    things: dict[str, Thing] = {f"u{at}": unit(FOOT, 20, 5) for at in range(60)}
    found = check(table(), DEFENDER, things)

    assert [broken.code for broken in found] == ["overlap"] * 100
    assert [broken.pieces for broken in found[:3]] == [("u1", "u0"), ("u2", "u0"), ("u2", "u1")]


def test_wagons_stand_in_the_centre_as_others_do() -> None:
    assert codes(table(), unit(WAGONS, 22, 5, ranks=1)) == []
