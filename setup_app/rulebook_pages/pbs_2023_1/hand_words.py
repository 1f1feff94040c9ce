"""Which sentences does the board's script say of a step: what is missing, and how far one moves?

Written here with their braces, so that they are translated; the script fills them in.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from setup_app.rulebooks.pbs_2023_1.deployment.pregame_prompts import KINDS
from setup_app.rulebooks.pbs_2023_1.list_words import LIST_WORDS


def step_words() -> dict[str, Any]:
    """What a step still wants, in the reader's language."""
    return {
        "complete": _("All may stand where they are, and nothing is missing."),
        "want_tugs": _("{down} of {asked} TUGs are down: {left} to go."),
        "want_or_hide": _("{down} of {asked} TUGs are down: {left} to go, or to be hidden."),
        "over_tugs": _("{down} TUGs are down, {asked} are asked for: take {left} back."),
        "and_more": _("{names} and {more} more"),
        "want_works": _("Works go down first (10.C). Still in hand: {names}."),
        "want_sugs": _("SUGs go down with your last TUGs: {left} to go."),
        "over_sugs": _("SUGs go down with your last TUGs, not yet: take {names} back."),
        "want_leaders": _("{down} of {asked} leaders are placed: {left} to go."),
        "want_commands": _("Without a leader: {names}."),
        "want_hidden": _("Say who hides under the marker."),
        "want_marker": _("The marker is not on the table yet."),
        "want_marchers": _("Say who marches, or choose no flank: then he bluffs."),
        "want_move": _("It stands where it stood. Move it, or pass."),
        "no_place": _("No place"),
        "has_no_place": _("{label} is said to have no place. The server searches when you send."),
        "no_place_here": _(
            "The page finds no free place for {label}. Tap where it could stand, or say that it"
            " has no place: the server searches."
        ),
        "works": _("works"),
        "without": _("no place"),
        "down_there": _("on the table"),
        "amiss_there": _("on the table, where it may not stand"),
        "open_here": _("Open: {label} may stand here."),
        "closed_here": _("Closed: {reasons}."),
        "no_question": _("Take a unit first, then point at the ground that is closed to it."),
        "asks": _("Tap the table: it is said why the ground there is closed."),
        "kept": _("What you had put down is here again. Undo takes it off."),
        "filled": _("What was down stays; the rest is a suggestion. Undo takes it back."),
        "not_filled": _("No room was found for {names}."),
        "reach": _("{kind}: at most {most} BW from where it stands."),
        "no_reach": _("{kind}: any distance; no limit is set."),
        "moves": {kind: _(LIST_WORDS[f"list.{kind}"]) for kind in KINDS},
    }
