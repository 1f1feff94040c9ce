"""Is the choice of candidates the best one, and does it hold?"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from terrain.kits.choice import Candidate, KitAssignment, choose
from terrain.kits.pieces import OwnedPiece, Wanted
from tests.terrain_kits.oracle import best_choice

NUMBERS = 30
MANY = int(os.environ.get("SOAK_CHOICES", "200"))
SIDES = ((200, 160), (200, 200), (240, 160))


def instance(number: int) -> tuple[list[OwnedPiece], dict[int, list[Candidate]]]:
    """A club that owns a little, two or three tables, and up to three candidates for each."""
    chooser = Random(number)
    pieces = [
        OwnedPiece(
            f"p{at}",
            frozenset(chooser.sample(("wood", "hill"), chooser.choice((1, 1, 2)))),
            *chooser.choice(SIDES),
            count=chooser.choice((1, 1, 2)),
            box=chooser.choice(("", "a", "b")),
            form=chooser.choice(("", "", "leaf")),
        )
        for at in range(chooser.randint(1, 5))
    ]
    pieces += [
        OwnedPiece("s", frozenset({"river"}), 150, 50, count=chooser.randint(1, 3), section=True)
        for _ in range(chooser.randint(0, 1))
    ]

    def wanted(table: int, at: int) -> Wanted:
        if chooser.random() < 0.15:
            return Wanted(f"{table}/{at}", table, "river", 290, 50, band=True, form="")
        form = chooser.choice((None, "", "", "leaf"))
        type_ = chooser.choice(("wood", "hill"))
        return Wanted(f"{table}/{at}", table, type_, *chooser.choice(SIDES), form=form)

    tables = {
        table: [
            Candidate(
                tuple(wanted(table, at) for at in range(chooser.randint(0, 2))),
                left_out=chooser.choice((0, 0, 1)),
                unlike=chooser.randrange(50),
            )
            for _ in range(chooser.randint(1, 3))
        ]
        for table in range(1, chooser.randint(2, 3) + 1)
    }
    return pieces, tables


@pytest.mark.parametrize(
    "numbers", [range(NUMBERS), pytest.param(range(NUMBERS, MANY), marks=pytest.mark.soak)]
)
def test_small_choices_are_the_best_by_everything_that_can_be_tried(numbers: range) -> None:
    wrong = []
    for number in numbers:
        pieces, tables = instance(number)
        found = choose(pieces, tables, tolerance_mm=40, seconds=20)
        values = tuple(found.steps[name].value for name in found.steps)
        if values != (expected := best_choice(pieces, tables, 40)):
            wrong.append((number, values, expected))
        assert all(step.optimal for step in found.steps.values())
        holds(found, pieces, tables)
    assert wrong == []


def holds(
    found: KitAssignment, pieces: list[OwnedPiece], tables: dict[int, list[Candidate]]
) -> None:
    """What is told of a choice is what its pieces come to."""
    known = {piece.id: piece for piece in pieces}
    used = Counter(each for ids in found.assigned.values() for each in ids)
    assert all(number <= known[each].count for each, number in used.items())
    laid = {
        piece.id: piece for table, at in found.taken.items() for piece in tables[table][at].wanted
    }
    assert set(found.taken) == set(tables)
    assert set(found.assigned) <= set(laid)
    for name, ids in found.assigned.items():
        want = laid[name]
        for piece in (known[each] for each in ids):
            assert want.type in piece.types
            if want.form is not None and not want.band:
                assert (piece.long_mm, piece.short_mm) == (want.long_mm, want.short_mm)
                assert piece.form == want.form
        if want.band:
            assert sum(known[each].long_mm for each in ids) >= want.long_mm
    assert len(found.tables_built) == found.steps["tables"].value


def test_the_same_request_gives_the_same_choice() -> None:
    pieces, tables = instance(3)

    assert choose(pieces, tables, tolerance_mm=40, seconds=5) == choose(
        pieces, tables, tolerance_mm=40, seconds=5
    )


def test_of_one_wood_one_table_is_built_and_the_other_gets_its_hill() -> None:
    wood = Wanted("1/1", 1, "wood", 200, 160, form="")
    hill = replace(wood, type="hill")
    other = [Candidate((replace(each, id="2/1", table=2),)) for each in (wood, hill)]
    pieces = [OwnedPiece(name, frozenset({name}), 200, 160) for name in ("wood", "hill")]

    found = choose(pieces, {1: [Candidate((wood,))], 2: other}, tolerance_mm=0, seconds=5)

    assert (found.taken, found.tables_built) == ({1: 0, 2: 1}, [1, 2])
    assert found.assigned == {"1/1": ["wood"], "2/1": ["hill"]}


def test_no_time_is_a_choice_too() -> None:
    pieces, tables = instance(5)

    found = choose(pieces, tables, tolerance_mm=40, seconds=0)

    holds(found, pieces, tables)
