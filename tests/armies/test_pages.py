"""Can a player write, change, import and delete a list without any script?"""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.logs import LONG_NAME
from setup_app.armies import services
from setup_app.armies.exports import as_csv, as_json
from setup_app.armies.forms import stated_by
from setup_app.armies.models import ArmyList
from setup_app.armies.queries import as_stated
from setup_app.armies.rulebooks import read_list
from setup_app.identity.requesters import Requester
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from tests.armies.lists import SMALL, small
from tests.battles.test_races import at_once

pytestmark = pytest.mark.django_db

SENT = {
    "do": "save",
    "name": "Small army",
    "player": "Anna",
    "home": ["plains", "desert"],
    "commander-name": "The commander",
    "commander-level": "talented",
    "pbs_cards": "6",
    "scouting": "4",
    "settlement": "fort",
    "points": "10000",
    "camp": "yes",
    "generals-0-name": "The other",
    "generals-0-level": "competent",
    "generals-0-type": "instinctive",
    "generals-1-name": "",
    "generals-1-level": "",
    "generals-1-type": "",
    "units-0-name": "Spears",
    "units-0-kind": "tug",
    "units-0-arm": "foot",
    "units-0-order": "close",
    "units-0-bases": "8",
    "units-0-points": "500",
    "units-0-flags": ["may_ambush", "garrison"],
    "units-3-name": "Slings",
    "units-3-kind": "sug",
    "units-3-arm": "foot",
    "units-3-order": "open",
    "units-3-bases": "4",
    "units-3-points": "200",
}

BASES = "Enter a whole number from 1 to 99."


def only_list():
    return as_stated(ArmyList.objects.get())


def rows_of(form):
    return {group.name: group.rows for group in form.groups}


@pytest.fixture
def stored(client):
    client.post("/armies/new/", SENT)
    return ArmyList.objects.get().public_id


def test_a_sent_form_is_stored_and_shown(client):
    answer = client.post("/armies/new/", SENT, follow=True)
    assert only_list() == read_list(SMALL)
    assert answer.status_code == 200
    for words in ("Small army", "Spears", "may ambush, garrison", "skirmishers): 1"):
        assert words in answer.content.decode()


def test_the_form_shows_what_is_stored_so_that_sending_it_again_changes_nothing(client, stored):
    form = client.get(f"/armies/{stored}/edit/").context["form"]
    sent = {"do": "save", "camp": "yes"}
    for field in [
        *form.fields,
        *(each for row in rows_of(form).values() for one in row for each in one.fields),
    ]:
        chosen = [choice.value for choice in field.choices if choice.chosen]
        sent[field.id] = chosen if field.choices else field.value
    client.post(f"/armies/{stored}/edit/", sent)
    assert only_list() == read_list(SMALL)


def units_of(answer):
    """Each unit's name as the form shows it, and the row at which somebody goes on."""
    rows = rows_of(answer.context["form"])["units"]
    names = [field.value for row in rows for field in row.fields if field.label == "name"]
    return names, [row.prefix for row in rows if row.focused]


@pytest.mark.parametrize(
    ("do", "names", "goes_on_at"),
    [
        ("drop_units-0", ["Slings"], ["units-0"]),
        ("drop_units-3", ["Spears"], []),
        ("copy_units-0", ["Spears", "Spears", "Slings"], ["units-1"]),
        ("copy_units-3", ["Spears", "Slings", "Slings"], ["units-2"]),
        ("copy_units-7", ["Spears", "Slings"], []),
        ("drop_units-7", ["Spears", "Slings"], []),
    ],
)
def test_without_a_script_a_row_is_copied_and_taken_out_by_the_server(
    client, do, names, goes_on_at
):
    answer = client.post("/armies/new/", {**SENT, "do": do})
    assert units_of(answer) == (names, goes_on_at)
    assert ArmyList.objects.count() == 0


def test_an_empty_row_is_taken_out_and_the_other_empty_ones_stay(client):
    rows = {f"units-{row}-name": "" for row in (4, 5)}
    answer = client.post("/armies/new/", {**SENT, **rows, "do": "drop_units-4"})
    assert units_of(answer)[0] == ["Spears", "Slings", ""]


def test_a_copied_row_that_is_sent_is_stored_twice_with_all_that_it_may_do(client):
    form = client.post("/armies/new/", {**SENT, "do": "copy_units-0"}).context["form"]
    spears = [row for row in rows_of(form)["units"] if row.ticked]
    assert [row.ticked for row in spears] == [("may ambush", "garrison")] * 2


