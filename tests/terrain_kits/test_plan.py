"""Is the plan of what stands where the best one, and does it say what is short?"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from terrain.kits.model import stocks_of
from terrain.kits.pieces import OwnedPiece, Wanted, are_too_many
from terrain.kits.plan import KitPlan, plan
from tests.terrain_kits.oracle import best, best_of_many, least_over

TYPES = ("wood", "hill", "field")
NUMBERS = int(os.environ.get("SOAK_PLANS", "200"))


def instance(number: int) -> tuple[list[OwnedPiece], list[Wanted]]:
    """A small club, and more wishes than it can fill."""
    chooser = Random(number)

    def sides() -> tuple[int, int]:
        short, long = sorted(chooser.randrange(100, 200, 10) for _ in range(2))
        return long, short

    pieces = [
        OwnedPiece(
            f"p{at}",
            frozenset(chooser.sample(TYPES, chooser.randint(1, 2))),
            *sides(),
            count=chooser.choice((1, 1, 2)),
            box=chooser.choice(("", "a", "b", "c")),
        )
        for at in range(chooser.randint(0, 5))
    ]
    pieces += [
        OwnedPiece(
            f"s{at}",
            frozenset({"river"}),
            chooser.randrange(100, 300, 50),
            chooser.choice((40, 60)),
            count=chooser.choice((1, 2)),
            box=chooser.choice(("", "a", "d")),
            section=True,
        )
        for at in range(chooser.randint(0, 2))
    ]
    wanted = [
        Wanted(f"{at % 2}/{at}", at % 2, chooser.choice((*TYPES, "marsh")), *sides())
        for at in range(chooser.randint(0, 4))
    ]
    wanted += [
        Wanted(f"{at}/r", at, "river", chooser.randrange(200, 500, 50), 50, band=True)
        for at in range(chooser.randint(0, 1))
    ]
    return pieces, wanted


def values(found: KitPlan) -> tuple[int, ...]:
    return tuple(found.steps[name].value for name in ("built", "difference", "boxes"))


def test_small_plans_are_the_best_by_everything_that_can_be_tried() -> None:
    wrong = []
    for number in range(NUMBERS):
        pieces, wanted = instance(number)
        found = plan(pieces, wanted, tolerance_mm=40, seconds=20)
        if values(found) != best(pieces, wanted, 40):
            wrong.append((number, values(found), best(pieces, wanted, 40)))
        assert all(step.optimal for step in found.steps.values())
        holds(found, pieces, wanted)
    assert wrong == []


def test_large_plans_are_those_of_another_library() -> None:
    wrong = []
    for number in range(NUMBERS // 10):
        chooser = Random(number)
        pieces = [
            OwnedPiece(
                f"p{at}", frozenset({chooser.choice(TYPES)}), *sides, count=chooser.randint(1, 3)
            )
            for at in range(40)
            for sides in [sorted((chooser.randrange(80, 300) for _ in range(2)), reverse=True)]
        ]
        wanted = [
            Wanted(f"{at % 9}/{at}", at % 9, chooser.choice(TYPES), *sides)
            for at in range(80)
            for sides in [sorted((chooser.randrange(80, 300) for _ in range(2)), reverse=True)]
        ]
        found = plan(pieces, wanted, tolerance_mm=40, seconds=20)
        if values(found)[:2] != best_of_many(pieces, wanted, 40):
            wrong.append(number)
    assert wrong == []


def test_a_band_is_as_little_too_long_as_it_can_be() -> None:
    wrong = []
    for number in range(NUMBERS):
        chooser = Random(number)
        sections = [
            OwnedPiece(
                f"s{at}",
                frozenset({"river"}),
                chooser.randrange(90, 400),
                50,
                count=chooser.randint(1, 3),
                section=True,
            )
            for at in range(chooser.randint(1, 6))
        ]
        length = chooser.randrange(200, 1500)
        river = Wanted("1/r", 1, "river", length, 50, band=True)
        over = least_over(sections, length)
        expected = (0, 0) if over is None else (1, over)
        if values(plan(sections, [river], tolerance_mm=5, seconds=20))[:2] != expected:
            wrong.append(number)
    assert wrong == []


def holds(found: KitPlan, pieces: list[OwnedPiece], wanted: list[Wanted]) -> None:
    """What is told of a plan is what its pieces come to."""
    known = {piece.id: piece for piece in pieces}
    used = Counter(each for ids in found.assigned.values() for each in ids)
    assert all(number <= known[each].count for each, number in used.items())
    assert found.boxes == sorted({known[each].box for each in used} - {""})
    assert len(found.boxes) == found.steps["boxes"].value
    unbuilt = {each.wanted for each in found.short}
    assert unbuilt | set(found.assigned) == {each.id for each in wanted}
    assert not unbuilt & set(found.assigned)
    whole = {each.table for each in wanted} - {each.table for each in wanted if each.id in unbuilt}
    assert found.tables_built == sorted(whole)


def test_what_is_short_says_why_and_what_lies_nearest() -> None:
    pieces = [
        OwnedPiece("small", frozenset({"wood"}), 100, 80),
        OwnedPiece("large", frozenset({"wood", "hill"}), 300, 200, box="b"),
        OwnedPiece("bend", frozenset({"river"}), 200, 50, section=True),
    ]
    wanted = [
        Wanted("1/1", 1, "wood", 300, 200),
        Wanted("1/2", 1, "wood", 290, 190),
        Wanted("2/1", 2, "hill", 150, 100),
        Wanted("2/2", 2, "marsh", 150, 100),
        Wanted("3/1", 3, "river", 500, 50, band=True),
    ]

    found = plan(pieces, wanted, tolerance_mm=40, seconds=5)

    assert found.assigned == {"1/1": ["large"]}
    assert [(each.wanted, each.why, each.nearest) for each in found.short] == [
        ("1/2", "all_taken", "small"),
        ("2/1", "none_of_size", None),
        ("2/2", "none_of_type", None),
        ("3/1", "all_taken", "bend"),
    ]
    assert (found.tables_built, found.boxes) == ([], ["b"])


def test_a_band_takes_the_sections_that_are_least_too_long() -> None:
    sections = [
        OwnedPiece("long", frozenset({"river"}), 300, 50, count=3, section=True),
        OwnedPiece("short", frozenset({"river"}), 200, 60, count=3, section=True),
    ]
    river = Wanted("1/r", 1, "river", 690, 50, band=True)

    found = plan(sections, [river], tolerance_mm=40, seconds=5)

    assert sorted(found.assigned["1/r"]) == ["long", "short", "short"]
    assert values(found) == (1, 10, 0)


def test_the_same_request_gives_the_same_plan() -> None:
    pieces, wanted = instance(7)

    assert plan(pieces, wanted, tolerance_mm=60, seconds=5) == plan(
        pieces, wanted, tolerance_mm=60, seconds=5
    )


def test_nothing_owned_and_nothing_wanted_is_a_plan() -> None:
    assert values(plan([], [], tolerance_mm=40, seconds=1)) == (0, 0, 0)
    alone = plan([], [Wanted("1/1", 1, "wood", 100, 100)], tolerance_mm=40, seconds=1)
    assert [each.why for each in alone.short] == ["none_of_type"]


@pytest.mark.parametrize(("most", "too_many"), [(3, True), (4, False)])
def test_pairs_that_fit_are_counted_without_copies(most: int, too_many: bool) -> None:
    pieces = [OwnedPiece(f"p{at}", frozenset({"wood"}), 100, 80, count=9) for at in range(2)]
    wanted = [Wanted(f"1/{at}", 1, "wood", 100, 80) for at in range(2)]

    assert are_too_many(pieces, wanted, tolerance_mm=0, most=most) is too_many


def test_copies_without_number_are_counted_and_not_listed() -> None:
    """Each of two thousand pieces two thousand times: with a list of all it took 40 s."""
    many = [OwnedPiece(f"p{at}", frozenset({"wood"}), 240, 200, 2000) for at in range(2000)]

    found = plan(many, [Wanted("1/1", 1, "wood", 240, 200)], tolerance_mm=10, seconds=5)

    assert found.assigned == {"1/1": ["p0"]}
    (stock,) = stocks_of(many)
    assert (len(stock.copies), stock.size) == (2000, 4_000_000)
