"""Who sends too much in a minute, and what is said then? By the API, and by pages that make things.

A minute may end between two requests: then one more is let through, once.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from setup_app.armies.models import ArmyList
from setup_app.battles.models import Battle, Message
from setup_app.layouts.models import SavedTable
from setup_app.maps.models import PbsMap
from tests.layouts.pages.laying import FORM, laid, words
from tests.processes import PrivateRedis

pytestmark = pytest.mark.django_db

MAKES = {
    "/tables/": FORM,
    "/battles/new/": {},
    "/battles/try/": {},
    "/armies/new/": {},
    "/armies/import/": {"text": ""},
    "/maps/pbs-2023-1-mountains/copy/": {},
    # Counted before it is looked whether there is such a table or battle.
    "/t/none/again/": {},
    "/tables/none/": {},
    "/tables/none/print/": {},
    "/t/none/once-more/": {},
    "/b/none/rematch/": {},
}


@pytest.fixture
def visitor(redis_server: PrivateRedis, settings: Any) -> Client:
    """From an address at which nobody was counted; one request a minute is allowed."""
    settings.REQUESTS_PER_MINUTE = 1
    redis_server.empty()
    return Client(REMOTE_ADDR="192.0.2.8")


def stored() -> list[int]:
    return [kind.objects.count() for kind in (SavedTable, Battle, ArmyList, PbsMap, Message)]


@pytest.mark.parametrize("path", MAKES)
def test_whoever_makes_too_much_is_told_how_long_to_wait(visitor: Client, path: str) -> None:
    first = visitor.post(path, MAKES[path])
    before = stored()

    answers = [visitor.post(path, MAKES[path]) for _ in range(3)]

    refused = [answer for answer in answers if answer.status_code == 429]
    assert first.status_code != 429
    assert len(refused) >= 2
    assert 0 < int(refused[0]["Retry-After"]) <= 61
    assert "Too many requests." in words(refused[0])
    assert f"Wait {refused[0]['Retry-After']} second" in words(refused[0])
    assert "no-store" in refused[0]["Cache-Control"]
    if len(refused) == 3:
        assert stored() == before
    assert visitor.get("/tables/").status_code == 200


def test_pages_and_the_api_count_together_and_looking_counts_nothing(visitor: Client) -> None:
    for _ in range(5):
        assert visitor.get("/tables/").status_code == 200
    visitor.get("/api/v1/rulebooks/")

    answers = [visitor.post("/armies/new/").status_code for _ in range(3)]

    assert answers.count(429) >= 2


def test_an_account_is_counted_by_itself(visitor: Client) -> None:
    visitor.post("/armies/new/")
    visitor.post("/armies/new/")
    signed_in = Client(REMOTE_ADDR="192.0.2.8")
    signed_in.force_login(User.objects.create(username="Zama"))

    assert signed_in.post("/armies/new/").status_code == 422


def test_a_line_that_is_too_much_is_refused_to_the_script_that_sent_it(visitor: Client) -> None:
    visitor.post("/armies/new/")

    answers = [
        visitor.post("/b/none/say/", headers={"accept": "application/json"}) for _ in range(3)
    ]

    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) >= 2
    assert "Try again in" in refused[0].json()["refused"]


def test_an_edited_table_is_counted_when_it_is_saved_and_not_at_each_press(visitor: Client) -> None:
    editor = f"/t/{laid(visitor).public_id}/edit/"

    pressed = [visitor.post(editor, {"do": "larger", "chosen": "p3"}) for _ in range(3)]
    before = stored()
    saved = [visitor.post(editor, {"do": "save"}) for _ in range(3)]

    assert [answer.status_code for answer in pressed] == [200, 200, 200]
    refused = [answer for answer in saved if answer.status_code == 429]
    assert len(refused) >= 2
    if len(refused) == 3:
        assert stored() == before


def test_without_redis_everybody_makes_what_he_likes(
    visitor: Client, without_redis: PrivateRedis
) -> None:
    assert [visitor.post("/armies/new/").status_code for _ in range(3)] == [422, 422, 422]
