"""Benchmarks for questions about where a piece can go.

Twelve outlines of 24 points as the program draws them (woods, hills, villages and others), and a
new one of 24 points in the hand. The table's polygons are ready, as when a player asks repeatedly;
nothing else is kept between questions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import Layout, Piece, Table
from terrain.core.outline import Outline, slid
from terrain.core.placement.hints import hints
from terrain.core.placement.legal_region import where
from terrain.core.placement.nearest_slide import nearest
from terrain.core.rules import GroundRules
from terrain.core.shapes import figure
from tools.bench.measure import Pair, bench

POINTS = 24
FIGURES = {
    "woods": "wood",
    "hills": "hill",
    "brush": "brush",
    "village": "village",
    "mountains": "mountain",
    "fields": "field",
}
IN_ALL_SECTORS = "without a sector, at 60 x 40"


def of_points(outline: Outline, count: int = POINTS) -> Outline:
    """Return an outline with this many points: remove those that bend it least, add middles of
    sides.
    """
    ring = list(outline)

    def bend(at: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = ring[at - 1], ring[at], ring[(at + 1) % len(ring)]
        return abs((bx - ax) * (cy - by) - (cx - bx) * (by - ay))

    while len(ring) > count:
        ring.pop(min(range(len(ring)), key=bend))
    while len(ring) < count:
        at = max(range(len(ring)), key=lambda place: math.dist(ring[place - 1], ring[place]))
        (ax, ay), (bx, by) = ring[at - 1], ring[at]
        ring.insert(at, (round((ax + bx) / 2, 3), round((ay + by) / 2, 3)))
    return tuple(ring)


def table(width: float, depth: float) -> tuple[Layout, Piece, GroundRules]:
    """Return twelve pieces in three rows, and a wood that overlaps one of them."""
    chooser = Random(7)
    types = list(FIGURES)
    pieces = []
    for at in range(12):
        kind = types[at % len(types)]
        size = (4 + 2 * chooser.random(), 4 + 2 * chooser.random())
        outline = of_points(figure(FIGURES[kind], size, chooser))
        x = 0.5 + at % 4 * (width - 6.5) / 3
        y = 0.5 + at // 4 * (depth - 6.5) / 2
        pieces.append(
            Piece(f"p{at}", kind, "optional", "defender", 2, outline=slid(outline, by=(x, y)))
        )
    wood = of_points(figure("wood", (4.0, 5.0), chooser))
    in_hand = slid(wood, by=(1.5 + (width - 6.5) / 3, 1.5 + (depth - 6.5) / 2))
    piece = Piece("hand", "woods", "optional", "defender", 2, outline=in_hand)
    layout = Layout("pbs-2023.1", "mountains", "normal", None, Table(width, depth), tuple(pieces))
    return layout, piece, layout_rules(layout)


def make_question(
    question: Callable[[Layout, Piece, GroundRules], object],
    scene: tuple[Layout, Piece, GroundRules],
) -> Callable[[], object]:
    """Return a call that asks a question about a piece with only its outline."""
    layout, piece, rules = scene

    def ask() -> object:
        return question(layout, replace(piece), rules)

    return ask


def just_read(
    question: Callable[[Layout, Piece, GroundRules], object],
    scene: tuple[Layout, Piece, GroundRules],
) -> Callable[[], object]:
    """Return a call that asks a question about a layout without polygons yet, too."""
    layout, piece, rules = scene

    def ask() -> object:
        pieces = tuple(replace(each) for each in layout.pieces)
        return question(layout.with_pieces(pieces), replace(piece), rules)

    return ask


def pair(question: Callable[[Layout, Piece, GroundRules], object]) -> Pair:
    """Return the question at 45 x 30 for a die of the centre, and beside it others."""
    regulation, wide = table(45, 30), table(60, 40)
    layout, piece, rules = wide
    anywhere = replace(rules, moved_keeps_gap=True)
    beside = {
        "the table just read": just_read(question, regulation),
        "at 60 x 40": make_question(question, wide),
        IN_ALL_SECTORS: make_question(question, (layout, replace(piece, moved=True), anywhere)),
    }
    return Pair(ours=make_question(question, regulation), scale=1e3, beside=beside)


@bench(name="where", unit="ms", limit=5.0)
def the_region() -> Pair:
    """Measure the whole region for one orientation, its corners measured."""
    return pair(where)


@bench(name="nearest", unit="ms", limit=20.0)
def the_slide() -> Pair:
    """Measure the shortest slide of a wood that overlaps a piece."""
    return pair(nearest)


@bench(name="hints", unit="ms", limit=20.0)
def the_hints() -> Pair:
    """Measure every rule's region, for every piece, as GeoJSON."""
    return pair(hints)
