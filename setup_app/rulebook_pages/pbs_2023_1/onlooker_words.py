"""Questions of the pre-battle system as those who wait read them: what the others do, by name.

They use only what everyone may know of a question: who is asked, about which piece, on which day.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from setup_app.battles.pages.look import PageContext
from setup_app.rulebooks.pbs_2023_1.tables import CARDS

ONE: Mapping[str, Any] = {
    "invade_or_defend": _(
        "%(names)s won the roll-off and is choosing whether to invade or defend."
    ),
    "strategic_intercept": _("%(names)s is deciding whether to make a strategic intercept."),
    "play_territory_card": _("%(names)s is secretly choosing a card for the territory."),
    "play_day_card": _("Day %(day)d of %(days)d: %(names)s is secretly choosing a card."),
    "choose_territory": _("%(names)s is choosing the territory."),
    "place_marker": _("%(names)s is placing the army marker on the map."),
    "move_marker": _("%(names)s had the better card and is moving the marker."),
    "keep_cards": _("%(names)s is secretly choosing which cards to keep for scouting."),
    "choose_type.secure_flank": _("%(names)s is choosing terrain for the secure flank."),
    "choose_type.compulsory": _("%(names)s is choosing a compulsory terrain piece."),
    "choose_type.place_next": _("%(names)s is choosing which piece to place next."),
    "choose_sector": _("%(names)s is choosing which sector a secure-flank piece belongs to."),
    "select_optional": _("%(names)s is choosing optional terrain: none, one or two pieces."),
    "dice_or_not": _("%(names)s is deciding whether to roll for a piece or place it without dice."),
    "place_piece": _("%(names)s is placing the %(type)s without dice."),
    "place_piece.diced": _("%(names)s rolled %(die)d and is placing the %(type)s."),
    "place_piece.secure_flank": _("%(names)s is placing the %(type)s on the secure flank."),
    "place_piece.settlement": _("%(names)s is placing the %(type)s in their own half."),
    "oppose": _("%(names)s rolled %(die)d and is deciding what happens to the %(type)s."),
    "move_piece": _("%(names)s may slide the %(type)s or leave it."),
    "turn_piece": _("%(names)s may turn the %(type)s or leave it."),
    "garrison": _("%(names)s is secretly choosing a garrison for the settlement."),
    "camp_right": _("%(names)s is deciding whether to put the camp in terrain."),
    "place_camp": _("%(names)s is placing the camp."),
    "deploy": ngettext_lazy(
        "%(names)s is deploying %(number)d TUG, or all that are left.",
        "%(names)s is deploying %(number)d TUGs, or all that are left.",
        "number",
    ),
    "deploy.skirmishers": _("%(names)s is deploying the remaining SUGs."),
    "hide": _("%(names)s is hiding units."),
    "place_leaders": _("%(names)s is placing leaders and assigning commands."),
    "give_ambush": _(
        "%(names)s is secretly giving the card for ambush marker %(letter)s to a leader."
    ),
    "pregame_move": _("%(names)s may make a pre-game move."),
}
"""The sentences by kind of question, and by its subject, if one side is asked."""

BOTH: Mapping[str, Any] = {
    "play_territory_card": _("%(names)s are secretly choosing cards for the territory."),
    "play_day_card": _("Day %(day)d of %(days)d: %(names)s are secretly choosing cards."),
    "keep_cards": _("%(names)s are secretly choosing which cards to keep for scouting."),
    "garrison": _("%(names)s are secretly choosing garrisons for the settlements."),
}

EITHER: Mapping[str, Any] = {
    "turned_up": _("Both players turn up their cards; either one enters the result."),
    "turned_up_scouting": _(
        "Both players turn up scouting cards; either one enters those that count."
    ),
}
"""The sentences of questions that either side may answer: cards of a real table."""


def waits(look: PageContext, prompt: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Return what the awaited players are doing; empty if there is no sentence for it."""
    about = prompt["about"]
    said = EITHER if not names else ONE if len(names) == 1 else BOTH
    words = said.get(_kind(prompt), said.get(prompt["kind"]))
    if words is None:
        return ""
    about_it = {
        "names": gettext(" and ").join(names),
        "type": look.word(about["type"]).lower() if "type" in about else "",
        "die": about.get("die"),
        "day": len((look.view["map"] or {}).get("days", ())) + 1,
        "days": CARDS.days,
        "number": about.get("number", 0),
        "letter": about.get("letter", ""),
    }
    # A plural chooses its form by the number that is filled in.
    return str(words % about_it)


def _kind(prompt: Mapping[str, Any]) -> str:
    about = prompt["about"]
    if prompt["kind"] == "place_piece":
        diced = about["die"] is not None
        return f"place_piece.{'diced' if diced else about['slot']}"
    if prompt["kind"] == "deploy" and about.get("number") == 0:
        return "deploy.skirmishers"
    return f"{prompt['kind']}.{about.get('purpose', '')}"
