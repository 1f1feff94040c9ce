"""Is whoever watches battles told at once that they went on, once, and nothing that is not his?"""

import http.client
import os
import signal
import uuid
from typing import Any

import pytest
from django.conf import settings as configured
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from setup_app.battles import news, services
from setup_app.battles.models import Battle, Visibility
from setup_app.battles.stream import leases, marks, watching
from setup_app.battles.stream.hub import Hub
from setup_app.battles.stream.listener import Listener
from setup_app.battles.stream.watching import Watcher
from setup_app.battles.tokens import Seat, Seated, generation, token
from setup_app.jobs import services as jobs
from setup_app.jobs.tasks import run
from tests.battles.callers import FRAGILE, SKIRMISH, Caller, Table, begin
from tests.battles.pages.sitting import sit
from tests.battles.stream.serving import MOST_IN_A_PROCESS, Stream, Web, seat
from tests.processes import PrivateRedis, until

NOTHING = "2" * 14
NO_JOB = uuid.UUID(int=7)


def tokens_of(table: Table) -> tuple[str, str]:
    first, second = (each.token for each in table.seats)
    assert first
    assert second
    return first, second


def version(table: Table) -> int:
    return Battle.objects.get(public_id=table.id).version


def move(table: Table, side: int) -> int:
    table.answer(side, "sit_down", {"accept": True, "entropy": f"from {side}"})
    return version(table)


def cookie(client: Client) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())}


def test_it_tells_where_battles_stand_and_that_they_go_on(web: Web) -> None:
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


def test_who_comes_back_is_told_what_he_missed_and_nothing_twice(web: Web) -> None:
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
def test_an_id_that_cannot_be_read_counts_as_none(web: Web, unread: str) -> None:
    table = begin(SKIRMISH)
    given = {"Last-Event-ID": unread.encode().decode("latin-1")}
    with Stream(web, table.id, **seat(tokens_of(table)[0]), **given) as stream:
        assert stream.told("version").data == {"battle": table.id, "version": version(table)}


def test_an_id_of_what_is_not_yet_hides_nothing(web: Web) -> None:
    table = begin(SKIRMISH)
    given = {"Last-Event-ID": f"{table.id}.999999.7"}
    with Stream(web, table.id, **seat(tokens_of(table)[0]), **given) as stream:
        assert stream.told("version").data["version"] == version(table)
        number = move(table, 1)
        stream.told("version", version=number)


def test_only_the_two_seats_hear_that_something_was_said(web: Web) -> None:
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


def test_only_the_seat_whose_answer_was_checked_hears_of_it(web: Web) -> None:
    table = begin(SKIRMISH)
    mine, other = tokens_of(table)
    with (
        Stream(web, table.id, **seat(mine)) as first,
        Stream(web, table.id, **seat(other)) as second,
    ):
        first.told("version")
        second.told("version")
        # What is told by Redis alone is lost while nobody is subscribed there.
        until(news.redis_at(configured.REDIS_URL).pubsub_numpat, what="its ear at Redis")
        news.check_over(table.id, side=0, job=NO_JOB)
        number = move(table, 1)
        second.told("version", version=number)
        first.told("version", version=number)

    assert [each.data for each in first.events if each.kind == "check"] == [
        {"battle": table.id, "job": str(NO_JOB)}
    ]
    assert [each for each in second.events if each.kind == "check"] == []


@pytest.mark.parametrize("come", ["played", "refused", "called off", "broken"])
def test_whatever_comes_of_a_check_its_seat_hears_that_it_is_over(web: Web, come: str) -> None:
    table = begin(FRAGILE)
    table.sit_down()
    table.answer(0, "word", "peace")
    asked = table.asked(0, "spot")
    assert asked
    with Stream(web, table.id, **seat(tokens_of(table)[0])) as stream:
        stream.told("version")
        until(news.redis_at(configured.REDIS_URL).pubsub_numpat, what="its ear at Redis")
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


