"""A layout as a plan: outlines and lines, no scenery, and in red what the check points at.

Sector lines and the line across the middle are dashed; a piece has its category's colour. A ring
marks what is too small to be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any, TypeAlias

from terrain.core.breaches import Breach
from terrain.core.layout import Layout, Piece
from terrain.core.rules import GroundRules

Point: TypeAlias = tuple[float, float]
Geojson: TypeAlias = Any

FILLS = {"good": "#cfe3a3", "rough": "#e3cf96", "difficult": "#c3a27f", None: "#9dbfd6"}
SLOTS = {"secure_flank": "flank", "compulsory": "compulsory", "optional": "", "settlement": ""}
THIN = 'vector-effect="non-scaling-stroke"'
TABLE = f'fill="#faf8f0" stroke="#555" stroke-width="1" {THIN}'
DASHED = f'stroke="#999" stroke-width="0.7" stroke-dasharray="3" {THIN}'
OUTLINE = f'fill-opacity="0.75" fill-rule="evenodd" stroke="#444" stroke-width="0.7" {THIN}'
POINTED = f'fill="#d33" fill-opacity="0.35" stroke="#d11" stroke-width="1.4" {THIN}'
TINY = 1.0
MARGIN = 1.5
INSET = 7.0
SEEN = 0.1


def plan(
    layout: Layout,
    rules: GroundRules,
    found: Iterable[Breach],
    *,
    close_up: Point | None = None,
) -> str:
    """An SVG of the whole table, with an inset of what lies round `close_up`."""
    width, depth = layout.table.width, layout.table.depth
    ground = _ground(layout, rules)
    wheres = [each.where for each in found if each.where]
    view = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {depth + 2 * MARGIN}"
    parts = [f'<svg viewBox="{view}">', *ground]
    parts += [_pointed_at(where, depth) for where in wheres]
    parts += [_label(piece, layout, rules) for piece in layout.pieces]
    parts += [_ring(where, depth) for where in wheres]
    if close_up is not None:
        parts += _inset(close_up, layout, [*ground, *(_pointed_at(each, depth) for each in wheres)])
    return "\n".join([*parts, "</svg>"])


def points_of(where: Geojson) -> list[Point]:
    """All points of a GeoJSON geometry."""
    return [point for line in _lines(where) for point in line]


def _ground(layout: Layout, rules: GroundRules) -> list[str]:
    width, depth = layout.table.width, layout.table.depth
    lines = [f"M{zone.high} 0V{depth}" for zone in rules.zones.values() if zone.high < width]
    lines.append(f"M0 {depth / 2}H{width}")
    return [
        f'<rect width="{width}" height="{depth}" {TABLE}/>',
        f'<path d="{"".join(lines)}" {DASHED}/>',
        *(
            f'<path d="{_path((piece.outline, *piece.holes), depth, closed=True)}" '
            f'fill="{FILLS[rules.kind(piece.type).category]}" {OUTLINE}/>'
            for piece in layout.pieces
        ),
    ]


def _label(piece: Piece, layout: Layout, rules: GroundRules) -> str:
    left, bottom, right, top = piece.bounds
    notes = (
        f"{SLOTS[piece.slot]} {piece.die or ''}".strip(),
        "invader" if piece.placed_by == "invader" else "",
        "moved" if piece.moved else "",
        piece.declared or "",
    )
    name = piece.id if piece.type in piece.id else f"{piece.id}: {piece.type}"
    words = [name.replace("_", " "), *(note for note in notes if note)]
    x = min(max((left + right) / 2, 3.5), layout.table.width - 3.5)
    y = layout.table.depth - (bottom + top) / 2 - 0.65 * (len(words) - 1) + 0.5
    text = "".join(
        f'<tspan x="{x:.2f}" y="{y + 1.4 * at:.2f}">{escape(word)}</tspan>'
        for at, word in enumerate(words)
    )
    return f'<text font-size="1.4" text-anchor="middle">{text}</text>'


def _pointed_at(where: Geojson, depth: float) -> str:
    closed = "Polygon" in str(where.get("type"))
    return f'<path d="{_path(_lines(where), depth, closed=closed)}" {POINTED}/>'


def _ring(where: Geojson, depth: float) -> str:
    xs, ys = zip(*points_of(where), strict=True)
    if max(max(xs) - min(xs), max(ys) - min(ys)) >= TINY:
        return ""
    x, y = (min(xs) + max(xs)) / 2, depth - (min(ys) + max(ys)) / 2
    return f'<circle cx="{x}" cy="{y}" r="{TINY}" fill="none" stroke="#d11" stroke-width="0.2"/>'


def _inset(about: Point, layout: Layout, drawn: list[str]) -> list[str]:
    """A magnified view in the upper corner that is farther from the place."""
    width, depth = layout.table.width, layout.table.depth
    x, y = about[0], depth - about[1]
    left = 1.0 if about[0] > width / 2 else width - INSET - 1
    top = 1.0 if about[1] < depth / 2 else depth - INSET - 1
    place = f'x="{left}" y="{top}" width="{INSET}" height="{INSET}"'
    view = f'viewBox="{x - SEEN / 2} {y - SEEN / 2} {SEEN} {SEEN}"'
    lead = f"M{left + INSET / 2} {top + INSET / 2}L{x} {y}"
    return [
        f'<path d="{lead}" fill="none" stroke="#357" stroke-width="0.8" {THIN}/>',
        f'<rect {place} fill="#e8e4d8"/>',
        f'<svg {place} {view} overflow="hidden">',
        *drawn,
        "</svg>",
        f'<rect {place} fill="none" stroke="#357" stroke-width="1" {THIN}/>',
    ]


def _path(lines: Iterable[Iterable[Point]], depth: float, *, closed: bool) -> str:
    return "".join(
        "M" + "L".join(f"{x} {round(depth - y, 4)}" for x, y in line) + ("Z" if closed else "")
        for line in lines
    )


def _lines(where: Geojson) -> list[list[Point]]:
    """The lines of points of which any GeoJSON geometry, or its coordinates, consist."""
    if isinstance(where, dict):
        parts = where["geometries"] if "geometries" in where else [where["coordinates"]]
        return [line for part in parts for line in _lines(part)]
    if isinstance(where[0], int | float):
        return [[(float(where[0]), float(where[1]))]]
    if isinstance(where[0][0], int | float):
        return [[(float(x), float(y)) for x, y in where]]
    return [line for part in where for line in _lines(part)]
