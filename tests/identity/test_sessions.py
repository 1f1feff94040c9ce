"""Is what a browser stored its own, also where its session could not be stored?"""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from setup_app.battles.models import Battle
from setup_app.battles.seats.held import get_holding, remember_seats, remembered_battles
from setup_app.battles.seats.tokens import Seat
from setup_app.identity.sessions import (
    SessionMiddleware,
    SessionStore,
    remembered_with,
    renew_session,
)
from tests.battles.pages.hands import Browser

pytestmark = pytest.mark.django_db

REFUSED = (
    "CREATE TRIGGER refused BEFORE UPDATE ON django_session BEGIN SELECT RAISE(FAIL, 'no'); END"
)


@pytest.mark.only_on("sqlite")
def test_no_battle_is_kept_whose_seats_nobody_would_hold() -> None:
    browser = Browser()
    browser.client.raise_request_exception = False
    with connection.cursor() as cursor:
        cursor.execute(REFUSED)

    answer = browser.begin()

    assert answer.status_code >= 500
    # The key of the browser was stored before.
    assert (Battle.objects.count(), Session.objects.count()) == (0, 1)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "value", [r'"aaaaaaaa\000aaaa"', "\u00ff" * 32, "../" * 12, "A" * 32, "a" * 5000, '"']
)
def test_a_cookie_that_is_no_key_of_ours_counts_as_none(value: str) -> None:
    answer = Client().get(
        "/battles/", headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={value}"}
    )

    assert answer.status_code == 200


def test_what_is_stored_already_is_not_written_again(django_assert_num_queries: object) -> None:
    store = SessionStore()
    store["held"] = 1
    store.save()
    with django_assert_num_queries(0):  # type: ignore[operator]
        store.save()

    store["held"] = 2
    store.save()

    assert SessionStore(store.session_key)["held"] == 2


def at_once(*changes: dict[str, object]) -> dict[str, object]:
    """What a browser remembers after requests that all read its session before any stored it."""
    first = SessionStore()
    first.update({"seats": {"old": {"0": 0}, "gone": {"0": 0}}, "key": "mine"})
    first.save()
    stores = [SessionStore(first.session_key) for _ in changes]
    for store in stores:
        dict(store.items())
    for store, changed in zip(stores, changes, strict=True):
        store.update(changed)
        store.save()
    return dict(SessionStore(first.session_key).items())


def test_two_requests_of_one_browser_forget_nothing_of_each_other() -> None:
    old, gone = {"old": {"0": 0}}, {"gone": {"0": 0}}

    kept = at_once(
        {"seats": {**old, **gone, "first": {"c": 0}}},
        {"seats": {**old, **gone, "second": {"c": 0}}, "language": "en"},
        {"seats": {"old": {"0": 0, "1": 0}}},
    )

    assert kept == {
        "seats": {"old": {"0": 0, "1": 0}, "first": {"c": 0}, "second": {"c": 0}},
        "key": "mine",
        "language": "en",
    }


def test_where_both_change_the_same_the_later_counts() -> None:
    assert at_once({"key": "one"}, {"key": "another"})["key"] == "another"


def test_whoever_signs_in_keeps_what_his_browser_remembered() -> None:
    store = SessionStore()
    store["seats"] = {"one": {"0": 0}}
    store.save()

    store = SessionStore(store.session_key)
    store.cycle_key()
    store["user"] = 1
    store.save()

    assert dict(SessionStore(store.session_key).items()) == {
        "seats": {"one": {"0": 0}},
        "user": 1,
    }


def held_by(key: str) -> dict[str, object]:
    """What a session with this key holds, without the notes about moves."""
    notes = {"moved", "former", "unseen"}
    return {name: value for name, value in SessionStore(key).items() if name not in notes}


def test_a_cookie_noted_before_a_right_was_gained_or_given_up_has_no_part_in_it() -> None:
    first = SessionStore()
    first.update({"roles": {"one": {"1": 0}}, "language": "en"})
    first.save()
    noted = first.session_key

    store = SessionStore(noted)
    store["roles"] = {"one": {"1": 0}, "two": {"1": 0}}
    store.move("")
    store.save()
    later = store.session_key
    assert noted != later
    assert held_by(noted) == {"roles": {"one": {"1": 0}}, "language": "en"}
    assert held_by(later) == {"roles": {"one": {"1": 0}, "two": {"1": 0}}, "language": "en"}

    store = SessionStore(later)
    store["roles"] = {"one": {"1": 0}}
    store.move("")
    store.save()
    assert held_by(later) == held_by(store.session_key) == held_by(noted)


def at(key: str | None, view: Callable[[HttpRequest], object]) -> str:
    """The cookie that an answer sets, if any: a browser with this key asks for a view."""

    def answered(request: HttpRequest) -> HttpResponse:
        view(request)
        return HttpResponse()

    request = RequestFactory().post("/")
    request.COOKIES[settings.SESSION_COOKIE_NAME] = key or ""
    answer = SessionMiddleware(answered)(request)
    set_now = answer.cookies.get(settings.SESSION_COOKIE_NAME)
    return "" if set_now is None else set_now.value


def gain(name: str) -> Callable[[HttpRequest], None]:
    def view(request: HttpRequest) -> None:
        request.session["seats"] = {**request.session.get("seats", {}), name: 0}
        renew_session(request)

    return view