def test_what_few_rows_need_is_folded_away_unless_it_is_wrong(client):
    wrong = {"units-0-flags": ["may_fly"]}
    answer = client.post("/armies/new/", {**SENT, **wrong})
    rows = rows_of(answer.context["form"])["units"]
    assert [row.is_open for row in rows] == [True, False]
    assert [field.label for field in rows[0].cells] == [
        *("name", "kind", "arm", "order", "bases", "points")
    ]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("699", "Units total 700 points, 1 more than the 699 stated."),
        ("700", "Units total 700 points, as stated."),
        ("701", "Units total 700 of 701 points (1 unaccounted for)."),
        ("0", "Total points: 700."),
    ],
)
def test_points_that_do_not_add_up_are_told_and_never_refused(client, points, said):
    sent = {**SENT, "points": points}
    asked = client.post("/armies/new/", {**sent, "do": "more_units"}).content.decode()
    stored = client.post("/armies/new/", sent, follow=True).content.decode()
    assert (said in asked, said in stored, ArmyList.objects.count()) == (True, True, 1)


def test_a_blank_total_is_the_sum(client):
    page = client.post("/armies/new/", {**SENT, "points": ""}, follow=True).content.decode()
    assert "Units total 700 points, as stated." in page


def test_units_without_points_are_counted(client):
    sent = {**SENT, "units-3-points": ""}
    page = client.post("/armies/new/", {**sent, "do": "more_units"}).content.decode()
    assert "Units total 500 of 10000 points; 1 of 2 without points." in page


def test_a_list_leads_to_a_battle_with_it(client, stored):
    page = client.get(f"/armies/{stored}/").content.decode()
    (address,) = re.findall(r'href="(/battles/new/[^"]+)"', page)
    form = client.get(address.replace("&amp;", "&"))
    assert form.context["sides"][0]["chosen"] == stored


def link_to(stored):
    key = ArmyList.objects.get(public_id=stored).link_key
    return None if key is None else f"/armies/shared/{key}/"


def test_a_list_is_nobody_else_s_until_its_owner_makes_a_link(client, stored):
    assert link_to(stored) is None
    client.post(f"/armies/{stored}/share/")
    address = link_to(stored)
    assert stored not in address
    # Names of this length are cut short in the log.
    assert LONG_NAME.search(f"Not Found: {address}")
    page = Client().get(address).content.decode()
    assert "Spears" in page
    # What only its owner may do stands nowhere on it, and not by what else it is known.
    assert stored not in page
    form = Client().get("/armies/new/", {"link": address.split("/")[-2]}).context["form"]
    assert [row.fields[0].value for row in rows_of(form)["units"]] == ["Spears", "Slings"]


def test_a_link_stays_the_same_until_it_is_taken_back(client, stored):
    client.post(f"/armies/{stored}/share/")
    first = link_to(stored)
    client.post(f"/armies/{stored}/share/")
    assert link_to(stored) == first
    client.post(f"/armies/{stored}/share/", {"stop": "yes"})
    assert link_to(stored) is None
    assert Client().get(first).status_code == 404
    client.post(f"/armies/{stored}/share/")
    assert link_to(stored) != first


@pytest.mark.parametrize("key", ["None", "numidians", "x"])
def test_no_other_word_is_a_link(client, stored, key):
    services.load_samples()
    assert client.get(f"/armies/shared/{key}/").status_code == 404
    assert client.get("/armies/new/", {"link": key}).status_code == 404


def test_nobody_else_makes_or_takes_back_a_link(client, stored):
    services.load_samples()
    assert Client().post(f"/armies/{stored}/share/").status_code == 404
    assert client.post("/armies/numidians/share/").status_code == 404
    client.post(f"/armies/{stored}/share/")
    assert Client().post(f"/armies/{stored}/share/", {"stop": "yes"}).status_code == 404
    assert link_to(stored) is not None


def test_the_printed_sheet_names_every_unit(client, stored):
    page = client.get(f"/armies/{stored}/print/").content.decode()
    for words in ("Small army", "Spears", "Slings", "may ambush, garrison"):
        assert words in page


@pytest.mark.parametrize(
    ("do", "rows", "number"), [("more_units", "units", 8), ("more_generals", "generals", 3)]
)
def test_more_rows_are_given_without_storing_or_losing_anything(client, do, rows, number):
    answer = client.post("/armies/new/", {**SENT, "do": do})
    assert len(rows_of(answer.context["form"])[rows]) == number
    assert "Spears" in answer.content.decode()
    assert ArmyList.objects.count() == 0


