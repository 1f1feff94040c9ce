"""Does a stated list become the army it states, and is every fault named with its place?"""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from setup_app.rulebooks.pbs_2023_1 import armies
from setup_app.rulebooks.pbs_2023_1.armies import (
    ARMY_SCHEMA,
    Army,
    Commander,
    Fault,
    General,
    Unit,
    army_as_json,
    faults_of,
    public_part,
    read_army,
    secret_part,
)
from tests.armies.lists import SMALL, small, with_unit, without

KNOWN_FIELDS = [
    "name",
    "rulebook",
    "home",
    "commander",
    "pbs_cards",
    "scouting",
    "player",
    "generals",
    "units",
    "camp",
    "settlement",
    "points",
]


def test_a_list_becomes_the_army_it_states():
    assert read_army(small()) == Army(
        name="Small army",
        player="Anna",
        rulebook="pbs-2023.1",
        home=("desert", "plains"),
        commander=Commander("The commander", "talented"),
        generals=(General("The other", "competent", "instinctive"),),
        pbs_cards=6,
        scouting=4,
        units=(
            Unit("Spears", "tug", "foot", "close", 8, 500, ("may_ambush", "garrison")),
            Unit("Slings", "sug", "foot", "open", 4, 200),
        ),
        camp=True,
        settlement="fort",
        points=10000,
    )


def test_what_may_be_left_out_has_a_plain_meaning():
    least = {
        "name": "Least",
        "rulebook": "pbs-2023.1",
        "home": ["jungle"],
        "commander": {"level": "mediocre"},
        "pbs_cards": 0,
        "scouting": 0,
    }
    assert read_army(least) == Army(
        name="Least",
        player="",
        rulebook="pbs-2023.1",
        home=("jungle",),
        commander=Commander("", "mediocre"),
        generals=(),
        pbs_cards=0,
        scouting=0,
        units=(),
        camp=True,
        settlement=None,
        points=0,
    )


def test_writing_and_reading_again_gives_the_same_army():
    army = read_army(small())
    assert read_army(json.loads(json.dumps(army_as_json(army)))) == army


def test_names_lose_the_spaces_around_them():
    assert read_army(small(name="  Small army ")).name == "Small army"


def test_only_tugs_count_for_percentages():
    assert read_army(small()).tugs == 1


def test_a_closed_list_shows_only_what_is_public():
    assert public_part(read_army(small())) == {
        "name": "Small army",
        "player": "Anna",
        "commander_level": "talented",
        "number_of_generals": 1,
        "home": ["desert", "plains"],
        "pbs_cards": 6,
        "scouting": 4,
    }


def test_public_and_secret_parts_together_are_the_whole_list():
    army = read_army(small())
    told = {*public_part(army), *secret_part(army)} - {"commander_level", "number_of_generals"}
    assert told == set(army_as_json(army)) - {"rulebook"}


@pytest.mark.parametrize(
    "field", ["commander", "generals", "units", "camp", "settlement", "points"]
)
def test_a_change_in_the_secret_part_does_not_show_in_the_public_part(field):
    other = {
        "commander": {"name": "Somebody else", "level": "talented"},
        "generals": [{"name": "Z", "level": "legendary", "type": "tribal"}],
        "units": [],
        "camp": False,
        "settlement": None,
        "points": 1,
    }
    changed = read_army(small(**{field: other[field]}))
    assert public_part(changed) == public_part(read_army(small()))
    assert secret_part(changed) != secret_part(read_army(small()))


