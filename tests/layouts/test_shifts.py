"""Where may a piece go that lies already, slid within its reach or turned about a point?

Squares that lie straight: what is expected is plain arithmetic of their corners.
"""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
import shapely.geometry

from setup_app.layouts import shifts
from setup_app.layouts.table_picture import table_svg
from tests.layouts.test_checking import box, layout, piece

LYING = box(20, 10, 6, 6)
BESIDE = layout(piece("m", LYING), piece("n", box(30, 10, 6, 6)))
FREE = 4.0
"""As far to the right the two touch."""


def slid(dx: float, dy: float) -> dict[str, Any]:
    return {
        "layout": BESIDE,
        "moving": "m",
        "most": 6,
        "outline": box(20 + dx, 10 + dy, 6, 6),
    }


def test_the_region_of_a_slide_ends_at_its_reach_and_at_what_it_would_lie_on() -> None:
    told = shifts.ground_for(slid(0, 0))
    region = shapely.geometry.shape(told["region"])
    x0, y0 = LYING["coordinates"][0][0]
    legal = {
        (dx / 4, dy / 4): math.hypot(dx, dy) <= 24 and (dx <= 16 or abs(dy) >= 24)
        for dx in range(-25, 26)
        for dy in range(-25, 26)
        if abs(math.hypot(dx, dy) - 24) > 0.02
    }
    found = {(dx, dy): region.covers(shapely.Point(x0 + dx, y0 + dy)) for dx, dy in legal}
    assert found == legal
    on = [hint["pieces"] for hint in told["hints"] if hint["code"] == "overlap"]
    assert on == [("m", "n")]


@pytest.mark.parametrize("edge", ["defender", "invader"])
def test_a_piece_in_hand_is_drawn_as_it_will_lie_on_the_table_seen_so(edge: Any) -> None:
    layout = {**BESIDE, "pieces": BESIDE["pieces"][:1]}
    drawn = table_svg(layout, interactive=True, view_from=edge)

    told = shifts.ground_for({**slid(0, 0), "layout": layout, "seen_from": edge})

    outline = re.compile(r'class="outline" d="([^"]+)"')
    assert outline.findall(told["drawn"]) == outline.findall(drawn)
    assert "<text" not in told["drawn"]


@pytest.mark.parametrize(
    ("most", "left", "slides"),
    [(6, 20, True), (0.2, 20, True), (6, 6.1, True), (6, 6.0, False), (6, 5.9, False)],
)
def test_whether_a_piece_may_be_slid_at_all_is_known(
    most: float, left: float, slides: bool
) -> None:
    """On open ground, or in a hole that is as deep as the piece and so far wide."""
    walls = [box(20 - 6, 0, 6, 30), box(20 + left, 0, 20, 30)]
    above = [box(20, 16, left, 14), box(20, 0, left, 10)] if left < 20 else []
    others = [piece(f"w{at}", each) for at, each in enumerate([*walls, *above])]
    shut = layout(piece("m", LYING), *others)

    asked = {"layout": shut, "moving": "m", "most": most}
    assert shifts.slides_somewhere(asked) == {"slides": slides}


@pytest.mark.parametrize(
    ("put", "by", "distance"),
    [
        ((2, 3), [2, 3], 0),
        ((5, 3), [FREE, 3], 1),
        ((0, 9), [0, 6], 3),
        ((-6, -8), [-3.6, -4.8], 4),
    ],
)
def test_the_nearest_slide_starts_where_the_piece_lay(
    put: tuple[float, float], by: list[float], distance: float
) -> None:
    found = shifts.nearest_slide(slid(*put))
    assert found["by"] == pytest.approx(by, abs=0.05)
    assert found["distance"] == pytest.approx(distance, abs=0.02)
    assert math.hypot(*found["by"]) <= 6.01


def turned(degrees: float, above: Any) -> dict[str, Any]:
    """A piece of 8 by 4, turned about its middle below another one."""
    lies = layout(piece("m", box(20, 10, 8, 4)), piece("n", above))
    asked = {"layout": lies, "moving": "m", "about": [24, 12], "degrees": degrees}
    return shifts.turn_nearest(asked)


# Turned by t its half height is 4 sin t + 2 cos t: 3, where the other lies, at 15.57 degrees.
@pytest.mark.parametrize(
    ("degrees", "found"),
    [
        (12.5, 12.5),
        (30, 15),
        (80, 15),
        (89.6, 15),
        (90, 165),
        (90.4, 165),
        (-30, -15),
        (179.5, 179.5),
    ],
)
def test_the_nearest_turn_is_the_nearest_whole_one_that_clears_its_neighbour(
    degrees: float, found: float
) -> None:
    told = turned(degrees, box(20, 15, 8, 6))
    assert told == {"about": [24, 12], "degrees": found, "distance": abs(found - degrees)}


def test_there_is_no_turn_about_a_point_on_which_another_piece_lies() -> None:
    told = turned(40, box(22, 11, 6, 6))
    assert (told["degrees"], told["distance"]) == (None, None)