@pytest.mark.parametrize("kind", ["points", "name", "home", "rulebook", "lava", ""])
def test_more_rows_of_what_has_none_are_no_fault_of_ours(client, kind):
    answer = client.post("/armies/new/", {**SENT, "points": "5", "do": f"more_{kind}"})
    assert answer.status_code == 200


def test_every_fault_stands_at_its_field_and_nothing_is_lost(client):
    sent = {**SENT, "name": "", "pbs_cards": "11", "units-3-bases": "many"}
    answer = client.post("/armies/new/", sent)
    assert answer.status_code == 422
    assert [(fault.place, fault.words, fault.field) for fault in answer.context["form"].faults] == [
        ("Name", "This is missing.", "name"),
        ("PBS cards", "“11” is out of range. Enter a number from 0 to 10.", "pbs_cards"),
        (
            "Unit 2, bases",
            f"“many” is not a whole number. {BASES}",
            "units-1-bases",
        ),
    ]
    page = answer.content.decode()
    assert 'id="units-1-bases" name="units-1-bases" inputmode="numeric" value="many"' in page
    assert 'aria-describedby="units-1-bases-fault"' in page
    assert "Spears" in page
    assert ArmyList.objects.count() == 0


def test_faults_stand_in_the_order_of_the_form_and_empty_rows_stay(client):
    wrong = {"points": "abc", "name": "", "units-0-bases": "0", "home": [], "scouting": "x"}
    answer = client.post("/armies/new/", {**SENT, **wrong})
    page = answer.content.decode()
    places = re.findall(r'<li><a href="#[^"]+">([^<]+)</a>:', page)
    assert places == ["Name", "Home territories", "Scouting cards", "Points", "Unit 1, bases"]
    assert 'name="generals-1-name"' in page
    assert 'name="units-1-name"' in page
    assert 'name="units-2-name"' not in page


def test_an_empty_form_names_what_is_missing(client):
    answer = client.post("/armies/new/", {"do": "save"})
    assert answer.status_code == 422
    assert [fault.field for fault in answer.context["form"].faults] == [
        "name",
        "home",
        "commander-level",
        "pbs_cards",
        "scouting",
    ]


def test_a_level_that_was_not_chosen_is_asked_for_in_plain_words(client):
    for field in ("commander-level", "generals-0-level"):
        answer = client.post("/armies/new/", {**SENT, field: ""})
        assert [fault.words for fault in answer.context["form"].faults] == [
            "Choose a level: mediocre, competent, talented, legendary."
        ]


def test_names_are_shown_as_text_never_as_markup(client):
    client.post("/armies/new/", {**SENT, "name": "<b>x</b>", "units-0-name": "<i>y</i>"})
    for address in ("/armies/", f"/armies/{ArmyList.objects.get().public_id}/"):
        page = client.get(address).content.decode()
        assert "<b>x" not in page
        assert "<i>y" not in page


