"""Where may a camp stand: its range, terrain, and its territory's special place? Section 10.C."""

from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1.deployment.camp_places import is_shared, special_pieces
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.search import camp_has_place, place_camp
from setup_app.rulebooks.pbs_2023_1.deployment.things import CampThing, Occupied
from tests.rulebooks.pbs.deployment.ground import (
    DEFENDER,
    INVADER,
    codes,
    down,
    piece,
    table,
)

ORDINARY: dict[str, Any] = {"special": (), "bound": False, "on_terrain": False}
OUT = ["camp_out_of_range"]


@pytest.mark.parametrize(
    ("secure", "least", "most"), [(None, 16.5, 28.5), ("left", 0.0, 22.5), ("right", 22.5, 45.0)]
)
@pytest.mark.parametrize("over", [-0.5, 0.0, 0.01, 0.011])
def test_a_camp_keeps_its_range_with_every_part(
    secure: str | None, least: float, most: float, over: float
) -> None:
    field = table(secure=secure)
    at_edge = ["outside_table"] if over > 0.01 else []
    beyond = OUT if over > 0.01 else []
    low = codes(field, CampThing((least + 2 - over, 1), 90))
    high = codes(field, CampThing((most - 2 + over, 1), 90))

    assert low == (at_edge + beyond if least == 0 else beyond)
    assert high == (at_edge + beyond if most == 45 else beyond)


def test_the_range_is_the_same_for_the_invader_and_at_any_angle() -> None:
    assert codes(table(), CampThing((18.5, 29), 270), side=INVADER) == []
    assert codes(table(), CampThing((18.48, 29), 270), side=INVADER) == OUT
    assert codes(table(), CampThing((17.5, 3), 0)) == []
    assert codes(table(), CampThing((17.48, 3), 0)) == OUT
    assert codes(table(), CampThing((18.63, 3), 135)) == []
    assert codes(table(), CampThing((18.6, 3), 135)) == OUT


def test_a_camp_out_of_range_is_measured_and_drawn() -> None:
    (broken,) = check(table(), DEFENDER, {"camp": CampThing((17.5, 1), 90)})

    assert (broken.code, broken.rule, broken.pieces) == ("camp_out_of_range", "10.C", ("camp",))
    assert (broken.measured, broken.required) == (1.0, 0.0)
    assert broken.params == {"low": 16.5, "high": 28.5}
    assert broken.where is not None
    assert {tuple(each) for each in broken.where["coordinates"][0]} == {
        (15.5, 0.0),
        (16.5, 0.0),
        (16.5, 2.0),
        (15.5, 2.0),
    }


@pytest.mark.parametrize(("into", "touches"), [(0, False), (0.01, False), (0.011, True)])
def test_an_ordinary_camp_stands_on_no_terrain_unless_the_battle_lets_it(
    into: float, touches: bool
) -> None:
    field = table(piece("fields", 24, 0, 30, 6))
    camp = CampThing((22 + into, 1), 90)
    lax = CampThing((22 + into, 1), 90, on_terrain=True)

    assert codes(field, camp) == (["camp_on_terrain"] if touches else [])
    assert codes(field, lax) == []


def test_no_setting_lets_a_camp_into_water_or_onto_the_impassable() -> None:
    water, wall = piece("deep_water", 22, 0, 25, 30), piece("woods", 26, 0, 30, 6)
    wall = piece("woods", 26, 0, 30, 6, declared="impassable")
    lax = {"on_terrain": True}

    assert codes(table(water), CampThing((21, 1), 90)) == ["in_water"]
    assert codes(table(water), CampThing((21, 1), 90, **lax)) == ["in_water"]
    assert codes(table(wall), CampThing((25, 1), 90)) == ["on_impassable"]
    assert codes(table(wall), CampThing((25, 1), 90, **lax)) == ["on_impassable"]


TOWN = piece("town", 2, 0, 10, 7)
WATER = piece("deep_water", 0, 0, 2, 30)


@pytest.mark.parametrize(
    ("territory", "lifts", "secure", "found"),
    [
        ("cultivated", "cultivated", None, []),
        ("cultivated", "all", None, []),
        ("waterside", "cultivated", "left", []),
        ("waterside", "cultivated", "right", OUT),
        ("waterside", "all", "right", []),
        ("forest", "cultivated", None, OUT),
        ("forest", "all", None, []),
        ("jungle", "cultivated", None, OUT),
        ("jungle", "all", None, []),
    ],
)
@pytest.mark.parametrize("bound", [True, False])
def test_a_special_place_lifts_the_range_where_the_sheet_or_the_battle_says_so(
    territory: str, lifts: str, secure: str | None, found: list[str], bound: bool
) -> None:
    field = table(TOWN, territory=territory, lifts=lifts, secure=secure)
    camp = CampThing((5, 2), 90, bound, ("town",))

    assert codes(field, camp) == found


