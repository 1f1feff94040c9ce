"""Neither another site's page nor a link makes a browser act in someone else's role."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from setup_app.events.models import PeerRead, Role
from tests.events.callers import Meeting, answered, begin
from tests.events.test_lists import FUTURE, PAST, handed_in
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db

LED = {"Sec-Fetch-Site": "cross-site"}


def link(meeting: Meeting, token: str) -> str:
    return f"/e/{meeting.id}/as/{token}/"


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_browser_that_another_site_led_to_a_roles_link_is_asked_first(site: str) -> None:
    meeting = begin()
    browser = Client(enforce_csrf_checks=True)

    asked = browser.get(link(meeting, meeting.player.token), headers={"Sec-Fetch-Site": site})

    assert "Sign in as Piso?" in shown(asked)
    assert Role.objects.get(number=4).devices == 0
    assert browser.get(f"/e/{meeting.id}/r4/").status_code == 404
    assert browser.post(link(meeting, meeting.player.token)).status_code == 403


@pytest.mark.parametrize("site", ["none", "same-origin", ""])
def test_a_link_that_its_holder_opens_signs_in_at_once(site: str) -> None:
    meeting = begin()
    browser = Client()
    headers = {"Sec-Fetch-Site": site} if site else {}

    answer = browser.get(link(meeting, meeting.player.token), headers=headers)

    assert answer.status_code == 302
    assert browser.get(f"/e/{meeting.id}/r4/").status_code == 200


def test_a_browser_with_another_role_of_the_event_is_asked_and_keeps_both() -> None:
    meeting = begin()
    organiser = sitting(meeting, 1)

    asked = html.unescape(shown(organiser.get(link(meeting, meeting.player.token))))
    assert "Sign in as Piso?" in asked
    assert "it can't open lists that are not published" in asked
    assert organiser.get(f"/e/{meeting.id}/r4/").status_code == 404

    assert organiser.post(link(meeting, meeting.player.token)).status_code == 302
    assert organiser.get(f"/e/{meeting.id}/r4/").status_code == 200
    # A role that it holds already changes nothing.
    assert organiser.get(link(meeting, meeting.organiser.token), headers=LED).status_code == 302
    # Another event's role takes nothing away.
    other = begin()
    assert organiser.get(link(other, other.player.token)).status_code == 302


def test_another_sites_page_does_not_make_a_player_read_lists() -> None:
    meeting = begin(lists={"closes": FUTURE, "peers": True})
    for who in (meeting.player, meeting.other_player):
        handed_in(meeting, who)
    answered(meeting.organiser.patch(meeting.path, {"lists": {"closes": PAST, "peers": True}}), 200)
    player, peers = sitting(meeting, 4), f"/api/v1/{meeting.path}peers/"

    led = player.get(peers, headers=LED)

    assert (led.status_code, led.json()["code"]) == (403, "foreign_page")
    assert not PeerRead.objects.exists()
    token = {"Authorization": f"Seat {meeting.other_player.token}"}
    assert Client().get(peers, headers={**LED, **token}).status_code == 200
    assert player.get(peers, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
