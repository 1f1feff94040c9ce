"""Is whoever watches battles told at once that they went on, once, and nothing that is not his?"""

import os
import signal
import uuid

import pytest
from django.conf import settings as configured

from setup_app.battles import pubsub
from setup_app.jobs import services as jobs
from setup_app.jobs.tasks import run
from tests.battles.callers import FRAGILE, SKIRMISH, begin
from tests.battles.stream.streams import (
    NOTHING,
    Stream,
    move,
    seat,
    tokens_of,
    version,
)
from tests.processes import PrivateRedis, until
from tests.web_server import WebServer, rest

NO_JOB = uuid.UUID(int=7)


def test_it_tells_where_battles_stand_and_that_they_go_on(web: WebServer) -> None:
    one, two = begin(SKIRMISH), begin(SKIRMISH)
    mine, other = tokens_of(one)[0], tokens_of(two)[1]
    with Stream(web, two.id, one.id, **seat(mine, other)) as stream:
        headers = {name.lower(): value for name, value in stream.answer.getheaders()}
        assert headers["content-type"] == "text/event-stream; charset=utf-8"
        assert headers["cache-control"] == "no-store"
        assert headers["x-accel-buffering"] == "no"
        assert "content-encoding" not in headers
        first, second = stream.next(), stream.next()
        assert stream.raw.startswith(b"retry: 2000\n\n")
        assert first
        assert second
        assert [first.data, second.data] == [
            {"battle": two.id, "version": version(two)},
            {"battle": one.id, "version": version(one)},
        ]

        number = move(one, 1)
        stream.told("version", battle=one.id, version=number)
        versions = [each.data["version"] for each in stream.events if each.data["battle"] == one.id]
        assert versions == sorted(versions)
        for event in stream.events:
            assert len(event.id) <= 2000
            assert event.id.isascii()
            assert event.id.isprintable()
            assert " " not in event.id


def test_who_comes_back_is_told_what_he_missed_and_nothing_twice(web: WebServer) -> None:
    one, two = begin(SKIRMISH), begin(SKIRMISH)
    both = seat(tokens_of(one)[0], tokens_of(two)[0])
    with Stream(web, one.id, two.id, **both) as stream:
        stream.next()
        last = stream.next()
        assert last
    number = move(two, 1)

    with Stream(web, one.id, two.id, **both, **{"Last-Event-ID": last.id}) as again:
        assert again.told("version").data == {"battle": two.id, "version": number}


@pytest.mark.parametrize(
    "unread", ["x" * 5000, "nonsense", "é", "2.1", f"{NOTHING}.1.1," * 60, f"{NOTHING}.-1.0"]
)
def test_an_id_that_cannot_be_read_counts_as_none(web: WebServer, unread: str) -> None:
    table = begin(SKIRMISH)
    given = {"Last-Event-ID": unread.encode().decode("latin-1")}
    with Stream(web, table.id, **seat(tokens_of(table)[0]), **given) as stream:
        assert stream.told("version").data == {"battle": table.id, "version": version(table)}


def test_an_id_of_what_is_not_yet_hides_nothing(web: WebServer) -> None:
    table = begin(SKIRMISH)
    given = {"Last-Event-ID": f"{table.id}.999999.7"}
    with Stream(web, table.id, **seat(tokens_of(table)[0]), **given) as stream:
        assert stream.told("version").data["version"] == version(table)
        number = move(table, 1)
        stream.told("version", version=number)


def test_only_the_two_seats_hear_that_something_was_said(web: WebServer) -> None:
    table = begin(SKIRMISH, visibility="public")
    with (
        Stream(web, table.id) as watching,
        Stream(web, table.id, **seat(tokens_of(table)[0])) as mine,
    ):
        watching.told("version")
        mine.told("version")
        table.seats[1].post(f"{table.path}messages/", {"text": "hello"})
        assert mine.told("said").data == {"battle": table.id, "said": 1}
        number = move(table, 1)
        watching.told("version", version=number)
        assert {each.kind for each in watching.events} == {"version"}

    # At the opening too, unless the id covers it.
    with Stream(web, table.id, **seat(tokens_of(table)[1])) as late:
        late.told("said", said=1)
        known = late.events[-1].id
    with Stream(web, table.id, **seat(tokens_of(table)[1]), **{"Last-Event-ID": known}) as again:
        table.seats[0].post(f"{table.path}messages/", {"text": "hello"})
        assert again.told("said").data["said"] == 2
        assert [each.kind for each in again.events] == ["said"]


