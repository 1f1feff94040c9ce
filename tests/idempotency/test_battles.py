"""Requests about battles that are sent twice with the same `Idempotency-Key`."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from setup_app.battles.models import Battle
from setup_app.idempotency import services
from setup_app.idempotency.models import KeyedRequest
from tests.battles.callers import MARCHES, SKIRMISH, Caller, Table, begin, ready, seated

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

KEY = "0123456789abcdef0123456789abcdef"


def move_of(table: Table, side: int = 0) -> dict[str, Any]:
    prompt = table.asked(side)
    assert prompt
    return {
        "prompt": prompt["id"],
        "expected_version": table.version(),
        "answer": prompt["options"][0],
    }


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


def test_a_battle_is_begun_once_and_answered_alike() -> None:
    first = Caller().post("battles/", SKIRMISH, **keyed(KEY))
    again = Caller().post("battles/", SKIRMISH, **keyed(KEY))

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert Battle.objects.count() == 1


def test_the_answer_is_the_same_even_after_the_battle_went_on_and_a_seat_was_replaced() -> None:
    first = Caller().post("battles/", SKIRMISH, **keyed(KEY))
    table = seated(first.json())
    table.sit_down()
    table.creator.post(f"{table.path}seats/0/reissue/")

    again = Caller().post("battles/", SKIRMISH, **keyed(KEY))

    assert again.content == first.content


def test_a_move_is_played_once_and_answered_alike() -> None:
    table = begin(SKIRMISH)
    table.sit_down()
    side = 0 if table.asked(0) else 1
    move = move_of(table, side)

    first = table.seats[side].post(f"{table.path}moves/", move, **keyed("a"))
    version = table.version()
    again = table.seats[side].post(f"{table.path}moves/", move, **keyed("a"))

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert table.version() == version


def test_a_move_is_answered_alike_after_the_battle_went_on() -> None:
    table = begin(SKIRMISH)
    move = move_of(table)
    first = table.seats[0].post(f"{table.path}moves/", move, **keyed("a"))
    table.play_on(random.Random(4))

    again = table.seats[0].post(f"{table.path}moves/", move, **keyed("a"))

    assert again.content == first.content


@pytest.mark.parametrize("refused", [False, True])
def test_the_same_key_with_another_body_is_refused(refused: bool) -> None:
    table = begin(SKIRMISH)
    move = move_of(table)
    first = move | {"answer": "nonsense"} if refused else move
    table.seats[0].post(f"{table.path}moves/", first, **keyed("a"))
    version = table.version()

    again = table.seats[0].post(f"{table.path}moves/", move | {"expected_version": 0}, **keyed("a"))

    assert (again.status_code, again.json()["code"]) == (422, "key_reused")
    assert table.version() == version


def test_a_refusal_is_given_again() -> None:
    table = begin(SKIRMISH)
    move = move_of(table) | {"answer": {"accept": False, "entropy": ""}}

    first = table.seats[0].post(f"{table.path}moves/", move, **keyed("a"))
    again = table.seats[0].post(f"{table.path}moves/", move, **keyed("a"))

    assert (first.status_code, first.json()["code"]) == (422, "wrong_shape")
    assert again.content == first.content


def test_each_caller_has_its_own_keys() -> None:
    table = begin(SKIRMISH)

    answers = [
        table.seats[side].post(f"{table.path}moves/", move_of(table, side), **keyed("a"))
        for side in (0, 1)
    ]

    assert [answer.status_code for answer in answers] == [201, 201]


@pytest.mark.parametrize(
    ("key", "code"),
    [(KEY[:-1], "key_too_short"), ("x" * 256, "key_unreadable"), ("a b" * 20, "key_unreadable")],
)
def test_a_key_that_cannot_be_one_is_refused(key: str, code: str) -> None:
    answer = Caller().post("battles/", SKIRMISH, **keyed(key))

    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert Battle.objects.count() == 0


def test_a_key_is_forgotten_after_a_day() -> None:
    Caller().post("battles/", SKIRMISH, **keyed(KEY))
    KeyedRequest.objects.update(created=timezone.now() - timedelta(hours=24))

    again = Caller().post("battles/", SKIRMISH | {"until": "moods"}, **keyed(KEY))

    assert again.status_code == 201
    assert Battle.objects.count() == 2
    assert services.delete_expired(timezone.now() + timedelta(hours=25)) == 1


def test_no_answer_is_stored() -> None:
    answer = Caller().post("battles/", SKIRMISH, **keyed(KEY)).json()
    table = seated(answer)
    table.seats[0].post(f"{table.path}moves/", move_of(table), **keyed("a"))

    kept = repr(list(KeyedRequest.objects.values()))

    assert not [token for token in (answer["creator"], table.seats[0].token) if token in kept]


def test_a_question_with_a_key_has_one_answer() -> None:
    table = begin(SKIRMISH)
    table.play_on(random.Random(1), until="play_card")
    prompt = table.asked(0)
    assert prompt

    answers = {
        table.seats[0].post(f"{table.path}suggest/", {"prompt": prompt["id"]}, **keyed("a")).content
        for _ in range(5)
    }

    assert len(answers) == 1


@pytest.mark.django_db(transaction=True)
def test_a_placement_is_judged_once(worker: object) -> None:
    table = ready({**MARCHES, "dice": "server"}, until="place_feature")
    side = 0 if table.asked(0, "place_feature") else 1
    prompt = table.asked(side, "place_feature")
    assert prompt
    answer = table.seats[side].post(f"{table.path}suggest/", {"prompt": prompt["id"]}).json()
    move = {
        "prompt": prompt["id"],
        "expected_version": table.version(),
        "answer": answer["answer"],
    }

    first = table.seats[side].post(f"{table.path}moves/", move, **keyed("a"))
    again = table.seats[side].post(f"{table.path}moves/", move, **keyed("a"))

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
