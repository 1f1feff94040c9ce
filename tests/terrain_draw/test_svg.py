"""Is the drawing well-formed, complete, the same every time, and free of what a page forbids?"""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from terrain.core.layout import Layout, Piece
from terrain.draw import pieces
from terrain.draw.names import TYPES, Names
from terrain.draw.pen import figure
from terrain.draw.scene import scene
from terrain.draw.svg import svg
from terrain.draw.view import ViewFrom
from tests.terrain_draw import layouts

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).resolve().parents[2]
MAKERS = (
    layouts.every_type,
    layouts.waterside,
    layouts.desert,
    layouts.mountains,
    layouts.jungle,
    layouts.broken,
    layouts.layout,
)
each_layout = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
each_side = pytest.mark.parametrize("side", ["defender", "invader"])


def drawn(layout: Layout, side: ViewFrom = "defender", *, interactive: bool = False) -> str:
    return svg(scene(layout, view_from=side), interactive=interactive)


def pieces_in(text: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(text)
    return [element for element in root.iter(f"{SVG}g") if element.get("class") == "piece"]


@each_layout
@each_side
def test_every_piece_of_a_layout_is_drawn_once_with_a_title(
    make: Callable[[], Layout], side: ViewFrom
) -> None:
    layout = make()

    groups = pieces_in(drawn(layout, side))

    # What XML cannot hold is shown as the replacement character.
    ids = [piece.id.replace("\x00", "�") for piece in layout.pieces]
    assert sorted(group.get("data-piece") or "" for group in groups) == sorted(ids)
    assert all(group.findtext(f"{SVG}title") and group.findtext(f"{SVG}desc") for group in groups)


@each_layout
@pytest.mark.parametrize("interactive", [False, True])
def test_a_drawing_holds_nothing_that_a_strict_page_forbids(
    make: Callable[[], Layout], interactive: bool
) -> None:
    root = ElementTree.fromstring(drawn(make(), interactive=interactive))

    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "g", "path", "rect", "text", "title", "desc", "clipPath", "pattern",
        }  # fmt: skip
        for name, value in element.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert "href" not in name
            assert "url(" not in value or value.startswith("url(#")


@each_layout
@each_side
def test_no_figure_of_a_drawing_is_infinite_or_missing(
    make: Callable[[], Layout], side: ViewFrom
) -> None:
    assert not re.search(r"\b(nan|inf|None)\b", drawn(make(), side))


@each_layout
def test_a_layout_is_drawn_to_the_same_bytes_every_time(make: Callable[[], Layout]) -> None:
    first = drawn(make())
    assert drawn(make()) == first
    # What was kept of the pieces is what they are drawn as without.
    pieces.grown.cache_clear()
    assert drawn(make()) == first


