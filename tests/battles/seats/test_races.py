"""Of two requests that take or join a seat at once, one succeeds and the other is told why not."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from setup_app.battles import services
from setup_app.battles.models import Battle
from setup_app.battles.repository import SeatReplaced
from setup_app.battles.seats.tokens import seated_at
from setup_app.battles.services.moves import read_move
from tests.battles.callers import SKIRMISH, Caller, begin, ready
from tests.battles.test_races import at_once, codes, fresh, move, whole

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

ROUNDS = range(3)


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_programs_sit_down_at_once(round_: int) -> None:
    table = begin(SKIRMISH)
    path = f"{table.path}seats/0/take/"

    answers = at_once(*[lambda: fresh(table.seats[0]).post(path)] * 3)

    assert codes(answers) == [(201, None), *[(401, "not_signed_in")] * 2]
    [token] = [each.json()["token"] for each in answers if each.status_code == 201]
    assert table.view(Caller(token))["seats"][0] == {"side": 0, "state": "taken", "devices": 1}
    kinds = [each["kind"] for each in table.events(table.seats[1])]
    assert kinds.count("seat_taken") == 1
    assert whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_browsers_sit_down_at_once(round_: int) -> None:
    table = begin(SKIRMISH)
    link = f"/b/{table.id}/seat/{table.seats[0].token}/"
    browsers = [Client(), Client()]
    for browser in browsers:
        assert browser.get(link).status_code == 200

    answers = at_once(*[lambda browser=browser: browser.post(link) for browser in browsers])

    assert sorted(answer.status_code for answer in answers) == [302, 410]
    late = next(answer for answer in answers if answer.status_code == 410)
    assert "This seat link has already been used." in late.content.decode()
    assert sorted(each.get(f"/b/{table.id}/").status_code for each in browsers) == [200, 404]
    assert whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_sitting_down_sent_twice_at_once(round_: int) -> None:
    table = begin(SKIRMISH)
    path, key = f"{table.path}seats/0/take/", {"Idempotency-Key": f"{round_:032d}"}

    answers = at_once(*[lambda: fresh(table.seats[0]).post(path, **key)] * 3)

    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_link_for_one_more_device_opened_twice_at_once(round_: int) -> None:
    table = begin(SKIRMISH)
    link = table.seats[0].post(f"{table.path}seats/0/device/").json()["url"]

    answers = at_once(*[lambda: Client().post(link)] * 2)

    assert sorted(answer.status_code for answer in answers) == [302, 410]
    assert table.view()["seats"][0]["devices"] == 1


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_accept_at_once(round_: int) -> None:
    wanted = {**SKIRMISH, "side": SKIRMISH["sides"][0]}
    del wanted["sides"]
    made = Caller().post("challenges/", wanted).json()
    path = f"challenges/{made['challenge']['id']}/"
    army: dict[str, Any] = {"army": SKIRMISH["sides"][1]}

    answers = at_once(*[lambda: Caller().post(f"{path}accept/", army)] * 3)

    assert codes(answers) == [(201, None), *[(409, "already_accepted")] * 2]
    assert Battle.objects.count() == 1


@pytest.mark.parametrize("round_", ROUNDS)
def test_it_is_accepted_and_withdrawn_at_once(round_: int) -> None:
    wanted = {**SKIRMISH, "side": SKIRMISH["sides"][0]}
    del wanted["sides"]
    made = Caller().post("challenges/", wanted).json()
    path = f"challenges/{made['challenge']['id']}/"
    mine = Caller(made["token"])

    came, gone = at_once(
        lambda: Caller().post(f"{path}accept/", {"army": SKIRMISH["sides"][1]}),
        lambda: mine.client.delete(f"/api/v1/{path}", headers=mine.headers()),
    )

    assert (came.status_code, gone.status_code) in ((201, 409), (410, 204))
    assert Battle.objects.count() == (came.status_code == 201)


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_seat_moves_and_is_reissued_at_once(round_: int) -> None:
    table = ready(SKIRMISH, until="play_card")
    before = table.version()
    holder = fresh(table.seats[0])

    moved, reissued = at_once(
        move(table, 0, "play_card"), lambda: holder.post(f"{table.path}seats/0/reissue/")
    )

    assert reissued.status_code == 201
    kinds = [each["kind"] for each in table.events(table.seats[1])][before:]
    taken = ["seat_reissued", "seat_taken"]
    if moved.status_code == 201:
        assert kinds == ["play_card", *taken]
    else:
        assert (moved.status_code, moved.json()["code"]) == (401, "not_signed_in")
        assert kinds == taken
    assert whole(table)


def test_a_seat_that_was_reissued_after_its_token_was_checked_does_not_move() -> None:
    table = ready(SKIRMISH, until="play_card")
    row = Battle.objects.get(public_id=table.id)
    prompt, seated = table.asked(0, "play_card"), seated_at(row, 0)
    assert prompt
    table.creator.post(f"{table.path}seats/0/reissue/")
    version = table.view(table.seats[1])["version"]
    sent = read_move(prompt=prompt["id"], expected_version=row.version, answer=prompt["options"][0])

    for act in (services.play, services.propose_as_placed):
        with pytest.raises(SeatReplaced):
            act(battle=table.id, side=0, move=sent, seated=seated)

    assert table.view(table.seats[1])["version"] == version
