"""Is what a browser stored its own, also where its session could not be stored?"""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone

from setup_app.battles.models import Battle
from setup_app.battles.seats.held import get_holding, remember_seats, remembered_battles
from setup_app.battles.seats.tokens import Seat
from setup_app.identity.sessions import SessionStore, remembered_with
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
    """What a session with this key holds, without the note where it moved to."""
    return {name: value for name, value in SessionStore(key).items() if name != "moved"}


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
    for key in (noted, later):
        row = Session.objects.get(pk=key)
        assert row.expire_date <= timezone.now() + timedelta(minutes=10)


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

    assert beside.session_key == mover.session_key
    assert held_by(mover.session_key) == {"seats": {"old": 0, "one": 0, "two": 0}}


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
    assert begun[0][0].session.session_key == begun[1][0].session.session_key != key
    request.session = SessionStore(begun[0][0].session.session_key)
    assert remembered_battles(request)[:2] == ("bbbbbbbbbbbbbb", "aaaaaaaaaaaaaa")
    assert all(get_holding(request, row).sides == (0,) for _, row in begun)
