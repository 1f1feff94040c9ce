"""Can a program that knows no rules play a battle from the first prompt to the last?"""

import random

import pytest

from tests.battles.callers import MARCHES, SKIRMISH, Caller, begin

pytestmark = pytest.mark.django_db


def test_a_battle_begins_with_both_asked_to_sit_down() -> None:
    answer = Caller().post("battles/", SKIRMISH)

    created = answer.json()
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    assert sorted(created) == ["battle", "creator", "seats"]
    assert [seat["side"] for seat in created["seats"]] == [0, 1]
    assert [
        (prompt["kind"], prompt["side"], prompt["waiting"])
        for prompt in created["battle"]["prompts"]
    ] == [("sit_down", 0, True), ("sit_down", 1, True)]


def test_a_client_that_picks_any_option_finishes_the_battle() -> None:
    table = begin(SKIRMISH)

    table.play_on(random.Random(1))

    view = table.view()
    assert (view["step"], view["prompts"]) == (None, [])
    assert view["hill"] in ("Hill 60", "Big Top")
    numbers = [event["number"] for event in table.events()]
    assert numbers == list(range(1, view["version"] + 1))


@pytest.mark.parametrize("dice", ["server", "entered"])
def test_a_battle_with_placements_is_finished_with_a_worker(worker: object, dice: str) -> None:
    table = begin(MARCHES, dice=dice)

    table.play_on(random.Random(2))

    assert table.view()["step"] is None


def test_both_seal_at_once_and_are_in_time() -> None:
    table = begin(SKIRMISH)
    version = table.version()
    prompts = [table.asked(side)["id"] for side in (0, 1)]

    answers = [
        table.move(
            side,
            prompts[side],
            {"accept": True, "entropy": "x"},
            expected_version=version,
        )
        for side in (0, 1)
    ]

    assert [answer.status_code for answer in answers] == [201, 201]


def test_an_earlier_version_is_shown_without_anything_to_answer() -> None:
    table = begin(SKIRMISH)
    before = table.view(query="?at=1")
    table.sit_down()

    then = table.view(query="?at=1")

    assert then == before
    assert [(prompt["kind"], prompt["waiting"]) for prompt in then["prompts"]] == [
        ("sit_down", True),
        ("sit_down", True),
    ]


def test_the_log_after_an_entry_holds_the_later_ones_only() -> None:
    table = begin(SKIRMISH)
    table.sit_down()

    everything = table.events()

    assert table.events(after=2) == everything[2:]
