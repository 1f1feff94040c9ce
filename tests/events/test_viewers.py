"""Who may do what with an event? Every address under one, asked by every kind of caller.

The addresses come from the URL configuration; one without a row fails. What an address answers to
who may ask it is tested elsewhere: here it only turns him not away.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from setup_app.events import urls_api
from tests.armies.lists import SMALL
from tests.events.callers import Meeting, begin

pytestmark = pytest.mark.django_db

TURNED_AWAY = (401, 403, 404)
CALLERS = ("stranger", "organiser", "checker", "desk", "player")
ALL = ("ok", "ok", "ok", "ok", "ok")
ORGANISER = (401, "ok", 403, 403, 403)
NOT_THERE = (404, 404, 404, 404, 404)
AT_THE_DESK = (401, "ok", 403, "ok", 403)

TABLE: dict[tuple[str, str], tuple[Any, ...]] = {
    ("event-api", "get"): ALL,
    ("event-api", "patch"): ORGANISER,
    ("event-api", "delete"): ORGANISER,
    ("event-copy-api", "post"): ORGANISER,
    ("event-journal-api", "get"): ORGANISER,
    ("event-roles-api", "get"): ORGANISER,
    ("event-roles-api", "post"): ORGANISER,
    ("event-role-api", "patch"): ORGANISER,
    ("event-role-api", "delete"): ORGANISER,
    # It is the player's own.
    ("event-reissue-api", "post"): (401, "ok", 403, 403, "ok"),
    ("event-entries-api", "get"): ALL,
    ("event-entries-api", "post"): AT_THE_DESK,
    ("event-entries-import-api", "post"): AT_THE_DESK,
    # A desk and an organiser change it; what is sent is none of the player's business.
    ("event-entry-api", "patch"): AT_THE_DESK,
    ("event-entry-api", "delete"): ORGANISER,
    ("event-prepare-api", "post"): ORGANISER,
    ("event-fairness-api", "get"): ALL,
    # Nothing is prepared, and there is no round yet.
    ("event-tables-api", "get"): (404, "ok", 404, 404, 404),
    ("event-table-api", "get"): NOT_THERE,
    # There is no ground yet that could be laid anew.
    ("event-lay-api", "post"): (401, 404, 403, 403, 403),
    ("event-print-api", "post"): AT_THE_DESK,
    # There is no round yet at whose table a player could sit down.
    ("event-seat-api", "post"): (401, 403, 403, 403, 404),
    ("event-kit-plan-api", "post"): ORGANISER,
    # There is no plan yet.
    ("event-packing-api", "get"): (401, 404, 403, 404, 403),
    ("event-packing-line-api", "patch"): (401, 404, 403, 404, 403),
    ("event-kit-api", "get"): ORGANISER,
    ("event-kit-api", "put"): ORGANISER,
    ("event-kit-csv-api", "get"): ORGANISER,
    ("event-rounds-api", "get"): ALL,
    ("event-rounds-api", "post"): AT_THE_DESK,
    # There is no round yet: who may see a draft is told that, and so is everybody else.
    ("event-round-api", "get"): NOT_THERE,
    ("event-pairings-csv-api", "get"): NOT_THERE,
    ("event-pairings-api", "put"): (401, 404, 403, 404, 403),
    ("event-round-publish-api", "post"): (401, 404, 403, 404, 403),
    ("event-round-withdraw-api", "post"): (401, 404, 403, 404, 403),
    ("event-result-api", "put"): (401, 404, 403, 404, 404),
    ("event-standings-api", "get"): ALL,
    ("event-standings-csv-api", "get"): ALL,
    ("event-standings-pdf-api", "get"): ALL,
    ("event-clock-api", "get"): ALL,
    ("event-clock-api", "put"): AT_THE_DESK,
    # Nothing is handed in: who may open lists is told so, like everybody else.
    ("event-list-api", "get"): (404, 404, 404, 404, "ok"),
    ("event-list-api", "put"): (404, 403, 403, 404, "ok"),
    # Its player has no draft yet, and that is what he is told.
    ("event-list-submit-api", "post"): (404, "ok", 403, 404, "ok"),
    ("event-list-withdraw-api", "post"): (404, 403, 403, 404, "ok"),
    ("event-decisions-api", "post"): (401, 404, 404, 403, 403),
    ("event-list-reopen-api", "post"): ORGANISER,
    ("event-commitments-api", "get"): ALL,
    ("event-lists-api", "get"): NOT_THERE,
    ("event-lists-publish-api", "post"): ORGANISER,
    ("event-lists-csv-api", "get"): NOT_THERE,
    ("event-lists-xlsx-api", "get"): NOT_THERE,
    ("event-looks-api", "get"): ORGANISER,
    # Nobody reads others' lists in this event.
    ("event-peers-api", "get"): NOT_THERE,
    ("event-peer-api", "post"): NOT_THERE,
}
BODIES = {
    ("event-list-api", "put"): SMALL,
    ("event-list-submit-api", "post"): SMALL,
    ("event-decisions-api", "post"): {"version": 1, "decision": "approved"},
    ("event-peer-api", "post"): {"remark": "Too many bases."},
    ("event-print-api", "post"): {"document": "signup"},
    ("event-entries-api", "post"): {"name": "Memmius"},
    ("event-entry-api", "patch"): {"here": True},
    ("event-pairings-api", "put"): {"pairings": []},
    ("event-result-api", "put"): {"scores": [3, 0], "entries": [1, 2]},
}
NOT_UNDER_ONE = {"events-api", "kit-plan-api"}


def methods() -> set[tuple[str, str]]:
    """Every address under one event with each method that it answers."""
    return {
        (str(each.name), method)
        for each in urls_api.urlpatterns
        if each.name not in NOT_UNDER_ONE
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(each.callback.cls, method)
    }


def test_every_address_has_its_row() -> None:
    assert methods() == set(TABLE)


def status(meeting: Meeting, who: str, asked: tuple[str, str]) -> Any:
    name, method = asked
    pattern = next(str(each.pattern) for each in urls_api.urlpatterns if each.name == name)
    path = pattern.replace("<str:event>", meeting.id)
    path = (
        path.replace("<number:number>", "1")
        .replace("<number:table>", "1")
        .replace("<number:line>", "1")
    )
    path = (
        path.replace("<number:role>", "4")
        .replace("<number:entry>", "1")
        .replace("<number:peer>", "1")
    )
    caller = getattr(meeting, who)
    body = BODIES.get(asked, {})
    answer = (
        getattr(caller, method)(path)
        if method in ("get", "delete")
        else getattr(caller, method)(path, body)
    )
    assert answer.status_code < 500
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code if answer.status_code in TURNED_AWAY else "ok"


def status_only(meeting: Meeting, who: str, asked: tuple[str, str]) -> Any:
    """The same, and the event is afterwards as it was before."""
    before = transaction.savepoint()
    try:
        return status(meeting, who, asked)
    finally:
        transaction.savepoint_rollback(before)


@pytest.mark.parametrize("who", CALLERS)
def test_who_may_ask(who: str) -> None:
    meeting = begin()

    found = {asked: status_only(meeting, who, asked) for asked in TABLE}

    assert found == {asked: row[CALLERS.index(who)] for asked, row in TABLE.items()}


def test_nothing_of_a_private_event_is_there_for_a_stranger() -> None:
    meeting = begin(visibility="private")

    assert {status(meeting, "stranger", asked) for asked in TABLE} == {404}
