"""How do two programs begin a battle with a list each? One challenges, and the first to accept
plays: neither ever holds the other's token, and a closed list stays closed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from setup_app.battles.models import Battle, Challenge
from setup_app.battles.services import replay_stored
from tests.battles.callers import MARCHES, SKIRMISH, Caller, begin
from tests.battles.pages.fast import sample

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

TOY = {
    **{name: value for name, value in SKIRMISH.items() if name != "sides"},
    "side": SKIRMISH["sides"][0],
}
PBS = {
    "rulebook": "pbs-2023.1",
    "table": {"width": 45, "depth": 30},
    "side": sample("numidians", "Anna"),
}
OTHER = sample("marian_romans", "Ben")
KEY = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}
VIEW = [
    *("base_width_mm", "cards", "dice", "id", "list", "listed", "points", "rulebook", "settings"),
    *("state", "table", "umpire", "until", "url"),
]


def challenged(**changed: Any) -> tuple[str, Caller]:
    """A challenge's path, and whoever made it."""
    answer = Caller().post("challenges/", {**TOY, **changed})
    assert answer.status_code == 201, answer.content
    body = answer.json()
    return f"challenges/{body['challenge']['id']}/", Caller(body["token"])


def accepted(path: str, army: Any = None, **headers: str) -> Any:
    army = SKIRMISH["sides"][1] if army is None else army
    return Caller().post(f"{path}accept/", {"army": army}, **headers)


