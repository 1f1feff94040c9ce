"""What the rulebook hands to the geometry, and which layouts it does not know."""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import ground_rules, layout_rules, may_declare
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES, TYPES
from terrain.core.layout import LayoutUnreadable, Table
from terrain.core.rules import DieZone, SizeLimits
from tests.terrain.laying import lay, rect, table


@pytest.mark.parametrize(
    ("said", "code", "path"),
    [
        ({"territory": None}, "missing_field", "/territory"),
        ({"territory": "moon"}, "not_an_option", "/territory"),
        ({"density": "crowded"}, "not_an_option", "/density"),
        ({"flank": ("lava",)}, "not_an_option", "/flank"),
        ({"flank": ("woods", "woods")}, "not_an_option", "/flank"),
        ({"settings": {"colour": 1}}, "unknown_field", "/settings/colour"),
        ({"settings": {"gap": -1}}, "not_an_option", "/settings/gap"),
        ({"settings": {"gap": "2"}}, "not_an_option", "/settings/gap"),
        ({"settings": {"compulsory_size": [10, 6]}}, "not_an_option", "/settings/compulsory_size"),
        ({"settings": {"table_width": 45}}, "unknown_field", "/settings/table_width"),
        ({"table": Table(29.9, 30)}, "out_of_range", "/table/width"),
        ({"table": Table(45, 19)}, "out_of_range", "/table/depth"),
        ({"table": Table(91, 30)}, "out_of_range", "/table/width"),
        (
            {"table": Table(33, 30), "settings": {"flank_sector_depth": 12}},
            "out_of_range",
            "/table/width",
        ),
    ],
)
def test_what_a_layout_may_not_name(said: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(LayoutUnreadable) as refused:
        layout_rules(table(**said))
    assert (refused.value.code, refused.value.path) == (code, path)


def test_every_box_of_every_territory_has_its_rules() -> None:
    for territory in TERRITORIES.values():
        for box in (box for row in territory.cells for box in row):
            rules = ground_rules(territory, box.density, box.flank, (45, 30), {})
            assert rules.rows == {row.type for row in territory.terrain}
            assert rules.known == set(TYPES)
            assert {slot.name for slot in rules.slots.values()} == set(rules.slots)


def test_the_dice_of_both_players_are_seen_from_their_own_side() -> None:
    hills = layout_rules(table()).types["hills"].by_die
    assert hills["defender"] == {
        1: DieZone("left"),
        2: DieZone("centre"),
        3: DieZone("centre", touches_edge=True),
        4: DieZone("centre"),
        5: DieZone("centre", touches_edge=True),
        6: DieZone("right"),
    }
    assert hills["invader"][1] == DieZone("right")
    assert hills["invader"][6] == DieZone("left")


def test_sizes_by_slot_by_row_and_by_event() -> None:
    rules = layout_rules(table(settings={"compulsory_size": [5, 11]}))
    assert rules.types["hills"].sizes == {
        "secure_flank": SizeLimits(5, 5, 11),
        "compulsory": SizeLimits(5, 5, 11),
        "optional": SizeLimits(4, 4, 8),
    }
    assert set(rules.types["fields"].sizes.values()) == {SizeLimits(4, 4, 6)}
    town = layout_rules(table(territory="desert")).types["town"]
    assert set(town.sizes.values()) == {SizeLimits(4, 6, 10, long_exclusive=True)}


def test_what_may_still_be_declared() -> None:
    rules = layout_rules(table())
    peaks = [
        lay("mountains", rect(11 + 7 * at, 5, 4, 4), id=str(at), declared="impassable")
        for at in range(2)
    ]
    assert may_declare("mountains", rules, table(*peaks[:1])) == ("impassable",)
    assert may_declare("mountains", rules, table(*peaks)) == ()
    assert may_declare("marsh", rules, table(*peaks)) == ("dangerous",)
    assert may_declare("hills", rules, table()) == ()
    unclear = layout_rules(table(density="open"))
    assert may_declare("mountains", unclear, table()) == ()
