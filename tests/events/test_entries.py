"""How do players come into an event, drop out, and come back?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events.event.entry_table import MAX_ROWS, EntryLine, read_entries
from setup_app.events.models import Entry, Round
from tests.events.callers import Asking, Meeting, answered, begin, refused
from tests.events.test_lists import handed_in

pytestmark = pytest.mark.django_db

PISO = {
    "entry": 1,
    "name": "Piso",
    "club": "",
    "country": "",
    "dropped": False,
    "list": "none",
}
NOTED = {"here": None, "penalty": None}
VOUCHED = {"vouched": True}


def entries(meeting: Meeting, caller: Asking | None = None) -> list[dict[str, Any]]:
    found = answered((caller or meeting.stranger).get(f"{meeting.path}entries/"), 200)
    results: list[dict[str, Any]] = found["results"]
    return results


def test_who_is_entered_has_a_link_of_his_own() -> None:
    meeting = begin()

    made = answered(
        meeting.desk.post(f"{meeting.path}entries/", {"name": "Memmius", "club": "Roma"}), 201
    )

    assert made["entry"] == {**PISO, **VOUCHED, "entry": 3, "name": "Memmius", "club": "Roma"}
    me = answered(Asking(made["token"]).get(meeting.path), 200)["me"]
    assert me == {"kind": "player", "entry": 3}


def test_anybody_enters_where_that_is_open_as_long_as_there_is_room() -> None:
    meeting = begin()
    path, body = f"{meeting.path}entries/", {"name": "Bocchus"}

    assert refused(meeting.stranger.post(path, body)) == (401, "not_signed_in")
    meeting.organiser.patch(meeting.path, {"registration": "open", "places": 3})
    answered(meeting.stranger.post(path, body), 201)
    assert refused(meeting.stranger.post(path, {"name": "Late"})) == (409, "event_full")
    meeting.player.patch(f"{path}1/", {"dropped": True})
    answered(meeting.stranger.post(path, {"name": "Late"}), 201)


def test_two_players_are_not_called_alike() -> None:
    meeting = begin()
    path = f"{meeting.path}entries/"

    assert refused(meeting.desk.post(path, {"name": "Piso"})) == (422, "duplicate_player")
    assert refused(meeting.desk.patch(f"{path}2/", {"name": "Piso"})) == (422, "duplicate_player")
    answered(meeting.desk.patch(f"{path}1/", {"name": "Piso"}), 200)


def test_a_list_of_players_is_entered_whole() -> None:
    meeting = begin()
    text = "club;name\nRoma;Memmius\n;'=Bestia\n"

    made = answered(meeting.desk.post(f"{meeting.path}entries/import/", {"text": text}), 201)

    assert [(each["entry"], each["name"]) for each in made["entries"]] == [
        (3, "Memmius"),
        (4, "=Bestia"),
    ]
    assert [each["club"] for each in entries(meeting)] == ["", "", "Roma", ""]
    me = answered(Asking(made["entries"][1]["token"]).get(meeting.path), 200)["me"]
    assert me == {"kind": "player", "entry": 4}


FAULTY = (
    ("", ["the file: No players found."]),
    ("name,club,country\n", ["the file: No players found."]),
    ("player\nMemmius\n", ["line 1: The first row must name the columns: name, club, country."]),
    ("name,club,Name\nMemmius,,\n", ["line 1, name: This column appears twice. Remove one."]),
    (
        "name\nPiso\nMemmius\nMemmius\n",
        [
            (
                "line 4, name: There is already a player called Memmius. Two players may "
                "share a name if their clubs differ."
            ),
        ],
    ),
    (
        "name\nMemmius\nPiso\n",
        [
            (
                "line 3, name: There is already a player called Piso. Two players may "
                "share a name if their clubs differ."
            )
        ],
    ),
    ("name,club\n,Roma\n", ["line 2, name: This is missing."]),
    (
        "name\na\u202eb\n",
        [
            (
                "line 2, name: Character 2 is U+202E, which is invisible or changes the text "
                "direction. Remove it."
            )
        ],
    ),
    (
        'name\n"broken\n',
        [
            (
                "line 2: The file cannot be read from this line on. Look for an unclosed "
                "quotation mark."
            )
        ],
    ),
)


@pytest.mark.parametrize(("text", "told"), FAULTY)
def test_a_list_with_a_fault_enters_nobody_and_names_its_line(text: str, told: list[str]) -> None:
    meeting = begin()

    answer = meeting.desk.post(f"{meeting.path}entries/import/", {"text": text})

    if text:
        assert refused(answer) == (422, "import_refused")
        assert [each["message"] for each in answer.json()["violations"]] == told
    else:
        assert refused(answer) == (400, "unreadable")
    assert Entry.objects.count() == 2


def test_a_list_has_so_many_rows_and_no_more() -> None:
    def text(count: int) -> str:
        return "name\n" + "".join(f"Player {number}\n" for number in range(count))

    assert len(read_entries(text(MAX_ROWS)).lines) == MAX_ROWS
    assert read_entries(text(1)).lines == (EntryLine("Player 0", line=2),)
    with pytest.raises(Exception, match="import_refused") as refusal:
        read_entries(text(MAX_ROWS + 1))
    assert [each.code for each in refusal.value.violations] == ["import_too_many_players"]


CHANGES: tuple[tuple[str, int, dict[str, Any], int], ...] = (
    ("organiser", 1, {"penalty": 2}, 200),
    ("desk", 1, {"penalty": 2}, 403),
    ("desk", 1, {"here": True, "dropped": True, "club": "Roma"}, 200),
    ("checker", 1, {"here": True}, 403),
    ("player", 1, {"dropped": True}, 200),
    ("player", 1, {"dropped": False}, 403),
    ("player", 1, {"dropped": True, "name": "Other"}, 403),
    ("player", 2, {"dropped": True}, 403),
    ("stranger", 1, {"here": True}, 401),
    ("organiser", 1, {"here": "yes"}, 400),
    ("organiser", 1, {"penalty": -1}, 400),
    ("organiser", 9, {"here": True}, 404),
)


@pytest.mark.parametrize(("who", "entry", "change", "status"), CHANGES)
def test_who_may_change_what_of_a_player(
    who: str, entry: int, change: dict[str, Any], status: int
) -> None:
    meeting = begin()

    answer = getattr(meeting, who).patch(f"{meeting.path}entries/{entry}/", change)

    assert answer.status_code == status
    wanted = {**PISO, **NOTED, **VOUCHED, **(change if status == 200 else {})}
    assert entries(meeting, meeting.organiser)[0] == wanted


def test_how_far_a_list_is_is_told_to_its_player_and_to_those_who_check() -> None:
    meeting = begin()
    handed_in(meeting)
    Entry.objects.filter(number=1).update(status="sent_back")
    Entry.objects.filter(number=2).update(status="draft")

    told = {
        who: [each["list"] for each in entries(meeting, getattr(meeting, who))]
        for who in ("organiser", "checker", "desk", "player", "other_player", "stranger")
    }

    assert told == {
        "organiser": ["sent_back", "draft"],
        "checker": ["sent_back", "draft"],
        "desk": ["in", "none"],
        "player": ["sent_back", "none"],
        "other_player": ["in", "draft"],
        "stranger": ["in", "none"],
    }


@pytest.mark.parametrize("name", ["piso", "PISO", " Piso "])
def test_names_that_differ_in_letters_and_blanks_alone_are_one(name: str) -> None:
    meeting = begin()
    path = f"{meeting.path}entries/"

    assert refused(meeting.desk.post(path, {"name": name})) == (422, "duplicate_player")
    assert refused(meeting.desk.patch(f"{path}2/", {"name": name})) == (422, "duplicate_player")
    text = {"text": f"name\n{name}\n"}
    assert refused(meeting.desk.post(f"{path}import/", text)) == (422, "import_refused")
    answered(meeting.desk.patch(f"{path}1/", {"name": name}), 200)


def test_two_who_were_called_alike_before_are_changed_one_by_one() -> None:
    meeting = begin()
    Entry.objects.filter(number=2).update(name="piso")

    answered(meeting.desk.patch(f"{meeting.path}entries/2/", {"name": "piso", "here": True}), 200)


def test_a_name_is_kept_in_one_line_and_his_role_has_it_too() -> None:
    meeting = begin()
    renamed = {"name": "Lucius  Piso", "club": "Roma  I"}

    changed = answered(meeting.desk.patch(f"{meeting.path}entries/1/", renamed), 200)

    assert (changed["name"], changed["club"]) == ("Lucius Piso", "Roma I")
    roles = answered(meeting.organiser.get(f"{meeting.path}roles/"), 200)["results"]
    assert [each["name"] for each in roles[3:]] == ["Lucius Piso", "Iugurtha"]


def test_who_comes_back_needs_a_place() -> None:
    meeting = begin(places=2)
    path = f"{meeting.path}entries/"
    answered(meeting.player.patch(f"{path}1/", {"dropped": True}), 200)
    answered(meeting.desk.post(path, {"name": "Memmius"}), 201)

    assert refused(meeting.desk.patch(f"{path}1/", {"dropped": False})) == (409, "event_full")
    answered(meeting.desk.patch(f"{path}3/", {"dropped": True}), 200)
    answered(meeting.desk.patch(f"{path}1/", {"dropped": False}), 200)


def test_what_is_noted_of_a_player_is_for_desk_organisers_and_himself() -> None:
    meeting = begin()
    told = {
        who: [set(NOTED) <= set(each) for each in entries(meeting, getattr(meeting, who))]
        for who in ("organiser", "desk", "checker", "player", "stranger")
    }

    assert told == {
        "organiser": [True, True],
        "desk": [True, True],
        "checker": [False, False],
        "player": [True, False],
        "stranger": [False, False],
    }


def test_a_list_that_was_never_handed_in_is_not_in_because_it_was_reopened() -> None:
    meeting = begin()
    answered(meeting.organiser.post(f"{meeting.path}entries/1/list/reopen/", {}), 200)

    assert [each["list"] for each in entries(meeting)] == ["none", "none"]
    assert entries(meeting, meeting.organiser)[0]["list"] == "sent_back"


def test_an_entry_that_is_none_is_taken_out_and_one_that_was_paired_stays() -> None:
    meeting = begin()
    answered(meeting.organiser.patch(f"{meeting.path}roles/1/", {"entry": 2}), 200)
    path = f"{meeting.path}entries/2/"
    answered(meeting.desk.post(f"{meeting.path}rounds/", {}), 201)
    answer = meeting.organiser.delete(path)
    assert refused(answer) == (409, "entry_stays")
    assert "Drop them instead" in answer.json()["detail"]
    Round.objects.all().delete()

    assert refused(meeting.desk.delete(path)) == (403, "not_allowed")
    answered(meeting.organiser.delete(path), 204)

    assert [each["entry"] for each in entries(meeting)] == [1]
    # His link is void; who runs the event himself goes on.
    assert refused(meeting.other_player.get(meeting.path))[0] == 401
    assert answered(meeting.organiser.get(meeting.path), 200)["me"]["kind"] == "organiser"
    lines = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert "removed" in lines[0]["message"]
