"""Forms that take a battle to its first turn on paper, for when phones don't work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from setup_app.battles.pages.rulebook_pages import Blank, StepTold, pages_of
from setup_app.engine.values import LogMessage
from setup_app.events.event_prints.documents.players import at_tables
from setup_app.events.event_prints.orders import UNPAIRED
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset
from setup_app.rulebooks import registry
from setup_app.wording.speaker import Speaker


def forms(piece: PrintPart) -> bytes:
    """Return a form for each table with the names of the two players, or a blank one: each step of
    the rulebook in its own words, with what the players write down.
    """
    who = at_tables(piece)
    told = {
        "event": piece.event.name,
        "rulebook": _(registry.rulebook(piece.event.rulebook).title),
        "table": _("Table"),
        "round": _("Round"),
        "players": [_("First player"), _("Second player")],
        "steps": list(_steps(piece.event.rulebook)),
        "forms": [
            {"round": str(at[0]), "table": str(at[1]), "names": list(who[at])}
            if at in who
            else {"round": "", "table": "", "names": []}
            for at in piece.sheets
            if at in who or at == UNPAIRED
        ],
        "keep": _("Keep this sheet. It will be entered when phones work again."),
    }
    return typeset("forms", told, paper=piece.order.paper)


def _steps(name: str) -> Iterator[dict[str, Any]]:
    reader = pages_of(name).reader
    blanks = reader.blanks() if reader.blanks else None
    for step in reader.steps() if reader.steps else _titles(name):
        if blanks is None:
            yield _step(step, (Blank("line", ""), Blank("line", "")))
        elif step.rule in blanks:
            yield _step(step, blanks[step.rule])


def _titles(name: str) -> tuple[StepTold, ...]:
    """Return the titles of a rulebook that describes its steps no further."""
    rulebook = registry.rulebook(name)
    speak = Speaker(rulebook)
    return tuple(
        StepTold(step.rule, speak(LogMessage(f"step.{step.rule}"))) for step in rulebook.steps
    )


def _step(step: StepTold, blanks: tuple[Blank, ...]) -> dict[str, Any]:
    # A step without a number shows only its title.
    numbered = step.rule[:1].isdigit()
    return {
        "rule": step.rule if numbered else "",
        "title": step.title,
        "words": list(step.words),
        "facts": [[fact.label, fact.words] for fact in step.facts],
        "blanks": [asdict(blank) for blank in blanks],
    }
