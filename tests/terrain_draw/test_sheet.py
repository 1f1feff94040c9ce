"""Does a table sheet say where each piece lies, so that a tape measure finds it?"""

import re
from dataclasses import replace
from io import BytesIO

import pytest
import shapely
from pypdf import PdfReader

from terrain.core.layout import Piece, Table
from terrain.draw.lettering import text_width
from terrain.draw.lines import TableLines
from terrain.draw.names import Names
from terrain.draw.pages import Paper, pages
from terrain.draw.piece_list import Measure, rows
from terrain.draw.scene import Use, scene
from terrain.draw.sheet import Heading, Sheet, sheets, table_line
from terrain.draw.tape import Spot, lengths, place_of, spots
from terrain.draw.view import ViewFrom
from tests.terrain_draw import layouts

TABLE = Table(45.0, 30.0)
HEADING = Heading("Spring Open", "Round 3", "12", "https://metator.example/battles/1/")
BOX = layouts.box(3.0, 2.0, 9.0, 6.5)
KITE = ((38.0, 20.0), (44.0, 22.0), (41.0, 28.5), (36.0, 24.0))
LEANING = ((26.0, 0.0), (27.5, 0.0), (34.5, 30.0), (33.0, 30.0))
ACROSS = ((0.0, 11.0), (45.0, 13.0), (45.0, 14.0), (0.0, 12.0))
HORNED = (
    (36.0, 4.0),
    (42.0, 4.0),
    (42.0, 5.0),
    (38.0, 7.0),
    (42.0, 9.0),
    (42.0, 10.0),
    (36.0, 10.0),
)
SLANTED = ((2.0, 3.0), (3.0, 2.0), (9.0, 8.0), (8.0, 9.0))
TOUCHING = tuple((x, y - 2) for x, y in SLANTED)
WATER = ((0.0, 0.0), (3.9, 0.0), (4.2, 30.0), (0.0, 30.0))


@pytest.mark.parametrize(
    ("outline", "side", "expected"),
    [
        # Its left side is level with the table's, so the stretch is told: 2 to 6.5 from near.
        (BOX, "defender", (Spot("left", 3, "near", 2, 6.5), Spot("near", 2, "left", 3, 9))),
        # The invader sees it at his far right: 45 - 9 and 30 - 6.5 are its near left corner.
        (BOX, "invader", (Spot("right", 3, "far", 2, 6.5), Spot("far", 2, "right", 3, 9))),
        # (44, 22) is 1 from the right and 8 from the far edge, (41, 28.5) 1.5 from the far one.
        (KITE, "defender", (Spot("right", 1, "far", 8, 8), Spot("far", 1.5, "right", 4, 4))),
        (KITE, "invader", (Spot("left", 1, "near", 8, 8), Spot("near", 1.5, "left", 4, 4))),
        # From edge to edge: 45 - 27.5 = 17.5 from the right at the near edge, 10.5 at the far one.
        (LEANING, "defender",
         (Spot("near", 0, "right", 17.5, 19), Spot("far", 0, "right", 10.5, 12))),
        (LEANING, "invader", (Spot("near", 0, "left", 10.5, 12), Spot("far", 0, "left", 17.5, 19))),
        (ACROSS, "defender", (Spot("left", 0, "near", 11, 12), Spot("right", 0, "near", 13, 14))),
        (WATER, "defender", (Spot("near", 0, "left", 0, 3.9), Spot("far", 0, "left", 0, 4.2))),
        # Two horns reach as near: there is nothing to measure to in the bay between them.
        (HORNED, "defender",
         (Spot("right", 3, "near", 4, 5), Spot("near", 4, "right", 3, 9))),
        # Both of its nearest points lie at one end, about which it could be turned: 30 - 9 = 21.
        (SLANTED, "defender", (Spot("left", 2, "near", 3, 3), Spot("far", 21, "left", 8, 8))),
        # Where it touches an edge, that is told.
        (TOUCHING, "defender", (Spot("left", 2, "near", 1, 1), Spot("near", 0, "left", 3, 3))),
        # Two units over the table's edge.
        (layouts.box(-2, 10, 4, 14), "defender",
         (Spot("left", -2, "near", 10, 14), Spot("near", 10, "left", -2, 4))),
    ],
)  # fmt: skip
def test_a_piece_is_measured_from_the_two_edges_it_is_nearest_to(
    outline: layouts.Outline, side: ViewFrom, expected: tuple[Spot, ...]
) -> None:
    assert spots(layouts.piece("p", "woods", outline), TABLE, side) == expected


