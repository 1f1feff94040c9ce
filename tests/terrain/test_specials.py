"""Who may stand where: specials, settings, slots and moved pieces, each where it holds and not."""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1.ground import layout_rules
from terrain.core.layout import Piece
from terrain.core.legality import check, check_moved, check_placement, sector_of
from terrain.core.outline import Outline, slid
from tests.terrain.laying import codes, flank, lay, rect, settlement, table, violations, water

HILLS = rect(20, 10, 5, 5)
SMALL = rect(20, 5, 4, 4)
FOREST = flank("forest", rect(2, 2, 6, 6))
AN_EDGE_ON_A_ONE = {"flank_die_touches_edge": True}
MOVED_KEEPS = {"moved_keeps_sector": True}
OPEN = {"density": "open"}
NO_ROOM = ["category_not_open"]


@pytest.mark.parametrize(
    ("territory", "first", "second", "expected"),
    [
        ("waterside", "town", "orchards_vineyards", []),
        ("waterside", "orchards_vineyards", "town", ["too_close"]),
        ("cultivated", "town", "orchards_vineyards", ["too_close"]),
        ("forest", "woods", "forest", []),
        ("forest", "forest", "woods", []),
        ("forest", "woods", "hills", ["too_close"]),
        ("jungle", "woods", "forest", []),
        ("mountains", "mountains", "mountains", []),
        ("mountains", "woods", "forest", ["too_close"]),
        ("plains", "hills", "rocky_ground", ["too_close"]),
    ],
)
def test_within_the_gap_of_what_a_special_names(
    territory: str, first: str, second: str, expected: list[str]
) -> None:
    one = lay(first, rect(14, 10, 5, 6.5), id="one")
    touching = lay(second, rect(19, 10, 5, 6.5), id="two")
    within = lay(second, rect(20, 10, 5, 6.5), id="two")
    assert codes(one, touching, territory=territory) == expected
    assert codes(one, within, territory=territory) == expected


def test_within_the_gap_is_not_on_top() -> None:
    one = lay("woods", rect(14, 10, 5, 5))
    assert codes(one, lay("forest", rect(18.5, 10, 5, 5)), territory="forest") == ["overlap"]


def test_flank_pieces_lift_the_gap_for_a_wood_too() -> None:
    mine = flank("forest", rect(1, 1, 6, 6))
    wood = lay("woods", rect(1, 7, 4, 4), die=1)
    assert codes(mine, wood, territory="forest") == []
    assert codes(mine, wood, territory="mountains") == ["too_close"]


@pytest.mark.parametrize(
    ("settings", "type_name", "expected"),
    [
        ({}, "hills", []),
        ({"touch_deep_water": "named"}, "hills", ["too_close"]),
        ({"touch_deep_water": "named"}, "village", []),
        ({"touch_deep_water": "named"}, "town", []),
        ({"touch_deep_water": "named"}, "marsh", []),
        ({"touch_deep_water": "named"}, "sand_dunes", []),
        ({"touch_deep_water": "named"}, "woods", ["too_close"]),
    ],
)
def test_who_may_touch_deep_water(
    settings: dict[str, Any], type_name: str, expected: list[str]
) -> None:
    beside = lay(type_name, rect(3, 10, 4, 6.01 if type_name == "town" else 6), die=1)
    assert codes(water(3), beside, territory="waterside", settings=settings) == expected


@pytest.mark.parametrize(("territory", "expected"), [("waterside", []), ("forest", ["overlap"])])
def test_a_town_may_stand_in_deep_water_where_its_special_says_so(
    territory: str, expected: list[str]
) -> None:
    town = lay("town", rect(2, 0, 6, 7), die=1)
    assert codes(water(4), town, territory=territory) == expected
    assert codes(water(4), lay("hills", rect(2, 0, 6, 7), die=1), territory=territory) == [
        "overlap"
    ]


@pytest.mark.parametrize(("x", "expected"), [(0, ["overlap"]), (0.01, ["overlap"]), (0.02, [])])
def test_some_of_a_town_in_the_water_is_on_land(x: float, expected: list[str]) -> None:
    town = lay("town", rect(x, 10, 6, 7), die=1)
    assert codes(water(6), town, territory="waterside") == expected


def test_deep_water_that_comes_after_a_town_does_not_cover_it() -> None:
    assert codes(lay("town", rect(2, 10, 6, 7), die=1), water(4), territory="waterside") == [
        "overlap"
    ]


