"""The parts of a battle's pages that a rulebook draws itself, and their defaults.

An app per rulebook (`setup_app.rulebook_pages`) calls `register_pages` when it is ready. Every
field of `Pages` has a default: options are buttons labelled with their values, a prompt without
options is answered as JSON, and what a rulebook presents besides table and hands is not drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from setup_app.armies import list_page
from setup_app.armies.wording import word
from setup_app.battles.pages.controls import Card, Control, faces, plain
from setup_app.battles.pages.look import PageContext
from setup_app.engine.rulebook import Rulebook
from setup_app.engine.values import Side
from setup_app.maps.wording import territory_in_words
from terrain.draw.view import View, ViewFrom

Prompt = Mapping[str, Any]
"""A prompt as a view shows it."""

Words = str | Promise


class ReadsLists(Protocol):
    """What words are made by of what is public of a list: a page of a battle, or none yet."""

    @property
    def rulebook(self) -> Rulebook: ...

    def list_word(self, name: str) -> str: ...

    def territory(self, slug: str) -> str: ...


@dataclass(frozen=True)
class ListWords:
    """The words of a rulebook for a list that is in no battle yet."""

    rulebook: Rulebook

    def list_word(self, name: str) -> str:
        """What the rulebook calls a field of a list, as in the middle of a sentence."""
        return word(self.rulebook, name)

    def territory(self, slug: str) -> str:
        """A territory's name."""
        return territory_in_words(self.rulebook, slug)


def public_facts(look: ReadsLists, army: Mapping[str, Any]) -> list[tuple[str, Words]]:
    """What is public of a list; what is among its fields stands in the rulebook's words."""
    said = dict(list_page.facts({**army, "rulebook": look.rulebook.id}))
    known = {capfirst(look.list_word(name)): value for name, value in army.items()}
    return [
        (label, said.get(label) or str(value))
        for label, value in known.items()
        if isinstance(value, str | int | float) or label in said
    ]


HIDDEN_LIST: Words = _("Part of this list is hidden.")
SECRETS: Words = _(
    "Everyone who can see the battle will then see both sides' secrets and the seed. This "
    "cannot be undone."
)
STOPPING: Words = _("The battle ends as it stands. Secrets stay sealed.")
KEPT: Words = _("Secrets stay secret until both players agree to reveal everything.")


@dataclass(frozen=True)
class Said:
    """Sentences of pages that are better said in a rulebook's own words.

    `table_note` stands below the measures of a new table, `until` names how far a battle may go.
    `hidden_list` is said of a list that is not open, `secrets` before everything is laid open, and
    `kept` below that; `stopping` before both end it as it stands.
    """

    table_note: Words = ""
    until: Mapping[str, Words] = field(default_factory=dict)
    hidden_list: Words = HIDDEN_LIST
    secrets: Words = SECRETS
    stopping: Words = STOPPING
    kept: Words = KEPT


@dataclass(frozen=True)
class Editor:
    """How a piece is laid on the table by the page's script, and without it.

    `given` is what the script is given as JSON, and `measures`, in words, of what size the piece
    must be. `typed` are the fields for typed measures that stand for an answer that was refused.
    `moving` is what a worker is asked about a piece that lies already and is to be slid or turned,
    as `setup_app.layouts.shifts` reads it; None where a piece is laid that did not lie before.
    `rows` are the typed fields of several things, from `given`, what is typed and what is wrong
    with it; with them a suggestion is shown in these fields too.
    """

    given: Callable[[PageContext, Prompt], dict[str, Any]]
    typed: Callable[[Mapping[str, Any], Any], Mapping[str, str]] = lambda given, answer: {}
    moving: Callable[[PageContext, Prompt], dict[str, Any] | None] = lambda look, prompt: None
    rows: Callable[[Mapping[str, Any], Mapping[str, str], Mapping[str, str]], Any] | None = None


@dataclass(frozen=True)
class Rail:
    """How the steps stand above the page.

    `short` names them; those in `left_out` are none of their own, and `within` says of such a one
    that is played now within which step it stands.
    """

    short: Mapping[str, Words] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    within: Callable[[PageContext], str | None] = lambda look: None
    beyond: Callable[[PageContext], tuple[str, ...]] = lambda look: ()
    """Steps that this battle does not come to."""


@dataclass(frozen=True)
class Fact:
    """A figure of a step with what it belongs to: "Better by 1", "one step sideways"."""

    label: str
    words: str


@dataclass(frozen=True)
class StepTold:
    """One step of the procedure as it is read; `played` is false where it is only told."""

    rule: str
    title: str
    words: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    played: bool = True


