"""Is a legal place found wherever there is one, and called impossible only where there is none?"""

from __future__ import annotations

import json
import math
from random import Random
from typing import Any

import pytest
import shapely

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_moved, check_placement
from terrain.core.outline import rounded, slid, turned
from terrain.core.placement.search import Found, Impossible, suggest, suggest_move, suggest_turn
from tests.terrain.laying import flank, lay, rect, table, water


def wanted(type_name: str, **said: Any) -> Piece:
    return lay(type_name, (), **{"id": "new", **said})


def found(layout: Layout, piece: Piece, seed: int = 1) -> Piece:
    rules = layout_rules(layout)
    answer = suggest(layout, piece, rules, Random(seed))
    assert isinstance(answer, Found)
    assert check_placement(layout, answer.piece, rules) == ()
    assert answer.piece.outline == rounded(answer.piece.outline)
    return answer.piece


def impossible(layout: Layout, piece: Piece) -> Impossible:
    answer = suggest(layout, piece, layout_rules(layout), Random(1))
    assert isinstance(answer, Impossible)
    json.dumps(answer.searched)
    return answer


@pytest.mark.parametrize("territory", sorted(TERRITORIES))
def test_every_row_with_every_die_for_both_players_on_an_empty_table(territory: str) -> None:
    layout = table(territory=territory, density="very_dense")
    for row in TERRITORIES[territory].terrain:
        slot = "compulsory" if row.category == "difficult" else "optional"
        for die in range(1, 7):
            for player in ("defender", "invader"):
                found(layout, wanted(row.type, slot=slot, die=die, placed_by=player), seed=die)


@pytest.mark.parametrize("player", ["defender", "invader"])
@pytest.mark.parametrize("type_name", ["vital_settlement", "fort"])
def test_settlements(type_name: str, player: str) -> None:
    piece = wanted(type_name, slot="settlement", die=None, placed_by=player)
    found(table(), piece)


def test_deep_water_leaves_its_sector_room_for_a_compulsory_piece() -> None:
    layout = table(territory="waterside", flank=("deep_water",))
    for seed in range(20):
        strip = found(layout, wanted("deep_water", slot="secure_flank", die=None), seed)
        left, _, right, _ = strip.bounds
        assert 2 <= right - left <= 4


def test_both_flank_pieces_come_into_one_sector() -> None:
    layout = table(flank=("mountains", "forest"))
    for seed in range(10):
        mine = found(layout, wanted("forest", slot="secure_flank", die=None), seed)
        with_mine = layout.with_pieces((Piece(**{**vars_of(mine), "id": "mine"}),))
        yours = wanted("mountains", slot="secure_flank", die=None, placed_by="invader")
        found(with_mine, yours, seed)


def vars_of(piece: Piece) -> dict[str, Any]:
    names = ["type", "slot", "placed_by", "die", "moved", "declared", "outline", "holes"]
    return {name: getattr(piece, name) for name in names}


def test_the_same_chooser_finds_the_same_place() -> None:
    layout = table(lay("hills", rect(20, 10, 5, 5)))
    assert found(layout, wanted("woods"), 7) == found(layout, wanted("woods"), 7)
    assert found(layout, wanted("woods"), 7) != found(layout, wanted("woods"), 8)


def test_a_declaration_is_never_suggested_and_obeyed_where_it_is_wished() -> None:
    assert found(table(), wanted("mountains")).declared is None
    for seed in range(5):
        declared = wanted("mountains", declared="impassable")
        assert found(table(), declared, seed).declared == "impassable"


def test_an_undiced_field_lies_beside_its_neighbour_in_one_sector() -> None:
    village = lay("village", rect(20, 10, 5, 5))
    hill = lay("hills", rect(27.5, 10, 5, 5), placed_by="invader")
    for seed in range(20):
        found(table(village, hill), wanted("fields", die=None), seed)


