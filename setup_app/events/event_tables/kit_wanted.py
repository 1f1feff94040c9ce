"""The kit pieces that a finished table needs, and which stay valid after an edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import shapely

from setup_app.events.models import EventTable
from setup_app.layouts.requests import read_with_rules
from terrain.core.rules import TypeRules

LEAST_MM, MAX_MM = 10, 5000
NEARLY_MM: Final = 1


def wanted_of(row: EventTable) -> Iterator[dict[str, Any]]:
    """Yield what the pieces of a table need from a kit: the sides of their smallest rectangle in
    whole mm.
    """
    for piece in wanted_in(row.layout):
        yield {**piece, "id": f"{row.table}/{piece['id']}", "table": row.table}


def wanted_in(stated: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what the pieces of a layout need, by the pieces' own ids."""
    layout, rules = read_with_rules(stated)
    for piece in layout.pieces:
        if piece.shape is None:
            continue
        short, long = sorted(_sides(piece.shape, layout.base_width_mm))
        yield {
            "id": piece.id,
            "type": piece.type,
            "long_mm": long,
            "short_mm": short,
            "band": is_band(rules.kind(piece.type)),
        }


def is_band(kind: TypeRules) -> bool:
    """Return whether a type runs across the table or along its edge, so that it is built of
    sections.
    """
    return bool(kind.band or kind.strip)


def still_named(
    named: Iterable[Mapping[str, Any]], before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[Mapping[str, Any]]:
    """Return the kit pieces named for an edited table whose piece has kept its type and sides,
    wherever it lies now.
    """
    was = {each["id"]: each for each in wanted_in(before)}
    now = {each["id"]: each for each in wanted_in(after)}
    return [each for each in named if _is_as_it_was(was.get(each["piece"]), now.get(each["piece"]))]


def still_left_out(
    types: Iterable[str], before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[str]:
    """Return the types left out of an edited table for which no piece was added."""
    lay = [Counter(piece["type"] for piece in each["pieces"]) for each in (before, after)]
    return sorted((Counter(types) - (lay[1] - lay[0])).elements())


def _is_as_it_was(was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> bool:
    if was is None or now is None or was["type"] != now["type"]:
        return False
    sides = ("short_mm",) if was["band"] else ("long_mm", "short_mm")
    return all(abs(was[side] - now[side]) <= NEARLY_MM for side in sides)


def _sides(shape: Any, mm: float) -> tuple[int, int]:
    corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(shape))
    first, second = (
        float(shapely.distance(shapely.Point(corners[at]), shapely.Point(corners[at + 1])))
        for at in (0, 1)
    )
    low, high = (min(max(round(side * mm), LEAST_MM), MAX_MM) for side in (first, second))
    return low, high
