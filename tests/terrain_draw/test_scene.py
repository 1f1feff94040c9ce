"""Does everything stand where it should: pieces, labels, lines, scale, from either side?"""

import re
from collections.abc import Callable
from itertools import combinations
from xml.sax.saxutils import escape

import numpy as np
import pytest
import shapely

from terrain.core.layout import Layout
from terrain.draw.chance import Chance
from terrain.draw.lines import TableLines
from terrain.draw.marks import Words
from terrain.draw.measure import text_width
from terrain.draw.pdf import pdf
from terrain.draw.plot import Plot, scatter
from terrain.draw.png import png
from terrain.draw.scene import Scene, scene
from terrain.draw.smooth import MAX_SHIFT, rounded
from terrain.draw.svg import svg
from terrain.draw.view import UNIT, View, ViewFrom
from tests.terrain_draw import layouts
from tests.terrain_draw.test_svg import each_layout, each_side


def label_boxes(drawn: Scene) -> list[shapely.Polygon]:
    return [shapely.Polygon(piece.label.box) for piece in drawn.pieces if piece.label]


def word(drawn: Scene, text: str) -> Words:
    (found,) = [words for words in drawn.margin.words if words.text == text]
    return found


@each_layout
@each_side
def test_labels_never_overlap(make: Callable[[], Layout], side: ViewFrom) -> None:
    boxes = label_boxes(scene(make(), view_from=side))

    assert [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])] == []


@pytest.mark.parametrize(
    "make",
    [layouts.every_type, layouts.waterside, layouts.desert, layouts.mountains, layouts.jungle],
)
@each_side
def test_on_a_table_as_it_is_played_every_piece_has_a_label_on_the_table(
    make: Callable[[], Layout], side: ViewFrom
) -> None:
    drawn = scene(make(), view_from=side)

    boxes = label_boxes(drawn)

    low, high = drawn.view.at(np.array([[0.0, 0.0], [drawn.view.width, drawn.view.depth]]))
    table = shapely.box(*np.minimum(low, high), *np.maximum(low, high))
    assert len(boxes) == len(drawn.pieces)
    assert [box for box in boxes if not table.covers(box)] == []


def test_words_fit_into_the_room_kept_for_them() -> None:
    for piece in scene(layouts.jungle()).pieces:
        assert piece.label is not None
        box = shapely.Polygon(piece.label.box)
        for words in piece.label.words:
            setting = words.lettering
            long = text_width(
                words.text, family=setting.family, face=setting.face, size=setting.size
            )
            turn = np.radians(words.angle)
            end = words.at + long * np.array([np.cos(turn), np.sin(turn)])
            assert box.buffer(1.5).covers(shapely.LineString([words.at, end]))


@pytest.mark.parametrize(
    ("side", "expected"),
    [("defender", (62 + 20 * 2, 56 + 20 * 27)), ("invader", (62 + 20 * 43, 56 + 20 * 3))],
)
def test_the_viewers_own_edge_is_near(side: ViewFrom, expected: tuple[float, float]) -> None:
    view = scene(layouts.waterside(), view_from=side).view

    assert view.point(2, 3) == expected
    assert view.back(np.array([expected])).tolist() == [[2, 3]]


def test_left_and_right_are_the_viewers() -> None:
    defender = scene(layouts.desert())
    invader = scene(layouts.desert(), view_from="invader")

    assert word(defender, "left flank").at == word(invader, "left flank").at
    assert word(defender, "Defender’s edge").at == word(invader, "Invader’s edge").at
    assert word(defender, "defender deploys").at == word(invader, "invader deploys").at


def test_lines_stand_where_the_rulebook_has_them() -> None:
    lines = TableLines(flank_sector_depth=12, deployment_from_centre=5)

    over = {mark.role: mark.d for mark in scene(layouts.layout(), lines=lines).margin.lines}

    # 45 x 30: the left margin is 62, the top one 56, a unit 20.
    assert over["deployment-line defender"] == f"M62 {56 + 20 * 20}l900 0"
    assert over["deployment-line invader"] == f"M62 {56 + 20 * 10}l900 0"
    assert over["sector-line"] == f"M{62 + 33 * 20} 656l0-600"


def test_lines_that_the_table_has_no_room_for_are_left_out() -> None:
    lines = TableLines(flank_sector_depth=23, deployment_from_centre=15)

    roles = [mark.role for mark in scene(layouts.layout(), lines=lines).margin.lines]

    assert roles == []


