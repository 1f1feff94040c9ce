"""Is a JSON or CSV text read whole or refused with a line for every fault?"""

import json
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from setup_app.armies.csv_layout import as_meant, made_safe
from setup_app.armies.exports import as_csv, as_json
from setup_app.armies.imports import read_import
from setup_app.armies.rulebooks import read_list
from setup_app.rulebooks.pbs_2023_1.armies import army_as_json
from setup_app.spreadsheets.faults import ImportRefused
from setup_app.spreadsheets.texts import MAX_BYTES
from tests.armies.lists import small
from tests.armies.test_samples import SAMPLES

SHEET = """\
row,name,player,rulebook,home,level,type,pbs_cards,scouting,camp,settlement,kind,arm,order,bases,points,flags
army,Small army,Anna,pbs-2023.1,plains desert,,,6,4,yes,fort,,,,,10000,
commander,The commander,,,,talented,,,,,,,,,,,
general,The other,,,,competent,instinctive,,,,,,,,,,
unit,Spears,,,,,,,,,,tug,foot,close,8,500,may_ambush garrison
unit,Slings,,,,,,,,,,sug,foot,open,4,200,
"""


def faults_in(source):
    with pytest.raises(ImportRefused) as refused:
        read_import(source)
    return [(fault.line, fault.column, fault.code) for fault in refused.value.faults]


def sheet(*replaced):
    text = SHEET
    for old, new in replaced:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    "source",
    [
        SHEET,
        SHEET.encode(),
        b"\xef\xbb\xbf" + SHEET.encode(),
        "\ufeff" + SHEET,
        SHEET.encode("utf-16"),
        SHEET.replace("\n", "\r\n"),
        SHEET.replace("\n", "\r"),
        SHEET.replace(",", ";"),
        "sep=;\n" + SHEET.replace(",", ";"),
        SHEET.replace(",", "\t"),
        "\n\n" + SHEET.replace("\n", "\n,,,\n"),
        SHEET.upper()
        .replace("SMALL ARMY", "Small army")
        .replace("ANNA", "Anna")
        .replace("THE COMMANDER", "The commander")
        .replace("THE OTHER", "The other")
        .replace("SPEARS", "Spears")
        .replace("SLINGS", "Slings"),
    ],
    ids=[
        "as text",
        "as bytes",
        "with a byte order mark",
        "as text with a mark",
        "as UTF-16",
        "with CRLF",
        "with CR",
        "with semicolons",
        "with Excel's hint",
        "with tabs",
        "with empty lines",
        "in capitals",
    ],
)
def test_a_sheet_is_read_as_spreadsheets_save_it(source):
    assert read_import(source).armies == (read_list(small()),)


def test_columns_may_stand_in_another_order_and_be_left_out():
    text = (
        "name,row,level,home,scouting,pbs_cards,rulebook\n"
        "Least,army,,jungle,0,0,pbs-2023.1\n,commander,mediocre\n"
    )
    (army,) = read_import(text).armies
    assert (army["name"], army["home"], army["commander"]["level"], army["units"]) == (
        "Least",
        ["jungle"],
        "mediocre",
        [],
    )


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [(None, None, "import_empty")]),
        (" \n ", [(None, None, "import_empty")]),
        ("hello", [(1, None, "import_no_header")]),
        ("row;" * 100_000, [(1, None, "import_too_many_cells")]),
        (SHEET.partition("\n")[2], [(1, None, "import_no_header")]),
        (
            sheet(("army,Small", "amry,Small")),
            [(None, None, "import_no_army_row"), (2, "row", "import_unknown_row")],
        ),
        (
            sheet(("commander,The", "general,The")),
            [(2, None, "import_no_commander_row"), (3, "type", "army_missing_field")],
        ),
        (sheet(("8,500", "many,500")), [(5, "bases", "army_wrong_type")]),
        (sheet(("8,500", "-8,500")), [(5, "bases", "army_wrong_type")]),
        (sheet(("8,500", "100,500")), [(5, "bases", "army_out_of_range")]),
        (sheet(("8,500", ",500")), [(5, "bases", "army_missing_field")]),
        (sheet(("8,500", "8.5,500")), [(5, "bases", "army_wrong_type")]),
        (sheet(("sug,foot", "sug,boat")), [(6, "arm", "army_not_a_choice")]),
        (sheet(("may_ambush garrison", "may_ambush fly")), [(5, "flags", "army_not_a_choice")]),
        (sheet(("plains desert", "plains plains")), [(2, "home", "army_duplicate")]),
        (sheet((",yes,", ",perhaps,")), [(2, "camp", "army_wrong_type")]),
        (sheet((",fort,", ",castle,")), [(2, "settlement", "army_not_a_choice")]),
        (sheet(("unit,Spears", "unit,")), [(5, "name", "army_blank")]),
        (sheet(("Spears", "Spe\x00ars")), [(5, "name", "army_forbidden_character")]),
        (sheet(("Spears", "Spe\u202ears")), [(5, "name", "army_forbidden_character")]),
        (sheet(("Spears", '"Spe\nars"')), [(5, "name", "army_forbidden_character")]),
        (sheet(("Spears", "x" * 81)), [(5, "name", "army_too_long")]),
        (sheet(("Spears", "x" * 200_000)), [(5, None, "import_line_unreadable")]),
        (sheet(("Spears", '"Spears')), [(5, None, "import_line_unreadable")]),
        (sheet(("garrison\n", "garrison,extra\n")), [(5, None, "import_too_many_cells")]),
        (
            sheet(("kind,arm", "kind,army")),
            [
                (5, "arm", "army_missing_field"),
                (6, "arm", "army_missing_field"),
            ],
        ),
        (
            sheet(("kind,arm", "kind,kind")),
            [
                (1, "kind", "import_column_twice"),
                (5, "arm", "army_missing_field"),
                (5, "kind", "army_not_a_choice"),
                (6, "arm", "army_missing_field"),
                (6, "kind", "army_not_a_choice"),
            ],
        ),
        (
            sheet(("general,The other,,", "general,The other,Bob,")),
            [(4, "player", "import_cell_not_used")],
        ),
        (SHEET + "army,Another\n", [(7, "row", "import_row_twice")]),
        (SHEET + "commander,Another,,,,talented\n", [(7, "row", "import_row_twice")]),
        (SHEET + SHEET.splitlines(keepends=True)[5] * 200, [(2, "units", "army_too_many")]),
        (
            SHEET + SHEET.splitlines(keepends=True)[5] * 1000,
            [(401, None, "import_too_many_rows"), (2, "units", "army_too_many")],
        ),
        (SHEET.replace("Anna", "Änna").encode("latin-1"), [(2, None, "import_not_utf8")]),
        (b"\xff\xfe\x00", [(1, None, "import_not_utf8")]),
        ("x" * (MAX_BYTES + 1), [(None, None, "import_too_large")]),
    ],
)
def test_a_sheet_is_refused_with_a_line_for_every_fault(text, faults):
    assert sorted(faults_in(text), key=str) == sorted(faults, key=str)


