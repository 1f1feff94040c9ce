"""Judge the claim that a piece has no legal place.

A player may base the claim on a random search. This module always gives the same answer to the same
question, and `search` calls nothing impossible that this module has not confirmed.
"""

from __future__ import annotations

from random import Random

from terrain.core.layout import Layout, Piece
from terrain.core.lines import narrowest_band, strip_along
from terrain.core.outline import Outline
from terrain.core.placement.exact_search import LAST_SEED, Impossible, last_search
from terrain.core.rules import GroundRules


def searched_for_good(layout: Layout, wanted: Piece, rules: GroundRules) -> Outline | Impossible:
    """Return a legal outline for the next piece, or what was searched without one.

    It depends on the layout, the piece and the rules alone. It tries what is likeliest to fit, not
    what looks good; a failure does not prove that no place exists.
    """
    kind = rules.kind(wanted.type)
    if kind.strip:
        return strip_along(layout, wanted, rules, Random(LAST_SEED))
    if kind.band:
        return narrowest_band(layout, wanted, rules, Random(LAST_SEED))
    return last_search(layout, wanted, rules)