@pytest.mark.parametrize(("base_width", "last"), [(40.0, ("40", "14")), (60.0, ("60", "20"))])
def test_the_scale_says_centimetres_and_inches(base_width: float, last: tuple[str, str]) -> None:
    drawn = scene(layouts.layout(base_width_mm=base_width))

    cm, inches = word(drawn, "cm").at[1], word(drawn, "inches").at[1]

    def last_figure(y: float) -> str:
        return [words for words in drawn.margin.words if words.at[1] == y and words.text.isdigit()][
            -1
        ].text

    assert (last_figure(cm), last_figure(inches)) == last


def test_deep_water_lies_under_everything() -> None:
    sea = layouts.piece("sea", "deep_water", layouts.box(0, 0, 4, 30))
    town = layouts.piece("town", "town", layouts.blob(5, 12, 8, 7))

    drawn = scene(layouts.layout(town, sea))

    assert [piece.id for piece in drawn.pieces] == ["sea", "town"]


def test_bands_say_their_width_whatever_their_ends() -> None:
    slanting = ((20.0, 0.0), (22.0, 0.0), (29.0, 30.0), (27.0, 30.0))

    (drawn,) = scene(layouts.layout(layouts.piece("r", "rivers_and_streams", slanting))).pieces

    # 2 across the edge, at a slope of 7 in 30: 2 * 30 / hypot(7, 30).
    assert drawn.title == "River, 1.9 BW wide"


@pytest.mark.parametrize("outline", [piece.outline for piece in layouts.jungle().pieces])
def test_softened_corners_keep_within_their_limit(outline: layouts.Outline) -> None:
    view = View(45, 30, "defender", 0, 0)

    drawn = shapely.Polygon(view.back(flattened(rounded(view, np.array(outline)))))

    written_to = 0.1 / UNIT
    assert shapely.Polygon(outline).hausdorff_distance(drawn) <= MAX_SHIFT + 2 * written_to


def test_a_corner_on_the_tables_edge_is_not_softened() -> None:
    view = View(45, 30, "defender", 0, 0)
    touching = ((10.0, 3.0), (13.0, 0.0), (16.0, 3.0), (13.0, 6.0))

    drawn = view.back(flattened(rounded(view, np.array(touching))))

    assert [13.0, 0.0] in drawn.tolist()
    assert [13.0, 6.0] not in drawn.tolist()


def test_what_grows_on_a_piece_slides_along_with_it() -> None:
    def trees(dx: float, dy: float) -> np.ndarray:  # type: ignore[type-arg]
        outline = [(x + dx, y + dy) for x, y in layouts.blob(15, 12, 8, 7)]
        plot = Plot(
            shape=shapely.Polygon(outline),
            name=shapely.Polygon(),
            origin=outline[0],
            chance=Chance.named("p1", "woods"),
            view=View(45, 30, "defender", 0, 0),
            budget=500,
        )
        return scatter(plot, 0.8, inset=0.4).points

    np.testing.assert_allclose(trees(3.25, -2.5), trees(0, 0) + np.array((3.25, -2.5)))


def test_a_map_becomes_a_png_of_its_size() -> None:
    drawn = scene(layouts.desert())

    picture = png(svg(drawn), pixels_per_inch=72)

    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(picture[16:20], "big") == round(drawn.width * 0.75)


def test_a_map_becomes_a_pdf_of_one_page_across() -> None:
    drawn = svg(scene(layouts.desert()))

    sheet = pdf(drawn)

    assert sheet.startswith(b"%PDF-")
    assert re.findall(rb"/MediaBox ?\[([^]]*)\]", sheet) == [b"0 0 841.8898 595.2756"]
    assert sheet == pdf(drawn)


@pytest.mark.parametrize("text", ['"); #panic("x")', "<image href='/etc/hostname'/>", "#{1/0} $x$"])
def test_what_strangers_wrote_is_drawn_and_not_run(text: str) -> None:
    plain = svg(scene(layouts.desert()))
    written = plain.replace("</title>", f"{escape(text)}</title>").replace(
        "</svg>", f'<text x="9" y="9">{escape(text)}</text></svg>'
    )
    assert plain != written

    assert png(written, pixels_per_inch=36).startswith(b"\x89PNG")
    assert pdf(written).startswith(b"%PDF-")


def flattened(path: str) -> np.ndarray:  # type: ignore[type-arg]
    """The corners of a path of M, l, q and z, with the middle of every curve."""
    import re

    points: list[tuple[float, float]] = []
    x = y = 0.0
    for letter, body in re.findall(r"([Mlqz])([^Mlqz]*)", path):
        figures = [float(figure) for figure in re.findall(r"-?\d*\.?\d+", body)]
        if letter == "M":
            x, y = figures
        elif letter == "l":
            x, y = x + figures[0], y + figures[1]
        elif letter == "q":
            a, b, c, d = figures
            points.append((x + a / 2 + c / 4, y + b / 2 + d / 4))
            x, y = x + c, y + d
        points.append((round(x, 1), round(y, 1)))
    return np.array(points)
