"""Are the sample armies complete lists with units of every kind?"""

import json

import pytest

from setup_app.rulebooks.pbs_2023_1 import RULEBOOK, armies
from setup_app.rulebooks.pbs_2023_1.armies import read_army

FOLDER = RULEBOOK.folder / "samples"
SAMPLES = [read_army(json.loads(path.read_text("utf-8"))) for path in sorted(FOLDER.glob("*.json"))]
UNITS = [unit for army in SAMPLES for unit in army.units]


def test_there_are_two():
    assert [army.name for army in SAMPLES] == [
        "Marian Romans against the Cimbri",
        "Numidians of Jugurtha",
    ]


@pytest.mark.parametrize(
    ("used", "all_there_are"),
    [
        ({flag for unit in UNITS for flag in unit.flags}, set(armies.FLAGS)),
        ({unit.kind for unit in UNITS}, set(armies.KINDS)),
        ({unit.arm for unit in UNITS}, set(armies.ARMS)),
        ({unit.order for unit in UNITS}, set(armies.ORDERS)),
        (
            {general.type for army in SAMPLES for general in army.generals},
            set(armies.GENERAL_TYPES),
        ),
        (
            {general.level for army in SAMPLES for general in (army.commander, *army.generals)},
            set(armies.LEVELS),
        ),
        ({army.settlement for army in SAMPLES}, set(armies.SETTLEMENTS)),
    ],
)
def test_every_kind_of_thing_occurs(used, all_there_are):
    assert used == all_there_are


def test_their_homes_lie_in_most_territories():
    assert len({territory for army in SAMPLES for territory in army.home}) == 6


def test_both_have_units_for_a_garrison_since_both_have_a_settlement():
    assert all(any("garrison" in unit.flags for unit in army.units) for army in SAMPLES)


def test_together_they_take_no_more_cards_than_the_pack_has():
    assert sum(army.pbs_cards + army.scouting for army in SAMPLES) <= 50


def test_points_cover_the_units():
    for army in SAMPLES:
        assert sum(unit.points for unit in army.units) <= army.points
