"""The text of a question of the pre-battle system on the page, and its reason.

The table is seen from either edge, so no text mentions the left or right of a picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from setup_app.battles.pages.look import PageContext
from setup_app.rulebook_pages.pbs_2023_1.deployment_hand import tugs_in_hand
from setup_app.rulebook_pages.pbs_2023_1.own_hidden import under_marker
from setup_app.rulebooks.pbs_2023_1.section_9_prompts import PlacePiece
from setup_app.rulebooks.pbs_2023_1.tables import CARDS

LEFT = _("your left flank sector, as seen from your own edge")
RIGHT = _("your right flank sector, as seen from your own edge")
SENT: Mapping[str, str | Promise] = {
    "1": LEFT,
    "1_touching": _("your left flank sector, as seen from your own edge, touching a table edge"),
    "6": RIGHT,
    "odd": LEFT,
    "even": RIGHT,
}
"""Where a die sends a piece; left and right depend on the player. By `PlacePiece.sent`."""

WHY_SENT: Mapping[str, str | Promise] = {
    "1": _("On a 1 it goes wholly in the left flank sector, as seen by the %(by)s."),
    "1_touching": _(
        "On a 1 it goes wholly in the left flank sector, as seen by the %(by)s, touching a table "
        "edge."
    ),
    "6": _("On a 6 it goes wholly in the right flank sector, as seen by the %(by)s."),
    "odd": _(
        "It goes only in a flank sector. On an odd roll that is the left one, as seen by the "
        "%(by)s."
    ),
    "even": _(
        "It goes only in a flank sector. On an even roll that is the right one, as seen by the "
        "%(by)s."
    ),
}


def question(look: PageContext, prompt: Mapping[str, Any]) -> str:
    """Return the question; it mentions passing only if that is allowed."""
    placed = _sent_to_a_flank(look, prompt)
    if placed is not None:
        sent = str(SENT[placed.sent])
        return look.text("ask.place_piece.diced", type=placed.type, die=placed.die, sent=sent)
    if prompt["kind"] == "deploy" and prompt["about"]["number"]:
        return _to_put_down(look, prompt)
    if prompt["kind"] == "hide":
        return gettext("Hide units or a leader, or finish hiding.")
    if prompt["kind"] == "give_ambush":
        return _who_leads(look, prompt)
    if prompt["kind"] != "play_day_card" or {"card": None} in prompt.get(
        "options", ({"card": None},)
    ):
        return str(prompt["text"])
    day = len(look.view["map"]["days"]) + 1
    return gettext("Day %(day)d of %(days)d: play a card.") % {"day": day, "days": CARDS.days}


def _who_leads(look: PageContext, prompt: Mapping[str, Any]) -> str:
    """Return whose card it is, with the units hidden there for their owner."""
    letter = prompt["about"]["letter"]
    names = under_marker(look, prompt["side"], letter)
    if not names:
        return str(prompt["text"])
    return gettext("Who commands marker %(letter)s (%(names)s)?") % {
        "letter": letter,
        "names": names,
    }


def _to_put_down(look: PageContext, prompt: Mapping[str, Any]) -> str:
    """Return a question that is short enough for a phone; the number in hand stands below. For
    viewers who may know the number in hand, the question never asks for more.
    """
    about = prompt["about"]
    number = about["number"]
    in_hand = tugs_in_hand(look, prompt["id"])
    if in_hand:
        number = min(number, in_hand)
    if about["part"] == "first":
        words = ngettext(
            "Deploy your first %(number)d TUG.",
            "Deploy your first %(number)d TUGs.",
            number,
        )
    else:
        words = ngettext("Deploy %(number)d TUG.", "Deploy %(number)d TUGs.", number)
    return words % {"number": number}


def why(look: PageContext, prompt: Mapping[str, Any]) -> str:
    """Return the rule behind a question."""
    placed = _sent_to_a_flank(look, prompt)
    if placed is None:
        return str(prompt.get("why", ""))
    return str(WHY_SENT[placed.sent]) % {"by": look.word(placed.placed_by).lower()}


def _sent_to_a_flank(look: PageContext, prompt: Mapping[str, Any]) -> PlacePiece | None:
    """Return the piece to be placed, if its die sends it to a flank."""
    if prompt["kind"] != PlacePiece.kind or prompt["about"].get("die") is None:
        return None
    asking = look.asking(prompt["id"])
    placed = asking.prompt if asking else None
    return placed if isinstance(placed, PlacePiece) and placed.sent in SENT else None
