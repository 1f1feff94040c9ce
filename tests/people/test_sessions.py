"""Is what a browser stored its own, also where its session could not be stored?"""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from setup_app.battles.models import Battle
from setup_app.people.sessions import SessionStore
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


def test_what_is_stored_already_is_not_written_again(django_assert_num_queries: object) -> None:
    store = SessionStore()
    store["held"] = 1
    store.save()
    with django_assert_num_queries(0):  # type: ignore[operator]
        store.save()

    store["held"] = 2
    store.save()

    assert SessionStore(store.session_key)["held"] == 2
