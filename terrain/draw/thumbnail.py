"""Thumbnails of tables: terrain as washes, small enough for forty on a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from terrain.draw import palette
from terrain.draw.textures import texture_of

JSON = Mapping[str, Any]


def thumbnail(layout: JSON) -> str:
    """Return a layout, as JSON, as the inside of an SVG in base widths, the defender's edge
    below.
    """
    width, depth = layout["table"]["width"], layout["table"]["depth"]
    drawn = "".join(_drawn(piece, depth) for piece in layout["pieces"])
    return (
        f'<svg viewBox="0 0 {width:g} {depth:g}" aria-hidden="true" focusable="false">'
        f'<rect width="{width:g}" height="{depth:g}" fill="{palette.SHEET}"/>'
        f'<g stroke-width="0.2" stroke-linejoin="round">{drawn}</g></svg>'
    )


def swatch(type_: str) -> str:
    """Return a type's colours as the inside of a small SVG, for the key of thumbnails."""
    look = texture_of(type_)
    return (
        '<svg class="swatch" viewBox="0 0 12 8" width="24" height="16" aria-hidden="true" '
        'focusable="false"><rect x="0.5" y="0.5" width="11" height="7" rx="1.5" '
        f'fill="{look.wash}" stroke="{look.outline.stroke}"/></svg>'
    )


def _drawn(piece: JSON, depth: float) -> str:
    look = texture_of(piece["type"])
    path = "".join(_ring(ring, depth) for ring in piece["outline"]["coordinates"])
    return f'<path d="{path}" fill="{look.wash}" stroke="{look.outline.stroke}"/>'


def _ring(points: Iterable[tuple[float, float]], depth: float) -> str:
    return "M" + "L".join(f"{x:.1f} {depth - y:.1f}" for x, y in points) + "Z"
