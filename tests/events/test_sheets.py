"""Are spreadsheets taken wherever a text is, and is the list book one too?"""

from __future__ import annotations

from typing import Any

import pytest
from icalendar import Calendar

from setup_app.armies.exports import as_csv
from setup_app.armies.imports import MAX_BYTES, text_in
from setup_app.armies.sheet_archive import MEDIA_TYPE
from tests.armies.lists import SMALL
from tests.armies.sheets import sheet, sheet_of
from tests.events.callers import Asking, answered, begin, refused

pytestmark = pytest.mark.django_db


def brought(caller: Asking, method: str, path: str, body: bytes) -> Any:
    send = getattr(caller.client, method)
    return send(f"/api/v1/{path}", body, content_type=MEDIA_TYPE, headers=caller.headers())


def test_players_are_entered_by_a_sheet() -> None:
    meeting = begin()
    path = f"{meeting.path}entries/import/"
    rows = [["name", "club"], ["Marius", "Arpinum"], ["Sulla", "Roma"]]

    made = answered(brought(meeting.desk, "post", path, sheet(rows)), 201)
    again = brought(meeting.desk, "post", path, sheet([*rows, ["Cinna", ""]]))

    assert [each["name"] for each in made["entries"]] == ["Marius", "Sulla"]
    assert refused(again) == (422, "import_refused")
    assert [each["code"] for each in again.json()["violations"]] == ["duplicate_player"] * 2
    assert brought(meeting.desk, "post", path, b"P" * (MAX_BYTES + 1)).status_code == 413
    unread = brought(meeting.desk, "post", path, b"name\nCinna")
    assert unread.json()["violations"][0]["code"] == "sheet_unreadable"


def test_a_list_is_kept_handed_in_and_published_by_sheets() -> None:
    meeting = begin()
    path = f"{meeting.path}entries/1/list/"
    army = sheet_of(as_csv(SMALL))

    kept = answered(brought(meeting.player, "put", path, army), 200)
    answered(meeting.player.post(f"{path}submit/", {}), 201)
    for_other = f"{meeting.path}entries/2/list/submit/"
    answered(brought(meeting.organiser, "post", for_other, army), 201)
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)

    assert kept["list"]["draft"]["name"] == SMALL["name"]
    book = meeting.stranger.get(f"{meeting.path}lists.xlsx")
    as_text = meeting.stranger.get(f"{meeting.path}lists.csv").content
    assert book.headers["Content-Type"] == MEDIA_TYPE
    assert text_in(book.content) == "\n".join(
        line.rstrip(",") for line in text_in(as_text).split("\r\n")
    )


def test_a_round_is_written_by_a_sheet() -> None:
    meeting = begin()
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    path = f"{meeting.path}rounds/1/pairings/"

    rows = [["table", "player", "opponent"], ["4", "Piso", "Iugurtha"]]
    written = answered(brought(meeting.desk, "put", path, sheet(rows)), 200)

    assert [(each["table"], each["entries"]) for each in written["pairings"]] == [(4, [1, 2])]


def test_an_event_comes_into_a_calendar() -> None:
    closes = "2026-03-28T23:30:00+00:00"
    meeting = begin(
        name="Ides, again; twice",
        venue="Curia",
        days=["2026-03-14", "2026-03-15"],
        timezone="Europe/Rome",
        lists={"closes": closes},
    )

    answer = meeting.stranger.client.get(f"/e/{meeting.id}/event.ics")

    found = list(Calendar.from_ical(answer.content).walk("VEVENT"))
    assert [str(each["summary"]) for each in found[:2]] == ["Ides, again; twice"] * 2
    assert [each.decoded("dtstart").isoformat() for each in found] == [
        "2026-03-14",
        "2026-03-15",
        closes,
    ]
    assert str(found[0]["location"]) == "Curia"
    private = begin(visibility="private", days=["2026-03-14"])
    assert private.stranger.client.get(f"/e/{private.id}/event.ics").status_code == 404