def give_up(name: str) -> Callable[[HttpRequest], None]:
    def view(request: HttpRequest) -> None:
        seats = request.session["seats"]
        request.session["seats"] = {each: seats[each] for each in seats if each != name}
        renew_session(request)

    return view


def look(request: HttpRequest) -> None:
    assert request.session.keys()


def stored(**fields: object) -> str:
    store = SessionStore()
    store.update(fields)
    store.save()
    assert store.session_key is not None
    return store.session_key


def is_about_to_expire(key: str) -> bool:
    limit = timezone.now() + timedelta(minutes=10)
    return Session.objects.get(pk=key).expire_date <= limit


def test_a_browser_whose_answer_was_lost_keeps_what_it_had() -> None:
    old = stored(seats={"old": 0})

    new = at(old, gain("new"))
    at(old, look)

    assert held_by(old) == {"seats": {"old": 0}}
    assert not is_about_to_expire(old)
    # The answer has arrived.
    assert at(new, look) == ""
    assert is_about_to_expire(old)
    assert not is_about_to_expire(new)
    assert held_by(new) == {"seats": {"old": 0, "new": 0}}


def test_using_an_old_session_does_not_prolong_it() -> None:
    old = stored(seats={"old": 0})
    at(at(old, gain("new")), look)

    def change(request: HttpRequest) -> None:
        request.session["language"] = "en"

    assert at(old, change) == ""
    another = at(old, gain("another"))

    assert is_about_to_expire(old)
    assert is_about_to_expire(another)
    assert held_by(another) == {"seats": {"old": 0, "another": 0}, "language": "en"}


def test_a_noted_cookie_follows_no_move_that_happens_while_its_request_is_under_way() -> None:
    noted = stored(seats={"old": 0})
    moved = []

    def change(request: HttpRequest) -> None:
        look(request)
        moved.append(at(noted, gain("new")))
        request.session["language"] = "en"
        request.session.save()
        assert request.session["seats"] == {"old": 0}

    assert at(noted, change) == ""

    assert held_by(moved[0]) == {"seats": {"old": 0, "new": 0}, "language": "en"}
    assert held_by(noted) == {"seats": {"old": 0}}

    def gain_as_well(request: HttpRequest) -> None:
        look(request)
        moved.append(at(noted, gain("newer")))
        gain("mine")(request)

    assert held_by(at(noted, gain_as_well)) == {"seats": {"old": 0, "mine": 0}}
    assert held_by(moved[1]) == {"seats": {"old": 0, "newer": 0, "mine": 0}}


def test_no_former_session_keeps_what_was_given_up() -> None:
    first = stored(seats={"shared": 0, "other": 0})
    second = at(first, gain("new"))

    third = at(second, give_up("shared"))

    assert held_by(first) == {"seats": {"other": 0}}
    assert held_by(second) == held_by(third) == {"seats": {"other": 0, "new": 0}}


def test_whoever_signs_in_or_out_ends_the_former_sessions_too() -> None:
    first, second = (stored(seats={"old": 0}) for _ in range(2))

    at(at(first, gain("new")), lambda request: request.session.flush())
    signed_in = at(at(second, gain("new")), lambda request: request.session.cycle_key())

    assert [each.pk for each in Session.objects.all()] == [signed_in]
    assert held_by(signed_in) == {"seats": {"old": 0, "new": 0}}


def test_a_request_under_way_while_the_session_moves_is_stored_in_the_new_one() -> None:
    first = SessionStore()
    first["seats"] = {"old": 0}
    first.save()
    mover, beside = (SessionStore(first.session_key) for _ in range(2))
    for store, seat in ((mover, "one"), (beside, "two")):
        store["seats"] = {"old": 0, seat: 0}
    mover.move("")
    mover.save()

    beside.move("")
    beside.save()

    assert held_by(mover.session_key) == {"seats": {"old": 0, "one": 0, "two": 0}}
    assert held_by(beside.session_key) == {"seats": {"old": 0, "two": 0}}


def test_battles_that_a_browser_begins_at_once_are_all_its_own() -> None:
    """As with six taps: each request has read the session before the first one stored it."""
    browser = Browser()
    browser.begin()
    key = browser.client.cookies[settings.SESSION_COOKIE_NAME].value
    begun = []
    for public_id in ("aaaaaaaaaaaaaa", "bbbbbbbbbbbbbb"):
        request = RequestFactory().post("/")
        request.session = SessionStore(key)
        dict(request.session.items())
        begun.append((request, Battle(public_id=public_id, generations={})))

    for request, row in begun:
        with remembered_with(request):
            remember_seats(request, row, Seat.FIRST)

    request = RequestFactory().get("/")
    keys = [each.session.session_key for each, _ in begun]
    assert len({key, *keys}) == 3
    request.session = SessionStore(keys[0])
    assert remembered_battles(request)[:2] == ("bbbbbbbbbbbbbb", "aaaaaaaaaaaaaa")
    assert all(get_holding(request, row).sides == (0,) for _, row in begun)
    # The browser may have dropped the first answer at the second tap.
    request.session = SessionStore(keys[1])
    assert remembered_battles(request)[0] == "bbbbbbbbbbbbbb"
    assert get_holding(request, begun[1][1]).sides == (0,)