def test_an_undiced_field_beside_a_piece_that_is_not_convex() -> None:
    el = ((20, 10), (26, 10), (26, 12), (22, 12), (22, 16), (20, 16))
    for seed in range(10):
        found(table(lay("village", el)), wanted("fields", die=None), seed)


def test_a_marsh_beside_water_or_river() -> None:
    river = lay("rivers_and_streams", rect(20, 0, 1, 30), placed_by="invader")
    for layout in (table(water(4), territory="waterside"), table(river, territory="waterside")):
        for seed in range(10):
            found(layout, wanted("marsh", die=None), seed)


def test_dunes_reach_out_of_a_sector_that_water_fills() -> None:
    layout = table(water(7), territory="desert")
    dunes = wanted("sand_dunes", slot="compulsory", die=1)
    assert found(layout, dunes).bounds[2] > 10
    impossible(layout, wanted("sandy_ground", slot="compulsory", die=1))


def test_a_place_just_wide_enough_is_found() -> None:
    """6 between water of 4 and the sector line.

    4.24 is the width of half of 6 x 6, and 3.39 where its corner is cut off.
    """
    for depth in (4, 5.75, 6.6):
        layout = table(water(depth), territory="waterside")
        found(layout, wanted("hills", slot="compulsory", die=1))
    closer = table(water(6.7), territory="waterside")
    impossible(closer, wanted("hills", slot="compulsory", die=1))


def test_a_place_between_two_pieces_just_a_gap_away_is_found() -> None:
    """Walls of flank pieces' width leave 6 in the middle of a flank sector of 30."""
    low, high = flank("forest", rect(0, 0, 10, 10)), flank("forest", rect(0, 20, 10, 10), id="b")
    piece = wanted("hills", slot="compulsory", die=1)
    laid = found(table(low, high), piece)
    assert laid.bounds[1] >= 11.99
    narrow = flank("forest", rect(0, 16.5, 10, 10), id="b")
    impossible(table(low, narrow), piece)


def test_a_place_that_only_a_turned_piece_fits_is_found() -> None:
    """A lane at 45 degrees, 8.2 wide, between two walls: upright, 4 x 4 needs 9.66 across it."""
    lane = [((10, 0), (22, 0), (10, 12)), ((33.6, 0), (35, 0), (35, 30), (10, 30), (10, 23.6))]
    walls = [
        lay("hills", outline, id=str(at), placed_by="invader") for at, outline in enumerate(lane)
    ]
    found(table(*walls), wanted("woods", die=2))


@pytest.mark.parametrize("beside", [13.15, 12.8, 12.75, 12.7, 12.65, 12.6, 12.55, 12.5, 12.485])
def test_a_river_fits_upright_beside_a_hill_whoever_chooses(beside: float) -> None:
    """A gap of 2 and a width of 0.5 from the sector line at 10 on, less the tolerance."""
    layout = table(lay("hills", rect(beside, 0, 36 - beside, 30), moved=True))
    river = wanted("rivers_and_streams")
    for seed in range(6):
        found(layout, river, seed)
    shut = table(lay("hills", rect(12.46, 0, 23, 30), moved=True))
    impossible(shut, river)


def cut_off(river: Piece) -> float:
    """The area of the smallest part that a band cuts off a table of 45 x 30."""
    around = shapely.difference(shapely.box(0, 0, 45, 30), river.shape)
    return float(min(part.area for part in shapely.get_parts(around)))


@pytest.mark.parametrize("left", [True, False])
def test_a_river_runs_across_the_table_where_it_can(left: bool) -> None:
    """Beside a hill that leaves room for it in a flank sector: not along the table's edge."""
    low = 0.0 if left else 35.0
    hill = lay("hills", rect(low + (6 if left else 0), 10, 4, 9), placed_by="invader")
    for layout in (table(), table(hill)):
        for seed in range(30):
            river = found(layout, wanted("rivers_and_streams", die=1 if left else 6), seed)
            assert cut_off(river) >= 0.06 * 45 * 30 - 30
            low_x, low_y, high_x, high_y = river.bounds
            assert math.hypot(high_x - low_x, high_y - low_y) >= 12


