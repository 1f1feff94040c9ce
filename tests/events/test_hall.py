"""What is there in the hall: the screen on the wall, slips, the clock, the open door?"""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from setup_app.events.models import Event
from tests.events.callers import answered, begin
from tests.events.test_lists import PAST
from tests.events.test_pages import do, shown, sitting
from tests.events.test_rounds import of, out, paired, settle

pytestmark = pytest.mark.django_db


def test_the_wall_shows_who_plays_where_then_the_standings_and_says_when_nothing_changed() -> None:
    meeting = begin()
    hall, path = Client(), f"/e/{meeting.id}/screen/"
    assert "The first round will appear here. Iugurtha Piso" in shown(hall.get(path))
    paired(meeting)
    assert "Where do I play?" not in shown(hall.get(path)), "a draft is for the desk alone"
    out(meeting, 1)

    first = hall.get(path)
    assert "Round 1" in shown(first)
    assert "Table 1 Iugurtha Piso Table 1 Piso Iugurtha" in shown(first)
    same = hall.get(path, headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    clock = {"round": 1, "seconds": 3600, "running": True}
    answered(meeting.desk.put(f"{meeting.path}clock/", clock), 200)
    told = hall.get(path, headers={"If-None-Match": first["ETag"]})
    assert "data-ends" in told.content.decode()

    result = f"{meeting.path}rounds/1/tables/1/result/"
    answered(meeting.desk.put(result, {"scores": [3, 0], "entries": [1, 2]}), 200)
    assert "Standings 1 Piso 3 2 Iugurtha 0" in shown(hall.get(path))
    answered(meeting.organiser.patch(meeting.path, {"visibility": "private"}), 200)
    assert hall.get(path).status_code == 404


def test_slips_are_typed_in_and_corrected() -> None:
    meeting = begin()
    desk = sitting(meeting, 3)
    assert "No round is published yet." in shown(desk.get(f"/e/{meeting.id}/r3/slips/"))
    paired(meeting)
    out(meeting, 1)

    said = do(desk, meeting, 3, "slips", table="1", score="3", other_score="0")
    assert "Table 1:" in said
    assert "None. All results are in." in said
    assert "There is no table 9" in do(desk, meeting, 3, "slips", table="9", score="3")
    assert "number" in do(desk, meeting, 3, "slips", table="1", score="x", other_score="0")
    assert "already has this result" in do(
        desk, meeting, 3, "slips", table="1", score="3", other_score="0"
    )
    gone = {"who": "1:2"}
    asked = do(desk, meeting, 3, "slips", **gone)
    assert "Table 1: did Iugurtha not appear?" in asked
    assert "This replaces “3 : 0”." in asked
    said = do(desk, meeting, 3, "slips", **gone, seen="3:0")
    assert "Table 1: Iugurtha is a no-show." in said
    both = {"who": "1:1:2", "seen": "2"}
    assert "Piso and Iugurtha are both no-shows" in do(desk, meeting, 3, "slips", **both)
    assert "Choose who did not appear." in do(desk, meeting, 3, "slips", who="")
    view = answered(meeting.desk.get(f"{meeting.path}rounds/1/"), 200)
    assert view["pairings"][0]["state"] == "confirmed"
    assert sitting(meeting, 4).get(f"/e/{meeting.id}/r4/slips/").status_code == 404


def test_the_clock_is_started_held_and_goes_on() -> None:
    meeting = begin()
    desk = sitting(meeting, 3)

    assert "at least one minute" in do(desk, meeting, 3, "clock", do="start", minutes="0")
    assert "90 minutes left" in do(desk, meeting, 3, "clock", do="start", minutes="90")
    assert "Clock paused." in do(desk, meeting, 3, "clock", do="hold")
    held = answered(meeting.stranger.get(f"{meeting.path}clock/"), 200)
    assert not held["running"]
    assert 5390 <= held["left"] <= 5400
    do(desk, meeting, 3, "clock", do="on")
    assert answered(meeting.stranger.get(f"{meeting.path}clock/"), 200)["running"]
    assert desk.post(f"/e/{meeting.id}/r3/clock/", {"do": "break"}).status_code == 404


def test_a_clock_ends_with_its_round_and_the_next_one_starts_its_own() -> None:
    meeting = begin(tables=1, rounds=2)
    desk, player = sitting(meeting, 3), sitting(meeting, 4)

    def clock() -> tuple[Any, Any]:
        view = answered(meeting.stranger.get(f"{meeting.path}clock/"), 200)
        return view["round"], view["running"]

    paired(meeting)
    out(meeting, 1)
    do(desk, meeting, 3, "clock", do="start", minutes="90")
    paired(meeting, anyway=True)
    assert clock() == (1, True), "a draft ends nothing"
    assert "The clock of round 1 runs until" in shown(desk.get(f"/e/{meeting.id}/r3/rounds/"))

    said = do(desk, meeting, 3, "publish", round=2)

    assert clock() == (None, False)
    assert "Start the clock for round 2" in said
    assert "Play until" not in shown(player.get(f"/e/{meeting.id}/r4/"))
    do(desk, meeting, 3, "clock", do="start", minutes="90")
    assert clock() == (2, True)
    do(desk, meeting, 3, "slips/?round=1", table="1", score="3", other_score="0")
    assert clock() == (2, True), "a result of an older round ends nothing"
    said = do(desk, meeting, 3, "slips", table="1", score="3", other_score="0")
    assert clock() == (None, False)
    assert "clock" not in shown(desk.get(f"/e/{meeting.id}/r3/rounds/")).lower()


def test_a_clock_that_was_left_running_is_not_that_of_the_next_round() -> None:
    meeting = begin(tables=1)
    for number in (1, 2):
        paired(meeting, anyway=True)
        out(meeting, number)
    clock = {"round": 1, "seconds": 9000, "running": True}
    answered(meeting.desk.put(f"{meeting.path}clock/", clock), 200)

    for page in ("screen/", "r4/", "r3/rounds/"):
        browser = sitting(meeting, int(page[1])) if page[1].isdigit() else Client()
        assert browser.get(f"/e/{meeting.id}/{page}").context["clock"] is None, page


def test_two_of_a_draft_change_places() -> None:
    meeting = begin()
    rows = [{"name": "Marius"}, {"name": "Sulla"}]
    for row in rows:
        answered(meeting.desk.post(f"{meeting.path}entries/", row), 201)
    paired(meeting)
    path = f"{meeting.path}rounds/1/"
    before = answered(meeting.desk.get(path), 200)["pairings"]
    one, other = before[0]["entries"][0], before[1]["entries"][0]
    desk = sitting(meeting, 3)

    said = do(desk, meeting, 3, "swap", round="1", swap=[str(one), str(other)])

    assert "Swapped " in said
    assert "no games played yet" in said
    after = answered(meeting.desk.get(path), 200)["pairings"]
    assert [each["entries"][0] for each in after] == [other, one]
    assert "Select two players to swap" in do(desk, meeting, 3, "swap", round="1", swap=[str(one)])
    assert "Select two players to swap" in do(
        desk, meeting, 3, "swap", round="1", swap=["1", "9" * 5000]
    )


def test_anybody_enters_himself_where_the_door_is_open() -> None:
    meeting = begin(registration="open", places=3)
    browser = Client()
    assert "Sign up" in shown(browser.get(f"/e/{meeting.id}/"))

    came = browser.post(f"/e/{meeting.id}/enter/", {"name": " Marius  C ", "club": "Arpinum"})

    assert came["Location"] == f"/e/{meeting.id}/r6/?new"
    page = browser.get(came["Location"])
    assert "This is your personal link. Keep it." in shown(page)
    entry = Event.objects.get().entry_rows.get(number=3)
    assert (entry.name, entry.club) == ("Marius C", "Arpinum")
    full = Client().post(f"/e/{meeting.id}/enter/", {"name": "Sulla"}, follow=True)
    assert Event.objects.get().entry_rows.count() == 3
    assert "This event is full (places: 3)" in shown(full)
    closed = begin()
    shut = Client().post(f"/e/{closed.id}/enter/", {"name": "Sulla"}, follow=True)
    assert "Sign up" not in shown(shut)
    assert closed.stranger.get(f"{closed.path}entries/").json()["count"] == 2


def test_an_organiser_reads_what_is_missing_and_has_a_text_for_the_chat() -> None:
    meeting = begin(lists={"closes": "2030-03-01T12:00:00Z"})
    answered(meeting.desk.patch(f"{meeting.path}entries/1/", {"here": True}), 200)

    said = shown(sitting(meeting, 1).get(f"/e/{meeting.id}/r1/"))

    assert "No list: 2 Piso, Iugurtha" in said
    assert "Not checked in: 1 Iugurtha" in said
    assert "Ides of March: lists are due by Friday 1 March 2030" in said
    answered(meeting.organiser.patch(meeting.path, {"lists": {"closes": PAST}}), 200)
    paired(meeting)
    out(meeting, 1)
    said = shown(sitting(meeting, 1).get(f"/e/{meeting.id}/r1/"))
    assert "lists were due on Wednesday 1 January 2020, 00:00 UTC. Still missing: Piso" in said
    assert "Round 1: the result of table 1 (Piso – Iugurtha) is missing." in said
    assert "Still missing" not in shown(sitting(meeting, 3).get(f"/e/{meeting.id}/r3/"))


def test_the_owner_of_the_server_prints_a_link() -> None:
    meeting = begin()
    printed = io.StringIO()

    call_command("event_link", meeting.id, stdout=printed)

    came = Client().get(printed.getvalue().strip())
    assert came["Location"] == f"/e/{meeting.id}/r1/"
    with pytest.raises(CommandError):
        call_command("event_link", "nothing")


def test_who_stands_at_the_desk_is_looked_up_and_shown_his_code() -> None:
    meeting = begin()
    rows = "name\n" + "\n".join(f"Player {number}" for number in range(60))
    answered(meeting.desk.post(f"{meeting.path}entries/import/", {"text": rows}), 201)
    organiser = sitting(meeting, 1)

    first = organiser.get(f"/e/{meeting.id}/r1/links/")
    found = organiser.get(f"/e/{meeting.id}/r1/links/", {"sought": "player 59"})

    assert "Page 1 of 2" in shown(first)
    assert "Player 59" not in shown(first)
    assert [link.title for link in found.context["players"]] == ["Player 59"]
    assert all(link.qr for link in (*found.context["players"], *first.context["helpers"]))
    assert not any(link.qr for link in first.context["players"])
    assert "Page 1 of 2" in shown(sitting(meeting, 3).get(f"/e/{meeting.id}/r3/players/"))


def test_a_player_is_mended_his_penalty_set_and_his_link_shown() -> None:
    meeting = begin()
    organiser, desk = sitting(meeting, 1), sitting(meeting, 3)
    path = f"/e/{meeting.id}/r1/players/1/"
    assert organiser.get(path).context["links"][0].qr

    mended = {"name": "Piso the Elder", "club": "Roma", "country": "Italia"}
    said = do(organiser, meeting, 1, "players/1", **mended, penalty="3")

    assert "Changes to Piso the Elder saved." in said
    row = answered(meeting.organiser.get(f"{meeting.path}entries/"), 200)["results"][0]
    assert (row["name"], row["club"], row["penalty"]) == ("Piso the Elder", "Roma", 3)
    listed = desk.get(f"/e/{meeting.id}/r3/players/").content.decode()
    assert "<bdi>Roma</bdi>, <bdi>Italia</bdi>" in listed
    # A desk sets no penalty, nor does it lift one.
    do(desk, meeting, 3, "players/1", name="Piso", penalty="0")
    row = answered(meeting.organiser.get(f"{meeting.path}entries/"), 200)["results"][0]
    assert (row["name"], row["penalty"]) == ("Piso", 3)
    assert "There is already a player called Iugurtha" in do(
        desk, meeting, 3, "players/1", name="Iugurtha"
    )
    assert "Enter a whole number, 0 or more." in do(
        organiser, meeting, 1, "players/1", name="P", penalty="much"
    )
    assert desk.get(f"/e/{meeting.id}/r3/players/99/").status_code == 404


def test_who_comes_in_is_ticked_by_one_tap_and_who_is_missing_stays() -> None:
    meeting = begin()
    desk, path = sitting(meeting, 3), f"/e/{meeting.id}/r3/door/"

    ticked = desk.post(f"{path}?away", {"entry": "1", "here": "yes"})

    # The keyboard's focus goes on from there: to the next one where he is shown no more.
    assert ticked["Location"] == f"{path}?away&at=1"
    page = desk.get(ticked["Location"])
    assert re.findall(r'id="e(\d+)">(?:(?!id="e).)*?autofocus', page.content.decode(), re.S) == [
        "2"
    ]
    away = shown(page)
    assert "1 of 2 players checked in" in away
    assert "Piso" not in away.replace("Publius", "")
    assert "Iugurtha" in away
    assert "0 of 2 players checked in" in do(desk, meeting, 3, "door", entry="1", here="no")
    assert sitting(meeting, 4).get(f"/e/{meeting.id}/r4/door/").status_code == 404


def test_slips_of_an_older_round_are_mended_there() -> None:
    meeting = begin(tables=1)
    desk = sitting(meeting, 3)
    for number in (1, 2):
        paired(meeting)
        out(meeting, number)
        do(desk, meeting, 3, "slips", table="1", score="3", other_score="0")

    slip = {"table": "1", "score": "1", "other_score": "1"}
    asked = do(desk, meeting, 3, "slips/?round=1", **slip)
    assert "Table 1 already has “3 : 0”. Replace it with “1 : 1”?" in asked
    first = answered(meeting.desk.get(f"{meeting.path}rounds/1/"), 200)
    assert first["pairings"][0]["scores"] == [3, 0]
    said = do(desk, meeting, 3, "slips/?round=1", **slip, seen="3:0")

    assert "Results for round 1" in said
    first = answered(meeting.desk.get(f"{meeting.path}rounds/1/"), 200)
    second = answered(meeting.desk.get(f"{meeting.path}rounds/2/"), 200)
    assert [each["pairings"][0]["scores"] for each in (first, second)] == [[1, 1], [3, 0]]


SLIP = ("table", "score", "other_score")


def slip_of(*figures: int) -> dict[str, str]:
    return dict(zip(SLIP, map(str, figures), strict=True))


def test_a_slip_in_question_stays_open_while_the_next_ones_are_stored() -> None:
    meeting = of(4, scoring={"kind": "points", "most": 20, "sum": 20, "bye": 15})
    desk = sitting(meeting, 3)
    paired(meeting)
    out(meeting, 1)
    where = f"/e/{meeting.id}/r3/slips/?round=1"
    desk.post(where, slip_of(1, 12, 8))

    asked = desk.post(where, slip_of(1, 10, 10))["Location"]
    wrong = desk.post(asked, slip_of(2, 25, 5))["Location"]
    page = desk.get(wrong)

    assert "Table 1 already has “12 : 8”. Replace it with “10 : 10”?" in shown(page)
    assert "Table 2: 25 is not a valid score. Use 0 to 20." in shown(page)
    typed = re.findall(r'name="(?:other_)?score"[^>]* value="([^"]*)"', page.content.decode())
    assert [typed[0:2], typed[2:4]] == [["10", "10"], ["25", "5"]]
    assert re.findall(r'id="(\w+)"[^>]* autofocus', page.content.decode()) == ["table"]
    after = desk.post(wrong, {**slip_of(2, 15, 5), "mends": "2:25:5"})["Location"]
    view = answered(meeting.desk.get(f"{meeting.path}rounds/1/"), 200)
    assert [each["scores"] for each in view["pairings"]] == [[12, 8], [15, 5]]
    assert "Replace it with “10 : 10”?" in shown(desk.get(after))
    assert "not a valid score" not in shown(desk.get(after))
    kept = desk.post(after, {**slip_of(1, 10, 10), "dismiss": "yes"})["Location"]
    assert "Replace it" not in shown(desk.get(kept))


def test_an_answer_replaces_only_the_result_that_the_desk_has_seen() -> None:
    meeting = begin()
    desk = sitting(meeting, 3)
    paired(meeting)
    out(meeting, 1)
    where = f"/e/{meeting.id}/r3/slips/?round=1"
    path = f"{meeting.path}rounds/1/tables/1/result/"
    for scores in ([3, 0], [0, 3]):
        answered(meeting.desk.put(path, {"scores": scores, "entries": [1, 2]}), 200)

    late = desk.post(where, {**slip_of(1, 1, 1), "seen": "3:0"})["Location"]
    away = desk.post(where, {"who": "1:2", "seen": "none"})["Location"]

    view = answered(meeting.desk.get(f"{meeting.path}rounds/1/"), 200)
    assert view["pairings"][0]["scores"] == [0, 3]
    assert "Table 1 already has “0 : 3”. Replace it with “1 : 1”?" in shown(desk.get(late))
    assert "This replaces “0 : 3”." in shown(desk.get(away))


def test_a_table_that_is_missing_has_a_button_for_each_result_and_no_no_show() -> None:
    meeting = begin()
    desk = sitting(meeting, 3)
    paired(meeting)
    out(meeting, 1)

    for page in ("slips", "rounds"):
        found = desk.get(f"/e/{meeting.id}/r3/{page}/").content.decode()
        assert re.findall(r'<button name="scores" value="([^"]*)"[^>]*>([^<]*)', found) == [
            ("3-0", "Piso won"),
            ("1-1", "Draw"),
            ("0-3", "Iugurtha won"),
        ]
        assert re.findall(r"<summary>A player did not appear</summary>", found)
    first = {"table": "1", "first": "1", "second": "2", "seen": "none"}
    assert "Table 1: Piso 1, Iugurtha 1." in do(desk, meeting, 3, "slips", **first, scores="1-1")


def test_scores_that_cannot_be_are_refused_with_their_table_before_anything_is_asked() -> None:
    meeting = begin(tables=1)
    desk = sitting(meeting, 3)
    paired(meeting)
    out(meeting, 1)
    do(desk, meeting, 3, "slips", table="1", score="3", other_score="0")

    wrong = {"table": "1", "score": "25", "other_score": "5"}
    slip = do(desk, meeting, 3, "slips", **wrong)
    told = {"round": "1", "first": "1", "second": "2", **wrong}
    page = desk.post(f"/e/{meeting.id}/r3/report/", told).content.decode()

    assert "Replace it with" not in slip
    assert re.findall(r"Table 1: (\d+) is not a valid score", slip) == ["25", "5"]
    assert re.findall(r"Table 1: (\d+) is not a valid score", page) == ["25", "5"]
    assert re.findall(r'aria-current="page">([^<]*)</a>\s*<', page)[-1] == "Rounds"


def test_beside_a_pairing_stands_why_it_is() -> None:
    meeting = begin(avoid=["club"])
    for number, club in ((1, "Roma"), (2, "Cirta")):
        answered(meeting.desk.patch(f"{meeting.path}entries/{number}/", {"club": club}), 200)
    desk = sitting(meeting, 3)
    first = do(desk, meeting, 3, "pair")
    assert "no games played yet · Roma / Cirta" in first
    out(meeting, 1)
    do(desk, meeting, 3, "slips", table="1", score="3", other_score="0")

    again = do(desk, meeting, 3, "pair")

    assert "scores 3 and 0 · rematch could not be avoided · Roma / Cirta" in again


def test_of_long_standings_a_player_sees_the_beginning_and_himself() -> None:
    meeting = begin(tables=31)
    rows = "name\n" + "\n".join(f"Player {number}" for number in range(3, 61))
    answered(meeting.desk.post(f"{meeting.path}entries/import/", {"text": rows}), 201)
    paired(meeting)
    out(meeting, 1)
    assert "standings" not in shown(Client().get(f"/e/{meeting.id}/")).lower(), "by lot alone"
    settle(meeting, 1)
    whole = Client().get(f"/e/{meeting.id}/?whole").context["standings"]
    last = whole[-1]
    role = Event.objects.get().role_rows.get(entry__number=last["entry"]).number

    everybody = Client().get(f"/e/{meeting.id}/")
    own = sitting(meeting, role).get(f"/e/{meeting.id}/r{role}/")

    assert [len(page.context["standings"]) for page in (everybody, own)] == [50, 51]
    assert own.context["standings"][-1]["name"] == last["name"]
    assert "Show all 60" in shown(everybody)
    assert len(whole) == 60
