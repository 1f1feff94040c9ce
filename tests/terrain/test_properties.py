"""What holds of the check whatever lies on the table?

Tables laid out at random, legal ones; the same disturbed by hair's breadths and by feet; wild
ones, most of whose pieces break a rule by a hair; and the corpus.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from setup_app.rulebooks.pbs_2023_1.layout_rules import DEEP_WATER, layout_rules
from terrain.core.breaches import Breach
from terrain.core.layout import Layout, Piece, read_layout, write_layout
from terrain.core.legality import check, check_placement
from tests.oracle.wild_layouts import wild_layout
from tests.terrain.corpus import cases
from tests.terrain.laying import codes, lay, rect, turned_table
from tests.terrain.play import play
from tests.terrain.test_play import BOXES
from tests.terrain.test_second_reader import disturbed

Checked = Callable[[Layout], None]


@cache
def played(seed: int) -> Layout:
    return play(*BOXES[seed % len(BOXES)], seed).layout


def disturbed_at(seed: int, by: int) -> Layout:
    return disturbed(played(seed), Random(by))


def wild(seed: int) -> Layout:
    return read_layout(wild_layout(seed))


def layouts(tables: int) -> some.SearchStrategy[Layout]:
    seeds = some.integers(0, tables - 1)
    anything = some.integers(0, 10**6)
    return some.one_of(
        seeds.map(played), some.builds(disturbed_at, seeds, anything), anything.map(wild)
    )


def on_many(tables: int, examples: int) -> Callable[[Checked], Any]:
    """Run a test on drawn layouts, the same ones each time."""

    def decorate(test: Checked) -> Any:
        calm = settings(
            max_examples=examples,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=[HealthCheck.too_slow],
        )
        return calm(given(layout=layouts(tables))(test))

    return decorate


def verdict(layout: Layout) -> tuple[Breach, ...]:
    return check(layout, layout_rules(layout))


def named(violations: tuple[Breach, ...]) -> list[tuple[str, tuple[str, ...], float | None]]:
    return [(each.code, each.pieces, each.required) for each in violations]


def assert_alike(one: tuple[Breach, ...], other: tuple[Breach, ...]) -> None:
    assert named(one) == named(other)
    for a, b in zip(one, other, strict=True):
        assert (a.measured is None) == (b.measured is None)
        assert abs((a.measured or 0) - (b.measured or 0)) < 2e-4, (a, b)


def the_sides_are_treated_alike(layout: Layout) -> None:
    """Turned by 180 degrees, each piece now the other player's: the same verdict.

    Two things the rules give to the defender alone: deep water is his to place, and the invader's
    flank piece follows his. So nothing is asked about the water itself, and only one player's
    flank pieces stay.
    """
    pieces = tuple(
        piece
        for piece in layout.pieces
        if piece.slot != "secure_flank" or piece.placed_by == "defender"
    )
    shared = layout.with_pieces(pieces)
    waters = {piece.id for piece in pieces if piece.type == DEEP_WATER}
    here, there = (
        tuple(each for each in verdict(table) if each.pieces[0] not in waters)
        for table in (shared, turned_table(shared))
    )
    assert_alike(here, there)


def the_last_piece_says_nothing_of_the_others(layout: Layout) -> None:
    """So a legal layout stays legal when pieces are taken away from its end.

    But that the defender's flank piece, listed last, shows the invader's to be in the other sector.
    """
    whole, most = verdict(layout), len(layout.pieces)
    for count in (most // 2, max(0, most - 1)):
        left, taken = layout.with_pieces(layout.pieces[:count]), layout.pieces[count:]
        leads = any(flank_piece_of(piece, "defender") for piece in taken)
        led = {p.id for p in left.pieces if leads and flank_piece_of(p, "invader")}
        ids = {piece.id for piece in left.pieces}

        def said_of_them(
            found: tuple[Breach, ...], ids: set[str] = ids, led: set[str] = led
        ) -> list[Breach]:
            of_them = [each for each in found if each.pieces[0] in ids]
            return [e for e in of_them if e.code != "outside_sector" or e.pieces[0] not in led]

        assert said_of_them(verdict(left)) == said_of_them(whole)


def flank_piece_of(piece: Piece, player: str) -> bool:
    return piece.slot == "secure_flank" and piece.placed_by == player


def where_at(violation: Breach) -> tuple[object, ...]:
    return violation.pieces, violation.code, violation.measured or 0


def the_way_of_writing_an_outline_means_nothing(layout: Layout) -> None:
    """But for the order in which the two ends of a band are named."""
    chooser = Random(len(layout.pieces))
    written = write_layout(layout)
    again = write_layout(layout)
    for piece in again["pieces"]:
        for ring in piece["outline"]["coordinates"]:
            points = ring[:-1]
            start = chooser.randrange(len(points))
            points = points[start:] + points[:start]
            if chooser.random() < 0.5:
                points.reverse()
            ring[:] = [*points, points[0]]
    one, other = (
        tuple(sorted(verdict(read_layout(said)), key=where_at)) for said in (written, again)
    )
    assert_alike(one, other)


def each_piece_is_judged_where_it_was_placed(layout: Layout) -> None:
    rules = layout_rules(layout)
    one_by_one: list[Breach] = []
    for at, piece in enumerate(layout.pieces):
        before = layout.with_pieces(layout.pieces[:at])
        one_by_one += check_placement(before, piece, rules)
    assert tuple(one_by_one) == verdict(layout)


PROPERTIES = [
    the_sides_are_treated_alike,
    the_last_piece_says_nothing_of_the_others,
    the_way_of_writing_an_outline_means_nothing,
    each_piece_is_judged_where_it_was_placed,
]


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda each: each.__name__)
def test_of_any_layout(holds: Checked) -> None:
    on_many(tables=12, examples=40)(holds)()


def test_of_the_corpus_that_both_sides_are_treated_alike() -> None:
    for case in cases():
        the_sides_are_treated_alike(read_layout(case.layout))


def test_of_the_corpus_that_the_way_of_writing_an_outline_means_nothing() -> None:
    for case in cases():
        the_way_of_writing_an_outline_means_nothing(read_layout(case.layout))


@pytest.mark.soak
@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda each: each.__name__)
def test_of_very_many_layouts(holds: Checked) -> None:
    on_many(tables=len(BOXES) * 4, examples=6000)(holds)()


@pytest.mark.parametrize("seed", range(12))
def test_a_legal_layout_stays_legal_when_a_piece_is_taken_from_its_end(seed: int) -> None:
    layout = played(seed)
    for count in range(len(layout.pieces), -1, -1):
        assert verdict(layout.with_pieces(layout.pieces[:count])) == ()


def test_a_layout_may_become_illegal_when_a_piece_is_taken_from_its_middle() -> None:
    """The field has its right to lie undiced from the village: so only the end is spoken of."""
    village = lay("village", rect(20, 5, 5, 5))
    field = lay("fields", rect(20, 10, 5, 5), die=None)
    assert codes(village, field) == []
    assert codes(field) == ["die_required"]
