"""Outlines with character: of the wished size, simple, of one kind, the same from the same seed."""

from __future__ import annotations

import hashlib
import math
from itertools import product
from random import Random

import numpy as np
import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as some

from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from setup_app.rulebooks.pbs_2023_1.type_rules import House, types_of
from terrain.core import shapes
from terrain.core.demands.sizes import fits_size
from terrain.core.outline import (
    anticlockwise,
    extents,
    fault_of,
    polygon,
    rounded,
    signed_area,
    turned,
)
from terrain.core.rules import SizeLimits
from terrain.core.shapes.kinds import KINDS
from terrain.core.shapes.silhouettes import PROPORTIONS, STOCK, proportion_of, silhouette
from terrain.core.shapes.upright import is_sound, seat
from tools import shape_sheet

SIDES = (4.0, 6.0, 7.123, 10.0)
TOLERANCE = 0.01
LEAST_FILL = 0.35

kinds = some.sampled_from(sorted(KINDS))
sides = some.integers(4000, 10_000).map(lambda thousandths: thousandths / 1000)
seeds = some.integers(0, 2**32)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(kinds, sides, sides, seeds)
@example("gully", 4.0, 10.0, 1)
def test_an_outline_fills_the_wished_rectangle_exactly(
    kind: str, width: float, depth: float, seed: int
) -> None:
    outline = shapes.figure(kind, (width, depth), Random(seed))
    assert fault_of(outline) is None
    assert outline == rounded(anticlockwise(outline))
    assert "-0.0" not in repr(outline)
    assert shapely.bounds(polygon(outline)).tolist() == [0, 0, width, depth]
    # One side of the hull lies on the rectangle, so that the rules measure along it.
    measured = extents(polygon(outline))
    by_sides = np.sort([measured.along, measured.across], axis=0).T
    assert np.isclose(by_sides, sorted((width, depth)), rtol=0, atol=1e-9).all(axis=1).any()


@settings(deadline=None, derandomize=True, max_examples=150)
@given(kinds, sides, sides, seeds, some.floats(0, 360))
def test_turning_and_rounding_leave_its_size_within_half_the_tolerance(
    kind: str, width: float, depth: float, seed: int, degrees: float
) -> None:
    outline = turned(
        shapes.figure(kind, (width, depth), Random(seed)), about=(3, 4), degrees=degrees
    )
    measured = extents(polygon(outline))
    short, long = sorted((width, depth))
    off = np.maximum(abs(measured.short - short), abs(measured.long - long))
    assert off.min() <= TOLERANCE / 2


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_silhouette_is_sound_however_it_is_swayed(kind: str) -> None:
    for proportion, number in product(range(len(PROPORTIONS)), range(0, STOCK, 3)):
        assert_sound(kind, proportion, number)


@pytest.mark.soak
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_whole_stock_of_a_kind_is_sound(kind: str) -> None:
    for proportion, number in product(range(len(PROPORTIONS)), range(STOCK)):
        assert_sound(kind, proportion, number)


def assert_sound(kind: str, proportion: int, number: int) -> None:
    drawn = silhouette(kind, proportion, number)
    assert 12 <= drawn.points.shape[1] <= 48
    swayed = []
    for signs in product((-1, 1), repeat=4):
        bulge, slant = drawn.sway * np.array(signs).reshape(2, 2, 1)
        swayed.append((drawn.points + drawn.bulge * bulge + drawn.slant * slant).T)
    polygons = shapely.polygons(swayed)
    assert len(set(map(tuple, drawn.points.T.tolist()))) == drawn.points.shape[1]
    assert shapely.is_valid(polygons).all()
    assert shapely.bounds(polygons).tolist() == [[0, 0, 1, 1]] * 16
    assert shapely.area(polygons).min() > LEAST_FILL
    seats = [seat([(x, y) for x, y in ring.tolist()]) for ring in swayed]
    assert min(seats) >= 0.24 * (1 - 2 * drawn.sway)


