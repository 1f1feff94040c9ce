"""Is every straight lane found that there is, however narrow, and none that there is not?"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pytest
import shapely
import shapely.ops

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.lanes import MISSED, SHORT_BY, Lane, lanes
from terrain.core.layout import Layout
from terrain.core.legality import check_spot
from terrain.core.outline import Outline, rounded
from terrain.core.placement.search import Found, Impossible, suggest, suggest_in_haste
from tests.terrain.laying import lay, rect, table, water

Geometry = Any
GROUND = (0.0, 0.0, 45.0, 30.0)
MIDDLE = shapely.Point(22.5, 15)


def all_lanes(walls: list[Geometry], width: float) -> list[Lane]:
    return [lane for found in lanes(GROUND, walls, width) for lane in found]


def strip(lane: Lane, narrower: float = 0.0) -> Geometry:
    """A lane as long as any on the ground, less something at both sides."""
    (x, y), low, high = lane.across, lane.low + narrower, lane.high - narrower
    ends = ((low, -60), (high, -60), (high, 60), (low, 60))
    return shapely.polygons([(x * off - y * far, y * off + x * far) for off, far in ends])


def some_walls(chooser: Random) -> list[Geometry]:
    """Pieces of many shapes, scattered so that now and then one lane or none is left.

    No lane cuts off a corner: those are shut.
    """
    shut = [((0, 0), (8, 0), (0, 8)), ((45, 0), (45, 8), (37, 0))]
    shut += [((45, 30), (37, 30), (45, 22)), ((0, 30), (0, 22), (8, 30))]
    found = [shapely.polygons(corner) for corner in shut]
    for _ in range(chooser.randrange(10, 24)):
        x, y = 45 * chooser.random(), 30 * chooser.random()
        angles = sorted(math.tau * chooser.random() for _ in range(chooser.randrange(3, 9)))
        reach = [(4 + 5 * chooser.random(), angle) for angle in angles]
        ring = [(x + far * math.cos(angle), y + far * math.sin(angle)) for far, angle in reach]
        found.append(shapely.buffer(shapely.polygons(ring), 1.0))
    on_ground: list[Geometry] = shapely.intersection(found, shapely.box(*GROUND)).tolist()
    return on_ground


def widest_opening(walls: list[Geometry], directions: int) -> float:
    """The widest opening in so many directions, one after another."""
    on_it = [shapely.get_coordinates(wall) for wall in walls]
    corners = shapely.get_coordinates(shapely.box(*GROUND))
    most = 0.0
    for at in range(directions):
        across = np.array(
            (math.cos(math.pi * at / directions), math.sin(math.pi * at / directions))
        )
        seen = sorted((float(min(each @ across)), float(max(each @ across))) for each in on_it)
        reached = float(min(corners @ across))
        for low, high in (*seen, (float(max(corners @ across)), math.inf)):
            most, reached = max(most, low - reached), max(reached, high)
    return most


@pytest.mark.parametrize("seed", range(20))
def test_a_lane_is_free_and_where_none_is_found_there_is_none(seed: int) -> None:
    walls = some_walls(Random(seed))
    width = 0.3 + 2 * Random(-seed).random()
    found = all_lanes(walls, width)
    for lane in found:
        assert lane.high - lane.low >= width - SHORT_BY
        assert not shapely.intersects(strip(lane, narrower=1e-6), walls).any()
    if not found:
        assert widest_opening(walls, 2000) < width


def test_some_of_those_have_a_lane_and_some_have_none() -> None:
    answers = [bool(all_lanes(some_walls(Random(seed)), 0.5)) for seed in range(20)]
    assert 3 < sum(answers) < 17


def test_a_ground_without_walls_is_one_lane_in_every_direction() -> None:
    lots = list(lanes(GROUND, [], 0.5))
    assert len(lots) == 1
    flush = [lane for lane in lots[0] if lane.across == (1.0, 0.0)]
    assert [(lane.low, lane.high, lane.length) for lane in flush] == [(0.0, 45.0, 30.0)]


def innermost(lane: Lane, width: float) -> Geometry:
    """The middle line of the strip in a lane that is nearest to the middle of the ground."""
    (x, y), spare = lane.across, max(0.0, lane.high - lane.low - width) / 2
    middle, wanted = (lane.high + lane.low) / 2, 22.5 * x + 15 * y
    off = min(max(wanted, middle - spare), middle + spare)
    ends = [(x * off - y * far, y * off + x * far) for far in (-60, 60)]
    return shapely.linestrings(ends)


@pytest.mark.parametrize("walls", [[], some_walls(Random(1)), some_walls(Random(4))])
def test_a_lane_says_what_the_innermost_strip_in_it_cuts_off(walls: list[Geometry]) -> None:
    found = all_lanes(walls, 0.5)
    assert found
    for lane in found:
        line, ground = innermost(lane, 0.5), shapely.box(*GROUND)
        sides = shapely.get_parts(shapely.ops.split(ground, line))
        assert lane.length == pytest.approx(shapely.intersection(line, ground).length, rel=1e-3)
        assert lane.part == pytest.approx(min(side.area for side in sides), rel=1e-3)


@pytest.mark.parametrize("off", [0.0, MISSED - 1e-4, SHORT_BY + 1e-4])
def test_a_lane_pinned_on_both_sides_is_found_at_its_one_angle(off: float) -> None:
    """Two points on one side and one between them on the other leave it no way to turn."""
    for seed in range(30):
        walls = pinned(Random(seed), 0.5 - off)
        found = all_lanes(walls, 0.5)
        between = [lane for lane in found if shapely.distance(innermost(lane, 0.5), MIDDLE) < 2]
        assert bool(between) == (off < SHORT_BY)


def pinned(chooser: Random, width: float) -> list[Geometry]:
    """Walls that leave one lane of a width: three wedges, two from one side, one from the other."""
    angle = math.pi * (0.3 + 0.4 * chooser.random())
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    found = []
    for far, side in ((-8 - 4 * chooser.random(), 1), (0.0, -1), (8 + 4 * chooser.random(), 1)):
        corners = ((far, side * width / 2), (far - 60, side * 50), (far + 60, side * 50))
        ring = [
            (22.5 + a * along[0] + b * across[0], 15 + a * along[1] + b * across[1])
            for a, b in corners
        ]
        found.append(shapely.intersection(shapely.polygons(ring), shapely.box(*GROUND)))
    return found


def laid_beside_a_line(chooser: Random, apart: float) -> Layout:
    """Hills in the centre that leave one line: two on one side, one between them on the other."""
    angle = math.pi / 2 + 0.5 * (chooser.random() - 0.5)
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    pieces = []
    for at, (far, side) in enumerate(((-10.0, 1), (10 * chooser.random() - 5, -1), (10.0, 1))):
        half = apart / 2
        corners = ((far, half), (far - 4.5, half + 20), (far + 4.5, half + 20))
        ring = [
            (22.5 + a * along[0] + side * b * across[0], 15 + a * along[1] + side * b * across[1])
            for a, b in corners
        ]
        shape = shapely.intersection(shapely.polygons(ring), shapely.box(10, 0, 35, 30))
        outline = shapely.get_coordinates(shapely.orient_polygons(shape))[:-1]
        pieces.append(lay("hills", rounded(tuple(map(tuple, outline.tolist()))), id=str(at)))
    return table(*pieces)


@pytest.mark.parametrize("seed", range(25))
def test_a_river_finds_the_one_line_between_three_hills(seed: int) -> None:
    """A gap of 2 on both sides of a river of 0.5 asks for 4.5."""
    layout = laid_beside_a_line(Random(seed), apart=4.5)
    rules = layout_rules(layout)
    river = lay("rivers_and_streams", (), id="new", die=4)
    answer = suggest(layout, river, rules, Random(1))
    assert isinstance(answer, Found)
    assert check_spot(layout, answer.piece, rules) == ()
    closer = laid_beside_a_line(Random(seed), apart=4.47)
    assert isinstance(suggest(closer, river, rules, Random(1)), Impossible)


def river_on(layout: Layout, *, die: int = 1) -> Outline | None:
    rules = layout_rules(layout)
    answer = suggest(layout, lay("rivers_and_streams", (), id="new", die=die), rules, Random(1))
    if isinstance(answer, Impossible):
        return None
    assert check_spot(layout, answer.piece, rules) == ()
    return answer.piece.outline


def test_a_river_ends_in_deep_water_as_in_an_edge() -> None:
    """A hill leaves it neither the front nor the back: from the water at the left to the right."""
    anywhere = {"bands_obey_sector": False}
    walls = [lay("hills", rect(4, 0, 41, 12)), lay("hills", rect(4, 16.5, 41, 13.5), id="b")]
    outline = river_on(table(water(4), *walls, territory="waterside", settings=anywhere))
    assert outline is not None
    assert min(x for x, _ in outline) == pytest.approx(4, abs=0.01)
    shut = [lay("hills", rect(4, 0, 41, 12)), lay("hills", rect(4, 16.45, 41, 13.55), id="b")]
    assert river_on(table(water(4), *shut, territory="waterside", settings=anywhere)) is None


def test_a_wadi_never_ends_in_deep_water() -> None:
    walls = [lay("hills", rect(4, 0, 41, 12)), lay("hills", rect(4, 16.5, 41, 13.5), id="b")]
    settings = {"bands_obey_sector": False}
    layout = table(water(4), *walls, territory="desert", settings=settings)
    wadi = lay("dry_wadi", (), id="new", die=1)
    assert isinstance(suggest(layout, wadi, layout_rules(layout), Random(1)), Impossible)


def test_water_of_any_other_shape_is_kept_off() -> None:
    """Players have let it stand: a river runs past it, and what is said of its ends stays true."""
    pool = lay("deep_water", rect(0, 0, 4, 20), slot="secure_flank", die=None)
    outline = river_on(table(pool, lay("hills", rect(7, 0, 28, 30)), territory="waterside"))
    assert outline is not None
    assert max(x for x, _ in outline) <= 5.01
    assert min(x for x, _ in outline) >= 0


def test_what_is_impossible_for_a_band_says_of_which_lines() -> None:
    block = lay("hills", rect(10, 10, 25, 5))
    layout = table(block, territory="plains")
    river = lay("rivers_and_streams", (), id="new", die=3)
    answer = suggest(layout, river, layout_rules(layout), Random(1))
    assert isinstance(answer, Impossible)
    assert answer.searched == {
        "type": "rivers_and_streams",
        "width": 0.5,
        "orientations": "all",
        "positions": "every straight line from border to border",
        "ends": ["table edge", "deep_water"],
        "boxes": [[10.0, 0.0, 35.0, 30.0]],
    }


@pytest.mark.parametrize("die", [1, 3, 6])
def test_a_river_laid_in_haste_is_a_whole_band_all_the_same(die: int) -> None:
    """Nothing confirms it before the whole table is checked: not even beside a side edge."""
    hill = lay("hills", rect(17, 10, 8, 8))
    layout = table(hill)
    rules = layout_rules(layout)
    river = lay("rivers_and_streams", (), id="new", die=die)
    for seed in range(120):
        answer = suggest_in_haste(layout, river, rules, Random(seed))
        assert isinstance(answer, Found)
        assert check_spot(layout, answer.piece, rules) == ()
