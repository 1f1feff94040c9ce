"""What the fairness card says of tables reckoned by hand, and of others counted point by point."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.fairness import (
    DEFAULT_TERMS,
    FairnessCard,
    FairnessTerms,
    GroundAreas,
    fairness,
    write_card,
)
from terrain.core.layout import Layout, Piece, Table, read_layout
from tests.oracle.shapes import inside
from tests.oracle.wild_layouts import wild_layout
from tests.rulebooks.second_transcription import TERRAIN
from tests.terrain.laying import lay, rect, settlement, table, turned_table, water
from tests.terrain.play import play

WEIGHTS = {"good": 1.0, "rough": 2.0, "difficult": 3.0, "apart": 3.0}
HALF_TANGENT = math.degrees(math.atan(0.5))


def card(*pieces: Piece, terms: FairnessTerms = DEFAULT_TERMS, **said: object) -> FairnessCard:
    layout = table(*pieces, **said)
    return fairness(layout, layout_rules(layout), terms=terms)


def ground(
    whole: float,
    *,
    good: float = 0,
    rough: float = 0,
    difficult: float = 0,
    apart: Mapping[str, float] | None = None,
) -> GroundAreas:
    return GroundAreas(whole, good, rough, difficult, apart or {})


def woods(x: float, y: float, width: float = 4, depth: float = 4) -> Piece:
    return lay("woods", rect(x, y, width, depth), id=f"woods at {x}, {y}")


def test_an_empty_table_is_open_symmetric_and_in_balance() -> None:
    empty = card()
    assert empty.halves == {"defender": ground(675), "invader": ground(675)}
    assert empty.sectors == {"left": ground(300), "centre": ground(750), "right": ground(300)}
    assert empty.symmetry == 1
    assert (empty.balance.difference, empty.balance.share) == (0, 0)
    assert [(lane.width, lane.degrees) for lane in empty.lanes] == [(15, 0)] * 3
    assert empty.lanes[1].outline == ((15, 9), (30, 9), (30, 21), (15, 21))


def test_areas_by_category_in_each_half_and_sector() -> None:
    """The wood lies a quarter in each of four cells, the mountain on the line at 35."""
    found = card(
        lay("hills", rect(2, 2, 4, 5)),
        lay("woods", rect(8, 12, 4, 6)),
        lay("mountains", rect(33, 20, 4, 4)),
        settlement("fort", rect(20, 1, 5, 4)),
    )
    assert found.cells == {
        "defender": {
            "left": ground(150, good=20, rough=6),
            "centre": ground(375, rough=6, apart={"fort": 20}),
            "right": ground(150),
        },
        "invader": {
            "left": ground(150, rough=6),
            "centre": ground(375, rough=6, difficult=8),
            "right": ground(150, difficult=8),
        },
    }
    assert found.halves["defender"] == ground(675, good=20, rough=12, apart={"fort": 20})
    assert found.sectors["left"] == ground(300, good=20, rough=12)
    assert found.halves["defender"].open == 675 - 52


def test_ground_on_ground_counts_once_as_the_harder_of_the_two() -> None:
    """A town of 6 x 7, 2 x 7 of it in a strip of 4 x 30; hills on a mountain and on a fort."""
    found = card(
        water(4),
        lay("town", rect(2, 5, 6, 7)),
        lay("mountains", rect(20, 20, 4, 4)),
        lay("hills", rect(22, 20, 6, 4)),
        settlement("fort", rect(26, 20, 4, 4)),
        territory="waterside",
    )
    assert found.sectors["left"] == ground(300, rough=42, apart={"deep_water": 120 - 14})
    assert found.sectors["centre"] == ground(750, difficult=16, good=8, apart={"fort": 16})


def test_ground_off_the_table_and_outlines_that_are_none_count_nothing() -> None:
    bow_tie = lay("hills", ((20, 5), (25, 10), (25, 5), (20, 10)), id="knot")
    found = card(lay("brush", rect(-1, -1, 4, 4)), bow_tie)
    assert found.halves["defender"] == ground(675, rough=9)
    assert found.halves["invader"] == ground(675)
    assert found.left_out == ("knot",)


@pytest.mark.parametrize(
    ("other", "symmetry"),
    [
        (None, 0),
        (woods(39, 24), 1),
        (woods(41, 24), 0.5),
        (woods(39, 26), 0.5),
        (lay("forest", rect(39, 24, 4, 4)), 0),
        (lay("brush", rect(39, 24, 4, 4)), 1),
    ],
)
def test_the_symmetry_of_a_wood_and_what_lies_opposite(
    other: Piece | None, symmetry: float
) -> None:
    """The wood of 4 x 4 at (2, 2) lies, turned by 180 degrees, at (39, 24)."""
    assert card(woods(2, 2), *([other] if other else [])).symmetry == pytest.approx(symmetry)


def test_the_symmetry_is_weighted_by_category() -> None:
    """Good: 40 of 40. Rough, which counts twice: 16 of 32."""
    hills = [lay("hills", rect(*spot, 4, 5), id=str(spot)) for spot in ((12, 2), (29, 23))]
    found = card(woods(2, 2), woods(41, 24), *hills)
    assert found.symmetry == pytest.approx((40 + 2 * 16) / (40 + 2 * 32))
    even = replace(DEFAULT_TERMS, weights={"good": 1, "rough": 1})
    again = card(woods(2, 2), woods(41, 24), *hills, terms=even)
    assert again.symmetry == pytest.approx(56 / 72)


def test_water_along_one_side_has_no_like_opposite() -> None:
    assert card(water(5)).symmetry == 0
    light = replace(DEFAULT_TERMS, weights={"good": 1, "rough": 2, "difficult": 3})
    assert card(water(5), terms=light).symmetry == 1


def test_the_balance_of_the_halves() -> None:
    """Defender: 16 rough, 20 good: 52. Invader: 25 difficult: 75. Water is alike in both: 90."""
    found = card(
        water(2),
        woods(12, 2),
        lay("hills", rect(20, 5, 4, 5)),
        lay("mountains", rect(20, 20, 5, 5)),
    ).balance
    assert found.weighted == {"defender": pytest.approx(142), "invader": pytest.approx(165)}
    assert found.difference == pytest.approx(-23)
    assert found.share == pytest.approx(-23 / 307)


@pytest.mark.parametrize(
    ("piece", "width", "outline"),
    [
        (woods(20, 12, 5, 6), 5, ((15, 9), (20, 9), (20, 21), (15, 21))),
        (woods(19, 12, 5, 6), 6, ((24, 9), (30, 9), (30, 21), (24, 21))),
        (woods(20, 5, 5, 4), 15, ((15, 9), (30, 9), (30, 21), (15, 21))),
        (lay("hills", rect(20, 12, 5, 6)), 15, ((15, 9), (30, 9), (30, 21), (15, 21))),
        (settlement("fort", rect(20, 12, 5, 6)), 5, ((15, 9), (20, 9), (20, 21), (15, 21))),
        (woods(15, 12, 15, 6), 0, ()),
    ],
)
def test_the_widest_lane_in_the_middle_third(
    piece: Piece, width: float, outline: tuple[tuple[float, float], ...]
) -> None:
    """A piece that ends where the deployment zone does, at 9, leaves the lane open."""
    left, middle, right = card(piece).lanes
    assert (middle.width, middle.outline) == (pytest.approx(width), outline)
    assert middle.degrees == (0 if outline else None)
    assert (left.width, right.width) == (15, 15)


BETWEEN = (
    lay("woods", ((15, 9), (17, 9), (23, 21), (15, 21)), id="a"),
    lay("woods", ((22, 9), (30, 9), (30, 21), (28, 21)), id="b"),
)
"""A corridor 5 wide along x, 6 to the right over 12 of depth: square to it 5 x 2 / root 5."""


def test_a_lane_need_not_run_straight_across() -> None:
    exact = replace(DEFAULT_TERMS, degrees=(0, HALF_TANGENT, -HALF_TANGENT))
    lane = card(*BETWEEN, terms=exact).lanes[1]
    assert lane.width == pytest.approx(10 / math.sqrt(5))
    assert lane.degrees == -HALF_TANGENT
    expected = ((17, 9), (22, 9), (28, 21), (23, 21))
    assert np.array(lane.outline) == pytest.approx(np.array(expected))


def test_a_lane_of_whole_degrees_is_as_wide_as_that_direction_lets_it() -> None:
    """The corridor runs at 26.57 degrees: at 26 its far end is narrower by 6 - 12 tan 26."""
    at_26 = (5 - (6 - 12 * math.tan(math.radians(26)))) * math.cos(math.radians(26))
    at_27 = (5 - (12 * math.tan(math.radians(27)) - 6)) * math.cos(math.radians(27))
    lane = card(*BETWEEN).lanes[1]
    assert at_26 > at_27
    assert (lane.degrees, lane.width) == (-26, pytest.approx(at_26))


def test_a_lane_stays_in_its_third_and_off_concave_ground() -> None:
    """A horseshoe, open to the invader: its bay is no lane, since its back lies across."""
    horseshoe = ((15, 10), (30, 10), (30, 20), (27, 20), (27, 13), (18, 13), (18, 20), (15, 20))
    assert [lane.width for lane in card(lay("woods", horseshoe)).lanes] == [15, 0, 15]
    # Its back in the deployment zone, only the two arms stand in the way.
    lowered = tuple((x, y - 4) for x, y in horseshoe)
    assert card(lay("woods", lowered)).lanes[1].width == pytest.approx(9)


def test_the_deployment_zones_end_six_from_the_centre_line_of_any_table() -> None:
    small = Table(30, 20)
    layout = table(table=small)
    rules = layout_rules(layout)
    assert rules.deployment == 6
    assert fairness(layout, rules).lanes[0].outline == ((0, 4), (10, 4), (10, 16), (0, 16))
    nearer = replace(rules, deployment=4.0)
    assert fairness(layout, nearer).lanes[0].outline == ((0, 6), (10, 6), (10, 14), (0, 14))


def test_what_the_card_cannot_be_made_of() -> None:
    layout = table()
    rules = layout_rules(layout)
    for deployment in (0, -1, 15.1, math.nan):
        with pytest.raises(ValueError, match="deployment zones"):
            fairness(layout, replace(rules, deployment=deployment))
    with pytest.raises(ValueError, match="90 degrees"):
        fairness(layout, rules, terms=replace(DEFAULT_TERMS, degrees=(0, 90)))


def test_a_card_as_json() -> None:
    terms = FairnessTerms(degrees=(0,))
    found = write_card(card(woods(20, 12, 10, 6), terms=terms))
    nothing = {"good": 0, "rough": 0, "difficult": 0, "apart": {}}
    side = {"whole": 150, "open": 150, **nothing}
    centre = {**nothing, "whole": 375, "open": 345, "rough": 30}
    half = {**nothing, "whole": 675, "open": 645, "rough": 30}
    row = {"left": side, "centre": centre, "right": side}
    flank_sector = {**nothing, "whole": 300, "open": 300}

    def lane(third: str, left: float, width: float) -> dict[str, object]:
        ring = [[left, 9], [left + width, 9], [left + width, 21], [left, 21], [left, 9]]
        outline = {"type": "Polygon", "coordinates": [ring]}
        return {"third": third, "width": width, "degrees": 0, "outline": outline}

    assert found == {
        "unit": "BW",
        "cells": {"defender": row, "invader": row},
        "halves": {"defender": half, "invader": half},
        "sectors": {
            "left": flank_sector,
            "centre": {**nothing, "whole": 750, "open": 690, "rough": 60},
            "right": flank_sector,
        },
        "lanes": [lane("left", 0, 15), lane("middle", 15, 5), lane("right", 30, 15)],
        # Turned, the wood covers 15 to 25: half of it has wood opposite.
        "symmetry": 0.5,
        "balance": {
            "weighted": {"defender": 60, "invader": 60},
            "difference": 0,
            "share": 0,
        },
        "left_out": [],
        "terms": {
            "weights": WEIGHTS,
            "blocking": ["apart", "difficult", "rough"],
            "degrees": [0],
        },
    }
    assert write_card(card(woods(15, 12, 15, 6), terms=terms))["lanes"][1] == {
        "third": "middle", "width": 0, "degrees": None, "outline": None,
    }  # fmt: skip


WILD = [read_layout(wild_layout(seed)) for seed in range(40, 52)]
TABLES = [
    play("waterside", "very_dense", ("mountains", "marsh"), 3).layout,
    play("forest", "very_dense", ("deep_water",), 4).layout,
    play("mountains", "dense", (), 5).layout,
    play("desert", "normal", ("mountains", "sand_dunes"), 6).layout,
    *WILD,
]


@pytest.mark.parametrize("layout", TABLES)
def test_turning_the_table_swaps_the_halves_and_keeps_the_symmetry(layout: Layout) -> None:
    rules = layout_rules(layout)
    here, there = fairness(layout, rules), fairness(turned_table(layout), rules)
    opposite = {"left": "right", "centre": "centre", "right": "left"}
    for half, other in (("defender", "invader"), ("invader", "defender")):
        for sector, across in opposite.items():
            assert_alike(here.cells[half][sector], there.cells[other][across])
        assert_alike(here.halves[half], there.halves[other])
    assert here.symmetry == pytest.approx(there.symmetry, abs=1e-9)
    assert here.balance.difference == pytest.approx(-there.balance.difference, abs=1e-6)
    widths = [lane.width for lane in there.lanes]
    assert [lane.width for lane in here.lanes] == pytest.approx(widths[::-1], abs=1e-6)


def assert_alike(one: GroundAreas, other: GroundAreas) -> None:
    assert set(one.apart) == set(other.apart)
    for name in ("whole", "good", "rough", "difficult"):
        assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-6)
    assert one.apart == pytest.approx(dict(other.apart), abs=1e-6)


STEP = 0.25


def sampled(layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """By point of a grid: y, and the hardest category there (4, 3, 1; 2 is apart, 0 open)."""
    xs, ys = np.meshgrid(
        np.arange(STEP / 2, layout.table.width, STEP), np.arange(STEP / 2, layout.table.depth, STEP)
    )
    points = np.column_stack((xs.ravel(), ys.ravel()))
    categories = {row.type: row.category for row in TERRAIN[str(layout.territory)]}
    rank = {"good": 1, "rough": 3, "difficult": 4}
    found = np.zeros(len(points), dtype=int)
    for piece in layout.pieces:
        if piece.fault is None:
            mine = rank.get(categories.get(piece.type, ""), 2)
            here = inside(points, np.array(piece.outline))
            found[here] = np.maximum(found[here], mine)
    return ys, found.reshape(xs.shape)


@pytest.mark.parametrize("layout", WILD)
def test_areas_and_symmetry_agree_with_points_counted(layout: Layout) -> None:
    found = fairness(layout, layout_rules(layout))
    ys, kind = sampled(layout)
    cell = STEP * STEP
    for half, in_half in (("defender", ys < 15), ("invader", ys > 15)):
        for rank, name in ((1, "good"), (3, "rough"), (4, "difficult")):
            counted = float((in_half & (kind == rank)).sum() * cell)
            assert getattr(found.halves[half], name) == pytest.approx(counted, abs=3)
        apart = sum(found.halves[half].apart.values())
        assert apart == pytest.approx(float((in_half & (kind == 2)).sum() * cell), abs=3)
    weight = np.select([kind == 1, kind == 3, kind == 4], [1, 2, 3], 0)
    alike = kind == kind[::-1, ::-1]
    if weight.any() and not (kind == 2).any():
        counted = float((weight * alike).sum() / weight.sum())
        assert found.symmetry == pytest.approx(counted, abs=0.02)


APART = 0.1


@pytest.mark.parametrize("layout", WILD)
def test_no_wider_lane_is_seen_by_looking_along_single_lines(layout: Layout) -> None:
    """Lines of sight, some way apart: which of them no side of what blocks crosses."""
    found = fairness(layout, layout_rules(layout))
    categories = {row.type: row.category for row in TERRAIN[str(layout.territory)]}
    walls = [
        np.array(piece.outline)
        for piece in layout.pieces
        if piece.fault is None and categories.get(piece.type) != "good"
    ]
    for degrees in {0.0, 17.0, -30.0, *(lane.degrees for lane in found.lanes if lane.degrees)}:
        near = np.arange(APART / 2, layout.table.width, APART)
        far = near - 12 * math.tan(math.radians(degrees))
        seen = ~np.any([crossed(near, far, wall) for wall in walls], axis=0)
        for at, lane in enumerate(found.lanes):
            low, high = 15 * at, 15 * (at + 1)
            inside_third = (near >= low) & (near <= high) & (far >= low) & (far <= high)
            count = longest_run(seen & inside_third)
            narrower = APART * math.cos(math.radians(degrees))
            assert (count - 1) * narrower <= lane.width + 1e-9
            if degrees == lane.degrees:
                assert (count + 1) * narrower >= lane.width - 1e-9


def crossed(near: np.ndarray, far: np.ndarray, wall: np.ndarray) -> np.ndarray:
    """Which lines from (near, 9) to (far, 21) meet the wall: cross a side or begin inside it."""
    a, b = wall[None, :, :], np.roll(wall, -1, axis=0)[None, :, :]
    start = np.column_stack((near, np.full_like(near, 9)))[:, None, :]
    end = np.column_stack((far, np.full_like(far, 21)))[:, None, :]
    apart = side_of(start, end, a) * side_of(start, end, b) < 0
    across = side_of(a, b, start) * side_of(a, b, end) < 0
    return np.asarray((apart & across).any(axis=1) | inside(start[:, 0, :], wall))


def side_of(a: np.ndarray, b: np.ndarray, point: np.ndarray) -> np.ndarray:
    ab, ap = b - a, point - a
    return np.asarray(ab[..., 0] * ap[..., 1] - ab[..., 1] * ap[..., 0])


def longest_run(free: np.ndarray) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], free.astype(int), [0]))))
    return int((edges[1::2] - edges[::2]).max(initial=0))
