"""How do lists come in, and out, by pages without scripts?"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from setup_app.armies.exports import as_csv
from tests.armies.lists import SMALL
from tests.events.callers import Meeting, answered, begin
from tests.events.test_lists import FUTURE, PAST, handed_in
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db

TEXT = json.dumps(SMALL)


def sent(browser: Client, meeting: Meeting, where: str, **body: Any) -> str:
    return shown(browser.post(f"/e/{meeting.id}/{where}/", body, follow=True))


def test_a_list_goes_from_the_draft_over_the_checker_to_the_book() -> None:
    meeting = begin(lists={"closes": FUTURE, "limits": {"units": {"most": 0}}})
    player, checker, organiser = (sitting(meeting, role) for role in (4, 2, 1))
    assert "Submit your list by Tuesday 1 January 2999, 00:00 UTC" in shown(
        player.get(f"/e/{meeting.id}/r4/")
    )
    until = player.get(f"/e/{meeting.id}/r4/list/").content.decode()
    assert 'data-ends="2999-01-01T00:00:00+00:00"' in until
    file = SimpleUploadedFile("list.csv", as_csv(SMALL).encode())
    kept = sent(player, meeting, "r4/list/keep", file=file)
    assert "Draft saved" in kept
    assert "Units:" in kept
    assert "Submitted as version 1." in sent(player, meeting, "r4/list/submit")
    assert "to check" in shown(checker.get(f"/e/{meeting.id}/r2/lists/"))
    opened = shown(checker.get(f"/e/{meeting.id}/r2/lists/1/"))
    assert "The log shows that you opened it." in opened
    body = {"version": 1, "replaces": "", "comment": " ", "decision": "sent_back"}
    assert "Say what is wrong with the list" in sent(checker, meeting, "r2/lists/1/decide", **body)
    body |= {"comment": "One too many.", "due": "2020-01-01T10:00"}
    refused = sent(checker, meeting, "r2/lists/1/decide", **body)
    assert "That time has passed" in refused
    assert "One too many." in refused, "the comment stays"
    body |= {"due": "2998-01-01T10:00"}
    assert "List sent back: " in sent(checker, meeting, "r2/lists/1/decide", **body)
    assert "already" in sent(checker, meeting, "r2/lists/1/decide", **body)
    # Iugurtha, who has handed in nothing, is let hand in anew and has none that would come out.
    sent(organiser, meeting, "r1/lists/reopen", entry="2")
    queue = shown(organiser.get(f"/e/{meeting.id}/r1/lists/"))
    assert "their last submitted version will be published: Piso ." in queue
    own = shown(player.get(f"/e/{meeting.id}/r4/list/"))
    assert "Your list was sent back. Resubmit it by" in own
    assert "Monday 1 January 2998, 10:00 UTC" in own
    assert "One too many." in own
    file = SimpleUploadedFile("list.csv", as_csv(SMALL).encode())
    assert "same as your last submitted version" in sent(player, meeting, "r4/list/keep", file=file)
    assert "Comment from the checker: One too many." in shown(player.get(f"/e/{meeting.id}/r4/"))
    assert "Spears" in player.get(f"/e/{meeting.id}/r4/list/form/").content.decode()
    other = json.dumps({**SMALL, "name": "Mended"})
    sent(player, meeting, "r4/list/keep", text=other)
    assert "version 2" in sent(player, meeting, "r4/list/submit")
    assert "to Mended." in shown(checker.get(f"/e/{meeting.id}/r2/lists/1/"))
    body = {"version": 2, "replaces": "", "decision": "approved"}
    assert "List approved: " in sent(checker, meeting, "r2/lists/1/decide", **body)
    assert Client().get(f"/e/{meeting.id}/lists/").status_code == 404
    assert Client().get(f"/e/{meeting.id}/lists/1/2/sealed.txt").status_code == 404
    refusal = sent(organiser, meeting, "r1/lists/publish")
    assert "Iugurtha has not submitted a list." in refusal
    assert "1 list published." in sent(organiser, meeting, "r1/lists/publish", anyway="yes")
    book = shown(Client().get(f"/e/{meeting.id}/lists/"))
    assert "Mended" in book
    assert "Ceto" in book
    # What anybody hashes for himself, and nothing of the version that was sent back.
    sealed = Client().get(f"/e/{meeting.id}/lists/1/2/sealed.txt")
    told = answered(meeting.stranger.get(f"{meeting.path}commitments/"), 200)["results"]
    assert hashlib.sha256(sealed.content).hexdigest() == told[1]["commitment"]
    assert Client().get(f"/e/{meeting.id}/lists/1/9/sealed.txt").status_code == 404


def test_an_organiser_hands_in_for_who_sent_his_by_mail_and_reopens() -> None:
    meeting = begin()
    organiser = sitting(meeting, 1)
    assert "Choose one of your lists" in sent(organiser, meeting, "r1/lists/hand-in", entry=2)
    said = sent(organiser, meeting, "r1/lists/hand-in", entry=2, text=TEXT)
    assert "List submitted for Iugurtha." in said
    assert "can submit until" in sent(organiser, meeting, "r1/lists/reopen", entry=2)


def test_what_is_wrong_with_a_list_is_told_by_line_and_nothing_is_kept() -> None:
    meeting = begin()
    player = sitting(meeting, 4)
    broken = as_csv(SMALL).replace("unit,", "horde,", 1)
    said = sent(player, meeting, "r4/list/keep", text=broken)
    assert "Slings" in said, "the text stays"
    wrong = json.dumps({**SMALL, "home": ["swamp"]})
    assert "line 1, home 1:" in sent(player, meeting, "r4/list/keep", text=wrong)
    assert re.search(r"line \d+.*horde", said)
    assert "Not submitted yet." in sent(player, meeting, "r4/list/keep", text=" ")
    assert "There is no draft" in sent(player, meeting, "r4/list/submit")


def test_no_page_of_lists_is_anothers() -> None:
    meeting = begin()
    handed_in(meeting)
    player, desk = sitting(meeting, 5), sitting(meeting, 3)
    for browser, address in (
        (player, "r4/list/"),
        (player, "r5/lists/"),
        (player, "r5/lists/1/"),
        (desk, "r3/lists/"),
        (desk, "r3/list/"),
        (Client(), "lists/"),
    ):
        assert browser.get(f"/e/{meeting.id}/{address}").status_code == 404
    for what in ("publish", "reopen", "hand-in"):
        assert player.post(f"/e/{meeting.id}/r5/lists/{what}/").status_code == 404
    assert player.post(f"/e/{meeting.id}/r5/list/destroy/").status_code == 404


def test_players_read_and_remark_on_their_page() -> None:
    meeting = begin(lists={"closes": FUTURE, "peers": True})
    handed_in(meeting)
    handed_in(meeting, meeting.other_player)
    terms = {"lists": {"closes": PAST, "peers": True}}
    answered(meeting.organiser.patch(meeting.path, terms), 200)
    player = sitting(meeting, 4)

    assert "You have two lists to review" in sent(player, meeting, "r4/list/read-peers")
    said = sent(player, meeting, "r4/list/remark", peer=1, remark="Fine.")

    assert "Comment sent to the checkers" in said
    assert "Fine." in shown(sitting(meeting, 2).get(f"/e/{meeting.id}/r2/lists/2/"))
    assert "Write a comment first" in sent(player, meeting, "r4/list/remark", peer=1)


def test_two_versions_are_told_apart_by_unit() -> None:
    meeting = begin()
    handed_in(meeting)
    answered(meeting.player.post(f"{meeting.path}entries/1/list/withdraw/", {}), 200)
    first, *rest = SMALL["units"]
    changed = {**SMALL, "units": [{**first, "name": "Equites"}, *rest], "points": 4711}
    handed_in(meeting, army=changed)

    page = shown(sitting(meeting, 2).get(f"/e/{meeting.id}/r2/lists/1/"))

    assert "“Equites” added." in page
    assert "” removed." in page
    assert "to 4711." in page


def test_words_of_a_form_are_judged_as_the_api_judges_them() -> None:
    meeting = begin(lists={"closes": FUTURE, "peers": True})
    handed_in(meeting)
    organiser, checker, player = (sitting(meeting, role) for role in (1, 2, 4))
    decision = {"version": 1, "replaces": "", "decision": "approved", "comment": "a\0b"}
    told = (
        sent(organiser, meeting, "r1/add-role", kind="desk", name="A\u202eB"),
        sent(checker, meeting, "r2/lists/1/decide", **decision),
        sent(player, meeting, "r4/list/remark", peer="1", remark="a\u202eb"),
        sent(organiser, meeting, "r1/pair", seed="a\u202eb"),
    )

    faults = ["Name: Character 2 is U+202E", "Comment: ", "Comment: ", "Seed: "]
    assert [fault for fault, page in zip(faults, told, strict=True) if fault not in page] == []
    assert meeting.organiser.get(f"{meeting.path}roles/").json()["count"] == 5
    assert meeting.checker.get(f"{meeting.path}entries/1/list/").json()["status"] == "submitted"
    said = sent(checker, meeting, "r2/lists/1/decide", **decision | {"comment": "a\r\nb"})
    assert "List approved: " in said


def test_what_may_be_decided_is_offered_and_nothing_else() -> None:
    meeting = begin()
    handed_in(meeting)
    checker, path = sitting(meeting, 2), f"/e/{meeting.id}/r2/lists/1/"
    assert "Send back" in shown(checker.get(path))
    answered(meeting.player.post(f"{meeting.path}entries/1/list/withdraw/", {}), 200)
    answered(meeting.organiser.post(f"{meeting.path}entries/1/list/reopen/", {}), 200)
    assert "there is nothing to decide" in shown(checker.get(path))
    handed_in(meeting)
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)

    page = shown(checker.get(path))

    assert ("Approve" in page, "Send back" in page) == (True, False)


def test_a_list_that_comes_once_lists_are_out_says_so_before_and_in_the_book() -> None:
    late = {"closes": PAST, "late": "accept", "penalty": {"points": 2, "per": "event"}}
    meeting = begin(lists=late)
    handed_in(meeting)
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)
    player = sitting(meeting, 5)
    costs = "Late lists are accepted. Penalty: 2 points."
    assert f"Submit your list. It was due by Wednesday 1 January 2020, 00:00 UTC. {costs}" in shown(
        player.get(f"/e/{meeting.id}/r5/")
    )

    before = sent(player, meeting, "r5/list/keep", text=TEXT)
    after = sent(player, meeting, "r5/list/submit")

    assert "If you submit now, everyone sees your list at once" in before
    assert costs in before
    assert "after lists were published. Everyone can see it" in after
    assert "Withdraw list" not in after
    # One that is reopened stands beside what was public before.
    answered(meeting.organiser.post(f"{meeting.path}entries/1/list/reopen/", {}), 200)
    handed_in(meeting, army={**SMALL, "name": "Mended"})
    book = shown(Client().get(f"/e/{meeting.id}/lists/"))
    assert book.count("after publication") == 2
    assert "Version 1 (also public)" in book


def test_a_new_deadline_that_the_clocks_show_twice_or_never_is_asked_about() -> None:
    meeting = begin(timezone="Europe/London")
    organiser = sitting(meeting, 1)
    given = {"entry": "2", "due": "2998-03-25T01:30"}

    never = sent(organiser, meeting, "r1/lists/reopen", **given)
    given["due"] = "2998-10-28T01:30"
    twice = sent(organiser, meeting, "r1/lists/reopen", **given)
    done = sent(organiser, meeting, "r1/lists/reopen", **given, due_which="1")

    assert "Sunday 25 March 2998 has no 01:30 in Europe/London" in never
    assert "Choose which one 01:30 BST 01:30 GMT" in twice
    assert "can submit until Sunday 28 October 2998, 01:30 GMT" in done