def test_whoever_no_longer_holds_a_seat_is_gone(web: Web) -> None:
    one, two = begin(SKIRMISH), begin(SKIRMISH)
    with Stream(web, one.id, two.id, **seat(tokens_of(one)[0], tokens_of(two)[0])) as stream:
        stream.told("version", battle=two.id)
        one.seats[0].post(f"{one.path}seats/0/reissue/")
        assert stream.told("gone").data == {"battle": one.id}
        number = move(two, 1)
        stream.told("version", battle=two.id, version=number)
        two.seats[0].post(f"{two.path}seats/0/reissue/")
        stream.told("gone", battle=two.id)
        stream.ends()

    last = stream.events[-1]
    assert (last.data, marks.read(last.id)) == ({"battle": two.id}, {})


def test_a_battle_that_is_made_private_or_deleted_is_gone_for_who_watched(web: Web) -> None:
    hidden, deleted = begin(SKIRMISH, visibility="public"), begin(SKIRMISH, visibility="public")
    with Stream(web, hidden.id, deleted.id) as stream:
        stream.told("version", battle=deleted.id)
        Battle.objects.filter(public_id=hidden.id).update(visibility=Visibility.PRIVATE)
        stream.told("gone", battle=hidden.id)
        Battle.objects.filter(public_id=deleted.id).delete()
        stream.told("gone", battle=deleted.id)
        stream.ends()


def test_a_browser_listens_by_its_session_until_it_signs_out(web: Web) -> None:
    table = begin(SKIRMISH)
    browser = Client()
    sit(browser, table.id, 0)
    with Stream(web, table.id, **cookie(browser)) as stream:
        stream.told("version")
        table.seats[1].post(f"{table.path}messages/", {"text": "hello"})
        stream.told("said")
        browser.logout()
        stream.told("gone")
        stream.ends()


def test_an_account_listens_to_its_own_until_it_may_no_more(web: Web) -> None:
    account = User.objects.create_user("owner", password="a long password")
    browser = Client()
    browser.force_login(account)
    table = Caller(client=browser).post("battles/", SKIRMISH).json()["battle"]["id"]
    with Stream(web, table, **cookie(browser)) as stream:
        stream.told("version")
        account.set_password("another long password")
        account.save()
        stream.told("gone")


def test_without_redis_versions_come_all_the_same(web: Web, redis_server: PrivateRedis) -> None:
    table = begin(SKIRMISH)
    with Stream(web, table.id, **seat(tokens_of(table)[0])) as stream:
        stream.told("version")
        redis_server.stop()
        try:
            number = move(table, 1)
            stream.told("version", version=number)
            with Stream(web, table.id, **seat(tokens_of(table)[1])) as other:
                other.told("version", version=number)
        finally:
            redis_server.start()
        number = move(table, 0)
        stream.told("version", version=number)


def test_after_a_kill_it_goes_on_where_it_was(web: Web) -> None:
    table = begin(SKIRMISH)
    mine = seat(tokens_of(table)[0])
    with Stream(web, table.id, **mine) as stream:
        last = stream.told("version")
        os.kill(web.worker(), signal.SIGKILL)
        stream.ends()
    number = move(table, 1)

    with Stream(web, table.id, **mine, **{"Last-Event-ID": last.id}) as again:
        assert again.told("version").data["version"] == number


# What is refused.


def refused(web: Web, battles: str, **headers: str) -> tuple[int, str]:
    status, given, problem = web.ask(f"stream/?battles={battles}", **headers)
    assert given["Content-Type"] == "application/problem+json"
    assert (status == 503) == ("Retry-After" in given)
    return status, problem["code"]


