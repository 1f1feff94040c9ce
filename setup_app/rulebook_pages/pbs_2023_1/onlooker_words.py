"""What does who waits read of the pre-battle system's questions? What the others do, by name.

It is made of what everybody may know of a question: who is asked, of what piece, on which day.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from setup_app.battles.pages.look import PageContext
from setup_app.rulebooks.pbs_2023_1.tables import CARDS

ONE: Mapping[str, Any] = {
    "invade_or_defend": _("%(names)s won the roll and chooses whether to invade or to defend."),
    "strategic_intercept": _("%(names)s chooses whether to make a strategic intercept."),
    "play_territory_card": _("%(names)s chooses in secret what to play for the territory."),
    "play_day_card": _("Day %(day)d of %(days)d: %(names)s chooses in secret what to play."),
    "choose_territory": _("%(names)s chooses the territory."),
    "place_marker": _("%(names)s puts the army marker on a box of the map."),
    "move_marker": _("%(names)s had the better card and moves the marker."),
    "keep_cards": _("%(names)s chooses in secret which unplayed cards to keep for scouting."),
    "choose_type.secure_flank": _("%(names)s chooses the terrain of a secure flank."),
    "choose_type.compulsory": _("%(names)s selects a type for a compulsory slot."),
    "choose_type.place_next": _("%(names)s chooses which piece to place next."),
    "select_optional": _("%(names)s selects optional terrain: none, one or two pieces."),
    "dice_or_not": _("%(names)s chooses whether to roll for the %(type)s or to place it without."),
    "place_piece": _("%(names)s places the %(type)s without dice."),
    "place_piece.diced": _("%(names)s rolled %(die)d and places the %(type)s where it sends it."),
    "place_piece.secure_flank": _("%(names)s places the %(type)s of a secure flank."),
    "place_piece.settlement": _("%(names)s places the %(type)s in its owner’s half."),
    "oppose": _("%(names)s rolled %(die)d and decides what happens to the %(type)s."),
    "move_piece": _("%(names)s slides the %(type)s or leaves it."),
    "turn_piece": _("%(names)s turns the %(type)s or leaves it."),
    "garrison": _("%(names)s chooses in secret what holds the settlement."),
    "camp_right": _("%(names)s chooses whether the camp goes into terrain."),
    "place_camp": _("%(names)s places the camp."),
    "deploy": ngettext_lazy(
        "%(names)s puts down %(number)d TUG, or all that are in hand.",
        "%(names)s puts down %(number)d TUGs, or all that are in hand.",
        "number",
    ),
    "deploy.skirmishers": _("%(names)s puts down the SUGs that are left."),
    "hide": _("%(names)s hides units in ambush or on a flank march, or hides nobody more."),
    "place_leaders": _("%(names)s places the leaders and names their commands."),
    "give_ambush": _("%(names)s gives the card of ambush marker %(letter)s to a leader in secret."),
    "pregame_move": _("%(names)s moves a unit before the game, or passes."),
}
"""By kind, and by what a question of that kind is about, where one side is asked."""

BOTH: Mapping[str, Any] = {
    "play_territory_card": _("%(names)s choose in secret what to play for the territory."),
    "play_day_card": _("Day %(day)d of %(days)d: %(names)s choose in secret what to play."),
    "keep_cards": _("%(names)s choose in secret which unplayed cards to keep for scouting."),
    "garrison": _("%(names)s choose in secret what holds the settlements."),
}

EITHER: Mapping[str, Any] = {
    "turned_up": _("Both turn up their cards; either of them enters what they show."),
    "turned_up_scouting": _("Scouting cards are turned up; either of them enters which count."),
}
"""Where a question is put to no side alone: cards of a real table."""


def waits(look: PageContext, prompt: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """What they do for whom one waits; nothing where there are no words for it."""
    about = prompt["about"]
    said = EITHER if not names else ONE if len(names) == 1 else BOTH
    words = said.get(_kind(prompt), said.get(prompt["kind"]))
    if words is None:
        return ""
    about_it = {
        "names": _now(" and ").join(names),
        "type": look.word(about["type"]).lower() if "type" in about else "",
        "die": about.get("die"),
        "day": len((look.view["map"] or {}).get("days", ())) + 1,
        "days": CARDS.days,
        "number": about.get("number", 0),
        "letter": about.get("letter", ""),
    }
    # A number of things chooses its words with what is put in.
    return str(words % about_it)


def _kind(prompt: Mapping[str, Any]) -> str:
    about = prompt["about"]
    if prompt["kind"] == "place_piece":
        diced = about["die"] is not None
        return f"place_piece.{'diced' if diced else about['slot']}"
    if prompt["kind"] == "deploy" and about.get("number") == 0:
        return "deploy.skirmishers"
    return f"{prompt['kind']}.{about.get('purpose', '')}"
