"""The present question, its side and reason, or the result when nothing is asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages.log_wording import latest
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.battles.pages.sides import SideShown, sides
from setup_app.layouts.table_picture import label


def announced(look: PageContext, question: str) -> str:
    """Return the announcement of a screen reader when the page has loaded: what happened, and who
    is asked what. For a past version of the battle, only what had just happened then.
    """
    if look.looks_back:
        return " ".join((_("Looking back."), *latest(look)))
    if question:
        return " ".join((*latest(look), question))
    waiting = waiting_for(look)
    if not waiting:
        return " ".join((*latest(look), *result_words(look)))
    names = _("Waiting for %(names)s.") % {"names": _(" and ").join(waiting)}
    return " ".join((*latest(look), names, *(each.told for each in asked_of(look))))


def waiting_for(look: PageContext) -> tuple[str, ...]:
    """Return the names of those whose answer the battle waits for."""
    names = [
        look.say.player(prompt["side"])
        for prompt in look.view["prompts"]
        if prompt["side"] is not None and not _answered(look, prompt)
    ]
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True)
class Question:
    """A question and the sides that are asked; no side if either may answer.

    `text` speaks to those who are asked, `told` describes it to those who wait, and `why` is the
    rule behind it.
    """

    of: tuple[SideShown, ...]
    text: str
    told: str
    why: str


def asked_of(look: PageContext) -> tuple[Question, ...]:
    """Return the open questions. A question to both sides occurs once, with both of them."""
    shown = sides(look)
    asked: dict[str, tuple[dict[str, Any], list[SideShown]]] = {}
    for prompt in look.view["prompts"]:
        if not _answered(look, prompt):
            text = pages_for(look).question(look, prompt)
            _first, of = asked.setdefault(text, (prompt, []))
            if prompt["side"] is not None:
                of.append(shown[prompt["side"]])
    return tuple(
        Question(
            tuple(of),
            text,
            _told_to_who_waits(look, prompt, of),
            pages_for(look).why(look, prompt),
        )
        for text, (prompt, of) in asked.items()
    )


def _told_to_who_waits(look: PageContext, prompt: dict[str, Any], of: list[SideShown]) -> str:
    """Return what the others are doing, never a question that seems to address the reader."""
    names = tuple(look.say.player(side.side) for side in of)
    if prompt["kind"] == "enter_roll":
        return _("A die is rolled at the table. Either player enters the result.")
    if prompt["kind"] == "sit_down":
        return _("Both players check the table, the house rules and the other list, then join.")
    told = pages_for(look).waits(look, prompt, names) or look.step_title(prompt["rule"])
    return capfirst(told)


def _answered(look: PageContext, prompt: dict[str, Any]) -> bool:
    asking = look.asking(prompt["id"])
    return asking is not None and asking.answered_by is not None


def result_words(look: PageContext) -> tuple[str, ...]:
    """Return how the battle ended, in plain words, and what stands on its table against a rule."""
    if look.view["resigned_by"] is not None:
        return (look.text("act.resigned", side=look.view["resigned_by"]),)
    if look.view["result"] is None:
        return ()
    return (*pages_for(look).result(look), *_by_agreement(look))


def _by_agreement(look: PageContext) -> tuple[str, ...]:
    pieces = (look.view["layout"] or {}).get("pieces", ())
    counted = Counter(label(piece["type"]) for piece in pieces if piece.get("agreed"))
    told = [name if count == 1 else f"{name} × {count}" for name, count in counted.items()]
    if not told:
        return ()
    return (_("Allowed by agreement: %(pieces)s.") % {"pieces": ", ".join(told)},)


def rulings_of(look: PageContext, rule: str | None) -> tuple[str, ...]:
    """Return the rulebook's rulings on a section, for a reader who asks why."""
    return tuple(
        look.text(str(each["text"])) for each in look.rulebook.rulings if each["rule"] == rule
    )
