"""Do names keep apart, on the table, and lines off them, on tables as they are played?"""

from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest
import shapely

from terrain.core.layout import Layout
from terrain.draw.lines import TableLines, line_marks
from terrain.draw.marks import Label
from terrain.draw.scene import Use, scene
from terrain.draw.view import View, ViewFrom
from tests.terrain.play import play
from tests.terrain_draw import layouts

BOXES = [
    ("waterside", "normal", ("rocky_ground", "woods"), 11),
    ("desert", "dense", (), 12),
    ("cultivated", "very_dense", (), 13),
    ("forest", "dense", ("deep_water",), 14),
    ("jungle", "dense", ("mountains", "forest"), 15),
    ("plains", "normal", ("rocky_ground", "woods"), 16),
    ("mountains", "dense", ("rocky_ground", "woods"), 17),
]


@lru_cache(maxsize=len(BOXES))
def played(territory: str, density: str, flank: tuple[str, ...], seed: int) -> Layout:
    return play(territory, density, flank, seed).layout


@pytest.mark.parametrize("box", BOXES, ids=[box[0] for box in BOXES])
@pytest.mark.parametrize("side", ["defender", "invader"])
@pytest.mark.parametrize("use", ["page", "print"])
def test_every_piece_has_a_name_that_touches_no_other_and_lies_on_the_table(
    box: tuple[str, str, tuple[str, ...], int], side: ViewFrom, use: Use
) -> None:
    drawn = scene(played(*box), view_from=side, use=use)

    table = shapely.box(*drawn.view.sheet)
    for labels in ([piece.label for piece in drawn.pieces], [each.close for each in drawn.pieces]):
        boxes = [shapely.Polygon(label.box) for label in labels if label]
        assert len(boxes) == len(drawn.pieces) or (use == "print" and not boxes)
        assert [box for box in boxes if not table.covers(box)] == []
        assert [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])] == []


@pytest.mark.parametrize("box", BOXES, ids=[box[0] for box in BOXES])
@pytest.mark.parametrize("side", ["defender", "invader"])
def test_two_names_never_stand_so_close_that_they_read_as_one(
    box: tuple[str, str, tuple[str, ...], int], side: ViewFrom
) -> None:
    drawn = scene(played(*box), view_from=side, use="page")

    for labels in ([piece.label for piece in drawn.pieces], [each.close for each in drawn.pieces]):
        boxes = [shapely.Polygon(label.box) for label in labels if label]
        close = [pair for pair in combinations(boxes, 2) if shapely.distance(*pair) < 8]
        assert close == []


def test_a_name_that_fits_into_its_piece_stands_there() -> None:
    wood = layouts.piece("w", "woods", layouts.blob(20, 15, 9, 8))

    (drawn,) = scene(layouts.layout(wood)).pieces

    assert drawn.label is not None
    assert drawn.label.inside


@pytest.mark.parametrize("kind", ["village", "sand_dunes"])
def test_a_name_that_would_hide_what_it_names_stands_beside_it(kind: str) -> None:
    ground = layouts.piece("g", kind, layouts.blob(20, 15, 9, 8))

    (drawn,) = scene(layouts.layout(ground)).pieces

    assert drawn.label is not None
    assert not drawn.label.inside


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        # The defender's deployment line is at 9 of 30: 56 + 20 * 21 = 476 on the sheet.
        ((400, 470, 480, 490), "M62 476l334 0M484 476l478 0"),
        ((400, 477, 480, 490), "M62 476l900 0"),
        ((62, 470, 480, 490), "M484 476l478 0"),
    ],
)
def test_a_line_stops_before_a_name(box: tuple[float, ...], expected: str) -> None:
    left, top, right, bottom = box
    name = Label((), ((left, top), (right, top), (right, bottom), (left, bottom)))
    view = View(45, 30, "defender", 62, 56)

    lines = {mark.role: mark.d for mark in line_marks(view, TableLines(), [name])}

    assert lines["deployment-line defender"] == expected


@pytest.mark.parametrize("use", ["page", "print"])
def test_the_name_of_a_river_that_is_too_short_for_it_stands_off_the_river(use: Use) -> None:
    """It cuts off a corner, with a wood in the way."""
    river = layouts.piece(
        "r", "rivers_and_streams", ((44.29, 30.0), (43.7, 30.0), (45.0, 27.9), (45.0, 28.85))
    )
    wood = layouts.piece("w", "forest", layouts.blob(40.75, 24.3, 6.2, 7.4))
    stones = layouts.piece("s", "rocky_ground", ((35.0, 26.0), (39.0, 30.0), (35.0, 30.0)))

    drawn = scene(layouts.layout(river, wood, stones, territory="jungle"), use=use)

    label = drawn.pieces[0].label
    assert label is not None
    banks = shapely.Polygon(drawn.view.at(np.array(river.outline)))
    assert shapely.distance(shapely.Polygon(label.box), banks) > 0
