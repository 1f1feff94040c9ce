"""The house rules of a battle on its page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from setup_app.engine.rulebook import Rulebook
from setup_app.engine.situation import BattleSetup
from setup_app.house_rules.wording import describe_rulings
from setup_app.maps.wording import territory_in_words
from setup_app.rulebooks import registry


def told_of(setup: BattleSetup) -> list[dict[str, str]]:
    """Return what a battle plays differently: its house rulings and its unofficial maps."""
    rulebook = registry.rulebook(setup.rulebook)
    maps = [_map_told(rulebook, slug, cells) for slug, cells in setup.maps.items()]
    return [*describe_rulings(rulebook, rulebook.settings_of(setup)), *maps]


def _map_told(rulebook: Rulebook, slug: str, cells: Any) -> dict[str, str]:
    official = (rulebook.territory(slug) or {}).get("cells", ())
    differing = sum(
        dict(ours) != dict(theirs)
        for rows in zip(cells, official, strict=True)
        for ours, theirs in zip(*rows, strict=True)
    )
    return {
        "title": _("Map of %(territory)s") % {"territory": territory_in_words(rulebook, slug)},
        "rule": rulebook.box_maps.rule if rulebook.box_maps else "",
        "played": ngettext(
            "Your club's own map: %(number)d of %(all)d squares differs.",
            "Your club's own map: %(number)d of %(all)d squares differ.",
            differing,
        )
        % {"number": differing, "all": sum(len(row) for row in official)},
        "usual": _("The official map of the territory."),
    }
