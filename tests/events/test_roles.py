"""Who holds a part in an event, and for how long does his link do?"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from setup_app.events.models import Event, ListAccess
from setup_app.idempotency.models import KeyedRequest
from tests.battles.callers import SKIRMISH
from tests.battles.callers import begin as battle
from tests.events.callers import Asking, answered, begin, created, refused

pytestmark = pytest.mark.django_db


def test_an_organiser_sees_every_link_and_nobody_else_any() -> None:
    meeting = begin()

    roles = answered(meeting.organiser.get(f"{meeting.path}roles/"), 200)["results"]

    assert [(each["role"], each["kind"], each["entry"]) for each in roles] == [
        (1, "organiser", None),
        (2, "checker", None),
        (3, "desk", None),
        (4, "player", 1),
        (5, "player", 2),
    ]
    assert [each["token"] for each in roles] == [
        each.token
        for each in (
            *(meeting.organiser, meeting.checker, meeting.desk),
            *(meeting.player, meeting.other_player),
        )
    ]


def test_a_link_that_was_made_anew_is_the_only_one() -> None:
    meeting = begin()

    fresh = answered(meeting.organiser.post(f"{meeting.path}roles/2/reissue/"), 201)["token"]

    assert meeting.checker.get(meeting.path).status_code == 401
    me = answered(Asking(fresh).get(meeting.path), 200)["me"]
    assert me == {"kind": "checker", "entry": None}


def test_a_link_that_its_holder_made_anew_is_shown_to_nobody_else() -> None:
    meeting = begin()

    own = answered(meeting.player.post(f"{meeting.path}roles/4/reissue/"), 201)["token"]

    def told() -> str | None:
        roles = answered(meeting.organiser.get(f"{meeting.path}roles/"), 200)["results"]
        token: str | None = roles[3]["token"]
        return token

    assert told() is None
    assert answered(Asking(own).get(meeting.path), 200)["me"] == {"kind": "player", "entry": 1}
    assert not ListAccess.objects.exists()

    taken = answered(meeting.organiser.post(f"{meeting.path}roles/4/reissue/"), 201)["token"]
    assert told() == taken
    assert Asking(own).get(meeting.path).status_code == 401
    assert [(look.entry.number, look.role) for look in ListAccess.objects.all()] == [(1, 1)]


def test_a_desk_makes_a_players_link_anew_only_once_lists_are_published() -> None:
    meeting = begin()
    path = f"{meeting.path}roles/4/reissue/"

    assert refused(meeting.desk.post(path)) == (403, "not_allowed")
    Event.objects.update(lists_published=timezone.now())
    answered(meeting.desk.post(path), 201)
    assert refused(meeting.desk.post(f"{meeting.path}roles/2/reissue/")) == (403, "not_allowed")
    assert not ListAccess.objects.exists()


KEY = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}


def test_a_replaced_link_repeats_the_request_that_replaced_it() -> None:
    meeting = begin()
    path = f"{meeting.path}roles/4/reissue/"

    first, again = (answered(meeting.player.post(path, **KEY), 201) for _ in range(2))

    assert first == again
    assert meeting.player.get(meeting.path, **KEY).status_code == 401
    assert meeting.player.post(path).status_code == 401
    assert meeting.player.post(f"{meeting.path}roles/5/reissue/", **KEY).status_code == 401
    KeyedRequest.objects.update(created=timezone.now() - timedelta(minutes=10))
    assert meeting.player.post(path, **KEY).status_code == 401


@pytest.mark.parametrize("path", ["entries/1/", "roles/2/", "roles/1/", ""])
def test_a_repeated_removal_is_answered_again_even_without_the_role_that_asked(path: str) -> None:
    meeting = begin()
    answered(
        meeting.organiser.post(f"{meeting.path}roles/", {"kind": "organiser", "name": "B"}), 201
    )

    first, again = (
        Client()
        .delete(f"/api/v1/{meeting.path}{path}", headers=meeting.organiser.headers(**KEY))
        .status_code
        for _ in range(2)
    )

    assert (first, again) == (204, 204)


@pytest.mark.parametrize("number", [1, 2, 5, 99])
def test_a_player_makes_no_link_anew_but_his_own(number: int) -> None:
    meeting = begin()

    answer = meeting.player.post(f"{meeting.path}roles/{number}/reissue/")
    assert refused(answer) == (403, "not_allowed")


def test_the_last_organiser_stays_and_numbers_are_never_used_twice() -> None:
    meeting = begin()

    assert refused(meeting.organiser.delete(f"{meeting.path}roles/1/")) == (409, "last_organiser")
    second = {"kind": "organiser", "name": "Second"}
    assert answered(meeting.organiser.post(f"{meeting.path}roles/", second), 201)["role"] == 6
    assert meeting.organiser.delete(f"{meeting.path}roles/6/").status_code == 204
    assert answered(meeting.organiser.post(f"{meeting.path}roles/", second), 201)["role"] == 7


def test_a_role_is_called_otherwise_and_plays_an_entry_itself() -> None:
    meeting = begin()

    changed = answered(
        meeting.organiser.patch(f"{meeting.path}roles/1/", {"name": "Cassius", "entry": 2}), 200
    )

    assert {**changed, "token": "?"} == {
        "role": 1,
        "kind": "organiser",
        "name": "Cassius",
        "entry": 2,
        "claimed": False,
        "token": "?",
    }
    assert changed["token"] == meeting.organiser.token


@pytest.mark.parametrize(
    ("role", "why"),
    [
        ({"kind": "player", "name": "Nobody"}, (422, "entry_needed")),
        ({"kind": "player", "name": "Nobody", "entry": 9}, (422, "no_such_entry")),
        ({"kind": "emperor", "name": "Nero"}, (400, "unreadable")),
    ],
)
def test_a_role_that_cannot_be_is_refused(role: dict[str, object], why: tuple[int, str]) -> None:
    meeting = begin()

    assert refused(meeting.organiser.post(f"{meeting.path}roles/", role)) == why


def test_a_token_opens_its_own_event_alone() -> None:
    meeting, other = begin(), begin()

    for caller in (other.organiser, other.player, Asking(battle(SKIRMISH).seats[0].token)):
        assert caller.get(meeting.path).status_code == 401
    for token in (
        meeting.player.token[:-1] + ("a" if meeting.player.token[-1] != "a" else "b"),
        meeting.player.token.replace("-r4-", "-r1-"),
        meeting.player.token.replace("-r4-", "-r04-"),
        f"{meeting.player.token},{meeting.organiser.token}",
        "x",
    ):
        assert Asking(token).get(meeting.path).status_code == 401


def test_a_role_opens_no_battle() -> None:
    meeting, table = begin(), battle(SKIRMISH)

    assert meeting.organiser.get(table.path).status_code == 401


def test_a_private_event_is_not_there_for_strangers() -> None:
    event = created(visibility="private")["event"]["id"]

    assert refused(Asking().get(f"events/{event}/")) == (404, "not_found")
    assert refused(Asking().get(f"events/{event}/entries/")) == (404, "not_found")
    assert refused(Asking().get("events/no-such-event/")) == (404, "not_found")


@pytest.mark.parametrize(("published", "looks"), [(False, [(1, 1), (2, 1)]), (True, [])])
def test_a_second_link_to_a_hidden_list_is_a_look_at_it(
    published: bool, looks: list[tuple[int, int]]
) -> None:
    meeting = begin()
    if published:
        Event.objects.update(lists_published=timezone.now())
    roles, second = f"{meeting.path}roles/", {"kind": "player", "name": "Spy", "entry": 1}

    answered(meeting.organiser.post(roles, second), 201)
    answered(meeting.organiser.patch(f"{roles}6/", {"name": "Otherwise", "entry": 1}), 200)
    answered(meeting.organiser.patch(f"{roles}6/", {"entry": 2}), 200)
    answered(meeting.organiser.patch(f"{roles}2/", {"entry": 2}), 200)

    assert [(look.entry.number, look.role) for look in ListAccess.objects.all()] == looks
