"""What of a deployment may both agree to: a place that breaks a rule, or to end as it stands?"""

from typing import Any

import pytest

from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.hidden import SPECTATOR, seat
from setup_app.engine.proof import proof
from setup_app.engine.undo import (
    open_proposals,
    propose_as_placed,
    propose_back,
    propose_stop,
    reply,
    undoable,
)
from setup_app.engine.values import PerSide
from setup_app.engine.views import events, view
from setup_app.rulebooks.pbs_2023_1 import RULEBOOK
from tests.engine.playing import refused
from tests.engine.test_proof import Checked
from tests.non_interference import say
from tests.rulebooks.pbs.deployment.stage import (
    agreed,
    army,
    asked_of,
    at,
    battle_at_deployment,
    in_line,
    play,
    play_to,
    tugs,
)

TEN = army(tugs(10))


def battle_to(kind: str) -> EngineBattle:
    return play_to(battle_at_deployment(TEN, TEN), kind)


def propose(battle: EngineBattle, answer: Any) -> Any:
    asking = asked_of(battle)
    move = Move(asking.id, battle.version, answer)
    return propose_as_placed(battle, asking.side, move, battle.judge(asking.side, move))


FORWARD = {"units": [*in_line([0, 1, 2]), at(3, 22.5, 12)]}
OFF = {"units": [*in_line([0, 1, 2]), at(3, 22.5, -2)]}


def test_a_unit_out_of_its_zone_stands_where_the_other_side_lets_it() -> None:
    battle = battle_to("deploy")
    (proposed,) = propose(battle, FORWARD)

    reply(battle, 1, proposed.number, accept=True)

    units = view(battle, SPECTATOR, say=say)["deployment"]["sides"][0]["units"]
    assert units[3]["at"] == [22.5, 12]
    assert [each.get("agreed") for each in units] == [None, None, None, True]
    assert Checked(proof(battle, battle.sight(SPECTATOR))).faults == []
    battle.check()


def test_a_camp_that_stands_by_agreement_says_so_until_that_is_taken_back() -> None:
    battle = battle_to("place_camp")
    before = battle.version
    (proposed,) = propose(battle, {"at": [5, 1], "facing": 90})
    reply(battle, 1, proposed.number, accept=True)

    first, second = view(battle, SPECTATOR, say=say)["deployment"]["sides"]
    assert (first["camp"]["agreed"], second["camp"]) == (True, None)

    (back,) = propose_back(battle, 1, before)
    reply(battle, 0, back.number, accept=True)
    play_to(battle, "deploy")
    assert "agreed" not in view(battle, SPECTATOR, say=say)["deployment"]["sides"][0]["camp"]


FLAGGED = army(tugs(4, "forced_march"))


def test_of_a_unit_that_moves_before_the_game_the_move_counts() -> None:
    battle = play_to(battle_at_deployment(FLAGGED, FLAGGED, holding=((), ())), "deploy")
    forward = {"units": [*in_line([0]), at(1, 22.5, 12)]}
    (proposed,) = propose(battle, forward)
    reply(battle, 1, proposed.number, accept=True)
    play_to(battle, "pregame_move", 0)

    def by_agreement() -> list[int]:
        units = view(battle, SPECTATOR, say=say)["deployment"]["sides"][0]["units"]
        return [each["unit"] for each in units if each.get("agreed")]

    assert by_agreement() == [1]
    stays = {"kind": "forced_march", "formation": {"ranks": 2}, "facing": 90}
    play(battle, {**stays, "unit": 1, "at": [22.5, 12.5]})
    assert by_agreement() == []
    play_to(battle, "pregame_move", 0)
    (proposed,) = propose(battle, {**stays, "unit": 0, "at": [3, 12]})
    reply(battle, 1, proposed.number, accept=True)
    assert by_agreement() == [0]


