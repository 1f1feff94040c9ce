"""Who may listen to which battles, until when, and what is he told who may not?"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from setup_app.battles.models import Battle, Visibility
from setup_app.battles.seats.tokens import Seat, Seated, generation, token
from setup_app.battles.stream import admission, event_ids
from setup_app.battles.stream.admission import Watcher
from tests.battles.callers import SKIRMISH, Caller, Table, begin
from tests.battles.pages.sitting import sit
from tests.battles.stream.streams import NOTHING, Stream, cookie, move, refused, seat, tokens_of
from tests.processes import PrivateRedis
from tests.web_server import WebServer


def test_whoever_no_longer_holds_a_seat_is_gone(web: WebServer) -> None:
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
    assert (last.data, event_ids.parse_event_id(last.id)) == ({"battle": two.id}, {})


def test_a_battle_that_is_made_private_or_deleted_is_gone_for_who_watched(web: WebServer) -> None:
    hidden, deleted = begin(SKIRMISH, visibility="public"), begin(SKIRMISH, visibility="public")
    with Stream(web, hidden.id, deleted.id) as stream:
        stream.told("version", battle=deleted.id)
        Battle.objects.filter(public_id=hidden.id).update(visibility=Visibility.PRIVATE)
        stream.told("gone", battle=hidden.id)
        Battle.objects.filter(public_id=deleted.id).delete()
        stream.ends()

    gone = [each.data["battle"] for each in stream.events if each.kind == "gone"]
    assert gone == [hidden.id, deleted.id]


def test_a_browser_listens_by_its_session_until_it_signs_out(web: WebServer) -> None:
    table = begin(SKIRMISH)
    browser = Client()
    sit(browser, table.id, 0)
    with Stream(web, table.id, **cookie(browser)) as stream:
        stream.told("version")
        table.seats[1].post(f"{table.path}messages/", {"text": "hello"})
        stream.told("said")
        browser.logout()
        stream.ends()

    kinds = list(dict.fromkeys(each.kind for each in stream.events))
    assert kinds == ["version", "said", "gone"]


def test_an_account_listens_to_its_own_until_it_may_no_more(web: WebServer) -> None:
    account = User.objects.create_user("owner", password="a long password")
    browser = Client()
    browser.force_login(account)
    table = Caller(client=browser).post("battles/", SKIRMISH).json()["battle"]["id"]
    with Stream(web, table, **cookie(browser)) as stream:
        stream.told("version")
        account.set_password("another long password")
        account.save()
        stream.ends()

    assert (stream.events[-1].kind, stream.events[-1].data) == ("gone", {"battle": table})


def test_errors_come_in_their_order(web: WebServer) -> None:
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
    assert admission.admitted(watcher, rows, request) == {
        shown.id: frozenset({0}),
        public.id: frozenset(),
    }
