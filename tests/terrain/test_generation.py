"""Where do the policies put pieces, and is what they leave legal?"""

from __future__ import annotations

from random import Random

import pytest
import shapely

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.generation import POLICIES, Layer, Policy, imbalance
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check, check_moved
from terrain.core.outline import slid, turned
from terrain.core.placement.search import Found
from terrain.core.rules import GroundRules
from tests.terrain.laying import DEPTH, WIDTH, lay, rect, table, water

SEEDS = range(24)


def layer(rules: GroundRules, seed: int, policy: Policy, *, confirms: bool = True) -> Layer:
    return Layer(rules, Random(seed), policy, confirms)


def wanted(type_name: str, **said: object) -> Piece:
    return lay(type_name, (), **{"id": "new", **said})


def placed(layout: Layout, piece: Piece, seed: int, policy: Policy, **said: bool) -> Piece:
    rules = layout_rules(layout)
    found = layer(rules, seed, policy, **said).place(layout, piece)
    assert isinstance(found, Found)
    assert check(layout.with_pieces((*layout.pieces, found.piece)), rules) == ()
    return found.piece


def from_centre(piece: Piece) -> float:
    left, bottom, right, top = piece.bounds
    return float(((left + right - WIDTH) ** 2 + (bottom + top - DEPTH) ** 2) ** 0.5 / 2)


def mean_from_centre(policy: Policy) -> float:
    layout = table(lay("hills", rect(12, 20, 5, 5)))
    return sum(from_centre(placed(layout, wanted("woods"), seed, policy)) for seed in SEEDS) / 24


def test_the_centre_is_filled_or_left_open() -> None:
    dense, usual, open_ = (
        mean_from_centre(each) for each in ("dense_centre", "random", "open_centre")
    )
    assert dense < usual - 3
    assert usual < open_ - 3
    assert dense < 3


def test_balance_puts_a_category_into_the_half_that_has_less_of_it() -> None:
    """Of rough ground 36 lies in the defender's half; the hill beside it is good ground."""
    hill = lay("hills", rect(28, 22, 6, 6), placed_by="invader")
    layout = table(lay("brush", rect(12, 3, 6, 6)), hill)
    rules = layout_rules(layout)
    woods = [placed(layout, wanted("woods"), seed, "balanced") for seed in SEEDS]
    assert all(piece.bounds[1] >= DEPTH / 2 - 1 for piece in woods)
    assert imbalance(layout, rules) == pytest.approx(72)
    for piece in woods:
        after = imbalance(layout.with_pieces((*layout.pieces, piece)), rules)
        assert after == pytest.approx(36 + abs(36 - shapely.area(piece.shape)), abs=0.5)


@pytest.mark.parametrize(
    ("pieces", "unlike"),
    [
        ((), 0),
        ((lay("woods", rect(20, 4, 5, 5)),), 25),
        ((lay("woods", rect(20, 12.5, 5, 5)),), 0),
        ((lay("woods", rect(20, 12, 5, 5)),), 5),
        ((lay("woods", rect(20, 4, 5, 5)), lay("brush", rect(20, 22, 5, 4), id="b")), 5),
        ((lay("woods", rect(20, 4, 5, 5)), lay("hills", rect(20, 22, 5, 5))), 50),
        ((lay("woods", rect(20, -2, 5, 5)),), 15),
        ((water(4),), 0),
    ],
)
def test_imbalance_adds_up_what_each_category_has_more_in_one_half(
    pieces: tuple[Piece, ...], unlike: float
) -> None:
    """Woods and brush are rough, hills are good."""
    layout = table(*pieces)
    assert imbalance(layout, layout_rules(layout)) == pytest.approx(unlike)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("type_name", ["woods", "rivers_and_streams", "fields"])
def test_the_same_chance_gives_the_same_piece(policy: Policy, type_name: str) -> None:
    layout = table(lay("village", rect(20, 10, 5, 5)))
    piece = wanted(type_name, die=4)
    first = placed(layout, piece, 3, policy)
    assert first == placed(layout, piece, 3, policy)
    assert first != placed(layout, piece, 4, policy)


@pytest.mark.parametrize("confirms", [False, True])
@pytest.mark.parametrize(
    ("territory", "type_name", "said"),
    [
        ("mountains", "woods", {"die": 1}),
        ("mountains", "woods", {"die": 3}),
        ("mountains", "fields", {"die": None}),
        ("mountains", "rivers_and_streams", {"die": 6}),
        ("waterside", "deep_water", {"slot": "secure_flank", "die": None}),
        ("waterside", "sand_dunes", {"slot": "compulsory", "die": 1}),
        ("waterside", "marsh", {"slot": "compulsory", "die": None}),
        ("waterside", "town", {"die": 1}),
        ("desert", "town", {"die": 6}),
        ("plains", "mountains", {"slot": "compulsory", "die": 5}),
    ],
)
def test_what_is_laid_in_haste_is_as_legal_as_what_is_confirmed(
    territory: str, type_name: str, said: dict[str, object], confirms: bool
) -> None:
    village = lay("village", rect(20, 10, 5, 5))
    for seed in SEEDS:
        shore = () if type_name == "deep_water" else (water(4),)
        lying = (village,) if territory == "mountains" else shore
        layout = table(*lying, territory=territory, density="very_dense")
        placed(layout, wanted(type_name, **said), seed, "random", confirms=confirms)


@pytest.mark.parametrize("confirms", [False, True])
@pytest.mark.parametrize("policy", POLICIES)
def test_the_opponent_moves_a_piece_legally(policy: Policy, confirms: bool) -> None:
    for type_name, outline in (("hills", rect(20, 10, 5, 5)), ("town", rect(26, 0, 7, 5))):
        layout = table(
            lay("woods", rect(12, 8, 5, 5)), lay(type_name, outline, die=3), territory="desert"
        )
        rules = layout_rules(layout)
        slides = turns = 0
        for seed in SEEDS:
            mover = layer(rules, seed, policy, confirms=confirms)
            by, turn = mover.slide(layout), mover.turn(layout)
            if by is not None:
                slides += 1
                assert check_moved(layout, 1, slid(outline, by=by), rules) == ()
            if turn is not None:
                turns += 1
                about, degrees = turn
                after = turned(outline, about=about, degrees=degrees)
                assert check_moved(layout, 1, after, rules) == ()
        assert min(slides, turns) >= 4, type_name


def test_a_piece_is_moved_towards_the_centre_or_away_from_it() -> None:
    outline = rect(15, 4, 5, 5)
    layout = table(lay("hills", outline))
    rules = layout_rules(layout)
    now = from_centre(layout.pieces[0])
    for policy, nearer in (("dense_centre", True), ("open_centre", False)):
        moves = [layer(rules, seed, policy).slide(layout) for seed in SEEDS]
        slides = [by for by in moves if by is not None]
        assert len(slides) > len(SEEDS) / 2
        for by in slides:
            after = from_centre(lay("hills", slid(outline, by=by)))
            assert (after < now) == nearer
