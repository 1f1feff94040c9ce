"""What does the page's script say at once of a place that breaks a rule, and who may mend it?

The script knows no rule: it is told of each code how its figure is measured, and the sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from setup_app.battles.pages.reading import Look
from setup_app.battles.pages.refusing import DRAWN, OF_SIZE, WITH_FIGURES
from setup_app.script.values import Violation

HOW: Mapping[str, str] = {
    "too_close": "gap",
    "overlap": "over",
    "outside_table": "table",
    "outside_sector": "zones",
    "straddles_sectors": "zones",
    "wrong_half": "zones",
    "not_touching_edge": "edge",
    "die_required": "",
    "not_edge_to_edge": "",
}
"""By code: between two outlines, where they share ground, beyond the table or the zones of the
piece, or off every edge. What is not named here has no region to be told of."""

PLAIN: Mapping[str, Any] = {
    "too_close": _("It lies too near to the {other}."),
    "overlap": _("It lies on the {other}. Move them apart."),
    "outside_table": _("It sticks out of the table."),
    "outside_sector": _("It lies outside its part of the table."),
    "straddles_sectors": _("It must lie wholly in one sector."),
    "wrong_half": _("It lies outside its player’s half."),
    "not_touching_edge": _("It must touch a table edge."),
}
"""The same where nothing measures by how much."""

SHORT: Mapping[str, Any] = {
    "outside_table": _("{measured} BW off the table."),
    "outside_sector": _("{measured} BW out of its part of the table."),
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


def live(look: Look, prompt: str) -> dict[str, dict[str, Any]]:
    """By code: `how` its figure is measured, the sentences, and whether it may be accepted."""
    asking = next((each for each in look.played.askings() if each.id == prompt), None)
    if asking is None:
        return said(lambda code: False)
    return said(lambda code: asking.prompt.acceptable((Violation(code),)))


def said(acceptable: Callable[[str], bool]) -> dict[str, dict[str, Any]]:
    """The same for a page of its own."""
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


def may_ask(look: Look, prompt: str) -> bool:
    """Whether the other side may see the answer at all, and so be asked to accept it."""
    asking = next((each for each in look.played.askings() if each.id == prompt), None)
    return asking is not None and not asking.prompt.hides()


def judged(violations: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Violations in words, as the script draws them where nothing says at which place they are."""
    return [
        {
            "how": "size" if each["code"] in OF_SIZE else HOW.get(each["code"], ""),
            "pieces": each["pieces"],
            "figure": each["figure"] or each["words"],
        }
        for each in violations
    ]
