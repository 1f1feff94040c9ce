"""Benchmarks for judging a deployment, computing zones and suggesting places.

Twelve outlines of 24 points, and twenty units a side. Units on the table are ready, as when a
player asks repeatedly; the judged units are new.
"""

from __future__ import annotations

from random import Random

import numpy as np
import shapely

from setup_app.engine.hidden import seat
from setup_app.engine.prompts import Laying
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.search import as_down, place_units
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    NOTHING_DOWN,
    Occupied,
    Shapes,
    Sizes,
    Thing,
    UnitThing,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, Placed
from setup_app.rulebooks.pbs_2023_1.deployment.zones import zones
from terrain.core.layout import Piece
from tests.rulebooks.pbs.deployment import stage
from tools.bench.measure import Pace, Pair, bench, rounds_of
from tools.bench.where import table

DEFENDER, INVADER = 1, 0
DEPTHS = {"foot": 0.5, "mounted": 0.75, "elephants": 1.0, "artillery": 1.0, "battle_wagon": 1.0}
KINDS = (
    *[Body("tug", "foot", "close", 6)] * 6,
    *[Body("tug", "foot", "loose", 6)] * 4,
    *[Body("tug", "mounted", "loose", 4)] * 5,
    Body("tug", "elephants", "close", 2),
    Body("tug", "artillery", "close", 2, ("battery",)),
    *[Body("sug", "foot", "open", 4)] * 3,
)
ARMY = dict(enumerate(KINDS))
TAKEN_IN_TURN = 5
"""The number of units that a suggestion places in one step."""


def scene() -> tuple[DeploymentField, dict[str, Thing], Occupied]:
    """Return a table of 45 x 30 with both armies deployed."""
    layout, _, _ = table(45, 30)
    pieces = tuple(_as_it_might_be(at, piece) for at, piece in enumerate(layout.pieces))
    sizes = Sizes(DEPTHS, (4.0, 2.0))
    field = DeploymentField(45.0, 30.0, "mountains", INVADER, None, pieces, sizes)
    own, theirs = (_laid(field, side) for side in (DEFENDER, INVADER))
    assert check(field, DEFENDER, own) == ()
    return field, own, as_down(field, INVADER, theirs)


def _as_it_might_be(at: int, piece: Piece) -> Piece:
    """Return the piece, every fourth one impassable."""
    declared = None if at % 4 else "impassable"
    return Piece(piece.id, piece.type, "optional", "defender", 2, False, declared, piece.outline)


def _laid(field: DeploymentField, side: int) -> dict[str, Thing]:
    found = place_units(field, side, ARMY, others=NOTHING_DOWN, chooser=Random(1))
    places = {number: place for number, place in found.items() if place is not None}
    assert len(places) == len(ARMY)
    return {f"u{number}": UnitThing(ARMY[number], place) for number, place in places.items()}


@bench(name="check-unit", unit="us", limit=2.0)
def check_unit() -> Pair:
    """Check each of twenty units against the other nineteen, twenty enemies and the terrain, all
    legal.

    The bare calls find every polygon ready except that of the unit, which both have to build.
    """
    field, own, theirs = scene()
    cases = []
    for key, thing in own.items():
        beside = {name: other for name, other in own.items() if name != key}
        cases.append((key, thing, as_down(field, DEFENDER, beside, others=theirs)))
    walls = _walls(field)
    ready = [(np.concatenate((walls, others.shapes)), *_corners(one)) for _, one, others in cases]
    ground = shapely.box(0, 0, 45, 9)
    for key, thing, others in cases:
        assert check(field, DEFENDER, {key: thing}, others=others) == ()

    def ours() -> None:
        for key, thing, others in cases:
            check(field, DEFENDER, {key: thing}, others=others)

    def bare() -> None:
        for shapes, corners in ready:
            one = shapely.polygons(corners)
            shapely.covers(ground, one)
            shapely.intersects(shapes, one)

    return Pair(ours=ours, bare=bare, scale=1e6 / len(cases))


def _walls(field: DeploymentField) -> Shapes:
    """Return the only terrain that bars a unit: the bare calls check no more than necessary."""
    return np.array([piece.shape for piece in field.pieces if piece.declared == "impassable"])


