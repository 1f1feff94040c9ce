"""Is the shortest slide legal, and no longer than one that plain trying finds?"""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.breaches import Breach
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check, check_among, check_spot
from terrain.core.outline import slid
from terrain.core.placement.legal_region import RESOLUTION, where
from terrain.core.placement.nearest_slide import nearest
from terrain.core.rules import GroundRules
from tests.terrain.laying import lay, rect, table, water
from tests.terrain.play import play
from tests.terrain.test_play import BOXES
from tests.terrain.test_where import BAND, has_to_spare, in_hand

seeds = some.integers(0, 2**32)
FAR = 12.0


def is_legal(layout: Layout, piece: Piece, rules: GroundRules, by: tuple[float, float]) -> bool:
    laid = replace(piece, outline=slid(piece.outline, by=by))
    return not check_spot(layout, laid, rules)


def beaten(seed: int, rings: int) -> None:
    """Try slides in rings, ever closer to the length that was found, that are shorter than it."""
    layout, piece, rules, chooser = in_hand(seed)
    away = (chooser.uniform(-8, 8), chooser.uniform(-8, 8))
    piece = replace(piece, outline=slid(piece.outline, by=away))
    found = nearest(layout, piece, rules)
    if found is not None:
        assert not check_spot(layout, replace(piece, outline=found.outline), rules)
        assert found.outline == slid(piece.outline, by=found.by)
        assert found.by == (round(found.by[0], 3), round(found.by[1], 3))
        assert found.distance == pytest.approx(math.hypot(*found.by))
    longest = FAR if found is None else found.distance - 0.001
    for ring in range(rings if longest > 0 else 0):
        reach = longest * (1 - (ring / rings) ** 2)
        count = 8 + 3 * int(reach)
        start = chooser.random()
        for at in range(count):
            angle = (at + start) / count * math.tau
            by = (reach * math.cos(angle), reach * math.sin(angle))
            x, y = piece.outline[0]
            spot = (x + by[0], y + by[1])
            assert not has_to_spare(layout, piece, rules, spot), (seed, found, by)


@settings(deadline=None, max_examples=8, derandomize=True)
@given(seeds)
def test_no_shorter_slide_is_legal(seed: int) -> None:
    beaten(seed, 4)


@pytest.mark.soak
@settings(deadline=None, max_examples=1500, derandomize=True)
@given(seeds)
def test_no_shorter_slide_is_legal_on_very_many_tables(seed: int) -> None:
    beaten(seed, 24)


ASKED_OF_A_PAIR = {"overlap", "too_close", "outside_sector", "die_required"}
"""What a later piece may have against one that is slid; of a sector's the longer one aside."""


@pytest.mark.parametrize(
    "seed",
    [seed if seed < 12 else pytest.param(seed, marks=pytest.mark.soak) for seed in range(240)],
)
def test_a_piece_that_keeps_its_turn_leaves_later_ones_legal(seed: int) -> None:
    """The whole table is checked, wherever the piece was slid to on it."""
    chooser = Random(seed)
    game = play(*BOXES[seed * 53 % len(BOXES)], seed)
    pieces, rules = game.layout.pieces, game.rules
    at = chooser.randrange(len(pieces) - 1)
    before, later = game.layout.with_pieces(pieces[:at]), pieces[at + 1 :]
    assert check_among(before, pieces[at], later, rules) == ()
    away = (chooser.uniform(-30, 30), chooser.uniform(-20, 20))
    piece = replace(pieces[at], outline=slid(pieces[at].outline, by=away))

    found = nearest(before, piece, rules, later=later)

    assert found is not None
    assert found.distance <= math.hypot(*away) + RESOLUTION
    whole = (*pieces[:at], replace(piece, outline=found.outline), *later)
    wrong = [
        broken
        for broken in check(game.layout.with_pieces(whole), rules)
        if broken.code in ASKED_OF_A_PAIR and not reaches_on(broken, whole, rules)
    ]
    assert wrong == []
    region = where(before, piece, rules, later)
    for corner in shapely.get_coordinates(region.shape).tolist()[:40]:
        by = (corner[0] - piece.outline[0][0], corner[1] - piece.outline[0][1])
        there = replace(piece, outline=slid(piece.outline, by=by))
        assert check_among(before, there, later, rules) == ()


def reaches_on(broken: Breach, pieces: tuple[Piece, ...], rules: GroundRules) -> bool:
    """Whether a piece has lost what let it reach out of its sector: that is not asked."""
    kind = rules.kind(next(each.type for each in pieces if each.id == broken.pieces[0]))
    return broken.code == "outside_sector" and bool(kind.extends_beside)


def test_it_is_no_longer_than_what_a_grid_finds() -> None:
    """A grid of a quarter of a unit about a wood that lies in the gap between two pieces."""
    layout = table(lay("hills", rect(12, 3, 6, 6)), lay("brush", rect(21, 8, 5, 7)))
    rules = layout_rules(layout)
    piece = lay("woods", rect(16.3, 6.2, 5, 5), id="hand")
    found = nearest(layout, piece, rules)
    assert found is not None
    steps = [at / 4 for at in range(-20, 21)]
    slides = [(x, y) for x in steps for y in steps if math.hypot(x, y) < found.distance + 0.3]
    legal = [math.hypot(*by) for by in slides if is_legal(layout, piece, rules, by)]
    assert len(slides) > 100
    assert min(legal) - 0.3 < found.distance <= min(legal) + RESOLUTION


def test_what_lies_right_stays() -> None:
    layout = table(lay("hills", rect(12, 3, 6, 6)))
    piece = lay("woods", rect(25, 10, 5, 5), id="hand")
    found = nearest(layout, piece, layout_rules(layout))
    assert found is not None
    assert (found.by, found.outline, found.distance) == ((0.0, 0.0), piece.outline, 0.0)


def test_a_piece_too_near_is_pushed_off_by_what_is_missing() -> None:
    layout = table(lay("hills", rect(12, 3, 6, 6)))
    found = nearest(layout, lay("woods", rect(19, 4, 5, 5), id="hand"), layout_rules(layout))
    assert found is not None
    assert found.by[0] == pytest.approx(1, abs=0.011)
    assert found.by[1] == 0


def test_a_river_slides_back_to_the_edges_that_it_joins() -> None:
    layout = table()
    off = slid(BAND, by=(0.5, 1.25))
    found = nearest(layout, lay("rivers_and_streams", off, id="hand"), layout_rules(layout))
    assert found is not None
    assert found.by[0] == 0
    assert found.by[1] == pytest.approx(-1.25, abs=0.01)


def test_water_slides_to_the_nearer_side_edge() -> None:
    layout = table(territory="waterside", flank=("deep_water",))
    strip = water(4.0, id="hand", outline=rect(30, 1, 4, 30))
    found = nearest(layout, strip, layout_rules(layout))
    assert found is not None
    assert found.by == (pytest.approx(11, abs=0.01), pytest.approx(-1, abs=0.01))


@pytest.mark.parametrize(
    "piece",
    [
        lay("woods", rect(20, 10, 3, 3), id="too small"),
        lay("woods", ((0, 0), (5, 5), (5, 0), (0, 5)), id="a fault"),
        lay("woods", rect(20, 10, 5, 5), id="no room", die=1),
        lay("rivers_and_streams", ((0, 0), (1, 0), (1, 20), (0, 20)), id="too short"),
    ],
    ids=lambda piece: piece.id,
)
def test_there_is_none(piece: Piece) -> None:
    layout = table(lay("hills", rect(2, 0, 7, 30)))
    assert nearest(layout, piece, layout_rules(layout)) is None
