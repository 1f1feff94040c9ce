"""Have the outlines that are offered the sides that are asked for, and are they told apart?"""

from __future__ import annotations

import pytest

from setup_app.layouts import silhouettes
from terrain.core import shapes
from terrain.core.outline import extents, polygon
from terrain.core.rules import SizeLimits
from terrain.core.shapes.kinds import KINDS

LIMITS = SizeLimits(4, 4, 8)
ROUNDED = 0.01
"""In base widths: a page keeps points to a thousandth of a side."""


def sized(points: list[list[int]], sides: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """An outline as a page's script makes it of such points."""
    width, depth = sides
    return tuple(
        (round(x / silhouettes.FINE * width, 3), round(y / silhouettes.FINE * depth, 3))
        for x, y in points
    )


@pytest.mark.parametrize("ground", sorted(KINDS))
@pytest.mark.parametrize("sides", [(4.0, 4.0), (8.0, 4.0), (5.5, 4.01), (8.0, 6.4)])
def test_each_has_the_sides_for_which_it_is_drawn(ground: str, sides: tuple[float, float]) -> None:
    offered = silhouettes.offered(ground, 7, LIMITS)
    proportion = sum(bound <= sides[0] / sides[1] for bound in offered["bounds"])

    for figures in offered["figures"]:
        rectangles = extents(polygon(sized(figures[proportion], sides)))
        all_sides = zip(rectangles.long.tolist(), rectangles.short.tolist(), strict=True)
        assert any(each == pytest.approx(sides, abs=0.002) for each in all_sides)


def test_they_are_others_each_time_and_for_each_piece() -> None:
    def firsts(*names: str) -> list[list[int]]:
        number = silhouettes.first_for(*names)
        return [each[0] for each in silhouettes.offered("wood", number, LIMITS)["figures"]]

    one, other = firsts("battle", "3-place_piece-0"), firsts("battle", "5-place_piece-0")

    different = {str(points) for points in [*one, *other]}
    assert len(different) == 2 * silhouettes.OFFERED
    assert firsts("battle", "3-place_piece-0") == one


@pytest.mark.parametrize(
    ("limits", "proportions"),
    [(SizeLimits(6, 6, 6), 1), (SizeLimits(6, 6, 10), 3), (LIMITS, 4), (None, 4)],
)
def test_none_comes_for_sides_that_cannot_be(limits: SizeLimits | None, proportions: int) -> None:
    offered = silhouettes.offered("hill", 1, limits)
    assert [len(each) for each in offered["figures"]] == [proportions] * silhouettes.OFFERED


def test_a_page_is_sent_what_is_drawn_here() -> None:
    offered = silhouettes.offered("marsh", 41, LIMITS)
    width = 6 * shapes.PROPORTIONS[1]
    drawn = silhouettes.outline("marsh", (width, 6.0), 43)
    sent = sized(offered["figures"][2][1], (width, 6.0))
    assert sent == tuple(pytest.approx(point, abs=ROUNDED) for point in drawn)