@pytest.mark.parametrize(
    ("territory", "type_name", "x", "die", "side", "expected"),
    [
        ("waterside", "village", 6, 1, "defender", []),
        ("waterside", "village", 6, 6, "invader", []),
        ("waterside", "village", 6, 6, "defender", ["outside_sector"]),
        ("waterside", "village", 6, 2, "defender", ["outside_sector"]),
        ("waterside", "village", 6.02, 1, "defender", ["outside_sector"]),
        ("waterside", "sandy_ground", 6, 1, "defender", []),
        ("waterside", "sand_dunes", 6, 1, "defender", []),
        ("waterside", "town", 6, 1, "defender", ["outside_sector"]),
        ("desert", "sand_dunes", 6, 1, "defender", []),
        ("desert", "sandy_ground", 6, 1, "defender", ["outside_sector"]),
        ("cultivated", "village", 6, 1, "defender", []),
        ("forest", "village", 6, 1, "defender", ["outside_sector"]),
    ],
)
def test_what_touches_deep_water_may_reach_into_the_centre(
    territory: str, type_name: str, x: float, die: int, side: str, expected: list[str]
) -> None:
    size = rect(x, 10, 6, 6.01 if type_name == "town" else 6)
    piece = lay(type_name, size, die=die, placed_by=side)
    assert codes(water(6), piece, territory=territory) == expected


def test_a_marsh_of_waterside_lies_undiced_by_water_or_a_river_in_whatever_sector() -> None:
    river = lay("rivers_and_streams", rect(14, 0, 1, 30))
    across = lay("marsh", rect(8, 10, 6, 6), die=None)
    by_water = lay("marsh", rect(5, 10, 8, 4), die=None)
    assert codes(river, across, territory="waterside") == []
    assert codes(water(5), by_water, territory="waterside") == []
    assert codes(water(5), by_water, territory="cultivated") == ["die_required"]
    assert codes(river, lay("marsh", rect(15, 10, 6, 6)), territory="waterside") == ["too_close"]


def test_undiced_beside_one_neighbour_keeps_the_gap_from_all_else() -> None:
    village = lay("village", rect(20, 5, 5, 5), placed_by="invader")
    other = lay("fields", rect(26, 11, 4, 4), id="other", moved=True)
    field = lay("fields", rect(20, 10, 5, 5), die=None)
    (found,) = violations(village, other, field)
    assert (found.code, found.pieces, found.measured) == ("too_close", ("fields", "other"), 1.0)


@pytest.mark.parametrize(("territory", "expected"), [("cultivated", []), ("waterside", None)])
def test_a_tilled_field_is_a_neighbour_in_cultivated_only(
    territory: str, expected: list[str] | None
) -> None:
    tilled = lay("tilled_fields", rect(20, 5, 5, 5))
    field = lay("fields", rect(20, 10, 5, 5), die=None)
    wanted = ["too_close", "die_required"] if expected is None else expected
    assert codes(tilled, field, territory=territory) == wanted


@pytest.mark.parametrize(
    ("territory", "type_name"), [("desert", "town"), ("forest", "town"), ("jungle", "village")]
)
def test_types_that_must_touch_an_edge_moved_or_not(territory: str, type_name: str) -> None:
    size = (5, 6.5) if type_name == "town" else (5, 5)
    inland, coast = lay(type_name, rect(20, 10, *size)), lay(type_name, rect(20, 0, *size))
    moved = lay(type_name, rect(20, 10, *size), moved=True)
    assert codes(inland, territory=territory) == ["not_touching_edge"]
    assert codes(moved, territory=territory) == ["not_touching_edge"]
    assert codes(coast, territory=territory) == []


@pytest.mark.parametrize(
    ("die", "side", "x", "expected"),
    [
        (1, "defender", 2, []),
        (5, "defender", 2, []),
        (4, "defender", 38, []),
        (3, "invader", 38, []),
        (6, "invader", 2, []),
        (2, "defender", 2, ["outside_sector"]),
        (3, "defender", 20, ["outside_sector"]),
    ],
)
def test_mountains_in_plains_by_odd_and_even_without_an_edge(
    die: int, side: str, x: float, expected: list[str]
) -> None:
    piece = lay("mountains", rect(x, 10, 5, 5), die=die, placed_by=side)
    assert codes(piece, territory="plains") == expected


