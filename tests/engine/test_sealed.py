"""Does a sealed answer stay sealed until both are in, and is it then proven?"""

import hashlib
import json

import pytest

from setup_app.engine.hidden import BOTH, SPECTATOR, UMPIRE, seat
from setup_app.engine.prompts import OpenPrompt, Prompt
from setup_app.engine.views import events, view
from tests.engine.playing import asking, marches, play, play_until, refused, say, skirmish
from tests.engine.toys.skirmish import Bury, HoldFord, Mood, PlayCard, ShowCard

BLIND = (seat(1), BOTH, SPECTATOR)


@pytest.fixture
def moods():
    return play_until(skirmish(), "mood")


def shown_to(battle, viewer):
    return events(battle, viewer, say=say)[-1]


@pytest.mark.parametrize("viewer", BLIND, ids=str)
@pytest.mark.parametrize("answer", ["bold", "wary", None])
def test_one_answer_shows_nobody_else_anything(moods, viewer, answer):
    play(moods, 0, "mood", answer)

    entry = shown_to(moods, viewer)

    assert (entry["value"], entry["hidden"], entry["text"]) == (None, True, [])
    assert len(entry["commitments"]) == 1


@pytest.mark.parametrize("viewer", [seat(0), UMPIRE], ids=str)
def test_one_answer_shows_to_its_giver_and_the_umpire(moods, viewer):
    play(moods, 0, "mood", "bold")

    assert shown_to(moods, viewer)["value"] == "bold"


def test_nobody_sees_options_of_what_is_answered(moods):
    play(moods, 0, "mood", "bold")

    prompts = view(moods, seat(0), say=say)["prompts"]

    assert [(prompt["side"], prompt["waiting"]) for prompt in prompts] == [(0, True), (1, True)]


def test_the_second_answer_reveals_both(moods):
    (first,) = play(moods, 1, "mood", None)
    completing = play(moods, 0, "mood", "bold")[0]

    assert completing.public == "bold"
    assert [(each["entry"], each["value"]) for each in completing.reveals] == [(first.number, None)]
    assert list(moods.run.situation.moods) == ["bold", None]


def test_what_is_revealed_is_what_was_committed_to(moods):
    (first,) = play(moods, 0, "mood", "wary")
    (revealed,) = play(moods, 1, "mood", "bold")[0].reveals

    as_bytes = bytes.fromhex(revealed["salt"]) + json.dumps(revealed["value"]).encode()

    assert first.commitments == (hashlib.sha256(as_bytes).hexdigest(),)


def test_equal_answers_have_unequal_commitments():
    battle = play_until(marches(), "write_orders")
    orders = {"order": "hold", "flank_march": None}

    first = play(battle, 0, "write_orders", orders)[0]
    second = play(battle, 1, "write_orders", orders)[0]

    assert first.commitments != second.commitments


def test_kept_answers_stay_with_their_writers_when_both_are_in():
    battle = play_until(marches(), "write_orders")
    for side in (0, 1):
        play(battle, side, "write_orders", {"order": "attack", "flank_march": "left"})

    seen = [
        [
            (entry["value"], entry["reveals"])
            for entry in events(battle, viewer, say=say)
            if entry["kind"] == "write_orders"
        ]
        for viewer in (seat(0), SPECTATOR)
    ]

    orders = {"order": "attack", "flank_march": "left"}
    assert seen == [[(orders, []), (None, [])], [(None, []), (None, [])]]


def test_a_hidden_answer_shows_what_its_prompt_says_and_no_more():
    battle = play_until(skirmish(), "bury")
    hand = battle.run.situation.hands[0].value
    play(battle, 0, "bury", {"card": hand[0]})

    entry = shown_to(battle, SPECTATOR)

    assert (entry["value"], entry["hidden"]) == ({"buried": True}, True)


def test_nothing_is_public_of_an_answer_unless_its_prompt_says_so():
    assert Prompt("1").public({"everything": 1}) is None
    assert OpenPrompt("1").public({"everything": 1}) == {"everything": 1}


def test_a_prompt_hides_by_its_class():
    hiding = [prompt.hides() for prompt in (Mood, PlayCard, Bury, HoldFord, ShowCard)]

    assert hiding == [True, True, True, False, False]


def test_a_prompt_that_seals_what_everybody_sees_cannot_be_written():
    with pytest.raises(TypeError, match="seals answers that are public at once"):
        type("Leaky", (OpenPrompt,), {"sealed": True})


def test_a_prompt_that_keeps_what_it_does_not_seal_cannot_be_written():
    with pytest.raises(TypeError, match="keeps answers that it does not seal"):
        type("Loose", (Prompt,), {"kept": True})


def test_answering_twice_is_refused_before_and_after_the_reveal(moods):
    play(moods, 0, "mood", "bold")
    prompt = asking(moods, "mood", 0).id

    assert refused(lambda: play(moods, 0, "mood", "wary")).code == "already_answered"
    play(moods, 1, "mood", "wary")
    assert refused(lambda: moods.suggest(0, prompt, None)).code == "already_answered"
