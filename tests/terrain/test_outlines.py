"""What can be said of one outline by itself."""

from __future__ import annotations

from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some

from terrain.core import shapes
from terrain.core.outline import (
    Outline,
    anticlockwise,
    core_of,
    extents,
    polygon,
    signed_area,
    slid,
    turned,
    widest,
)
from tests.terrain.laying import rect


def size(outline: Outline) -> tuple[float, float]:
    measure = extents(polygon(outline))
    at = measure.least()
    return round(float(measure.short[at]), 3), round(float(measure.long[at]), 3)


@pytest.mark.parametrize(
    ("outline", "expected"),
    [
        (rect(1, 2, 3, 7), (3, 7)),
        (turned(rect(0, 0, 3, 7), about=(1, 1), degrees=33), (3, 7)),
        (((0, 0), (8, 0), (0, 8)), (8, 8)),
        (((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)), (6, 6)),
    ],
)
def test_the_size_is_that_of_the_least_area_and_then_of_the_shorter_long_side(
    outline: Outline, expected: tuple[float, float]
) -> None:
    short, long = size(outline)
    assert (short, long) == (
        pytest.approx(expected[0], abs=2e-3),
        pytest.approx(expected[1], abs=2e-3),
    )


def test_quarter_turns_are_exact() -> None:
    outline = ((1.234, 5.678), (3, 5.678), (3, 9))
    assert turned(outline, about=(1, 1), degrees=90) == ((-3.678, 1.234), (-3.678, 3), (-7, 3))
    assert turned(outline, about=(1, 1), degrees=360) == outline
    assert turned(outline, about=(1, 1), degrees=-90) == turned(outline, about=(1, 1), degrees=270)


def test_a_slide_is_exact_to_three_decimals() -> None:
    assert slid(((0.1, 0.2), (1, 0), (1, 1)), by=(0.2, 0.1)) == ((0.3, 0.3), (1.2, 0.1), (1.2, 1.1))


@settings(deadline=None, derandomize=True)
@given(some.floats(-720, 720), some.integers(0, 10_000))
def test_turning_keeps_size_and_winding(degrees: float, seed: int) -> None:
    outline = shapes.figure("open", (5, 7), Random(seed))
    after = turned(outline, about=(3, 4), degrees=degrees)
    assert signed_area(after) == pytest.approx(signed_area(outline), abs=0.05)
    for before, now in zip(size(outline), size(after), strict=True):
        assert now == pytest.approx(before, abs=0.01)


@pytest.mark.parametrize(("width", "left"), [(0.009, False), (0.01, False), (0.011, True)])
def test_a_core_is_left_of_what_is_somewhere_wider(width: float, left: bool) -> None:
    strip = shapely.box(0, 0, 5, width)
    assert shapely.is_empty(core_of(strip, 0.01)) is not left
    assert widest(strip) == pytest.approx(width)


def test_the_widest_part_of_several_counts() -> None:
    both = shapely.union(shapely.box(0, 0, 5, 1), shapely.box(0, 3, 5, 5))
    assert widest(both) == 2
    assert widest(shapely.from_wkt("LINESTRING (0 0, 1 1)")) == 0


def test_anticlockwise_keeps_the_first_point() -> None:
    assert anticlockwise(((0, 0), (0, 1), (1, 0))) == ((0, 0), (1, 0), (0, 1))
    assert anticlockwise(((0, 0), (1, 0), (0, 1))) == ((0, 0), (1, 0), (0, 1))
    assert anticlockwise(()) == ()
