"""What an event tells its players and visitors, and how organisers write it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from setup_app.events.models import Event
from tests.armies.lists import SMALL, small
from tests.events.callers import answered, begin, created, refused
from tests.events.test_list_form import typed
from tests.events.test_lists import FUTURE, list_of
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db

INFORMATION: dict[str, Any] = {
    "description": "Welcome to **Rome**.\n\n<script>alert(1)</script>",
    "schedule": [
        {"at": "2026-12-20T09:00:00Z", "text": "Round 3"},
        {"at": "2026-12-19T23:30:30Z", "text": "Round 1"},
    ],
    "contact": "ides@example.org",
}


def test_information_is_stated_by_the_api_and_has_defaults() -> None:
    plain = created()["event"]
    assert {name: plain[name] for name in INFORMATION} == {
        "description": "",
        "schedule": [],
        "contact": "",
    }
    meeting = begin()
    told = answered(meeting.organiser.patch(meeting.path, INFORMATION), 200)
    assert {name: told[name] for name in INFORMATION} == INFORMATION
    copied = answered(meeting.organiser.post(f"{meeting.path}copy/", {}), 201)["event"]
    assert {name: copied[name] for name in INFORMATION} == {**INFORMATION, "schedule": []}


@pytest.mark.parametrize(
    ("field", "most", "wrong"),
    [
        ("description", "x" * 20_000, "x" * 20_001),
        ("contact", "x" * 200, "x" * 201),
        ("contact", "", "a\nb"),
        (
            "schedule",
            [{"at": FUTURE, "text": "x" * 200}] * 40,
            [{"at": FUTURE, "text": "x"}] * 41,
        ),
        ("schedule", [], [{"at": FUTURE, "text": "x" * 201}]),
        ("schedule", [], [{"at": FUTURE, "text": ""}]),
        ("schedule", [], [{"at": "2026-12-19T09:00:00", "text": "x"}]),
        ("schedule", [], [{"at": "2026-12-19", "text": "x"}]),
        ("schedule", [], [{"at": FUTURE}]),
        ("schedule", [], [{"at": FUTURE, "text": "x", "place": "y"}]),
    ],
)
def test_information_has_limits(field: str, most: Any, wrong: Any) -> None:
    meeting = begin()

    assert answered(meeting.organiser.patch(meeting.path, {field: most}), 200)[field] == most
    assert refused(meeting.organiser.patch(meeting.path, {field: wrong})) == (400, "unreadable")


def test_visitors_and_players_read_it_in_order_by_the_clocks_of_the_venue() -> None:
    limits = {
        "points": {"most": 10000},
        "tugs": {"least": 2, "most": 8},
        "home": {"among": ["plains"]},
    }
    lists = {"closes": FUTURE, "late": "accept", "penalty": {"points": 2, "per": "day"}}
    meeting = begin(
        **INFORMATION,
        timezone="Europe/Rome",
        places=16,
        lists={**lists, "limits": limits},
        settings={"max_counts": "table"},
    )
    for browser, path in ((Client(), ""), (sitting(meeting, 4), "r4/")):
        answer = browser.get(f"/e/{meeting.id}/{path}")
        page, raw = shown(answer), answer.content.decode()
        assert "<strong>Rome</strong>" in raw
        assert "<script>alert" not in raw
        assert 'href="mailto:ides@example.org"' in raw
        times = re.findall(r"Sunday 20 December 2026 00:30 CET Round 1 10:00 CET Round 3", page)
        assert len(times) == 1
        for words in (
            "3 rounds, 8 tables",
            "16 players",
            "Penalty: 2 points per day or part of a day.",
            "Win 3, draw 1, loss 0, bye 3.",
            "Points: at most 10000",
            "TUGs: 2 to 8",
            "Home territories: only plains",
            "1 house rule",
        ):
            assert words in page, words


def test_visitors_of_a_private_event_see_nothing_of_it() -> None:
    meeting = begin(**INFORMATION, visibility="private")

    assert Client().get(f"/e/{meeting.id}/").status_code == 404
    assert "Welcome to" in shown(sitting(meeting, 4).get(f"/e/{meeting.id}/r4/"))


def test_only_organisers_write_it() -> None:
    meeting = begin()
    for role in (2, 3, 4):
        browser = sitting(meeting, role)
        assert browser.get(f"/e/{meeting.id}/r{role}/information/").status_code == 404
        assert browser.post(f"/e/{meeting.id}/r{role}/information/").status_code == 404
    assert Event.objects.get().description == ""


def test_a_form_previews_saves_and_keeps_the_seconds_of_a_time_that_did_not_change() -> None:
    meeting = begin(**INFORMATION, timezone="Europe/Rome")
    organiser, path = sitting(meeting, 1), f"/e/{meeting.id}/r1/information/"
    assert 'value="2026-12-20T00:30"' in organiser.get(path).content.decode()
    sent = {
        "description": "Bring *dice*.",
        "contact": "Anna",
        "at-0": "2026-12-20T10:00",
        "text-0": "Round 3",
        "at-1": "2026-12-20T00:30",
        "text-1": "First round",
        "at-3": "2026-12-21T10:00",
        "text-3": "Round 4",
    }

    preview = organiser.post(path, {**sent, "do": "preview"}).content.decode()

    assert "<em>dice</em>" in preview
    assert Event.objects.get().contact == "ides@example.org"
    assert "Information saved." in shown(organiser.post(path, sent, follow=True))
    event = Event.objects.get()
    assert (event.description, event.contact) == ("Bring *dice*.", "Anna")
    assert event.schedule == [
        {"at": "2026-12-20T09:00:00Z", "text": "Round 3"},
        {"at": "2026-12-19T23:30:30Z", "text": "First round"},
        {"at": "2026-12-21T09:00:00Z", "text": "Round 4"},
    ]


def test_a_refused_form_keeps_what_was_typed_and_says_every_fault() -> None:
    meeting = begin(timezone="Europe/Rome")
    organiser, path = sitting(meeting, 1), f"/e/{meeting.id}/r1/information/"
    sent = {
        "description": "Hello",
        "contact": "x" * 201,
        "at-0": "2026-03-29T02:30",
        "text-0": "Skipped",
        "at-1": "2026-10-25T02:30",
        "text-1": "Twice",
        "at-2": "",
        "text-2": "No time",
    }

    page = organiser.post(path, sent).content.decode()

    assert page.count("Schedule: ") == 3
    assert "Contact: Use at most 200 characters." in page
    assert all(f'value="{words}"' in page for words in ("Skipped", "Twice", "No time"))
    assert 'name="at-1_which"' in page
    assert Event.objects.get().schedule == []
    again = {"at-1": "2026-10-25T02:30", "at-1_which": "1", "text-1": "Twice"}
    assert "Information saved." in shown(organiser.post(path, again, follow=True))
    assert Event.objects.get().schedule == [{"at": "2026-10-25T01:30:00Z", "text": "Twice"}]


def test_limits_stand_above_the_button_and_beside_the_form() -> None:
    limits = {"tugs": {"least": 2}, "home": {"among": ["plains", "forest"]}}
    meeting = begin(lists={"limits": limits})
    player, path = sitting(meeting, 4), f"/e/{meeting.id}/r4/list/"
    answered(meeting.player.put(list_of(meeting), SMALL), 200)
    page = shown(player.get(path))
    assert page.index("TUGs: at least 2") < page.index("Submit list")
    for form in (
        player.get(f"{path}form/"),
        player.post(f"{path}form/", {**typed(small(name="x")), "do": "show"}),
    ):
        shown_form = form.content.decode()
        assert re.search(r'data-measure="tugs"\s+data-least="2"', shown_form)
        assert re.search(r'data-measure="home"\s+data-among="plains forest"', shown_form)
