"""What does each viewer get to see of prompts, log and line by line of what is told?"""

from dataclasses import replace

import pytest

from setup_app.engine.battle import EngineBattle
from setup_app.engine.errors import ScriptFault
from setup_app.engine.hidden import (
    BOTH,
    ORGANISER,
    SPECTATOR,
    STRANGER,
    UMPIRE,
    Secret,
    seat,
)
from setup_app.engine.values import LogMessage
from setup_app.engine.views import events, view
from tests.engine.playing import (
    asking,
    marches,
    play,
    play_until,
    say,
    sit_down,
    skirmish,
    skirmish_setup,
)
from tests.engine.toys.skirmish import SKIRMISH, HoldFord

EVERYBODY = (seat(0), seat(1), BOTH, SPECTATOR, UMPIRE, ORGANISER, STRANGER)
ONLOOKERS = (SPECTATOR, UMPIRE, ORGANISER, STRANGER)


def prompts(battle, viewer, **more):
    return {
        (prompt["kind"], prompt["side"]): prompt
        for prompt in view(battle, viewer, say=say, **more)["prompts"]
    }


def test_the_asked_side_gets_the_answers_shape_and_its_options():
    battle = play_until(skirmish(), "play_card")
    hand = battle.run.situation.hands[0].value

    mine, theirs = prompts(battle, seat(0)).values()

    assert mine["options"] == [{"card": card} for card in hand]
    assert mine["answer"]["required"] == ["card"]
    assert mine["waiting"] is False
    assert theirs["waiting"] is True
    assert not {"answer", "options"} & set(theirs)


@pytest.mark.parametrize("viewer", ONLOOKERS, ids=str)
def test_who_only_looks_on_is_asked_nothing(viewer):
    for kind in ("hold_ford", "mood", "play_card", "bury", "show_card"):
        for prompt in prompts(play_until(skirmish(), kind), viewer).values():
            assert prompt["waiting"] is True
            assert not {"answer", "options"} & set(prompt)


def test_a_device_with_both_seats_sees_open_questions_and_nothing_that_is_one_seats():
    waiting = {
        kind: [p["waiting"] for p in prompts(play_until(skirmish(), kind), BOTH).values()]
        for kind in ("hold_ford", "mood", "play_card", "bury", "show_card", "call_bluff")
    }

    assert waiting == {
        "hold_ford": [False],
        "mood": [True, True],
        "play_card": [True, True],
        "bury": [True],
        "show_card": [True],
        "call_bluff": [False],
    }


def test_a_device_with_both_seats_sees_neither_hand_nor_either_sides_lines():
    battle = play_until(skirmish(), "play_card")

    hands = view(battle, BOTH, say=say)["hands"]
    log = events(battle, BOTH, say=say)

    assert hands == [{"cards": None, "count": 3}, {"cards": None, "count": 3}]
    assert "your_best" not in str(log)
    assert [e["value"] for e in log if e["kind"] == "hand"] == [{"count": 3}, {"count": 3}]


@pytest.mark.parametrize(
    ("viewer", "reads"),
    [
        (seat(0), (True, False)),
        (seat(1), (False, True)),
        (UMPIRE, (True, True)),
        (BOTH, (False, False)),
        (SPECTATOR, (False, False)),
        (ORGANISER, (False, False)),
        (STRANGER, (False, False)),
    ],
    ids=str,
)
def test_hands_and_private_lines_are_for_their_owners_and_the_umpire(viewer, reads):
    battle = play_until(skirmish(), "play_card")

    hands = [hand["cards"] is not None for hand in view(battle, viewer, say=say)["hands"]]
    drawn = [e for e in events(battle, viewer, say=say) if e["kind"] == "hand"]

    assert tuple(hands) == reads
    assert tuple(not e["hidden"] for e in drawn) == reads
    assert tuple("your_best" in str(e["text"]) for e in drawn) == reads


