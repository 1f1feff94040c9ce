"""Do the signs of units read without their colours, and does everything lie where it stands?"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from setup_app.rulebook_pages.pbs_2023_1.deployment_picture import unit_thing
from setup_app.rulebook_pages.pbs_2023_1.figure_marks import LIVERIES, UnitBlock
from setup_app.rulebooks.pbs_2023_1.armies import ARMS, ORDERS
from setup_app.rulebooks.pbs_2023_1.deployment.shown import outline_as_json
from setup_app.rulebooks.pbs_2023_1.deployment.units import WORKS
from terrain.draw.view import View

VIEW = View(45.0, 30.0, "defender", 0.0, 0.0)


def unit(**stated: Any) -> dict[str, Any]:
    shown = {
        "id": 3,
        "kind": "tug",
        "arm": "foot",
        "order": "close",
        "bases": 6,
        "works": [],
        "formation": {"ranks": 2},
        "outline": outline_as_json((20.0, 5.0), 90.0, 3.0, 2.0),
        **stated,
    }
    return shown


def shape(**stated: Any) -> tuple[Any, ...]:
    """What is drawn of it, all inks left out but how wide and how broken they are."""
    thing = unit_thing(unit(**stated), (0, "defender"), VIEW)
    return tuple((mark.d, mark.ink.width, mark.ink.dash) for mark in thing.marks)


def test_arm_order_kind_and_works_are_each_told_by_shape() -> None:
    kinds = [
        *({"arm": arm, "order": order} for arm, order in product(ARMS, ORDERS)),
        *({"works": [flag]} for flag in WORKS),
        {"kind": "sug"},
    ]

    same = [(a, b) for a, b in combinations(kinds, 2) if shape(**a) == shape(**b)]

    assert same == []


def light(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_sides_differ_in_grey_and_figures_stand_out() -> None:
    defender, invader = LIVERIES["defender"], LIVERIES["invader"]

    assert light(invader.base) - light(defender.base) > 100
    for livery in (defender, invader):
        assert abs(light(livery.base) - light(livery.figure)) > 100


def test_a_last_rank_that_is_not_full_stands_in_the_middle() -> None:
    corners = np.array([[0, 0], [0, 40], [80, 40], [80, 0]], dtype=float)

    block = UnitBlock.of(corners, 7, 2)

    assert (block.files, block.ranks) == (4, 2)
    assert block.bases_at().tolist() == [
        [0, 0],
        [1, 0],
        [2, 0],
        [3, 0],
        [0.5, 1],
        [1.5, 1],
        [2.5, 1],
    ]


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        (None, "3: TUG, foot, close, 6 bases, 2 ranks, battery"),
        (
            {"name": "Ballistae & <co>"},
            "3: Ballistae & <co>, TUG, foot, close, 6 bases, 2 ranks, battery",
        ),
    ],
)
def test_a_unit_is_named_to_who_may_know_it(entry: Any, title: str) -> None:
    thing = unit_thing(unit(entry=entry, works=["battery"]), (1, "invader"), VIEW)

    assert (thing.id, thing.title) == ("unit-1-3", title)
    assert [words.text for words in thing.words] == ["3"]


def test_what_stands_by_agreement_carries_rings_and_says_so() -> None:
    plain, agreed = (
        unit_thing(unit(**stated), (1, "invader"), VIEW) for stated in ({}, {"agreed": True})
    )

    assert [mark.role for mark in agreed.marks[len(plain.marks) :]] == ["agreed", "agreed"]
    assert agreed.title == f"{plain.title}, allowed by agreement"