def problem(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def points(army: dict[str, Any]) -> int:
    return sum(unit["points"] for unit in army["units"])


def test_a_challenge_tells_its_terms_and_nothing_that_is_closed_of_the_list() -> None:
    answer = Caller().post("challenges/", {**PBS, "settings": {"gap": 3}})
    made = answer.json()["challenge"]

    shown = Caller().get(f"challenges/{made['id']}/").json()

    assert answer.status_code == 201
    assert sorted(made) == VIEW
    assert shown == made
    assert (made["state"], made["points"], made["umpire"], made["listed"]) == (
        "open",
        None,
        False,
        False,
    )
    assert made["settings"]["gap"] == 3
    assert made["url"] == f"http://testserver/challenges/{made['id']}/"
    assert '"units"' not in json.dumps(made)
    assert answer.json()["token"].startswith(f"{made['id']}-c-")


def test_whoever_accepts_first_plays_and_both_sit_from_then_on() -> None:
    path, challenger = challenged()
    assert "battle" not in challenger.get(path).json()

    answer = accepted(path)

    assert answer.status_code == 201, answer.content
    body = answer.json()
    guest = Caller(body["seat"]["token"])
    assert body["seat"]["side"] == 1
    assert body["battle"]["seats"] == [
        {"side": 0, "state": "taken", "devices": None},
        {"side": 1, "state": "taken", "devices": 1},
    ]
    mine = challenger.get(path).json()
    assert mine["state"] == "accepted"
    assert mine["battle"] == body["battle"]["id"]
    battle = f"battles/{mine['battle']}/"
    first, creator = Caller(mine["seat"]["token"]), Caller(mine["creator"])
    assert [each.get(battle).status_code for each in (first, guest, creator)] == [200, 200, 200]
    assert (mine["seat"]["side"], "battle" in Caller().get(path).json()) == (0, False)
    opened = first.get(f"{battle}events/").json()["results"][0]
    assert (opened["kind"], len(opened["commitments"])) == ("opened", 2)
    assert replay_stored(battle=mine["battle"]).mismatch == ""
    for seat in ("0", "1"):
        refused = creator.post(f"{battle}seats/{seat}/reissue/")
        assert problem(refused) == (403, "seat_taken")
    assert problem(accepted(path)) == (409, "already_accepted")
    assert Battle.objects.count() == 1


def test_an_acceptance_whose_answer_was_lost_is_answered_again() -> None:
    path, _ = challenged()

    first, again = (accepted(path, **KEY) for _ in range(2))

    assert (first.status_code, first.content) == (201, again.content)
    assert Battle.objects.count() == 1


def test_the_challengers_seat_is_told_until_it_is_issued_anew() -> None:
    path, challenger = challenged()
    accepted(path)
    mine = challenger.get(path).json()
    first = Caller(mine["seat"]["token"])

    taken = first.post(f"battles/{mine['battle']}/seats/0/take/")

    assert taken.status_code == 201
    assert challenger.get(path).json()["seat"] is None


def test_a_challenge_is_withdrawn_by_its_token_alone() -> None:
    path, challenger = challenged()
    _, other = challenged()
    seat = begin(SKIRMISH).seats[0]

    refused = [
        each.client.delete(f"/api/v1/{path}", headers=each.headers())
        for each in (Caller(), other, seat)
    ]
    assert [answer.status_code for answer in refused] == [401, 401, 401]
    for _ in range(2):
        gone = challenger.client.delete(f"/api/v1/{path}", headers=challenger.headers())
        assert gone.status_code == 204

    assert problem(accepted(path)) == (410, "withdrawn")
    assert Caller().get(path).json()["state"] == "withdrawn"


def test_what_is_accepted_is_not_withdrawn() -> None:
    path, challenger = challenged()
    accepted(path)

    answer = challenger.client.delete(f"/api/v1/{path}", headers=challenger.headers())

    assert problem(answer) == (409, "already_accepted")


def test_a_challenges_token_opens_nothing_else() -> None:
    path, challenger = challenged()
    table = begin(SKIRMISH, visibility="public")
    token = challenger.token or ""
    cut = Caller(token[:-1] + ("a" if token[-1] != "a" else "b"))

    assert challenger.get(table.path).status_code == 401
    assert (cut.get(path).status_code, table.creator.get(path).status_code) == (401, 401)
    assert problem(Caller().get("challenges/23456789abcdef/")) == (404, "not_found")
    assert problem(accepted("challenges/23456789abcdef/")) == (404, "not_found")


def test_those_that_want_it_are_listed_the_latest_first_page_by_page() -> None:
    made = [challenged(listed=listed)[0] for listed in (True, False, True, True)]
    accepted(made[0])

    page = Caller().get("challenges/?page_size=1").json()

    assert page["count"] == 2
    assert [f"challenges/{each['id']}/" for each in page["results"]] == [made[3]]
    following = Caller().get("challenges/?page_size=1&page=2").json()
    assert [f"challenges/{each['id']}/" for each in following["results"]] == [made[2]]
    assert (following["next"], page["previous"]) == (None, None)


@pytest.mark.parametrize(
    ("more", "codes"),
    [
        (0, (201, 201)),
        (1, (201, 422)),
        (-1, (422, None)),
    ],
)
def test_the_points_are_asked_of_both_lists(more: int, codes: tuple[int, int | None]) -> None:
    """The challenger's units come to the least that is wanted, and the other's to the most."""
    own, theirs = points(PBS["side"]), points(OTHER)
    low, high = sorted((own, theirs))
    army, other = (PBS["side"], OTHER) if own <= theirs else (OTHER, PBS["side"])
    wanted = {"least": low if more >= 0 else low + 1, "most": high - max(more, 0)}

    answer = Caller().post("challenges/", {**PBS, "side": army, "points": wanted})

    assert answer.status_code == codes[0], answer.content
    if codes[1] is None:
        assert answer.json()["code"] == "points_out_of_range"
        return
    came = accepted(f"challenges/{answer.json()['challenge']['id']}/", other)
    assert came.status_code == codes[1], came.content
    if codes[1] == 422:
        assert came.json()["code"] == "points_out_of_range"
        assert Challenge.objects.get().state == "open"


@pytest.mark.parametrize("units", [5, None, "x", {}, {"0": 1}, [5], [None, "x"], [[]]])
@pytest.mark.parametrize("key", [{}, KEY])
def test_a_list_is_judged_before_its_points_are_counted(units: Any, key: dict[str, str]) -> None:
    wanted = {**PBS, "points": {"least": 0, "most": 100_000}}
    made = Caller().post("challenges/", wanted).json()["challenge"]["id"]
    broken = {**wanted, "side": {**PBS["side"], "units": units}}

    answers = [Caller().post("challenges/", broken, **key) for _ in range(2)]
    other = {name: f"{text}-other" for name, text in key.items()}
    army = {**OTHER, "units": units}
    answers += [accepted(f"challenges/{made}/", army, **other) for _ in range(2)]

    assert {problem(answer) for answer in answers} == {(422, "army_wrong_type")}
    assert Challenge.objects.get().state == "open"


def test_a_list_that_cannot_be_played_is_refused_and_another_one_can_still_accept() -> None:
    answer = Caller().post("challenges/", PBS)
    path = f"challenges/{answer.json()['challenge']['id']}/"
    wrong: list[tuple[Any, tuple[int, str]]] = [
        ({**OTHER, "pbs_cards": 99}, (422, "army_out_of_range")),
        ({**MARCHES["sides"][0], "rulebook": "toy-marches"}, (422, "not_this_rulebook")),
        ("nobody", (422, "army_not_found")),
        (5, (400, "unreadable")),
    ]

    found = [problem(accepted(path, army)) for army, _ in wrong]

    assert found[1:] == [expected for _, expected in wrong][1:]
    assert found[0][0] == 422
    assert Caller().post(f"{path}accept/", {}).status_code == 400
    assert Battle.objects.count() == 0
    assert accepted(path, OTHER).status_code == 201


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({"bot_side": 1}, (400, "unreadable")),
        ({"sides": []}, (400, "unreadable")),
        ({"side": 5}, (400, "unreadable")),
        ({"side": {}}, (422, "no_general")),
        ({"side": "nobody"}, (422, "army_not_found")),
        ({"rulebook": "chess"}, (422, "unknown_rulebook")),
        ({"listed": "yes"}, (400, "unreadable")),
        ({"umpire": 1}, (400, "unreadable")),
        ({"until": "doomsday"}, (422, "until_not_known")),
        ({"settings": {"moon": 1}}, (422, "unknown_setting")),
        ({"points": {"least": 1}}, (400, "unreadable")),
        ({"points": {"least": 2, "most": 1}}, (400, "unreadable")),
        ({"points": {"least": 1, "most": 2}}, (422, "points_not_counted")),
        ({"side": {"rulebook": "toy-marches"}}, (422, "not_this_rulebook")),
    ],
)
def test_a_challenge_that_cannot_be_is_refused(changed: Any, refused: tuple[int, str]) -> None:
    answer = Caller().post("challenges/", {**TOY, **changed})

    assert problem(answer) == refused
    assert Challenge.objects.count() == 0