def test_a_moved_mountain_in_plains_keeps_to_either_flank_sector() -> None:
    there = lay("mountains", rect(38, 10, 5, 5), die=1, moved=True)
    centre = lay("mountains", HILLS, die=1, moved=True)
    assert codes(there, territory="plains") == []
    assert codes(centre, territory="plains") == ["outside_sector"]
    kept = {"moved_keeps_sector": True}
    assert codes(there, territory="plains", settings=kept) == ["outside_sector"]


def test_a_moved_mountain_without_a_die_keeps_to_a_flank_sector_whatever_a_die_would_ask() -> None:
    there = lay("mountains", rect(38, 10, 5, 5), die=None, moved=True)
    centre = lay("mountains", HILLS, die=None, moved=True)
    for settings in ({}, MOVED_KEEPS):
        assert codes(there, territory="plains", settings=settings) == []
        assert codes(centre, territory="plains", settings=settings) == ["outside_sector"]


@pytest.mark.parametrize(
    ("settings", "piece", "expected"),
    [
        ({}, lay("hills", rect(2, 10, 5, 5), die=1), []),
        (AN_EDGE_ON_A_ONE, lay("hills", rect(2, 10, 5, 5), die=1), ["not_touching_edge"]),
        (AN_EDGE_ON_A_ONE, lay("hills", rect(0, 10, 5, 5), die=1), []),
        (AN_EDGE_ON_A_ONE, lay("hills", rect(38, 10, 5, 5), die=6), []),
        (MOVED_KEEPS, lay("hills", rect(2, 10, 5, 5), moved=True), ["outside_sector"]),
        ({}, lay("hills", rect(2, 10, 5, 5), moved=True), []),
        ({}, lay("rivers_and_streams", rect(2, 0, 1, 30)), ["outside_sector"]),
        ({"bands_obey_sector": False}, lay("rivers_and_streams", rect(2, 0, 1, 30)), []),
        ({"flank_sector_depth": 8}, lay("hills", rect(8, 10, 5, 5)), []),
        ({"optional_size": [5.5, 9]}, lay("hills", HILLS), ["too_small"]),
        ({"least_fill": 0}, lay("hills", ((20, 10), (26, 10), (20.4, 10.4), (20, 16))), []),
    ],
)  # fmt: skip
def test_a_setting_decides(settings: dict[str, Any], piece: Piece, expected: list[str]) -> None:
    assert codes(piece, settings=settings) == expected


def test_the_gap_is_a_setting_and_asked_of_a_moved_piece_only_by_another() -> None:
    hills = lay("hills", HILLS)
    near = lay("brush", rect(26, 10, 4, 4))
    moved = lay("brush", rect(26, 10, 4, 4), moved=True)
    assert codes(hills, near, settings={"gap": 1}) == []
    assert codes(hills, moved) == []
    assert codes(hills, moved, settings={"moved_keeps_gap": True}) == ["too_close"]
    later = lay("gully", rect(31, 10, 4, 4), placed_by="invader")
    assert codes(hills, moved, later) == ["too_close"]


@pytest.mark.parametrize(
    "piece",
    [
        lay("rivers_and_streams", rect(20, 0, 1, 30), moved=True),
        flank("forest", rect(2, 2, 6, 6), moved=True),
        water(4, moved=True),
        settlement("fort", rect(20, 5, 5, 5), moved=True),
    ],
)
def test_what_must_not_move(piece: Piece) -> None:
    assert codes(piece) == ["must_not_move"]


def test_a_wadi_moves_but_stays_edge_to_edge() -> None:
    layout = table(lay("dry_wadi", rect(20, 0, 1, 30)), territory="desert")
    rules = layout_rules(layout)
    along, off = (slid(layout.pieces[0].outline, by=by) for by in ((-15, 0), (0, 1)))
    assert check_moved(layout, 0, along, rules) == ()
    found = [violation.code for violation in check_moved(layout, 0, off, rules)]
    assert found == ["outside_table", "not_edge_to_edge", "not_edge_to_edge"]


def test_a_slanted_end_that_is_slid_off_its_edge_is_refused() -> None:
    # Nearly along the side edge: slid inwards, its long end there could pass for a bank.
    slanted = ((45, 18.875), (43.976, 30), (43.293, 30), (45, 11.458))
    layout = table(lay("dry_wadi", slanted, die=6), territory="desert")
    rules = layout_rules(layout)
    assert check(layout, rules) == ()
    inwards = slid(layout.pieces[0].outline, by=(-0.9, 0))
    assert [violation.code for violation in check_moved(layout, 0, inwards, rules)] == [
        "not_straight"
    ]


