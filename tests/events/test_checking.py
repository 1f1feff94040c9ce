"""Are lists checked by who may, once, and published at one moment?"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.timezone import now

from setup_app.events.event.services.peers import MAX_REMARKS
from setup_app.events.models import Decision, Entry, Version
from tests.armies.lists import SMALL
from tests.events.callers import Asking, Meeting, answered, begin, refused
from tests.events.test_lists import FUTURE, OTHER, PAST, handed_in, list_of
from tests.events.test_pages import shown, sitting
from tests.events.test_rounds import of, out, paired, settle

pytestmark = pytest.mark.django_db


def decided(meeting: Meeting, decision: str, **more: Any) -> Any:
    body = {"version": 1, "decision": decision, **more}
    return meeting.checker.post(f"{list_of(meeting)}decisions/", body)


def published(meeting: Meeting) -> Any:
    return answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)


def test_who_opens_a_hidden_list_is_recorded_and_told_afterwards() -> None:
    meeting = begin()
    handed_in(meeting)
    answered(meeting.checker.get(list_of(meeting)), 200)
    answered(meeting.player.get(list_of(meeting)), 200)
    looks = f"{meeting.path}looks/"
    assert refused(meeting.stranger.get(looks)) == (401, "not_signed_in")
    assert refused(meeting.player.get(looks)) == (403, "not_allowed")

    published(meeting)

    seen = answered(meeting.stranger.get(looks), 200)["results"]
    assert [(each["entry"], each["role"], each["name"]) for each in seen] == [(1, 2, "Ceto")]
    answered(meeting.checker.get(list_of(meeting)), 200)
    assert answered(meeting.stranger.get(looks), 200)["count"] == 1


def test_who_plays_reads_none_before_they_are_out() -> None:
    meeting = begin()
    handed_in(meeting)
    role = f"{meeting.path}roles/2/"
    answered(meeting.organiser.patch(role, {"entry": 2}), 200)

    assert refused(meeting.checker.get(list_of(meeting))) == (403, "plays_here")
    assert refused(decided(meeting, "approved")) == (403, "plays_here")
    # By a player's link in the same browser too.
    answered(meeting.organiser.patch(role, {"entry": None}), 200)
    meeting.checker.client.get(f"/e/{meeting.id}/as/{meeting.other_player.token}/")
    assert refused(meeting.checker.get(list_of(meeting))) == (403, "plays_here")
    published(meeting)
    answered(meeting.checker.get(list_of(meeting)), 200)


def test_the_second_checker_is_told_of_the_first() -> None:
    meeting = begin()
    handed_in(meeting)
    first = answered(decided(meeting, "approved"), 201)["decision"]

    answer = decided(meeting, "sent_back")

    assert refused(answer) == (409, "already_decided")
    assert "Ceto" in answer.json()["detail"]
    answered(decided(meeting, "sent_back", replaces=first, comment="Sixteen bases?"), 201)
    view = answered(meeting.player.get(list_of(meeting)), 200)
    said = [(each["what"], each["comment"]) for each in view["versions"][0]["decisions"]]
    assert (view["status"], said) == (
        "sent_back",
        [("approved", ""), ("sent_back", "Sixteen bases?")],
    )
    assert refused(decided(meeting, "approved", version=2)) == (409, "stale_version")


def test_what_was_sent_back_may_come_again_and_is_not_late() -> None:
    meeting = begin(lists={"closes": FUTURE})
    path = list_of(meeting)
    handed_in(meeting)
    answered(meeting.organiser.patch(meeting.path, {"lists": {"closes": PAST}}), 200)
    answered(meeting.player.put(path, OTHER), 200)
    assert refused(meeting.player.post(f"{path}submit/", {})) == (409, "list_locked")
    answered(decided(meeting, "sent_back"), 201)

    view = answered(meeting.player.post(f"{path}submit/", {}), 201)["list"]

    assert (view["status"], view["versions"][1]["late"]) == ("submitted", False)
    assert refused(decided(meeting, "approved")) == (409, "stale_version")


def test_time_that_was_given_ends() -> None:
    meeting = begin(lists={"closes": PAST})
    path = list_of(meeting)
    answered(meeting.player.put(path, SMALL), 200)
    assert refused(meeting.organiser.post(f"{path}reopen/", {"due": PAST})) == (422, "due_over")
    answered(meeting.organiser.post(f"{path}reopen/", {"due": FUTURE}), 200)
    Entry.objects.filter(number=1).update(due=now())
    told = answered(meeting.player.get(meeting.path), 200)["todo"]
    assert [each["message"] for each in told] == [
        "Your list was sent back and the deadline has passed. Ask an organiser for more time."
    ]
    assert refused(meeting.player.post(f"{path}submit/", {})) == (409, "lists_closed")
    reopened = answered(meeting.organiser.post(f"{path}reopen/", {}), 200)
    assert reopened["status"] == "sent_back"
    answered(meeting.player.post(f"{path}submit/", {}), 201)


def test_lists_come_out_at_once_and_for_good() -> None:
    meeting = begin()
    handed_in(meeting)
    book, publish = f"{meeting.path}lists/", f"{meeting.path}lists/publish/"
    assert refused(meeting.organiser.get(book)) == (404, "not_found")
    answer = meeting.organiser.post(publish, {})
    assert refused(answer) == (422, "lists_unchecked")
    codes = [each["code"] for each in answer.json()["violations"]]
    assert codes == ["lists_unchecked", "no_list"]

    first = published(meeting)

    assert (first["lists"], published(meeting)) == (1, first)
    shown = answered(meeting.stranger.get(book), 200)["results"]
    assert [(each["entry"], each["version"], each["name"]) for each in shown] == [(1, 1, "Piso")]
    text = meeting.stranger.get(f"{meeting.path}lists.csv").content.decode("utf-8-sig")
    assert text.startswith("entry,row,")
    assert "\r\n1,army," in text
    seen = answered(meeting.stranger.get(list_of(meeting)), 200)
    assert (seen["draft"], seen["versions"][0]["decisions"]) == (None, None)
    assert refused(meeting.player.post(f"{list_of(meeting)}withdraw/", {}))[0] == 409


def test_a_wrong_army_is_reopened_and_out_at_once_beside_the_old_one() -> None:
    meeting = begin()
    path = list_of(meeting)
    handed_in(meeting)
    answered(decided(meeting, "approved"), 201)
    published(meeting)
    answered(meeting.organiser.post(f"{path}reopen/", {"due": FUTURE}), 200)
    assert answered(meeting.stranger.get(path), 200)["versions"][0]["version"] == 1
    answered(meeting.player.put(path, OTHER), 200)

    answered(meeting.player.post(f"{path}submit/", {}), 201)

    seen = answered(meeting.stranger.get(path), 200)
    assert [each["version"] for each in seen["versions"]] == [1, 2]
    shown = answered(meeting.stranger.get(f"{meeting.path}lists/"), 200)["results"]
    assert [each["version"] for each in shown] == [2]


def entered(meeting: Meeting, name: str) -> Asking:
    made = answered(meeting.organiser.post(f"{meeting.path}entries/", {"name": name}), 201)
    return Asking(made["token"])


def test_players_read_two_others_lists_without_names() -> None:
    meeting = begin(lists={"closes": FUTURE, "peers": True})
    handed_in(meeting)
    third = entered(meeting, "Memmius")
    for who, entry in ((meeting.other_player, 2), (third, 3)):
        answered(who.put(list_of(meeting, entry), {**SMALL, "player": f"Nr {entry}"}), 200)
        answered(who.post(f"{list_of(meeting, entry)}submit/", {}), 201)
    peers = f"{meeting.path}peers/"
    assert refused(meeting.player.get(peers)) == (422, "no_peers")
    answered(meeting.organiser.patch(meeting.path, {"lists": {"closes": PAST, "peers": True}}), 200)

    given = answered(meeting.player.get(peers), 200)["results"]

    assert [each["peer"] for each in given] == [1, 2]
    assert {(each["army"]["name"], each["army"]["player"]) for each in given} == {("", "")}
    assert answered(meeting.player.get(peers), 200)["results"] == given
    answered(meeting.player.post(f"{peers}1/", {"remark": "A general too many."}), 201)
    seen = [
        decision["comment"]
        for entry in (2, 3)
        for version in answered(meeting.checker.get(list_of(meeting, entry)), 200)["versions"]
        for decision in version["decisions"]
    ]
    assert seen == ["A general too many."]
    own = [
        answered(who.get(list_of(meeting, n)), 200)
        for who, n in ((meeting.other_player, 2), (third, 3))
    ]
    assert not any(each["versions"][0]["decisions"] for each in own)
    looks = answered(meeting.organiser.get(f"{meeting.path}looks/"), 200)["results"]
    assert [each["role"] for each in looks].count(4) == 2


def codes_of(caller: Asking, meeting: Meeting) -> list[str]:
    return [each["code"] for each in answered(caller.get(meeting.path), 200)["todo"]]


def test_everybody_is_told_what_to_do_next() -> None:
    meeting = begin(lists={"closes": FUTURE})
    assert codes_of(meeting.player, meeting) == ["hand_in_list"]
    assert codes_of(meeting.desk, meeting) == [], "lists are open"
    assert codes_of(meeting.stranger, meeting) == []
    handed_in(meeting)
    assert codes_of(meeting.player, meeting) == []
    assert codes_of(meeting.checker, meeting) == ["check_lists"]
    answered(decided(meeting, "sent_back"), 201)
    assert codes_of(meeting.player, meeting) == ["mend_list"]
    handed_in(meeting, meeting.other_player)
    answered(meeting.player.post(f"{list_of(meeting)}submit/", {}), 201)
    for entry, version in ((1, 2), (2, 1)):
        body = {"version": version, "decision": "approved"}
        answered(meeting.checker.post(f"{list_of(meeting, entry)}decisions/", body), 201)
    todo = codes_of(meeting.organiser, meeting)
    assert todo == ["send_links", "set_terms", "publish_lists", "lay_tables"]
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {}), 200)
    assert codes_of(meeting.desk, meeting) == ["check_in", "pair_round"]


def test_an_organiser_is_led_through_the_life_of_an_event() -> None:
    meeting = of(4, rounds=1)

    def steps() -> list[str]:
        return codes_of(meeting.organiser, meeting)

    assert steps() == ["send_links", "set_terms", "lay_tables", "check_in", "pair_round"]
    terms = {"days": ["2999-01-02"], "lists": {"closes": FUTURE}}
    answered(meeting.organiser.patch(meeting.path, terms), 200)
    assert steps() == ["send_links", "lay_tables"], "lists are open, and the day is far"
    answered(meeting.organiser.patch(meeting.path, {"lists": {"closes": PAST}}), 200)
    todo = answered(meeting.organiser.get(meeting.path), 200)["todo"]
    assert [each["code"] for each in todo] == [
        *("send_links", "publish_lists", "lay_tables", "pair_round")
    ]
    assert todo[1]["message"] == (
        "The list deadline has passed. Publish the lists. "
        "No list: Piso, Iugurtha, Player 3, Player 4."
    )
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)
    answered(meeting.desk.patch(f"{meeting.path}entries/1/", {"here": True}), 200)
    assert steps() == ["lay_tables", "check_in", "pair_round"]
    paired(meeting)
    out(meeting, 1)
    settle(meeting, 1)
    assert steps() == [], "after the last round nothing is paired"
    rounds = sitting(meeting, 3).get(f"/e/{meeting.id}/r3/rounds/")
    assert "Pair next round" not in shown(rounds)
    assert "Round 1 is the last round." in shown(rounds)


def test_the_first_step_is_to_add_players() -> None:
    meeting = begin()
    for entry in (1, 2):
        answered(meeting.organiser.patch(f"{meeting.path}entries/{entry}/", {"dropped": True}), 200)

    assert codes_of(meeting.organiser, meeting) == ["add_players", "set_terms"]
    assert codes_of(meeting.desk, meeting) == ["add_players"]
    assert codes_of(meeting.checker, meeting) == []


def test_once_lists_are_out_organisers_alone_let_one_come_anew() -> None:
    meeting = begin()
    handed_in(meeting)
    published(meeting)
    body = {"version": 1, "decision": "sent_back"}
    path = f"{list_of(meeting)}decisions/"

    assert refused(meeting.checker.post(path, body)) == (403, "not_allowed")
    approved = answered(decided(meeting, "approved"), 201)["decision"]
    answered(meeting.organiser.post(path, {**body, "replaces": approved}), 201)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"due": PAST}, (422, "due_over")),
        ({"due": "9999-12-31T23:59:59Z"}, (400, "unreadable")),
        ({"comment": "a\u202eb"}, (400, "unreadable")),
        ({"comment": "a\0b"}, (400, "unreadable")),
    ],
)
def test_a_decision_that_cannot_be_is_refused(more: dict[str, Any], why: tuple[int, str]) -> None:
    meeting = begin()
    handed_in(meeting)

    assert refused(decided(meeting, "sent_back", **more)) == why
    answered(decided(meeting, "sent_back", comment="Two\nlines,\tand a blank."), 201)


def test_a_late_list_that_is_still_taken_is_asked_for_as_late() -> None:
    meeting = begin(lists={"closes": PAST, "late": "accept"})

    told = answered(meeting.player.get(meeting.path), 200)["todo"][0]["message"]

    due = "Submit your list. It was due by Wednesday 1 January 2020, 00:00 UTC."
    assert told == f"{due} Late lists are accepted without a penalty."


def reading_peers(count: int) -> Meeting:
    """An event in which players read others' lists, and so many have handed theirs in."""
    meeting = begin(lists={"closes": FUTURE, "peers": True})
    for who in (meeting.player, meeting.other_player)[:count]:
        handed_in(meeting, who)
    answered(meeting.organiser.patch(meeting.path, {"lists": {"closes": PAST, "peers": True}}), 200)
    return meeting


