"""How far does a battle go back by agreement, and what falls after that?"""

import pytest

from setup_app.engine.log import effective
from setup_app.engine.undo import open_proposals, propose_back, reply, undo
from tests.engine.playing import (
    asking,
    counted,
    go_back,
    marches,
    play,
    play_until,
    refused,
    skirmish,
)


class TestGoingBackByAgreement:
    def test_cuts_dice_reveals_and_the_others_answers(self):
        battle = play_until(skirmish(), "play_card")
        hold = next(entry for entry in battle.entries if entry.kind == "hold_ford")

        go_back(battle, 0, hold.number)

        assert asking(battle, "mood", 0).answered_by is None
        assert battle.run.situation.moods is None

    def test_needs_the_other_side(self):
        battle = play_until(skirmish(), "mood")
        (proposed,) = propose_back(battle, 1, 3)

        assert refused(lambda: reply(battle, 1, proposed.number, accept=True)).code == (
            "not_your_proposal"
        )
        assert [proposal.id for proposal in open_proposals(battle)] == [proposed.number]

    def test_takes_two_taps_where_one_device_holds_both_seats(self):
        battle = play_until(skirmish(), "mood")

        go_back(battle, None, 3)

        assert asking(battle, "hold_ford") is not None

    @pytest.mark.parametrize("to", [0, 1, 2, 10_000])
    def test_never_goes_before_both_sat_down_nor_into_the_future(self, to):
        battle = play_until(skirmish(), "mood")

        assert refused(lambda: propose_back(battle, 0, to)).code == "cannot_go_back_there"

    def test_does_not_go_to_the_present(self):
        battle = play_until(skirmish(), "mood")

        for to in (battle.version, counted(battle)[-1]):
            assert refused(lambda to=to: propose_back(battle, 0, to)).code == (
                "cannot_go_back_there"
            )

    def test_does_not_go_into_a_stretch_that_was_taken_back(self):
        battle = play_until(skirmish(), "bury")
        cut = battle.version
        go_back(battle, 0, 4)
        play_until(battle, "bury")

        assert refused(lambda: propose_back(battle, 0, cut)).code == "cannot_go_back_there"

    def test_can_go_back_to_where_it_went_back_to(self):
        battle = play_until(skirmish(), "mood")
        play(battle, 0, "mood", "bold")
        undone = undo(battle, 0)[0]
        play(battle, 0, "mood", "bold")
        play(battle, 1, "mood", "bold")

        go_back(battle, 1, undone.number)

        assert asking(battle, "mood", 0).answered_by is None

    def test_is_over_with_the_battle(self):
        resigned, closed = play_until(skirmish(), "mood"), play_until(skirmish(), None)
        resigned.resign(0)
        closed.close(None)

        for battle in (resigned, closed):
            assert refused(lambda b=battle: propose_back(b, 0, 3)).code == "cannot_go_back_there"

    def test_works_after_the_script_has_ended(self):
        battle = play_until(marches(), None)
        deployed = [entry for entry in battle.entries if entry.kind == "deploy"]

        go_back(battle, 0, deployed[0].number)

        assert asking(battle, "deploy").side == 1


def names_of_what_fell(battle):
    return [e.value for e in effective(battle.entries) if e.counter is not None]


class TestWhatFallsAgain:
    def test_the_same_request_gets_the_same_result(self):
        battle = play_until(skirmish(), "play_card")
        fell, public = names_of_what_fell(battle), counted(battle)

        go_back(battle, 0, 3)
        play_until(battle, "play_card")

        assert names_of_what_fell(battle) == fell
        assert len(counted(battle)) == len(public)

    def test_and_a_fresh_one_where_the_setting_says_so(self):
        battle = play_until(skirmish(settings={"chance_after_back": "fresh"}), "play_card")
        fell = names_of_what_fell(battle)

        go_back(battle, 0, 3)
        play_until(battle, "play_card")

        assert names_of_what_fell(battle) != fell
        assert {e.counter[1] for e in effective(battle.entries) if e.counter} == {1}

    def test_undoing_alone_never_makes_chance_fresh(self):
        battle = play_until(skirmish(settings={"chance_after_back": "fresh"}), "mood")
        play(battle, 0, "mood", "bold")
        undo(battle, 0)
        play_until(battle, "play_card")

        assert {e.counter[1] for e in effective(battle.entries) if e.counter} == {0}

    def test_another_answer_in_between_changes_no_card(self):
        battle = play_until(skirmish(), "play_card")
        fell = names_of_what_fell(battle)
        held = next(entry for entry in battle.entries if entry.kind == "hold_ford")

        go_back(battle, 0, held.number - 1)
        play(battle, held.side, "hold_ford", {"hold": not held.value["hold"]})
        play_until(battle, "play_card")

        assert names_of_what_fell(battle) == fell
