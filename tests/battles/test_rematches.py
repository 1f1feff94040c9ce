"""Who sits at a return match? Whoever sat at his list: the creator is handed no taken seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from setup_app.battles.services import replay_stored
from tests.battles.callers import SKIRMISH, Caller, Table, begin
from tests.battles.pages.sitting import sit_by_link

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

KEY = {"Idempotency-Key": "fedcba9876543210fedcba9876543210"}


def over(*, program: bool = False) -> tuple[Table, Client | Caller]:
    """A finished battle at whose second seat somebody sat down, by browser or by program."""
    table = begin(SKIRMISH)
    who: Client | Caller
    if program:
        taken = table.seats[1].post(f"{table.path}seats/1/take/")
        who = Caller(taken.json()["token"])
    else:
        who = Client()
        sit_by_link(who, table.id, table.seats[1].token or "")
    assert table.seats[0].post(f"{table.path}resign/").status_code == 200
    return table, who


def rematch(table: Table, **headers: str) -> Any:
    answer = table.creator.post(f"{table.path}rematch/", **headers)
    assert answer.status_code == 201, answer.content
    return answer.json()


def take(battle: str, side: int, token: str) -> Any:
    return Caller(token).post(f"battles/{battle}/seats/{side}/take/")


def test_tokens_of_free_seats_alone_are_given() -> None:
    table, _ = over()

    new = rematch(table, **KEY)

    assert new["seats"][0] == {"side": 0, "token": None}
    free = Caller(new["seats"][1]["token"])
    path = f"battles/{new['battle']['id']}/"
    assert [each["state"] for each in free.get(path).json()["seats"]] == ["taken", "free"]
    assert replay_stored(battle=new["battle"]["id"]).mismatch == ""
    take(new["battle"]["id"], 1, free.token or "")
    assert rematch(table, **KEY) == new


def test_a_browser_that_sat_there_sits_there_at_once() -> None:
    table, guest = over()
    assert isinstance(guest, Client)
    new = rematch(table)["battle"]["id"]

    assert f'href="/b/{new}/"' in guest.get(f"/b/{table.id}/").content.decode()
    page = guest.get(f"/b/{new}/")

    assert page.status_code == 200
    assert 'name="entropy-0"' in page.content.decode()
    assert 'name="entropy-1"' not in page.content.decode()
    assert Client().get(f"/b/{new}/").status_code == 404


def test_who_waits_at_the_end_is_told_how_many_return_matches_are_offered() -> None:
    table, guest = over()
    assert isinstance(guest, Client)
    state = f"/b/{table.id}/state/"
    assert 'data-rematches="0"' in guest.get(f"/b/{table.id}/").content.decode()
    assert guest.get(state).json()["rematches"] == 0

    rematch(table)

    assert guest.get(state).json()["rematches"] == 1
    assert 'data-rematches="1"' in guest.get(f"/b/{table.id}/").content.decode()


def test_nobody_else_is_told_of_return_matches() -> None:
    table, guest = over()
    assert isinstance(guest, Client)
    under_way = begin(SKIRMISH)
    sit_by_link(guest, under_way.id, under_way.seats[1].token or "")
    watch = table.creator.get(f"{table.path}links/").json()["spectator"].rstrip("/").split("/")[-1]
    rematch(table)

    assert "rematches" not in Client().get(f"/b/{table.id}/state/?token={watch}").json()
    assert "rematches" not in guest.get(f"/b/{under_way.id}/state/").json()


def test_who_sat_there_sits_at_the_match_after_next_too() -> None:
    table, guest = over()
    assert isinstance(guest, Client)
    second = rematch(table)
    free = Caller(second["seats"][1]["token"])
    path = f"battles/{second['battle']['id']}/"
    assert free.post(f"{path}resign/").status_code == 200
    third = Caller(second["creator"]).post(f"{path}rematch/").json()["battle"]["id"]

    assert guest.get(f"/b/{third}/").status_code == 200


def test_a_program_that_sat_there_takes_its_seat_by_its_token() -> None:
    table, guest = over(program=True)
    assert isinstance(guest, Caller)
    new = rematch(table)["battle"]["id"]

    taken = take(new, 0, guest.token or "")

    assert taken.status_code == 201
    mine = Caller(taken.json()["token"])
    shown = mine.get(f"battles/{new}/").json()
    assert shown["seats"][0] == {"side": 0, "state": "taken", "devices": 1}
    refused = [
        take(new, 1, guest.token or ""),
        take(new, 0, table.seats[0].token or ""),
        take(new, 0, table.creator.token or ""),
        take(begin(SKIRMISH).id, 0, guest.token or ""),
    ]
    assert [answer.status_code for answer in refused] == [403, 403, 403, 401]
    # Once the seat was made anew, what was known before leads to it no more.
    assert mine.post(f"battles/{new}/seats/0/reissue/").status_code == 201
    assert take(new, 0, guest.token or "").status_code == 401


def test_who_gave_his_seat_up_does_not_sit_at_the_return_match() -> None:
    table, guest = over()
    assert isinstance(guest, Client)
    new = rematch(table)["battle"]["id"]
    assert guest.post(f"/b/{table.id}/leave/").status_code == 302

    assert guest.get(f"/b/{new}/").status_code == 404


def test_the_creators_own_browser_sits_at_his_list_too() -> None:
    table, _ = over()
    creator = Client()
    creator.get(f"/b/{table.id}/seat/{table.creator.token}/")
    sit_by_link(creator, table.id, table.seats[0].token or "")

    answer = creator.post(f"/b/{table.id}/rematch/")

    page = creator.get(answer["Location"]).content.decode()
    assert ('name="entropy-1"' in page, 'name="entropy-0"' in page) == (True, False)
    assert "is taken" in creator.get(answer["Location"] + "links/").content.decode()


def test_the_machine_plays_the_return_match_and_hands_out_no_token() -> None:
    table = begin(SKIRMISH, bot_side=1)
    assert table.seats[0].post(f"{table.path}resign/").status_code == 200

    new = rematch(table)

    assert (new["battle"]["bot_side"], new["seats"][0]["token"]) == (0, None)
    assert new["seats"][1]["token"]