def test_who_has_nothing_to_read_leaves_nothing_in_the_journal() -> None:
    meeting = reading_peers(1)

    assert answered(meeting.player.get(f"{meeting.path}peers/"), 200)["results"] == []

    lines = answered(meeting.organiser.get(f"{meeting.path}journal/"), 200)["results"]
    assert "peers_read" not in {each["code"] for each in lines}


def test_a_list_that_is_out_is_not_looked_at_in_secret_and_remarks_have_an_end() -> None:
    meeting = reading_peers(2)
    published(meeting)
    peers = f"{meeting.path}peers/"

    answered(meeting.player.get(peers), 200)

    assert answered(meeting.organiser.get(f"{meeting.path}looks/"), 200)["results"] == []
    for remark in ("\u202e", "\0"):
        assert refused(meeting.player.post(f"{peers}1/", {"remark": remark}))[0] == 400
    Decision.objects.bulk_create(
        Decision(version=Version.objects.get(entry__number=2), number=number, what="remark")
        for number in range(1, MAX_REMARKS)
    )
    answered(meeting.player.post(f"{peers}1/", {"remark": "The last."}), 201)
    answer = meeting.player.post(f"{peers}1/", {"remark": "One more."})
    assert refused(answer) == (429, "too_many_remarks")


def test_who_takes_his_list_back_has_none_and_no_older_one_comes_out() -> None:
    meeting = begin()
    handed_in(meeting)
    answered(decided(meeting, "sent_back"), 201)
    handed_in(meeting)
    stale = decided(meeting, "approved")
    assert refused(stale) == (409, "stale_version")
    assert "Version 2 of this list" in stale.json()["detail"]
    answered(meeting.player.post(f"{list_of(meeting)}withdraw/", {}), 200)

    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)

    assert answered(meeting.stranger.get(f"{meeting.path}lists/"), 200)["results"] == []
