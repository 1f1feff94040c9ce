"""Refusals that a page's script shows at once for a position that breaks a rule.

The script knows no rule: for each code it gets the way to measure its figure, and the sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from setup_app.wording.place_refusals import DRAWN, wording

HOW: Mapping[str, str] = {
    "too_close": "gap",
    "overlap": "over",
    "outside_table": "table",
    "outside_sector": "sector",
    "straddles_sectors": "sector",
    "wrong_half": "half",
    "not_touching_edge": "edge",
    "die_required": "",
    "leant_on": "",
    "not_edge_to_edge": "",
}
"""How each code is measured: between two outlines, by their common area, beyond the table, beyond
the sides of the piece's zones or beyond their near and far borders, or off every edge. Codes that
are missing here have no region to report.
"""

FIGURE: Mapping[str, Any] = {**DRAWN, "overlap": _("on {label}")}


def describe_refusals(acceptable: Callable[[str], bool]) -> dict[str, dict[str, Any]]:
    """Return by code `how` its figure is measured, the sentences, and whether it can be accepted.

    `words` state by how much, `plain` is for rules without a measure, `figure` stands on the board.
    """
    return {
        code: {
            "how": how,
            "words": _of_another(wording(code, {})),
            "plain": _of_another(wording(code, {"measured": None})),
            "figure": str(FIGURE.get(code, "")),
            "acceptable": acceptable(code),
        }
        for code, how in HOW.items()
    }


def _of_another(template: Any) -> str:
    """Return a sentence for the script, which inserts the other piece's label."""
    return str(template).replace("{pieces}", "{label}")
