"""Benchmarks for judging one placement and a whole table.

The table is a stored one: twelve legal blobs of 12 to 24 points, as many as a very dense square of
the mountains allows, and a thirteenth for which the rules get one more place. Polygons and bounds
of the table are ready, as when a player asks repeatedly; the judged piece is new.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import shapely

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import Layout, Piece, Table, read_layout
from terrain.core.legality import check, check_placement
from terrain.core.outline import rounded
from terrain.core.rules import GroundRules, Room
from tests.terrain.bad_input import BAD, HEAPS, Json, answer
from tools.bench.measure import Pace, Pair, bench, rounds_of

DENSE = Path(__file__).with_name("dense_table.json")
COUNTS = (4, 8, 16, 32, 64)


@bench(name="check-piece", unit="us", limit=2.0)
def check_piece() -> Pair:
    """Check each of thirteen pieces against the other twelve, all rules; always a legal one.

    Ours begins with a piece that is only an outline: its polygon is built and validated within the
    measured time. The bare calls find theirs ready.
    """
    layout, rules = dense_table()
    tables = [without(layout, at) for at in range(len(layout.pieces))]
    for others, piece in tables:
        assert check_placement(others, piece, rules) == ()
    ready = [(others.shapes, piece.shape) for others, piece in tables]
    ground = shapely.box(0, 0, rules.table.width, rules.table.depth)

    def ours() -> None:
        for others, piece in tables:
            check_placement(others, fresh(piece), rules)

    def bare() -> None:
        for shapes, shape in ready:
            shapely.covers(ground, shape)
            shapely.dwithin(shape, shapes, 2.0)
            shapely.distance(shape, shapes)
            shapely.minimum_rotated_rectangle(shape)

    def with_polygon() -> None:
        for others, piece in tables:
            check_placement(others, made(piece), rules)

    def again() -> None:
        for others, piece in tables:
            check_placement(others, piece, rules)

    return Pair(
        ours=ours,
        bare=bare,
        scale=1e6 / len(tables),
        beside={"its polygon ready": with_polygon, "judged before": again},
    )


@bench(name="check-layout", unit="us", limit=3.0)
def check_layout() -> Pair:
    """Check a whole legal table of twelve: ours with all polygons still to be built, bare with
    none.

    The bare calls are those for one placement, each once for all pieces or all 66 pairs.
    """
    thirteen, _ = dense_table()
    layout = thirteen.with_pieces(thirteen.pieces[:12])
    rules = layout_rules(layout)
    assert check(layout, rules) == ()
    shapes = layout.shapes
    later, earlier = np.tril_indices(len(shapes), -1)
    one, other = shapes[later], shapes[earlier]
    ground = shapely.box(0, 0, rules.table.width, rules.table.depth)

    def ours() -> None:
        check(layout.with_pieces(tuple(map(fresh, layout.pieces))), rules)

    def bare() -> None:
        shapely.covers(ground, shapes)
        shapely.dwithin(one, other, 2.0)
        shapely.distance(one, other)
        shapely.minimum_rotated_rectangle(shapes)

    def with_polygons() -> None:
        check(layout.with_pieces(tuple(map(made, layout.pieces))), rules)

    def again() -> None:
        check(layout, rules)

    beside = {"its polygons ready": with_polygons, "judged before": again}
    return Pair(ours=ours, bare=bare, scale=1e6, beside=beside, note=worst_answers)


def worst_answers() -> str:
    """Return how long the slowest of untrusted requests takes, from decoded JSON to its answer."""
    bad, name = max((_milliseconds(said), name) for name, (said, _) in BAD.items())
    heap, which = max((_milliseconds(said), name) for name, said in HEAPS.items())
    return f"slowest bad input: {bad:.1f} ms ({name}); slowest heap: {heap:.0f} ms ({which})"


def _milliseconds(said: Json) -> float:
    rounds = rounds_of({"answer": partial(answer, said)}, Pace(rounds=3, batches=1, seconds=0))
    return min(each["answer"] for each in rounds) * 1e3


@bench(name="check-growth", unit="us", limit=16.0)
def check_growth() -> Pair:
    """Compare one placement among 64 pieces with the same among the 8 nearest of them."""
    judged = {count: among(count) for count in COUNTS}
    return Pair(
        ours=judged[64],
        bare=judged[8],
        scale=1e6,
        beside={f"among {count}": judged[count] for count in COUNTS},
    )


def dense_table() -> tuple[Layout, GroundRules]:
    """Return the stored table, all its polygons ready, and the rules with one more place."""
    layout = read_layout(json.loads(DENSE.read_text()))
    return layout, with_room(layout_rules(layout), tuple(Room(3, None, p) for p in PLAYERS))


PLAYERS = ("defender", "invader")


def with_room(rules: GroundRules, room: tuple[Room, ...] | None) -> GroundRules:
    """Return the rules with other room for optional pieces; None: any number."""
    optional = replace(rules.slots["optional"], room=room)
    return replace(rules, slots={**rules.slots, "optional": optional})


def without(layout: Layout, at: int) -> tuple[Layout, Piece]:
    """Return a table without one of its pieces, and that piece."""
    return layout.with_pieces(layout.pieces[:at] + layout.pieces[at + 1 :]), layout.pieces[at]


def fresh(piece: Piece) -> Piece:
    """Return a piece without any cached values."""
    return Piece(
        piece.id,
        piece.type,
        piece.slot,
        piece.placed_by,
        piece.die,
        piece.moved,
        piece.declared,
        piece.outline,
    )


def made(piece: Piece) -> Piece:
    """Return a fresh piece with a validated polygon."""
    copy = fresh(piece)
    vars(copy)["made"] = piece.made
    return copy


def among(count: int) -> Callable[[], object]:
    """Return a legal placement in the middle of this many pieces, on a table that holds them
    all.
    """
    empty = Layout("pbs-2023.1", "mountains", None, None, Table(90, 90))
    rules = with_room(layout_rules(empty), None)
    spots = sorted(
        ((x * 8.2 + 12.4, y * 8.2 + 12.4) for x in range(9) for y in range(9)),
        key=lambda spot: (math.dist(spot, (45.2, 45.2)), spot),
    )
    judged, *others = (blob(f"p{at}", spot) for at, spot in enumerate(spots[: count + 1]))
    layout = empty.with_pieces(tuple(others))
    assert check_placement(layout, judged, rules) == ()
    return partial(_check_fresh, layout, judged, rules)


def _check_fresh(layout: Layout, piece: Piece, rules: GroundRules) -> object:
    return check_placement(layout, fresh(piece), rules)


def blob(name: str, middle: tuple[float, float]) -> Piece:
    """Return a wood of 18 points, 6 across."""
    x, y = middle
    angles = [math.tau * at / 18 for at in range(18)]
    ring = ((x + 2.9 * math.cos(a) + 0.15 * math.cos(5 * a), y + 2.9 * math.sin(a)) for a in angles)
    return Piece(name, "woods", "optional", "defender", 2, outline=rounded(tuple(ring)))
