"""What when two change one event at once? Real threads on real connections, as of battles."""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.battles.models import Battle
from tests.armies.lists import SMALL
from tests.battles.test_races import at_once, codes
from tests.events.callers import Asking, Meeting, answered, begin
from tests.events.test_lists import FUTURE, PAST, handed_in, list_of
from tests.events.test_played_tables import at, pair, playing, seat
from tests.events.test_rounds import out, paired

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def fresh(caller: Asking) -> Asking:
    """The same caller on a connection of its own."""
    return Asking(caller.token)


def entering(meeting: Meeting, name: str) -> Any:
    caller = fresh(meeting.desk)
    return lambda: caller.post(f"{meeting.path}entries/", {"name": name})


def test_numbers_are_given_once_however_many_enter() -> None:
    meeting = begin(places=8)

    answers = at_once(*(entering(meeting, f"Player {number}") for number in range(8)))

    entered = [each.json()["entry"]["entry"] for each in answers if each.status_code == 201]
    assert sorted(entered) == [3, 4, 5, 6, 7, 8]
    assert codes(answers)[6:] == [(409, "event_full")] * 2


@pytest.mark.parametrize(("other", "state"), [([3, 0], "confirmed"), ([1, 1], "disputed")])
def test_two_who_report_at_once_confirm_each_other_or_dispute(other: list[int], state: str) -> None:
    meeting = begin()
    paired(meeting)
    out(meeting, 1)
    path = f"{meeting.path}rounds/1/tables/1/result/"
    one, two = fresh(meeting.player), fresh(meeting.other_player)
    said = {"scores": [3, 0], "entries": [1, 2]}
    against = {"scores": other, "entries": [1, 2]}

    answers = at_once(lambda: one.put(path, said), lambda: two.put(path, against))

    assert [each.status_code for each in answers] == [200, 200]
    view = answered(meeting.desk.get(f"{meeting.path}rounds/1/"), 200)
    assert view["pairings"][0]["state"] == state


def test_a_link_made_anew_by_two_at_once_leaves_one_link() -> None:
    meeting = begin()
    path = f"{meeting.path}roles/4/reissue/"
    own, organiser = fresh(meeting.player), fresh(meeting.organiser)

    answers = at_once(lambda: own.post(path), lambda: organiser.post(path))

    tokens = [each.json()["token"] for each in answers if each.status_code == 201]
    alive = [token for token in tokens if Asking(token).get(meeting.path).status_code == 200]
    assert len(alive) == 1
    assert organiser.get(f"{meeting.path}roles/").status_code == 200


def test_one_of_two_decisions_at_once_stands() -> None:
    meeting = begin()
    handed_in(meeting)
    path, body = f"{list_of(meeting)}decisions/", {"version": 1, "decision": "approved"}
    one, two = fresh(meeting.checker), fresh(meeting.organiser)

    answers = at_once(
        lambda: one.post(path, body), lambda: two.post(path, {**body, "decision": "sent_back"})
    )

    assert sorted(each.status_code for each in answers) == [201, 409]


def test_a_list_handed_in_from_two_tabs_is_one_version() -> None:
    meeting = begin()
    answered(meeting.player.put(list_of(meeting), SMALL), 200)
    tabs = [fresh(meeting.player) for _tab in range(2)]
    path = f"{list_of(meeting)}submit/"

    answers = at_once(*(lambda tab=tab: tab.post(path, {}) for tab in tabs))

    assert [each.status_code for each in answers] == [201, 201]
    assert [len(each.json()["list"]["versions"]) for each in answers] == [1, 1]


def test_a_list_against_the_end_of_its_time_is_in_or_refused() -> None:
    meeting = begin(lists={"closes": FUTURE})
    answered(meeting.player.put(list_of(meeting), SMALL), 200)
    player, organiser = fresh(meeting.player), fresh(meeting.organiser)

    answers = at_once(
        lambda: player.post(f"{list_of(meeting)}submit/", {}),
        lambda: organiser.patch(meeting.path, {"lists": {"closes": PAST}}),
    )

    handed, changed = answers
    assert changed.status_code == 200
    seen = answered(fresh(meeting.player).get(list_of(meeting)), 200)
    assert (handed.status_code, len(seen["versions"])) in ((201, 1), (409, 0))


def test_a_list_against_publication_is_in_it_or_out_at_once() -> None:
    meeting = begin()
    answered(meeting.player.put(list_of(meeting), SMALL), 200)
    player, organiser = fresh(meeting.player), fresh(meeting.organiser)

    answers = at_once(
        lambda: player.post(f"{list_of(meeting)}submit/", {}),
        lambda: organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}),
    )

    assert [each.status_code for each in answers] == [201, 200]
    shown = answered(fresh(meeting.stranger).get(f"{meeting.path}lists/"), 200)["results"]
    assert [each["entry"] for each in shown] == [1]


def test_a_round_published_twice_at_once_has_one_battle_and_a_seat_is_of_the_pair_that_plays() -> (
    None
):
    meeting = playing()
    path = f"{meeting.path}rounds/1/"
    desks = [fresh(meeting.desk), fresh(meeting.organiser)]
    answers = at_once(*(lambda desk=desk: desk.post(f"{path}publish/") for desk in desks))
    assert [each.status_code for each in answers] == [200, 200]
    first = at(meeting.player, meeting)["battle"]
    assert [each.public_id for each in Battle.objects.all()] == [first]

    answered(meeting.desk.post(f"{meeting.path}entries/", {"name": "Third"}), 201)
    player, desk = fresh(meeting.player), fresh(meeting.desk)
    given = {"pairings": [{"table": 2, "entries": [2, 3]}, {"table": None, "entries": [1]}]}
    sat, paired_anew = at_once(
        lambda: player.post(seat(meeting)), lambda: desk.put(f"{path}pairings/", given)
    )
    assert paired_anew.status_code == 200
    # He sat down before, or is told that the table is not his any more.
    assert (sat.status_code, sat.json().get("battle")) in ((201, first), (403, None))

    pair(meeting, [2, [1, 2]], [None, [3]])
    taps = [fresh(meeting.player), fresh(meeting.player)]
    answers = at_once(*(lambda tap=tap: tap.post(seat(meeting)) for tap in taps))
    assert codes(answers) == [(201, None), (403, "seat_taken")]
