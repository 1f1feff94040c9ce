"""Do the tables say what the sheet prints, where a glance at the sheet can tell?

The full comparison is with a second transcription, in tests of its own.
"""

import copy
import json
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError

import pytest

from setup_app.rulebooks.codes import Params
from setup_app.rulebooks.pbs_2023_1.figures import MarkerMove, Slots
from setup_app.rulebooks.pbs_2023_1.tables import (
    CARDS,
    DATA,
    GROUND,
    TERRITORIES,
    Band,
    Box,
    CampRule,
    FlankSubstitute,
    Limit,
    Size,
    Special,
    TerrainRow,
    territory_as_json,
)

SLUGS = ["waterside", "desert", "cultivated", "forest", "jungle", "plains", "mountains"]


def row(territory: str, type_: str) -> TerrainRow:
    found = TERRITORIES[territory].row(type_)
    assert found is not None
    return found


def test_there_are_seven_territories_in_the_order_of_the_sheet() -> None:
    assert list(TERRITORIES) == SLUGS
    assert [territory.slug for territory in TERRITORIES.values()] == SLUGS


def test_there_are_175_boxes_and_88_rows() -> None:
    assert sum(len(r) for territory in TERRITORIES.values() for r in territory.cells) == 175
    assert {slug: len(territory.terrain) for slug, territory in TERRITORIES.items()} == {
        "waterside": 15,
        "desert": 13,
        "cultivated": 13,
        "forest": 13,
        "jungle": 11,
        "plains": 12,
        "mountains": 11,
    }


def test_the_top_row_comes_first_and_the_left_box_first_in_it() -> None:
    assert TERRITORIES["desert"].cells[0][4] == Box(("mountains", "sand_dunes"), "open")
    assert TERRITORIES["desert"].cells[4][0] == Box(("deep_water",), "open")
    assert TERRITORIES["waterside"].cells[4][4] == Box(("mountains", "marsh"), "very_dense")
    assert TERRITORIES["jungle"].cells[0][0] == Box((), "open")


def test_limits_are_shared_as_the_sheet_says_and_their_types_are_sorted() -> None:
    assert row("waterside", "village").limit == Limit(2, ("town", "village"))
    assert row("waterside", "town").limit == Limit(1, ("town",))
    assert row("waterside", "tilled_fields").limit == Limit(2, ("fields", "tilled_fields"))
    assert row("desert", "village").limit == row("desert", "town").limit
    assert row("desert", "village").limit == Limit(1, ("town", "village"))
    assert row("cultivated", "fields").limit is None
    assert row("plains", "village").limit == Limit(2, ("village",))


def test_own_sizes_are_for_as_much_as_the_sheet_says() -> None:
    assert row("jungle", "village").size == Size(None, False, 6)
    assert row("desert", "town").size == Size(6, True, 10)
    assert row("desert", "hills").size is None


def test_rivers_end_on_deep_water_too_and_wadis_do_not() -> None:
    assert row("plains", "rivers_and_streams").band == Band(2, 0.5, ("edge", "deep_water"), False)
    assert row("desert", "dry_wadi").band == Band(1, 0.5, ("edge",), True)


def test_a_type_s_own_size_is_the_same_in_every_territory() -> None:
    sizes: dict[str, set[Size | None]] = {}
    for territory in TERRITORIES.values():
        for each in territory.terrain:
            sizes.setdefault(each.type, set()).add(each.size)

    assert {type_ for type_, found in sizes.items() if len(found) > 1} == set()


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        ("overlap", {("waterside", "town"), ("cultivated", "town")}),
        ("touch_edge", {("desert", "town"), ("forest", "town"), ("jungle", "village")}),
        (
            "extend_from_flank",
            {
                ("waterside", "village"),
                ("cultivated", "village"),
                ("waterside", "sandy_ground"),
                ("waterside", "sand_dunes"),
                ("desert", "sand_dunes"),
            },
        ),
        (
            "within_gap",
            {
                ("waterside", "orchards_vineyards"),
                ("forest", "woods"),
                ("forest", "forest"),
                ("jungle", "woods"),
                ("jungle", "forest"),
                ("mountains", "mountains"),
            },
        ),
        ("flank_by_parity", {("plains", "mountains")}),
        ("taken_off_at_end", {("plains", "open")}),
        (
            "declare",
            {
                ("desert", "sandy_ground"),
                ("plains", "sandy_ground"),
                ("jungle", "marsh"),
                ("jungle", "forest"),
                ("mountains", "marsh"),
                ("mountains", "mountains"),
            },
        ),
        (
            "undiced_beside",
            {(slug, "fields") for slug in SLUGS}
            | {
                ("waterside", "tilled_fields"),
                ("cultivated", "tilled_fields"),
                ("waterside", "marsh"),
            },
        ),
    ],
)
def test_a_special_stands_in_the_rows_named_and_nowhere_else(
    kind: str, where: set[tuple[str, str]]
) -> None:
    assert {
        (territory.slug, terrain.type)
        for territory in TERRITORIES.values()
        for terrain in territory.terrain
        if terrain.special(kind) is not None
    } == where


