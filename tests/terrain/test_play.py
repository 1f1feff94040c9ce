"""Tables laid out at random: all legal, few pieces lost, each loss a true one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
import shapely

from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from terrain.core import shapes
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check, check_spot
from terrain.core.outline import slid, turned
from terrain.core.rules import GroundRules
from tests.terrain.laying import turned_table
from tests.terrain.play import Play, play

BOXES = sorted(
    {
        (territory.slug, box.density, box.flank)
        for territory in TERRITORIES.values()
        for row in territory.cells
        for box in row
    }
)
VERY_DENSE = [box for box in BOXES if box[1] == "very_dense"]


def play_all(
    boxes: list[tuple[str, str, tuple[str, ...]]], seeds: range, **settings: int
) -> list[Play]:
    return [play(*boxes[seed % len(boxes)], seed, settings) for seed in seeds]


def lost_share(games: list[Play]) -> float:
    return sum(len(game.lost) for game in games) / sum(game.placed for game in games)


def test_random_tables_of_every_kind_of_box_are_legal() -> None:
    games = play_all(BOXES, range(len(BOXES)))
    assert [check(game.layout, game.rules) for game in games] == [()] * len(games)
    assert lost_share(games) < 0.02


def test_very_dense_tables_lose_few_pieces() -> None:
    games = play_all(VERY_DENSE, range(40))
    assert lost_share(games) < 0.03


@pytest.mark.soak
def test_many_very_dense_tables_lose_less_than_one_in_fifty() -> None:
    games = play_all(VERY_DENSE, range(600))
    assert lost_share(games) < 0.02
    assert not [game for game in games if check(game.layout, game.rules)]


def test_the_same_seed_gives_the_same_table() -> None:
    box = VERY_DENSE[0]
    assert play(*box, 11).layout == play(*box, 11).layout


def test_a_legal_table_stays_legal_without_its_last_pieces() -> None:
    for game in play_all(VERY_DENSE, range(5)):
        pieces = game.layout.pieces
        for count in range(len(pieces)):
            assert check(game.layout.with_pieces(pieces[:count]), game.rules) == ()


def test_turning_the_table_and_swapping_the_sides_changes_no_verdict() -> None:
    """Deep water aside, which the defender alone may place."""
    boxes = [box for box in BOXES if box[2] != ("deep_water",)]
    for game in play_all(boxes, range(12)):
        disturbed = disturb(game.layout, Random(len(game.layout.pieces)))
        for layout in (game.layout, disturbed):
            here, there = check(layout, game.rules), check(turned_table(layout), game.rules)
            assert [(v.code, v.pieces, v.required) for v in here] == [
                (v.code, v.pieces, v.required) for v in there
            ]
            measured = [
                (v.measured or 0, w.measured or 0) for v, w in zip(here, there, strict=True)
            ]
            assert all(abs(a - b) < 1e-3 for a, b in measured)


def disturb(layout: Layout, chooser: Random) -> Layout:
    """A few pieces pushed off their places, all the same on both sides of the table."""
    pieces = list(layout.pieces)
    for at in chooser.sample(range(len(pieces)), 3):
        by = (chooser.choice((-2.5, 0.3, 3.0)), chooser.choice((-4.0, 0.3, 2.0)))
        pieces[at] = replace(pieces[at], outline=slid(pieces[at].outline, by=by))
    return layout.with_pieces(tuple(pieces))


def test_each_loss_is_confirmed_by_a_grid_that_shares_nothing_with_the_search() -> None:
    """The least rectangle at 72 orientations and every half of a base width.

    With a gap of 4 on very dense ground, so that something is lost; one loss takes long enough.
    """
    lost = [
        (piece, layout, game.rules)
        for game in play_all(VERY_DENSE, range(4), gap=4)
        for piece, layout, _ in game.lost
        if piece.die is not None and not game.rules.kind(piece.type).band
        if not game.rules.kind(piece.type).extends_beside
    ]
    assert len(lost) > 1
    piece, layout, rules = lost[-1]
    assert not by_grid(layout, piece, rules)


def by_grid(layout: Layout, piece: Piece, rules: GroundRules) -> bool:
    limits = rules.kind(piece.type).sizes[piece.slot]
    size = shapes.least_size(limits, rules.tolerance)
    outline = shapes.rectangle(size)
    lying = shapely.union_all([p.shape for p in layout.pieces])
    shapely.prepare(lying)
    zone = rules.zones[rules.kind(piece.type).by_die[piece.placed_by][piece.die or 0].zone]
    spots = np.array([(x, y) for x in np.arange(0, 45, 0.5) for y in np.arange(0, 30, 0.5)])
    # A square comes back on itself after a quarter turn, another rectangle after half a turn.
    for step in range(18 if size[0] == size[1] else 36):
        laid = np.array(turned(outline, about=(0, 0), degrees=5 * step))
        corners = spots[:, None, :] + laid[None]
        low, high = corners.min(axis=1), corners.max(axis=1)
        inside = (low >= (zone.low, 0)).all(axis=1) & (high <= (zone.high, 30)).all(axis=1)
        # Its middle is half of the least side inside it: nearer than that, it lies on something.
        middles = shapely.points(corners[inside].mean(axis=1))
        clear = shapely.distance(lying, middles) >= limits.short_min / 2
        for spot in spots[inside][clear]:
            here = replace(piece, outline=slid(tuple(map(tuple, laid)), by=tuple(spot)))
            if not check_spot(layout, here, rules):
                return True
    return False
