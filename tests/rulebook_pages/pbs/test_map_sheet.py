"""Does the drawn map say what the map says, and nothing else?"""

import re
from math import floor
from xml.etree import ElementTree

import pytest

from setup_app.rulebook_pages.pbs_2023_1.map_outlines import inside, regions
from setup_app.rulebook_pages.pbs_2023_1.map_sheet import render_map
from setup_app.rulebook_pages.pbs_2023_1.map_signs import DRAWN
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from tests.battles.pages.hands import Browser

WIDE = 100.0


def cells_of(slug):
    return tuple(
        tuple((box.density, tuple(box.flank)) for box in row) for row in TERRITORIES[slug].cells
    )


def drawn_map(slug):
    return ElementTree.fromstring(str(render_map(cells_of(slug))))


def every(found, mark, name):
    return [
        each for each in found.iter() if each.tag.endswith(mark) and name in each.get("class", "")
    ]


@pytest.mark.parametrize("slug", sorted(TERRITORIES))
def test_water_lies_in_every_box_of_deep_water_and_in_no_other(slug):
    cells = cells_of(slug)
    wet = frozenset(
        (row, column)
        for row, line in enumerate(cells)
        for column, (_, kinds) in enumerate(line)
        if "deep_water" in kinds
    )
    shores = regions(wet, size=5, box=WIDE, inset=17.0)
    for shore in shores:
        for x, y in shore:
            box = (min(4, max(0, floor(y / WIDE))), min(4, max(0, floor(x / WIDE))))
            assert box in wet
    for row in range(5):
        for column in range(5):
            middle = (column * WIDE + 50, row * WIDE + 50)
            assert any(inside(middle, shore) for shore in shores) == ((row, column) in wet)


@pytest.mark.parametrize("slug", sorted(TERRITORIES))
def test_every_kind_of_flank_on_a_map_is_drawn(slug):
    kinds = {kind for row in cells_of(slug) for _, flank in row for kind in flank}
    assert kinds - {"deep_water"} <= DRAWN
    text = str(render_map(cells_of(slug)))
    for kind in kinds - {"deep_water"}:
        assert f'href="#sheet-{kind}"' in text
    assert (every(drawn_map(slug), "g", "water") != []) == ("deep_water" in kinds)


def test_denser_ground_bears_more_marks():
    def marks(density):
        row = tuple((density, ()) for _ in range(5))
        path = every(ElementTree.fromstring(str(render_map((row,) * 5))), "path", "marks")[0]
        return len(re.findall(r"M\d", path.get("d")))

    counted = [marks(each) for each in ("featureless", "open", "normal", "dense", "very_dense")]
    assert counted[0] == 0
    assert counted == sorted(set(counted))


def test_boxes_that_meet_at_a_corner_alone_have_shores_of_their_own():
    assert len(regions(frozenset({(0, 0), (1, 1)}), size=5, box=WIDE, inset=17.0)) == 2
    assert len(regions(frozenset({(0, 0), (0, 1)}), size=5, box=WIDE, inset=17.0)) == 1


def test_land_that_water_surrounds_keeps_a_shore():
    ring = frozenset((r, c) for r in range(3) for c in range(3)) - {(1, 1)}
    assert len(regions(ring, size=5, box=WIDE, inset=17.0)) == 2


@pytest.mark.django_db
def test_each_territory_to_choose_from_is_drawn_with_its_own_water_and_is_a_label_of_its_button():
    page = Browser.asked_for("choose_territory").page()
    names = re.findall(r'<label for="(territory-\d)"', page)
    assert len(names) > 1
    assert names == re.findall(r'<button name="answer"[^>]* id="(territory-\d)"', page)
    assert page.count('class="sheet-drawn"') == len(names)
    ids = re.findall(r' id="(sheet-[^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#(sheet-[^"]+)"', page)) <= set(ids)