@pytest.mark.parametrize(
    ("ring", "sound"),
    [
        (((0, 0), (1, 0), (1, 1), (0, 1)), True),
        (((0, 0), (1, 0), (1, 1), (0.7, 1), (0.3, 0.6), (0.7, 0.6), (0.3, 1), (0, 1)), False),
        (((0, 0), (1, 0), (1, 0), (1, 1), (0, 1)), False),
        (((0, 0), (1, 0), (1, 0.2), (0.1, 0.2), (0.1, 1), (0, 1)), False),
        (((0, 0), (1, 0), (1, 0.005), (1, 1), (0, 1)), False),
        (
            ((0.45, 0), (0.55, 0), (1, 0.1), (1, 0.9), (0.55, 1), (0.45, 1), (0, 0.9), (0, 0.1)),
            False,
        ),
        (((0.4, 0), (0.65, 0), (1, 0.1), (1, 0.9), (0.55, 1), (0.45, 1), (0, 0.9), (0, 0.1)), True),
        (((0, 0), (1, 0), (1, 1), (0.52, 1), (0.5, 0.01), (0.48, 1), (0, 1)), False),
        (((0, 0), (1, 0), (1, 1), (0.51, 1), (0.6, 0.5), (0.49, 1), (0, 1)), True),
        (((0, 0), (0.5, 0), (1, 0.7), (1, 1), (0.5, 1), (0, 0.3)), False),
    ],
    ids=(
        "square",
        "crossing",
        "point twice",
        "thin",
        "short side",
        "no seat",
        "a seat",
        "neck",
        "bay",
        "slanted",
    ),
)
def test_what_is_sound(ring: tuple[tuple[float, float], ...], sound: bool) -> None:
    assert is_sound([(x, y) for x, y in ring], (1.0, 1.1)) is sound


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_size_that_is_reported_is_nearly_always_the_wished_one(kind: str) -> None:
    chooser, limits = Random(kind), SizeLimits(4, 4, 10)
    wished = 0
    for _ in range(60):
        size = shapes.some_size(limits, TOLERANCE, 1.0, chooser)
        measured = extents(polygon(shapes.figure(kind, size, chooser)))
        at = measured.least()
        wished += (measured.short[at], measured.long[at]) == pytest.approx(size, abs=TOLERANCE)
    assert wished >= 55


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_outline_of_whatever_proportion_is_a_sliver(kind: str) -> None:
    chooser = Random(kind)
    for width, depth in product(SIDES, SIDES):
        for _ in range(8):
            shape = polygon(shapes.figure(kind, (width, depth), chooser))
            measured = extents(shape)
            at = measured.least()
            filled = shapely.area(shape) / (measured.short[at] * measured.long[at])
            assert filled > LEAST_FILL + 0.05


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        ("gully", 0.45, 0.85),
        ("dune", 0.65, 0.92),
        ("fort", 0.7, 0.87),
        ("mountain", 0.78, 0.94),
        ("marsh", 0.8, 0.95),
        ("sand", 0.88, 1.0),
        ("hill", 0.84, 1.0),
        ("village", 0.87, 0.99),
        ("rock", 0.88, 1.0),
        ("brush", 0.91, 0.99),
        ("wood", 0.92, 0.98),
        ("forest", 0.955, 0.99),
        ("open", 0.99, 1.0),
        ("town", 0.99, 1.0),
        ("settlement", 0.98, 1.0),
    ],
)
def test_each_kind_is_as_hollow_as_it_should_be(kind: str, least: float, most: float) -> None:
    shares = []
    for number in range(STOCK):
        shape = shapely.polygons(silhouette(kind, number % 4, number).points.T)
        shares.append(shapely.area(shape) / shapely.area(shapely.convex_hull(shape)))
    assert least < min(shares)
    assert max(shares) <= most + 1e-9


def test_about_half_of_the_gullies_are_some_that_meet() -> None:
    """One that is bent has a single bay of any size; where two meet, each has one beside it."""
    forked = 0
    for number in range(STOCK):
        shape = shapely.polygons(silhouette("gully", number % 4, number).points.T)
        bays = shapely.get_parts(shapely.convex_hull(shape) - shape)
        forked += int((shapely.area(bays) > 0.03).sum() > 1)
    assert STOCK // 3 <= forked < STOCK


@pytest.mark.parametrize(("kind", "corners"), [("field", 4), ("orchard", 6)])
def test_the_sides_of_worked_land_are_straight(kind: str, corners: int) -> None:
    for number in range(STOCK):
        at = number % len(PROPORTIONS)
        long = PROPORTIONS[at]
        points = silhouette(kind, at, number).points.T @ (long, 1j)
        steps = np.roll(points, -1) - points
        turns = abs(np.angle(steps / np.roll(steps, 1), deg=True))
        # What turns by less is a hedge that was planted by hand.
        assert (turns > 45).sum() == corners
        assert np.sort(turns)[:-corners].max() < 5


def test_the_strips_of_tilled_land_end_square_to_their_rectangle() -> None:
    for number in range(STOCK):
        points = silhouette("tilth", number % 4, number).points.T
        steps = np.roll(points, -1, axis=0) - points
        ends = steps[abs(steps[:, 0]) > 0.1]
        assert len(ends) in (6, 8)
        assert (ends[:, 1] == 0).all()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_two_of_a_kind_are_never_alike(kind: str) -> None:
    stock = {silhouette(kind, 1, number).points.tobytes() for number in range(STOCK)}
    assert len(stock) == STOCK