def test_a_card_that_is_revealed_later_appears_in_the_entry_that_reveals_it():
    battle = play_until(skirmish(), "play_card")
    card = battle.run.situation.hands[0].value[0]
    (sealed,) = play(battle, 0, "play_card", {"card": card})
    play(battle, 1, "play_card", {"card": battle.run.situation.hands[1].value[0]})

    log = {entry["number"]: entry for entry in events(battle, SPECTATOR, say=say)}

    assert log[sealed.number]["value"] is None
    assert log[sealed.number + 1]["reveals"][0]["value"] == {"card": card}


def test_an_answer_that_a_worker_is_judging_counts_as_given():
    battle = play_until(marches(), "place_feature")
    opened = asking(battle, "place_feature")

    (prompt,) = prompts(battle, seat(opened.side), checking=frozenset({opened.id})).values()

    assert prompt["waiting"] is True


def test_what_either_may_answer_is_asked_of_both_seats_and_of_nobody_else():
    battle = play_until(marches(), "agree_hour")

    asked = [not prompts(battle, viewer)["agree_hour", None]["waiting"] for viewer in EVERYBODY]

    assert asked == [True, True, True, False, False, False, False]


def test_an_entered_die_lists_each_face_once():
    (prompt,) = prompts(sit_down(marches()), seat(1)).values()

    assert (prompt["id"], prompt["side"]) == ("2-enter_roll-either", None)
    assert prompt["options"] == [{"face": face} for face in range(1, 7)]


def test_the_past_asks_nothing_and_takes_nothing_back():
    battle = play_until(skirmish(), "mood")
    play(battle, 0, "mood", "bold")

    past = view(battle, seat(0), say=say, with_options=False)

    assert past["can_undo"] is False
    assert all(prompt["waiting"] for prompt in past["prompts"])


def test_a_battle_that_is_over_has_no_step_and_no_prompts():
    shown = view(play_until(skirmish(), None), SPECTATOR, say=say)

    assert (shown["step"], shown["prompts"]) == (None, [])


def test_the_house_rulings_are_what_differs_from_the_defaults():
    battle = skirmish(settings={"ford": "deep"})

    assert view(battle, SPECTATOR, say=say)["house_rulings"] == {"ford": "deep"}


def test_the_log_can_be_read_on_from_anywhere():
    battle = play_until(skirmish(), "mood")
    log = events(battle, SPECTATOR, say=say)

    assert events(battle, SPECTATOR, say=say, after=4) == log[4:]
    assert [entry["head"] for entry in log] == [entry.head for entry in battle.entries]
    assert [entry["rule"] for entry in log][:4] == [None, "sit_down", "sit_down", "1"]


def test_each_line_stands_with_the_entry_that_brought_it_about():
    battle = play_until(skirmish(), "mood")

    told = {e["number"]: e["text"] for e in events(battle, SPECTATOR, say=say)}

    assert told[3] == ['["both_sat_down", {}]']
    assert told[5] == ['["precedence", {"first": 4, "second": 3}]']
    assert told[4] == []


class TalksTooMuch(HoldFord):
    def text(self):
        return LogMessage("ask.hold_ford", {"hand": Secret(1, "ace")})


class ShowsTooMuch(HoldFord):
    def about(self):
        return {"hand": Secret(1, "ace")}


@pytest.mark.parametrize("prompt", [TalksTooMuch, ShowsTooMuch])
def test_a_prompt_that_speaks_of_a_secret_is_shown_to_nobody(prompt):
    def script(situation):
        from setup_app.engine.prompts import ask

        yield from ask(0, prompt("1"))

    battle = sit_down(
        EngineBattle.begin(
            replace(SKIRMISH, script=script, prompts=(prompt,)), skirmish_setup(), b"s"
        )
    )

    for viewer in EVERYBODY:
        with pytest.raises(ScriptFault):
            view(battle, viewer, say=say)
