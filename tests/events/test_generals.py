"""The generals of submitted lists are stored and shown with them, and not before."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from setup_app.events.models import Entry, Event, Version, VersionGeneral
from tests.armies.lists import SMALL, small
from tests.armies.test_generals import owner, stated_in, stored_of
from tests.events.callers import Meeting, answered, begin
from tests.events.test_lists import FUTURE, handed_in, list_of
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db

HANNIBAL = small(
    commander={"name": "Hannibal", "level": "legendary"},
    generals=[
        {"name": "Maharbal", "level": "talented", "type": "instinctive"},
        {"name": "", "level": "mediocre", "type": "tribal"},
    ],
)
LISTED = "/admin/events/versiongeneral/"


def book(meeting: Meeting, browser: Client | None = None, **asked: Any) -> Any:
    return (browser or Client()).get(f"/e/{meeting.id}/lists/", asked)


def published(**terms: Any) -> Meeting:
    """An event whose two lists are published; the first player's was sent back once."""
    meeting = begin(lists={"closes": FUTURE}, **terms)
    old = small(commander={"name": "Hasdrubal", "level": "competent"})
    handed_in(meeting, army=old)
    back = {"version": 1, "decision": "sent_back", "comment": "The wrong one."}
    answered(meeting.checker.post(f"{list_of(meeting)}decisions/", back), 201)
    handed_in(meeting, army=HANNIBAL)
    handed_in(meeting, meeting.other_player)
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)
    return meeting


def test_rows_and_lists_are_equal_whoever_submits_them() -> None:
    meeting = begin(lists={"closes": FUTURE})
    handed_in(meeting, army=HANNIBAL)
    answered(meeting.player.post(f"{list_of(meeting)}withdraw/", {}), 200)
    handed_in(meeting, army=SMALL)
    answered(meeting.player.post(f"{list_of(meeting)}submit/", {}), 201)
    answered(meeting.organiser.post(f"{list_of(meeting, 2)}submit/", HANNIBAL), 201)

    versions = list(Version.objects.order_by("pk"))

    assert len(versions) == 3
    assert [stored_of(each) for each in versions] == [stated_in(each.army) for each in versions]
    assert VersionGeneral.objects.count() == 3 + 2 + 3
    answered(meeting.organiser.delete(meeting.path), 204)
    assert not VersionGeneral.objects.exists()


def test_the_list_book_has_an_index_and_counts_of_levels() -> None:
    meeting = published()

    answer = book(meeting)

    words = shown(answer)
    assert "Generals Mediocre: 1, Competent: 1, Talented: 2, Legendary: 1" in words
    index = words[words.index("Name Level Type Player") :]
    rows = (
        "Hannibal legendary army commander 1.&nbsp; Piso",
        "Maharbal talented instinctive 1.&nbsp; Piso",
        "The commander talented army commander 2.&nbsp; Iugurtha",
        "The other competent instinctive 2.&nbsp; Iugurtha",
        "– mediocre tribal 1.&nbsp; Piso",
    )
    assert index.startswith("Name Level Type Player " + " ".join(rows))
    assert "Hasdrubal" not in words, "of a list that was sent back"
    html = answer.content.decode()
    assert 'href="#list-1"' in html
    assert 'id="list-1"' in html


def test_the_index_leads_to_the_page_of_a_long_book() -> None:
    meeting = published()
    event = Event.objects.get(public_id=meeting.id)
    entries = Entry.objects.bulk_create(
        Entry(event=event, number=number, name=f"Player {number}") for number in range(3, 52)
    )
    first = Version.objects.filter(public=True)[0]
    submitted = {"number": 1, "submitted": first.submitted, "army": SMALL, "public": True}
    versions = Version.objects.bulk_create(Version(entry=each, **submitted) for each in entries)
    last = VersionGeneral(version=versions[-1], position=0, name="Mago", level="talented")
    last.save()

    html = book(meeting).content.decode()
    assert 'href="?page=2#list-51"' in html
    assert 'href="#list-1"' in html
    second = book(meeting, page=2).content.decode()
    assert 'id="list-51"' in second
    assert 'id="generals"' not in second


def test_no_one_sees_generals_before_the_lists_are_published() -> None:
    meeting = begin(lists={"closes": FUTURE}, visibility="public")
    handed_in(meeting, army=HANNIBAL)
    browsers = [Client(), *(sitting(meeting, role) for role in range(1, 6))]

    assert {book(meeting, browser).status_code for browser in browsers} == {404}
    told = owner().get(LISTED).content.decode()
    assert "0 generals of submitted lists" in told
    assert "Hannibal" not in told


def test_generals_of_a_private_event_are_for_its_participants() -> None:
    meeting = published(visibility="private")

    assert book(meeting).status_code == 404
    assert "Maharbal" in shown(book(meeting, sitting(meeting, 5)))
    assert "0 generals of submitted lists" in owner().get(LISTED).content.decode()


def test_the_admin_finds_the_generals_of_published_lists_and_no_others() -> None:
    meeting = published()
    hidden = begin(lists={"closes": FUTURE})
    handed_in(hidden, army=small(commander={"name": "Gisgo", "level": "talented"}))
    browser = owner()
    event = Event.objects.get(public_id=meeting.id).pk

    found = browser.get(LISTED, {"q": "mahar"}).content.decode()
    assert "Maharbal" in found
    assert "1. Piso" in found
    assert "5 generals of submitted lists" in browser.get(LISTED).content.decode()
    assert "0 generals" in browser.get(LISTED, {"q": "Gisgo"}).content.decode()
    # Neither of the hidden event nor of the version that was sent back.
    for general in VersionGeneral.objects.filter(name__in=["Gisgo", "Hasdrubal"]):
        page = browser.get(f"{LISTED}{general.pk}/change/", follow=True)
        assert page.redirect_chain
        assert general.name not in page.content.decode()
    deleting = browser.get(f"/admin/events/event/{event}/delete/").content.decode()
    assert "Ides of March" in deleting
    assert "eneral" not in deleting.split('<main id="content-start"')[1]
    guess = {"lists__limits": "{}", "entry_rows__versions__generals__name": "Gisgo"}
    for name, value in guess.items():
        assert browser.get("/admin/events/event/", {name: value}).status_code == 400
    gone = browser.post(f"/admin/events/event/{event}/delete/", {"post": "yes"})
    assert gone.status_code == 302
    assert set(
        VersionGeneral.objects.values_list("version__entry__event__public_id", flat=True)
    ) == {hidden.id}
