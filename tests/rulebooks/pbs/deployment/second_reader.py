"""Where does a second reader of 10.B to 10.H find fault, by other means than the program?

Written from the reading of the rules alone, with plain lists of points: whether corners lie in
polygons and whether sides cross. It is unsure about what a hair's breadth would change: then it
holds its tongue (`None`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

HAIR = 0.03
"""What is nearer to its limit than that, the reader leaves to the tests of boundaries. In BW."""

Ring = list[tuple[float, float]]


@dataclass(frozen=True)
class Scene:
    """A table: its pieces as type, declaration and ring, what is down as kind, own or not, ring."""

    width: float
    depth: float
    secure: str | None
    is_invader: bool
    pieces: list[tuple[str, str | None, Ring]] = field(default_factory=list)
    down: list[tuple[str, bool, Ring]] = field(default_factory=list)
    ambush: float | None = 6


def rectangle(x: float, y: float, facing: float, wide: float, deep: float) -> Ring:
    """The corners of a footprint, by a rotation matrix of the reader's own."""
    turn = math.radians(facing - 90)
    cos, sin = math.cos(turn), math.sin(turn)
    ring = []
    for across, along in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        u, v = across * wide / 2, along * deep / 2
        ring.append((x + u * cos - v * sin, y + u * sin + v * cos))
    return ring


def faults(scene: Scene, thing: dict[str, Any]) -> dict[str, bool | None]:
    """Of each code whether it is broken; None where a hair's breadth decides."""
    size = (thing["x"], thing["y"], thing["facing"], thing["wide"], thing["deep"])
    least = rectangle(*size[:3], size[3] - 2 * HAIR, size[4] - 2 * HAIR)
    most = rectangle(*size[:3], size[3] + 2 * HAIR, size[4] + 2 * HAIR)
    one, other = _judged(scene, thing, least), _judged(scene, thing, most)
    return {code: one[code] if one[code] == other[code] else None for code in one}


def _judged(scene: Scene, thing: dict[str, Any], ring: Ring) -> dict[str, bool]:
    kind = thing["kind"]
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    found = {
        "outside_table": min(xs) < 0
        or min(ys) < 0
        or max(xs) > scene.width
        or max(ys) > scene.depth,
        "outside_zone": _too_near_the_middle(scene, kind, ys),
        **_flanks(scene, thing, xs),
        **_camp(scene, thing, xs, ring),
    }
    towns = [piece for type_, _, piece in scene.pieces if type_ == "town"]
    for code in ("in_water", "on_impassable", "in_settlement", "overlap"):
        found[code] = False
    for type_, declared, piece in scene.pieces:
        if type_ == "deep_water" and _in_open_water(ring, piece, towns):
            found["in_water"] = True
        if declared == "impassable" and share_ground(ring, piece):
            found["on_impassable"] = True
        if type_ in ("fort", "vital_settlement") and share_ground(ring, piece):
            found["in_settlement"] = True
    for there, own, outline in scene.down:
        friends = own and {kind, there} == {"leader", "unit"}
        if not friends and share_ground(ring, outline):
            found["overlap"] = True
    return found


def _too_near_the_middle(scene: Scene, kind: str, ys: list[float]) -> bool:
    off: float | None = scene.ambush if kind == "marker" else 6
    if off is None:
        return False
    half = scene.depth / 2
    return min(ys) < half + off if scene.is_invader else max(ys) > half - off


def _flanks(scene: Scene, thing: dict[str, Any], xs: list[float]) -> dict[str, bool]:
    in_left = min(xs) < 10 and scene.secure != "left"
    in_right = max(xs) > scene.width - 10 and scene.secure != "right"
    tug = thing.get("tug", False)
    allowed = (
        (thing.get("arm") == "foot" and thing["order"] in ("loose", "open"))
        or thing.get("arm") in ("mounted", "elephants")
        or thing.get("ambushers", False)
    )
    works = bool({"barricades", "redoubts", "battle_wagon"} & set(thing.get("works", ())))
    return {
        "unsecure_flank": tug and not allowed and (in_left or in_right),
        "works_in_unsecure_flank": tug and works and (in_left or in_right),
    }


def _camp(scene: Scene, thing: dict[str, Any], xs: list[float], ring: Ring) -> dict[str, bool]:
    if thing["kind"] != "camp":
        return {"camp_out_of_range": False, "camp_on_terrain": False}
    middle = scene.width / 2
    least, most = {
        None: (middle - 6, middle + 6),
        "left": (0.0, middle),
        "right": (middle, scene.width),
    }[scene.secure]
    on_terrain = any(
        share_ground(ring, piece)
        for type_, declared, piece in scene.pieces
        if type_ not in ("deep_water", "fort", "vital_settlement") and declared != "impassable"
    )
    return {
        "camp_out_of_range": min(xs) < least or max(xs) > most,
        "camp_on_terrain": on_terrain and not thing["on_terrain"],
    }


def _in_open_water(ring: Ring, water: Ring, towns: list[Ring]) -> bool:
    """Some of the footprint lies in water that no town covers: looked for point by point."""
    if not share_ground(ring, water):
        return False
    if not any(share_ground(ring, town) for town in towns):
        return True
    (ax, ay), (bx, by), _, (dx, dy) = ring
    count = 40
    for i in range(count + 1):
        for j in range(count + 1):
            u, v = i / count, j / count
            spot = (ax + u * (bx - ax) + v * (dx - ax), ay + u * (by - ay) + v * (dy - ay))
            if inside(spot, water) and not any(inside(spot, town) for town in towns):
                return True
    return False


def share_ground(one: Ring, other: Ring) -> bool:
    """Whether two outlines have a common part: a corner in the other one, or sides that cross."""
    if any(inside(corner, other) for corner in one) or any(inside(c, one) for c in other):
        return True
    return any(cross(a, b, c, d) for a, b in sides(one) for c, d in sides(other))


def sides(ring: Ring) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def inside(spot: tuple[float, float], ring: Ring) -> bool:
    """By counting the sides that a ray to the right of the spot meets."""
    x, y = spot
    met = 0
    for (ax, ay), (bx, by) in sides(ring):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            met += 1
    return met % 2 == 1


def cross(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> bool:
    def turn(p: tuple[float, float], q: tuple[float, float], r: tuple[float, float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