def test_the_same_seed_gives_the_same_bytes_everywhere() -> None:
    drawn = hashlib.blake2b(digest_size=8)
    for kind in KINDS:
        for number in range(32):
            outline = shapes.figure(kind, (4 + number / 8, 7.5), Random(f"{kind} {number}"))
            drawn.update(repr(outline).encode())
    assert drawn.hexdigest() == "7caa14c9fb521aa0"


def test_an_array_holds_the_same_points() -> None:
    ring = shapes.ring_of("marsh", (8, 5), Random(3))
    assert tuple(map(tuple, ring.tolist())) == shapes.figure("marsh", (8, 5), Random(3))


@pytest.mark.parametrize(
    ("size", "proportion"),
    [((4, 4), 0), ((4, 4.559), 0), ((4.561, 4), 1), ((5, 9.89), 2), ((5, 9.91), 3), ((30, 3), 3)],
)
def test_a_silhouette_is_taken_from_those_of_its_proportion(
    size: tuple[float, float], proportion: int
) -> None:
    assert proportion_of(size) == proportion


def test_a_slender_kind_is_wished_longer_than_deep() -> None:
    limits = SizeLimits(4, 4, 8)
    assert shapes.some_size(limits, TOLERANCE, 0.0, Random(1)) == (4, 4)
    assert shapes.some_size(limits, TOLERANCE, 0.0, Random(1), "gully") == (4, 6)
    assert shapes.some_size(SizeLimits(6, 6, 6), TOLERANCE, 1.0, Random(1), "gully") == (6, 6)


def test_a_word_of_no_kind_is_open_ground() -> None:
    assert shapes.figure("swamp", (5, 8), Random(3)) == shapes.figure("open", (5, 8), Random(3))
    assert shapes.family("swamp") == "swamp"


def test_every_type_that_has_a_size_has_a_figure_of_its_own() -> None:
    words = {
        name: rules.figure
        for territory in TERRITORIES.values()
        for name, rules in types_of(territory, House({})).items()
        if rules.sizes
    }
    assert sorted(words.values()) == sorted(KINDS)
    families = {name: shapes.family(word) for name, word in words.items()}
    assert {name for name, family in families.items() if family == "field"} == {
        "fields",
        "tilled_fields",
        "orchards_vineyards",
    }
    assert {name for name, family in families.items() if family == "built"} == {
        "village",
        "town",
        "vital_settlement",
        "fort",
    }


@pytest.mark.parametrize(
    "limits",
    [
        SizeLimits(4, 4, 8),
        SizeLimits(6, 6, 10),
        SizeLimits(4, 4, 6),
        SizeLimits(4, 6, 10, long_exclusive=True),
    ],
)
@settings(deadline=None, derandomize=True, max_examples=40)
@given(scale=some.floats(0, 1), seed=seeds, kind=kinds, degrees=some.floats(0, 360))
@example(scale=0.0, seed=0, kind="town", degrees=45.0)
@example(scale=1.0, seed=0, kind="town", degrees=45.0)
def test_a_piece_of_some_size_is_within_its_limits(
    limits: SizeLimits, scale: float, seed: int, kind: str, degrees: float
) -> None:
    chooser = Random(seed)
    size = shapes.some_size(limits, TOLERANCE, scale, chooser)
    outline = shapes.figure(kind, size, chooser)
    for laid in (outline, turned(outline, about=(0, 0), degrees=degrees)):
        assert fits_size(extents(polygon(laid)), limits, TOLERANCE)


@settings(deadline=None, derandomize=True)
@given(some.floats(0, 1), seeds)
def test_a_town_measures_more_than_six(scale: float, seed: int) -> None:
    town = SizeLimits(4, 6, 10, long_exclusive=True)
    short, long = shapes.some_size(town, TOLERANCE, scale, Random(seed))
    assert 4 <= short <= long <= 10
    assert long > 6.01


def test_the_least_and_the_greatest_size() -> None:
    town = SizeLimits(4, 6, 10, long_exclusive=True)
    assert shapes.least_size(town, TOLERANCE) == (4, 6.01)
    assert shapes.least_size(SizeLimits(6, 6, 10), TOLERANCE) == (6, 6)
    assert shapes.some_size(town, TOLERANCE, 0.0, Random(1)) == (4, 6.012)


def test_the_plainest_outlines() -> None:
    assert shapes.rectangle((4, 6)) == ((0, 0), (4, 0), (4, 6), (0, 6))
    assert math.isclose(signed_area(shapes.triangle((4, 4))), 8)


@pytest.mark.parametrize("bare", [True, False])
def test_the_sheet_shows_eight_of_each_type_asked_for(bare: bool) -> None:
    known = shape_sheet.types()
    drawn = [shape_sheet.row(known[name], "1", bare=bare) for name in ("hills", "fort")]
    assert shape_sheet.sheet(drawn).count("<polygon") == (16 if bare else 0)
    assert shape_sheet.sheet(drawn).count("</svg>") == 3
