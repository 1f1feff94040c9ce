"""May a side take its own last answer back, and exactly when?"""

import random

import pytest

from setup_app.engine.autoplay import play_one, unanswered
from setup_app.engine.hidden import SPECTATOR, seat
from setup_app.engine.log import effective
from setup_app.engine.undo import undo, undoable
from setup_app.engine.values import SIDES
from setup_app.engine.views import events, view
from tests.engine.playing import (
    asking,
    counted,
    go_back,
    marches,
    play,
    play_until,
    refused,
    say,
    sit_down,
    skirmish,
)


class TestUndo:
    def test_takes_back_ones_own_open_answer(self):
        battle = play_until(skirmish(), "name_hill")
        side = asking(battle, "name_hill").side
        before, asked = counted(battle), battle.run.ordinal

        play(battle, side, "name_hill", {"name": "Big Top"})
        undo(battle, side)

        assert (counted(battle), battle.run.ordinal) == (before, asked)
        assert battle.run.situation.hill is None

    def test_works_for_the_answer_that_ended_the_script(self):
        battle = play_until(skirmish(), None)
        side = battle.run.situation.holder

        assert undoable(battle, side).kind == "name_hill"

    def test_takes_back_a_sealed_answer_while_the_other_has_not_answered(self):
        battle = play_until(skirmish(), "mood")
        play(battle, 0, "mood", "bold")

        undo(battle, 0)
        play(battle, 0, "mood", "wary")
        play(battle, 1, "mood", None)

        assert list(battle.run.situation.moods) == ["wary", None]

    def test_takes_back_the_first_sitting_down(self):
        battle = skirmish()
        play(battle, 1, "sit_down", {"accept": True, "entropy": "hasty"})

        undo(battle, 1)

        assert counted(battle) == []

    def test_goes_past_findings_which_nobody_made(self):
        battle = play_until(marches(), "place_feature")
        side = asking(battle, "place_feature").side
        x, y = 100.0, 100.0 + 480 * side
        play(battle, side, "place_feature", {"x": x, "y": y})
        assert effective(battle.entries)[-1].type == "finding"

        undo(battle, side)

        assert asking(battle, "place_feature").side == side
        assert battle.run.situation.features == ()

    def test_can_go_on_over_several_of_ones_own_answers(self):
        battle = play_until(skirmish(), "call_bluff")
        side = asking(battle, "call_bluff").side
        play(battle, side, "call_bluff", {"call": False})
        play(battle, side, "name_hill", {"name": "Hill 60"})

        undo(battle, side)
        undo(battle, side)

        assert asking(battle, "call_bluff").side == side
        assert refused(lambda: undo(battle, side)).code == "cannot_undo"

    def test_is_not_for_the_other_sides_answer(self):
        battle = play_until(skirmish(), "mood")
        play(battle, 0, "mood", "bold")

        assert refused(lambda: undo(battle, 1)).code == "cannot_undo"

    def test_ends_where_both_have_sat_down(self):
        battle = sit_down(skirmish())

        for side in (0, 1):
            assert undoable(battle, side) is None

    def test_ends_at_a_reveal(self):
        battle = play_until(skirmish(), "mood")
        play(battle, 0, "mood", "bold")
        play(battle, 1, "mood", "wary")

        for side in (0, 1):
            assert undoable(battle, side) is None

    def test_ends_at_a_die_and_at_a_draw(self):
        diced = play_until(marches(dice="server"), "place_feature")
        drawn = play_until(skirmish(), "play_card")

        for battle in (diced, drawn):
            assert [undoable(battle, side) for side in (0, 1)] == [None, None]

    def test_ends_at_a_die_that_was_entered(self):
        battle = play_until(marches(), "choose_feature")
        side = asking(battle, "choose_feature").side
        play(battle, side, "choose_feature", {"feature": "stream"})
        assert undoable(battle, side).kind == "choose_feature"

        play(battle, side, "enter_roll", {"face": 1})

        assert undoable(battle, side) is None

    def test_ends_at_what_the_other_did_since(self):
        battle = play_until(marches(), "deploy")
        play(battle, 0, "deploy", {"wing": "left"})
        play(battle, 1, "deploy", {"wing": "left"})

        assert undoable(battle, 0) is None
        assert undoable(battle, 1).kind == "deploy"

    def test_ends_where_ones_answer_laid_a_secret_of_the_others_open(self):
        battle = play_until(skirmish(), "call_bluff")
        side = asking(battle, "call_bluff").side
        play(battle, side, "call_bluff", {"call": True})

        assert undoable(battle, side) is None

    def test_is_not_given_back_by_going_back_behind_what_was_seen(self):
        battle = play_until(marches(), "choose_feature")
        side = asking(battle, "choose_feature").side
        chosen = play(battle, side, "choose_feature", {"feature": "stream"})[0]
        play(battle, side, "enter_roll", {"face": 1})

        go_back(battle, 1 - side, chosen.number)

        assert effective(battle.entries)[-1] == chosen
        assert undoable(battle, side) is None

    def test_ends_at_an_opened_envelope(self):
        battle = play_until(marches(), "deploy")
        play(battle, 0, "deploy", {"wing": "left"})
        battle.open_envelope(1, "orders-1")

        assert undoable(battle, 0) is None

    def test_ends_with_a_resignation(self):
        battle = play_until(marches(), "deploy")
        play(battle, 0, "deploy", {"wing": "left"})
        battle.resign(1)

        assert undoable(battle, 0) is None

    def test_ends_with_the_wish_to_close(self):
        battle = play_until(marches(), None)
        assert undoable(battle, 1).kind == "deploy"

        battle.close(0)

        assert undoable(battle, 1) is None

    @pytest.mark.parametrize("viewer_side", [0, 1])
    def test_is_offered_exactly_when_it_works(self, viewer_side):
        battle = play_until(skirmish(), None)
        for version in range(1, battle.version + 1):
            then = battle.at(version)
            offered = view(then, seat(viewer_side), say=say)["can_undo"]
            if offered:
                undo(then, viewer_side)
            else:
                assert refused(lambda then=then: undo(then, viewer_side)).code == "cannot_undo"

    @pytest.mark.parametrize("begun", [skirmish, marches])
    def test_is_the_same_after_a_replay_and_where_nothing_was_noted(self, begun):
        battle, chooser, offered = begun(), random.Random(5), 0
        while not battle.over:
            open_ = unanswered(battle)
            play_one(battle, open_[chooser.randrange(len(open_))], chooser)
            for side in SIDES:
                found = undoable(battle, side)
                replayed = battle.at(battle.version)
                assert undoable(replayed, side) == found
                replayed.run.secrets_before = None
                assert undoable(replayed, side) == found
                offered += found is not None
        assert offered

    def test_stays_in_the_log_for_all_to_see(self):
        battle = play_until(skirmish(), "name_hill")
        side = asking(battle, "name_hill").side
        (named,) = play(battle, side, "name_hill", {"name": "Big Top"})
        undo(battle, side)

        shown = {e["number"]: e for e in events(battle, SPECTATOR, say=say)}

        assert shown[named.number]["undone"] is True
        assert shown[battle.version]["kind"] == "back"
        assert shown[battle.version]["undone"] is False
