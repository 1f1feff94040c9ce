"""May this be taken back over HTTP? By oneself while nothing followed, further by agreement."""

from typing import Any

import pytest

from setup_app.engine.battle import EngineBattle
from setup_app.jobs.timeouts import wait_for
from tests.battles.callers import SKIRMISH, Table, ready, stored
from tests.engine.playing import marches, play, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def test_one_takes_back_ones_own_sealed_answer() -> None:
    table = ready(SKIRMISH, until="mood")
    before = table.view()["prompts"]
    table.answer(0, "mood", "bold")

    answer = table.seats[0].post(f"{table.path}undo/")

    assert answer.status_code == 200
    assert answer.json()["prompts"] == before
    assert [event["undone"] for event in table.events()][-2:] == [True, False]


def test_an_answer_to_what_was_taken_back_comes_too_late() -> None:
    table = ready(SKIRMISH, until="mood")
    version = table.version()
    table.answer(0, "mood", "bold")
    table.seats[0].post(f"{table.path}undo/")
    prompt = table.asked(0, "mood")
    assert prompt

    late = table.move(0, prompt["id"], "wary", expected_version=version)
    in_time = table.move(0, prompt["id"], "wary")

    assert (late.status_code, late.json()["code"]) == (409, "stale_version")
    assert in_time.status_code == 201


def proposed_back(table: Table) -> int:
    """Side 0 proposes to go back to where both had just sat down; the proposal's number."""
    answer = table.seats[0].post(f"{table.path}proposals/", {"kind": "back", "to": 4})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["proposals"][0]["id"])


def test_both_go_back_by_agreement() -> None:
    table = ready(SKIRMISH, until="play_card")
    proposal = proposed_back(table)

    answer = table.seats[1].post(f"{table.path}proposals/{proposal}/accept/")

    assert answer.status_code == 200
    assert answer.json()["step"]["rule"] == "1"


def test_nobody_accepts_his_own_proposal_and_anybody_declines_one() -> None:
    table = ready(SKIRMISH, until="play_card")
    proposal = proposed_back(table)

    own = table.seats[0].post(f"{table.path}proposals/{proposal}/accept/")
    declined = table.seats[1].post(f"{table.path}proposals/{proposal}/decline/")
    late = table.seats[1].post(f"{table.path}proposals/{proposal}/accept/")

    assert (own.status_code, own.json()["code"]) == (403, "not_your_proposal")
    assert (declined.status_code, declined.json()["proposals"]) == (200, [])
    assert (late.status_code, late.json()["code"]) == (404, "no_such_proposal")


@pytest.mark.django_db(transaction=True)
def test_a_spot_that_the_rules_forbid_stands_once_the_other_side_accepts_it(
    worker: object,
) -> None:
    table = stored(second_feature())
    side = 0 if table.asked(0) else 1
    prompt = table.asked(side, "place_feature")
    assert prompt
    near = table.view()["features"][-1]
    # The last feature lies on the line between the halves.
    spot = {"x": near["x"] + 60, "y": 480.0}

    def propose(answer: Any) -> Any:
        body = {"kind": "accept_as_placed", "prompt": prompt["id"], "answer": answer}
        return table.seats[side].post(f"{table.path}proposals/", body)

    refused = table.move(side, prompt["id"], spot)
    if refused.status_code == 202:
        # A worker that has only just woken may take longer than a request waits.
        wait_for(refused.json()["job"], 60)
        refused = table.move(side, prompt["id"], spot)
    legal = propose({"x": 720.0, "y": 900.0 * side})
    hopeless = propose({"x": -1.0, "y": 480.0})
    proposed = propose(spot)
    proposal = proposed.json()["proposals"][0]
    accepted = table.seats[1 - side].post(f"{table.path}proposals/{proposal['id']}/accept/")

    assert (refused.status_code, refused.json()["code"]) == (422, "too_close")
    assert (legal.status_code, legal.json()["code"]) == (422, "nothing_to_accept")
    assert (hopeless.status_code, hopeless.json()["code"]) == (422, "wrong_half")
    assert proposed.status_code == 201
    assert [violation["code"] for violation in proposal["violations"]] == ["too_close"]
    assert accepted.status_code == 200
    assert accepted.json()["features"][-1]["x"] == spot["x"]


def second_feature() -> EngineBattle:
    """A battle that asks for a second feature; the first lies on the line between the halves."""
    for number in range(100):
        battle = sit_down(marches(bytes([number]) * 32, dice="server"))
        features = 0
        while not battle.over and features < 2:
            open_ = battle.askings()[0]
            if open_.prompt.kind == "choose_feature":
                play(battle, open_.side, "choose_feature", {"feature": "lake"})
            elif open_.prompt.kind == "place_feature":
                features += 1
                if features == 2:
                    return battle
                play(battle, open_.side, "place_feature", {"x": 240.0, "y": 480.0})
            else:
                break
    raise AssertionError("no seed gives two lakes")
