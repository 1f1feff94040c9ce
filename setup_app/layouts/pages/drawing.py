"""A table on its page, as the SVG that `terrain.draw` writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from setup_app.layouts import table_picture
from setup_app.layouts.names import map_names
from setup_app.layouts.requests import read_with_rules
from setup_app.wording.place_refusals import OF_SIZE
from terrain.draw.piece_list import PieceRow, rows
from terrain.draw.thumbnail import swatch, thumbnail
from terrain.draw.view import View, ViewFrom


def table_svg(
    layout: Mapping[str, Any],
    violations: Iterable[Mapping[str, Any]],
    *,
    chosen: str = "",
    view_from: ViewFrom = "defender",
) -> SafeString:
    """Return the table as one side sees it, with violations marked and the piece in hand outlined.

    Only for outlines that were drawn here: a tangle would take minutes.
    """
    read_one, _rules = read_with_rules(layout)
    drawn, view = table_picture.drawn_with_view(layout, use="page", view_from=view_from)
    marks = [
        f'<path class="in-hand" d="{_path(view, piece.outline)}"/>'
        for piece in read_one.pieces
        if piece.id == chosen
    ]
    marks += [
        mark
        for violation in violations
        if violation["where"] and violation["code"] not in OF_SIZE
        for mark in _where(view, violation["where"])
    ]
    body = drawn.rstrip().removesuffix("</svg>")
    return mark_safe(f'{body}<g class="marks" pointer-events="none">{"".join(marks)}</g></svg>')


def from_afar(layout: Mapping[str, Any]) -> SafeString:
    """Return the table as a small picture, to show many of them side by side."""
    # Only our own figures and colours: the picture contains no user text.
    return mark_safe(thumbnail(layout))


def key_of(layouts: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the types on small pictures, by name, each with its colours."""
    types = {piece["type"] for layout in layouts for piece in layout["pieces"]}
    # Only our own figures and colours: a swatch contains no user text.
    found = [
        {"name": table_picture.label(each), "swatch": mark_safe(swatch(each))} for each in types
    ]
    return sorted(found, key=lambda each: str(each["name"]))


def _where(view: View, geometry: Mapping[str, Any]) -> Iterator[str]:
    """Yield a GeoJSON geometry as marks."""
    kind, coordinates = geometry["type"], geometry.get("coordinates", [])
    if kind == "GeometryCollection":
        for each in geometry["geometries"]:
            yield from _where(view, each)
    elif kind == "Point":
        x, y = view.point(*coordinates[:2])
        yield f'<circle class="where" cx="{x:.1f}" cy="{y:.1f}" r="7"/>'
    elif kind == "LineString":
        yield f'<path class="where line" d="{_path(view, coordinates, closed=False)}"/>'
    elif kind == "Polygon":
        rings = "".join(_path(view, ring) for ring in coordinates)
        yield f'<path class="where" d="{rings}"/>'
    elif kind.startswith("Multi"):
        for each in coordinates:
            yield from _where(view, {"type": kind.removeprefix("Multi"), "coordinates": each})


def _path(view: View, points: Iterable[Any], *, closed: bool = True) -> str:
    laid = ("{:.1f} {:.1f}".format(*view.point(*point[:2])) for point in points)
    return f"M{'L'.join(laid)}{'Z' if closed else ''}"


def names_of(layout: Mapping[str, Any]) -> dict[str, str]:
    """Return the name of each piece by its id: numbered if there are others of its type."""
    names = map_names(layout["rulebook"])
    count = Counter(piece["type"] for piece in layout["pieces"])
    seen: Counter[str] = Counter()
    found = {}
    for piece in layout["pieces"]:
        type_ = piece["type"]
        seen[type_] += 1
        name = names.type(type_)
        if count[type_] > 1:
            name = _("%(name)s %(number)d") % {"name": name, "number": seen[type_]}
        found[piece["id"]] = name
    return found


def listed(layout: Mapping[str, Any], view_from: ViewFrom) -> list[PieceRow]:
    """Return each piece with its size and two measurements for placing it."""
    read_one, _rules = read_with_rules(layout)
    return rows(read_one, view_from=view_from, names=map_names(layout["rulebook"]))
