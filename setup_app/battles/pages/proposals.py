"""Open proposals of one side, and their effect."""

from __future__ import annotations

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.battles.pages import broken_rules, live_refusals
from setup_app.battles.pages.look import PageContext
from setup_app.battles.pages.rulebook_pages import pages_for
from setup_app.engine.rulebook import CHANCE_AFTER_BACK
from setup_app.engine.values import other
from setup_app.layouts.table_picture import label, outlines
from setup_app.wording.place_refusals import name_of


def get_proposal(look: PageContext) -> dict[str, Any] | None:
    """Return the proposal of one side that the other has not answered; None if there is none."""
    for proposal in look.view["proposals"]:
        side = proposal["side"]
        mine = look.holding.acting is not None and side == look.holding.acting
        stated = proposal.get("violations", ())
        violations = broken_rules.proposed(look, look.view["layout"], stated)
        return {
            "id": proposal["id"],
            "kind": proposal["kind"],
            "by": capfirst(look.say.player(side)) if side is not None else "",
            "mine": mine,
            # On a shared device both players see the place, and the page names who decides.
            "decides": capfirst(look.say.player(other(side)))
            if look.holding.both and side is not None
            else "",
            "may_answer": bool(look.holding.sides) and not mine,
            "broken": violations,
            "line": _line_at(look, proposal.get("to")),
            "again": _again(look),
            "piece": name_of(type_, look.say) if (type_ := _type_of(look, proposal)) else "",
            "given": {
                "kind": "shown",
                "label": label(type_) if type_ else "",
                "draft": _proposed(look, proposal),
                "others": outlines(look.view["layout"]),
                "faults": live_refusals.describe_violations(violations),
                **_zones(look, proposal),
            },
        }
    return None


def _zones(look: PageContext, proposal: dict[str, Any]) -> dict[str, Any]:
    """Return the zones in which the piece would have to lie; the page draws how far it is outside
    them.
    """
    asked = next((p for p in look.view["prompts"] if p["id"] == proposal.get("prompt")), None)
    editor = pages_for(look).editors.get(asked["kind"]) if asked else None
    given = editor.given(look, asked) if editor and asked else {}
    return {name: given.get(name, []) for name in ("zones", "sectors")}


def _proposed(look: PageContext, proposal: dict[str, Any]) -> dict[str, Any] | None:
    """Return the outline that the other side is asked to accept: of a placed piece or of a moved
    one.
    """
    answer = proposal.get("answer") or {}
    found = answer.get("outline") if isinstance(answer, dict) else None
    outline = found or pages_for(look).proposed(look, proposal)
    return {"outline": outline} if outline else None


def _type_of(look: PageContext, proposal: dict[str, Any]) -> str:
    """Return the type of the piece that a proposal is about; empty if it is about none."""
    asked = (each for each in look.view["prompts"] if each["id"] == proposal.get("prompt"))
    return next((str(each["about"].get("type", "")) for each in asked), "")


def _line_at(look: PageContext, to: int | None) -> str:
    """Return the first line that going back to version `to` would undo."""
    if to is None:
        return ""
    for entry in look.lines:
        if entry["number"] > to and entry["text"]:
            return str(entry["text"][0])
    return _("the last step")


def _again(look: PageContext) -> str:
    """Return what happens to the dice and draws after going back."""
    if look.played.setup.settings.get(CHANCE_AFTER_BACK.name) == "fresh":
        return _("Everything after it is undone too. New rolls and draws may come out differently.")
    return _(
        "Everything after it is undone too. Rolls and draws by the server will come out the "
        "same again."
    )
