"""Which outline does a typed measure stand for?"""

import pytest
from django.http import QueryDict

from setup_app.battles.pages.answers import Reshaped
from setup_app.layouts.edge_to_edge import band, strip
from setup_app.rulebook_pages.pbs_2023_1.outlines import Measured, as_polygon, measures_of, outline
from setup_app.rulebook_pages.pbs_2023_1.place_form import read_placement
from terrain.core.outline import extents, polygon
from terrain.core.rules import SizeLimits

TABLE = {"width": 45, "depth": 30}
NAMES = ("width", "depth", "degrees", "left", "near")


def box(ring):
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return tuple(round(each, 3) + 0.0 for each in (min(xs), min(ys), max(xs), max(ys)))


@pytest.mark.parametrize("shape", ["rectangle", "ellipse", "blob"])
def test_a_piece_measures_what_was_typed_and_lies_where_it_was_typed(shape):
    assert box(outline(Measured(shape, 7, 5, 0, 3, 2))) == (3, 2, 10, 7)


def test_a_turned_piece_lies_with_its_nearest_part_at_the_typed_distance():
    assert box(outline(Measured("rectangle", 8, 4, 90, 1, 1))) == (1, 1, 5, 9)


@pytest.mark.parametrize(
    ("side", "lies"), [("left", (0, 0, 4.5, 30)), ("right", (40.5, 0, 45, 30))]
)
def test_deep_water_lies_along_a_whole_side_edge(side, lies):
    assert box(strip(side, 4.5, TABLE)) == lies


def test_a_slanting_band_is_cut_along_the_edges_on_which_it_ends():
    ring = band(((10, 0), (16, 30)), 1.0, TABLE)
    assert sorted(round(y, 6) for _, y in ring) == [0, 0, 30, 30]
    (ax, _), _, _, (dx, _) = ring
    assert abs(ax - dx) == pytest.approx(1.0 * (1 + 0.2**2) ** 0.5, abs=1e-6)


def test_a_polygon_is_closed_and_has_three_decimals():
    assert as_polygon([(0, 0), (1.23456, 0), (0, 1)])["coordinates"] == [
        [[0, 0], [1.235, 0], [0, 1], [0, 0]]
    ]


@pytest.mark.parametrize("shape", ["rectangle", "ellipse", "blob"])
@pytest.mark.parametrize(("width", "depth"), [(8, 7), (6, 6), (4, 8), (9.5, 6.1)])
def test_the_rules_measure_of_a_piece_is_what_was_typed(shape, width, depth):
    rectangles = extents(polygon(tuple(outline(Measured(shape, width, depth, 25, 3, 2)))))
    least = rectangles.least()
    measured = (float(rectangles.short[least]), float(rectangles.long[least]))
    assert measured == pytest.approx((min(width, depth), max(width, depth)), abs=0.005)


LIMITS = SizeLimits(6, 6, 10)


@pytest.mark.parametrize("shape", ["rectangle", "ellipse", "blob"])
@pytest.mark.parametrize("size", [(5, 6.5), (6.5, 5), (5.9, 9), (10.2, 6), (8, 10.5), (3, 3)])
def test_a_piece_that_was_typed_off_its_limits_has_no_other_rectangle_within_them(shape, size):
    ring = outline(Measured(shape, *size, 15, 3, 2, LIMITS))
    rectangles = extents(polygon(tuple(ring)))
    sides = zip(rectangles.short.tolist(), rectangles.long.tolist(), strict=True)
    assert [each for each in sides if each[0] >= 5.99 and each[1] <= 10.01] == []


@pytest.mark.parametrize("shape", ["rectangle", "ellipse"])
@pytest.mark.parametrize(("width", "depth", "degrees"), [(7, 6, 0), (3, 8.5, 30), (6, 6.5, -20)])
def test_the_measures_of_an_outline_are_those_that_were_typed(shape, width, depth, degrees):
    drawn = as_polygon(outline(Measured(shape, width, depth, degrees, 20, 10)))
    found = measures_of(drawn)
    figures = (width, depth, degrees, 20, 10)
    assert found["shape"] == shape
    assert tuple(float(found[name]) for name in NAMES) == pytest.approx(figures, abs=0.02)


def test_an_outline_that_nobody_typed_is_organic_and_one_that_is_none_has_no_measures():
    lens = as_polygon([(20, 10), (24, 8), (28, 10), (24, 12)])
    assert measures_of(lens)["shape"] == "blob"
    assert measures_of(as_polygon([(20, 10), (24, 10), (28, 10), (22, 10)])) == {}


def test_the_measures_of_an_offered_outline_say_which_it_is():
    drawn = as_polygon(outline(Measured("blob", 7, 6, 10, 20, 10, ground="wood", figure=13)))
    assert measures_of(drawn, "wood", 11)["figure"] == "13"
    assert "figure" not in measures_of(drawn, "hill", 11)


def test_without_a_script_another_shape_is_the_next_one_and_what_was_typed_stays():
    typed = {"form": "blob", "width": "7", "depth": "6", "left": "20", "near": "x"}
    sent = QueryDict(mutable=True)
    sent.update({"do": "another", "ground": "wood", "figure": "12", "shape": "ellipse", **typed})

    with pytest.raises(Reshaped) as wanted:
        read_placement(sent, TABLE)

    kept = {name: typed[name] for name in ("width", "depth", "left", "near")}
    assert wanted.value.typed == {**kept, "shape": "blob", "figure": "13"}


def test_the_number_of_an_outline_decides_what_is_laid():
    def drawn(figure):
        sent = QueryDict(mutable=True)
        sent.update({"form": "blob", "shape": "blob", "ground": "wood", "figure": str(figure)})
        return read_placement(sent, TABLE)["outline"]

    assert drawn(12) == drawn(12) != drawn(13)
