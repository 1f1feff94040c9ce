"""What does a page's script say at once of a place that breaks a rule?

The script knows no rule: it is told of each code how its figure is measured, and the sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from setup_app.layouts.refusals import DRAWN, WITH_FIGURES

HOW: Mapping[str, str] = {
    "too_close": "gap",
    "overlap": "over",
    "outside_table": "table",
    "outside_sector": "sector",
    "straddles_sectors": "sector",
    "wrong_half": "half",
    "not_touching_edge": "edge",
    "die_required": "",
    "not_edge_to_edge": "",
}
"""By code: between two outlines, where they share ground, beyond the table, beyond the sides of the
zones of the piece or beyond their near and far borders, or off every edge. What is not named here
has no region to be told of."""

PLAIN: Mapping[str, Any] = {
    "too_close": _("It lies too near to the {other}."),
    "overlap": _("It lies on the {other}. Move them apart."),
    "outside_table": _("It sticks out of the table."),
    "outside_sector": _("It lies outside its sector."),
    "straddles_sectors": _("It must lie wholly in one sector."),
    "wrong_half": _("It lies outside its player’s half."),
    "not_touching_edge": _("It must touch a table edge."),
}
"""The same where nothing measures by how much."""

SHORT: Mapping[str, Any] = {
    "outside_table": _("{measured} BW off the table."),
    "outside_sector": _("{measured} BW out of its sector."),
    "straddles_sectors": _("{measured} BW in another sector."),
    "wrong_half": _("{measured} BW out of its player’s half."),
    "not_touching_edge": _("It must touch a table edge: {measured} BW to go."),
}
"""The same in so few words that they fit a line of a phone, while it is dragged."""

FIGURE: Mapping[str, Any] = {
    **DRAWN,
    "too_close": _("{measured} of {required} BW to {label}"),
    "overlap": _("on {label}"),
}


def said(acceptable: Callable[[str], bool]) -> dict[str, dict[str, Any]]:
    """By code: `how` its figure is measured, the sentences, and whether it may be accepted."""
    return {
        code: {
            "how": how,
            "words": str(SHORT.get(code, WITH_FIGURES[code])),
            "plain": str(PLAIN.get(code, WITH_FIGURES[code])),
            "figure": str(FIGURE.get(code, "")),
            "acceptable": acceptable(code),
        }
        for code, how in HOW.items()
    }