@pytest.mark.parametrize("side", ["defender", "invader"])
@pytest.mark.parametrize("outline", [KITE, LEANING, BOX])
def test_the_dots_on_the_map_lie_on_the_outline(outline: layouts.Outline, side: ViewFrom) -> None:
    piece = layouts.piece("p", "woods", outline)

    for spot in spots(piece, TABLE, side):
        at = place_of(spot, TABLE, side)
        assert piece.shape.boundary.distance(shapely.Point(at)) < 1e-9


def test_an_outline_that_is_no_polygon_has_no_measures() -> None:
    bow = layouts.piece("bow", "woods", ((10, 10), (16, 14), (16, 10), (10, 14)))

    assert spots(bow, TABLE, "defender") == ()
    assert rows(layouts.layout(bow))[0].spots == ()


@pytest.mark.parametrize(
    ("base_width_mm", "expected"),
    [(40.0, (2.5, 10.0, 100 / 25.4)), (60.0, (2.5, 15.0, 150 / 25.4))],
)
def test_lengths_are_told_in_units_centimetres_and_inches(
    base_width_mm: float, expected: tuple[float, float, float]
) -> None:
    assert lengths(2.5, base_width_mm) == expected


def test_a_row_says_what_a_piece_is_how_large_and_where() -> None:
    kite = Piece("k", "marsh", "secure_flank", "invader", declared="dangerous", outline=KITE)
    wood = Piece("w", "woods", "optional", "defender", die=4, outline=BOX)

    first, second = rows(layouts.layout(kite, wood, base_width_mm=60.0))

    assert (first.number, first.side, first.name) == (1, "invader", "Marsh")
    assert first.notes == "dangerous, secure flank"
    assert first.spots == (
        ("right", "1.0", "6.0", "2.4", "far", "8.0", "48.0", "18.9"),
        ("far", "1.5", "9.0", "3.5", "right", "4.0", "24.0", "9.4"),
    )
    assert (second.number, second.side, second.notes) == (2, "defender", "optional, die 4")
    assert second.sizes == ("6 × 4.5 BW", "36 × 27 cm")
    assert second.spots[0] == (
        "left", "3.0", "18.0", "7.1", "near", "2.0–6.5", "12.0–39.0", "4.7–15.4",
    )  # fmt: skip


def test_no_figure_is_so_wide_that_it_takes_a_second_line() -> None:
    """The lines of a column stand one below the other: a broken one would move all the others."""
    listed = rows(layouts.layout(layouts.piece("w", "woods", BOX), base_width_mm=200.0))

    (page,) = pages(
        HEADING, listed, ("map", (45.0, 30.0)), (Names(), "Seen from here."), paper="a4"
    )
    told = [line for text in page.texts for line in text.words.split("\n") if "\u2013" in line]

    assert len(told) == 6
    assert all(re.search("[\u2060]\u2013[\u2060]", line) for line in told)
    assert "6\u00a0×\u00a04.5\u00a0BW" in "".join(text.words for text in page.texts)


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
@pytest.mark.parametrize("count", [0, 5, 12, 30])
@pytest.mark.parametrize("depth", [20, 30, 45, 60, 75, 90])
@pytest.mark.parametrize("width", [30, 45, 60, 90])
def test_the_whole_map_is_on_the_first_page(
    width: int, depth: int, count: int, paper: Paper
) -> None:
    """And each piece is listed once, below the map or on pages of its own."""
    table = layouts.layout(layouts.piece("w", "woods", BOX), width=width, depth=depth)
    drawn = scene(table, use="print")
    listed = rows(table) * count
    size = drawn.width, drawn.height

    found = pages(HEADING, listed, ("map", size), (Names(), "Seen from here."), paper=paper)
    high = {"a4": 297.0, "us-letter": 279.4}[paper] - 10.0  # the margin
    (left, top, across, _) = next(each for each in found[0].placed if each[3] == "map")

    assert left > 0
    assert top + across * size[1] / size[0] < high
    below = [each for each in found[0].placed if each[3].startswith("map-list")]
    assert all(each[1] > top + across * size[1] / size[0] for each in below)
    named = [text.words.count("Woods") for page in found for text in page.texts]
    assert sum(named) == count
    feet = [
        text.at[1] + text.pitch * (text.words.count("\n") + 1)
        for page in found
        for text in page.texts
        if text.words
    ]
    assert max(feet) < high + 1.0


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
@pytest.mark.parametrize("name", ["Bob", "W" * 80])
def test_what_is_told_of_a_battle_stands_above_the_map_of_the_first_page(
    name: str, paper: Paper
) -> None:
    listed = rows(layouts.layout(layouts.piece("w", "woods", BOX))) * 30
    sentences = (
        f"{name} invades.",
        "The left flank is secure.",
        "Outscouted by 60 percent.",
    )
    told = replace(HEADING, told=sentences)
    printed = ("map", (45.0, 30.0)), (Names(), "Seen from here.")

    plain, *_ = pages(HEADING, listed, *printed, paper=paper)
    first, *others = pages(told, listed, *printed, paper=paper)

    (lines,) = (text for text in first.texts if "Outscouted" in text.words)
    ends = lines.at[1] + lines.pitch * (lines.words.count("\n") + 1)
    tops = [next(at[1] for at in page.placed if at[3] == "map") for page in (plain, first)]
    assert tops[0] + 4 < ends + 2 < tops[1] + 0.01
    assert "The left flank is secure." in " ".join(lines.words.split())
    assert name in lines.words.replace("\n", "")
    assert not any("Outscouted" in text.words for page in others for text in page.texts)


