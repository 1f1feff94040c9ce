"""Is the region in which a piece may lie all that the check allows, and nothing else?"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_moved, check_spot
from terrain.core.outline import Outline, outline_of, slid, turned
from terrain.core.placement.candidate_positions import legal_at
from terrain.core.placement.hints import hints
from terrain.core.placement.legal_region import RESOLUTION, Region, open_ground, where
from terrain.core.placement.search import Impossible, suggest
from terrain.core.rules import GroundRules
from tests.terrain.laying import DEPTH, WIDTH, flank, lay, rect, settlement, table, water
from tests.terrain.play import play
from tests.terrain.ragged import comb, horseshoe, some_outline
from tests.terrain.test_play import BOXES

seeds = some.integers(0, 2**32)
a_few = settings(deadline=None, max_examples=16, derandomize=True)

Spot = tuple[float, float]


def is_legal(layout: Layout, piece: Piece, rules: GroundRules, spot: Spot) -> bool:
    (x0, y0), (x, y) = piece.outline[0], spot
    laid = replace(piece, outline=slid(piece.outline, by=(x - x0, y - y0)))
    return not check_spot(layout, laid, rules)


def corners(region: Region) -> list[Spot]:
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(region.shape)]


def has_to_spare(layout: Layout, piece: Piece, rules: GroundRules, spot: Spot) -> bool:
    """Whether a spot stays legal with less tolerance, and with more: it asks for ground, too."""
    tolerances = (rules.tolerance - RESOLUTION, rules.tolerance + RESOLUTION)
    return all(is_legal(layout, piece, replace(rules, tolerance=t), spot) for t in tolerances)


def some_spots(region: Region, chooser: Random, count: int) -> list[Spot]:
    """Spots all over the table, and within a hair of the region's border on both sides."""
    found = [(WIDTH * chooser.random(), DEPTH * chooser.random()) for _ in range(count)]
    border = shapely.boundary(region.shape)
    for _ in range(0 if region.is_empty else count // 2):
        at = shapely.line_interpolate_point(border, chooser.random(), normalized=True)
        angle, reach = math.tau * chooser.random(), 0.012 * chooser.random()
        found.append((at.x + reach * math.cos(angle), at.y + reach * math.sin(angle)))
    return [(round(x, 3), round(y, 3)) for x, y in found]


def agree(layout: Layout, piece: Piece, rules: GroundRules, chooser: Random, count: int) -> Region:
    """Every corner is legal, and so is every spot within; none without that has some to spare."""
    region = where(layout, piece, rules)
    shown = corners(region)
    for spot in chooser.sample(shown, min(len(shown), count)):
        assert is_legal(layout, piece, rules, spot), (piece.type, spot)
    for spot in some_spots(region, chooser, count):
        legal = is_legal(layout, piece, rules, spot)
        if legal != region.covers(spot):
            assert legal, (piece.type, spot, "in the region, but illegal")
            assert not has_to_spare(layout, piece, rules, spot), (piece.type, spot, "left out")
    return region


def in_hand(seed: int) -> tuple[Layout, Piece, GroundRules, Random]:
    """A table laid out at random, and one of its pieces taken up and turned somehow."""
    chooser = Random(seed)
    game = play(*BOXES[seed % len(BOXES)], seed)
    at = chooser.randrange(len(game.layout.pieces))
    piece = replace(game.layout.pieces[at], id="hand", moved=chooser.random() < 0.2)
    later = game.layout.pieces[at + 1 :] if chooser.random() < 0.6 else ()
    before = game.layout.with_pieces(game.layout.pieces[:at] + later)
    if not game.rules.kind(piece.type).band and chooser.random() < 0.7:
        degrees = 360 * chooser.random()
        piece = replace(piece, outline=turned(piece.outline, about=(0, 0), degrees=degrees))
    if piece.die:
        piece = replace(piece, die=chooser.randint(1, 6))
    return before, piece, game.rules, chooser


@a_few
@given(seeds)
def test_it_agrees_with_the_check_on_random_tables(seed: int) -> None:
    agree(*in_hand(seed), 40)


@pytest.mark.soak
@settings(deadline=None, max_examples=2000, derandomize=True)
@given(seeds)
def test_it_agrees_with_the_check_on_very_many_tables(seed: int) -> None:
    agree(*in_hand(seed), 150)


def ragged_table(seed: int) -> tuple[Layout, Piece, GroundRules, Random]:
    """A few outlines of any shape, and one in the hand. Nothing is asked of their size."""
    chooser = Random(seed)
    pieces = tuple(
        lay("woods", slid(some_outline(chooser), by=by), id=str(at))
        for at, by in enumerate(
            (chooser.randint(0, 40), chooser.randint(0, 25)) for _ in range(chooser.randint(1, 5))
        )
    )
    layout = table(*pieces, settings={"gap": chooser.choice((2, 2, 0, 1))})
    rules = layout_rules(layout)
    hills = replace(rules.kind("hills"), sizes={}, filled=False)
    rules = replace(rules, types={**rules.types, "hills": hills})
    piece = lay("hills", some_outline(chooser), id="hand", moved=chooser.random() < 0.3)
    return layout, replace(piece, die=chooser.randint(1, 6)), rules, chooser


@settings(deadline=None, max_examples=30, derandomize=True)
@given(seeds)
def test_it_agrees_with_the_check_whatever_the_outlines(seed: int) -> None:
    agree(*ragged_table(seed), 30)


@pytest.mark.soak
@settings(deadline=None, max_examples=3000, derandomize=True)
@given(seeds)
def test_it_agrees_with_the_check_whatever_very_many_outlines(seed: int) -> None:
    agree(*ragged_table(seed), 120)


def across_a_corner() -> Outline:
    """A band from the lower right corner to the far edge, cut by the table."""
    lane = shapely.buffer(shapely.linestrings([(53, -6), (-3, 36)]), 0.5, cap_style="flat")
    return outline_of(shapely.intersection(lane, shapely.box(0, 0, WIDTH, DEPTH)))


BAND = ((20.0, 0.0), (21.0, 0.0), (25.0, 30.0), (24.0, 30.0))
TABLES: list[tuple[str, tuple[Piece, ...], Piece, str]] = [
    ("fields without a die beside a town and a village",
     (lay("town", rect(15, 3, 7, 7)), lay("village", rect(26, 4, 5, 5)),
      lay("hills", rect(15, 14, 5, 5))),
     lay("fields", rect(0, 0, 4, 6), id="hand", die=None), "cultivated"),
    ("a town that may cover deep water", (water(9.0),),
     lay("town", rect(0, 0, 7, 7), id="hand", die=1), "waterside"),
    ("a town over two waters", (water(6.0), water(9.0, id="b", outline=rect(5, 12, 4, 18))),
     lay("town", rect(0, 0, 4, 7), id="hand", die=1), "waterside"),
    ("a river between two waters", (water(4.0), water(6.0, id="b", outline=rect(40, 0, 5, 30))),
     lay("rivers_and_streams", ((4, 7), (40, 9), (40, 10), (4, 8)), id="hand"), "waterside"),
    ("a village that may reach on beside deep water", (water(6.0),),
     lay("village", rect(0, 0, 5, 5), id="hand", die=1), "waterside"),
    ("a village beside deep water of the other flank",
     (water(12.0, outline=rect(33, 0, 12, 30)),),
     lay("village", rect(0, 0, 5, 5), id="hand", die=1), "waterside"),
    ("a river with a corner of the table in its end", (),
     lay("rivers_and_streams", across_a_corner(), id="hand"), "waterside"),
    ("marsh without a die beside a river",
     (lay("rivers_and_streams", BAND, placed_by="invader"), lay("hills", rect(28, 10, 5, 5))),
     lay("marsh", turned(rect(0, 0, 5, 7), about=(0, 0), degrees=20), id="hand", die=None),
     "waterside"),
    ("a settlement in its own half", (lay("hills", rect(15, 3, 7, 7)),),
     settlement("fort", rect(0, 0, 5, 5), id="hand", placed_by="invader"), "mountains"),
    ("a flank piece that follows the leader's",
     (flank("forest", rect(36, 1, 8, 8)),),
     flank("mountains", rect(0, 0, 6, 6), id="hand", placed_by="invader"), "mountains"),
    ("a leader's flank piece where the other player's lies already",
     (flank("forest", rect(36, 16, 8, 8), placed_by="invader"),),
     flank("mountains", rect(0, 0, 6, 6), id="hand"), "mountains"),
    ("mountains beside mountains",
     (lay("mountains", rect(15, 3, 7, 7)), lay("woods", rect(24, 3, 5, 5))),
     lay("mountains", rect(0, 0, 6, 6), id="hand", die=3), "mountains"),
    ("a river over a table with a hill", (lay("hills", rect(14, 3, 7, 7)),),
     lay("rivers_and_streams", BAND, id="hand"), "mountains"),
    ("a river that ends in deep water", (water(4.0),),
     lay("rivers_and_streams", ((4, 7), (45, 9), (45, 10), (4, 8)), id="hand"), "waterside"),
    ("a wadi once it was moved", (lay("hills", rect(14, 3, 7, 7)),),
     lay("dry_wadi", BAND, id="hand", moved=True), "desert"),
    ("room within a horseshoe", (lay("hills", slid(horseshoe(Random(1)), by=(20, 15)), die=3),),
     lay("woods", rect(0, 0, 4, 4), id="hand", moved=True), "mountains"),
]  # fmt: skip


@pytest.mark.parametrize("case", TABLES, ids=[case[0] for case in TABLES])
def test_it_agrees_with_the_check_where_specials_apply(
    case: tuple[str, tuple[Piece, ...], Piece, str],
) -> None:
    _, before, piece, territory = case
    layout = table(*before, territory=territory)
    rules = layout_rules(layout)
    if territory == "waterside":
        rules = replace(rules, bands_obey_zone=False)

    region = agree(layout, piece, rules, Random(4), 100)

    assert not region.is_empty


def test_a_leader_leaves_nobody_behind_who_came_first() -> None:
    """Nor does the search; where they came first in both sectors, there is no place for him."""
    early = [flank("forest", rect(x, 16, 8, 8), id=str(x), placed_by="invader") for x in (1, 36)]
    for lying, low, high in ((early[:1], 0, 10), (early[1:], 35, 45), (early, 1, 0)):
        layout = table(*lying)
        rules = layout_rules(layout)
        piece = flank("mountains", rect(0, 0, 6, 6), id="hand")
        spots = np.array([(x, 2.0) for x in range(-1, 45)])
        legal = [low <= x and x + 6 <= high for x, _ in spots]
        assert legal_at(layout, piece, rules, spots).tolist() == legal
        assert where(layout, piece, rules).is_empty is (low > high)
        found = suggest(layout, piece, rules, Random(1))
        assert isinstance(found, Impossible) is (low > high)


def test_a_river_may_slide_along_the_edges_that_it_joins() -> None:
    layout = table(lay("hills", rect(14, 3, 5, 5)))
    region = where(layout, lay("rivers_and_streams", BAND, id="hand"), layout_rules(layout))

    left, bottom, right, top = region.shape.bounds

    # At the hill's lower corner its side is 0.4 farther right than below, and the gap is slanted.
    assert left == pytest.approx(19 - 0.4 + 2 * math.hypot(1, 4 / 30), abs=0.02)
    assert right == pytest.approx(30, abs=0.01)
    assert bottom == pytest.approx(0, abs=0.01)
    assert top == pytest.approx(0, abs=0.01)
    assert 0 < top - bottom < 0.02


def test_a_strip_has_one_place_at_each_side_edge() -> None:
    layout = table(territory="waterside", flank=("deep_water",))
    region = where(layout, water(4.0, id="hand"), layout_rules(layout))
    middles = sorted((round(p.centroid.x, 2), round(p.centroid.y, 2)) for p in region.shape.geoms)
    assert middles == [(0, 0), (41, 0)]


def test_a_place_just_wide_enough_is_a_sliver() -> None:
    """4 between two walls 8 apart, of which the gap takes 2 on each side."""
    walls = (lay("hills", rect(12, 0, 6, 30), id="a"), lay("hills", rect(26, 0, 6, 30), id="b"))
    layout = table(*walls)
    fits = lay("woods", rect(0, 0, 4, 4), id="hand")
    region = where(layout, fits, layout_rules(layout))
    left, _, right, _ = region.shape.bounds
    assert left < 20 < right
    assert right - left < 0.02
    apart = table(walls[0], replace(walls[1], outline=rect(25.97, 0, 6, 30)))
    assert where(apart, fits, layout_rules(layout)).is_empty


def test_what_has_no_legal_size_or_a_fault_may_lie_nowhere() -> None:
    layout = table()
    rules = layout_rules(layout)
    for outline in (rect(0, 0, 3, 3), ((0, 0), (5, 5), (5, 0), (0, 5)), rect(0, 0, 50, 5)):
        region = where(layout, lay("woods", outline), rules)
        assert region.is_empty
        assert region.geojson is None
        assert not region.covers((5, 5))


def test_the_region_is_what_the_hints_leave() -> None:
    """Nothing is both, and nothing is neither, wider than the resolution."""
    compared = 0
    for seed in range(12):
        layout, piece, rules, _ = in_hand(seed)
        kind = rules.kind(piece.type)
        region = where(layout, piece, rules).shape
        if kind.band or kind.strip or shapely.is_empty(region):
            continue
        compared += 1
        closed = shapely.union_all(
            [
                shapely.make_valid(shapely.geometry.shape(h.region))
                for h in hints(layout, piece, rules)
            ]
        )
        ground = shapely.box(0, 0, rules.table.width, rules.table.depth)
        neither = shapely.difference(ground, shapely.union(closed, region))
        both = shapely.intersection(closed, region)
        assert shapely.is_empty(shapely.buffer(neither, -RESOLUTION / 2, quad_segs=2))
        assert shapely.is_empty(shapely.buffer(both, -RESOLUTION / 2, quad_segs=2))
    assert compared > 6


def test_many_spots_at_once_get_the_same_answer_as_one_by_one() -> None:
    for seed in range(12):
        layout, piece, rules, chooser = in_hand(seed)
        spots = some_spots(where(layout, piece, rules), chooser, 40)
        at_once = legal_at(layout, piece, rules, np.array(spots))
        assert at_once.tolist() == [is_legal(layout, piece, rules, spot) for spot in spots]


def test_a_crack_between_loops_that_abut_costs_no_region() -> None:
    """On a grid sides lie in one line; what rounding leaves between them is a spike, not a spot."""
    star = ((6, 17), (4, 19), (2, 16), (3, 15), (2, 12), (2, 10), (3, 10), (5, 8), (5, 12), (7, 11),
            (8, 12), (7, 13))  # fmt: skip
    layout = table(lay("woods", star))
    piece = lay("hills", ((-1, 3), (-2, 4), (-3, 2), (-1, -2), (3, -2)), id="hand", moved=True)
    rules = layout_rules(layout)
    rules = replace(
        rules, types={**rules.types, "hills": replace(rules.kind("hills"), sizes={}, filled=False)}
    )
    corner = (3.0061, 10.0059)
    spiked = open_ground(layout, piece, rules)
    assert shapely.distance(spiked, shapely.points(corner)) < 0.001
    assert not is_legal(layout, piece, rules, corner)
    region = agree(layout, piece, rules, Random(1), 200)
    assert shapely.area(region.shape) > 500


def test_it_is_a_geojson_geometry_of_three_decimals() -> None:
    layout = table(lay("hills", rect(15, 5, 5.123, 5)))
    found: Any = where(
        layout, lay("woods", rect(0, 0, 4, 4), id="hand"), layout_rules(layout)
    ).geojson
    assert found["type"] in ("Polygon", "MultiPolygon")
    numbers = np.array(shapely.get_coordinates(shapely.geometry.shape(found)))
    assert (numbers == np.round(numbers, 3)).all()


def test_combs_all_over_the_table_cost_no_more_than_a_moment() -> None:
    wild = tuple(
        lay("woods", slid(comb(98), by=(x, y)), id=f"{x}-{y}")
        for x in range(0, 40, 5)
        for y in range(1, 25, 3)
    )
    for pieces in (wild, wild[:2]):
        layout = table(*pieces)
        rules = layout_rules(layout)
        piece = lay("hills", comb(98), id="hand", moved=True)
        began = time.thread_time()
        region = where(layout, piece, rules)
        assert time.thread_time() - began < 1
        assert all(is_legal(layout, piece, rules, spot) for spot in corners(region)[:40])


@pytest.mark.parametrize(
    ("kind", "outline", "territory"),
    [
        ("hills", rect(20, 10, 3, 3), "mountains"),
        ("hills", ((20, 10), (26, 10), (20.4, 10.4), (20, 16)), "mountains"),
        ("hills", rect(20, 10, 9, 9), "mountains"),
        ("dry_wadi", rect(20, 0, 2, 30), "desert"),
    ],
)
def test_the_size_of_a_moved_piece_is_held_against_it_by_neither(
    kind: str, outline: Outline, territory: str
) -> None:
    """Players have let it stand: what a slide may lead to is what `check_moved` lets pass."""
    layout = table(lay("brush", rect(28, 10, 5, 5), id="brush"), territory=territory)
    piece = lay(kind, outline)
    rules = layout_rules(layout)
    before = layout.with_pieces((*layout.pieces, piece))
    moved = replace(piece, moved=True)
    region = where(layout, moved, rules)
    assert not region.is_empty
    assert where(layout, piece, rules).is_empty
    chooser = Random(kind + str(len(outline)))
    x0, y0 = outline[0]
    for x, y in some_spots(region, chooser, 60):
        laid = slid(outline, by=(x - x0, y - y0))
        passes = not check_moved(before, 1, laid, rules)
        assert passes == is_legal(layout, moved, rules, (x, y))
        if passes != region.covers((x, y)):
            assert not has_to_spare(layout, moved, rules, (x, y))
