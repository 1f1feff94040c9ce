"""Does the engine's check say what the oracle says, on random layouts near every limit?"""

from __future__ import annotations

from itertools import product

import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import read_layout
from terrain.core.legality import check
from tests.oracle.agreement import disagreements
from tests.oracle.layouts import Json, flank_piece, layout, rectangle
from tests.oracle.wild_layouts import tame_layout, wild_layout

PLAYERS = ("defender", "invader")


def engine_differs(said: Json) -> list[str]:
    layout = read_layout(said)
    violations = check(layout, layout_rules(layout))
    return disagreements(said, [(found.code, found.pieces) for found in violations])


@pytest.mark.parametrize("seed", range(100))
def test_they_agree_on_a_wild_layout(seed: int) -> None:
    assert engine_differs(wild_layout(seed)) == []


@pytest.mark.parametrize("seed", range(6))
def test_they_agree_on_a_tame_layout(seed: int) -> None:
    assert engine_differs(tame_layout(seed)) == []


@pytest.mark.parametrize("first", PLAYERS)
def test_they_agree_on_flank_pieces_in_any_sectors_listed_in_any_order(first: str) -> None:
    second = next(player for player in PLAYERS if player != first)
    for x, other in product((0.5, 3.98, 4.02, 20, 34.98, 35.02, 38), repeat=2):
        pieces = (
            flank_piece(kind, rectangle(at, y, 6, 6), placed_by=side)
            for kind, at, y, side in (("forest", x, 3, first), ("mountains", other, 20, second))
        )
        anywhere = {"flank_pieces_own_half": False}
        said = layout(*pieces, flank=["mountains", "forest"], settings=anywhere)
        assert engine_differs(said) == []


@pytest.mark.soak
def test_they_agree_on_very_many_layouts() -> None:
    wild = {f"wild {seed}": engine_differs(wild_layout(seed)) for seed in range(100, 5000)}
    tame = {f"tame {seed}": engine_differs(tame_layout(seed)) for seed in range(6, 500)}
    assert {name: said for name, said in (wild | tame).items() if said} == {}
