"""Is a stated map read whole or refused with every fault?"""

from contextlib import suppress
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setup_app.maps.boxes import MapRefused, read_map
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from setup_app.rulebooks.pbs_2023_1.setup_check import fitting_flanks
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES


def official_cells(territory):
    return RULEBOOK.territory(territory)["cells"]


def stated(**changes):
    return {"name": "Ours", "cells": official_cells("plains"), **changes}


def with_box(box):
    cells = deepcopy(official_cells("plains"))
    cells[4][2] = box
    return stated(cells=cells)


def faults_of(value, territory="plains"):
    with pytest.raises(MapRefused) as refused:
        read_map(value, rulebook=RULEBOOK.id, territory=territory)
    return [(fault.code, fault.path) for fault in refused.value.faults]


@pytest.mark.parametrize("territory", TERRITORIES)
def test_every_official_map_is_one_that_a_club_may_have(territory):
    cells = official_cells(territory)
    assert read_map(
        {"name": " Ours ", "cells": cells}, rulebook=RULEBOOK.id, territory=territory
    ) == ("Ours", cells)


def test_the_boxes_are_those_of_the_printed_map():
    cells = official_cells("plains")
    assert cells[0][0] == {"flank": ["rocky_ground", "woods"], "density": "open"}
    assert cells[3][0] == {"flank": ["deep_water"], "density": "dense"}
    assert cells[4][4] == {"flank": [], "density": "featureless"}


def test_a_box_may_name_only_kinds_that_the_territory_has():
    assert fitting_flanks("plains") == (
        (),
        ("deep_water",),
        ("mountains", "sandy_ground"),
        ("rocky_ground", "woods"),
    )
    assert ("mountains", "marsh") in fitting_flanks("waterside")


@pytest.mark.parametrize(
    ("value", "faults"),
    [
        (None, [("map_wrong_type", "")]),
        ([], [("map_wrong_type", "")]),
        ({}, [("map_missing_field", "/name"), ("map_missing_field", "/cells")]),
        (stated(name=""), [("map_blank", "/name")]),
        (stated(name=3), [("map_wrong_type", "/name")]),
        (stated(name="x" * 81), [("map_too_long", "/name")]),
        (stated(name="a\u202eb"), [("map_forbidden_character", "/name")]),
        (stated(name="a\x00b"), [("map_forbidden_character", "/name")]),
        (stated(territory="desert"), [("map_unknown_field", "/territory")]),
        (stated(cells=None), [("map_wrong_type", "/cells")]),
        (stated(cells=official_cells("plains")[:4]), [("map_not_five", "/cells")]),
        (stated(cells=official_cells("plains") * 2), [("map_not_five", "/cells")]),
        (stated(cells=[[]] * 5), [("map_not_five", f"/cells/{row}") for row in range(5)]),
        (with_box(None), [("map_wrong_type", "/cells/4/2")]),
        (with_box({"flank": []}), [("map_missing_field", "/cells/4/2/density")]),
        (
            with_box({"flank": [], "density": "open", "wall": 1}),
            [("map_unknown_field", "/cells/4/2/wall")],
        ),
        (
            with_box({"flank": [], "density": "thick"}),
            [("map_not_a_choice", "/cells/4/2/density")],
        ),
        (with_box({"flank": [], "density": []}), [("map_not_a_choice", "/cells/4/2/density")]),
        (
            with_box({"flank": ["mountains", "marsh"], "density": "open"}),
            [("map_not_a_choice", "/cells/4/2/flank")],
        ),
        (
            with_box({"flank": ["woods", "rocky_ground"], "density": "open"}),
            [("map_not_a_choice", "/cells/4/2/flank")],
        ),
        (
            with_box({"flank": ["woods"], "density": "open"}),
            [("map_not_a_choice", "/cells/4/2/flank")],
        ),
        (
            with_box({"flank": "woods", "density": "open"}),
            [("map_not_a_choice", "/cells/4/2/flank")],
        ),
        (
            with_box({"flank": [float("nan")], "density": "open"}),
            [("map_not_a_choice", "/cells/4/2/flank")],
        ),
    ],
)
def test_a_stated_map_is_refused_with_every_fault(value, faults):
    assert faults_of(value) == faults


wild = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.just("deep_water"),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["flank", "density", "x"]), inner)
    ),
    max_leaves=6,
)


@given(wild)
def test_no_box_whatever_gives_more_than_a_refusal(box):
    for value in (box, with_box(box), stated(cells=box), stated(name=box)):
        with suppress(MapRefused):
            read_map(value, rulebook=RULEBOOK.id, territory="plains")
