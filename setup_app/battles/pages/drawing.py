"""How does the table of a battle get onto a page? As the SVG that `terrain.draw` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from setup_app.layouts.naming import map_names
from setup_app.layouts.reading import read
from setup_app.script.values import canonical
from terrain.draw.names import TYPES
from terrain.draw.scene import TableLines, Use, scene
from terrain.draw.svg import svg
from terrain.draw.view import Side


def label(type_: str) -> str:
    """The short name of a type, as it stands on the map and on buttons."""
    return gettext(TYPES[type_]) if type_ in TYPES else type_


def table_svg(
    layout: Mapping[str, Any], *, interactive: bool, view_from: Side = "defender"
) -> SafeString:
    """The table, every piece labelled; `interactive` lets a script lay a piece over it."""
    use: Use = "page" if interactive else "map"
    return mark_safe(_drawn(canonical(dict(layout)).decode(), use, view_from, get_language()))


def printed_svg(layout: Mapping[str, Any], view_from: Side) -> SafeString:
    """The table as it is printed: every piece with its number, and a dot where it is measured."""
    text = canonical(dict(layout)).decode()
    return mark_safe(_drawn(text, "print", view_from, get_language()))


@lru_cache(maxsize=64)
def _drawn(text: str, use: Use, view_from: Side, language: str) -> str:
    layout, rules = read(json.loads(text))
    names, lines = map_names(layout.rulebook), TableLines.of(rules)
    drawn = scene(layout, view_from=view_from, names=names, lines=lines, use=use)
    return svg(drawn, interactive=use == "page", prefix="battle-table")