def test_a_piece_that_was_let_stand_too_small_may_still_be_slid() -> None:
    layout = table(lay("hills", rect(20, 10, 3, 3)))
    rules = layout_rules(layout)
    assert check_moved(layout, 0, rect(22, 10, 3, 3), rules) == ()


def test_a_slid_piece_is_judged_against_later_ones_too() -> None:
    layout = table(lay("hills", HILLS), lay("brush", rect(27, 10, 4, 4)))
    rules = layout_rules(layout)
    onto = slid(HILLS, by=(4, 0))
    assert [v.code for v in check_moved(layout, 0, onto, rules)] == ["overlap"]
    assert check_moved(layout, 0, slid(HILLS, by=(2, 0)), rules) == ()


@pytest.mark.parametrize(
    ("outline", "expected"),
    [
        (rect(22, 0, 1, 30), []),
        (((8, 0), (9, 0), (0, 18), (0, 16)), []),
        (((1.2, 0), (0, 0), (0, 1.2), (43.8, 30), (45, 30), (45, 28.8)), []),
        (rect(0, 0, 45, 1), []),
        (rect(15, 0, 10, 1), ["not_edge_to_edge", "not_edge_to_edge"]),
        (((20, 0), (21, 0), (21.6, 30), (20, 30)), ["not_straight"]),
        (((44.2, 30), (44.5, 0), (45, 0), (45, 30)), ["not_straight"]),
        (rect(22, 1, 1, 29), ["not_edge_to_edge"]),
        (rect(22, 1, 1, 28), ["not_edge_to_edge", "not_edge_to_edge"]),
    ],
)
def test_where_a_river_may_run(outline: Outline, expected: list[str]) -> None:
    piece = lay("rivers_and_streams", outline)
    assert codes(piece, settings={"bands_obey_sector": False}) == expected


def test_a_river_may_end_at_deep_water_and_a_wadi_may_not() -> None:
    across = rect(4, 12, 41, 1)
    anywhere = {"bands_obey_sector": False}
    river, wadi = lay("rivers_and_streams", across), lay("dry_wadi", across)
    assert codes(water(4), river, settings=anywhere) == []
    assert codes(water(4), wadi, territory="desert", settings=anywhere) == ["not_edge_to_edge"]
    into = lay("rivers_and_streams", rect(3, 12, 42, 1))
    assert codes(water(4), into, settings=anywhere) == ["overlap"]


@pytest.mark.parametrize(
    ("flank_kinds", "pieces", "expected"),
    [
        (("mountains", "forest"), [FOREST], []),
        (("rocky_ground", "woods"), [FOREST], ["not_in_box"]),
        ((), [FOREST], ["not_in_box"]),
        (("deep_water",), [water(4)], []),
        (("mountains", "forest"), [water(4)], ["not_in_box"]),
        (("deep_water",), [water(4), water(4, id="b", outline=rect(41, 0, 4, 30))], NO_ROOM),
        (("deep_water",), [water(4, placed_by="invader")], ["category_not_open"]),
        (("mountains", "forest"), [FOREST, flank("mountains", rect(2, 8, 6, 6))], NO_ROOM),
    ],
)  # fmt: skip
def test_the_flank_pieces_that_a_box_names(
    flank_kinds: tuple[str, ...], pieces: list[Piece], expected: list[str]
) -> None:
    assert codes(*pieces, flank=flank_kinds) == expected


def test_sandy_ground_may_replace_what_the_special_rule_says() -> None:
    sand = flank("sandy_ground", rect(2, 2, 6, 6))
    for territory, kinds, expected in (
        ("desert", ("mountains", "sand_dunes"), []),
        ("desert", ("rocky_ground", "woods"), []),
        ("plains", ("rocky_ground", "woods"), []),
        ("desert", ("deep_water",), ["not_in_box"]),
        ("waterside", ("rocky_ground", "woods"), ["not_in_box"]),
    ):
        assert codes(sand, territory=territory, flank=kinds) == expected


def test_both_flank_pieces_in_one_sector_without_a_gap_between_them() -> None:
    mine = flank("forest", rect(2, 8, 6, 6))
    touching = flank("mountains", rect(2, 15, 6, 6), placed_by="invader")
    over_there = flank("mountains", rect(38, 15, 6, 6), placed_by="invader")
    assert codes(mine, touching) == []
    assert codes(mine, over_there) == ["outside_sector"]
    anywhere = {"flank_pieces_own_half": False}
    over = flank("mountains", rect(2, 13, 6, 6), placed_by="invader")
    assert codes(mine, over, settings=anywhere) == ["overlap"]


