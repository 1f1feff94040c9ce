"""What may the two sides say to each other, who reads it, and what is turned away?"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from setup_app.battles import services
from setup_app.battles.models import Battle, LogEntry, Message
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from tests.battles.callers import SKIRMISH, Caller, Table, begin
from tests.battles.test_races import at_once, fresh
from tests.battles.test_schema import faults

pytestmark = pytest.mark.django_db


def path(table: Table) -> str:
    return f"{table.path}messages/"


def said(table: Table, side: int, **body: Any) -> Any:
    return table.seats[side].post(path(table), body)


def lines(table: Table, side: int, query: str = "") -> list[str]:
    answer = table.seats[side].get(path(table) + query)
    assert answer.status_code == 200, answer.content
    return [line["text"] for line in answer.json()["results"]]


@pytest.mark.postgresql
def test_what_one_side_says_both_read() -> None:
    table = begin(SKIRMISH)

    answer = said(table, 0, text="  Shall   we begin?  ")

    assert answer.status_code == 201
    assert faults(answer.json(), "Message") == []
    assert {**answer.json(), "at": ""} == {
        "number": 1,
        "side": 0,
        "text": "Shall we begin?",
        "word": None,
        "at": "",
    }
    assert lines(table, 0) == lines(table, 1) == ["Shall we begin?"]


def test_ready_made_words_are_kept_as_their_code() -> None:
    table = begin(SKIRMISH)

    answer = said(table, 1, word="one_moment").json()

    assert (answer["word"], answer["text"]) == ("one_moment", "One moment")
    assert Message.objects.get().text == ""


def test_a_message_changes_nothing_in_the_battle() -> None:
    table = begin(SKIRMISH)
    before = table.view(), LogEntry.objects.count()

    said(table, 0, text="Hello")

    assert (table.view(), LogEntry.objects.count()) == before


def test_only_the_two_seats_read_and_write() -> None:
    table = begin({**SKIRMISH, "visibility": "public", "umpire": True})
    said(table, 0, text="Between us")
    row = Battle.objects.get(public_id=table.id)
    others = [Caller(), table.creator]
    others += [Caller(tokens.token(row, seat)) for seat in (Seat.UMPIRE, Seat.SPECTATOR)]

    for other in others:
        for answer in (other.get(path(table)), other.post(path(table), {"text": "Me too"})):
            assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
    assert lines(table, 1) == ["Between us"]


def test_the_messages_of_a_private_battle_are_not_even_there() -> None:
    table = begin(SKIRMISH)

    assert Caller().get(path(table)).status_code == 404


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"text": "x" * 160}, 201, None),
        ({"text": "x" * 161}, 422, "message_too_long"),
        ({"text": "x" * 5000}, 400, "unreadable"),
        ({}, 422, "nothing_said"),
        ({"text": "   "}, 422, "nothing_said"),
        ({"text": "\u200b\u202e"}, 422, "nothing_said"),
        ({"text": "two\nlines"}, 422, "not_one_line"),
        ({"text": "two\u2028lines"}, 422, "not_one_line"),
        ({"text": "bell\u0007"}, 422, "not_one_line"),
        # Its length says enough: no letter of it is looked at.
        ({"text": "a\n" * 400}, 422, "message_too_long"),
        ({"word": "agreed"}, 201, None),
        ({"word": "shout"}, 422, "unknown_word"),
        ({"word": "agreed", "text": "so"}, 422, "said_both"),
        ({"text": 7.5}, 201, None),
        ({"text": None}, 400, "unreadable"),
        ({"text": ["a"]}, 400, "unreadable"),
        ({"text": {"a": 1}}, 400, "unreadable"),
        ({"txt": "a"}, 400, "unreadable"),
        ([], 400, "unreadable"),
        (b"{", 400, "unreadable"),
        (b'{"text": "\\ud800"}', 400, "unreadable"),
        (b'{"text": "\\u0000"}', 400, "unreadable"),
    ],
)
def test_one_short_line_is_taken_and_all_else_turned_away(
    body: Any, status: int, code: str | None
) -> None:
    table = begin(SKIRMISH)

    answer = table.seats[0].post(path(table), body)

    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.content
    assert Message.objects.count() == (1 if status == 201 else 0)


@pytest.mark.postgresql
def test_as_many_of_a_side_go_off_in_a_minute_as_the_setting_says(settings: Any) -> None:
    settings.MESSAGES_PER_MINUTE = 3
    table = begin(SKIRMISH)
    for number in range(3):
        assert said(table, 0, text=f"line {number}").status_code == 201

    refused = said(table, 0, text="one more")

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_messages")
    assert said(table, 1, text="the other side may").status_code == 201
    Message.objects.update(created=timezone.now() - timedelta(seconds=61))
    assert said(table, 0, text="a minute later").status_code == 201


@pytest.mark.postgresql
def test_the_last_two_hundred_are_kept_page_by_page() -> None:
    table = begin(SKIRMISH)
    for number in range(1, 203):
        services.say(battle=table.id, side=number % 2, text=f"line {number}")
        Message.objects.update(created=timezone.now() - timedelta(seconds=61))

    first = table.seats[0].get(path(table)).json()

    assert (first["count"], len(first["results"])) == (200, 50)
    assert faults(first, "PaginatedMessageList") == []
    assert first["results"][0]["text"] == "line 3"
    assert lines(table, 0, "?after=200") == ["line 201", "line 202"]
    assert table.seats[0].get(f"{path(table)}?after=x").status_code == 400


@pytest.mark.postgresql
def test_the_same_key_says_it_once() -> None:
    table = begin(SKIRMISH)
    key = {"Idempotency-Key": "k" * 32}

    first = table.seats[0].post(path(table), {"text": "Once"}, **key)
    again = table.seats[0].post(path(table), {"text": "Once"}, **key)

    assert first.content == again.content
    assert lines(table, 0) == ["Once"]


@pytest.mark.postgresql
@pytest.mark.parametrize("how_many", [1, 3])
def test_reading_takes_the_same_queries_however_many(
    how_many: int, django_assert_num_queries: Any
) -> None:
    table = begin(SKIRMISH)
    for number in range(how_many):
        said(table, 0, text=f"line {number}")
    table.view(table.seats[1])

    # The seat's battle, how many there are, and they themselves.
    with django_assert_num_queries(3):
        table.seats[1].get(path(table))


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(3))
def test_two_who_speak_at_once_are_both_heard(round_: int) -> None:
    table = begin(SKIRMISH)
    callers = [fresh(seat) for seat in table.seats] * 2

    answers = at_once(
        *(
            lambda caller=caller, place=place: caller.post(path(table), {"text": f"{place}"})
            for place, caller in enumerate(callers)
        )
    )

    assert sorted(answer.json()["number"] for answer in answers) == [1, 2, 3, 4]
    assert sorted(lines(table, 0)) == ["0", "1", "2", "3"]
    assert Battle.objects.get(public_id=table.id).said == 4
