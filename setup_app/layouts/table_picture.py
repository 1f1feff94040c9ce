"""A table on a page: its SVG, its description in words, and its data for the page's script."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, gettext_lazy
from django.utils.translation import gettext as _

from setup_app.engine.values import canonical
from setup_app.layouts.names import map_names
from setup_app.layouts.requests import read_with_rules
from terrain.core.layout import Layout, Piece
from terrain.draw.names import TYPES
from terrain.draw.scene import TableLines, Use, in_hand, scene
from terrain.draw.svg import marks_alone, svg
from terrain.draw.tape import Edge, Spot, spots
from terrain.draw.view import UNIT, View, ViewFrom

EDGES: Mapping[Edge, Any] = {
    "near": gettext_lazy("near edge"),
    "far": gettext_lazy("far edge"),
    "left": gettext_lazy("left edge"),
    "right": gettext_lazy("right edge"),
}


def label(type_: str) -> str:
    """Return the short name of a type, for the map and for buttons."""
    return gettext(TYPES[type_]) if type_ in TYPES else type_


def table_svg(
    layout: Mapping[str, Any], *, interactive: bool, view_from: ViewFrom = "defender"
) -> SafeString:
    """Return the table, every piece labelled; `interactive` lets a script lay a piece over it."""
    use: Use = "page" if interactive else "map"
    drawn, _view = drawn_with_view(layout, use=use, view_from=view_from)
    return mark_safe(drawn)


def printed_svg(layout: Mapping[str, Any], view_from: ViewFrom) -> SafeString:
    """Return the printed table: every piece with its number, and a dot at its measuring point."""
    drawn, _view = drawn_with_view(layout, use="print", view_from=view_from)
    return mark_safe(drawn)


def in_hand_svg(piece: Piece, layout: Layout, view_from: ViewFrom) -> str:
    """Return a piece that is not on the table yet, for a script to lay over the table's picture:
    with its terrain at its place and without a name.
    """
    drawn = in_hand(piece, layout.table, view_from)
    return marks_alone(drawn, UNIT * layout.table.width, UNIT * layout.table.depth)


def drawn_with_view(
    layout: Mapping[str, Any], *, use: Use, view_from: ViewFrom
) -> tuple[str, View]:
    """Return the drawing as text, and the mapping from table points to it."""
    return _drawn(canonical(dict(layout)).decode(), use, view_from, get_language())


@lru_cache(maxsize=64)
def _drawn(text: str, use: Use, view_from: ViewFrom, language: str) -> tuple[str, View]:
    layout, rules = read_with_rules(json.loads(text))
    names, lines = map_names(layout.rulebook), TableLines.of(rules)
    drawn = scene(layout, view_from=view_from, names=names, lines=lines, use=use)
    return svg(drawn, interactive=use == "page", prefix="battle-table"), drawn.view


def places(piece: Piece, layout: Layout, edge: ViewFrom) -> str:
    """Return the place of a piece in words for readers without the picture: from two edges each."""
    return "; ".join(_place(spot) for spot in spots(piece, layout.table, edge))


def _place(spot: Spot) -> str:
    """Return the place of a piece by tape measure."""
    along = _figure(spot.along)
    if spot.stretch:
        along = f"{along}–{_figure(spot.to)}"
    return _("%(distance)s BW from the %(edge)s, %(along)s BW from the %(beside)s") % {
        "distance": _figure(max(spot.distance, 0.0)),
        "edge": EDGES[spot.edge],
        "along": along,
        "beside": EDGES[spot.beside],
    }


def _figure(length: float) -> str:
    return number_format(round(length, 1), decimal_pos=1, force_grouping=False)


def outlines(layout: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Return the pieces on the table, for a script that measures between outlines."""
    return [
        {
            "id": piece["id"],
            "label": label(piece["type"]),
            "type": piece["type"],
            "outline": piece["outline"]["coordinates"][0][:-1],
        }
        for piece in (layout or {}).get("pieces", ())
    ]


def words() -> dict[str, str]:
    """Return the sentences that the table's script fills in."""
    return {
        "measured": _("{distance} {unit}"),
        "units": "|".join((_("BW"), _("cm"), _("inches"))),
        "tape": _("Tap two points, or drag between them. Arrow keys move an end."),
        "end": _("End {number} of the tape: {x} BW from the left, {y} BW from the near edge"),
        "zoomed": _("Zoom {times}×."),
        "whole": _("Whole table."),
        "seen_from_defender": _("Seen from the defender’s edge."),
        "seen_from_invader": _("Seen from the invader’s edge."),
        "unreachable": _("The server did not answer. Nothing is lost; try again."),
    }
