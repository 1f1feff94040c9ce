"""Is a table weighed by its card, and called far off by the fences and not before?"""

from __future__ import annotations

import pytest

from setup_app.layouts.outliers import (
    Spread,
    far_off,
    fences,
    figures_of,
    is_inside,
    noticed,
    spreads,
)


def test_a_table_is_weighed_by_five_figures_of_its_card() -> None:
    half = {"whole": 600.0, "open": 450.0}
    card = {
        "balance": {"share": -0.25},
        "symmetry": 0.1,
        "halves": {"defender": half, "invader": {**half, "open": 510.0}},
        "lanes": [{"width": 15.0}, {"width": 0.0}, {"width": 3.0}],
    }
    layout = {"table": {"width": 45.0, "depth": 30.0}, "pieces": [{}, {}, {}]}

    assert figures_of(card, layout) == {
        "balance": -0.25,
        "symmetry": 0.1,
        "open": 0.8,
        "lanes": 0.4,
        "pieces": 3,
    }


def test_quartiles_are_by_linear_interpolation_and_fences_one_and_a_half_of_them_away() -> None:
    # Worked by hand: of 1, 2, 3, 4, 10 the quartiles are 2, 3 and 4.
    assert spreads([{"open": each} for each in (10, 1, 4, 2, 3)], ["open"]) == {
        "open": Spread(lower=2.0, median=3.0, upper=4.0, low=-1.0, high=7.0)
    }


@pytest.mark.parametrize(
    ("figure", "inside"),
    [(-1.001, False), (-1, True), (-0.999, True), (6.999, True), (7, True), (7.001, False)],
)
def test_what_lies_on_a_fence_is_inside(figure: float, inside: bool) -> None:
    spread = {"open": Spread(2.0, 3.0, 4.0, -1.0, 7.0)}

    assert (far_off({"open": figure}, spread) == []) is inside
    assert is_inside({"open": figure}, fences(spread)) is inside


@pytest.mark.parametrize("figures", [[], [5], [1, 9]])
def test_few_tables_have_no_outlier(figures: list[float]) -> None:
    weighed = [{"open": each} for each in figures]

    spread = spreads(weighed, ["open"])

    assert [far_off(each, spread) for each in weighed] == [[]] * len(figures)


def test_nobody_is_told_of_a_difference_that_he_would_not_see() -> None:
    alike = [{"balance": 0.0, "symmetry": 0.0, "pieces": 5} for _ in range(6)]
    seldom = {"balance": 0.02, "symmetry": 0.9, "pieces": 7}
    far = {"balance": 0.2, "symmetry": 0.0, "pieces": 8}
    strict = spreads([*alike, seldom, far], seldom)

    assert far_off(seldom, strict) == ["balance", "symmetry", "pieces"]
    assert far_off(seldom, noticed(strict)) == []
    assert far_off(far, noticed(strict)) == ["balance", "pieces"]