SKIRMISHERS = {
    **OTHER,
    "units": [{**unit, "kind": "sug", "flags": []} for unit in OTHER["units"]],
}


@pytest.mark.parametrize(
    ("asked", "own", "other", "said", "until"),
    [
        ({}, PBS["side"], OTHER, "deployment", "deployment"),
        ({}, PBS["side"], SKIRMISHERS, "deployment", "scouting"),
        ({}, SKIRMISHERS, OTHER, "scouting", "scouting"),
        ({"until": "scouting"}, PBS["side"], OTHER, "scouting", "scouting"),
    ],
)
def test_a_battle_goes_as_far_as_both_lists_allow_unless_it_was_said(
    asked: Any, own: Any, other: Any, said: str, until: str
) -> None:
    made = Caller().post("challenges/", {**PBS, "side": own, **asked}).json()["challenge"]
    path = f"challenges/{made['id']}/"

    assert made["until"] == said
    assert accepted(path, other).status_code == 201
    assert Battle.objects.get().setup["until"] == until
    assert Caller().get(path).json()["until"] == until


def test_a_list_that_cannot_go_so_far_as_was_said_is_refused() -> None:
    made = Caller().post("challenges/", {**PBS, "until": "deployment"}).json()["challenge"]

    assert problem(accepted(f"challenges/{made['id']}/", SKIRMISHERS)) == (422, "no_tugs")


def test_a_challenge_is_made_once_with_its_key() -> None:
    first, again = (Caller().post("challenges/", TOY, **KEY) for _ in range(2))

    assert (first.status_code, first.content) == (201, again.content)
    assert Challenge.objects.count() == 1


def test_no_list_that_is_challenged_with_shows_in_the_admin_or_in_print(
    admin_client: Client,
) -> None:
    challenged()
    row = Challenge.objects.get()

    page = admin_client.get(f"/admin/battles/challenge/{row.pk}/change/").content.decode()

    assert row.public_id in page
    assert "Piso" not in f"{page} {row!r} {row}"