@pytest.mark.parametrize(
    "name", ["Maximiliane von Hohenstaufen-Wittelsbach zu Schwarzenberg " + "S" * 22, "W" * 80]
)
def test_long_names_take_more_lines_and_none_is_cut(name: str) -> None:
    table = layouts.desert()
    heading = Heading(f"{name} – {name}", f"{name} defends", "12", HEADING.url, table=name)
    listed = [replace(row, notes=f"{name} ({name}), die 4") for row in rows(table)]
    drawn = scene(table, use="print")
    size = drawn.width, drawn.height

    found = pages(heading, listed, ("map", size), (Names(), "Seen from here."), paper="a4")

    words = ["".join(text.words.split()) for page in found for text in page.texts]
    wanted = "".join(name.split())
    assert not any("…" in each for each in words)
    assert sum(each.count(wanted) for each in words) == 4 * len(found) + 2 * len(listed)
    for page in found:
        below = min(at[1] for at in page.placed if not at[3].endswith("-qr"))
        feet = [text.at[1] + text.pitch * len(text.words.split("\n")) for text in page.texts[:4]]
        assert max(feet) <= below


def test_a_row_is_as_high_as_its_lines_and_the_next_begins_below() -> None:
    short, long = rows(layouts.layout(*[layouts.piece("w", "woods", BOX)] * 2))
    listed = [replace(long, notes="W" * 80), short]

    (page,) = pages(
        HEADING, listed, ("map", (45.0, 30.0)), (Names(), "Seen from here."), paper="a4"
    )

    columns = [text.words.split("\n") for text in page.texts if "\n" in text.words]
    (names,) = (lines for lines in columns if "Woods" in lines)
    (notes,) = (lines for lines in columns if short.notes in lines)
    (sizes,) = (lines for lines in columns if "6\u00a0×\u00a04.5\u00a0BW" in lines)
    second = names.index("Woods", 1)
    assert second == notes.index(short.notes) - 1 == sizes.index(sizes[0], 1) > 2


def test_numbers_are_told_as_the_reader_writes_them() -> None:
    names = Names(decimal=",")

    (row,) = rows(layouts.layout(layouts.piece("w", "woods", BOX)), names=names)

    assert row.sizes == ("6 × 4,5 BW", "24 × 18 cm")
    assert row.spots[0][1:4] == ("3,0", "12,0", "4,7")
    assert row.spots[0][5] == "2,0–6,5"


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("cm", "Waterside · normal · deep water · 45 × 30 BW = 270 × 180 cm · 1 BW = 60 mm"),
        ("in", "Waterside · normal · deep water · 45 × 30 BW = 106.3 × 70.9 in · 1 BW = 60 mm"),
    ],
)
def test_a_sheet_says_how_large_its_table_is_by_the_tape(measure: Measure, expected: str) -> None:
    assert table_line(layouts.layout(base_width_mm=60.0), Names(), measure) == expected


