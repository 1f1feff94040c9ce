"""Can a program keep lists here, and does each caller see only his own and the samples?"""

import json
from copy import copy

import pytest
from django.test import Client

from setup_app.armies import services
from setup_app.armies.models import ArmyList
from setup_app.identity.ownership import fresh_public_id
from setup_app.rulebooks.pbs_2023_1.armies import army_as_json, read_army
from tests.armies.lists import SMALL, small, with_unit

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FIELDS = (
    "name, rulebook, home, commander, pbs_cards, scouting, "
    "player, generals, units, camp, settlement, points"
)
AS_WRITTEN = army_as_json(read_army(SMALL))


def create(client, stated=SMALL):
    return client.post("/api/v1/armies/", stated, content_type="application/json")


@pytest.fixture
def stored(client):
    return create(client).json()["id"]


def test_a_created_list_is_answered_whole(client):
    answer = create(client)
    assert answer.status_code == 201
    assert answer.json()["army"] == AS_WRITTEN
    assert answer.json()["sample"] is False


def test_a_stored_list_is_read_again(client, stored):
    assert client.get(f"/api/v1/armies/{stored}/").json()["army"] == AS_WRITTEN


def test_what_was_read_can_be_sent_back(client, stored):
    army = client.get(f"/api/v1/armies/{stored}/").json()["army"]
    changed = {**army, "name": "Another name", "units": army["units"][::-1]}
    answer = client.put(f"/api/v1/armies/{stored}/", changed, content_type="application/json")
    assert (answer.status_code, answer.json()["army"]) == (200, changed)
    assert client.get(f"/api/v1/armies/{stored}/").json()["army"] == changed


def test_a_deleted_list_is_gone(client, stored):
    assert client.delete(f"/api/v1/armies/{stored}/").status_code == 204
    assert client.get(f"/api/v1/armies/{stored}/").status_code == 404


