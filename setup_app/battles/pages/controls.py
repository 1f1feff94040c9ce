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
    """A card as it is drawn: by colour, numeral, sign and word."""

    colour: str
    numeral: str
    word: str
    icon: str

    @classmethod
    def of(cls, look: PageContext, name: str | None) -> Card:
        """A card of which only the name is known."""
        return cls("", "", look.word(name) if name else "", "")


@dataclass(frozen=True)
class ControlOption:
    """One thing that can be chosen: `value` is what is sent, `note` says what happens then."""

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
    """What is drawn for a prompt: a template fragment, its choices, and what the button says.

    `told` is a fragment below "Why?"; a control that `shows_hand` needs none beside it.
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
    """A prompt of a kind that nobody has drawn: its options, else its answer as JSON."""
    if "options" not in prompt:
        return Control("battles/_typed.html", lots=json.dumps(prompt["answer"], indent=1))
    choices = tuple(ControlOption(sent(each), _in_words(look, each)) for each in prompt["options"])
    return Control("battles/_choices.html", choices)


def _in_words(look: PageContext, answer: Any) -> str:
    """An answer of a kind that nobody has drawn: its words, where it holds only such."""
    values = list(answer.values()) if isinstance(answer, Mapping) else [answer]
    if all(isinstance(each, (str, int, float)) for each in values):
        return ", ".join(look.word(str(each)) for each in values)
    return sent(answer)


def faces(look: PageContext, prompt: Mapping[str, Any]) -> Control:
    """The faces of a die that the players roll."""
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
    """The version to go back to so that what was entered last, a die or cards, is entered anew.

    `cards` are the kinds of prompts at which entered cards are told. None where the last that
    happened was not entered from a real table, and where nobody here may propose to go back. What
    its giver can take back alone is not asked for here.
    """
    first, setup = look.played.run.sat_down_at, look.played.setup
    if not look.holding.sides or look.read_only or look.view["closed"] or first is None:
        return None
    standing = (
        entry
        for entry in reversed(look.lines)
        if not entry["undone"] and entry["type"] not in (ACT, FINDING)
    )
    last = next(standing, None)
    if last is None or last["number"] <= first:
        return None
    rolled = last["type"] == CHANCE and setup.dice == ENTERED
    drawn = last["type"] == ANSWER and setup.cards == ENTERED and last["kind"] in cards
    return last["number"] - 1 if rolled or drawn else None


Worded = Callable[[], Mapping[Any, tuple[str, str, str]]]
"""Makes, by an answer's value, title, note and picture, in the reader's language."""


def worded(words: Worded, key: str) -> Any:
    """Draws few choices, each with a picture, a word and what follows from it."""

    def draw(look: PageContext, prompt: Mapping[str, Any], view: Mapping[str, Any]) -> Control:
        known = words()
        return Control(
            "battles/_choices.html",
            tuple(ControlOption(sent(each), *known[each[key]]) for each in prompt["options"]),
        )

    return draw
