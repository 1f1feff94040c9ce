"""Words for a table: its terrain, size and generator options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from setup_app.engine.rulebook import Rulebook
from setup_app.maps.wording import density_in_words, flank_in_words, territory_in_words
from setup_app.rulebooks import registry
from setup_app.wording.figures import figure as written

MM_PER_FOOT = 304.8
NEAR_A_FOOT = 0.05

EVEN_HALVES = "balanced"
"""The default policy of these pages. The API's default is random placement, so that the same
request always gives the same table.
"""

POLICIES: Mapping[str, tuple[Any, Any]] = {
    EVEN_HALVES: (
        gettext_lazy("Balanced"),
        gettext_lazy("Picks the most evenly balanced of several tables: fair to both players."),
    ),
    "random": (
        gettext_lazy("Random"),
        gettext_lazy("Every legal place is equally likely."),
    ),
    "dense_centre": (
        gettext_lazy("Crowded centre"),
        gettext_lazy("Pieces as close to the middle as their dice allow."),
    ),
    "open_centre": (
        gettext_lazy("Open centre"),
        gettext_lazy("Pieces as far from the middle as their dice allow."),
    ),
}


def figure(value: float) -> str:
    """Return a figure as players write it: at most one decimal, without a trailing zero."""
    return written(round(value, 1))


def size_in_words(table: Mapping[str, Any], base_width_mm: float, unit: str) -> str:
    """Return width and depth in the rulebook's unit and in centimetres; in feet if these are
    whole.
    """
    sides = (float(table["width"]), float(table["depth"]))
    millimetres = [side * base_width_mm for side in sides]
    said = [
        " × ".join(figure(side) for side in sides) + f" {_(unit)}",
        " × ".join(figure(length / 10) for length in millimetres) + " " + _("cm"),
    ]
    feet = [length / MM_PER_FOOT for length in millimetres]
    if all(abs(each - round(each)) < NEAR_A_FOOT * 2 for each in feet):
        said.append(" × ".join(str(round(each)) for each in feet) + " " + _("ft"))
    return " · ".join(said)


def title_of(layout: Mapping[str, Any]) -> str:
    """Return the kind of terrain: the territory, or that there is none."""
    rulebook = registry.rulebook(layout["rulebook"])
    territory = layout.get("territory")
    return capfirst(territory_in_words(rulebook, territory)) if territory else _("Table")


def ground_of(rulebook: Rulebook, box: Mapping[str, Any]) -> str:
    """Return density and flank of a box, as in "dense, flank of woods"."""
    parts = []
    if box.get("density"):
        parts.append(density_in_words(rulebook, box["density"]))
    if box.get("flank") is not None:
        parts.append(flank_in_words(rulebook, box["flank"]))
    return " · ".join(parts)


def wished_box(wish: Mapping[str, Any]) -> dict[str, Any]:
    """Return the requested density and flank, stated directly or by a box of its territory's
    map.
    """
    cell = wish.get("cell")
    if cell is None:
        return {"density": wish.get("density"), "flank": wish.get("flank")}
    territory = registry.rulebook(wish["rulebook"]).territory(wish["territory"]) or {}
    return dict(territory["cells"][cell[0]][cell[1]])


def policy_in_words(wish: Mapping[str, Any]) -> str:
    """Return in words how places were chosen."""
    return str(POLICIES[wish.get("policy", "random")][0])


def not_all(verdict: Mapping[str, Any] | None) -> list[str]:
    """Return the notice above all violations if not all pieces were judged."""
    # Older stored verdicts lack this count and cover all pieces.
    if verdict is None or verdict.get("complete", True):
        return []
    return [
        _(
            "Too many corners overlap, so not every piece was checked. These are the problems "
            "found so far. Remove pieces, or draw them with fewer corners."
        )
    ]
