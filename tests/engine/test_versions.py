"""Which moves come in time, and what does each refused one hear? The battle is then as before."""

import math

import pytest

from setup_app.engine.battle import Move
from setup_app.engine.undo import undo
from setup_app.engine.values import PerSide, Violation
from tests.engine.playing import (
    asking,
    exported,
    go_back,
    marches,
    play,
    play_until,
    refused,
    sit_down,
    skirmish,
)


@pytest.fixture
def moods():
    return play_until(skirmish(), "mood")


def mood(battle, side, expected_version):
    return Move(asking(battle, "mood", side).id, expected_version, "bold")


def test_two_that_seal_at_once_are_both_in_time(moods):
    seen = moods.version
    first, second = mood(moods, 0, seen), mood(moods, 1, seen)

    moods.answer(0, first)
    moods.answer(1, second)

    assert list(moods.run.situation.moods) == ["bold", "bold"]


def test_two_that_sit_down_at_once_are_both_in_time():
    battle = skirmish()
    answer = {"accept": True, "entropy": ""}

    battle.answer(1, Move("1-sit_down-1", 1, answer))
    battle.answer(0, Move("1-sit_down-0", 1, answer))

    assert battle.run.situation.entropies is not None


def test_any_version_since_the_asking_was_opened_will_do(moods):
    opened = moods.version
    moods.act("seat_taken", 0, {})
    moods.act("seat_taken", 1, {})

    for expected, code in ((opened - 1, "stale_version"), (opened + 3, "stale_version")):
        assert refused(lambda e=expected: moods.answer(0, mood(moods, 0, e))).code == code
    for expected in range(opened, opened + 3):
        assert moods.judge(0, mood(moods, 0, expected)) == ()


def test_dice_that_nobody_waited_for_belong_to_the_move_before(moods):
    hold = next(entry for entry in moods.entries if entry.kind == "hold_ford")

    assert asking(moods, "mood", 0).opened_at == hold.number


def test_a_question_after_dice_was_opened_by_the_last_of_them():
    battle = sit_down(skirmish())

    assert asking(battle, "hold_ford").opened_at == battle.version


def test_what_was_undone_is_open_again_from_then_on_and_the_others_since_before(moods):
    opened = moods.version
    play(moods, 0, "mood", "wary")
    undo(moods, 0)

    assert asking(moods, "mood", 0).opened_at == moods.version
    assert asking(moods, "mood", 1).opened_at == opened
    assert refused(lambda: moods.answer(0, mood(moods, 0, opened))).code == "stale_version"
    moods.answer(1, mood(moods, 1, opened))


def test_after_going_back_an_answer_made_for_the_old_course_comes_too_late():
    battle = play_until(skirmish(), "mood")
    late = mood(battle, 0, battle.version)
    go_back(battle, 0, 5)
    play_until(battle, "mood")

    assert refused(lambda: battle.answer(0, late)).code == "stale_version"


def test_an_open_question_to_either_is_answered_once_by_one_of_them():
    battle = play_until(marches(), "agree_hour")
    opened = asking(battle, "agree_hour")
    move = Move(opened.id, battle.version, {"hour": 3})

    battle.answer(1, move)

    assert opened.side is None
    assert battle.entries[-1].side == 1
    assert refused(lambda: battle.answer(0, move)).code == "already_answered"


def test_an_entered_die_is_asked_of_either_and_entered_once():
    battle = sit_down(marches())
    opened = asking(battle, "enter_roll")
    move = Move(opened.id, battle.version, {"face": 5})

    (fell,) = battle.answer(1, move)

    assert (fell.type, fell.kind, fell.side, fell.value, fell.counter) == (
        "chance",
        "precedence",
        1,
        5,
        None,
    )
    assert refused(lambda: battle.answer(0, move)).code == "already_answered"


@pytest.mark.parametrize("face", [0, 7, "6", 1.5, True, None])
def test_a_face_that_the_die_has_not_is_refused(face):
    battle = sit_down(marches())

    assert refused(lambda: play(battle, 0, "enter_roll", {"face": face})).code == "wrong_shape"