def test_a_special_place_lifts_neither_the_zone_nor_the_bar_on_the_impassable() -> None:
    tall = piece("town", 2, 0, 10, 14)
    walled = piece("town", 2, 0, 10, 7, declared="impassable")

    assert codes(table(tall, territory="cultivated"), CampThing((5, 9), 90, True, ("town",))) == [
        "outside_zone"
    ]
    assert codes(table(walled, territory="cultivated"), CampThing((5, 2), 90, True, ("town",))) == [
        "on_impassable"
    ]


@pytest.mark.parametrize(("out", "inside"), [(-1, True), (0, True), (0.01, True), (0.011, False)])
def test_a_bound_camp_lies_wholly_in_its_piece(out: float, inside: bool) -> None:
    field = table(TOWN, territory="cultivated")
    found = codes(field, CampThing((8 + out, 2), 90, True, ("town",)))

    assert found == ([] if inside else ["camp_not_in_piece"])


def test_a_bound_camp_outside_its_piece_is_measured_with_the_pieces_that_it_may_stand_in() -> None:
    field = table(TOWN, piece("village", 12, 0, 17, 6), territory="cultivated")
    camp = CampThing((9, 2), 90, True, ("town", "village"))
    (broken,) = check(field, DEFENDER, {"camp": camp})

    assert (broken.code, broken.rule) == ("camp_not_in_piece", "10.C")
    assert broken.pieces == ("camp", "town", "village")
    assert (broken.measured, broken.required) == (1.0, 0.0)
    assert broken.where is not None
    assert {tuple(each) for each in broken.where["coordinates"][0]} == {
        (10.0, 1.0),
        (11.0, 1.0),
        (11.0, 3.0),
        (10.0, 3.0),
    }


def test_who_is_not_bound_may_leave_the_special_place_for_an_ordinary_one() -> None:
    field = table(TOWN, territory="cultivated")

    assert codes(field, CampThing((22, 1), 90, special=("town",))) == []
    assert codes(field, CampThing((10, 1), 90, special=("town",))) == [*OUT, "camp_on_terrain"]


def test_a_camp_in_a_town_over_water_stands_in_the_town() -> None:
    field = table(
        piece("deep_water", 0, 0, 6, 30),
        piece("town", 1, 0, 9, 7),
        territory="waterside",
        secure="left",
    )

    assert special_pieces(field, DEFENDER) == ("town",)
    assert codes(field, CampThing((4, 3), 90, True, ("town",))) == []


def both(field: DeploymentField) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return special_pieces(field, DEFENDER), special_pieces(field, INVADER)


