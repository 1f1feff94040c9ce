"""What may a rulebook's script not do? Each fault is ours, and is called one."""

import random
from dataclasses import replace

import pytest

from setup_app.engine.battle import EngineBattle, Move
from setup_app.engine.chance import Roll
from setup_app.engine.errors import DomainError, ScriptFault
from setup_app.engine.hidden import SPECTATOR, Hidden, Secret
from setup_app.engine.prompts import Ask, OpenPrompt, Prompt, ask, ask_both, ask_either, find, roll
from setup_app.engine.situation import Situation
from setup_app.engine.undo import propose_as_placed
from setup_app.engine.values import PerSide, Violation
from tests.engine.playing import asking, play, play_until, sit_down, skirmish, skirmish_setup
from tests.engine.toys.skirmish import SKIRMISH, Bury, HoldFord, Mood


def battle_of(script, **changed):
    rulebook = replace(SKIRMISH, script=script, **changed)
    return sit_down(EngineBattle.begin(rulebook, skirmish_setup(), bytes(32)))


def asks_nobody(situation):
    yield Ask(())


def asks_twice(situation):
    yield Ask(((0, HoldFord("1")), (0, HoldFord("1"))))


class Unlisted(Prompt):
    kind = "unlisted"


def asks_what_is_not_listed(situation):
    yield from ask(0, Unlisted("1"))


def yields_anything(situation):
    yield "what now?"


def finds_a_secret(situation):
    yield from find("secret")


def finds_what_is_no_json(situation):
    yield from find("anything")


def rolls_nothing(situation):
    yield from roll(Roll("nothing", "1", ()))


@pytest.mark.parametrize(
    "script",
    [
        asks_nobody,
        asks_twice,
        asks_what_is_not_listed,
        yields_anything,
        finds_a_secret,
        finds_what_is_no_json,
        rolls_nothing,
    ],
)
def test_a_script_that_breaks_the_engines_rules_is_at_fault(script):
    finders = {"secret": lambda setup: Secret(0, 1), "anything": lambda setup: object()}

    with pytest.raises(ScriptFault):
        battle_of(script, finders=finders)


def test_a_finding_is_computed_once_and_recorded():
    computed = []

    def count(setup, *, start):
        computed.append(start)
        return {"found": len(computed)}

    def script(situation):
        found = yield from find("count", start=3)
        situation.hill = found["found"]
        yield from ask(0, HoldFord("1"))

    battle = battle_of(script, finders={"count": count})
    again = EngineBattle(battle.rulebook, battle.setup, battle.seed, battle.entries)

    assert computed == [3]
    assert again.run.situation.hill == 1
    assert (battle.entries[-1].type, battle.entries[-1].value) == ("finding", {"found": 1})


def test_a_prompt_without_options_must_judge_and_suggest_by_itself():
    class Mute(Prompt):
        kind = "mute"

        def schema(self):
            return {}

    def script(situation):
        yield from ask(0, Mute("1"))

    battle = battle_of(script, prompts=(Mute,))

    with pytest.raises(TypeError, match="does not judge"):
        play(battle, 0, "mute", 1)
    with pytest.raises(TypeError, match="nor suggests"):
        battle.suggest(0, asking(battle, "mute").id, None)


def test_a_prompt_must_say_what_an_answer_looks_like():
    with pytest.raises(TypeError, match="has no schema"):
        Prompt("1").misshapen(None)


def test_prompts_say_what_they_are_by_their_kind():
    prompt = Bury("4")

    assert (prompt.text().code, prompt.why().code) == ("ask.bury", "why.bury")
    assert (prompt.about(), prompt.acceptable(())) == ({}, False)


def test_sides_are_two():
    pair = PerSide("a", "b")

    assert (pair[0], pair[1], list(pair)) == ("a", "b", ["a", "b"])
    assert pair.with_side(1, "c") == PerSide("a", "c")
    assert pair.map(str.upper) == PerSide("A", "B")
    with pytest.raises(IndexError):
        pair[-1]


def test_a_situation_shows_nothing_unless_it_declares_it():
    assert set(Situation(skirmish_setup()).shown_values()) == {"step", "envelopes", "entropies"}


def test_the_steps_of_a_rulebook_have_titles():
    assert SKIRMISH.title_of("2") == "step.2"
    assert SKIRMISH.title_of("9") is None


def test_a_suggestion_is_an_option_and_leaves_the_battle_as_it_was():
    battle = play_until(skirmish(), "name_hill")
    before, opened = battle.digest(), asking(battle, "name_hill")

    suggestion = battle.suggest(opened.side, opened.id, random.Random(1))

    assert battle.digest() == before
    assert suggestion.answer in opened.prompt.options(opened.side, battle.known(SPECTATOR))


def test_what_either_may_answer_is_judged_by_what_both_may_see():
    class TurnUp(OpenPrompt):
        kind = "turn_up"

        def schema(self):
            return {}

        def options(self, side, known):
            return (None,) if isinstance(known.hands[0], Hidden) else ("ace",)

    def script(situation):
        situation.deal(0, ("ace",))
        yield from ask_either(TurnUp("1"))

    battle = battle_of(script, prompts=(TurnUp,))
    (opened,) = battle.askings()

    for side in (0, 1, None):
        assert battle.judge(side, Move(opened.id, battle.version, None)) == ()
        assert battle.suggest(side, opened.id, random.Random(1)).answer is None


def test_an_answer_that_the_other_side_may_not_see_is_never_put_to_it():
    class Bluff(Mood):
        def acceptable(self, violations):
            return True

    def script(situation):
        yield from ask_both(Bluff("1"))

    battle = battle_of(script, prompts=(Bluff,))
    move = Move(asking(battle, "mood", 0).id, battle.version, "bold")
    violations = (Violation("too_bold", "1"),)

    with pytest.raises(DomainError, match="too_bold"):
        propose_as_placed(battle, 0, move, violations)