JSON = as_json(read_list(small()))


@pytest.mark.parametrize("source", [JSON, JSON.encode(), "\ufeff" + JSON, f"[{JSON}]", "\n" + JSON])
def test_a_json_list_is_read(source):
    assert read_import(source).armies == (read_list(small()),)


def test_several_json_lists_are_read_in_their_order():
    both = json.dumps([small(name="One"), small(name="Two")])
    assert [army["name"] for army in read_import(both).armies] == ["One", "Two"]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("[]", [(1, None, "import_empty")]),
        ("{", [(1, None, "import_json_broken")]),
        (JSON.replace('"player": "Anna",', '"player": "Anna"'), [(4, None, "import_json_broken")]),
        (
            JSON.replace('"pbs_cards": 6', '"pbs_cards": NaN'),
            [(20, None, "import_json_not_a_number")],
        ),
        (
            JSON.replace('"pbs_cards": 6', '"pbs_cards": 1e999'),
            [(20, "/pbs_cards", "army_wrong_type")],
        ),
        (
            JSON.replace('"pbs_cards": 6', '"pbs_cards": 11'),
            [(20, "/pbs_cards", "army_out_of_range")],
        ),
        (
            JSON.replace('"pbs_cards": 6', '"pbs_cards": ' + "1" * 5000),
            [(None, None, "import_json_number_too_long")],
        ),
        (
            JSON.replace('"pbs_cards": 6,', '"pbs_cards": 6, "pbs_cards": 7,'),
            [(20, "/pbs_cards", "import_field_twice")],
        ),
        (JSON.replace('"bases": 4', '"bases": 0'), [(40, "/units/1/bases", "army_out_of_range")]),
        (JSON.replace('"garrison"', '"fly"'), [(32, "/units/0/flags/1", "army_not_a_choice")]),
        (JSON.replace('"name": "Slings",', ""), [(35, "/units/1/name", "army_missing_field")]),
        (
            JSON.replace('"name": "Slings",', '"name": "Slings", "horses": 3,'),
            [(36, "/units/1/horses", "army_unknown_field")],
        ),
        (
            f"[{JSON}, {JSON.replace('Small army', '')}]",
            [(len(JSON.splitlines()) + 2, "/1/name", "army_blank")],
        ),
        ("[" * 100_000, [(None, None, "import_json_too_deep")]),
        (json.dumps([{}] * 51), [(1, None, "army_too_many")]),
    ],
)
def test_a_json_text_is_refused_with_a_line_for_every_fault(text, faults):
    assert faults_in(text) == faults


def test_one_fault_in_the_second_list_refuses_the_first_too():
    with pytest.raises(ImportRefused):
        read_import(json.dumps([small(), small(pbs_cards=11)]))


@pytest.mark.parametrize(
    "army", [army_as_json(army) for army in SAMPLES], ids=lambda army: army["name"]
)
@pytest.mark.parametrize("written", [as_json, as_csv])
def test_what_is_exported_is_imported_again_unchanged(army, written):
    assert read_import(written(army)).armies == (army,)
    assert read_import(written(army).encode()).armies == (army,)


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "'tis", "＝1+1", "a;=1+1", "a,-1", "a|@x", "'=1", "''"]
)
def test_no_cell_of_an_export_begins_as_a_formula_and_names_come_back(name):
    army = read_list(small(name=name))
    text = as_csv(army)
    assert f",{name}," not in text
    assert made_safe(name) in text
    assert read_import(text).armies == (army,)


@given(st.text(alphabet="=+-@';,|\ta＝", max_size=8))
def test_making_safe_is_undone_exactly_and_leaves_no_formula(cell):
    safe = made_safe(cell)
    assert as_meant(safe) == cell
    for separator in ";,|\t":
        assert not any(part[:1] in tuple("=+-@＝") for part in safe.split(separator) if part)


def test_the_example_in_the_documents_is_imported():
    document = Path(settings.BASE_DIR, "docs", "army-lists.md").read_text("utf-8")
    example = document.partition("```csv\n")[2].partition("```")[0]
    (army,) = read_import(example).armies
    assert [unit["name"] for unit in army["units"]] == ["Light horse", "Elephants", "Slingers"]
    assert army["points"] >= sum(unit["points"] for unit in army["units"])