def test_a_tilled_field_is_a_neighbour_in_cultivated_land_only() -> None:
    beside = {
        (slug, type_): row(slug, type_).specials[0].params.words("neighbours")
        for slug in SLUGS
        for type_ in ("fields", "tilled_fields")
        if TERRITORIES[slug].row(type_)
    }

    for (slug, _), neighbours in beside.items():
        tilled = ("tilled_fields",) if slug == "cultivated" else ()
        assert neighbours == ("fields", *tilled, "town", "village")


def test_villages_give_three_different_covers() -> None:
    codes = {slug: [e.as_json() for e in row(slug, "village").effects] for slug in SLUGS}
    boundary = {"code": "linear_obstacle", "part": "boundary"}
    both = boundary | {"gives": ["cover", "charge_claim"]}
    inside = [{"code": "cover_benefit"}, boundary | {"gives": ["charge_claim"]}]

    assert codes.pop("waterside") == [both]
    assert codes.pop("desert") == [{"code": "cover_wholly_within"}, both]
    assert all(effects == inside for effects in codes.values())


def test_every_other_type_has_the_same_effects_wherever_it_occurs() -> None:
    effects: dict[str, set[object]] = {}
    for territory in TERRITORIES.values():
        for terrain in territory.terrain:
            effects.setdefault(terrain.type, set()).add(terrain.effects)

    assert {type_ for type_, found in effects.items() if len(found) > 1} == {"village"}


def test_what_is_declared_has_its_number() -> None:
    assert row("jungle", "forest").specials == (
        Special("within_gap", Params({"types": ("forest", "woods")})),
        Special("declare", Params({"as": "dangerous", "max": 2})),
    )
    assert row("mountains", "marsh").special("declare") == Special(
        "declare", Params({"as": "dangerous", "max": 1})
    )
    assert row("mountains", "mountains").special("declare") == Special(
        "declare", Params({"as": "impassable", "max": 2})
    )


def test_sandy_ground_may_stand_on_dry_flanks_of_desert_and_plains() -> None:
    rocky, dunes = ("rocky_ground", "woods"), ("mountains", "sand_dunes")
    substitutes = {slug: t.flank_substitutes for slug, t in TERRITORIES.items()}

    assert substitutes.pop("desert") == (FlankSubstitute((rocky, dunes), "sandy_ground"),)
    assert substitutes.pop("plains") == (FlankSubstitute((rocky,), "sandy_ground"),)
    assert set(substitutes.values()) == {()}


def test_camps_may_stand_in_terrain_where_the_map_says_so() -> None:
    settled = ("town", "village")
    wooded = CampRule(
        sides=("defender",),
        types=("forest", "woods"),
        touching="edge",
        where="own_deployment_zone",
        replaces_ordinary=False,
    )
    both = ("defender", "invader")

    assert {slug: t.camp_rules for slug, t in TERRITORIES.items() if t.camp_rules} == {
        "waterside": (CampRule(both, settled, "deep_water", "anywhere", False),),
        "cultivated": (CampRule(both, settled, "edge", "anywhere", True),),
        "forest": (wooded,),
        "jungle": (wooded,),
    }