def test_a_river_clips_a_corner_off_only_where_nothing_else_is_left_and_then_the_most() -> None:
    """A wall across the flank sector leaves corners of 10 x 8 and 10 x 10, less the gap of 2."""
    wall = lay("hills", rect(0, 10, 10, 10), placed_by="invader")
    for seed in range(20):
        river = found(table(wall), wanted("rivers_and_streams", die=1), seed)
        assert 12 < cut_off(river) < 0.06 * 45 * 30


def test_what_is_impossible_says_how_it_was_searched() -> None:
    layout = table(lay("hills", rect(10, 0, 25, 30)))
    for type_name, outline in (("woods", rect(0, 0, 4, 4)), ("town", rect(0, 0, 4, 6.01))):
        territory = "waterside" if type_name == "town" else "mountains"
        layout = table(lay("hills", rect(10, 0, 25, 30)), territory=territory)
        searched = impossible(layout, wanted(type_name, die=2)).searched
        assert searched["outline"] == [list(point) for point in outline]
        assert searched["orientations"] == 72


def test_what_is_said_to_be_impossible_is_said_of_every_kind_of_piece() -> None:
    """A type without a size, a strip on a table without a free side, a piece without its die."""
    nothing = impossible(table(), wanted("rubbish")).searched
    assert (nothing["type"], nothing["outline"], nothing["orientations"]) == ("rubbish", None, 0)
    block = lay("hills", rect(0, 0, 45, 30))
    shut = table(block, territory="waterside")
    strip = impossible(shut, wanted("deep_water", slot="secure_flank", die=None)).searched
    assert (strip["depth"], strip["sides"]) == (2.0, ["left", "right"])
    undiced = impossible(table(), wanted("fields", die=None)).searched
    assert (undiced["boxes"], undiced["outline"][2]) == ([], [4.0, 4.0])
    river = impossible(table(), wanted("rivers_and_streams", die=None)).searched
    assert (river["boxes"], river["width"]) == ([], 0.5)


def test_a_river_finds_the_one_lane_that_is_left() -> None:
    """6 wide and slanted: a river of the least width with a gap on both sides needs 4.5."""
    left = lay("hills", ((10, 0), (14, 0), (24, 30), (10, 30)), placed_by="invader")
    right = lay("brush", ((19.5, 0), (35, 0), (35, 30), (29.5, 30)), placed_by="invader")
    found(table(left, right), wanted("rivers_and_streams", die=4))


def test_slides_and_turns_of_the_opponent_are_legal() -> None:
    pieces = [
        lay("hills", rect(20, 10, 5, 5)),
        lay("village", rect(26, 0, 5, 5)),
        lay("dry_wadi", rect(14, 0, 1, 30)),
    ]
    layout = table(*pieces, territory="desert")
    rules = layout_rules(layout)
    for seed in range(10):
        for at, piece in enumerate(layout.pieces):
            by = suggest_move(layout, at, rules, Random(seed))
            assert by is not None
            assert by[0] ** 2 + by[1] ** 2 <= 36
            assert check_moved(layout, at, slid(piece.outline, by=by), rules) == ()
            turn = suggest_turn(layout, at, rules, Random(seed))
            if turn is not None:
                outline = turned(piece.outline, about=turn[0], degrees=turn[1])
                assert check_moved(layout, at, outline, rules) == ()


def test_no_slide_is_found_for_a_piece_that_is_shut_in() -> None:
    frame = [rect(14, 9, 17, 1), rect(14, 15, 17, 1), rect(14, 9, 6, 7), rect(25, 9, 6, 7)]
    walls = [lay("hills", outline, id=str(at)) for at, outline in enumerate(frame)]
    layout = table(lay("brush", ((20, 10), (25, 10), (25, 15), (21, 14.5))), *walls)
    rules = layout_rules(layout)
    assert suggest_move(layout, 0, rules, Random(1)) is None
    assert suggest_turn(layout, 0, rules, Random(1)) is None