@pytest.mark.parametrize("kind", ["town", "village"])
@pytest.mark.parametrize(("gap", "touches"), [(0, True), (0.01, True), (0.011, False)])
def test_waterside_takes_a_town_or_village_that_touches_deep_water(
    kind: str, gap: float, touches: bool
) -> None:
    near, far = piece(kind, 2 + gap, 2, 8, 8), piece(kind, 2 + gap, 22, 8, 28)

    def found(*pieces: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return both(table(WATER, *pieces, territory="waterside", secure="left"))

    assert found(near) == ((kind,) if touches else (), ())
    assert found(far) == ((), (kind,) if touches else ())
    assert found(piece("woods", 2, 2, 8, 8)) == ((), ())
    assert both(table(near, territory="waterside")) == ((), ())


@pytest.mark.parametrize("kind", ["town", "village"])
@pytest.mark.parametrize(("gap", "touches"), [(0, True), (0.01, True), (0.011, False)])
def test_cultivated_takes_a_town_or_village_that_touches_any_edge(
    kind: str, gap: float, touches: bool
) -> None:
    own = (kind,) if touches else ()

    def found(*place: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return both(table(piece(kind, *place), territory="cultivated"))

    assert found(gap, 2, 6, 8) == (own, ())
    assert found(20, gap, 26, 6) == (own, ())
    assert found(39, 2, 45 - gap, 8) == (own, ())
    assert found(20, 24, 26, 30 - gap) == ((), own)
    assert found(gap, 8, 6, 22) == (own, own)
    assert found(gap, 10, 6, 20) == ((), ())


@pytest.mark.parametrize(("into", "reaches"), [(0, False), (0.01, False), (0.011, True)])
def test_a_special_place_reaches_into_its_zone_by_more_than_it_touches(
    into: float, reaches: bool
) -> None:
    """The zones end at 9 and begin at 21."""
    village = piece("village", 0, 9 - into, 6, 15)
    mirrored = piece("village", 0, 15, 6, 21 + into)
    own = ("village",) if reaches else ()

    assert both(table(village, territory="cultivated")) == (own, ())
    assert both(table(mirrored, territory="cultivated")) == ((), own)
    assert both(table(WATER, village, territory="waterside", secure="left")) == (own, ())


@pytest.mark.parametrize("territory", ["forest", "jungle"])
@pytest.mark.parametrize("kind", ["woods", "forest"])
@pytest.mark.parametrize(("gap", "touches"), [(0, True), (0.01, True), (0.011, False)])
def test_forest_and_jungle_take_woods_at_an_edge_in_the_defenders_zone_for_him_alone(
    territory: str, kind: str, gap: float, touches: bool
) -> None:
    own = (kind,) if touches else ()

    def found(*place: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return both(table(piece(kind, *place), territory=territory))

    assert found(gap, 2, 6, 8) == (own, ())
    assert found(20, gap, 26, 6) == (own, ())
    assert found(39, 2, 45 - gap, 8) == (own, ())
    assert found(20, 24, 26, 30 - gap) == ((), ())
    assert found(gap, 10, 6, 16) == ((), ())
    assert both(table(piece("town", 0, 2, 6, 8), territory=territory)) == ((), ())


def test_a_piece_at_the_edge_outside_the_zone_gives_nothing_however_far_it_reaches_in() -> None:
    wood = piece("woods", 0, 0, 1, 1)
    bent = ((0.0, 12.0), (3.0, 4.0), (8.0, 4.0), (8.0, 12.0))
    reaching = type(wood)("bent", "woods", "optional", "defender", 2, outline=bent)

    assert both(table(reaching, territory="forest")) == ((), ())


@pytest.mark.parametrize("territory", ["desert", "plains", "mountains"])
def test_the_other_territories_have_no_special_place(territory: str) -> None:
    pieces = (WATER, TOWN, piece("woods", 20, 0, 26, 6), piece("village", 39, 0, 45, 6))

    assert both(table(*pieces, territory=territory)) == ((), ())
    assert not is_shared(territory)


def test_in_waterside_and_cultivated_the_right_may_pass_to_the_invader() -> None:
    shared = [is_shared(each) for each in ("waterside", "cultivated", "forest", "jungle")]

    assert shared == [True, True, False, False]


@pytest.mark.parametrize("secure", [None, "left", "right"])
@pytest.mark.parametrize("side", [DEFENDER, INVADER])
def test_a_camp_is_suggested_at_the_rear_near_the_middle_of_its_range(
    secure: str | None, side: int
) -> None:
    middle = {None: 22.5, "left": 11.25, "right": 33.75}[secure]
    expected = ((middle, 1.0), 90.0) if side == DEFENDER else ((middle, 29.0), 270.0)

    assert place_camp(table(secure=secure), side, ORDINARY) == expected


def test_a_camp_goes_where_there_is_room_turned_if_it_has_to_be() -> None:
    lane = Occupied(
        (
            *down("a", DEFENDER, 16, 0, 21, 9).down,
            *down("b", DEFENDER, 23.005, 0, 29, 9).down,
        )
    )
    found = place_camp(table(), DEFENDER, ORDINARY, others=lane)

    assert found is not None
    assert codes(table(), CampThing(*found), lane) == []
    assert found[1] % 180 == 0


def test_a_camp_for_which_no_place_is_found_has_none() -> None:
    full = down("a", DEFENDER, 16, 0, 29, 8.5)

    assert not camp_has_place(table(), DEFENDER, ORDINARY, others=full)
    assert place_camp(table(), DEFENDER, ORDINARY, others=full) is None


def test_a_field_all_over_the_range_leaves_a_camp_only_what_is_asked_of_it_less() -> None:
    field = table(piece("fields", 16, 0, 29, 9))

    assert not camp_has_place(field, DEFENDER, ORDINARY)
    assert camp_has_place(field, DEFENDER, {**ORDINARY, "on_terrain": True})


def test_a_bound_camp_is_laid_along_a_piece_that_lies_at_an_angle_or_has_no_place() -> None:
    slanting = ((3.0, 0.5), (7.5, 4.0), (6.0, 6.2), (1.5, 2.7))
    town = type(TOWN)("town", "town", "optional", "defender", 2, outline=slanting)
    field = table(town, territory="cultivated")
    about = {**ORDINARY, "special": ("town",), "bound": True}
    found = place_camp(field, DEFENDER, about)

    assert found is not None
    assert codes(field, CampThing(*found, True, ("town",))) == []
    small = table(piece("town", 0, 0, 3.9, 3.9), territory="cultivated")
    assert not camp_has_place(small, DEFENDER, about)
