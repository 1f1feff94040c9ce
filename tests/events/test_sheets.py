"""Are spreadsheets taken wherever a text is, and is the list book one too?"""

from __future__ import annotations

from typing import Any
from zipfile import ZIP_LZMA

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from icalendar import Calendar

from setup_app.armies.exports import as_csv
from setup_app.spreadsheets.archive import MEDIA_TYPE
from setup_app.spreadsheets.texts import MAX_BYTES, text_in
from tests.armies.lists import SMALL
from tests.events.callers import Asking, answered, begin, refused
from tests.events.test_pages import sitting
from tests.spreadsheets.attacks import packed_by
from tests.spreadsheets.readers import all_places_taken
from tests.spreadsheets.sheets import sheet, sheet_of

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


def test_a_round_is_written_by_a_text_with_a_hint_and_blank_rows() -> None:
    meeting = begin()
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    text = "sep=;\n\ntable;player;opponent\n;;\n4;Piso;Iugurtha;\n"

    written = answered(meeting.desk.put(f"{meeting.path}rounds/1/pairings/", {"text": text}), 200)

    assert [(each["table"], each["entries"]) for each in written["pairings"]] == [(4, [1, 2])]


@pytest.mark.parametrize("damaged", [True, False])
def test_a_part_packed_by_another_method_is_refused_everywhere(damaged: bool) -> None:
    meeting = begin()
    answered(meeting.desk.post(f"{meeting.path}rounds/", {"pairing": "none"}), 201)
    body = packed_by(ZIP_LZMA, damaged=damaged)

    for caller, method, path in (
        (meeting.desk, "post", f"{meeting.path}entries/import/"),
        (meeting.desk, "put", f"{meeting.path}rounds/1/pairings/"),
        (meeting.organiser, "put", f"{meeting.path}kit/"),
        (meeting.player, "put", f"{meeting.path}entries/1/list/"),
        (meeting.organiser, "post", f"{meeting.path}entries/2/list/submit/"),
        (meeting.stranger, "post", "armies/import/"),
    ):
        answer = brought(caller, method, path, body)
        assert refused(answer) == (422, "import_refused"), path
        assert [each["code"] for each in answer.json()["violations"]] == ["sheet_unreadable"]


def test_while_too_many_sheets_are_read_another_is_refused_and_all_else_goes_on() -> None:
    meeting = begin()
    path, rows = f"{meeting.path}entries/import/", [["name"], ["Marius"]]
    organiser, page = sitting(meeting, 1), f"/e/{meeting.id}/r1/players/"

    with all_places_taken():
        busy = brought(meeting.desk, "post", path, sheet(rows))
        file = SimpleUploadedFile("players.xlsx", sheet(rows))
        shown = organiser.post(f"/e/{meeting.id}/r1/enter/", {"file": file})
        others = answered(meeting.desk.post(path, {"text": "name\nSulla\n"}), 201)
        assert organiser.get(page).status_code == 200

    assert (refused(busy), busy["Retry-After"]) == ((503, "too_busy"), "5")
    assert (shown.status_code, shown["Retry-After"]) == (503, "5")
    assert [each["name"] for each in others["entries"]] == ["Sulla"]
    made = answered(brought(meeting.desk, "post", path, sheet(rows)), 201)
    assert [each["name"] for each in made["entries"]] == ["Marius"]


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
    assert len({str(each["uid"]) for each in found}) == 3
    private = begin(visibility="private", days=["2026-03-14"])
    assert private.stranger.client.get(f"/e/{private.id}/event.ics").status_code == 404


def test_a_calendar_knows_that_the_event_has_changed() -> None:
    closes = {"closes": "2027-04-20T18:00:00Z"}
    meeting = begin(days=["2027-05-01", "2027-05-01"], lists=closes)

    def read() -> list[Any]:
        file = meeting.stranger.client.get(f"/e/{meeting.id}/event.ics").content
        return list(Calendar.from_ical(file).walk("VEVENT"))

    def stamps() -> list[tuple[Any, Any, int]]:
        return [
            (each.decoded("dtstamp"), each.decoded("last-modified"), each["sequence"])
            for each in read()
        ]

    first = stamps()
    assert [str(each["uid"]) for each in read()] == [
        f"{meeting.id}-2027-05-01@metator",
        f"{meeting.id}-lists@metator",
    ]
    answered(meeting.organiser.patch(meeting.path, {"tables": 9}), 200)
    assert stamps() == first
    earlier = {"lists": {"closes": "2027-04-10T18:00:00Z"}}
    answered(meeting.organiser.patch(meeting.path, earlier), 200)
    answered(meeting.organiser.patch(meeting.path, {"venue": "Curia"}), 200)

    then = stamps()
    assert {number for _at, _modified, number in first} == {0}
    assert {number for _at, _modified, number in then} == {2}
    for (at, modified, _), (before, _modified, _number) in zip(then, first, strict=True):
        assert at == modified
        assert at > before
    assert read()[1].decoded("dtstart").isoformat() == "2027-04-10T18:00:00+00:00"