@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        (None, Fault("army_wrong_type", (), {"expected": "object", "found": "null"})),
        ([], Fault("army_wrong_type", (), {"expected": "object", "found": "a list"})),
        (without("name"), Fault("army_missing_field", ("name",))),
        (without("commander"), Fault("army_missing_field", ("commander",))),
        (small(name=""), Fault("army_blank", ("name",))),
        (small(name="   "), Fault("army_blank", ("name",))),
        (small(name="\u3164\u200d"), Fault("army_blank", ("name",))),
        (small(name=7), Fault("army_wrong_type", ("name",), {"expected": "text", "found": "7"})),
        (small(name="x" * 81), Fault("army_too_long", ("name",), {"most": 80, "found": 81})),
        (
            small(name="Ro\x00me"),
            Fault("army_forbidden_character", ("name",), {"character": "U+0000", "position": 3}),
        ),
        (
            small(player="\u202eanna"),
            Fault("army_forbidden_character", ("player",), {"character": "U+202E", "position": 1}),
        ),
        (
            small(player="a\nb"),
            Fault("army_forbidden_character", ("player",), {"character": "U+000A", "position": 2}),
        ),
        (
            small(player="\ud800"),
            Fault("army_forbidden_character", ("player",), {"character": "U+D800", "position": 1}),
        ),
        (small(colour="red"), Fault("army_unknown_field", ("colour",), {"known": KNOWN_FIELDS})),
        (small(home=[]), Fault("army_too_few", ("home",), {"least": 1, "found": 0})),
        (
            small(home=["plains", "plains"]),
            Fault("army_duplicate", ("home", 1), {"found": "plains"}),
        ),
        (
            small(home=["tundra"]),
            Fault(
                "army_not_a_choice",
                ("home", 0),
                {"choices": [*armies.TERRITORIES], "found": "tundra"},
            ),
        ),
        (
            small(home="plains"),
            Fault("army_wrong_type", ("home",), {"expected": "list", "found": "plains"}),
        ),
        (
            small(rulebook="pbs-2019"),
            Fault(
                "army_not_a_choice", ("rulebook",), {"choices": ["pbs-2023.1"], "found": "pbs-2019"}
            ),
        ),
        (
            small(pbs_cards=math.nan),
            Fault("army_wrong_type", ("pbs_cards",), {"expected": "whole_number", "found": "nan"}),
        ),
        (
            small(pbs_cards=True),
            Fault("army_wrong_type", ("pbs_cards",), {"expected": "whole_number", "found": "true"}),
        ),
        (
            small(scouting=1.5),
            Fault("army_wrong_type", ("scouting",), {"expected": "whole_number", "found": "1.5"}),
        ),
        (
            small(points=10**5000),
            Fault(
                "army_out_of_range",
                ("points",),
                {"least": 0, "most": 1000000, "found": "a number of more than 20 digits"},
            ),
        ),
        (
            small(camp="yes"),
            Fault("army_wrong_type", ("camp",), {"expected": "true_or_false", "found": "yes"}),
        ),
        (
            small(camp=None),
            Fault("army_wrong_type", ("camp",), {"expected": "true_or_false", "found": "null"}),
        ),
        (
            small(settlement="castle"),
            Fault(
                "army_not_a_choice",
                ("settlement",),
                {"choices": ["vital_settlement", "fort"], "found": "castle"},
            ),
        ),
        (
            with_unit(flags=["flying"]),
            Fault(
                "army_not_a_choice",
                ("units", 0, "flags", 0),
                {"choices": [*armies.FLAGS], "found": "flying"},
            ),
        ),
        (
            with_unit(bases=0),
            Fault(
                "army_out_of_range", ("units", 0, "bases"), {"least": 1, "most": 99, "found": "0"}
            ),
        ),
        (
            small(units=[7]),
            Fault("army_wrong_type", ("units", 0), {"expected": "object", "found": "7"}),
        ),
        (
            small(units={}),
            Fault("army_wrong_type", ("units",), {"expected": "list", "found": "an object"}),
        ),
    ],
)
def test_a_fault_is_named_with_its_place(stated, fault):
    assert faults_of(stated) == (fault,)


@pytest.mark.parametrize(
    ("field", "just_under", "limits", "just_over"),
    [
        ("pbs_cards", -1, (0, 10), 11),
        ("scouting", -1, (0, 12), 13),
        ("points", -1, (0, 1_000_000), 1_000_001),
    ],
)
def test_numbers_have_their_limits(field, just_under, limits, just_over):
    assert [faults_of(small(**{field: number})) for number in limits] == [(), ()]
    for number in (just_under, just_over):
        (fault,) = faults_of(small(**{field: number}))
        assert (fault.code, fault.path) == ("army_out_of_range", (field,))


@pytest.mark.parametrize(("field", "most"), [("units", 200), ("generals", 8)])
def test_lists_have_their_limits(field, most):
    one = SMALL[field][0]
    assert faults_of(small(**{field: [one] * most})) == ()
    assert faults_of(small(**{field: [one] * (most + 1)})) == (
        Fault("army_too_many", (field,), {"most": most, "found": most + 1}),
    )


def test_all_seven_territories_may_be_home():
    assert read_army(small(home=[*armies.TERRITORIES])).home == armies.TERRITORIES


def test_every_fault_is_collected_in_the_order_of_the_list():
    stated = small(name="", pbs_cards=11, wings=2)
    stated["units"][1]["arm"] = "boats"
    assert [(fault.code, fault.pointer) for fault in faults_of(stated)] == [
        ("army_unknown_field", "/wings"),
        ("army_blank", "/name"),
        ("army_out_of_range", "/pbs_cards"),
        ("army_not_a_choice", "/units/1/arm"),
    ]


def test_a_flood_of_faults_is_cut_and_says_how_much_was_cut():
    faults = faults_of(small(**{f"unknown {number}": 1 for number in range(150)}))
    assert len(faults) == 101
    assert faults[-1] == Fault("army_more_faults", (), {"more": 50})


def test_a_slash_in_an_unknown_field_is_escaped_in_its_pointer():
    (fault,) = faults_of(small(**{"a/b~c": 1}))
    assert fault.pointer == "/a~1b~0c"


wild = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(alphabet=st.characters(exclude_categories=()), max_size=90)
    | st.sampled_from([*armies.TERRITORIES, *armies.LEVELS, *armies.FLAGS, "tug", "foot"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "level", "type", "kind", "flags", "x"]), inner)
    ),
    max_leaves=8,
)


@given(field=st.sampled_from([*SMALL, "unknown"]), value=wild)
def test_schema_and_reader_agree_about_any_change(field, value):
    stated = small(**{field: value})
    valid = Draft202012Validator(ARMY_SCHEMA).is_valid(stated)
    assert valid == (faults_of(stated) == ())


@given(field=st.sampled_from([*SMALL["units"][0], "unknown"]), value=wild)
def test_schema_and_reader_agree_about_any_change_of_a_unit(field, value):
    stated = with_unit(**{field: value})
    valid = Draft202012Validator(ARMY_SCHEMA).is_valid(stated)
    assert valid == (faults_of(stated) == ())


@given(value=wild)
def test_faults_can_always_be_written_as_json(value):
    for fault in faults_of(value):
        line = json.dumps([fault.code, fault.pointer, dict(fault.params)], allow_nan=False)
        assert line.encode("utf-8")


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(ARMY_SCHEMA)