def test_the_bytes_do_not_depend_on_the_process() -> None:
    program = (
        "from tests.terrain_draw.layouts import jungle\n"
        "from tests.terrain_draw.test_svg import drawn\n"
        "print(drawn(jungle()), end='')"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert outputs == {drawn(layouts.jungle()).encode()}


@each_layout
def test_ids_are_unique_and_begin_with_the_maps_own(make: Callable[[], Layout]) -> None:
    map_scene = scene(make())
    root = ElementTree.fromstring(svg(map_scene))

    ids = [element.get("id") or "" for element in root.iter() if element.get("id")]

    assert len(ids) == len(set(ids))
    assert all(name.startswith(f"map-{map_scene.key}") for name in ids)


def test_maps_of_different_layouts_and_views_share_no_id() -> None:
    texts = [
        drawn(layouts.desert()),
        drawn(layouts.desert(), "invader"),
        drawn(layouts.jungle()),
    ]

    ids = [name for text in texts for name in re.findall(r' id="([^"]+)"', text)]

    assert len(ids) == len(set(ids))


def test_a_caller_may_name_the_ids_himself() -> None:
    assert '<svg xmlns="http://www.w3.org/2000/svg" id="left"' in svg(
        scene(layouts.desert()), prefix="left"
    )


@pytest.mark.parametrize("kind", sorted(TYPES))
def test_each_type_has_a_drawing_of_its_own(kind: str) -> None:
    alone = layouts.layout(layouts.piece("it", kind, layouts.blob(20, 15, 7, 6)))
    unknown = layouts.layout(layouts.piece("it", "unheard_of", layouts.blob(20, 15, 7, 6)))

    (group,) = pieces_in(drawn(alone))
    (other,) = pieces_in(drawn(unknown))

    count = len(list(group.iter(f"{SVG}path")))
    # Open ground and what nobody knows are an outline, a wash and a badge.
    assert count > len(list(other.iter(f"{SVG}path"))) or kind == "open"


def test_a_crowded_table_stays_small() -> None:
    assert len(layouts.jungle().pieces) == 13
    assert len(drawn(layouts.jungle()).encode()) < 200_000


def test_the_largest_readable_layout_is_drawn_in_bounds() -> None:
    kinds = sorted(TYPES)
    star = tuple(
        (45 + (40 if at % 2 else 5) * x, 45 + (40 if at % 2 else 5) * y)
        for at, (x, y) in enumerate(
            (layouts.cos(at * layouts.pi / 100), layouts.sin(at * layouts.pi / 100))
            for at in range(200)
        )
    )
    crowd = [
        layouts.piece(f"p{at}", kinds[at % len(kinds)], star, declared="impassable")
        for at in range(64)
    ]

    text = drawn(layouts.layout(*crowd, width=90, depth=90.0))

    assert len(pieces_in(text)) == 64
    assert len(text) < 3_000_000


def test_words_come_from_the_callers_catalogue() -> None:
    german = Names(
        types={"woods": "Wäldchen & <Gehölz>"},
        territories={"waterside": "Wasserland"},
        words={"defender_edge": "Rand des Verteidigers", "size": "{long} mal {short}"},
    )

    text = svg(scene(layouts.waterside(), names=german))

    assert "Wäldchen &amp; &lt;Gehölz&gt;" in text
    assert "Wasserland" in text
    assert "Rand des Verteidigers" in text
    assert "7.6 mal 6.4" in text


def test_what_was_declared_is_said_in_words_and_by_marks() -> None:
    def one(declared: str | None) -> ElementTree.Element:
        piece = layouts.piece("it", "mountains", layouts.blob(20, 15, 8, 7), declared=declared)
        (group,) = pieces_in(drawn(layouts.layout(piece)))
        return group

    plain, dangerous, impassable = one(None), one("dangerous"), one("impassable")

    def declared_marks(group: ElementTree.Element) -> list[str | None]:
        return [
            path.get("d") for path in group.iter(f"{SVG}path") if path.get("class") == "declared"
        ]

    assert declared_marks(plain) == []
    assert declared_marks(dangerous)
    assert declared_marks(dangerous) != declared_marks(impassable) != []
    assert "dangerous" in [text.text for text in dangerous.iter(f"{SVG}text")]
    assert "impassable" in [text.text for text in impassable.iter(f"{SVG}text")]


def test_a_description_says_by_whom_and_by_which_right() -> None:
    piece = Piece(
        "it", "woods", "optional", "invader", die=3, moved=True, outline=layouts.box(10, 10, 16, 15)
    )

    (group,) = pieces_in(drawn(layouts.layout(piece)))

    assert group.findtext(f"{SVG}title") == "Woods, 6 × 5 BW"
    assert group.findtext(f"{SVG}desc") == (
        "optional, placed by the invader, die 3, moved by the opponent"
    )


def test_an_interactive_map_is_reached_by_keyboard_and_says_its_measure() -> None:
    root = ElementTree.fromstring(drawn(layouts.desert(), interactive=True))

    assert {name: root.get(f"data-{name}") for name in ("unit", "width", "depth", "view")} == {
        "unit": "20", "width": "45", "depth": "30", "view": "defender",
    }  # fmt: skip
    assert all(
        group.get("tabindex") == "0"
        for group in pieces_in(drawn(layouts.desert(), interactive=True))
    )


def test_a_page_holds_larger_lettering_for_narrow_screens_hidden_until_it_is_asked_for() -> None:
    drawn_scene = scene(layouts.desert(), use="page")
    root = ElementTree.fromstring(svg(drawn_scene, interactive=True))

    def groups(role: str) -> list[ElementTree.Element]:
        return [each for each in root.iter(f"{SVG}g") if role in (each.get("class") or "").split()]

    wide, close = groups("label"), groups("label-close")
    assert len(wide) == len(close) == len(drawn_scene.pieces)
    assert {each.get("display") for each in wide} == {None}
    assert {each.get("display") for each in [*close, *groups("close")]} == {"none"}
    # 45 by 30 units, and a margin for large figures: left 42 of 62, top 44 of 56.
    assert root.get("data-close") == "20 12 958 716"


def test_only_an_interactive_page_holds_them() -> None:
    page = scene(layouts.desert(), use="page")

    assert "close" not in svg(page)
    assert "close" not in drawn(layouts.desert(), interactive=True)


def test_a_printed_width_is_stated_in_millimetres() -> None:
    text = svg(scene(layouts.desert()), width_mm=248.0)

    # 992 scene units across, so that a quarter of a millimetre is one.
    height = scene(layouts.desert()).height
    assert f'width="248mm" height="{figure(height / 4)}mm"' in text