def test_only_the_seat_whose_answer_was_checked_hears_of_it(web: WebServer) -> None:
    table = begin(SKIRMISH)
    mine, other = tokens_of(table)
    with (
        Stream(web, table.id, **seat(mine)) as first,
        Stream(web, table.id, **seat(other)) as second,
    ):
        first.told("version")
        second.told("version")
        # What is told by Redis alone is lost while nobody is subscribed there.
        until(pubsub.redis_at(configured.REDIS_URL).pubsub_numpat, what="its ear at Redis")
        pubsub.check_over(table.id, side=0, job=NO_JOB)
        number = move(table, 1)
        second.told("version", version=number)
        first.told("version", version=number)

    assert [each.data for each in first.events if each.kind == "check"] == [
        {"battle": table.id, "job": str(NO_JOB)}
    ]
    assert [each for each in second.events if each.kind == "check"] == []


@pytest.mark.parametrize("come", ["played", "refused", "called off", "broken"])
def test_whatever_comes_of_a_check_its_seat_hears_that_it_is_over(
    web: WebServer, come: str
) -> None:
    table = begin(FRAGILE)
    table.sit_down()
    table.answer(0, "word", "peace")
    asked = table.asked(0, "spot")
    assert asked
    with Stream(web, table.id, **seat(tokens_of(table)[0])) as stream:
        stream.told("version")
        until(pubsub.redis_at(configured.REDIS_URL).pubsub_numpat, what="its ear at Redis")
        spot = {"x": 7 if come != "refused" else -1}
        sent = table.move(0, asked["id"], spot, Prefer="respond-async")
        assert sent.status_code == 202, sent.content
        job = uuid.UUID(sent.json()["job"])
        if come == "called off":
            jobs.cancel(job)
        elif come == "broken":
            taken = jobs.take(job)
            assert taken
            jobs.fail(taken, {"code": "fault"})
        else:
            run(job)

        stream.told("check", battle=table.id, job=str(job))
        assert table.view(table.seats[0])["checking"] == []


def test_without_redis_versions_come_all_the_same(
    web: WebServer, redis_server: PrivateRedis
) -> None:
    table = begin(SKIRMISH)
    with Stream(web, table.id, **seat(tokens_of(table)[0])) as stream:
        first = version(table)
        stream.told("version", version=first)
        redis_server.stop()
        try:
            without = move(table, 1)
            stream.told("version", version=without)
            with Stream(web, table.id, **seat(tokens_of(table)[1])) as other:
                assert other.told("version").data == {"battle": table.id, "version": without}
        finally:
            redis_server.start()
        again = move(table, 0)
        stream.told("version", version=again)

    told = dict.fromkeys(each.data["version"] for each in stream.events if each.kind == "version")
    assert list(told) == [first, without, again]


def test_after_a_kill_it_goes_on_where_it_was(web: WebServer) -> None:
    table = begin(SKIRMISH)
    mine = seat(tokens_of(table)[0])
    with Stream(web, table.id, **mine) as stream:
        last = stream.told("version")
        os.kill(web.worker(), signal.SIGKILL)
        stream.ends()
    number = move(table, 1)

    with Stream(web, table.id, **mine, **{"Last-Event-ID": last.id}) as again:
        assert again.told("version").data["version"] == number


def test_a_process_that_stops_ends_its_streams(web: WebServer) -> None:
    table = begin(SKIRMISH)
    token = tokens_of(table)[0]
    head = f"GET /api/v1/stream/?battles={table.id} HTTP/1.1\r\nHost: localhost\r\n"
    with web.line() as line:
        line.sendall(f"{head}Authorization: Seat {token}\r\n\r\n".encode())
        while b"event: version" not in line.recv(65536):
            pass
        os.kill(web.worker(), signal.SIGTERM)

        assert rest(line).endswith(b"0\r\n\r\n")
