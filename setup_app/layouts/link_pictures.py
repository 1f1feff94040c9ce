"""Preview pictures, titles and lines for links in a chat."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language

from setup_app.engine.values import canonical
from setup_app.layouts.names import map_names
from setup_app.layouts.requests import read_with_rules
from setup_app.rulebooks import registry
from terrain.draw.card import card
from terrain.draw.png import png
from terrain.draw.scene import TableLines, scene
from terrain.draw.svg import svg

DAY = 24 * 3600


@cache
def sample_table() -> dict[str, Any] | None:
    """Return the first table that this program generated, as an example, or None."""
    for rulebook in registry.rulebooks():
        path = rulebook.folder / "sample_table.json"
        if path.exists():
            return dict(json.loads(path.read_text("utf-8")))
    return None


def drawn_large(layout: dict[str, Any]) -> str:
    """Return a table as an SVG document with large lettering and nothing outside its edges."""
    return _drawn(canonical(dict(layout)).decode(), get_language())


@lru_cache(maxsize=16)
def _drawn(text: str, language: str) -> str:
    layout, rules = read_with_rules(json.loads(text))
    lines, names = TableLines.of(rules), map_names(layout.rulebook)
    return svg(scene(layout, names=names, lines=lines, use="phone"))


def link_picture(picture: str, *, title: str, line: str) -> HttpResponse:
    """Return a response with a picture, given as an SVG document, and a title and a line of
    text.
    """
    return HttpResponse(_pixels(picture, title, line), content_type="image/png")


@lru_cache(maxsize=16)
def _pixels(picture: str, title: str, line: str) -> bytes:
    return png(card(picture, title=title, line=line), pixels_per_inch=96)
