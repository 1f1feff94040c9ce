"""Requests that are sent twice with the same `Idempotency-Key` act once and answer alike."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection
from django.test import Client
from django.utils import timezone

from setup_app.armies.models import ArmyList
from setup_app.idempotency.models import KeyedRequest
from setup_app.maps.models import PbsMap
from setup_app.maps.services import sync_official_maps
from tests.armies.lists import SMALL, small

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

KEY = "a-key-of-at-least-thirty-two-letters"


def create(client, stated=SMALL, key=KEY):
    return client.post(
        "/api/v1/armies/", stated, content_type="application/json", headers={"Idempotency-Key": key}
    )


def test_the_same_request_is_done_once_and_answered_alike(client):
    first, second = create(client), create(client)
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert ArmyList.objects.count() == 1


def test_a_browser_that_never_got_its_answer_gets_its_list_with_it(client):
    create(client)
    again = Client()
    stored = create(again).json()["id"]
    assert again.get(f"/api/v1/armies/{stored}/").status_code == 200


def test_the_same_key_with_another_body_is_refused(client):
    create(client)
    answer = create(client, small(name="Another"))
    assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    assert ArmyList.objects.count() == 1


def test_another_key_stores_another_list(client):
    create(client)
    create(client, key=KEY + "2")
    assert ArmyList.objects.count() == 2


def test_two_accounts_may_use_the_same_key(client, django_user_model):
    for name in ("anna", "ben"):
        client.force_login(django_user_model.objects.create_user(name))
        assert create(client, key="short").status_code == 201
    assert ArmyList.objects.count() == 2


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("short", "key_too_short"),
        ("", "key_unreadable"),
        ("x" * 256, "key_unreadable"),
        ("ä" * 40, "key_unreadable"),
    ],
)
def test_a_key_that_will_not_do_is_refused(client, key, code):
    answer = create(client, key=key)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert ArmyList.objects.count() == 0


def test_a_refused_request_keeps_its_key_free(client):
    assert create(client, small(name="")).status_code == 422
    assert create(client).status_code == 201


def test_after_a_day_a_key_is_forgotten(client):
    create(client)
    KeyedRequest.objects.update(created=timezone.now() - timedelta(hours=25))
    create(client)
    assert ArmyList.objects.count() == 2


def test_a_key_that_the_database_will_not_keep_is_no_repeated_request(client):
    """It is tried once more, since an equal request may have been first, and not for ever."""
    with connection.cursor() as database:
        database.execute(REFUSING[connection.vendor])
    with pytest.raises(IntegrityError):
        create(client)
    assert not ArmyList.objects.exists()


REFUSING = {
    "sqlite": """CREATE TRIGGER refusing BEFORE INSERT ON idempotency_keyedrequest
        BEGIN SELECT RAISE(ABORT, 'NOT NULL constraint failed'); END""",
    "postgresql": "ALTER TABLE idempotency_keyedrequest ADD CONSTRAINT refusing CHECK (key = '')",
}


def test_deleting_twice_is_answered_alike(client):
    stored = create(client).json()["id"]
    for _ in range(2):
        answer = client.delete(
            f"/api/v1/armies/{stored}/", headers={"Idempotency-Key": KEY + "delete"}
        )
        assert (answer.status_code, answer.content) == (204, b"")


def test_a_map_is_copied_once(client):
    sync_official_maps()
    for _ in range(2):
        answer = client.post(
            "/api/v1/maps/pbs-2023-1-plains/copy/",
            {"name": "Ours"},
            content_type="application/json",
            headers={"Idempotency-Key": KEY},
        )
        assert answer.status_code == 201
    assert PbsMap.objects.filter(is_official=False).count() == 1


def test_a_key_stands_for_one_request_wherever_it_is_sent(client):
    create(client)
    battle = client.post(
        "/api/v1/battles/",
        {"rulebook": "toy-skirmish"},
        content_type="application/json",
        headers={"Idempotency-Key": KEY},
    )
    assert (battle.status_code, battle.json()["code"]) == (422, "key_reused")


def test_a_refusal_is_given_again_and_the_key_stands_for_it(client):
    sync_official_maps()
    address = "/api/v1/maps/pbs-2023-1-plains/copy/"

    def copy(name):
        headers = {"Idempotency-Key": KEY}
        body = {"name": name}
        return client.post(address, body, content_type="application/json", headers=headers)

    first, again = copy("a\u202eb"), copy("a\u202eb")
    assert (first.status_code, first.json()["code"]) == (422, "map_refused")
    assert again.json() == first.json()
    assert copy("Ours").json()["code"] == "key_reused"
    assert PbsMap.objects.filter(is_official=False).count() == 0