@dataclass(frozen=True)
class Blank:
    """What two players fill in with a pencil at one step.

    A `line` to write on, `ticks` before each of the `words`, a `table` with the `words` as heads
    and a row for each of `rows`, or the `map` of rows and columns that `words` and `rows` name.
    Where `rows` is None a table has a row for each of the two players.
    """

    kind: Literal["line", "ticks", "table", "map"]
    label: str
    words: tuple[str, ...] = ()
    rows: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Reader:
    """The rulebook's own part of the pages on which it is read.

    `steps` tell how it goes; None gives the titles of its steps. `blanks` are, by the rule of a
    step, what is filled in where it is gone through on paper; steps without have no place there.
    `territory` draws one territory and `compared` all of them beside each other: what a fragment is
    given, under `fragment` its name. Without `territory` its territories have no pages. `picture`
    is one territory as an SVG document of a stated size, for links in a chat.
    """

    steps: Callable[[], tuple[StepTold, ...]] | None = None
    blanks: Callable[[], Mapping[str, tuple[Blank, ...]]] | None = None
    territory: Callable[[Rulebook, Mapping[str, Any]], dict[str, Any]] | None = None
    compared: Callable[[Rulebook], dict[str, Any]] | None = None
    picture: Callable[[Rulebook, Mapping[str, Any]], str] | None = None


@dataclass(frozen=True)
class Pages:
    """The rulebook's own part of a battle's pages.

    `controls` draw and `answers` read the form of a prompt, by its kind. `editors` are of kinds
    that lay something on the table: what the page's editor is given. `stage` is what lies on the
    large part of the page before there is a table; None gives the two armies. `explained` are
    sentences for "Why?", besides the prompt's own. `facts` are what is public of a list, `result`
    how it ended, `over` what is drawn below that (`fragment`, and what it needs), `laid_open`
    what of a side is shown once everything is open. `proposed` is where a piece would come to lie
    by an answer that the other side is asked to accept. `hands_beside` says whether hands stand
    beside a question of this step. `entered_cards` are kinds of prompts at which cards
    of a real table are entered. `reader` is for who reads the rulebook and plays no battle.
    """

    controls: Mapping[str, Callable[[PageContext, Prompt, Mapping[str, Any]], Control]] = field(
        default_factory=dict
    )
    answers: Mapping[str, Callable[[QueryDict, Mapping[str, float]], Any]] = field(
        default_factory=dict
    )
    editors: Mapping[str, Editor] = field(default_factory=dict)
    card: Callable[[PageContext, str | None], Card] = Card.of
    stage: Callable[[PageContext, Prompt | None], dict[str, Any] | None] = lambda look, prompt: None
    question: Callable[[PageContext, Prompt], str] = lambda look, prompt: str(prompt["text"])
    why: Callable[[PageContext, Prompt], str] = lambda look, prompt: str(prompt.get("why", ""))
    """The rule behind a question, in words that suit the page."""
    explained: Callable[[PageContext, Prompt], tuple[str, ...]] = lambda look, prompt: ()
    follows: Callable[[PageContext, Prompt], str] = lambda look, prompt: ""
    """What comes of an answer, in one sentence below the question."""
    waits: Callable[[PageContext, Prompt, tuple[str, ...]], str] = lambda look, prompt, names: ""
    """The same question for who waits: what they do who are named, in the third person. None are
    named where it is put to either side. Without such words the title of the step stands there."""
    facts: Callable[[ReadsLists, Mapping[str, Any]], list[tuple[str, Words]]] = public_facts
    result: Callable[[PageContext], tuple[str, ...]] = lambda look: ()
    over: Callable[[PageContext], dict[str, Any] | None] = lambda look: None
    reminder: Callable[[PageContext], dict[str, Any] | None] = lambda look: None
    """What who looks keeps secret himself, below whatever is asked: `fragment`, and its needs."""
    laid_open: Callable[[PageContext, Side], dict[str, Any]] = lambda look, side: {}
    proposed: Callable[[PageContext, Mapping[str, Any]], Any] = lambda look, proposal: None
    marks: Callable[[PageContext, View], str] = lambda look, view: ""
    """What stands on the table besides its ground, as SVG, where this viewer may see it."""
    marks_told: Callable[[PageContext, ViewFrom], list[str]] = lambda look, edge: []
    hands_beside: Callable[[str], bool] = lambda rule: True
    entered_cards: tuple[str, ...] = ()
    rail: Rail = field(default_factory=Rail)
    said: Said = field(default_factory=Said)
    reader: Reader = field(default_factory=Reader)


_registered: dict[str, Pages] = {}
_DEFAULT = Pages()


def register_pages(rulebook: str, pages: Pages) -> None:
    """Set the pages of the rulebook with this id. Raises `ValueError` if it has other pages."""
    if _registered.setdefault(rulebook, pages) is not pages:
        raise ValueError(f"{rulebook} has pages already")


def pages_of(rulebook: str) -> Pages:
    """Return the pages of a rulebook, or the defaults if no app registered any."""
    return _registered.get(rulebook, _DEFAULT)


def pages_for(look: PageContext) -> Pages:
    """The pages of the battle that is looked at."""
    return pages_of(look.row.rulebook)


def control_for(look: PageContext, prompt: Prompt) -> Control:
    """The control of a prompt that may be answered on this page."""
    draw = pages_for(look).controls.get(prompt["kind"])
    if draw is not None:
        return draw(look, prompt, look.view)
    return faces(look, prompt) if prompt["kind"] == "enter_roll" else plain(look, prompt)