def test_the_json_of_a_territory_has_the_contract_s_shape() -> None:
    sent = territory_as_json(TERRITORIES["forest"])

    assert json.loads(json.dumps(sent)) == sent
    assert list(sent) == ["slug", "name", "cells", "terrain"]
    assert (sent["slug"], sent["name"]) == ("forest", "Forest")
    assert sent["cells"][0] == [
        {"flank": ["mountains", "forest"], "density": "normal"},
        {"flank": ["rocky_ground", "woods"], "density": "normal"},
        {"flank": [], "density": "open"},
        {"flank": [], "density": "featureless"},
        {"flank": ["mountains", "forest"], "density": "normal"},
    ]
    assert sent["terrain"][2:5] == [
        {
            "type": "village",
            "category": "good",
            "limit": {"max": 2, "types": ["town", "village"]},
            "size": {"max": 6},
            "placement": [],
            "effects": [
                {"code": "cover_benefit"},
                {"code": "linear_obstacle", "part": "boundary", "gives": ["charge_claim"]},
            ],
        },
        {
            "type": "rivers_and_streams",
            "category": "good",
            "limit": {"max": 1, "types": ["rivers_and_streams"]},
            "size": {"width": {"max": 2}},
            "placement": [
                {
                    "code": "band",
                    "ends": ["edge", "deep_water"],
                    "min_width": 0.5,
                    "max_width": 2,
                },
                {"code": "cannot_be_moved"},
            ],
            "effects": [
                {"code": "linear_obstacle", "part": "banks", "gives": ["movement_penalty"]}
            ],
        },
        {
            "type": "town",
            "category": "rough",
            "limit": {"max": 1, "types": ["town"]},
            "size": {"min": 6, "min_exclusive": True, "max": 10},
            "placement": [{"code": "touch_edge"}],
            "effects": [
                {"code": "cover_benefit"},
                {"code": "visible_within", "distance": 1},
                {"code": "linear_obstacle", "part": "boundary", "gives": ["charge_claim"]},
            ],
        },
    ]


def test_the_densities_make_compulsory_what_9_b_says() -> None:
    any_ = ("good", "rough", "difficult")

    assert {
        name: (density.compulsory, density.optional, density.impassable)
        for name, density in GROUND.densities.items()
    } == {
        "featureless": ((), 2, False),
        "open": ((Slots(any_, 1),), 2, False),
        "normal": ((Slots(any_, 2),), 2, True),
        "dense": ((Slots(("difficult",), 2), Slots(("good", "rough"), 1)), 2, True),
        "very_dense": ((Slots(("difficult",), 2), Slots(("good", "rough"), 2)), 2, True),
    }


def test_the_placement_die_sends_pieces_where_9_e_says() -> None:
    sent = [
        (roll, placing.sector, roll in placing.touching_edge)
        for placing in GROUND.placing
        for roll in placing.rolls
    ]
    assert sorted(sent) == [
        (1, "left", False),
        (2, "centre", False),
        (3, "centre", True),
        (4, "centre", False),
        (5, "centre", True),
        (6, "right", False),
    ]


def test_cards_and_levels_rank_as_the_sheet_says() -> None:
    assert CARDS.colours == ("black", "white", "green", "yellow", "red")
    assert dict(CARDS.level_colours) == {
        "mediocre": "white",
        "competent": "green",
        "talented": "yellow",
        "legendary": "red",
    }
    assert dict(CARDS.scouting_percent) == {
        "black": 0,
        "white": 0,
        "green": 10,
        "yellow": 20,
        "red": 40,
    }
    assert CARDS.moves == (
        MarkerMove(1, 1, False),
        MarkerMove(2, 1, True),
        MarkerMove(3, 2, False),
        MarkerMove(4, 2, True),
    )


def test_tables_are_values_that_nobody_can_change() -> None:
    for territory in TERRITORIES.values():
        assert copy.deepcopy(territory) == territory
        assert pickle.loads(pickle.dumps(territory)) == territory
        assert hash(territory) == hash(copy.deepcopy(territory))
    with pytest.raises(FrozenInstanceError):
        TERRITORIES["forest"].slug = "wood"
    with pytest.raises(TypeError):
        TERRITORIES["wood"] = TERRITORIES["forest"]
    with pytest.raises(TypeError):
        row("forest", "town").specials[0].params["far"] = 1


def test_two_processes_with_different_hash_seeds_read_the_same_bytes() -> None:
    program = (
        "import json; from setup_app.rulebooks.pbs_2023_1 import tables as t;"
        "print(json.dumps([t.territory_as_json(x) for x in t.TERRITORIES.values()]));"
        "print(list(t.SETTINGS), list(t.RULINGS), list(t.PHRASES.texts))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(DATA.parents[3])},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(outputs) == 1


@pytest.mark.parametrize("file", sorted(DATA.glob("*.toml")), ids=lambda file: file.stem)
def test_each_data_file_names_its_source(file: object) -> None:
    with open(str(file), encoding="utf-8") as lines:
        head = "".join(line for line in lines if line.startswith("#"))

    assert "Source" in head
    assert "Release v2023.1" in head
