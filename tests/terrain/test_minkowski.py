"""Do the sums of outlines hold exactly those spots at which one meets the other?"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some

from terrain.core.minkowski import (
    SAG,
    as_array,
    filled,
    left_of,
    loops_of,
    outset,
    sums,
    turns_of,
    without_holes,
)
from terrain.core.outline import Outline, polygon, slid
from terrain.core.smoothing import CLEFTS, enclosing, smoothed
from tests.terrain.ragged import comb, horseshoe, some_outline

exactly = settings(deadline=None, max_examples=60, derandomize=True)
seeds = some.integers(0, 2**32)


def ring(outline: Outline) -> Any:
    return np.array(outline) - outline[0]


def spots(chooser: Random, count: int) -> Any:
    return np.array([(chooser.uniform(-15, 30), chooser.uniform(-15, 30)) for _ in range(count)])


def distances(outline: Outline, lying: Any, at: Any) -> Any:
    """How far the outline, its first point laid at each spot, is from the nearest piece."""
    laid = shapely.polygons(ring(outline)[None] + at[:, None])
    return shapely.distance(laid[:, None], lying[None]).min(axis=1)


def agree(seed: int, count: int = 100) -> None:
    """A table full of anything, and a gap: the ground that is left, against plain distances."""
    chooser = Random(seed)
    lying = as_array(
        [
            polygon(
                slid(some_outline(chooser), by=(chooser.randint(0, 14), chooser.randint(0, 14)))
            )
            for _ in range(chooser.randint(1, 4))
        ]
    )
    hand = some_outline(chooser)
    gap = chooser.choice((0, 0.5, 1.99, 5))
    grown = filled(outset(as_array([shapely.polygons(ring(hand))]), gap), 1)[0]
    hands = [loops_of(as_array([part])).points for part in without_holes(grown)]
    ground = left_of(shapely.box(-15, -15, 30, 30), sums(loops_of(lying), hands))

    at = spots(chooser, count)
    off = distances(hand, lying, at)
    free = shapely.intersects_xy(ground, *at.T)

    assert shapely.is_valid(ground)
    assert not (free & (off < gap - 1e-6)).any()
    assert not (~free & (off > gap + (SAG if gap else 0) + 1e-6)).any()


@exactly
@given(seeds)
def test_what_is_left_is_what_keeps_the_distance(seed: int) -> None:
    agree(seed)


@pytest.mark.soak
@settings(deadline=None, max_examples=5000, derandomize=True)
@given(seeds)
def test_what_is_left_is_what_keeps_the_distance_of_very_many(seed: int) -> None:
    agree(seed, 400)


def test_a_sum_has_a_hole_where_the_outline_has_room_within() -> None:
    chooser = Random(1)
    around = polygon(horseshoe(chooser))
    met = filled(sums(loops_of(as_array([around])), [ring(((0, 0), (2, 0), (2, 2), (0, 2)))]), 1)[0]

    assert len(met.interiors) == 1
    assert not shapely.intersects_xy(met, -1, -1)


def test_an_outline_with_a_gap_about_it_may_close_round_a_hole() -> None:
    around = as_array([polygon(horseshoe(Random(1)))])
    grown = filled(outset(around, 0.9), 1)[0]
    parts = without_holes(grown)

    assert len(grown.interiors) == 1
    assert [len(part.interiors) for part in parts] == [0] * len(parts)
    assert shapely.area(parts).sum() == pytest.approx(shapely.area(grown))


def test_what_is_left_of_several_grounds_with_a_hole() -> None:
    with_hole = shapely.difference(shapely.box(0, 0, 10, 10), shapely.box(4, 4, 6, 6))
    ground = shapely.union(with_hole, shapely.box(20, 0, 30, 10))
    closed = loops_of(as_array([shapely.box(5, 5, 25, 7)]))
    left = left_of(ground, closed)
    assert shapely.equals(left, shapely.difference(ground, shapely.box(5, 5, 25, 7)))


def test_the_sum_of_two_squares_is_a_square() -> None:
    square = ((0, 0), (2, 0), (2, 2), (0, 2))
    met = filled(sums(loops_of(as_array([polygon(square)])), [ring(square)]), 1)[0]
    assert shapely.equals(met, shapely.box(-2, -2, 2, 2))


def test_smoothing_fills_narrow_clefts_and_leaves_wide_ones() -> None:
    narrow, wide = polygon(comb(98)), polygon(horseshoe(Random(1)))
    for shape in (narrow, wide):
        assert shapely.covers(enclosing(shape, 0.2), shape)
    assert turns_of(loops_of(as_array([enclosing(narrow, 0.2)])))[0] < 2
    assert shapely.area(enclosing(wide, 0.2)) < 1.1 * shapely.area(wide)


def test_what_is_smoothed_encloses_what_it_was() -> None:
    for seed in range(60):
        shape = polygon(some_outline(Random(seed)))
        for by in CLEFTS:
            assert shapely.covers(enclosing(shape, by), shape)


def test_only_what_is_too_ragged_is_smoothed() -> None:
    plain, wild = polygon(((0, 0), (4, 0), (4, 4), (0, 4))), polygon(comb(98))
    assert smoothed(plain, [plain, None]).rough == frozenset()
    found = smoothed(wild, [plain, None, wild])
    assert found.rough == {0, 2}
    assert found.rings.owners.tolist() == [0, 2]
