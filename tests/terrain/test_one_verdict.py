"""Do the quick ways of judging say what the thorough ones do?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import Layout, read_layout
from terrain.core.legality import check, check_placement
from terrain.core.outline import Made, Outline, extents, fault_of, least_sides, polygon, turned
from tests.oracle.layouts import Json
from tests.oracle.wild_layouts import tame_layout, wild_layout
from tests.terrain.laying import rect


def fresh(said: list[Json]) -> list[Layout]:
    """The layouts as they were read, nothing worked out for any piece."""
    return [read_layout(each) for each in said]


def test_a_table_judged_at_once_is_the_same_as_piece_by_piece() -> None:
    said = [*map(wild_layout, range(60)), *map(tame_layout, range(3))]
    for at_once, singly in zip(fresh(said), fresh(said), strict=True):
        rules = layout_rules(at_once)
        found = [
            violation
            for at, piece in enumerate(singly.pieces)
            for violation in check_placement(singly.with_pieces(singly.pieces[:at]), piece, rules)
        ]
        drawn = check(at_once, rules)
        assert [replace(v, where=None) for v in drawn] == [replace(v, where=None) for v in found]


OUTLINES: list[tuple[Outline, tuple[Outline, ...]]] = [
    (rect(3, 3, 6, 6), ()),
    ((), ()),
    (((0, 0), (4, 4), (4, 0), (0, 4)), ()),
    (((0, 0), (4, 0), (4, float("nan"))), ()),
    (((0, 0), (4, 0), (8, 0)), ()),
    (((0, 0), (4, 0), (4, 4), (4, 0)), ()),
    (rect(3, 3, 6, 6), (rect(4, 4, 1, 1),)),
    (((0, 0), (1000, 0), (500, 1e-9)), ()),
    (((0, 0), (3, 0), (3, 9)), ()),
]


def test_outlines_made_in_one_go_are_those_made_one_by_one() -> None:
    assert Made.of_all(OUTLINES) == [Made.of(*each) for each in OUTLINES]
    assert Made.of_all([]) == []
    assert [fault_of(*each) for each in OUTLINES] == [
        None,
        "too_few_points",
        "self_crossing",
        "not_finite",
        "zero_area",
        "repeated_point",
        "hole",
        None,
        None,
    ]


@pytest.mark.parametrize("degrees", [0, 30, 45, 77.7])
@pytest.mark.parametrize("size", [(4, 4), (4, 8), (0.01, 30)])
def test_the_least_rectangle_is_one_of_those_along_the_hull(
    size: tuple[float, float], degrees: float
) -> None:
    corners = turned(rect(10, 10, *size), about=(12, 12), degrees=degrees)
    measure = extents(polygon(corners))
    found = least_sides(polygon(corners))
    assert found is not None
    at = measure.least()
    assert np.allclose(found, (measure.short[at], measure.long[at]), atol=1e-9)