@pytest.mark.parametrize(
    ("side", "prompt", "answer", "code"),
    [
        (1, "4-hold_ford-0", {"hold": True}, "not_your_prompt"),
        (0, "9-bury-0", {"card": None}, "prompt_not_open"),
        (0, "4-no_such_prompt-0", {"hold": True}, "prompt_not_open"),
        (0, "", None, "prompt_not_open"),
        (0, "1-sit_down-0", {"accept": True, "entropy": ""}, "already_answered"),
        (0, "4-hold_ford-0", {"hold": "yes"}, "wrong_shape"),
        (0, "4-hold_ford-0", {"hold": 1}, "wrong_shape"),
        (0, "4-hold_ford-0", {}, "wrong_shape"),
        (0, "4-hold_ford-0", {"hold": True, "more": 1}, "wrong_shape"),
        (0, "4-hold_ford-0", None, "wrong_shape"),
        (0, "4-hold_ford-0", [], "wrong_shape"),
    ],
)
def test_a_refused_move_has_its_code_and_changes_nothing(side, prompt, answer, code):
    battle = sit_down(skirmish())
    before = exported(battle)

    assert refused(lambda: battle.answer(side, Move(prompt, battle.version, answer))).code == code
    assert exported(battle) == before


def test_a_card_that_is_not_held_is_no_option():
    battle = play_until(skirmish(), "play_card")
    theirs = battle.run.situation.hands[1].value[0]

    refusal = refused(lambda: play(battle, 0, "play_card", {"card": theirs}))

    assert (refusal.code, refusal.violations) == (
        "not_an_option",
        (Violation("not_an_option", "3"),),
    )


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_has_not_has_the_wrong_shape(x):
    battle = play_until(marches(), "place_feature")
    side = asking(battle, "place_feature").side

    refusal = refused(lambda: play(battle, side, "place_feature", {"x": x, "y": 1.0}))

    assert refusal.code == "wrong_shape"


def test_half_a_character_has_the_wrong_shape():
    battle = play_until(skirmish(), "name_hill")
    side = asking(battle, "name_hill").side

    assert (
        refused(lambda: play(battle, side, "name_hill", {"name": "\ud800"})).code == "wrong_shape"
    )


def test_a_verdict_does_not_excuse_the_shape():
    battle = play_until(marches(), "place_feature")
    side = asking(battle, "place_feature").side
    move = Move(asking(battle, "place_feature").id, battle.version, {"x": 1})

    assert refused(lambda: battle.answer(side, move, verdict=())).code == "wrong_shape"


def test_a_verdict_is_taken_for_the_judgement():
    battle = play_until(marches(), "place_feature")
    side = asking(battle, "place_feature").side
    move = Move(
        asking(battle, "place_feature").id, battle.version, {"x": 9.0, "y": 10 + 480.0 * side}
    )
    verdict = (Violation("too_close", "p. 13"),)

    assert refused(lambda: battle.answer(side, move, verdict=verdict)).violations == verdict


def test_after_a_resignation_nothing_is_asked():
    battle = play_until(skirmish(), "mood")
    prompt = asking(battle, "mood", 1).id
    battle.resign(0)

    assert battle.askings() == ()
    assert refused(lambda: battle.resign(1)).code == "battle_over"
    assert refused(lambda: battle.answer(1, Move(prompt, battle.version, "bold"))).code == (
        "prompt_not_open"
    )


def test_a_battle_ends_as_far_as_it_was_to_go():
    battle = play_until(skirmish(until="moods"), None)

    assert battle.over
    assert {entry.kind for entry in battle.entries} >= {"mood"}
    assert "hand" not in {entry.kind for entry in battle.entries}


def test_a_battle_that_cannot_be_set_up_says_everything_that_is_wrong():
    refusal = refused(lambda: skirmish(sides=PerSide({}, {})))

    assert [violation.params["side"] for violation in refusal.violations] == [0, 1]


def test_settings_that_nobody_knows_are_named_one_by_one():
    refusal = refused(lambda: skirmish(settings={"rain": 1, "chance_after_back": "never"}))

    assert [(v.code, v.params["name"]) for v in refusal.violations] == [
        ("unknown_setting", "rain"),
        ("setting_not_allowed", "chance_after_back"),
    ]
