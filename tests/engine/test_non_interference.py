"""Do the toys keep their secrets, and does the harness notice one that does not?"""

import random
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from setup_app.engine.battle import EngineBattle
from setup_app.engine.chance import Draw
from setup_app.engine.hidden import Secret
from setup_app.engine.prompts import OpenPrompt, Prompt, ask, ask_both, draw, find
from setup_app.engine.situation import Situation
from setup_app.engine.values import LogMessage, PerSide, Violation
from tests.engine.playing import marches, skirmish, skirmish_setup
from tests.engine.toys.marches import MARCHES, WriteOrders
from tests.engine.toys.shape import one_field
from tests.engine.toys.skirmish import SKIRMISH, Bury, HoldFord, Mood, PlayCard
from tests.non_interference import Leak, Subject, Variation, check, unvaried


def bluff_called(battle: EngineBattle) -> bool:
    return any(e.kind == "call_bluff" and e.value["call"] for e in battle.entries)


def skirmish_subject(**changed: Any) -> Subject:
    told_less = skirmish_setup(
        sides=PerSide({"general": "Piso", "spies": 9}, skirmish_setup().sides[1])
    )
    return replace(
        Subject(
            SKIRMISH,
            skirmish,
            {
                Mood: Variation(),
                PlayCard: Variation(revealed=bluff_called),
                Bury: Variation(revealed=bluff_called),
            },
            drawn={"hand": Variation(revealed=bluff_called)},
            lists={0: told_less},
        ),
        **changed,
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_skirmish_keeps_moods_cards_and_lists(seed):
    report = check(skirmish_subject(), games=2, chooser=random.Random(seed))

    assert report.never_compared == ()


@pytest.mark.parametrize("dice", ["entered", "server"])
def test_orders_stay_unread_from_the_writing_to_beyond_the_end(dice):
    subject = Subject(MARCHES, lambda: marches(dice=dice), {WriteOrders: Variation()})

    report = check(subject, games=2, chooser=random.Random(4))

    assert report.never_compared == ()
    assert report.compared["write_orders"] > 20


def test_a_prompt_that_hides_something_needs_a_variation():
    subject = skirmish_subject(variations={Mood: Variation()})

    assert unvaried(subject) == ("PlayCard", "Bury")
    with pytest.raises(Leak, match="no variation is registered for PlayCard, Bury"):
        check(subject, games=1, chooser=random.Random(1))


def test_so_does_a_draw():
    with pytest.raises(Leak, match="no variation is registered for the draw hand"):
        check(skirmish_subject(drawn={}), games=1, chooser=random.Random(1))


def test_a_secret_that_was_never_varied_is_reported():
    subject = skirmish_subject(drawn={"hand": Variation(), "another": Variation()})
    subject = replace(
        subject, drawn={"hand": Variation(revealed=bluff_called), "another": Variation()}
    )

    assert check(subject, games=1, chooser=random.Random(1)).never_compared == ("another",)


@dataclass(frozen=True)
class Choose(Prompt):
    """A secret letter; the leaks below let it out, each in its own way."""

    kind: ClassVar[str] = "choose"
    sealed: ClassVar[bool] = True
    kept: ClassVar[bool] = True

    def schema(self):
        return one_field("letter", {"enum": ["a", "b"]})

    def options(self, side, known):
        return ({"letter": "a"}, {"letter": "b"})


class LeakySituation(Situation):
    shown = ("letters", "plain")

    def __init__(self, setup):
        super().__init__(setup)
        self.letters = PerSide(None, None)
        self.plain = None


def chosen(situation):
    answers = yield from ask_both(Choose("1"))
    letters = answers.map(lambda answer: answer["letter"])
    situation.letters = PerSide(Secret(0, letters[0]), Secret(1, letters[1]))
    return letters


def tight(situation):
    yield from chosen(situation)
    yield from ask(0, HoldFord("1"))
    yield from ask(1, HoldFord("1"))


def tells(situation):
    letters = yield from chosen(situation)
    situation.tell("letters", first=letters[0])
    yield from ask(1, HoldFord("1"))


def tells_the_wrong_side(situation):
    letters = yield from chosen(situation)
    situation.tell("letter", to=1, letter=letters[0])
    yield from ask(1, HoldFord("1"))


def shows(situation):
    letters = yield from chosen(situation)
    situation.plain = letters[0] + letters[1]
    yield from ask(1, HoldFord("1"))


def shows_a_face(situation):
    letters = yield from chosen(situation)
    situation.letters = PerSide(Secret(0, letters[0], face=letters[0]), Secret(1, letters[1]))
    yield from ask(1, HoldFord("1"))


def names_an_envelope(situation):
    letters = yield from chosen(situation)
    situation.put_in_envelope(letters[0], 0, "orders")
    yield from ask(1, HoldFord("1"))


def finds(situation):
    letters = yield from chosen(situation)
    yield from find("letter", letter=letters[0])
    yield from ask(1, HoldFord("1"))


def asks_accordingly(situation):
    letters = yield from chosen(situation)
    if letters[0] == "a":
        yield from ask(0, HoldFord("1"))
    yield from ask(1, HoldFord("1"))


def draws_accordingly(situation):
    letters = yield from chosen(situation)
    yield from draw(Draw("cards", "1", ("x", "y", "z"), 1 + (letters[0] == "a"), 1))
    yield from ask(1, HoldFord("1"))


@dataclass(frozen=True)
class Loud(OpenPrompt):
    """Carries the other side's letter, and lets it out through one of its methods."""

    kind: ClassVar[str] = "loud"
    letter: str = "a"
    way: str = ""

    def text(self):
        return LogMessage("ask.loud", {"letter": self.letter} if self.way == "text" else {})

    def why(self):
        return LogMessage("why.loud", {"letter": self.letter} if self.way == "why" else {})

    def about(self):
        return {"letter": self.letter} if self.way == "about" else {}

    def schema(self):
        return {"enum": ["go", "stay", self.letter] if self.way == "schema" else ["go", "stay"]}

    def options(self, side, known):
        return ("go", self.letter) if self.way == "options" else ("go",)

    def judge(self, side, answer, known):
        if answer == "go":
            return ()
        seen = {"letter": self.letter} if self.way == "judge" else {}
        return (Violation("not_an_option", self.rule, seen),)


def asks_loudly(way):
    def script(situation):
        letters = yield from chosen(situation)
        yield from ask(1, Loud("1", letters[0], way))
        yield from ask(1, HoldFord("1"))

    script.__name__ = f"asks_loudly_by_{way}"
    return script


def shows_a_hand_on_the_shared_screen(situation):
    letters = yield from chosen(situation)
    yield from ask(0, Loud("1", letters[0], "options"))


LEAKS = (
    tells,
    tells_the_wrong_side,
    shows,
    shows_a_face,
    names_an_envelope,
    finds,
    asks_accordingly,
    draws_accordingly,
    *map(asks_loudly, ("text", "why", "about", "schema", "options", "judge")),
    shows_a_hand_on_the_shared_screen,
)


def leaky(script) -> Subject:
    rulebook = replace(
        SKIRMISH,
        script=script,
        open=LeakySituation,
        prompts=(Choose, Loud, HoldFord),
        finders={"letter": lambda setup, *, letter: letter},
        present=lambda known, viewer: {
            "plain": known.plain,
            "letters": [getattr(letter, "face", letter) for letter in known.letters],
            "envelopes": list(known.envelopes),
        },
    )
    return Subject(
        rulebook,
        lambda: EngineBattle.begin(rulebook, skirmish_setup(), bytes(32)),
        {Choose: Variation()},
        drawn={"cards": Variation()},
    )


def test_a_tight_script_passes():
    assert check(leaky(tight), games=2, chooser=random.Random(1)).never_compared == ("cards",)


@pytest.mark.parametrize("script", LEAKS, ids=lambda script: script.__name__)
def test_a_leak_is_found(script):
    with pytest.raises(Leak, match=r"of side [01] reaches"):
        check(leaky(script), games=4, chooser=random.Random(1))
