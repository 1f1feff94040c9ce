"""Controls for a prompt: its `options` with pictures and words."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

from setup_app.battles.pages.look import PageContext
from setup_app.engine.log import ACT, ANSWER, CHANCE, FINDING


@dataclass(frozen=True)
class Card:
    """A card as the page draws it: by colour, numeral, sign and word."""

    colour: str
    numeral: str
    word: str
    icon: str

    @classmethod
    def of(cls, look: PageContext, name: str | None) -> Card:
        """Return a card of which only the name is known."""
        return cls("", "", look.word(name) if name else "", "")


@dataclass(frozen=True)
class ControlOption:
    """One option of a choice: the form sends `value`, and `note` says what happens then."""

    value: str
    title: str
    note: str = ""
    icon: str = ""
    card: Card | None = None
    group: str = ""
    name: str = ""
    most: int = 0
    shown: Any = None


@dataclass(frozen=True)
class Control:
    """The control of a prompt: a template fragment, its choices, and the text of the button.

    `told` is a fragment below "Why?". No hand stands beside a control that `shows_hand`.
    """

    fragment: str
    choices: tuple[ControlOption, ...] = ()
    confirm: str = ""
    lots: Any = None
    selecting: Any = None
    groups: tuple[tuple[str, tuple[ControlOption, ...]], ...] = ()
    told: str = ""
    shows_hand: bool = False


def sent(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False)


def plain(look: PageContext, prompt: Mapping[str, Any]) -> Control:
    """Return the control of a prompt without its own drawing: its options, or its answer as
    JSON.
    """
    if "options" not in prompt:
        return Control("battles/_typed.html", lots=json.dumps(prompt["answer"], indent=1))
    choices = tuple(ControlOption(sent(each), _in_words(look, each)) for each in prompt["options"])
    return Control("battles/_choices.html", choices)


def _in_words(look: PageContext, answer: Any) -> str:
    """Return an answer of a kind without its own drawing, in words, if it consists only of known
    words.
    """
    values = list(answer.values()) if isinstance(answer, Mapping) else [answer]
    if all(isinstance(each, (str, int, float)) for each in values):
        return ", ".join(look.word(str(each)) for each in values)
    return sent(answer)


def faces(look: PageContext, prompt: Mapping[str, Any]) -> Control:
    """Return a control with the faces of a die that the players roll."""
    choices = []
    for option in prompt["options"]:
        face = option["face"]
        number = isinstance(face, int)
        word = str(face) if number else look.word(str(face))
        choices.append(
            ControlOption(sent(option), word, icon=f"die-{face}" if number else str(face))
        )
    return Control("battles/_faces.html", tuple(choices))


ENTERED = "entered"


def mistyped(look: PageContext, cards: Container[str]) -> int | None:
    """Return the version to go back to in order to enter the last die or cards again.

    `cards` are the kinds of prompts that enter cards. None if the last entry did not come from a
    real table, or if this browser may not propose to go back. An answer that its player can take
    back alone is not offered here.
    """
    first, setup = look.played.run.sat_down_at, look.played.setup
    if not look.holding.sides or look.read_only or look.view["closed"] or first is None:
        return None
    effective = (
        entry
        for entry in reversed(look.lines)
        if not entry["undone"] and entry["type"] not in (ACT, FINDING)
    )
    last = next(effective, None)
    if last is None or last["number"] <= first:
        return None
    rolled = last["type"] == CHANCE and setup.dice == ENTERED
    drawn = last["type"] == ANSWER and setup.cards == ENTERED and last["kind"] in cards
    return last["number"] - 1 if rolled or drawn else None


Worded = Callable[[], Mapping[Any, tuple[str, str, str]]]
"""A function that returns, by an answer's value, the title, note and picture in the reader's
language.
"""


def worded(words: Worded, key: str) -> Any:
    """Return a function that draws a few choices, each with a picture, a word and its effect."""

    def draw(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
        known = words()
        return Control(
            "battles/_choices.html",
            tuple(ControlOption(sent(each), *known[each[key]]) for each in prompt["options"]),
        )

    return draw
