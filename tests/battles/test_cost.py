"""What does one move ask of the database and of Redis? Counted, since seconds are noisy."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.conf import settings as configured
from django.db import connection
from django.test.utils import CaptureQueriesContext
from redis import Redis

from tests.battles.callers import FRAGILE, SKIRMISH, begin, ready
from tests.battles.test_battle_cache import card

pytestmark = pytest.mark.django_db

KEYED = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}
PATIENCE = 60


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("kept", "headers", "queries"),
    [
        # The caller's seat, a savepoint and its end, the lock, the new entries, the row, and the
        # row again for the view.
        pytest.param(64, {}, 7, id="kept"),
        # And the log.
        pytest.param(0, {}, 8, id="not kept"),
        # And the key: looked up, inserted and updated, each in a savepoint, as is the action.
        pytest.param(64, KEYED, 16, id="kept, with a key"),
        pytest.param(0, KEYED, 17, id="not kept, with a key"),
    ],
)
def test_a_move_takes_so_many_queries(
    kept: int, headers: dict[str, str], queries: int, settings: Any
) -> None:
    settings.BATTLE_CACHE_SIZE = kept
    table = ready(SKIRMISH, until="play_card")
    play = card(table, **headers)

    with CaptureQueriesContext(connection) as asked:
        assert play().status_code == 201

    assert len(asked) == queries, [each["sql"][:100] for each in asked]


def test_who_wants_no_view_gets_none_and_word_of_it() -> None:
    table = ready(SKIRMISH, until="play_card")

    answer = card(table, Prefer="return=minimal")()
    view = table.view()

    expected = {"battle": table.id, "version": view["version"], "head": view["head"]}
    assert (answer.status_code, answer.json()) == (201, expected)
    assert answer.headers["Preference-Applied"] == "return=minimal"


@pytest.mark.parametrize("prefer", ["return=representation", "minimal", "returns=minimal", ""])
def test_any_other_wish_gets_the_view(prefer: str) -> None:
    table = ready(SKIRMISH, until="play_card")

    answer = card(table, Prefer=prefer)()

    assert answer.json()["prompts"]
    assert "Preference-Applied" not in answer.headers


def test_a_move_sent_twice_is_answered_alike_after_the_battle_went_on() -> None:
    table = ready(SKIRMISH, until="play_card")
    play = card(table, Prefer="return=minimal", **KEYED)
    first = play()
    card(table, 1)()

    again = play()

    assert (again.status_code, again.content) == (201, first.content)


def test_a_refused_move_says_why_whatever_is_preferred() -> None:
    table = ready(SKIRMISH, until="play_card")
    prompt = table.asked(0)
    assert prompt

    refused = table.move(0, prompt["id"], {"card": "none"}, Prefer="return=minimal")

    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_shape")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("prefer", ["respond-async, return=minimal", 'RETURN="minimal"; x'])
def test_beside_a_worker_it_holds_for_what_was_played(prefer: str, worker: object) -> None:
    table = begin(FRAGILE)
    table.sit_down()
    table.answer(0, "word", "peace")
    prompt = table.asked(0, "spot")
    assert prompt
    body = {"prompt": prompt["id"], "expected_version": table.version(), "answer": {"x": 7}}
    path = f"{table.path}moves/"

    answer = table.seats[0].post(path, body, Prefer=prefer, **KEYED)
    end = time.monotonic() + PATIENCE
    while answer.status_code == 202 and time.monotonic() < end:
        assert answer.json().keys() == {"job"}
        answer = table.seats[0].post(path, body, Prefer="return=minimal", **KEYED)

    view = table.view()
    expected = {"battle": table.id, "version": view["version"], "head": view["head"]}
    assert (answer.status_code, answer.json()) == (201, expected)


@pytest.mark.django_db(transaction=True)
def test_a_message_opens_no_connection_and_a_lost_one_is_opened_again(
    redis_server: object,
) -> None:
    with Redis.from_url(configured.REDIS_URL, decode_responses=True) as redis:
        table = begin(SKIRMISH)
        watcher = redis.pubsub(ignore_subscribe_messages=True)
        watcher.subscribe(f"metator:battles:{table.id}")
        watcher.get_message(timeout=5)
        before = redis.info("stats")["total_connections_received"]

        table.sit_down()
        told = [watcher.get_message(timeout=5) for _ in range(2)]

        assert None not in told
        assert redis.info("stats")["total_connections_received"] == before

        redis.client_kill_filter(_type="normal", skipme=True)
        side = 0 if table.asked(0) else 1
        prompt = table.asked(side)
        assert prompt
        assert table.move(side, prompt["id"], prompt["options"][0]).status_code == 201

        assert watcher.get_message(timeout=5)
        watcher.close()
