"""What when two change one event at once? Real threads on real connections, as of battles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.battles.test_races import at_once, codes
from tests.events.callers import Asking, Meeting, answered, begin
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
