"""How is an event run, and taken part in, by pages without scripts?"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from setup_app.events.models import Event, Role
from setup_app.events.tokens import token_of
from tests.events.callers import RULEBOOK, Meeting, begin
from tests.events.test_rounds import of, out, paired

pytestmark = pytest.mark.django_db


def shown(answer: Any) -> str:
    """The words of a page that was found, blanks taken together."""
    assert answer.status_code == 200, answer.status_code
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def sitting(meeting: Meeting, number: int) -> Client:
    """A browser that came in by the link of a role."""
    browser = Client()
    role = Role.objects.select_related("event").get(event__public_id=meeting.id, number=number)
    answer = browser.get(f"/e/{meeting.id}/as/{token_of(role)}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/e/{meeting.id}/r{number}/")
    assert answer["Referrer-Policy"] == "no-referrer"
    return browser


def do(browser: Client, meeting: Meeting, role: int, what: str, **sent: Any) -> str:
    where = what if "?" in what else f"{what}/"
    answer = browser.post(f"/e/{meeting.id}/r{role}/{where}", sent, follow=True)
    return shown(answer)


def test_a_name_makes_an_event_and_shows_its_link_once() -> None:
    browser = Client()

    answer = browser.post("/events/new/", {"name": "Ides of March", "rulebook": RULEBOOK})

    event = Event.objects.get()
    assert answer["Location"] == f"/e/{event.public_id}/r1/?new"
    page = browser.get(answer["Location"])
    assert "This link is the event. Keep it." in shown(page)
    assert token_of(event.role_rows.get()) in page.content.decode()
    assert "This link is the event" not in shown(browser.get(f"/e/{event.public_id}/r1/"))
    assert "Ides of March" in shown(browser.get("/events/"))
    assert "Ides of March" not in shown(Client().get("/events/"))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": ""}, "Name: This field is required."),
        ({"name": "x", "tables": "many"}, "Tables: A valid integer is required."),
        ({"name": "x", "tables": "9" * 5000}, "Tables: "),
        ({"name": "x", "timezone": "Moon"}, "Time zone: Moon is no time zone"),
        ({"name": "x", "rulebook": "chess"}, "chess"),
    ],
)
def test_a_form_that_will_not_do_says_what_is_wrong(sent: dict[str, str], said: str) -> None:
    page = shown(Client().post("/events/new/", {"rulebook": RULEBOOK, **sent}))

    assert said in page
    assert not Event.objects.exists()


def test_a_browser_without_the_role_finds_nothing_there() -> None:
    meeting = begin()
    stranger, player = Client(), sitting(meeting, 4)

    for browser, role in ((stranger, 1), (player, 1), (player, 5), (player, 99)):
        assert browser.get(f"/e/{meeting.id}/r{role}/").status_code == 404
        assert browser.post(f"/e/{meeting.id}/r{role}/pair/").status_code == 404
    assert stranger.get(f"/e/{meeting.id}/as/{'x' * 50}/").status_code == 404
    assert player.post(f"/e/{meeting.id}/r4/pair/").status_code == 404
    assert player.post(f"/e/{meeting.id}/r4/destroy/").status_code == 404


def test_a_link_that_was_made_anew_shuts_out_who_came_by_the_old_one() -> None:
    meeting = begin()
    first, second = sitting(meeting, 4), sitting(meeting, 4)
    assert Role.objects.get(event__public_id=meeting.id, number=4).devices == 2

    said = do(first, meeting, 4, "reissue", of=4)

    assert "The link of Piso was made anew" in said
    assert second.get(f"/e/{meeting.id}/r4/").status_code == 404
    assert "Its holder made it anew" in shown(sitting(meeting, 1).get(f"/e/{meeting.id}/r1/links/"))


def test_players_are_entered_one_by_one_and_by_a_list_and_ticked() -> None:
    meeting = begin()
    desk = sitting(meeting, 3)

    assert "Memmius was entered." in do(desk, meeting, 3, "enter", name=" Memmius ", club="Roma")
    assert "2 players were entered." in do(desk, meeting, 3, "enter", text="Bestia\nScaurus")
    said = do(desk, meeting, 3, "enter", name="Piso")
    assert "Somebody called Piso is entered already" in said
    assert "✓ here" in do(desk, meeting, 3, "change", entry=1, field="here", value="yes")
    assert "1 of 5 are here." in shown(desk.get(f"/e/{meeting.id}/r3/door/"))
    assert "Bring back" in do(desk, meeting, 3, "change", entry=1, field="dropped", value="yes")


def test_a_round_goes_from_the_draft_to_the_standings() -> None:
    meeting = of(4, rounds=1)
    desk = sitting(meeting, 3)

    assert "Round 1 is paired." in do(desk, meeting, 3, "pair", pairing="swiss")
    assert "Round 1" not in shown(Client().get(f"/e/{meeting.id}/"))
    assert "Round 1 is out." in do(desk, meeting, 3, "publish", round=1)
    first, second = (
        [match.first.number, match.second.number]
        for match in Event.objects.get().round_rows.get().matches.order_by("table")
    )
    given = {"round": 1, "table": 1, "first": first[0], "second": first[1]}
    assert "A whole number is missing" in do(desk, meeting, 3, "report", **given, score="")
    do(desk, meeting, 3, "report", **given, score=3, other_score=0)
    given = {"round": 1, "table": 2, "first": second[0], "second": second[1]}
    page = do(desk, meeting, 3, "report", **given, score=1, other_score=1)
    assert "finished" in page
    assert "This event has 1 rounds" in do(desk, meeting, 3, "pair", pairing="swiss")
    assert "Standings" in shown(Client().get(f"/e/{meeting.id}/"))


def test_a_players_page_says_what_he_has_to_do() -> None:
    meeting = begin()
    player, other = sitting(meeting, 4), sitting(meeting, 5)

    def said(browser: Client, role: int) -> str:
        page = browser.get(f"/e/{meeting.id}/r{role}/").content.decode()
        found = re.search(r'<p class="lead now">(.*?)</p>', page)
        assert found is not None
        return found[1]

    assert said(player, 4) == (
        "You are entered. Your table will stand here once the first round is out."
    )
    paired(meeting)
    out(meeting, 1)
    assert said(player, 4) == "Round 1: go to table 1 and play Iugurtha."
    given = {"round": 1, "table": 1, "first": 1, "second": 2}
    do(player, meeting, 4, "report", **given, scores="3-0")
    assert said(other, 5) == "Round 1: a result is reported and waits for the other&#x27;s word."
    do(other, meeting, 5, "report", **given, score=1, other_score=1)
    assert said(player, 4) == "Round 1: you and Iugurtha say different things; go to the desk."
    do(player, meeting, 4, "report", **given, score=1, other_score=1)
    assert said(player, 4) == "Round 1: your result stands. The next round will stand here."
    do(player, meeting, 4, "change", entry=1, field="dropped", value="yes")
    assert said(player, 4) == "You have dropped out. Ask at the desk if you want to come back."


def test_no_page_holds_a_link_but_an_organisers_own_page() -> None:
    meeting = of(4)
    paired(meeting)
    out(meeting, 1)
    tokens = [token_of(role) for role in Role.objects.select_related("event")]

    for role in (2, 3, 4):
        browser = sitting(meeting, role)
        for part in ("", "rounds/", "players/", "players/1/", "door/", "slips/", "lists/"):
            page = browser.get(f"/e/{meeting.id}/r{role}/{part}")
            assert [token for token in tokens if token in page.content.decode()] == []
            assert page.status_code == 404 or "no-store" in page["Cache-Control"]
        assert browser.get(f"/e/{meeting.id}/r{role}/links/").status_code == 404
    public = Client().get(f"/e/{meeting.id}/").content.decode()
    assert [token for token in tokens if token in public] == []


def test_a_private_event_has_no_page_for_strangers() -> None:
    meeting = begin(visibility="private")

    assert Client().get(f"/e/{meeting.id}/").status_code == 404
    assert sitting(meeting, 4).get(f"/e/{meeting.id}/").status_code == 200
