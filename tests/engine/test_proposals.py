"""What may one side propose and the other accept, and when does it lapse?"""

import pytest

from setup_app.engine.battle import Move
from setup_app.engine.hidden import SPECTATOR
from setup_app.engine.undo import open_proposals, propose_as_placed, propose_back, reply
from setup_app.engine.views import view
from tests.engine.playing import (
    asking,
    go_back,
    marches,
    play,
    play_until,
    refused,
    say,
    skirmish,
)


def too_close(battle):
    """A battle whose next feature is put too close to one that lies there."""
    play_until(battle, "place_feature")
    side = asking(battle, "place_feature").side
    play(battle, side, "place_feature", {"x": 700.0, "y": 470.0 + 20 * side})
    play_until(battle, "place_feature")
    side = asking(battle, "place_feature").side
    answer = {"x": 700.0, "y": 470.0 + 20 * side}
    return side, Move(asking(battle, "place_feature").id, battle.version, answer)


@pytest.fixture
def crowded():
    battle = marches(table={"width": 2400.0, "depth": 960.0})
    return battle, *too_close(battle)


class TestAcceptedAsPlaced:
    def test_an_illegal_answer_stands_when_the_other_side_accepts_it(self, crowded):
        battle, side, move = crowded
        violations = battle.judge(side, move)
        (proposed,) = propose_as_placed(battle, side, move, violations)

        reply(battle, 1 - side, proposed.number, accept=True)

        assert battle.run.situation.features[-1].x == 700.0
        assert open_proposals(battle) == ()

    def test_both_sides_and_onlookers_see_what_is_proposed(self, crowded):
        battle, side, move = crowded
        propose_as_placed(battle, side, move, battle.judge(side, move))

        (shown,) = view(battle, SPECTATOR, say=say)["proposals"]

        assert (shown["side"], shown["kind"], shown["answer"]) == (
            side,
            "accept_as_placed",
            move.answer,
        )
        assert [violation["code"] for violation in shown["violations"]] == ["too_close"]

    def test_played_without_agreement_it_is_refused_with_its_figures(self, crowded):
        battle, side, move = crowded
        before = list(battle.entries)

        refusal = refused(lambda: battle.answer(side, move))

        assert (refusal.code, refusal.violations[0].required) == ("too_close", 120.0)
        assert battle.entries == before

    def test_no_agreement_mends_what_the_prompt_calls_impossible(self, crowded):
        battle, side, move = crowded
        off = Move(move.prompt, move.expected_version, {"x": -5.0, "y": 0.0})

        refusal = refused(lambda: propose_as_placed(battle, side, off, battle.judge(side, off)))

        assert refusal.code == "wrong_half"

    def test_there_is_nothing_to_accept_in_a_legal_answer(self, crowded):
        battle, side, move = crowded

        refusal = refused(lambda: propose_as_placed(battle, side, move, ()))

        assert refusal.code == "nothing_to_accept"

    def test_what_has_the_wrong_shape_is_never_proposed(self, crowded):
        battle, side, move = crowded
        violations = battle.judge(side, move)
        shapeless = Move(move.prompt, move.expected_version, {"x": "here"})

        refusal = refused(lambda: propose_as_placed(battle, side, shapeless, violations))

        assert refusal.code == "wrong_shape"

    def test_only_the_asked_side_proposes_it(self, crowded):
        battle, side, move = crowded
        violations = battle.judge(side, move)

        refusal = refused(lambda: propose_as_placed(battle, 1 - side, move, violations))

        assert refusal.code == "not_your_prompt"

    def test_declined_it_changes_nothing(self, crowded):
        battle, side, move = crowded
        digest = battle.digest()
        (proposed,) = propose_as_placed(battle, side, move, battle.judge(side, move))

        reply(battle, 1 - side, proposed.number, accept=False)

        assert (battle.digest(), open_proposals(battle)) == (digest, ())


class TestProposals:
    @pytest.fixture
    def proposed(self):
        battle = play_until(skirmish(), "mood")
        return battle, propose_back(battle, 0, 3)[0].number

    def test_lapse_when_somebody_answers(self, proposed):
        battle, number = proposed
        play(battle, 1, "mood", "bold")

        assert open_proposals(battle) == ()
        assert refused(lambda: reply(battle, 1, number, accept=True)).code == "no_such_proposal"

    def test_lapse_when_the_battle_goes_back(self, proposed):
        battle, _ = proposed
        play_until(battle, "play_card")
        earlier = propose_back(battle, 0, 3)[0].number
        go_back(battle, 1, 4)

        assert refused(lambda: reply(battle, 1, earlier, accept=True)).code == "no_such_proposal"

    def test_lapse_with_a_resignation(self, proposed):
        battle, number = proposed
        battle.resign(1)

        assert refused(lambda: reply(battle, 1, number, accept=True)).code == "no_such_proposal"

    def test_can_be_withdrawn_and_declined(self, proposed):
        battle, number = proposed
        reply(battle, 0, number, accept=False)
        again = propose_back(battle, 0, 3)[0].number
        reply(battle, 1, again, accept=False)

        assert open_proposals(battle) == ()

    def test_are_answered_once(self, proposed):
        battle, number = proposed
        reply(battle, 1, number, accept=False)

        assert refused(lambda: reply(battle, 1, number, accept=True)).code == "no_such_proposal"

    def test_do_not_make_a_waiting_answer_late(self, proposed):
        battle, number = proposed
        opened = asking(battle, "mood", 1)

        battle.answer(1, Move(opened.id, number - 1, "bold"))

        assert asking(battle, "mood", 1).answered_by == battle.version
