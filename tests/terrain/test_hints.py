"""Do the regions of the hints say of every place what the check says of a piece laid there?"""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as some

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_among
from terrain.core.outline import slid, turned
from terrain.core.placement.hints import Hint, hints
from terrain.core.rules import GroundRules
from tests.terrain.laying import DEPTH, WIDTH, lay, rect, table, water
from tests.terrain.play import play
from tests.terrain.ragged import comb, drawn, some_outline
from tests.terrain.test_play import BOXES

IN_DOUBT = 0.007
"""How near to a region's border a point is not asked about."""
OF_PLACE = {
    "outside_table",
    "overlap",
    "too_close",
    "die_required",
    "leant_on",
    "outside_sector",
    "straddles_sectors",
    "wrong_half",
    "not_touching_edge",
}
HOLLOW = (
    (0.0, 0.0),
    (5.0, 0.0),
    (5.0, 1.5),
    (1.5, 1.5),
    (1.5, 3.5),
    (5.0, 3.5),
    (5.0, 5.0),
    (0, 5),
)

Said = set[tuple[str, tuple[str, ...]]]


def told(code: str, pieces: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A violation names the nearest of the neighbours that it might touch, a hint all of them."""
    return (code, tuple(sorted(pieces)) if code in ("too_close", "overlap", "leant_on") else ())


def regions(found: tuple[Hint, ...]) -> list[tuple[Hint, Any]]:
    return [(each, shapely.make_valid(shapely.geometry.shape(dict(each.region)))) for each in found]


def compared(
    layout: Layout,
    piece: Piece,
    rules: GroundRules,
    points: list[tuple[float, float]],
    later: tuple[Piece, ...] = (),
) -> list[tuple[tuple[float, float], Said, Said]]:
    """For each point that is in no doubt: what the hints say of it, and what the check says."""
    given = hints(layout, piece, rules, later)
    shown = regions(given)
    # As they are given too: making a ring that touches itself valid may close up a part of it.
    borders = [shapely.boundary(area) for _, area in shown]
    borders += [shapely.boundary(shapely.geometry.shape(dict(each.region))) for each in given]
    x0, y0 = piece.outline[0]
    found = []
    for x, y in points:
        here = shapely.Point(x, y)
        if (shapely.distance(borders, here) < IN_DOUBT).any():
            continue
        hinted = {told(h.code, h.pieces) for h, area in shown if shapely.covers(area, here)}
        laid = replace(piece, outline=slid(piece.outline, by=(x - x0, y - y0)))
        checked = {
            told(broken.code, broken.pieces)
            for broken in check_among(layout, laid, later, rules)
            if broken.code in OF_PLACE
        }
        found.append(((x, y), hinted, checked))
    return found


def points(chooser: Random, number: int) -> list[tuple[float, float]]:
    return [
        (round(WIDTH * chooser.random(), 3), round(DEPTH * chooser.random(), 3))
        for _ in range(number)
    ]


def differing(found: list[Any]) -> list[Any]:
    return [each for each in found if each[1] != each[2]]


@pytest.mark.parametrize(
    "seed",
    [seed if seed < 8 else pytest.param(seed, marks=pytest.mark.soak) for seed in range(80)],
)
def test_hints_agree_with_the_check_on_random_tables(seed: int) -> None:
    chooser = Random(seed)
    game = play(*BOXES[seed * 37 % len(BOXES)], seed)
    at = chooser.randrange(len(game.layout.pieces))
    piece = replace(game.layout.pieces[at], id="hand", moved=False)
    before = game.layout.with_pieces(game.layout.pieces[:at] + game.layout.pieces[at + 1 :])
    outline = turned(piece.outline, about=piece.outline[0], degrees=360 * chooser.random())
    piece = replace(piece, outline=outline)

    found = compared(before, piece, game.rules, points(chooser, 150))

    assert len(found) > 75
    assert differing(found) == []


@pytest.mark.parametrize(
    "seed",
    [seed if seed < 6 else pytest.param(seed, marks=pytest.mark.soak) for seed in range(80)],
)
def test_hints_agree_with_the_check_where_a_piece_keeps_its_turn(seed: int) -> None:
    """What was laid after it lies there too, and asks what it asks."""
    chooser = Random(seed)
    game = play(*BOXES[seed * 37 % len(BOXES)], seed)
    pieces = game.layout.pieces
    at = chooser.randrange(len(pieces) - 1)
    before = game.layout.with_pieces(pieces[:at])

    found = compared(before, pieces[at], game.rules, points(chooser, 150), pieces[at + 1 :])

    assert len(found) > 75
    assert differing(found) == []


def ragged(seed: int) -> tuple[Layout, Piece, GroundRules, Random]:
    """Outlines of every sort, those of 48 points that the program draws and deeply hollow ones."""
    chooser = Random(seed)
    make = drawn if seed % 2 else some_outline
    pieces = tuple(
        lay("woods", slid(make(chooser), by=by), id=str(at))
        for at, by in enumerate(
            (chooser.randint(0, 38), chooser.randint(0, 22)) for _ in range(chooser.randint(1, 6))
        )
    )
    layout = table(*pieces)
    piece = lay("hills", make(chooser), id="hand", die=chooser.randint(1, 6))
    return layout, piece, layout_rules(layout), chooser


def agree(seed: int, count: int) -> None:
    layout, piece, rules, chooser = ragged(seed)
    assert differing(compared(layout, piece, rules, points(chooser, count))) == []


@settings(deadline=None, max_examples=24, derandomize=True)
@given(some.integers(0, 2**32))
def test_hints_agree_with_the_check_whatever_the_outlines(seed: int) -> None:
    agree(seed, 30)


@pytest.mark.soak
@settings(deadline=None, max_examples=2000, derandomize=True)
@given(some.integers(0, 2**32))
def test_hints_agree_with_the_check_whatever_very_many_outlines(seed: int) -> None:
    agree(seed, 150)


TABLES: list[tuple[str, tuple[Piece, ...], Piece, str]] = [
    ("a hollow outline beside a hollow one", (lay("woods", slid(HOLLOW, by=(5, 2))),),
     lay("hills", turned(HOLLOW, about=(0, 0), degrees=33), id="hand"), "mountains"),
    ("fields without a die beside a town", (lay("town", rect(15, 3, 7, 7)),),
     lay("fields", rect(0, 0, 4, 6), id="hand", die=None), "cultivated"),
    ("fields without a die and without a town", (),
     lay("fields", rect(0, 0, 4, 6), id="hand", die=None), "cultivated"),
    ("a town that may cover deep water", (water(9.0),),
     lay("town", rect(0, 0, 7, 7), id="hand"), "waterside"),
    ("marsh without a die beside deep water", (water(5.0),),
     lay("marsh", rect(0, 0, 5, 7), id="hand", die=None), "waterside"),
    ("a village beside deep water of the right flank", (water(12.0, outline=rect(33, 0, 12, 30)),),
     lay("village", rect(0, 0, 5, 5), id="hand"), "waterside"),
    ("a piece larger than its sector", (), lay("hills", rect(0, 0, 20, 8), id="hand"), "mountains"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "piece", "territory"),
    [case[1:] for case in TABLES],
    ids=[case[0] for case in TABLES],
)
@pytest.mark.parametrize("die", [None, 1, 2, 3, 4, 5, 6])
def test_hints_agree_with_the_check_where_specials_apply(
    before: tuple[Piece, ...], piece: Piece, territory: str, die: int | None
) -> None:
    layout = table(*before, territory=territory)
    rules = layout_rules(layout)

    found = compared(layout, replace(piece, die=die), rules, points(Random(5), 250))

    assert found
    assert differing(found) == []


def test_a_hint_names_rule_figure_and_pieces() -> None:
    layout = table(lay("woods", rect(20, 2, 5, 5)))

    found = {
        (hint.code, hint.pieces): (hint.rule, hint.required)
        for hint in hints(layout, lay("hills", rect(0, 0, 4, 6), id="hand"), layout_rules(layout))
    }

    assert found["too_close", ("hand", "woods")] == ("9.E", 2.0)
    assert found["overlap", ("hand", "woods")][1] == 0.0


def test_regions_lie_within_the_table() -> None:
    layout = table(lay("woods", rect(0, 0, 5, 5)))

    found = regions(hints(layout, lay("hills", rect(0, 0, 4, 6), id="x"), layout_rules(layout)))

    for _, area in found:
        left, bottom, right, top = area.bounds
        assert left >= 0
        assert bottom >= 0
        assert right <= WIDTH
        assert top <= DEPTH


def test_a_wild_outline_costs_no_more_than_a_moment() -> None:
    wild = tuple(
        lay("woods", slid(comb(98), by=(x, y)), id=f"{x}-{y}")
        for x in range(0, 40, 5)
        for y in range(1, 25, 3)
    )
    layout = table(*wild)
    started = time.thread_time()

    hints(layout, lay("hills", comb(98), id="hand"), layout_rules(layout))

    assert len(wild) == 64

    assert time.thread_time() - started < 1
