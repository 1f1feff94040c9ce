"""Players are pasted with all faults told at once, and get their links by ready messages."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from setup_app.events.models import Entry, Event
from tests.events.callers import answered, begin
from tests.events.test_lists import FUTURE, PAST
from tests.events.test_pages import do, shown, sitting

pytestmark = pytest.mark.django_db


def box(page: str) -> list[str]:
    """Return the lines in the box of pasted players."""
    found = re.search(r'<textarea id="entry-text"[^>]*>(.*?)</textarea>', page, re.S)
    assert found
    return html.unescape(found[1]).strip().splitlines()


def to_fix(page: str) -> list[tuple[str, str]]:
    """Return the lines to fix, each with what is wrong."""
    found = re.findall(r'name="fixed" value="(.*?)".*?<small[^>]*>(.*?)</small>', page, re.S)
    return [(html.unescape(line), html.unescape(words)) for line, words in found]


def pasted(browser: Any, meeting: Any, **sent: Any) -> str:
    answer = browser.post(f"/e/{meeting.id}/r1/enter/", sent, follow=True)
    assert answer.status_code == 200
    page: str = answer.content.decode()
    return page


def test_every_fault_is_told_at_once_and_the_good_lines_stay_in_the_box() -> None:
    meeting = begin(places=4)
    organiser = sitting(meeting, 1)
    text = (
        "name,club,country\nBestia,Roma,IT\npiso,,\n,Roma,\nMemmius,,\nBestia,Roma,\n"
        f"{'x' * 81},,\nA\u202eB,,\nScaurus,a,b,c"
    )

    page = pasted(organiser, meeting, text=text)

    assert box(page) == ["name,club,country", "Bestia,Roma,IT", "Memmius,,"]
    faults = to_fix(page)
    assert [line for line, _words in faults] == [
        "piso,,",
        ",Roma,",
        "Bestia,Roma,",
        f"{'x' * 81},,",
        "A\u202eB,,",
        "Scaurus,a,b,c",
    ]
    for (_line, words), said in zip(
        faults,
        ("already", "missing", "already", "81 characters", "U+202E", "4 cells"),
        strict=True,
    ):
        assert said in words
    assert "You pasted 8 players; the event has 4 places, and 2 are free." in page
    assert Event.objects.get().entry_rows.count() == 2
    # The lines that were corrected are added with the good ones; a cleared one is left out.
    fixed = ["", "Marius,Roma,", " ", "", "", ""]
    event_path = meeting.path
    answered(meeting.organiser.patch(event_path, {"places": 5}), 200)
    assert "3 players added." in pasted(organiser, meeting, text="\n".join(box(page)), fixed=fixed)
    assert list(Entry.objects.order_by("number").values_list("name", "club")) == [
        ("Piso", ""),
        ("Iugurtha", ""),
        ("Bestia", "Roma"),
        ("Memmius", ""),
        ("Marius", "Roma"),
    ]


@pytest.mark.parametrize(
    ("places", "count", "said"),
    [
        (18, 16, ""),
        (17, 16, "You pasted 16 players; the event has 17 places, and 15 are free."),
        (3, 2, "You pasted 2 players; the event has 3 places, and 1 is free."),
    ],
)
def test_players_are_counted_against_the_places(places: int, count: int, said: str) -> None:
    meeting = begin(places=places)
    text = "\n".join(f"Player {number}" for number in range(count))

    page = pasted(sitting(meeting, 1), meeting, text=text)

    added = Event.objects.get().entry_rows.count() - 2
    if said:
        assert (said in page, box(page), added) == (True, text.splitlines(), 0)
    else:
        assert (f"{count} players added." in page, added) == (True, count)


def test_an_empty_event_names_only_its_places() -> None:
    meeting = begin(places=16)
    Entry.objects.all().delete()
    text = "\n".join(f"Player {number}" for number in range(17))

    page = pasted(sitting(meeting, 1), meeting, text=text)

    assert "You pasted 17 players; the event has 16 places." in page
    assert (box(page), to_fix(page)) == (text.splitlines(), [])


def test_two_players_of_one_name_are_added_if_their_clubs_differ() -> None:
    meeting = begin()

    page = pasted(sitting(meeting, 1), meeting, text="Piso, Roma\nPiso, Capua\nPISO, capua")

    assert (box(page), [line for line, _words in to_fix(page)]) == (
        ["Piso, Roma", "Piso, Capua"],
        ["PISO, capua"],
    )


@pytest.mark.parametrize(
    ("text", "good", "faulty"),
    [
        ("A, Roma\nB; Roma\nC, Roma\nD, Roma", ["A, Roma", "C, Roma", "D, Roma"], ["B; Roma"]),
        ("A, Roma\nB; Roma\nC, Roma", ["B; Roma"], ["A, Roma", "C, Roma"]),
        ("A\tx, y\nB, Jr\nC\tz", ["A\tx, y", "C\tz"], ["B, Jr"]),
    ],
)
def test_a_few_lines_do_not_set_the_separator_of_all(
    text: str, good: list[str], faulty: list[str]
) -> None:
    meeting = begin()
    page = pasted(sitting(meeting, 1), meeting, text=text)

    assert (box(page), [line for line, _words in to_fix(page)]) == (good, faulty)


def test_beyond_a_hundred_faulty_lines_the_others_stay_in_the_box() -> None:
    meeting = begin()

    page = pasted(sitting(meeting, 1), meeting, text="\n".join(["Good"] + ["Piso"] * 130))

    assert (len(to_fix(page)), len(box(page))) == (100, 31)
    assert "Fix these first; 30 more not shown." in page


def test_each_player_has_a_ready_message_to_copy_or_open_in_a_program() -> None:
    lists = {"closes": FUTURE}
    meeting = begin(
        lists=lists, venue="Hall & Co", days=["2026-12-19", "2026-12-20"], contact="a@b.example"
    )
    for address in ("links/", "players/1/"):
        page = sitting(meeting, 1).get(f"/e/{meeting.id}/r1/{address}").content.decode()
        link = re.findall(r'value="(http[^"]*/as/[^"]*-r4-[^"]*)"', page)[0]
        text = html.unescape(
            re.findall(
                r'<textarea[^>]*aria-label="Message for Piso"[^>]*>(.*?)</textarea>', page, re.S
            )[0]
        )
        assert text.splitlines()[:4] == [
            "Hello Piso,",
            "",
            "you are entered in Ides of March, Hall & Co, Saturday 19 – Sunday 20 December 2026.",
            f"Your personal link: {link}",
        ]
        assert "Submit your list there by Tuesday 1 January 2999, 00:00 UTC." in text
        assert text.endswith("Questions: a@b.example")
        mail = html.unescape(re.findall(r'href="(mailto:[^"]*)"', page)[0])
        sent = parse_qs(urlsplit(mail).query)
        assert sent == {"subject": ["Your link for Ides of March"], "body": [text]}
        assert html.unescape(re.findall(r'href="sms:\?&(?:amp;)?body=([^"]*)"', page)[0])


def test_a_message_names_no_deadline_that_is_over_and_no_link_that_is_not_known() -> None:
    meeting = begin(lists={"closes": PAST})
    page = shown(sitting(meeting, 1).get(f"/e/{meeting.id}/r1/links/"))
    assert "Submit your list there" not in page
    assert "Message with this link" in page
    do(sitting(meeting, 4), meeting, 4, "reissue", of=4)

    raw = sitting(meeting, 1).get(f"/e/{meeting.id}/r1/players/1/").content.decode()

    assert "They replaced this link themselves" in raw
    assert "mailto:" not in raw
