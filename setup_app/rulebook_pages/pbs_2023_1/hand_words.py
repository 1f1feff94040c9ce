"""Sentences for the board's script: what is missing in a step, and how far a unit may move.

They are translated here with their braces; the script fills them in.
"""

from __future__ import annotations

from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from setup_app.rulebooks.pbs_2023_1.deployment.pregame_prompts import KINDS
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS


def step_words() -> dict[str, Any]:
    """Return what a step still requires, in the reader's language."""
    return {
        "complete": _("All legal. Ready to confirm."),
        "want_tugs": _("{down} of {asked} TUGs deployed: {left} to go."),
        "want_or_hide": _("{down} of {asked} TUGs deployed: {left} to deploy, or to hide later."),
        "over_tugs": _("{down} TUGs deployed, {asked} needed: pick up {left}."),
        "and_more": _("{names} and {more} more"),
        "want_works": _("Deploy works first (10.D). Still in hand: {names}."),
        "want_sugs": _("Deploy SUGs with your last TUGs: {left} to go."),
        "over_sugs": _("SUGs deploy with your last TUGs. For now, pick up {names}."),
        "want_leaders": _("{down} of {asked} leaders placed: {left} to go."),
        "want_commands": _("No commander yet: {names}."),
        "want_hidden": _("Choose the units under the marker."),
        "want_marker": _("Place the marker on the table."),
        "want_marchers": _("Choose units to march, or set the flank to “none (bluff)”."),
        "want_move": _("It has not moved. Move it or pass."),
        "no_place": _("No room"),
        "has_no_place": _("No room for {label}. The server checks this when you confirm."),
        "no_place_here": _(
            "No free space found for {label}. Tap a spot for it, or press No room to have the "
            "server search."
        ),
        "works": _("works"),
        "without": _("no room"),
        "down_there": _("on the table"),
        "amiss_there": _("on the table, not allowed there"),
        "open_here": _("{label} may go here."),
        "closed_here": _("Not here: {reasons}."),
        "no_question": _("Select a unit first, then point at a spot."),
        "asks": _("Tap a spot to see why it is not allowed."),
        "kept": _("We restored what you had placed. Undo removes it."),
        "filled": _("What you placed stays; the rest is a suggestion. Undo removes it."),
        "not_filled": _("No room found for {names}."),
        "reach": _("{kind}: may move up to {most} BW."),
        "no_reach": _("{kind}: may move any distance."),
        "moves": {kind: capfirst(_(LIST_WORDS[f"list.{kind}"])) for kind in KINDS},
    }
