"""Are the lists of a rulebook that nobody thought of kept, drawn, judged, imported and exported?"""

import json

import pytest

from setup_app.armies.exports import as_csv
from setup_app.armies.imports import ImportRefused, read_import
from setup_app.armies.models import ArmyList
from setup_app.armies.rulebooks import read_list
from setup_app.rulebooks.army_faults import ArmyRefused

pytestmark = pytest.mark.django_db

FORD = {
    "rulebook": "toy-skirmish",
    "general": "Piso",
    "spies": 2,
    "miles": 7.5,
    "banner": None,
    "signals": ["drum"],
    "mules": True,
    "guide": {"name": "Bomilcar", "pay": "gold"},
    "bands": [
        {"name": "Waders", "men": 12, "armed": "spear", "wades": True},
        {"name": "Watchers", "men": 6, "armed": "bow", "wades": False},
    ],
}
SENT = {
    "do": "save",
    "rulebook": "toy-skirmish",
    "general": "Piso",
    "spies": "2",
    "miles": "7,5",
    "banner": "",
    "signals": ["drum"],
    "mules": "yes",
    "guide-name": "Bomilcar",
    "guide-pay": "gold",
    "bands-0-name": "Waders",
    "bands-0-men": "12",
    "bands-0-armed": "spear",
    "bands-0-wades": "yes",
    "bands-1-name": "",
    "bands-1-men": "",
    "bands-4-name": "Watchers",
    "bands-4-men": "6",
    "bands-4-armed": "bow",
}


def faults_of(stated):
    with pytest.raises(ArmyRefused) as refused:
        read_list(stated)
    return [(fault.code, fault.pointer) for fault in refused.value.faults]


def test_a_list_is_kept_over_the_api_as_it_was_stated(client):
    made = client.post("/api/v1/armies/", FORD, content_type="application/json")
    assert (made.status_code, made.json()["army"]) == (201, FORD)
    (line,) = client.get("/api/v1/armies/").json()["results"]
    told = {name: line[name] for name in ("name", "player", "rulebook", "home", "units", "points")}
    assert told == {
        "name": "Skirmish at the ford",
        "player": "",
        "rulebook": "toy-skirmish",
        "home": [],
        "units": 0,
        "points": 0,
    }


def test_a_sent_form_states_the_same(client):
    client.post("/armies/new/", SENT)
    assert ArmyList.objects.get().stated == FORD


def test_the_form_is_drawn_from_the_schema(client):
    answer = client.get("/armies/new/?rulebook=toy-skirmish")
    assert '<a href="/armies/">Cancel</a>' in answer.content.decode()
    form = answer.context["form"]
    assert [(field.id, field.kind, field.label) for field in form.fields] == [
        ("general", "text", "leader"),
        ("spies", "number", "spies"),
        ("miles", "number", "miles"),
        ("banner", "select", "banner"),
        ("signals", "checks", "signals"),
        ("guide-name", "text", "guide, name"),
        ("guide-pay", "select", "guide, pay"),
        ("mules", "check", "mules"),
    ]
    (bands,) = form.groups
    assert (bands.title, len(bands.rows)) == ("Bands at the ford", 1)
    assert [field.id for field in bands.rows[0].fields][-1] == "bands-0-wades"
    assert 'href="/armies/new/?rulebook=pbs-2023.1"' in answer.content.decode()


def test_a_stored_list_is_shown_and_changed(client):
    client.post("/armies/new/", SENT)
    address = f"/armies/{ArmyList.objects.get().public_id}/"
    page = client.get(address).content.decode()
    for words in ("Leader", "Bomilcar</bdi>, gold", "Bands at the ford", "Watchers", "7.5"):
        assert words in page
    asked = {**SENT, "do": "drop_bands-0"}
    (bands,) = client.post(f"{address}edit/", asked).context["form"].groups
    assert [row.fields[0].value for row in bands.rows] == ["Watchers", ""]
    client.post(f"{address}edit/", {**SENT, "general": "Rullus"})
    assert ArmyList.objects.get().stated["general"] == "Rullus"


def test_a_fault_stands_at_its_field(client):
    sent = {**SENT, "general": "", "spies": "many", "bands-4-men": "100", "guide-pay": ""}
    answer = client.post("/armies/new/", sent)
    assert answer.status_code == 422
    faults = answer.context["form"].faults
    assert [(fault.place, fault.field, fault.words) for fault in faults] == [
        ("Leader", "general", "This is missing."),
        (
            "Spies",
            "spies",
            "“many” is not a whole number. Enter a whole number from 0 to 9.",
        ),
        ("Guide, pay", "guide-pay", "Choose one of: gold, salt."),
        ("Band 2, men", "bands-1-men", "“100” is out of range. Enter a number from 1 to 99."),
    ]


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"spies": 10}, [("army_out_of_range", "/spies")]),
        ({"spies": "2"}, [("army_wrong_type", "/spies")]),
        ({"general": ""}, [("army_blank", "/general")]),
        ({"general": "x" * 21}, [("army_too_long", "/general")]),
        ({"general": "a\u202eb"}, [("army_forbidden_character", "/general")]),
        ({"miles": float("inf")}, [("army_wrong_type", "/miles"), ("army_out_of_range", "/miles")]),
        ({"banner": "green"}, [("army_not_a_choice", "/banner")]),
        ({"signals": ["drum", "drum"]}, [("army_duplicate", "/signals")]),
        (
            {"signals": ["drum", "horn", "gong"]},
            [("army_not_a_choice", "/signals/2"), ("army_too_many", "/signals")],
        ),
        ({"guide": {}}, [("army_missing_field", "/guide/pay")]),
        ({"bands": [{"name": " ", "men": 1}]}, [("army_blank", "/bands/0/name")]),
        (
            {"wings": 2, "tails": 1},
            [("army_unknown_field", "/wings"), ("army_unknown_field", "/tails")],
        ),
    ],
)
def test_the_schema_judges_a_list_whose_rulebook_has_no_reader(changed, faults):
    assert sorted(faults_of({**FORD, **changed})) == sorted(faults)


@pytest.mark.parametrize("stated", [{"rulebook": "toy-skirmish"}, {**FORD, "general": None}])
def test_every_fault_can_be_said(client, stated):
    answer = client.post("/api/v1/armies/", stated, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "army_refused")
    assert all(violation["message"] for violation in answer.json()["violations"])


def test_a_file_is_exported_and_imported_again():
    text = as_csv(FORD)
    assert text.splitlines()[0].removeprefix("\ufeff") == (
        "row,rulebook,general,spies,miles,banner,signals,mules,name,pay,men,armed,wades"
    )
    assert read_import(text).armies == (FORD,)
    assert read_import(json.dumps([FORD, FORD])).armies == (FORD, FORD)


def test_a_fault_in_a_file_is_named_with_its_line():
    text = as_csv(FORD).replace(",12,", ",dozen,")
    with pytest.raises(ImportRefused) as refused:
        read_import(text)
    (fault,) = refused.value.faults
    assert (fault.line, fault.column, fault.code) == (4, "men", "army_wrong_type")


def test_the_import_page_tells_the_rows_of_its_file(client):
    page = client.get("/armies/import/?rulebook=toy-skirmish").content.decode()
    assert ">guide</code></dt>" in page
    assert ">name, pay</dd>" in page
    assert 'href="?rulebook=pbs-2023.1"' in page
