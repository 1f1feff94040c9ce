"""Random layouts that break rules, most of them by a hair: what the engine is compared on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.oracle.judge import judge
from tests.oracle.layouts import Json, Point, layout, piece, rectangle
from tests.rulebooks.second_transcription import BOXES, COMPULSORY, TERRAIN

HAIRS = (-0.03, -0.011, -0.01, -0.009, 0.0, 0.0, 0.0, 0.0, 0.009, 0.01, 0.011, 0.03)
SETTINGS: dict[str, tuple[Any, ...]] = {
    "gap": (2, 1, 0),
    "touch_deep_water": ("any", "named"),
    "moved_keeps_gap": (False, True),
    "moved_keeps_sector": (False, True),
    "bands_obey_sector": (True, False),
    "flank_die_touches_edge": (False, True),
    "flank_pieces_own_half": (True, False),
    "max_counts": ("player", "table"),
    "least_fill": (0.35, 0.6),
    "flank_sector_depth": (10, 8),
    "compulsory_size": ([6, 10], [5, 9]),
    "optional_size": ([4, 8], [3, 7], [3, 5]),
    "own_size_replaces": ("all", "maximum"),
    "own_sizes": ({}, {"village": {"max": 5}, "town": {"max": 7}}, {"town": {"min": 5, "max": 8}}),
}
BANDS = ("rivers_and_streams", "dry_wadi")


def wild_layout(seed: int) -> Json:
    """A layout with many faults. The same seed gives the same layout."""
    return _layout(Random(seed), attempts=1)


def tame_layout(seed: int) -> Json:
    """A layout with few faults or none: of several tries at each piece the best one stands."""
    return _layout(Random(seed), attempts=15)


def _layout(chance: Random, attempts: int) -> Json:
    territory = chance.choice(sorted(BOXES))
    flank, _ = chance.choice([box for row in BOXES[territory] for box in row])
    settings = {
        name: chance.choice(values) for name, values in SETTINGS.items() if chance.random() < 0.15
    }
    empty = layout(
        territory=territory,
        density=chance.choice([*COMPULSORY, None]),
        flank=list(flank) if chance.random() < 0.9 else None,
        settings=settings,
    )
    flanks = ({**empty, "pieces": _flank_pieces(chance, flank)} for _ in range(attempts))
    found = next(flanks) if attempts == 1 else _best(flanks)
    for number in range(chance.randrange(1, 8)):
        before = found["pieces"]
        tries = (
            {**empty, "pieces": [*before, _piece(chance, territory, f"p{number}", before)]}
            for _ in range(attempts)
        )
        found = next(tries) if attempts == 1 else _best(tries)
    pieces = found["pieces"]
    if chance.random() < 0.3:  # whoever lists them, in whatever order
        pieces = chance.sample(pieces, len(pieces))
    return {**found, "pieces": pieces}


def _best(tries: Iterator[Json]) -> Json:
    best, fewest = None, 1000
    for said in tries:
        faults = sum(len(by_ids) for by_ids in judge(said).values())
        if faults < fewest:
            best, fewest = said, faults
        if faults == 0:
            break
    assert best is not None
    return best


def _hair(chance: Random) -> float:
    return chance.choice(HAIRS)


def _flank_pieces(chance: Random, flank: tuple[str, ...]) -> list[Json]:
    if chance.random() < 0.2 or not flank:
        return []
    left = chance.random() < 0.5
    common: dict[str, Any] = {"slot": "secure_flank", "die": None}
    if flank == ("deep_water",):
        depth = chance.choice((2, 3, 4, 5, 6)) + _hair(chance)
        x = _hair(chance) if left else 45 - depth + _hair(chance)
        strip = rectangle(x, _hair(chance), depth, 30 + _hair(chance))
        return [piece("deep_water", strip, id="f0", **common)]
    found = []
    for number, side in enumerate(("defender", "invader")):
        x = chance.choice((0, 4)) + _hair(chance)
        y = chance.choice((0, 9)) + 15 * number + _hair(chance)
        if left == (chance.random() < 0.9):
            x = 39 - x
        square = rectangle(x, y, 6 + _hair(chance), 6 + chance.choice((0, 2)))
        kind = chance.choice([*flank, "sandy_ground"])
        found.append(piece(kind, square, id=f"f{number}", placed_by=side, **common))
    return found


def _piece(chance: Random, territory: str, name: str, before: list[Json]) -> Json:
    kinds = [row.type for row in TERRAIN[territory]]
    kind = chance.choice(kinds)
    if chance.random() < 0.02:
        kind = chance.choice(("town", "dry_wadi", "open", "forest", "lava"))
    slot = chance.choice(("compulsory", "optional", "optional"))
    die: int | None = chance.randrange(1, 7)
    if chance.random() < (0.5 if kind in ("fields", "tilled_fields", "marsh") else 0.05):
        die = None
    if chance.random() < 0.08:
        kind, slot, die = chance.choice(("vital_settlement", "fort")), "settlement", None
    declared = chance.choice(("dangerous", "impassable")) if chance.random() < 0.15 else None
    outline = _band(chance) if kind in BANDS else _shape(chance, before, slot, declared)
    return piece(
        kind,
        outline,
        id=name,
        slot=slot,
        placed_by=chance.choice(("defender", "invader")),
        die=die,
        moved=chance.random() < 0.2,
        declared=declared,
    )


def _band(chance: Random) -> list[Point]:
    width = chance.choice((0.5, 1, 1, 2)) + _hair(chance)
    x = chance.choice((1, 8, 10, 20, 33, 36)) + _hair(chance)
    slope = chance.choice((0, 0, 0, 2, 6))
    top = 30 + _hair(chance) if chance.random() < 0.8 else 24
    if chance.random() < 0.3:
        return rectangle(chance.choice((0, 4, 5)) + _hair(chance), 10, 45, width)
    outline = [(x, 0.0), (x + width, 0.0), (x + slope + width, top), (x + slope, top)]
    if chance.random() < 0.2:
        bulge = chance.choice((0.005, 0.03, 1))
        outline.insert(2, (x + width + slope / 2 + bulge, top / 2))
    return [(round(px, 3), round(py, 3)) for px, py in outline]


def _shape(chance: Random, before: list[Json], slot: str, declared: str | None) -> list[Point]:
    least = 6 if slot == "compulsory" else 4
    if declared and chance.random() < 0.8:
        width = depth = least
    else:
        width, depth = (chance.choice((4, 4, 5, 6, 6, 7, 8, 10)) for _ in range(2))
    outline = rectangle(0, 0, width + _hair(chance), depth + _hair(chance))
    shape = chance.random()
    if shape < 0.15:
        outline.pop()
    elif shape < 0.3:
        outline[2:3] = [(width, 1.7), (1.7, 1.7), (1.7, depth)]
    elif shape < 0.5:
        outline = _turned(outline, chance.choice((15, 30, 45, chance.random() * 360)))
    elif shape < 0.7:
        outline = _blob(chance, width / 2, depth / 2)
    if chance.random() < 0.02:
        outline[0], outline[1] = outline[1], outline[0]
    return _laid(chance, outline, before)


def _turned(outline: list[Point], degrees: float) -> list[Point]:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(c * x - s * y, s * x + c * y) for x, y in outline]


def _blob(chance: Random, a: float, b: float) -> list[Point]:
    count = chance.randrange(7, 15)
    found = []
    for i in range(count):
        angle, reach = 2 * math.pi * i / count, chance.uniform(0.75, 1.0)
        found.append((a * reach * math.cos(angle), b * reach * math.sin(angle)))
    return found


def _laid(chance: Random, outline: list[Point], before: list[Json]) -> list[Point]:
    """Somewhere on the table, often just where a limit runs: an edge, a sector, a neighbour."""
    low_x, low_y = (min(point[axis] for point in outline) for axis in (0, 1))
    high_x, high_y = (max(point[axis] for point in outline) for axis in (0, 1))
    x = chance.choice((0, 10, 10 - (high_x - low_x), 35, 45 - (high_x - low_x)))
    if chance.random() < 0.6:
        x = chance.uniform(0, 45 - (high_x - low_x))
    y = chance.choice((0, 30 - (high_y - low_y), 15 - (high_y - low_y), chance.uniform(0, 24)))
    if before and chance.random() < 0.5:
        ring = chance.choice(before)["outline"]["coordinates"][0]
        gap = chance.choice((0, 0, 1, 2))
        x = max(point[0] for point in ring) + gap
        y = chance.choice([point[1] for point in ring])
    x, y = x + _hair(chance), y + _hair(chance)
    return [(round(px - low_x + x, 3), round(py - low_y + y, 3)) for px, py in outline]
