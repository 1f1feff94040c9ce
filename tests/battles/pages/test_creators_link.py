"""Where does the creator's link lead, and what does it let its holder do?"""

import re
from typing import Any

import pytest
from django.test import Client

from setup_app.battles.models import Battle
from tests.battles.callers import SKIRMISH, Table, begin

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return begin(SKIRMISH)


def opened(table: Table) -> tuple[Client, Any]:
    """A browser that has followed the creator's link, and the page that it came to."""
    browser = Client()
    return browser, browser.get(f"/b/{table.id}/seat/{table.creator.token}/", follow=True)


def links_to_seats(page: str) -> list[str]:
    return re.findall(r'value="http://[^"]+/seat/([^"/]+)/"', page)


def test_it_leads_to_the_links_of_free_seats(table: Table) -> None:
    _, answer = opened(table)

    assert (answer.status_code, answer.redirect_chain) == (200, [(f"/b/{table.id}/links/", 302)])
    assert links_to_seats(answer.content.decode()) == [each.token for each in table.seats]


def test_a_taken_seat_is_not_shown_and_can_be_replaced(table: Table) -> None:
    prompt = table.asked(0)
    assert prompt
    table.move(0, prompt["id"], prompt["options"][0])
    browser, answer = opened(table)
    assert links_to_seats(answer.content.decode()) == [table.seats[1].token]

    page = browser.post(f"/b/{table.id}/replace/", {"side": "0"}).content.decode()

    [fresh] = links_to_seats(page)
    assert fresh != table.seats[0].token
    assert table.seats[0].get(table.path).status_code == 401
    assert table.events(table.seats[1])[-1]["kind"] == "seat_reissued"


def test_a_machines_seat_is_nobodys_to_hand_out() -> None:
    table = begin(SKIRMISH, bot_side=1)
    browser, answer = opened(table)

    assert links_to_seats(answer.content.decode()) == [table.seats[0].token]
    assert browser.post(f"/b/{table.id}/replace/", {"side": "1"}).status_code == 404


def test_a_player_or_a_stranger_replaces_nothing(table: Table) -> None:
    player = Client()
    player.get(f"/b/{table.id}/seat/{table.seats[0].token}/")

    statuses = [
        each.post(f"/b/{table.id}/replace/", {"side": "1"}).status_code
        for each in (player, Client())
    ]

    assert statuses == [404, 404]
    assert Battle.objects.get(public_id=table.id).generations == {}


def test_who_plays_himself_is_not_shown_the_link_of_a_taken_seat(table: Table) -> None:
    browser, _ = opened(table)
    browser.get(f"/b/{table.id}/seat/{table.seats[0].token}/")
    free = browser.get(f"/b/{table.id}/links/").content.decode()
    prompt = table.asked(1)
    assert prompt
    table.move(1, prompt["id"], prompt["options"][0])

    taken = browser.get(f"/b/{table.id}/links/").content.decode()

    assert table.seats[1].token in links_to_seats(free)
    assert table.seats[1].token not in taken