@pytest.mark.parametrize(
    ("density", "types", "expected"),
    [
        ("very_dense", ["mountains", "forest", "hills", "woods"], 0),
        ("very_dense", ["mountains", "forest", "marsh", "woods"], 1),
        ("very_dense", ["hills", "woods", "brush"], 1),
        ("dense", ["mountains", "hills", "forest"], 0),
        ("dense", ["mountains", "hills", "brush"], 1),
        ("normal", ["hills", "mountains"], 0),
        ("normal", ["hills", "mountains", "brush"], 1),
        ("open", ["mountains", "hills"], 1),
        ("featureless", ["hills"], 1),
        (None, ["hills", "brush", "woods", "forest"], 0),
        ("very_dense", ["mountains", "forest", "hills", "woods", "brush"], 1),
    ],
)
def test_the_compulsory_pieces_that_a_density_has_room_for(
    density: str | None, types: list[str], expected: int
) -> None:
    spots = [(11, 1), (19, 1), (27, 1), (11, 12), (19, 12)]
    pieces = [
        lay(name, rect(*spot, 6, 6), slot="compulsory")
        for name, spot in zip(types, spots, strict=False)
    ]
    assert codes(*pieces, density=density) == ["category_not_open"] * expected


def test_limits_that_types_share_and_who_counts() -> None:
    fields = lay("fields", rect(11, 1, 4, 4))
    tilled = lay("tilled_fields", rect(18, 1, 4, 4), placed_by="invader")
    third = lay("fields", rect(25, 1, 4, 4), id="third", placed_by="invader")
    assert codes(fields, tilled, territory="waterside") == []
    (found,) = violations(fields, tilled, third, territory="waterside")
    assert (found.code, found.pieces, found.measured) == ("limit_exceeded", ("third",), 3)
    each = {"max_counts": "player"}
    assert codes(fields, tilled, third, territory="waterside", settings=each) == []


def test_flank_pieces_count_for_no_max() -> None:
    wood = flank("woods", rect(1, 1, 6, 6))
    assert codes(wood, lay("woods", HILLS), territory="waterside") == []


@pytest.mark.parametrize(
    ("piece", "said", "expected"),
    [
        (lay("moor", HILLS), {}, ["unknown_type"]),
        (lay("open", HILLS), {}, ["not_in_territory"]),
        (lay("sand_dunes", rect(12, 5, 20, 20)), {}, ["not_in_territory"]),
        (lay("fort", rect(20, 5, 5, 5)), {}, ["category_not_open"]),
        (settlement("hills", rect(20, 5, 5, 5)), {}, ["category_not_open"]),
        (lay("hills", HILLS, die=None), {}, ["die_required"]),
        (lay("hills", HILLS, die=None, moved=True), {}, []),
        (lay("hills", SMALL, declared="dangerous"), {}, ["declaration_not_allowed"]),
        (lay("mountains", SMALL, declared="impassable"), OPEN, ["impassable_not_allowed"]),
        (lay("marsh", SMALL, declared="dangerous"), OPEN, []),
        (
            lay("marsh", SMALL, declared="impassable"),
            OPEN,
            ["impassable_not_allowed", "declaration_not_allowed"],
        ),
    ],
)  # fmt: skip
def test_what_a_piece_is(piece: Piece, said: dict[str, Any], expected: list[str]) -> None:
    assert codes(piece, **said) == expected


def test_a_placement_brings_only_its_own_violations() -> None:
    off = lay("hills", rect(20, -2, 5, 5))
    layout = table(off)
    found = check_placement(layout, lay("brush", rect(26, 0, 4, 4)), layout_rules(layout))
    assert [(v.code, v.pieces, v.rule) for v in found] == [("too_close", ("brush", "hills"), "9.E")]
    assert found[0].where == {"type": "LineString", "coordinates": [[26, 0], [25, 0]]}


@pytest.mark.parametrize(
    ("outline", "sector"),
    [
        (rect(5, 1, 5, 5), "left"),
        (rect(5.02, 1, 5, 5), None),
        (rect(10, 1, 25, 5), "centre"),
        (rect(35, 1, 12, 5), "right"),
    ],
)
def test_the_sector_of_an_outline(outline: Outline, sector: str | None) -> None:
    assert sector_of(outline, layout_rules(table())) == sector
