"""The standings as people see them: on their page, on the wall and on paper."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from setup_app.events.event.access import EventAccess
from setup_app.events.event.ranking import ranking_view
from setup_app.events.models import Event
from tests.events.callers import Meeting, answered
from tests.events.test_pages import shown
from tests.events.test_rounds import of, out, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def meeting() -> Meeting:
    """Players 1 and 3 won, 2 and 4 lost, all in the same way; 5 had a bye and dropped out, 6 came
    later.
    """
    made = of(5, tie_breaks=["opponents", "wins", "lots"])
    answered(made.desk.patch(f"{made.path}entries/1/", {"club": "Roma"}), 200)
    paired(made, pairing="none")
    given = [
        {"table": 1, "entries": [1, 2]},
        {"table": 2, "entries": [3, 4]},
        {"table": None, "entries": [5]},
    ]
    answered(made.desk.put(f"{made.path}rounds/1/pairings/", {"pairings": given}), 200)
    out(made, 1)
    for table, entries in ((1, [1, 2]), (2, [3, 4])):
        path = f"{made.path}rounds/1/tables/{table}/result/"
        answered(made.desk.put(path, {"scores": [3, 0], "entries": entries}), 200)
    answered(made.desk.patch(f"{made.path}entries/5/", {"dropped": True}), 200)
    answered(made.desk.post(f"{made.path}entries/", {"name": "Walk-in"}), 201)
    return made


def places(rows: Any) -> list[tuple[Any, ...]]:
    return [(row["place"], row["name"], row["by_lot"]) for row in rows]


def test_who_dropped_out_or_has_not_played_has_no_place_and_lots_are_marked(
    meeting: Meeting,
) -> None:
    ranking = ranking_view(EventAccess(Event.objects.get()))

    assert {(place, lot) for place, _, lot in places(ranking.rows)} == {
        (1, True),
        (2, True),
        (3, True),
        (4, True),
    }
    assert {name for _, name, _ in places(ranking.rows[:2])} == {"Piso", "Player 3"}
    assert places(ranking.below) == [(None, "Player 5", False), (None, "Walk-in", False)]
    rows = answered(meeting.stranger.get(f"{meeting.path}standings/"), 200)["results"]
    assert len(rows) == 6, "the API places everyone, as before"


def test_a_bye_counts_as_having_taken_part_and_a_figure_is_no_lot(meeting: Meeting) -> None:
    answered(meeting.desk.patch(f"{meeting.path}entries/5/", {"dropped": False}), 200)
    answered(meeting.organiser.patch(f"{meeting.path}entries/3/", {"penalty": 1}), 200)

    ranking = ranking_view(EventAccess(Event.objects.get()))

    # A bye has no opponent and no win, so player 5 is behind player 1.
    assert places(ranking.rows[:3]) == [
        (1, "Piso", False),
        (2, "Player 5", False),
        (3, "Player 3", False),
    ]


def test_the_page_the_wall_and_the_pdf_say_the_same(meeting: Meeting) -> None:
    browser = Client()
    page = shown(browser.get(f"/e/{meeting.id}/standings/"))
    wall = shown(browser.get(f"/e/{meeting.id}/screen/"))
    answer = browser.get(f"/api/v1/{meeting.path}standings.pdf")

    assert answer["Content-Type"] == "application/pdf"
    paper = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    for told in (page, wall, paper):
        assert told.index("Piso") < told.index("Iugurtha") < told.index("Player 5")
        assert "Decided by lot" in told
    assert "Piso Roma" in page
    assert "Player 5 (dropped out)" in page
    assert "Walk-in (not played)" in page
    answered(meeting.organiser.patch(meeting.path, {"visibility": "private"}), 200)
    assert browser.get(f"/e/{meeting.id}/standings/").status_code == 404
    assert browser.get(f"/api/v1/{meeting.path}standings.pdf").status_code == 404
