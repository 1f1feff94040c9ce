"""Who is an umpire? Nobody, unless both were told before they sat down that there is one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from setup_app.battles.models import Battle
from setup_app.battles.seats import tokens
from setup_app.battles.seats.tokens import Seat
from setup_app.battles.services import replay_stored
from tests.battles.callers import SKIRMISH, Caller, Table, begin
from tests.battles.pages.hands import Browser, colours_shown
from tests.battles.pages.sitting import sit
from tests.battles.test_schema import pbs

pytestmark = pytest.mark.django_db


def umpire_of(table: Table) -> str:
    return tokens.token(Battle.objects.get(public_id=table.id), Seat.UMPIRE)


def test_without_agreement_nobody_is_one() -> None:
    table = begin(SKIRMISH)
    token = umpire_of(table)

    assert table.creator.get(f"{table.path}links/").json()["umpire"] is None
    assert Caller(token).get(table.path).status_code == 401
    assert table.creator.post(f"{table.path}seats/umpire/reissue/").status_code == 404
    for path in ("seat", "watch", "screen", "table", "proof", "print"):
        assert Client().get(f"/b/{table.id}/{path}/{token}/").status_code == 404, path
    assert table.view()["umpire"] is False


def test_both_are_told_of_him_before_they_sit_down() -> None:
    table = begin(SKIRMISH, umpire=True)

    views = [table.view(seat) for seat in table.seats]

    assert [view["umpire"] for view in views] == [True, True]
    for view in views:
        told = [each for each in view["prompts"] if each["kind"] == "sit_down"]
        assert [each["about"] for each in told] == [{"umpire": True}] * 2
        assert all("sees both hands" in each["why"] for each in told)
    assert Battle.objects.get(public_id=table.id).setup["umpire"] is True
    assert replay_stored(battle=table.id).mismatch == ""


@pytest.mark.parametrize("wrong", ["yes", 1.5, None, []])
def test_he_is_agreed_to_by_yes_or_no(wrong: Any) -> None:
    answer = Caller().post("battles/", {**SKIRMISH, "umpire": wrong})

    assert answer.status_code == 400


def test_he_sees_both_hands_and_changes_nothing() -> None:
    table = begin(SKIRMISH, umpire=True)
    table.sit_down()
    umpire = Caller(table.creator.get(f"{table.path}links/").json()["umpire"])

    hands = table.view(umpire)["hands"]

    assert [hand["cards"] for hand in hands] == [
        table.view(seat)["hands"][side]["cards"] for side, seat in enumerate(table.seats)
    ]
    assert None not in [hand["cards"] for hand in hands]
    assert umpire.post(f"{table.path}undo/").status_code == 403
    assert umpire.post(f"{table.path}seats/0/device/").status_code == 403


def test_his_link_opens_a_page_with_both_hands_and_nothing_to_do() -> None:
    table = pbs("play_territory_card")
    row = Battle.objects.get(public_id=table.id)
    # As a battle stands that was begun with an umpire.
    row.setup = {**row.setup, "umpire": True}
    row.save()
    link = f"/b/{table.id}/seat/{tokens.token(row, Seat.UMPIRE)}/"
    client = Client()

    answer = client.get(link, follow=True)

    assert answer.status_code == 200
    page = answer.content.decode()
    hands = [table.view(seat)["hands"][side]["cards"] for side, seat in enumerate(table.seats)]
    assert sorted(colours_shown(page)) == sorted(hands[0] + hands[1])
    assert "You are watching as the umpire" in page
    assert "<form" not in page
    assert "no-store" in answer["Cache-Control"]
    here = answer.redirect_chain[-1][0]
    assert re.search(rf'data-state="/b/{table.id}/state/\?token=', page)
    assert client.get(here.replace("/watch/", "/screen/")).content.decode().count("card-black") == 0
    assert client.get(f"/b/{table.id}/").status_code == 404


def test_he_is_wished_for_on_the_page_of_a_new_battle() -> None:
    browser = Browser()
    browser.begin(opponent="two", umpire="yes", settings="1")

    assert "This battle has an umpire." in browser.page()
    assert "Umpire link" in browser.page("links/")
    browser.begin(opponent="two")
    assert "umpire" not in browser.page("links/")


def test_who_plays_is_refused_what_shows_both_hands() -> None:
    table = begin(SKIRMISH, umpire=True)
    row = Battle.objects.get(public_id=table.id)
    player = Client()
    sit(player, table.id, 0)

    page = player.get(f"/b/{table.id}/seat/{tokens.token(row, Seat.UMPIRE)}/", follow=True)

    assert page.redirect_chain[-1][0] == f"/b/{table.id}/"
    assert "and you are playing in this battle" in page.content.decode()
