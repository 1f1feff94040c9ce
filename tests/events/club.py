"""A club with a kit: what it owns, and whether tables keep to it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import shapely

from setup_app.layouts import queries as layouts

WHOLE = (
    *("hills", "woods", "rocky_ground", "brush", "gully", "marsh", "mountains"),
    *("town", "forest", "orchards_vineyards", "sandy_ground", "sand_dunes"),
)
SMALL = ("fields", "village", "tilled_fields")
BANDS = {"rivers_and_streams": 50, "dry_wadi": 30, "deep_water": 100}


def kit_of(copies: int, *, types: tuple[str, ...] = (*WHOLE, *SMALL, *BANDS)) -> list[Any]:
    """A kit of so many pieces of each type, in a box a type, each of sides of its own."""
    chooser = Random(copies)
    pieces = []
    for type_ in types:
        for at in range(copies):
            if type_ in BANDS:
                sides, section = (400, BANDS[type_]), True
            else:
                low, high = (160, 240) if type_ in SMALL else (240, 330)
                sides = (chooser.randrange(low, high), chooser.randrange(low, high))
                section = False
            pieces.append(
                {
                    "id": f"{type_}-{at}",
                    "types": [type_],
                    "long_mm": max(sides),
                    "short_mm": min(sides),
                    "count": 5 if section else 1,
                    "box": f"Box {type_}",
                    "section": section,
                }
            )
    return pieces


def keeps_to(kit: list[dict[str, Any]], tables: list[dict[str, Any]]) -> int:
    """Whether no copy stands twice, each piece has the sides of what it is called, and each table
    is legal; how many pieces are named."""
    known = {piece["id"]: piece for piece in kit}
    used = Counter(each["kit"] for view in tables for each in view["kit"])
    for name, number in used.items():
        assert number <= known[name].get("count", 1), name
    for view in tables:
        assert layouts.judge_layout(view["layout"])["violations"] == []
        lying = {piece["id"]: piece for piece in view["layout"]["pieces"]}
        named: dict[str, list[dict[str, Any]]] = {}
        for each in view["kit"]:
            assert each["box"] == known[each["kit"]]["box"]
            named.setdefault(each["piece"], []).append(known[each["kit"]])
        for piece, owned in named.items():
            long, short = sides_of(lying[piece], view["layout"]["base_width_mm"])
            assert all(lying[piece]["type"] in each["types"] for each in owned)
            assert {each["short_mm"] for each in owned} == {short}
            if owned[0].get("section"):
                assert sum(each["long_mm"] for each in owned) >= long
            else:
                assert [each["long_mm"] for each in owned] == [long]
    return sum(len({each["piece"] for each in view["kit"]}) for view in tables)


def sides_of(piece: dict[str, Any], mm: float) -> tuple[int, int]:
    box = shapely.minimum_rotated_rectangle(shapely.geometry.shape(piece["outline"]))
    corners = [shapely.Point(each) for each in box.exterior.coords[:3]]
    sides = [round(mm * one.distance(other)) for one, other in pairwise(corners)]
    return max(sides), min(sides)