def test_the_other_side_decides_by_what_is_public_of_it() -> None:
    battle = battle_to("deploy")
    propose(battle, FORWARD)

    ((mine,), (its,)) = (view(battle, seat(side), say=say)["proposals"] for side in (0, 1))

    assert [each["unit"] for each in mine["answer"]["units"]] == [0, 1, 2, 3]
    assert [each["unit"] for each in its["answer"]["units"]] == [None] * 4
    assert its["answer"]["units"][3]["at"] == [22.5, 12]
    (violation,) = its["violations"]
    assert (violation["code"], violation["pieces"]) == ("outside_zone", [])
    line = events(battle, seat(1), say=say)[-1]
    assert (line["hidden"], line["value"]["answer"]) == (True, its["answer"])


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (OFF, "outside_table"),
        ({"units": [*in_line([0, 1, 2]), at(3, 13.5, 5)]}, "overlap"),
        ({"units": in_line([0, 1, 2])}, "wrong_number"),
    ],
)
def test_no_agreement_mends_what_is_off_the_table_on_another_or_miscounted(
    answer: Any, code: str
) -> None:
    battle = battle_to("deploy")

    assert refused(lambda: propose(battle, answer)).code == code


@pytest.mark.parametrize("kind", ["place_camp", "deploy", "hide", "place_leaders"])
def test_both_may_stop_at_any_moment_after_scouting(kind: str) -> None:
    battle = battle_to(kind)
    (proposed,) = propose_stop(battle, 0)
    assert [each.kind for each in open_proposals(battle)] == ["stop"]

    reply(battle, 1, proposed.number, accept=True)

    assert (battle.over, battle.closed, battle.askings()) == (True, False, ())
    shown = view(battle, SPECTATOR, say=say)
    assert (shown["step"], shown["prompts"], shown["sides"][0]["list_hidden"]) == (None, [], True)
    assert [undoable(battle, side) for side in (0, 1)] == [None, None]
    again = EngineBattle(battle.rulebook, battle.setup, battle.seed, battle.entries)
    again.check()
    assert again.over


def test_nobody_stops_alone_before_scouting_or_twice() -> None:
    given = agreed(TEN, TEN)
    early = EngineBattle.begin(RULEBOOK, given, bytes(32))
    assert refused(lambda: propose_stop(early, 0)).code == "cannot_stop_here"

    battle = battle_to("deploy")
    (proposed,) = propose_stop(battle, 0)
    assert refused(lambda: reply(battle, 0, proposed.number, accept=True)).code == (
        "not_your_proposal"
    )
    reply(battle, None, proposed.number, accept=True)
    assert refused(lambda: propose_stop(battle, 0)).code == "battle_over"


def test_to_stop_is_taken_back_like_anything_else_that_both_agreed_to() -> None:
    battle = battle_to("deploy")
    before = asked_of(battle).id
    there = battle.version - 2
    (proposed,) = propose_stop(battle, 0)
    reply(battle, 1, proposed.number, accept=True)

    (back,) = propose_back(battle, 1, there)
    reply(battle, 0, back.number, accept=True)

    assert not battle.over
    assert asked_of(play_to(battle, "deploy")).id == before


def test_a_closed_battle_shows_what_was_sealed_when_it_stopped() -> None:
    battle = play_to(battle_at_deployment(TEN, TEN), "deploy", 1)
    (proposed,) = propose_stop(battle, 0)
    reply(battle, 1, proposed.number, accept=True)
    battle.close(None)

    units = view(battle, SPECTATOR, say=say)["deployment"]["sides"][0]["units"]
    assert [each["unit"] is None for each in units] == [False] * 4
    assert Checked(proof(battle, battle.sight(SPECTATOR))).faults == []


# How far a battle goes.


def test_an_army_without_a_tug_cannot_be_deployed() -> None:
    given = agreed(TEN, army([]))

    refusal = refused(lambda: EngineBattle.begin(RULEBOOK, given, bytes(32)))

    assert [(each.code, each.params["side"]) for each in refusal.violations] == [("no_tugs", 1)]


@pytest.mark.parametrize(
    ("second", "until"), [(TEN, "deployment"), (army([]), "scouting"), ({}, "deployment")]
)
def test_how_far_two_lists_can_go(second: Any, until: str) -> None:
    assert RULEBOOK.can_go_until(PerSide(TEN, second)) == until