def _corners(thing: Thing) -> tuple[list[tuple[float, float]]]:
    assert isinstance(thing, UnitThing)
    x, y = thing.placed.at
    return ([(x - 1.5, y - 0.5), (x + 1.5, y - 0.5), (x + 1.5, y + 0.5), (x - 1.5, y + 0.5)],)


@bench(name="check-army", unit="us", limit=3.0)
def check_army() -> Pair:
    """Check twenty units at once, against each other, twenty enemies and the terrain: all legal."""
    field, own, theirs = scene()
    walls = _walls(field)
    shapes = np.concatenate((walls, theirs.shapes))
    corners = [_corners(thing)[0] for thing in own.values()]
    ground = shapely.box(0, 0, 45, 9)
    later, earlier = np.tril_indices(len(corners), -1)
    assert check(field, DEFENDER, own, others=theirs) == ()

    def ours() -> None:
        check(field, DEFENDER, own, others=theirs)

    def bare() -> None:
        army = shapely.polygons(corners)
        shapely.covers(ground, army)
        shapely.intersects(shapes[None, :], army[:, None])
        shapely.intersects(army[later], army[earlier])

    return Pair(ours=ours, bare=bare, scale=1e6, note=worst_heap)


def worst_heap() -> str:
    """Return how long a heap of two hundred misplaced units takes."""
    field, _, theirs = scene()
    nan = float("nan")
    heap: dict[str, Thing] = {
        f"u{at}": UnitThing(KINDS[0], Placed((20.0, 8.0), nan if at % 5 == 0 else 33.0 * at, 0))
        for at in range(200)
    }

    def judge() -> None:
        check(field, DEFENDER, heap, others=theirs)

    rounds = rounds_of({"heap": judge}, Pace(rounds=3, batches=1, seconds=0))
    least = min(each["heap"] for each in rounds) * 1e3
    return f"200 units in a heap, ranks of 0, not a number: {least:.0f} ms (limit 50)"


@bench(name="zones", unit="us", limit=3.0)
def lit_zones() -> Pair:
    """Measure the zones of a unit of close foot beside both armies, limit 5 ms."""
    field, own, theirs = scene()
    others = as_down(field, DEFENDER, own, others=theirs)
    body = KINDS[0]
    ground = shapely.box(10, 0, 35, 9)
    parts = [*others.shapes.tolist(), *_walls(field).tolist()]

    def ours() -> None:
        zones(field, DEFENDER, body, others=others)

    def bare() -> None:
        shapely.difference(ground, shapely.union_all(parts))

    return Pair(ours=ours, bare=bare, scale=1e6)


@bench(name="suggest-army", unit="ms", limit=100.0)
def suggest_army() -> Pair:
    """Suggest places for a whole army of twenty; beside it for a group of five, with the rest
    down.
    """
    field, own, theirs = scene()
    group = dict(list(ARMY.items())[:TAKEN_IN_TURN])
    rest = {key: own[key] for key in list(own)[TAKEN_IN_TURN:]}
    others = as_down(field, DEFENDER, rest, others=theirs)

    def ours() -> None:
        place_units(field, DEFENDER, ARMY, others=theirs, chooser=Random(1))

    def five() -> None:
        place_units(field, DEFENDER, group, others=others, chooser=Random(1))

    return Pair(ours=ours, scale=1e3, beside={"a group of five": five})


@bench(name="lay-plan", unit="ms", limit=100.0)
def lay_plan() -> Pair:
    """Deploy a whole plan of twenty; beside it one of which every second unit does not fit."""
    battle = stage.stage(stage.army(stage.tugs(20), camp=False)).to_deployment((0, 100))
    battle.play_to("deploy", 0)
    prompt, known = battle.prompt(0), battle.known(seat(0))
    line = [stage.at(unit, 12 + 3 * (unit % 7), 7 - 2 * (unit // 7)) for unit in range(20)]
    heap = [stage.at(unit, 12 + 1.5 * (unit % 14), 7 - 2 * (unit // 14)) for unit in range(20)]
    whole, crowded = (
        Laying({"format": "metator-plan/1", "units": units}) for units in (line, heap)
    )
    assert len(prompt.lay(0, known, whole).answer["units"]) == 20
    assert prompt.lay(0, known, crowded).unfit

    return Pair(
        ours=lambda: prompt.lay(0, known, whole),
        scale=1e3,
        beside={"in a heap": lambda: prompt.lay(0, known, crowded)},
    )