def test_errors_come_in_their_order(web: Web) -> None:
    table, other, public = begin(SKIRMISH), begin(SKIRMISH), begin(SKIRMISH, visibility="public")
    mine, second = tokens_of(table)
    many = ",".join("".join("23456789abcdef"[int(d)] for d in f"{n:014}") for n in range(51))
    false = seat(mine[:-1] + ("a" if mine[-1] != "a" else "b"))

    assert refused(web, "") == (400, "unreadable")
    assert refused(web, "x" * 14 + "1") == (400, "unreadable")
    assert refused(web, f"{table.id},{table.id}", **seat(mine)) == (400, "unreadable")
    assert refused(web, f"{table.id},", **seat(mine)) == (400, "unreadable")
    assert refused(web, table.id, **seat(mine, second)) == (400, "unreadable")
    assert refused(web, many, **seat(mine, second)) == (400, "unreadable")
    assert refused(web, many, **false) == (422, "too_many_battles")
    assert refused(web, NOTHING, **false) == (401, "not_signed_in")
    assert refused(web, table.id, **false) == (401, "not_signed_in")
    assert refused(web, table.id, **seat("nonsense")) == (401, "not_signed_in")
    assert refused(web, table.id, **seat("")) == (401, "not_signed_in")
    assert refused(web, table.id, **seat(mine, tokens_of(other)[0])) == (401, "not_signed_in")
    assert refused(web, f"{table.id},{other.id}", **seat(mine)) == (404, "not_found")
    assert refused(web, f"{public.id},{NOTHING}") == (404, "not_found")
    assert refused(web, table.id) == (404, "not_found")
    with Stream(web, f"{table.id},{public.id}", **seat(mine)) as stream:
        stream.told("version", battle=public.id)


def test_so_many_streams_has_a_seat_and_they_are_free_again(web: Web) -> None:
    table = begin(SKIRMISH)
    mine, other = (seat(each) for each in tokens_of(table))
    held = [Stream(web, table.id, **mine) for _ in range(8)]
    assert [each.status for each in held] == [200] * 8

    assert refused(web, table.id, **mine) == (429, "too_many_streams")
    with Stream(web, table.id, **other) as stream:
        stream.told("version")

    for each in held:
        each.close()
    until(lambda: web.ask(f"stream/?battles={NOTHING}")[0] == 404 and free(web, table, mine))


def free(web: Web, table: Table, headers: dict[str, str]) -> bool:
    stream = Stream(web, table.id, **headers)
    stream.close()
    return stream.status == 200


def test_a_process_holds_so_many_and_says_so(web: Web) -> None:
    table = begin(SKIRMISH, visibility="public")
    until(lambda: free(web, table, {}))
    held: list[Stream] = []

    def full() -> bool:
        held.append(Stream(web, table.id))
        return held[-1].status == 503

    # Those that have just been closed may be held for a moment.
    until(full)
    assert len(held) <= MOST_IN_A_PROCESS + 1
    assert refused(web, table.id) == (503, "streams_full")
    for each in held:
        each.close()
    until(lambda: free(web, table, {}))


def test_quick_comings_and_goings_leave_nothing_counted(web: Web, redis_server: Any) -> None:
    table = begin(SKIRMISH)
    mine = seat(tokens_of(table)[0])
    for _ in range(60):
        Stream(web, table.id, **mine).close()

    line = news.redis_at(os.environ["REDIS_URL"])
    until(lambda: line.zcard(f"{leases.PREFIX}:seat:{table.id}:0") == 0)
    held = [Stream(web, table.id, **mine) for _ in range(8)]
    assert [each.status for each in held] == [200] * 8
    for each in held:
        each.close()


@pytest.mark.django_db
def test_streams_are_counted_by_caller_and_by_address(
    redis_server: PrivateRedis, settings: Any
) -> None:
    redis_server.empty()
    settings.STREAMS_PER_CALLER, settings.STREAMS_PER_ADDRESS = 2, 3
    seated = Watcher(seats=(Seated(NOTHING, Seat.FIRST, 0),))
    first, second = leases.take(seated, "here"), leases.take(seated, "there")
    assert first
    assert second

    assert leases.take(seated, "here") is None
    assert leases.take(Watcher(session="one"), "here")
    assert leases.take(Watcher(), "here")
    assert leases.take(Watcher(), "here") is None
    leases.end([first])
    leases.renew([second])
    assert leases.take(seated, "here")


