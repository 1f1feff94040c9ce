"""Does the judge of places agree with a second reader, who was written from the rules alone?"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    CampThing,
    Down,
    LeaderThing,
    MarkerThing,
    Occupied,
    Thing,
    footprint,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body
from terrain.core.layout import Piece
from tests.rulebooks.pbs.deployment.ground import (
    DEFENDER,
    ELEPHANTS,
    FOOT,
    GUNS,
    HORSE,
    INVADER,
    LOOSE,
    SIZES,
    SKIRMISHERS,
    WAGONS,
    table,
    unit,
)
from tests.rulebooks.pbs.deployment.second_reader import Ring, Scene, faults

BODIES = (
    FOOT,
    LOOSE,
    HORSE,
    ELEPHANTS,
    GUNS,
    WAGONS,
    SKIRMISHERS,
    Body("tug", "foot", "close", 6, ("redoubts",)),
    Body("tug", "foot", "open", 6, ("barricades",)),
    Body("tug", "artillery", "close", 2, ("battery",)),
)
DEPTH_OF = {"foot": 0.5, "mounted": 0.75, "elephants": 1.0, "artillery": 1.0}
TYPES = (
    *("deep_water", "deep_water", "town", "town", "woods", "woods", "marsh", "brush"),
    *("fort", "fields", "vital_settlement"),
)
ANGLES = (90, 270, 0, 180, 45, 100, 33.3, 271, 359)


def blob(chooser: Random, x: float, y: float) -> Ring:
    """A star-shaped outline of 24 points."""
    radii = [2.5 + chooser.random() for _ in range(24)]
    return [
        (round(x + r * math.cos(a), 3), round(y + r * math.sin(a), 3))
        for r, a in zip(radii, (math.tau * at / 24 for at in range(24)), strict=True)
    ]


def some_thing(chooser: Random, side: int) -> tuple[Thing, dict[str, Any]]:
    """A thing, and what the second reader is told of it."""
    x = round(46 * chooser.random() - 0.5, 3)
    near = 11 * chooser.random() - 0.5
    y = round(near if side == DEFENDER else 30 - near, 3)
    facing = chooser.choice(ANGLES)
    kind = chooser.choice(("unit", "unit", "unit", "camp", "camp", "leader", "marker"))
    told: dict[str, Any] = {"kind": kind, "x": x, "y": y, "facing": facing}
    if kind == "camp":
        lax = chooser.random() < 0.3
        x = told["x"] = round(12 + 21 * chooser.random(), 3)
        told |= {"wide": 4, "deep": 2, "on_terrain": lax}
        return CampThing((x, y), facing, on_terrain=lax), told
    if kind != "unit":
        told |= {"wide": 1, "deep": 1, "facing": 90}
        return (LeaderThing if kind == "leader" else MarkerThing)((x, y)), told
    body, ambushers = chooser.choice(BODIES), chooser.random() < 0.2
    ranks = chooser.randint(1, body.bases)
    deep = 1.0 if "battle_wagon" in body.works else DEPTH_OF[body.arm]
    told |= {
        "wide": -(-body.bases // ranks),
        "deep": deep * ranks,
        "tug": body.kind == "tug",
        "arm": body.arm,
        "order": body.order,
        "works": body.works,
        "ambushers": ambushers,
    }
    return unit(body, x, y, facing, ranks, ambushers=ambushers), told


@pytest.mark.parametrize(
    "seed",
    [seed if seed < 8 else pytest.param(seed, marks=pytest.mark.soak) for seed in range(100)],
)
def test_judge_and_second_reader_agree_on_random_places(seed: int) -> None:
    chooser = Random(seed)
    side = chooser.choice((DEFENDER, INVADER))
    secure = chooser.choice((None, "left", "right"))
    pieces = []
    for _ in range(7):
        type_ = chooser.choice(TYPES)
        declared = chooser.choice((None, "impassable", "impassable", "dangerous"))
        ring = blob(chooser, 45 * chooser.random(), 30 * chooser.random())
        pieces.append((type_, declared if type_ in ("woods", "marsh", "brush") else None, ring))
    laid = tuple(
        Piece(f"p{at}", type_, "optional", "defender", 2, declared=declared, outline=tuple(ring))
        for at, (type_, declared, ring) in enumerate(pieces)
    )
    ambush = chooser.choice((6.0, 0.0, 3.0, None))
    field = table(*laid, secure=secure, ambush_from_centre=ambush)
    stood = []
    for at in range(10):
        owner = chooser.choice((DEFENDER, INVADER))
        there, _ = some_thing(chooser, side)
        kind = {"CampThing": "camp", "LeaderThing": "leader", "MarkerThing": "marker"}.get(
            type(there).__name__, "unit"
        )
        stood.append(Down(f"d{at}", kind, owner, footprint(there, SIZES).corners))
    scene = Scene(
        45,
        30,
        secure,
        side == INVADER,
        pieces,
        [(each.kind, each.side == side, list(each.outline)) for each in stood],
        ambush,
    )
    others = Occupied(tuple(stood))

    for _ in range(40):
        thing, told = some_thing(chooser, side)
        said = {broken.code for broken in check(field, side, {"it": thing}, others=others)}
        expected = faults(scene, told)
        sure = {code for code, broken in expected.items() if broken is not None}
        assert said & sure == {code for code in sure if expected[code]}, told
        assert said <= set(expected), told