def test_where_lines_lie_between_the_figures_is_said_across_from_them() -> None:
    drawn = scene(layouts.layout(), lines=TableLines(8.5, 6.0), use="print")

    across = {
        words.text: words.at
        for words in drawn.margin.words
        if words.role == "figure" and (words.at[0] > 962 or words.at[1] < 56)
    }

    # The zones end at 9 and 21 of 30, the sectors at 8.5 and 36.5 of 45; 20 to a unit.
    assert {text: round(y) for text, (x, y) in across.items() if x > 962} == {"9": 481, "21": 241}
    assert {text: x for text, (x, y) in across.items() if y < 56} == {"8.5": 232.0, "36.5": 792.0}


@pytest.mark.parametrize("use", ["map", "print"])
@pytest.mark.parametrize("width", [30, 36, 45, 90])
def test_the_near_edges_name_keeps_off_the_scale(width: int, use: Use) -> None:
    drawn = scene(layouts.layout(width=width, depth=60.0), use=use)

    words = drawn.margin.words
    (edge,) = (each for each in words if each.text == "Defender’s edge")
    scale = [each for each in words if each.text in ("BW", "cm", "inches") and each.at[0] < 400]
    starts = edge.at[0] - text_width(edge.text, family="Alegreya", face="bold", size=20.0) / 2
    ends = [each.at[0] + 50 for each in scale if abs(each.at[1] - edge.at[1]) < 30]

    assert scale
    assert all(starts > each for each in ends)


def test_sizes_can_be_told_in_inches() -> None:
    (row,) = rows(layouts.layout(layouts.piece("w", "woods", BOX)), measure="in")

    # 6 and 4.5 base widths of 40 mm: 240 and 180 mm.
    assert row.sizes == ("6 × 4.5 BW", "9.4 × 7.1 in")


@pytest.mark.parametrize(("use", "first"), [("map", 962.0), ("print", 62.0)])
def test_on_paper_distances_are_counted_from_the_viewers_own_corner(use: Use, first: float) -> None:
    drawn = scene(layouts.layout(), view_from="invader", use=use)

    noughts = [words.at for words in drawn.margin.words if words.text == "0"]

    assert [at for at in noughts if at[1] > 656 and at[0] == first]


def test_every_piece_of_a_table_is_listed_in_its_order() -> None:
    layout = layouts.jungle()

    listed = rows(layout)

    assert [row.number for row in listed] == list(range(1, 14))
    assert [row.side for row in listed] == [piece.placed_by for piece in layout.pieces]
    assert all(len(row.spots) == 2 for row in listed)


def test_many_tables_become_one_document_a_page_for_each() -> None:
    tables = [
        Sheet(layouts.desert(), HEADING),
        Sheet(layouts.waterside(), Heading("Second"), "invader"),
        Sheet(layouts.layout(), Heading("Empty")),
    ]

    printed = sheets(tables)

    assert boxes(printed) == [b"0 0 595.2756 841.8898"] * 3
    assert printed == sheets(tables)


def test_what_is_said_beside_a_piece_is_told_in_the_list() -> None:
    layout = layouts.desert()
    beside = {layout.pieces[0].id: "wood-3 (Box 2)"}

    printed = sheets([Sheet(layout, HEADING, beside=beside)])

    assert "wood-3 (Box 2), " in PdfReader(BytesIO(printed)).pages[0].extract_text()


def test_letter_paper_is_letter() -> None:
    printed = sheets([Sheet(layouts.desert(), HEADING)], paper="us-letter")

    assert boxes(printed) == [b"0 0 612 792"]


def test_a_list_that_is_too_long_goes_on_to_another_page() -> None:
    corners = [(at % 8 * 5, at // 8 * 4) for at in range(40)]
    crowd = [
        layouts.piece(f"p{at}", "brush", layouts.box(x, y, x + 4, y + 3))
        for at, (x, y) in enumerate(corners)
    ]

    assert len(boxes(sheets([Sheet(layouts.layout(*crowd), HEADING)]))) == 3


@pytest.mark.parametrize("text", ['"); #panic("x")', "#{1/0} $x$", "*_`<b>"])
def test_what_strangers_wrote_is_set_and_not_run(text: str) -> None:
    names = Names(types={"woods": text})
    wood = layouts.piece("w", "woods", BOX)

    printed = sheets([Sheet(layouts.layout(wood), Heading(text, text, text))], names=names)

    assert len(boxes(printed)) == 1


def boxes(pdf: bytes) -> list[bytes]:
    assert pdf.startswith(b"%PDF-")
    return re.findall(rb"/MediaBox ?\[([^]]*)\]", pdf)