@pytest.mark.parametrize("page", ["", "edit/", "delete/", "print/", "army.csv", "army.json"])
def test_another_browser_finds_no_page_of_a_list(stored, page):
    assert Client().get(f"/armies/{stored}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["edit/", "delete/"])
def test_another_browser_changes_nothing(stored, page):
    assert Client().post(f"/armies/{stored}/{page}", {**SENT, "name": "Hers"}).status_code == 404
    assert only_list() == read_list(SMALL)


def test_a_list_is_deleted_after_asking_once(client, stored):
    assert "Delete “Small army”?" in client.get(f"/armies/{stored}/delete/").content.decode()
    assert ArmyList.objects.count() == 1
    client.post(f"/armies/{stored}/delete/")
    assert ArmyList.objects.count() == 0


def test_a_sample_can_be_copied_and_not_changed(client):
    services.load_samples()
    assert client.get("/armies/numidians/edit/").status_code == 404
    assert client.post("/armies/numidians/delete/").status_code == 404
    form = client.get("/armies/new/?from=numidians").context["form"]
    assert len(rows_of(form)["units"]) == 23


def test_the_index_is_drawn_when_it_is_empty(client):
    assert "You have no lists yet." in client.get("/armies/").content.decode()


@pytest.mark.parametrize("how_many", [1, 3])
def test_the_index_page_costs_the_same_for_one_list_and_for_three(
    client, django_assert_num_queries, how_many
):
    for _ in range(how_many):
        client.post("/armies/new/", SENT)
    with django_assert_num_queries(3):  # the session, how many there are, the page
        assert client.get("/armies/").content.decode().count('<th scope="row">') == how_many


@pytest.mark.parametrize("how_many", [1, 3])
def test_a_list_s_page_costs_the_same_for_one_unit_and_for_three(
    client, django_assert_num_queries, how_many
):
    client.post("/armies/new/", SENT)
    key = ArmyList.objects.get()
    asker = Requester(None, key.owner_key)
    army = read_list(small(units=SMALL["units"][:1] * how_many))
    services.change_army(asker=asker, public_id=key.public_id, army=army)
    with django_assert_num_queries(3):  # the session, the list, its plans
        client.get(f"/armies/{key.public_id}/")


@pytest.mark.parametrize("written", [as_csv, as_json])
def test_an_exported_file_is_imported(client, stored, written):
    text = written(only_list())
    ending = "csv" if written is as_csv else "json"
    exported = client.get(f"/armies/{stored}/army.{ending}")
    assert exported.content.decode() == text
    assert exported["Content-Disposition"] == f'attachment; filename="{stored}.{ending}"'
    client.post("/armies/import/", {"file": SimpleUploadedFile("x", text.encode())})
    assert [as_stated(each) for each in ArmyList.objects.all()] == [read_list(SMALL)] * 2


def test_the_csv_template_can_be_imported_as_it_is(client):
    template = client.get("/armies/import/template.csv").content.decode()
    client.post("/armies/import/", {"text": template})
    assert only_list() == dict(services.sample_armies())["marian-romans"]


def test_a_refused_import_names_line_and_column_and_keeps_the_text(client):
    text = as_csv(read_list(SMALL)).replace(",8,", ",many,")
    answer = client.post("/armies/import/", {"text": text})
    assert answer.status_code == 422
    assert answer.context["faults"] == [
        {
            "line": 5,
            "column": "bases",
            "words": f"“many” is not a whole number. {BASES}",
        }
    ]
    assert "many" in answer.context["text"]
    assert ArmyList.objects.count() == 0


def test_a_latin_1_file_is_refused_with_what_to_do(client):
    latin = as_csv(read_list(small(player="Änna")))[1:].encode("latin-1")
    answer = client.post("/armies/import/", {"file": SimpleUploadedFile("x.csv", latin)})
    assert answer.status_code == 422
    assert "line" in answer.context["faults"][0]
    assert "CSV UTF-8" in answer.content.decode()


def test_a_list_s_page_names_its_rulebook_in_words(client, stored):
    page = client.get(f"/armies/{stored}/").content.decode()
    assert f"<dt>Rulebook</dt>\n    <dd>{RULEBOOK.title}</dd>" in page


def test_nothing_stands_inline_in_a_page(client, stored):
    for address in ("/armies/", "/armies/new/", "/armies/import/", f"/armies/{stored}/"):
        page = client.get(address).content.decode()
        assert " style=" not in page
        assert "<style" not in page
        assert " onclick=" not in page
        assert page.count("<script") == page.count('<script type="module" src=')


def test_a_form_states_the_same_as_the_api(rf):
    stated = stated_by(rf.post("/", SENT).POST, RULEBOOK)
    assert read_list(stated) == read_list(SMALL)


def test_two_hundred_units_fit_into_one_form(client):
    unit = {name[8:]: value for name, value in SENT.items() if name.startswith("units-3-")}
    rows = {f"units-{row}-{name}": value for row in range(200) for name, value in unit.items()}
    kept = {name: value for name, value in SENT.items() if not name.startswith("units-")}
    client.post("/armies/new/", {**kept, **rows})
    assert len(only_list()["units"]) == 200
    answer = client.post(
        "/armies/new/", {**kept, **rows, **{f"units-200-{n}": v for n, v in unit.items()}}
    )
    assert answer.status_code == 422
    assert [fault.words for fault in answer.context["form"].faults] == [
        "Too many: 201 (maximum 200)."
    ]


@pytest.mark.django_db(transaction=True)
def test_a_list_that_is_deleted_twice_at_once_is_simply_gone(client, stored):
    def tap(path, sent):
        own = Client()
        own.cookies = client.cookies
        return lambda: own.post(f"/armies/{stored}/{path}/", sent)

    taps = [tap("delete", {}) for _ in range(6)] + [tap("edit", SENT) for _ in range(2)]
    answers = [answer.status_code for answer in at_once(*taps)]
    assert set(answers) <= {302, 404}
    assert not ArmyList.objects.exists()
