"""Is what a violation says exact, and the same wherever an outline begins?"""

from __future__ import annotations

import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.breaches import Breach
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check, check_placement
from terrain.core.outline import Outline
from tests.terrain.laying import lay, rect, table

BENT: Outline = ((20, 0), (21, 0), (21, 9), (23, 15), (21, 21), (22, 30), (20, 30), (19, 15))
"""A river with bends on both sides and one end that is slanted."""
SHORT: Outline = ((20, 4), (21, 2), (21, 27), (20, 25))
"""A river that ends short of both edges."""


def said_of(outline: Outline) -> list[Breach]:
    layout = table(lay("rivers_and_streams", outline))
    return list(check(layout, layout_rules(layout)))


@pytest.mark.parametrize("outline", [BENT, SHORT])
def test_what_is_wrong_with_a_river_is_said_alike_wherever_it_begins(outline: Outline) -> None:
    said = said_of(outline)
    codes = [each.code for each in said]
    assert codes.count("not_straight") >= 2 or codes.count("not_edge_to_edge") == 2
    for at in range(1, len(outline)):
        again = said_of(outline[at:] + outline[:at])
        assert [(v.code, v.measured, drawn(v)) for v in again] == [
            (v.code, v.measured, drawn(v)) for v in said
        ]


def drawn(violation: Breach) -> str:
    """The corners of its picture; a ring may begin at any of them."""
    assert violation.where is not None
    found = str(violation.where["coordinates"])
    return "".join(sorted(found))


@pytest.mark.parametrize(
    ("outline", "depths"),
    [
        (((0, 0), (1, 0), (3, 30), (0, 30)), {"too_shallow": 1.0, "not_straight": 2.0}),
        (((0, 0), (3, 0), (7, 30), (0, 30)), {"too_deep": 7.0, "not_straight": 4.0}),
        (((45, 0), (45, 30), (43.5, 30), (43.5, 0)), {"too_shallow": 1.5}),
    ],
)
def test_the_depth_of_water_is_measured_to_its_very_ends(
    outline: Outline, depths: dict[str, float]
) -> None:
    strip = lay("deep_water", outline, slot="secure_flank", die=None)
    layout = table(strip, territory="waterside")
    said = {each.code: each.measured for each in check(layout, layout_rules(layout))}
    assert {code: said.get(code) for code in depths} == depths


def test_a_notch_within_the_tolerance_is_no_depth() -> None:
    notched = ((0, 0), (1.5, 0), (3, 0.009), (7, 30), (0, 30))
    strip = lay("deep_water", notched, slot="secure_flank", die=None)
    layout = table(strip, territory="waterside")
    said = {each.code: each.measured for each in check(layout, layout_rules(layout))}
    assert said["too_deep"] == 7.0
    assert "too_shallow" not in said


def last_of(*pieces: Piece, density: str = "dense") -> dict[str, tuple[float | None, float | None]]:
    *before, last = pieces
    layout: Layout = table(*before, density=density, territory="mountains")
    found = check_placement(layout, last, layout_rules(layout))
    return {each.code: (each.measured, each.required) for each in found}


def test_for_a_category_its_own_places_are_counted() -> None:
    """Dense: two difficult and one other. Of the others that came before none is counted."""
    woods = [
        lay("forest", rect(12 + 8 * at, 2, 6, 6), id=f"w{at}", slot="compulsory", die=2)
        for at in range(3)
    ]
    hill = lay("hills", rect(12, 20, 6, 6), slot="compulsory", die=2)
    assert last_of(*woods)["category_not_open"] == (3.0, 2.0)
    assert last_of(hill, *woods)["category_not_open"] == (3.0, 2.0)
    brush = lay("brush", rect(25, 20, 6, 6), slot="compulsory", die=2)
    assert last_of(woods[0], hill, brush)["category_not_open"] == (2.0, 1.0)
    assert last_of(hill, density="featureless")["category_not_open"] == (1.0, 0.0)


def test_of_optional_pieces_a_players_own_are_counted() -> None:
    his = [lay("hills", rect(12, 9 * at, 4, 4), id=f"h{at}", die=2) for at in range(2)]
    other = lay("brush", rect(20, 20, 4, 4), placed_by="invader", die=2)
    third = lay("brush", rect(28, 20, 4, 4), id="third", die=2)
    assert last_of(*his, other, third)["category_not_open"] == (3.0, 2.0)
