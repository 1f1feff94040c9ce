"""A broken rule of terrain as geometry reports it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import shapely

Geometry: TypeAlias = Any

MAX_CORNERS = 1000


@dataclass(frozen=True)
class Breach:
    """One rule broken in one place.

    `pieces` are ids, the piece that breaks the rule first. `measured` and `required` are in the
    layout's unit, or counts; None if the rule has no figure. `where` is a GeoJSON geometry to draw,
    its convex hull if it has more than MAX_CORNERS, or None. Other modules make the text from
    `code` and `params`.
    """

    code: str
    pieces: tuple[str, ...]
    rule: str
    measured: float | None = None
    required: float | None = None
    where: Mapping[str, Any] | None = None
    params: Mapping[str, object] = field(default_factory=dict)


def to_geojson(geometry: Geometry) -> dict[str, Any] | None:
    """Return a Shapely geometry as GeoJSON with three decimals; None for none and for empty.

    Numbers are rounded, and the geometry is not snapped: a thin overlap must stay visible.
    """
    if geometry is None or shapely.is_empty(geometry):
        return None
    found: dict[str, Any] = json.loads(shapely.to_geojson(geometry))
    if "geometries" in found:
        return {**found, "geometries": [_rounded(part) for part in found["geometries"]]}
    return _rounded(found)


def picture(geometry: Geometry) -> dict[str, Any] | None:
    """Return a geometry as GeoJSON, or its convex hull: two crossed combs share thousands of
    parts.
    """
    if geometry is not None and shapely.get_num_coordinates(geometry) > MAX_CORNERS:
        return to_geojson(shapely.convex_hull(geometry))
    return to_geojson(geometry)


def _rounded(geometry: dict[str, Any]) -> dict[str, Any]:
    return {**geometry, "coordinates": _round_all(geometry["coordinates"])}


def _round_all(given: Any) -> Any:
    return [_round_all(part) for part in given] if isinstance(given, list) else round(given, 3)