@pytest.mark.django_db
def test_another_server_says_that_it_cannot(redis_server: PrivateRedis) -> None:
    """As the framework's own for development: no answer goes on there."""
    table = begin(SKIRMISH)

    answer = table.seats[0].get(f"stream/?battles={table.id}")

    assert (answer.status_code, answer.json()["code"]) == (503, "no_stream")
    assert answer["Retry-After"]


@pytest.mark.django_db
def test_who_may_listen(redis_server: PrivateRedis) -> None:
    """The contract's table, by viewer; 503 stands for what is allowed, on a server without it."""
    table = begin(SKIRMISH, umpire=True)
    row = Battle.objects.get(public_id=table.id)
    other = Client()
    other.force_login(User.objects.create_user("other"))
    staff = Client()
    staff.force_login(User.objects.create_user("staff", is_staff=True, is_superuser=True))
    hot_seat = Client()
    sit(hot_seat, table.id, 0)
    sit(hot_seat, table.id, 1)
    callers = {
        "stranger": Caller(),
        "other account": Caller(client=other),
        "staff": Caller(client=staff),
        "spectator": Caller(token(row, Seat.SPECTATOR)),
        "umpire": Caller(token(row, Seat.UMPIRE)),
        "creator": table.creator,
        "seat 0": table.seats[0],
        "seat 1": table.seats[1],
        "both seats": Caller(client=hot_seat),
    }

    found = {
        name: caller.get(f"stream/?battles={table.id}").status_code
        for name, caller in callers.items()
    }

    turned_away = {"stranger": 404, "other account": 404, "staff": 404}
    assert found == dict.fromkeys(callers, 503) | turned_away
    assert table.seats[0].client.post(f"/api/v1/stream/?battles={table.id}").status_code == 405


@pytest.mark.django_db
def test_who_shows_tokens_is_known_by_them_alone(redis_server: PrivateRedis) -> None:
    """What a browser holds besides is not looked at again: it neither opens nor tells anything."""
    shown, hidden, public = begin(SKIRMISH), begin(SKIRMISH), begin(SKIRMISH, visibility="public")
    browser = Client()
    sit(browser, hidden.id, 0)
    sit(browser, public.id, 0)
    mixed = Caller(tokens_of(shown)[0], client=browser)

    def asked(*tables: Table) -> Any:
        return mixed.get(f"stream/?battles={','.join(each.id for each in tables)}").status_code

    assert [asked(shown), asked(shown, hidden), asked(shown, public)] == [503, 404, 503]
    rows = {each.id: Battle.objects.get(public_id=each.id) for each in (shown, public)}
    watcher = Watcher(seats=(Seated(shown.id, Seat.FIRST, generation(rows[shown.id], Seat.FIRST)),))
    request = RequestFactory().get("/")
    request.session = browser.session
    assert watching.admitted(watcher, rows, request) == {
        shown.id: frozenset({0}),
        public.id: frozenset(),
    }


def test_a_place_is_given_up_once_whatever_broke_off(
    redis_server: PrivateRedis, settings: Any
) -> None:
    settings.STREAMS_PER_PROCESS = 2
    hub, lease = Hub(), leases.Lease("one", ())
    assert hub.make_room()
    assert hub.make_room()
    listener = Listener(hub, watcher=Watcher(), seats={}, access={}, told={}, lease=lease)

    with pytest.raises(BrokenPipeError):
        listener.begin(Broken())
    listener.lost()
    listener.lost()

    assert [hub.make_room(), hub.make_room()] == [True, False]


class Broken:
    """A connection that is gone before anything could be said on it."""

    def write(self, data: bytes) -> None:
        raise BrokenPipeError

    def untaken(self) -> int:
        return 0

    def close(self) -> None: ...


def test_only_its_head_opens_nothing(web: Web) -> None:
    table = begin(SKIRMISH, visibility="public")
    services.say(battle=table.id, side=0, text="hello")
    for _ in range(2 * MOST_IN_A_PROCESS):
        line = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
        line.request("HEAD", f"/api/v1/stream/?battles={table.id}")
        assert line.getresponse().status == 200
        line.close()