@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_another_browser_finds_nothing(client, stored, method):
    other = Client()
    create(other, small(name="His own"))
    answer = getattr(other, method)(
        f"/api/v1/armies/{stored}/", SMALL, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert ArmyList.objects.get(public_id=stored).name == "Small army"
    assert "Small army" not in other.get("/api/v1/armies/").content.decode()


def test_an_account_finds_its_lists_in_every_browser(client, django_user_model):
    anna = django_user_model.objects.create_user("anna")
    client.force_login(anna)
    stored = create(client).json()["id"]
    elsewhere = Client()
    elsewhere.force_login(anna)
    assert elsewhere.get(f"/api/v1/armies/{stored}/").status_code == 200
    assert Client().get(f"/api/v1/armies/{stored}/").status_code == 404


def test_who_signs_in_keeps_what_the_browser_stored_before(client, stored, django_user_model):
    client.force_login(django_user_model.objects.create_user("anna"))
    assert client.get(f"/api/v1/armies/{stored}/").status_code == 200


def test_everybody_reads_the_samples_and_nobody_changes_them(client):
    services.load_samples()
    assert client.get("/api/v1/armies/numidians/").json()["sample"] is True
    put = client.put("/api/v1/armies/numidians/", SMALL, content_type="application/json")
    assert (put.status_code, put.json()["code"]) == (403, "not_allowed")
    assert client.delete("/api/v1/armies/numidians/").status_code == 403


def test_samples_stand_after_ones_own_and_are_loaded_once(client, stored):
    assert services.load_samples() == ("marian-romans", "numidians")
    assert services.load_samples() == ()
    page = client.get("/api/v1/armies/").json()
    assert page["count"] == 3
    assert [each["id"] for each in page["results"]] in (
        [stored, "marian-romans", "numidians"],
        [stored, "numidians", "marian-romans"],
    )


def test_a_sample_that_differs_from_its_file_is_mended():
    services.load_samples()
    ArmyList.objects.filter(public_id="numidians").update(name="Somebody was here")
    assert services.load_samples() == ("numidians",)


def test_a_list_stands_in_the_index_in_one_line(client, stored):
    (line,) = client.get("/api/v1/armies/").json()["results"]
    del line["changed_at"]
    assert line == {
        "id": stored,
        "sample": False,
        "name": "Small army",
        "player": "Anna",
        "rulebook": "pbs-2023.1",
        "home": ["desert", "plains"],
        "units": 2,
        "points": 10000,
    }


def test_fields_stand_in_the_order_of_the_schema_however_a_database_keeps_them(client, stored):
    def turned_about(value):
        if isinstance(value, list):
            return [turned_about(each) for each in value]
        if not isinstance(value, dict):
            return value
        return {name: turned_about(value[name]) for name in reversed(value)}

    kept = ArmyList.objects.get(public_id=stored)
    kept.stated = turned_about(kept.stated)
    kept.save()
    army = client.get(f"/api/v1/armies/{stored}/").json()["army"]
    assert json.dumps(army) == json.dumps(AS_WRITTEN)


@pytest.mark.parametrize("how_many", [1, 3])
def test_the_index_costs_the_same_for_one_list_and_for_three(
    client, django_assert_num_queries, how_many
):
    for number in range(how_many):
        create(client, small(name=f"Army {number}"))
    with django_assert_num_queries(3):  # the session, how many there are, the page
        client.get("/api/v1/armies/")


@pytest.mark.parametrize("how_many", [1, 3])
def test_reading_costs_the_same_for_one_unit_and_for_three(
    client, django_assert_num_queries, how_many
):
    stored = create(client, small(units=SMALL["units"][:1] * how_many)).json()["id"]
    with django_assert_num_queries(2):  # the session, the list
        client.get(f"/api/v1/armies/{stored}/")


def test_a_fault_is_answered_with_its_place_and_what_would_be_right(client):
    answer = create(client, {**with_unit(bases=0), "wings": 2})
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert answer.json()["code"] == "army_refused"
    assert [(each["code"], each["message"]) for each in answer.json()["violations"]] == [
        (
            "army_unknown_field",
            f"/wings: Unknown field. Use one of: {FIELDS}.",
        ),
        ("army_out_of_range", "/units/0/bases: “0” is out of range. Enter a number from 1 to 99."),
    ]
    assert ArmyList.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 422, "army_refused"),
        (b"{", 400, "unreadable"),
        (b'{"name": NaN}', 400, "unreadable"),
        (b'{"name": "\xff"}', 400, "unreadable"),
        (b'{"name": "\\ud800"}', 400, "unreadable"),
        (b"[" * 100_000, 400, "unreadable"),
        (b"null", 422, "army_refused"),
        (b"[]", 422, "army_refused"),
        (b"7", 422, "army_refused"),
        (b'{"name": "a\\u202eb"}', 422, "army_refused"),
        (json.dumps(small(units=SMALL["units"] * 500)).encode(), 422, "army_refused"),
        (b'{"name": "' + b"x" * 10_000_000 + b'"}', 413, "too_much"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_bad_input_gets_a_problem_and_stores_nothing(client, body, status, code):
    answer = client.post("/api/v1/armies/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert ArmyList.objects.count() == 0


@pytest.mark.parametrize("address", ["nobody", "a" * 200, "x%00y"])
def test_an_unknown_address_is_not_found(client, address):
    assert client.get(f"/api/v1/armies/{address}/").status_code in (400, 404)


def test_an_import_stores_every_list(client):
    text = json.dumps([small(name="One"), small(name="Two")])
    answer = client.post("/api/v1/armies/import/", {"text": text}, content_type="application/json")
    assert answer.status_code == 201
    assert [each["army"]["name"] for each in answer.json()["armies"]] == ["One", "Two"]
    assert client.get("/api/v1/armies/").json()["count"] == 2


def test_an_import_with_a_fault_stores_nothing_and_names_the_line(client):
    text = json.dumps([small(), small(pbs_cards=11)])
    answer = client.post("/api/v1/armies/import/", {"text": text}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "import_refused")
    assert [each["message"] for each in answer.json()["violations"]] == [
        "line 1, /1/pbs_cards: “11” is out of range. Enter a number from 0 to 10."
    ]
    assert ArmyList.objects.count() == 0


def test_an_import_with_an_unknown_field_is_refused(client):
    answer = client.post(
        "/api/v1/armies/import/", {"text": "x", "format": "csv"}, content_type="application/json"
    )
    assert answer.status_code == 400


def test_one_player_keeps_only_so_many_lists(client, stored):
    kept = ArmyList.objects.get(public_id=stored)
    more = []
    for _ in range(services.MAX_ARMIES - 1):
        kept.pk, kept.public_id = None, fresh_public_id()
        more.append(copy(kept))
    ArmyList.objects.bulk_create(more)
    answer = create(client)
    assert (answer.status_code, answer.json()["code"]) == (422, "too_many_armies")
    assert ArmyList.objects.count() == services.MAX_ARMIES
