"""A seat belongs to the player who took it: its link is used up, and the creator reads nothing."""

from __future__ import annotations

import json
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from setup_app.battles.models import Battle, LogEntry
from setup_app.battles.services import replay_stored
from setup_app.idempotency.models import KeyedRequest
from tests.battles.callers import SKIRMISH, Caller, Table, begin

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

KEY = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}


@pytest.fixture
def table() -> Table:
    return begin(SKIRMISH)


def take(table: Table, side: int, caller: Caller | None = None, **headers: str) -> Any:
    return (caller or table.seats[side]).post(f"{table.path}seats/{side}/take/", **headers)


def sat(table: Table, side: int) -> Caller:
    answer = take(table, side)
    assert answer.status_code == 201, answer.content
    return Caller(answer.json()["token"])


def freed(caller: Caller, table: Table, side: int) -> Any:
    path = f"/api/v1/{table.path}seats/{side}/take/"
    return caller.client.delete(path, headers=caller.headers())


def seats(table: Table, caller: Caller) -> list[Any]:
    return [(each["state"], each["devices"]) for each in table.view(caller)["seats"]]


def problem(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_who_sits_down_holds_the_only_token_and_all_see_that_the_seat_is_taken(
    table: Table,
) -> None:
    assert seats(table, table.seats[0]) == [("free", 0), ("free", None)]

    mine = sat(table, 1)

    assert table.seats[1].get(table.path).status_code == 401
    assert mine.get(table.path).status_code == 200
    assert seats(table, mine) == [("free", None), ("taken", 1)]
    assert seats(table, table.creator) == [("free", None), ("taken", None)]
    assert table.events()[-1] | {"head": "", "at": ""} == {
        "number": 2,
        "at": "",
        "type": "act",
        "side": 1,
        "kind": "seat_taken",
        "rule": None,
        "value": {"seat": "1"},
        "hidden": False,
        "undone": False,
        "reveals": [],
        "commitments": [],
        "head": "",
        "text": ["Player 2's seat was opened on a device."],
        "rules": [None],
    }
    assert table.view(query="?at=1")["seats"][1]["state"] == "free"
    assert replay_stored(battle=table.id).mismatch == ""


def test_who_only_goes_on_with_the_token_from_the_creation_has_not_sat_down(table: Table) -> None:
    table.sit_down()

    assert [state for state, _ in seats(table, table.seats[0])] == ["free", "free"]
    assert "seat_taken" not in [each["kind"] for each in table.events()]


def test_a_sitting_down_whose_answer_was_lost_is_answered_again_for_ten_minutes(
    table: Table,
) -> None:
    first, again = (take(table, 0, **KEY) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert table.seats[0].get(table.path, **KEY).status_code == 401
    assert take(table, 0).status_code == 401
    other = {"Idempotency-Key": "another-key"}
    assert take(table, 0, **other).status_code == 401
    assert take(table, 1, table.seats[0], **KEY).status_code == 401
    path = f"/api/v1/{table.path}seats/0/take/"
    assert Client().delete(path, headers=table.seats[0].headers(**KEY)).status_code == 401
    KeyedRequest.objects.update(created=timezone.now() - timedelta(minutes=10))
    assert take(table, 0, **KEY).status_code == 401


@pytest.mark.parametrize(("method", "act"), [("post", "reissue"), ("delete", "take")])
def test_a_voided_token_repeats_the_request_that_voided_it(
    table: Table, method: str, act: str
) -> None:
    mine = sat(table, 0)
    path = f"/api/v1/{table.path}seats/0/{act}/"

    def send() -> Any:
        headers = mine.headers(**KEY)
        return getattr(Client(), method)(path, content_type="application/json", headers=headers)

    first, again = send(), send()

    assert (first.status_code, again.status_code) == (
        (201, 201) if act == "reissue" else (204, 204)
    )
    assert first.content == again.content
    assert mine.get(table.path, **KEY).status_code == 401
    assert take(table, 0, mine, **KEY).status_code == 401
    KeyedRequest.objects.update(created=timezone.now() - timedelta(minutes=10))
    assert send().status_code == 401


def test_nobody_takes_another_ones_seat(table: Table) -> None:
    spectator = Caller(table.creator.get(f"{table.path}links/").json()["spectator"])

    answers = [
        take(table, 1, caller)
        for caller in (table.seats[0], table.creator, spectator, Caller(), begin(SKIRMISH).seats[1])
    ]

    assert [problem(answer) for answer in answers] == [
        *[(403, "not_allowed")] * 3,
        (404, "not_found"),
        (401, "not_signed_in"),
    ]
    assert problem(take(table, 2, table.seats[0])) == (404, "not_found")


def test_the_machines_seat_is_taken() -> None:
    table = begin(SKIRMISH, bot_side=1)

    assert seats(table, table.seats[0]) == [("free", 0), ("taken", None)]
    assert problem(take(table, 1)) == (403, "seat_taken")
    assert problem(table.creator.post(f"{table.path}seats/1/reissue/")) == (403, "seat_taken")


def test_a_link_for_one_more_device_works_once(table: Table) -> None:
    mine = sat(table, 0)
    answer = mine.post(f"{table.path}seats/0/device/")
    assert answer.status_code == 201
    link = answer.json()["url"].removeprefix("http://testserver")
    phone, late = Client(), Client()

    assert b"on this device too" in phone.get(link).content
    assert table.view(mine)["seats"][0]["devices"] == 1
    assert phone.post(link).status_code == 302

    assert phone.get(f"/b/{table.id}/").status_code == 200
    assert phone.post(link)["Location"] == f"/b/{table.id}/"
    assert mine.get(table.path).status_code == 200
    assert seats(table, mine)[0] == ("taken", 2)
    assert seats(table, table.seats[1])[0] == ("taken", None)
    assert (late.get(link).status_code, late.post(link).status_code) == (410, 410)
    assert late.get(f"/b/{table.id}/").status_code == 404


def test_a_link_for_one_more_device_lasts_ten_minutes_and_ends_with_the_seats_token(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = sat(table, 0)
    old, void = (mine.post(f"{table.path}seats/0/device/").json()["url"] for _ in range(2))
    row = Battle.objects.get(public_id=table.id)
    late = (timezone.now() - timedelta(seconds=1)).isoformat()
    row.seats["0"]["links"]["1"] = late
    row.save()

    assert Client().post(old).status_code == 410
    assert Client().get(void).status_code == 200
    assert mine.post(f"{table.path}seats/0/reissue/").status_code == 201
    assert Client().post(void).status_code == 410
    cut = void[:-2] + ("x/" if void[-2] != "x" else "y/")
    assert Client().post(cut).status_code == 404


def test_who_sits_there_takes_the_seat_back_from_all_other_devices(table: Table) -> None:
    mine = sat(table, 0)
    link = mine.post(f"{table.path}seats/0/device/").json()["url"]
    phone = Client()
    phone.post(link)

    answer = mine.post(f"{table.path}seats/0/reissue/")

    assert answer.status_code == 201
    kept = Caller(answer.json()["token"])
    assert mine.get(table.path).status_code == 401
    assert phone.get(f"/b/{table.id}/").status_code == 404
    assert seats(table, kept)[0] == ("taken", 1)
    assert table.events(kept)[-1]["kind"] == "seat_reissued"


def test_whoever_has_a_free_seats_token_keeps_the_seat_for_himself(table: Table) -> None:
    answer = table.seats[0].post(f"{table.path}seats/0/reissue/")

    kept = Caller(answer.json()["token"])
    assert seats(table, kept)[0] == ("taken", 1)
    assert [each["kind"] for each in table.events(kept)][-2:] == ["seat_reissued", "seat_taken"]
    assert problem(table.creator.post(f"{table.path}seats/0/reissue/")) == (403, "seat_taken")


def test_a_seat_that_is_given_up_is_free_and_both_see_it(table: Table) -> None:
    mine = sat(table, 0)

    assert freed(mine, table, 0).status_code == 204

    assert mine.get(table.path).status_code == 401
    assert seats(table, table.seats[1])[0] == ("free", None)
    assert table.events(table.seats[1])[-1]["text"] == ["Player 1's seat was given up."]
    anew = table.creator.post(f"{table.path}seats/0/reissue/")
    assert anew.status_code == 201
    assert Caller(anew.json()["token"]).get(table.path).status_code == 200
    assert problem(freed(table.creator, table, 1)) == (403, "not_allowed")
    assert problem(freed(table.seats[1], table, 0)) == (403, "not_allowed")


def test_only_whose_seat_it_is_makes_links_for_its_devices(table: Table) -> None:
    path = f"{table.path}seats/0/device/"

    answers = [each.post(path) for each in (table.creator, table.seats[1], Caller())]

    assert [each.status_code for each in answers] == [403, 403, 404]
    assert table.seats[0].post(f"{table.path}seats/9/device/").status_code == 404
    assert table.seats[0].post(path, {"more": 1}).status_code == 400


DAYS = timedelta(days=7)


def quiet(table: Table, side: int, *, asked: timedelta, seen: timedelta | None) -> None:
    """Let what a side is asked have been asked so long ago, and its last request have come then."""
    now = timezone.now()
    LogEntry.objects.filter(battle__public_id=table.id).update(created=now - asked)
    when = None if seen is None else now - seen
    name = "seen_second" if side else "seen_first"
    Battle.objects.filter(public_id=table.id).update(**{name: when})


@pytest.mark.parametrize(
    ("asked", "seen", "status"),
    [
        (DAYS - timedelta(minutes=1), None, 403),
        (DAYS + timedelta(minutes=1), None, 201),
        (2 * DAYS, DAYS + timedelta(minutes=1), 403),
        (2 * DAYS, DAYS + timedelta(minutes=61), 201),
        (2 * DAYS, timedelta(days=1), 403),
    ],
)
def test_the_creator_frees_a_taken_seat_of_one_who_was_asked_and_is_quiet(
    asked: timedelta, seen: timedelta | None, status: int, table: Table
) -> None:
    mine = sat(table, 1)
    quiet(table, 1, asked=asked, seen=seen)

    answer = table.creator.post(f"{table.path}seats/1/reissue/")

    assert answer.status_code == status, answer.content
    if status == 403:
        assert answer.json()["code"] == "seat_taken"
        assert mine.get(table.path).status_code == 200
        return
    assert mine.get(table.path).status_code == 401
    assert seats(table, table.seats[0]) == [("free", 0), ("free", None)]
    assert [each["kind"] for each in table.events()][-2:] == ["seat_freed", "seat_reissued"]
    assert "The person who set up the battle freed" in table.events()[-2]["text"][0]
    assert Caller(answer.json()["token"]).get(table.path).status_code == 200


def test_who_waits_for_the_other_side_is_not_quiet(table: Table) -> None:
    mine = sat(table, 1)
    table.answer(0, "sit_down", {"accept": True, "entropy": ""})
    prompt = next(each for each in table.view(mine)["prompts"] if not each["waiting"])
    move = {"prompt": prompt["id"], "expected_version": 3, "answer": prompt["options"][0]}
    assert mine.post(f"{table.path}moves/", move).status_code == 201
    while table.asked(0) is None:
        prompt = next(each for each in table.view(mine)["prompts"] if not each["waiting"])
        version = table.version()
        move = {"prompt": prompt["id"], "expected_version": version, "answer": prompt["options"][0]}
        assert mine.post(f"{table.path}moves/", move).status_code == 201
    waits = all(each["waiting"] for each in table.view(mine)["prompts"])
    quiet(table, 1, asked=2 * DAYS, seen=2 * DAYS)

    answer = table.creator.post(f"{table.path}seats/1/reissue/")

    assert answer.status_code == (403 if waits else 201)


def test_that_a_seat_was_seen_is_noted_once_an_hour(
    table: Table, django_assert_num_queries: Any
) -> None:
    table.view()
    row = Battle.objects.get(public_id=table.id)
    assert row.seen_first == timezone.now().replace(minute=0, second=0, microsecond=0)
    assert row.seen_second is None
    before = row.seen_first

    with django_assert_num_queries(2):
        table.view()

    row.refresh_from_db()
    assert row.seen_first == before


def test_where_a_log_does_not_replay_its_seats_still_change_hands(table: Table) -> None:
    Battle.objects.filter(public_id=table.id).update(read_only=True, read_only_reason="entry 3")

    mine = sat(table, 0)

    assert seats(table, mine)[0] == ("taken", 1)
    assert freed(mine, table, 0).status_code == 204


def browser_at(link: str) -> Client:
    browser = Client()
    assert browser.get(link).status_code == 200
    assert browser.post(link).status_code == 302
    return browser


def test_a_link_is_used_up_by_the_browser_that_confirms_it(table: Table) -> None:
    link = f"/b/{table.id}/seat/{table.seats[0].token}/"
    looking = Client()
    for _ in range(2):
        page = looking.get(link).content.decode()
        assert "Join as Player 1" in page
    assert looking.get(f"/b/{table.id}/").status_code == 404
    assert table.view()["version"] == 1

    mine = browser_at(link)

    assert mine.get(f"/b/{table.id}/").status_code == 200
    # The same confirmation again, since its answer was lost.
    assert mine.post(link)["Location"] == mine.get(link)["Location"] == f"/b/{table.id}/"
    assert table.seats[0].get(table.path).status_code == 401
    for answer in (looking.get(link), looking.post(link)):
        assert answer.status_code == 410
        assert "This seat link has already been used." in answer.content.decode()
    assert [each["kind"] for each in table.events(table.seats[1])].count("seat_taken") == 1


def with_session_of(client: Client) -> Client:
    """Another client with this one's session cookie, and no other."""
    found, name = Client(), settings.SESSION_COOKIE_NAME
    found.cookies[name] = client.cookies[name].value
    return found


def test_a_lost_answer_is_found_by_its_browser_and_not_by_a_noted_cookie(table: Table) -> None:
    link = f"/b/{table.id}/seat/{table.seats[0].token}/"
    mine = Client()
    mine.get(link)
    # The creator knows the link, too, and has noted the shared phone's cookie.
    creator, waiting = with_session_of(mine), with_session_of(mine)
    waiting.cookies["once"] = mine.cookies["once"].value
    mine.post(link)

    assert [creator.get(link).status_code, creator.post(link).status_code] == [410, 410]
    assert creator.get(f"/b/{table.id}/").status_code == 404
    assert waiting.get(link)["Location"] == f"/b/{table.id}/"
    assert waiting.get(f"/b/{table.id}/").status_code == 200


def test_void_and_foreign_links_lead_nowhere(table: Table) -> None:
    token, other = table.seats[0].token or "", begin(SKIRMISH).seats[0].token or ""
    cut, wrong = token[:-1], token[:-1] + ("a" if token[-1] != "a" else "b")

    answers = [Client().get(f"/b/{table.id}/seat/{each}/") for each in (cut, wrong, other, "x")]

    assert [answer.status_code for answer in answers] == [404] * 4


def test_a_guest_sees_how_many_devices_hold_his_seat_and_takes_it_back(table: Table) -> None:
    mine = browser_at(f"/b/{table.id}/seat/{table.seats[0].token}/")
    links = f"/b/{table.id}/links/"
    assert "Only this device holds this seat" in mine.get(links).content.decode()
    page = mine.post(f"/b/{table.id}/another-device/").content.decode()
    link = page.split("/device/")[1].split("/")[0]
    phone = browser_at(f"/b/{table.id}/device/{link}/")
    assert "2 devices" in mine.get(links).content.decode()

    assert mine.post(f"/b/{table.id}/alone/").status_code == 302

    assert phone.get(f"/b/{table.id}/").status_code == 404
    page = mine.get(f"/b/{table.id}/")
    assert page.status_code == 200
    told = "The player in Player 1's seat signed out all other devices."
    assert told in unescape(page.content.decode())
    assert "Only this device holds this seat" in mine.get(links).content.decode()


NO_MORE = "This device no longer holds its seat"


@pytest.mark.parametrize(("visibility", "status"), [("private", 404), ("public", 200)])
def test_a_device_from_which_the_seat_was_taken_back_is_told_so(
    visibility: str, status: int
) -> None:
    table = begin(SKIRMISH, visibility=visibility)
    mine = browser_at(f"/b/{table.id}/seat/{table.seats[0].token}/")
    page = mine.post(f"/b/{table.id}/another-device/").content.decode()
    phone = browser_at(f"/b/{table.id}/device/{page.split('/device/')[1].split('/')[0]}/")
    mine.post(f"/b/{table.id}/alone/")

    answer = phone.get(f"/b/{table.id}/")

    assert (answer.status_code, NO_MORE in answer.content.decode()) == (status, True)
    others = [each.get(f"/b/{table.id}/").content.decode() for each in (mine, Client())]
    assert [NO_MORE in each for each in others] == [False, False]
    # Once somebody else sits there, nothing was taken back from this one.
    mine.post(f"/b/{table.id}/leave/")
    assert NO_MORE not in phone.get(f"/b/{table.id}/").content.decode()


def test_a_guest_gives_his_seat_up_and_the_creator_hands_it_on(table: Table) -> None:
    creator = Client()
    creator.get(f"/b/{table.id}/seat/{table.creator.token}/")
    mine = browser_at(f"/b/{table.id}/seat/{table.seats[0].token}/")
    links = f"/b/{table.id}/links/"
    before = creator.get(links).content.decode()
    assert "The seat of Player 1 is taken." in before
    assert "-0-" not in before
    assert creator.post(f"/b/{table.id}/replace/", {"side": "0"}).status_code == 404

    assert mine.post(f"/b/{table.id}/leave/").status_code == 302

    assert mine.get(f"/b/{table.id}/").status_code == 404
    after = creator.get(links).content.decode()
    token = next(part for part in after.split("/") if part.startswith(f"{table.id}-0-"))
    assert browser_at(f"/b/{table.id}/seat/{token}/").get(f"/b/{table.id}/").status_code == 200


def test_the_last_device_that_forgets_a_battle_frees_its_seat(table: Table) -> None:
    mine = browser_at(f"/b/{table.id}/seat/{table.seats[0].token}/")
    page = mine.post(f"/b/{table.id}/another-device/").content.decode()
    phone = browser_at(f"/b/{table.id}/device/{page.split('/device/')[1].split('/')[0]}/")

    mine.post(f"/b/{table.id}/forget/")
    first = seats(table, table.seats[1])[0]
    phone.post(f"/b/{table.id}/forget/")

    assert (first, seats(table, table.seats[1])[0]) == (("taken", None), ("free", None))


def test_a_browser_that_held_a_seat_before_there_was_sitting_down_keeps_it(table: Table) -> None:
    old = Client()
    old.get("/")
    session = old.session
    session["battle_seats"] = {table.id: {"0": 0}}
    session.save()
    old.cookies["session"] = session.session_key
    old.cookies[next(iter(old.cookies))] = session.session_key

    page = old.get(f"/b/{table.id}/links/").content.decode()

    assert "Anyone with the original link can still open this seat" in page
    assert old.post(f"/b/{table.id}/alone/").status_code == 302
    assert table.seats[0].get(table.path).status_code == 401
    assert old.get(f"/b/{table.id}/").status_code == 200


def test_the_links_of_devices_are_kept_as_numbers_alone(table: Table) -> None:
    mine = sat(table, 0)
    url = mine.post(f"{table.path}seats/0/device/").json()["url"]

    kept = json.dumps(list(Battle.objects.values("seats", "generations", "setup")))

    assert url.rstrip("/").rsplit("-", 1)[1] not in kept
