"""How does the table of a battle get onto a page? As the SVG that `terrain.draw` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from setup_app.script.values import canonical
from terrain.core.layout import read_layout
from terrain.draw.names import Names
from terrain.draw.scene import TableLines, Use, scene
from terrain.draw.svg import svg

LABELS: Mapping[str, str | Promise] = {
    "open": _("Open"),
    "hills": _("Hills"),
    "fields": _("Fields"),
    "tilled_fields": _("Tilled fields"),
    "village": _("Village"),
    "town": _("Town"),
    "rivers_and_streams": _("River"),
    "rocky_ground": _("Rocky ground"),
    "brush": _("Brush"),
    "gully": _("Gully"),
    "woods": _("Woods"),
    "marsh": _("Marsh"),
    "orchards_vineyards": _("Orchards"),
    "mountains": _("Mountains"),
    "sandy_ground": _("Sandy ground"),
    "sand_dunes": _("Sand dunes"),
    "dry_wadi": _("Dry wadi"),
    "forest": _("Forest"),
    "deep_water": _("Deep water"),
    "vital_settlement": _("Vital settlement"),
    "fort": _("Fort"),
}
"""Short names, as they stand on the map and on buttons."""

TERRITORIES: Mapping[str, str | Promise] = {
    "waterside": _("Waterside"),
    "desert": _("Desert"),
    "cultivated": _("Cultivated"),
    "forest": _("Forest"),
    "jungle": _("Jungle"),
    "plains": _("Plains"),
    "mountains": _("Mountains"),
}

DENSITIES: Mapping[str, str | Promise] = {
    "featureless": _("Featureless"),
    "open": _("Open"),
    "normal": _("Normal"),
    "dense": _("Dense"),
    "very_dense": _("Very dense"),
}


def label(type_: str) -> str:
    return str(LABELS.get(type_, type_))


def table_svg(layout: Mapping[str, Any], *, interactive: bool, flank_depth: float) -> SafeString:
    """The table, every piece labelled; `interactive` lets a script lay a piece over it."""
    text = canonical(dict(layout)).decode()
    return mark_safe(_drawn(text, interactive, flank_depth, get_language()))


@lru_cache(maxsize=64)
def _drawn(text: str, interactive: bool, flank_depth: float, language: str) -> str:
    layout = read_layout(json.loads(text))
    names = Names(
        types={slug: str(name) for slug, name in LABELS.items()},
        territories={slug: str(name) for slug, name in TERRITORIES.items()},
    )
    lines = TableLines(flank_sector_depth=flank_depth)
    use: Use = "page" if interactive else "map"
    drawn = scene(layout, names=names, lines=lines, use=use)
    return svg(drawn, interactive=interactive, prefix="battle-table")
