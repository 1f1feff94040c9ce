"""One sentence below a question about what happens after an answer.

Questions whose options explain themselves have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from setup_app.battles.pages.look import PageContext
from setup_app.rulebooks.pbs_2023_1.section_8_prompts import MoveMarker
from setup_app.rulebooks.pbs_2023_1.section_9b import may_be_moved
from setup_app.rulebooks.pbs_2023_1.tables import CARDS, GROUND

UNOPPOSED = ("secure_flank", "settlement")
SEALED = _(
    "Your choice stays sealed until both have chosen, then both are revealed. The card is used up."
)
FOLLOWS: Mapping[str, str | Promise] = {
    "play_territory_card": SEALED,
    "play_day_card": SEALED,
    "choose_territory": _("Next, the army marker goes on its map."),
    "place_marker": _("The five days start from this square."),
    "keep_cards": _("The rest are set aside. No one sees which cards you keep."),
    "choose_sector": _("A flank sector becomes secure; the centre secures nothing."),
    "select_optional": _("Once both sides have chosen, you take turns placing them."),
    "move_piece": _("After this, the piece stays where it is."),
    "turn_piece": _("After this, the piece stays where it is."),
    "camp_right": _("You decide before the first camp is placed, and cannot change it later."),
    "place_camp": _("Both players see it at once. TUGs come next."),
    "deploy": _("Your opponent sees the figures, but not which list entries they are."),
    "hide": _("Your opponent sees only a marker, or one more leader beside the camp."),
    "place_leaders": _("Positions and commands are public at once."),
    "give_ambush": _("Your opponent sees that you gave the card, but not to which leader."),
    "pregame_move": _("Each unit moves once. If you pass, you are out of this round."),
    "choose_type.secure_flank": _("You place it next."),
    "choose_type.compulsory": _("You place it once all compulsory pieces are chosen."),
    "choose_type.place_next": _("You place it next."),
}
MAY_BE_MOVED = _("Your opponent then rolls: on %(slide)d or more they may move the piece.")
MAY_BE_REMOVED = _("Your opponent then rolls: on a %(remove)d they may remove the piece.")


def follows(look: PageContext, prompt: Mapping[str, Any]) -> str:
    """Return the effect of an answer in one sentence; empty if the choices state it themselves."""
    kind, about = prompt["kind"], prompt["about"]
    if kind == "place_piece":
        return _opposed(look, about)
    if kind == MoveMarker.kind:
        return _walked(look, prompt)
    return str(FOLLOWS.get(f"{kind}.{about.get('purpose', '')}", FOLLOWS.get(kind, "")))


def _opposed(look: PageContext, about: Mapping[str, Any]) -> str:
    """Return what the opponent's die may do to a piece; empty if none is rolled."""
    if about["slot"] in UNOPPOSED:
        return ""
    if about["die"] is None and not look.played.setup.settings["undiced_opposed"]:
        return ""
    moves = may_be_moved(look.view["map"]["territory"], about["type"])
    words = MAY_BE_MOVED if moves else MAY_BE_REMOVED
    return str(words) % {"slide": GROUND.opponent.slide, "remove": GROUND.opponent.remove}


def _walked(look: PageContext, prompt: Mapping[str, Any]) -> str:
    """Return how far the better card moves the marker, and that the day ends with it."""
    asking = look.asking(prompt["id"])
    walk = asking.prompt if asking else None
    if not isinstance(walk, MoveMarker):
        return ""
    move = next(each for each in CARDS.moves if each.better == walk.difference)
    exact = look.played.setup.settings["walk_move"] == "exact"
    words = _ways(move.steps)[exact, move.diagonal]
    return words % {"steps": move.steps}


def _ways(steps: int) -> dict[tuple[bool, bool], str]:
    """Return the sentences for a number of steps, by whether all must be taken, and whether each
    may be diagonal.
    """
    return {
        (False, False): ngettext(
            "Move it one step, not diagonally, or leave it. This ends the day.",
            "Move it up to %(steps)d steps, not diagonally, or leave it. This ends the day.",
            steps,
        ),
        (False, True): ngettext(
            "Move it one step in any direction, or leave it. This ends the day.",
            "Move it up to %(steps)d steps, each in any direction, or leave it. This ends the day.",
            steps,
        ),
        (True, False): ngettext(
            "Move it one step, not diagonally. This ends the day.",
            "Move it %(steps)d steps, not diagonally. This ends the day.",
            steps,
        ),
        (True, True): ngettext(
            "Move it one step in any direction. This ends the day.",
            "Move it %(steps)d steps, each in any direction. This ends the day.",
            steps,
        ),
    }
