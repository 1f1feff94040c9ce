"""The printed list book."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from setup_app.armies import list_page
from setup_app.events.event import list_queries
from setup_app.events.event.shown_names import shown_names
from setup_app.events.event_prints.pieces import PrintPart
from setup_app.events.event_prints.typesetting import typeset
from setup_app.events.models import Version


def lists(piece: PrintPart) -> bytes:
    """Return the public list of each entry on a page of its own, with what its web page shows."""
    numbers = [sheet[0] for sheet in piece.sheets]
    public = list_queries.current(piece.event, public=True)
    keys = [public[number].pk for number in numbers if number in public]
    rows = Version.objects.filter(pk__in=keys).select_related("entry").order_by("entry__number")
    names = shown_names(piece.event)
    told = {
        "event": piece.event.name,
        "lists": [_list(piece, version, names) for version in rows],
    }
    return typeset("lists", told, paper=piece.order.paper)


def _list(piece: PrintPart, version: Version, names: Mapping[int, str]) -> dict[str, Any]:
    army: Mapping[str, Any] = list_queries.army_shown(piece.event, version.army)
    entry = version.entry
    return {
        "player": names[entry.number],
        "number": str(entry.number),
        "name": army.get("name", ""),
        "version": _("Version %(number)d") % {"number": version.number},
        "commitment": version.commitment,
        "facts": [[label, _plain(words)] for label, words in list_page.facts(army) if words],
        "groups": [_group(group) for group in list_page.rows(army)],
    }


def _group(group: list_page.RowsShown) -> dict[str, Any]:
    return {
        "title": group.title,
        "counted": group.counted,
        "none": group.none,
        "in_a_line": group.in_a_line,
        "heads": [{"words": _plain(head.words), "number": head.number} for head in group.heads],
        "rows": [[_plain(cell.words) for cell in row] for row in group.rows],
    }


def _plain(words: object) -> str:
    """Return text as it was before it was escaped for a page."""
    return html.unescape(strip_tags(str(words)))
