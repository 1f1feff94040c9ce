"""What happens once a question of the pre-battle system is answered? One sentence below it.

Where every choice says by itself what it leads to, nothing more is said.
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
SEALED = _("It stays sealed until both have chosen, then both are turned up; the card is gone.")
FOLLOWS: Mapping[str, str | Promise] = {
    "play_territory_card": SEALED,
    "play_day_card": SEALED,
    "choose_territory": _("Its map is laid out then, and the marker put on it."),
    "place_marker": _("The five days begin from there."),
    "keep_cards": _("The others are put aside. Nobody sees which you keep."),
    "select_optional": _("They are placed in turn, once both have selected."),
    "move_piece": _("After that the piece lies for good."),
    "turn_piece": _("After that the piece lies for good."),
    "camp_right": _("It is said before the first camp stands, and stays so."),
    "place_camp": _("Both see it at once. TUGs follow."),
    "deploy": _("The other side sees the figures, not which entries of your list they are."),
    "hide": _("The other side sees a marker, or one leader more beside the camp; nothing else."),
    "place_leaders": _("Who stands where and commands whom is open at once."),
    "give_ambush": _("The other side learns that it was given, not to whom."),
    "pregame_move": _("A unit moves once. Who passes is out of this round."),
    "choose_type.secure_flank": _("You place it at once."),
    "choose_type.compulsory": _("It is placed once all of them are selected."),
    "choose_type.place_next": _("You place it at once."),
}
MAY_BE_MOVED = _("Then the other side rolls: on %(slide)d or more it may move the piece.")
MAY_BE_REMOVED = _("Then the other side rolls: on a %(remove)d it may take the piece off.")


def follows(look: PageContext, prompt: Mapping[str, Any]) -> str:
    """What comes of an answer, in one sentence; nothing where the choices say so themselves."""
    kind, about = prompt["kind"], prompt["about"]
    if kind == "place_piece":
        return _opposed(look, about)
    if kind == MoveMarker.kind:
        return _walked(look, prompt)
    return str(FOLLOWS.get(f"{kind}.{about.get('purpose', '')}", FOLLOWS.get(kind, "")))


def _opposed(look: PageContext, about: Mapping[str, Any]) -> str:
    """What the opponent's die may do to a piece; nothing where none is rolled."""
    if about["slot"] in UNOPPOSED:
        return ""
    if about["die"] is None and not look.played.setup.settings["undiced_opposed"]:
        return ""
    moves = may_be_moved(look.view["map"]["territory"], about["type"])
    words = MAY_BE_MOVED if moves else MAY_BE_REMOVED
    return str(words) % {"slide": GROUND.opponent.slide, "remove": GROUND.opponent.remove}


def _walked(look: PageContext, prompt: Mapping[str, Any]) -> str:
    """How far the better card moves the marker, and that the day ends with it."""
    asking = look.asking(prompt["id"])
    walk = asking.prompt if asking else None
    if not isinstance(walk, MoveMarker):
        return ""
    move = next(each for each in CARDS.moves if each.better == walk.difference)
    exact = look.played.setup.settings["walk_move"] == "exact"
    words = _ways(move.steps)[exact, move.diagonal]
    return words % {"steps": move.steps}


def _ways(steps: int) -> dict[tuple[bool, bool], str]:
    """By whether so many steps must be gone, and whether each may be diagonal."""
    return {
        (False, False): ngettext(
            "Move it one step to a side, or leave it; then the day is over.",
            "Move it up to %(steps)d steps to a side, or leave it; then the day is over.",
            steps,
        ),
        (False, True): ngettext(
            "Move it one step, to a side or diagonally, or leave it; then the day is over.",
            "Move it up to %(steps)d steps, each to a side or diagonally, or leave it; then the day"
            " is over.",
            steps,
        ),
        (True, False): ngettext(
            "Move it one step to a side; then the day is over.",
            "Move it %(steps)d steps to a side; then the day is over.",
            steps,
        ),
        (True, True): ngettext(
            "Move it one step, to a side or diagonally; then the day is over.",
            "Move it %(steps)d steps, each to a side or diagonally; then the day is over.",
            steps,
        ),
    }
