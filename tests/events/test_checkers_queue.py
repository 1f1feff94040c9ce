"""The queue of lists leads a checker from the worst list to the last one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from setup_app.events.models import Entry, Role, Version
from tests.armies.lists import SMALL, small
from tests.events.callers import Meeting, answered, begin
from tests.events.test_list_pages import TEXT, sent
from tests.events.test_lists import FUTURE, PAST, handed_in, list_of
from tests.events.test_pages import shown, sitting

pytestmark = pytest.mark.django_db

CLEAN: dict[str, Any] = {"player": "", "points": 700}


def meeting_of(*armies: dict[str, Any], **terms: Any) -> Meeting:
    """Return an event in which players 3 and up submitted these lists, in this order."""
    meeting = begin(**terms)
    for number, army in enumerate(armies, start=3):
        name = {"name": f"Player {number}"}
        answered(meeting.organiser.post(f"{meeting.path}entries/", name), 201)
        answered(meeting.organiser.post(f"{list_of(meeting, number)}submit/", army), 201)
    return meeting


def rows(browser: Client, meeting: Meeting, role: int = 2) -> list[list[str]]:
    """Return the cells of the queue as text, a list per player."""
    page = browser.get(f"/e/{meeting.id}/r{role}/lists/").content.decode()
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", page.split("<tbody>")[1], re.S)
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).replace("&nbsp;", " ").split())
            for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S)
        ]
        for row in found
    ]


def test_the_worst_lists_come_first_and_say_why_without_their_figures() -> None:
    meeting = meeting_of(
        small(**CLEAN),
        small(**CLEAN, scouting=5, camp=False),
        small(**{**CLEAN, "player": "Anna"}, scouting=6),
        small(**CLEAN, pbs_cards=10),
        small(**{**CLEAN, "points": 10000}, scouting=7),
        small(**CLEAN, pbs_cards=5),
        small(name="Copy", **CLEAN, pbs_cards=5),
        lists={"limits": {"pbs_cards": {"most": 9}}},
    )

    found = [(row[0], row[2]) for row in rows(sitting(meeting, 2), meeting)]

    assert found == [
        ("6. Player 6", "PBS cards: above the maximum"),
        ("7. Player 7", "Points: the sum is far below the total"),
        ("8. Player 8", "The same list as: Player 9"),
        ("9. Player 9", "The same list as: Player 8"),
        ("5. Player 5", "Another player&#x27;s name"),
        ("3. Player 3", "no problems"),
        ("4. Player 4", "no problems"),
        ("1. Piso", ""),
        ("2. Iugurtha", ""),
    ]


def test_lists_that_were_remarked_on_or_sent_back_are_not_clean() -> None:
    meeting = begin(lists={"closes": FUTURE, "peers": True})
    handed_in(meeting, army=small(**CLEAN))
    handed_in(meeting, meeting.other_player, army=small(**CLEAN, scouting=5))
    verdict = {"version": 1, "decision": "sent_back", "comment": "Which general?"}
    answered(meeting.checker.post(f"{list_of(meeting)}decisions/", verdict), 201)
    handed_in(meeting, army=small(**CLEAN, scouting=6))
    terms = {"lists": {"closes": PAST, "peers": True}}
    answered(meeting.organiser.patch(meeting.path, terms), 200)
    answered(meeting.player.get(f"{meeting.path}peers/"), 200)
    answered(meeting.player.post(f"{meeting.path}peers/1/", {"remark": "Hm."}), 201)

    found = {row[0]: row[2] for row in rows(sitting(meeting, 2), meeting)}

    assert found == {"1. Piso": "Sent back before", "2. Iugurtha": "Comment from another player"}
    assert "0 lists approved." in sent(sitting(meeting, 2), meeting, "r2/lists/approve")


def test_all_lists_without_problems_are_approved_by_one_tap() -> None:
    meeting = meeting_of(
        small(**CLEAN), small(**CLEAN, scouting=5), small(**{**CLEAN, "player": "Anna"}, scouting=6)
    )
    checker = sitting(meeting, 2)
    assert "Approve all 2 lists without problems" in shown(
        checker.get(f"/e/{meeting.id}/r2/lists/")
    )

    assert "2 lists approved." in sent(checker, meeting, "r2/lists/approve")

    statuses = dict(Entry.objects.values_list("number", "status"))
    assert statuses == {1: "none", 2: "none", 3: "approved", 4: "approved", 5: "submitted"}
    states = dict(Version.objects.values_list("entry__number", "state"))
    assert states == {3: "approved", 4: "approved", 5: "submitted"}
    view = answered(meeting.checker.get(list_of(meeting, 3)), 200)["versions"][0]
    assert [(each["what"], each["by"]) for each in view["decisions"]] == [("approved", "Ceto")]
    log = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert [each["message"] for each in log[:2]] == [
        "Player 4: list version 1 approved.",
        "Player 3: list version 1 approved.",
    ]
    assert "0 lists approved." in sent(checker, meeting, "r2/lists/approve")


def test_approve_and_next_opens_the_worst_list_that_is_left() -> None:
    meeting = meeting_of(
        small(**CLEAN),
        small(**{**CLEAN, "player": "Anna"}, scouting=6),
        lists={"limits": {"pbs_cards": {"most": 9}}},
    )
    checker, path = sitting(meeting, 2), f"/e/{meeting.id}/r2/lists/"
    body = {"version": 1, "replaces": "", "decision": "approved_next"}
    queue = checker.get(path).content.decode()
    assert f'href="{path}4/">Check the next list</a>' in queue
    assert "Approve and next" in shown(checker.get(f"{path}4/"))

    answer = checker.post(f"{path}4/decide/", body)

    assert (answer.status_code, answer["Location"]) == (302, f"{path}3/")
    assert "Approve and next" not in shown(checker.get(f"{path}3/"))
    assert "No more lists to check." in sent(checker, meeting, "r2/lists/3/decide", **body)


def test_a_list_says_all_its_problems_to_the_checker_who_opens_it() -> None:
    meeting = meeting_of(small(**CLEAN), small(**{**CLEAN, "player": "Anna"}))

    page = shown(sitting(meeting, 2).get(f"/e/{meeting.id}/r2/lists/4/"))

    assert "The same list as: Player 3" in page
    assert "The list names Anna as its player, but it belongs to Player 4" in page


def test_a_checker_who_plays_learns_nothing_and_approves_nothing() -> None:
    meeting = meeting_of(small(**{**CLEAN, "player": "Anna"}), small(**CLEAN))
    Role.objects.filter(number=2).update(entry=Entry.objects.get(number=1))
    playing, browser = sitting(meeting, 2), sitting(meeting, 1)
    # By a player's link in the same browser too.
    browser.cookies = sitting(meeting, 4).cookies
    assert {len(row) for row in rows(playing, meeting)} == {3}
    page = shown(playing.get(f"/e/{meeting.id}/r2/lists/"))
    assert "Another player" not in page.replace("Another checker decides", "")
    assert "without problems" not in page
    refusal = sent(playing, meeting, "r2/lists/approve")
    assert "approved." not in refusal
    assert not Version.objects.filter(state="approved").exists()
    for role, who in ((3, sitting(meeting, 3)), (4, sitting(meeting, 4))):
        assert who.post(f"/e/{meeting.id}/r{role}/lists/approve/").status_code == 404


@pytest.mark.parametrize(
    ("late", "answer", "found"),
    [
        ("accept", "no", (False, 0)),
        ("accept", "yes", (True, 2)),
        ("refuse", "no", (False, 0)),
    ],
)
def test_an_organiser_says_whether_a_list_was_late(
    late: str, answer: str, found: tuple[bool, int]
) -> None:
    penalty = {"points": 2, "per": "event"}
    meeting = begin(lists={"closes": PAST, "late": late, "penalty": penalty})
    organiser = sitting(meeting, 1)
    page = shown(organiser.get(f"/e/{meeting.id}/r1/lists/"))
    assert "Does the late penalty apply?" in page
    body = {"entry": 2, "text": TEXT}
    unsaid = sent(organiser, meeting, "r1/lists/hand-in", **body)
    assert "Say whether the list arrived before the deadline." in unsaid
    assert "Slings" in unsaid, "the text stays"
    assert not Version.objects.exists()

    said = sent(organiser, meeting, "r1/lists/hand-in", **body, late=answer)

    assert "List submitted for Iugurtha." in said
    version = Version.objects.get()
    assert (version.late, version.penalty) == found
    log = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert ("had arrived before the deadline" in log[0]["message"]) == (answer == "no")


def test_a_late_list_of_an_event_that_refuses_them_stays_refused() -> None:
    meeting = begin(lists={"closes": PAST})

    said = sent(sitting(meeting, 1), meeting, "r1/lists/hand-in", entry=2, text=TEXT, late="yes")

    assert "The deadline for lists has passed." in said
    assert not Version.objects.exists()


def test_players_without_a_list_are_preselected_and_before_the_deadline_nothing_is_asked() -> None:
    meeting = begin(lists={"closes": FUTURE})
    handed_in(meeting)
    page = sitting(meeting, 1).get(f"/e/{meeting.id}/r1/lists/").content.decode()
    hand_in, reopen = page.split('id="entry"')[1].split('id="reopened"')

    assert re.findall(r'<option value="(\d)"', hand_in) == ["2", "1"]
    assert re.findall(r'<option value="(\d)"', reopen) == ["1", "2"]
    assert "late penalty" not in page
    body = {"entry": 2, "text": TEXT, "late": "no"}
    assert "List submitted" in sent(sitting(meeting, 1), meeting, "r1/lists/hand-in", **body)
    assert Version.objects.get(entry__number=2).army["name"] == SMALL["name"]
