"""The result of scouting and what the difference means. Section 10.A, at the end of a battle.

Cards and percentages are public. The number of TUGs is shown only to viewers who may read the list:
its owner, or everyone if it is open.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from setup_app.battles.pages.controls import Card
from setup_app.battles.pages.look import PageContext
from setup_app.engine.values import SIDES, Side
from setup_app.rulebook_pages.pbs_2023_1.controls import card


@dataclass(frozen=True)
class ScoutedShown:
    """One side's best cards, their total, and the effect on its army."""

    side: Side
    cards: tuple[Card, ...]
    percent: int
    meaning: str


def scouted(look: PageContext) -> tuple[ScoutedShown, ...]:
    """Return both sides' scouting; empty if the battle ended before it."""
    found = look.played.known(look.viewer).scouted if look.view["result"] else None
    if found is None:
        return ()
    return tuple(
        ScoutedShown(
            side,
            tuple(card(look, colour) for colour in found[side].best),
            found[side].percent,
            _meaning(look, side),
        )
        for side in SIDES
    )


def _meaning(look: PageContext, side: Side) -> str:
    """Return how much of its army a side deploys first, or in answer (10.D)."""
    result = look.view["result"]
    percent = result["outscouted_by"]
    if result["outscouted"] is None:
        return ""
    units = look.view["sides"][side]["army"].get("units")
    if look.view["sides"][side]["list_hidden"] or units is None:
        share = _("%(percent)d%% of TUGs") % {"percent": percent}
    else:
        tugs = sum(1 for unit in units if unit["kind"] == "tug")
        share = _("%(percent)d%% of TUGs (%(number)d of %(all)d, rounded up)") % {
            "percent": percent,
            # Whole numbers: 40 percent of 5 is 2, despite rounding of floats.
            "number": -(-tugs * percent // 100),
            "all": tugs,
        }
    if side == result["outscouted"]:
        return _("Deploys first: camp and %(share)s.") % {"share": share}
    return _("Deploys second: camp and %(share)s.") % {"share": share}
