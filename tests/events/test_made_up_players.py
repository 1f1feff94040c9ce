"""No one reads hidden lists by signing up under made-up names."""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events.models import Entry, PeerRead
from tests.armies.lists import SMALL
from tests.events.callers import Asking, Meeting, answered, begin, refused
from tests.events.test_list_pages import sent
from tests.events.test_lists import FUTURE, PAST, list_of
from tests.events.test_pages import do, sitting

pytestmark = pytest.mark.django_db


def club_day(made_up: int = 2) -> tuple[Meeting, list[Asking]]:
    """An event that anyone may enter, with two known players and some who signed up; the deadline
    has passed, and all lists are in.
    """
    meeting = begin(registration="open", lists={"closes": FUTURE, "peers": True})
    strangers = []
    for number in range(made_up):
        made = answered(
            meeting.stranger.post(f"{meeting.path}entries/", {"name": f"Nemo {number}"}), 201
        )
        assert "vouched" not in made["entry"]
        strangers.append(Asking(made["token"]))
    for entry, who in enumerate((meeting.player, meeting.other_player, *strangers), start=1):
        answered(who.put(list_of(meeting, entry), {**SMALL, "player": f"Nr {entry}"}), 200)
        answered(who.post(f"{list_of(meeting, entry)}submit/", {}), 201)
    close(meeting)
    return meeting, strangers


def close(meeting: Meeting, **more: Any) -> None:
    terms = {"lists": {"closes": PAST, "peers": True}, **more}
    answered(meeting.organiser.patch(meeting.path, terms), 200)


def readers_of(meeting: Meeting) -> set[tuple[int, int]]:
    return set(PeerRead.objects.values_list("reader__number", "version__entry__number"))


@pytest.mark.parametrize("registration", ["open", "closed"])
def test_who_signed_up_reads_no_list_and_is_read_by_no_one(registration: str) -> None:
    meeting, strangers = club_day()
    close(meeting, registration=registration)
    peers = f"{meeting.path}peers/"

    assert [refused(each.get(peers)) for each in strangers] == [(422, "no_peers")] * 2
    answered(meeting.player.get(peers), 200)
    answered(meeting.other_player.get(peers), 200)

    assert readers_of(meeting) == {(1, 2), (2, 1)}


def test_whom_an_organiser_confirms_takes_part_until_the_confirmation_is_withdrawn() -> None:
    meeting, (stranger, _other) = club_day()
    peers, entry = f"{meeting.path}peers/", f"{meeting.path}entries/3/"
    for who in (meeting.desk, meeting.checker, meeting.player, stranger):
        assert refused(who.patch(entry, {"vouched": True})) == (403, "not_allowed")

    assert answered(meeting.organiser.patch(entry, {"vouched": True}), 200)["vouched"] is True
    assert len(answered(stranger.get(peers), 200)["results"]) == 2
    answered(stranger.post(f"{peers}1/", {"remark": "A general too many."}), 201)

    answered(meeting.organiser.patch(entry, {"vouched": False}), 200)
    assert refused(stranger.get(peers)) == (422, "no_peers")
    assert refused(stranger.post(f"{peers}1/", {"remark": "One more."})) == (404, "not_found")


def test_organisers_and_desks_see_who_is_vouched_for_and_no_one_else_does() -> None:
    meeting, (stranger, _other) = club_day()
    answered(meeting.desk.post(f"{meeting.path}entries/", {"name": "Marius"}), 201)
    answered(meeting.organiser.post(f"{meeting.path}entries/import/", {"text": "name\nSulla"}), 201)

    def seen(who: Asking) -> list[bool | None]:
        shown = answered(who.get(f"{meeting.path}entries/"), 200)["results"]
        return [each.get("vouched") for each in shown]

    assert seen(meeting.organiser) == [True, True, False, False, True, True]
    assert seen(meeting.desk) == seen(meeting.organiser)
    for who in (meeting.checker, meeting.player, stranger, meeting.stranger):
        assert seen(who) == [None] * 6


def test_an_organiser_confirms_on_the_players_page_and_the_journal_says_so() -> None:
    meeting, _strangers = club_day()
    organiser, player = sitting(meeting, 1), sitting(meeting, 6)
    own = f"/e/{meeting.id}/r6/list/"
    assert "Ask an organiser to confirm you" in player.get(own).content.decode()
    assert "Show the two lists" not in player.get(own).content.decode()

    players = do(organiser, meeting, 1, "change", entry=3, field="vouched", value="yes")

    assert "Nemo 0 confirmed." in players
    assert Entry.objects.get(number=3).vouched
    assert not Entry.objects.get(number=4).vouched
    assert "You have two lists to review" in sent(player, meeting, "r6/list/read-peers")
    lines = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert "Nemo 0: confirmed." in {each["message"] for each in lines}


def test_signing_up_on_the_page_vouches_for_no_one_not_even_from_an_organisers_browser() -> None:
    meeting = begin(registration="open")
    organiser = sitting(meeting, 1)

    organiser.post(f"/e/{meeting.id}/enter/", {"name": "Nemo"})
    do(organiser, meeting, 1, "enter", name="Sulla")

    assert dict(Entry.objects.values_list("name", "vouched")) == {
        "Piso": True,
        "Iugurtha": True,
        "Nemo": False,
        "Sulla": True,
    }
