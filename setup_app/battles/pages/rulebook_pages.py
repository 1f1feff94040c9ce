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
    """The parts of a page from which a rulebook puts the public part of a list into words. The page
    may belong to a battle or to none yet.
    """

    @property
    def rulebook(self) -> Rulebook: ...

    def list_word(self, name: str) -> str: ...

    def territory(self, slug: str) -> str: ...


@dataclass(frozen=True)
class ListWords:
    """A rulebook's wording for a list that is in no battle yet."""

    rulebook: Rulebook

    def list_word(self, name: str) -> str:
        """Return the rulebook's name of a list field, as in the middle of a sentence."""
        return word(self.rulebook, name)

    def territory(self, slug: str) -> str:
        """Return a territory's name."""
        return territory_in_words(self.rulebook, slug)


def public_facts(look: ReadsLists, army: Mapping[str, Any]) -> list[tuple[str, Words]]:
    """Return the public facts of a list, with its fields in the rulebook's wording."""
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
    """Sentences for pages that a rulebook may put into its own words.

    `table_note` stands below the measures of a new table; `until` names how far a battle may go.
    `hidden_list` describes a list that is not open. `secrets` stands before everything is revealed,
    `kept` below it, and `stopping` before both players end the battle as it stands.
    """

    table_note: Words = ""
    until: Mapping[str, Words] = field(default_factory=dict)
    hidden_list: Words = HIDDEN_LIST
    secrets: Words = SECRETS
    stopping: Words = STOPPING
    kept: Words = KEPT


@dataclass(frozen=True)
class Editor:
    """How a player places a piece with the page's script and without it.

    `given` is the script's data as JSON; `measures` says in words how large the piece must be.
    `typed` are the fields for typed measures of a refused answer. `moving` is the worker's argument
    for a piece that already lies and is slid or turned, as `setup_app.layouts.shifts` reads it;
    None for a new piece. `rows` are the typed fields for several things, made from `given`, the
    typed values and their errors; with them a suggestion fills these fields too.
    """

    given: Callable[[PageContext, Prompt], dict[str, Any]]
    typed: Callable[[Mapping[str, Any], Any], Mapping[str, str]] = lambda given, answer: {}
    moving: Callable[[PageContext, Prompt], dict[str, Any] | None] = lambda look, prompt: None
    rows: Callable[[Mapping[str, Any], Mapping[str, str], Mapping[str, str]], Any] | None = None


@dataclass(frozen=True)
class Rail:
    """How the steps stand above the page.

    `short` names the steps. Those in `left_out` do not appear; for such a step, `within` returns
    the step that contains it now, and `parts` the step that contains its lines of the log.
    """

    short: Mapping[str, Words] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    within: Callable[[PageContext], str | None] = lambda look: None
    beyond: Callable[[PageContext], tuple[str, ...]] = lambda look: ()
    """Steps that this battle does not reach."""
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Fact:
    """A figure of a step with its effect: "Better by 1", "one step sideways"."""

    label: str
    words: str


@dataclass(frozen=True)
class StepTold:
    """One step of the procedure for reading; `played` is false for a step that is only
    described.
    """

    rule: str
    title: str
    words: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    played: bool = True


@dataclass(frozen=True)
class Blank:
    """What two players fill in with a pencil at one step.

    It is a `line` to write on, `ticks` before each of the `words`, a `table` with the `words` as
    heads and a row for each of `rows`, or the `map` of rows and columns that `words` and `rows`
    name. If `rows` is None, a table has a row for each of the two players.
    """

    kind: Literal["line", "ticks", "table", "map"]
    label: str
    words: tuple[str, ...] = ()
    rows: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Reader:
    """A rulebook's own part of the pages that present the rulebook.

    `steps` describe the procedure; None gives the titles of its steps. `blanks` are, by the rule of
    a step, what players fill in on paper; steps without blanks do not appear there. `territory`
    draws one territory and `compared` all of them beside each other: each returns the context of a
    fragment, with its name under `fragment`. Without `territory`, the territories have no pages.
    `picture` is one territory as an SVG document of a given size, for links in a chat.
    """

    steps: Callable[[], tuple[StepTold, ...]] | None = None
    blanks: Callable[[], Mapping[str, tuple[Blank, ...]]] | None = None
    territory: Callable[[Rulebook, Mapping[str, Any]], dict[str, Any]] | None = None
    compared: Callable[[Rulebook], dict[str, Any]] | None = None
    picture: Callable[[Rulebook, Mapping[str, Any]], str] | None = None


@dataclass(frozen=True)
class Pages:
    """A rulebook's own part of a battle's pages.

    `controls` draw and `answers` read the form of a prompt, by its kind. `editors` are for kinds
    that place something on the table and give the data of the page's editor. `stage` is the large
    part of the page before there is a table; None gives the two armies. `explained` are sentences
    for "Why?", besides the prompt's own. `facts` are the public facts of a list, `result` says how
    the battle ended, and `over` is the drawing below that (`fragment` and its context). `laid_open`
    is what a side shows once everything is revealed. `proposed` is where a piece would come to lie
    by an answer that the other side is asked to accept. `hands_beside` says whether hands stand
    beside a question of this step. `entered_cards` are kinds of prompts that enter the cards of a
    real table. `reader` is for people who read the rulebook and play no battle.
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
    """The effect of an answer, in one sentence below the question."""
    waits: Callable[[PageContext, Prompt, tuple[str, ...]], str] = lambda look, prompt, names: ""
    """The same question for those who wait: what the named players are doing, in the third person.
    No player is named if either side may answer. Without such a text the page shows the title of
    the step.
    """
    facts: Callable[[ReadsLists, Mapping[str, Any]], list[tuple[str, Words]]] = public_facts
    result: Callable[[PageContext], tuple[str, ...]] = lambda look: ()
    over: Callable[[PageContext], dict[str, Any] | None] = lambda look: None
    reminder: Callable[[PageContext], dict[str, Any] | None] = lambda look: None
    """The viewer's own secrets, below every question: `fragment` and its context."""
    laid_open: Callable[[PageContext, Side], dict[str, Any]] = lambda look, side: {}
    proposed: Callable[[PageContext, Mapping[str, Any]], Any] = lambda look, proposal: None
    marks: Callable[[PageContext, View], str] = lambda look, view: ""
    """The SVG marks on the table besides its terrain, as far as this viewer may see them."""
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
    """Return the pages of the battle on this page."""
    return pages_of(look.row.rulebook)


def control_for(look: PageContext, prompt: Prompt) -> Control:
    """Return the control of a prompt that this page may answer."""
    draw = pages_for(look).controls.get(prompt["kind"])
    if draw is not None:
        return draw(look, prompt, look.view)
    return faces(look, prompt) if prompt["kind"] == "enter_roll" else plain(look, prompt)
