"""Just under, equal, just over: every figure of the rules, with its tolerance of 0.01."""

from __future__ import annotations

import pytest

from terrain.core.layout import Piece
from terrain.core.outline import Outline
from tests.terrain.laying import codes, flank, lay, rect, settlement, violations, water

HILLS = rect(20, 10, 5, 5)


@pytest.mark.parametrize(
    ("outline", "broken"),
    [
        (rect(20, -0.009, 5, 5), False),
        (rect(20, -0.01, 5, 5), False),
        (rect(20, -0.011, 5, 5), True),
        (rect(20, 25.009, 5, 5), False),
        (rect(20, 25.01, 5, 5), False),
        (rect(20, 25.011, 5, 5), True),
    ],
)
def test_off_the_table_at_front_and_back(outline: Outline, broken: bool) -> None:
    assert codes(lay("hills", outline)) == ["outside_table"] * broken


def test_off_the_table_at_a_corner_is_measured_slantwise() -> None:
    within = lay("hills", rect(-0.007, -0.007, 5, 5), die=1)
    beyond = lay("hills", rect(-0.008, -0.008, 5, 5), die=1)
    assert codes(within) == []
    assert codes(beyond) == ["outside_table"]


@pytest.mark.parametrize(
    ("side", "die", "x", "broken"),
    [
        ("defender", 1, 5.009, False),
        ("defender", 1, 5.01, False),
        ("defender", 1, 5.011, True),
        ("defender", 2, 9.991, False),
        ("defender", 2, 9.99, False),
        ("defender", 2, 9.989, True),
        ("defender", 4, 30.009, False),
        ("defender", 4, 30.01, False),
        ("defender", 4, 30.011, True),
        ("defender", 6, 34.991, False),
        ("defender", 6, 34.99, False),
        ("defender", 6, 34.989, True),
        ("invader", 1, 34.99, False),
        ("invader", 1, 34.989, True),
        ("invader", 6, 5.01, False),
        ("invader", 6, 5.011, True),
        ("invader", 2, 20, False),
    ],
)
def test_the_sector_of_a_die(side: str, die: int, x: float, broken: bool) -> None:
    piece = lay("hills", rect(x, 10, 5, 5), placed_by=side, die=die)
    assert codes(piece) == ["outside_sector"] * broken


@pytest.mark.parametrize(("y", "broken"), [(0.009, False), (0.01, False), (0.011, True)])
@pytest.mark.parametrize("die", [3, 5])
def test_touching_an_edge_on_a_three_or_a_five(die: int, y: float, broken: bool) -> None:
    assert codes(lay("hills", rect(20, y, 5, 5), die=die)) == ["not_touching_edge"] * broken
    assert codes(lay("hills", rect(20, 25 - y, 5, 5), die=die)) == ["not_touching_edge"] * broken


@pytest.mark.parametrize(
    ("apart", "broken"), [(2.0, False), (1.991, False), (1.99, False), (1.989, True), (0.5, True)]
)
def test_the_gap(apart: float, broken: bool) -> None:
    beside = lay("brush", rect(25 + apart, 10, 4, 4))
    assert codes(lay("hills", HILLS), beside) == ["too_close"] * broken


@pytest.mark.parametrize(("common", "broken"), [(0.009, False), (0.01, False), (0.011, True)])
def test_an_overlap_is_somewhere_more_than_a_hundredth_wide(common: float, broken: bool) -> None:
    """A moved piece, so that no gap is asked of it; wide in one direction is not wide enough."""
    beside = lay("brush", rect(25 - common, 10, 4, 4), moved=True)
    assert codes(lay("hills", HILLS), beside) == ["overlap"] * broken


def test_a_piece_within_another_overlaps_it() -> None:
    inside = lay("brush", rect(20.5, 10.5, 4, 4), moved=True)
    assert codes(lay("hills", HILLS), inside) == ["overlap"]


@pytest.mark.parametrize(
    ("short", "long", "slot", "expected"),
    [
        (4, 8, "optional", []),
        (3.991, 5, "optional", []),
        (3.99, 5, "optional", []),
        (3.989, 5, "optional", ["too_small"]),
        (5, 8.009, "optional", []),
        (5, 8.01, "optional", []),
        (5, 8.011, "optional", ["too_large"]),
        (6, 10, "compulsory", []),
        (5.99, 7, "compulsory", []),
        (5.989, 7, "compulsory", ["too_small"]),
        (7, 10.01, "compulsory", []),
        (7, 10.011, "compulsory", ["too_large"]),
        (3, 12, "compulsory", ["too_small", "too_large"]),
    ],
)
def test_the_size_of_a_slot(short: float, long: float, slot: str, expected: list[str]) -> None:
    assert codes(lay("hills", rect(12, 5, short, long), slot=slot)) == expected
    assert codes(lay("hills", rect(12, 5, long, short), slot=slot)) == expected


@pytest.mark.parametrize(
    ("type_name", "short", "long", "expected"),
    [
        ("village", 4, 6, []),
        ("village", 3.99, 5, []),
        ("village", 3.989, 5, ["too_small"]),
        ("village", 5, 6.01, []),
        ("village", 5, 6.011, ["too_large"]),
        ("fields", 6.01, 6.01, []),
        ("fields", 5, 6.02, ["too_large"]),
        ("town", 4, 6.009, ["too_small"]),
        ("town", 4, 6.01, []),
        ("town", 4, 6.011, []),
        ("town", 3.989, 7, ["too_small"]),
        ("town", 3.99, 7, []),
        ("town", 9, 10.01, []),
        ("town", 9, 10.011, ["too_large"]),
    ],
)
@pytest.mark.parametrize("slot", ["compulsory", "optional"])
def test_a_type_with_a_size_of_its_own(
    type_name: str, short: float, long: float, slot: str, expected: list[str]
) -> None:
    piece = lay(type_name, rect(20, 5, short, long), slot=slot)
    assert codes(piece, territory="waterside") == expected


@pytest.mark.parametrize(
    ("short", "long", "expected"),
    [
        (4, 6, []),
        (3.989, 5, ["too_small"]),
        (5, 6.01, []),
        (5, 6.011, ["too_large"]),
    ],
)
@pytest.mark.parametrize("type_name", ["fort", "vital_settlement"])
def test_the_size_of_a_settlement(
    type_name: str, short: float, long: float, expected: list[str]
) -> None:
    assert codes(settlement(type_name, rect(20, 5, short, long))) == expected


def test_a_size_is_legal_if_one_rectangle_along_the_hull_is() -> None:
    """The right triangle of rules/pbs.md: 8 x 8 along its legs, 5.66 x 11.31 along the third."""
    triangle = ((12, 5), (20, 5), (12, 13))
    assert codes(lay("hills", triangle)) == []
    (found,) = violations(lay("hills", ((12, 5), (20.5, 5), (12, 13.5))))
    assert (found.code, found.measured, found.required) == ("too_large", 8.5, 8)


def test_the_size_reported_is_that_of_the_least_area() -> None:
    (found,) = violations(lay("hills", rect(12, 5, 3, 7)))
    assert (found.measured, found.required) == (3, 4)
    assert (found.params["short"], found.params["long"]) == (3, 7)


def slanted_to(depth: float) -> Outline:
    """Within 5 x 4: a triangle on the long side, its tip cut off so that it fills a known share."""
    return ((12, 5), (17, 5), (17, 5 + depth), (12, 9))


@pytest.mark.parametrize(("depth", "thin"), [(2.001, False), (2.0, False), (1.999, True)])
def test_a_piece_covers_the_least_fill_of_its_rectangle(depth: float, thin: bool) -> None:
    """A share is no length: no tolerance is added. 5 x (4 + 2) / 2 is three quarters of 5 x 4."""
    piece = lay("hills", slanted_to(depth))
    assert codes(piece, settings={"least_fill": 0.75}) == ["too_thin"] * thin
    assert codes(piece, settings={"least_fill": 0.5}) == []


def test_a_sliver_is_no_wood() -> None:
    el = ((12, 5), (18, 5), (18, 6), (13, 6), (13, 11), (12, 11))
    (found,) = violations(lay("woods", el))
    assert (found.code, found.measured, found.required) == ("too_thin", 0.3056, 0.35)


@pytest.mark.parametrize(("y", "broken"), [(9.009, False), (9.01, False), (9.011, True)])
def test_the_own_half_of_a_flank_piece(y: float, broken: bool) -> None:
    mine = flank("forest", rect(2, y, 6, 6))
    yours = flank("forest", rect(2, 24 - y, 6, 6), placed_by="invader")
    assert codes(mine) == ["wrong_half"] * broken
    assert codes(yours) == ["wrong_half"] * broken
    assert codes(mine, settings={"flank_pieces_own_half": False}) == []


@pytest.mark.parametrize(("y", "broken"), [(11.01, False), (11.011, True)])
def test_the_own_half_of_a_settlement(y: float, broken: bool) -> None:
    assert codes(settlement("fort", rect(20, y, 4, 4))) == ["wrong_half"] * broken


@pytest.mark.parametrize(("x", "broken"), [(4, False), (4.01, False), (4.011, True)])
def test_the_flank_sector_of_a_flank_piece(x: float, broken: bool) -> None:
    assert codes(flank("forest", rect(x, 2, 6, 6))) == ["outside_sector"] * broken


@pytest.mark.parametrize(
    ("wide", "expected"),
    [
        (2, []),
        (2.01, []),
        (2.011, ["too_wide"]),
        (0.5, []),
        (0.49, []),
        (0.489, ["too_narrow"]),
    ],
)
def test_the_width_of_a_river(wide: float, expected: list[str]) -> None:
    assert codes(lay("rivers_and_streams", rect(20, 0, wide, 30))) == expected


@pytest.mark.parametrize(
    ("wide", "expected"), [(1, []), (1.01, []), (1.011, ["too_wide"]), (0.489, ["too_narrow"])]
)
def test_the_width_of_a_wadi(wide: float, expected: list[str]) -> None:
    assert codes(lay("dry_wadi", rect(20, 0, wide, 30)), territory="desert") == expected


def test_a_bands_width_is_taken_square_to_its_direction() -> None:
    """Slanted by 3 in 4: 2.5 along the edge is 2 across."""
    slanted = ((11, 0), (13.5, 0), (36, 30), (33.5, 30))
    piece = lay("rivers_and_streams", slanted)
    assert codes(piece, settings={"bands_obey_sector": False}) == []
    wider = lay("rivers_and_streams", ((11, 0), (13.52, 0), (36.02, 30), (33.5, 30)))
    assert codes(wider, settings={"bands_obey_sector": False}) == ["too_wide"]


@pytest.mark.parametrize(("out", "broken"), [(0.009, False), (0.01, False), (0.012, True)])
def test_a_side_of_a_band_off_its_line(out: float, broken: bool) -> None:
    dented = ((20, 0), (21, 0), (21 - out, 15), (21, 30), (20, 30))
    assert codes(lay("rivers_and_streams", dented)) == ["not_straight"] * broken


@pytest.mark.parametrize(("y", "broken"), [(0.009, False), (0.01, False), (0.011, True)])
def test_an_end_of_a_band_off_the_edge(y: float, broken: bool) -> None:
    assert codes(lay("rivers_and_streams", rect(20, y, 1, 30 - y))) == ["not_edge_to_edge"] * broken


def test_an_end_of_a_band_lies_on_the_edge_along_all_of_it() -> None:
    """The end touches the edge with one corner only."""
    slanted = lay("rivers_and_streams", ((20, 0), (21, 0.3), (21, 30), (20, 30)))
    assert codes(slanted) == ["not_edge_to_edge"]


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (2, []),
        (1.99, []),
        (1.989, ["too_shallow"]),
        (6, []),
        (6.01, []),
        (6.011, ["too_deep"]),
    ],
)
def test_the_depth_of_deep_water(depth: float, expected: list[str]) -> None:
    right = rect(45 - depth, 0, depth, 30)
    assert codes(water(depth)) == expected
    assert codes(water(depth, outline=right)) == expected


@pytest.mark.parametrize(
    ("outline", "expected"),
    [
        (rect(0, 0.01, 4, 29.99), []),
        (rect(0, 0.011, 4, 29.989), ["not_edge_to_edge"]),
        (rect(0.01, 0, 4, 30), []),
        (rect(0.011, 0, 4, 30), ["not_edge_to_edge"]),
        (rect(0, 0, 4, 20), ["not_edge_to_edge"]),
        (((0, 0), (4, 0), (4.01, 30), (0, 30)), []),
        (((0, 0), (4, 0), (4.02, 30), (0, 30)), ["not_straight"]),
        (((0, 0), (1, 0), (3, 30), (0, 30)), ["too_shallow", "not_straight"]),
    ],
)
def test_deep_water_lies_along_all_of_one_side(outline: Outline, expected: list[str]) -> None:
    assert codes(water(4, outline=outline)) == expected


@pytest.mark.parametrize(("x", "broken"), [(5.01, False), (5.011, True), (9.989, True)])
def test_an_undiced_piece_across_a_sector_line(x: float, broken: bool) -> None:
    village = lay("village", rect(x, 5, 5, 5), moved=True)
    field = lay("fields", rect(x, 10, 5, 5), die=None)
    assert codes(village, field) == ["straddles_sectors"] * broken


@pytest.mark.parametrize(
    ("apart", "expected"),
    [(0, []), (0.01, []), (0.011, ["too_close", "die_required"])],
)
def test_touching_gives_the_right_to_be_placed_without_a_die(
    apart: float, expected: list[str]
) -> None:
    village = lay("village", rect(20, 5, 5, 5))
    assert codes(village, lay("fields", rect(20, 10 + apart, 5, 5), die=None)) == expected


@pytest.mark.parametrize(
    ("side", "slot", "expected"),
    [
        (4, "optional", []),
        (4.01, "optional", []),
        (4.011, "optional", ["declaration_not_allowed"]),
        (6.01, "compulsory", []),
        (6.011, "compulsory", ["declaration_not_allowed"]),
    ],
)
def test_what_is_declared_has_the_least_size(side: float, slot: str, expected: list[str]) -> None:
    piece = lay("mountains", rect(20, 5, side, side), slot=slot, declared="impassable")
    assert codes(piece) == expected


def numbered(type_name: str, count: int, **said: object) -> tuple[Piece, ...]:
    """Pieces of one type far from each other, in the centre."""
    spots = [(11, 1), (18, 1), (25, 1), (11, 12), (18, 12), (25, 12)]
    return tuple(
        lay(type_name, rect(x, y, 4, 4), id=f"{type_name}{at}", **said)
        for at, (x, y) in enumerate(spots[:count])
    )


@pytest.mark.parametrize(("count", "over"), [(1, 0), (2, 0), (3, 1), (4, 2)])
def test_two_optional_pieces_for_each_player(count: int, over: int) -> None:
    assert codes(*numbered("hills", count)) == ["category_not_open"] * over


@pytest.mark.parametrize(("count", "over"), [(1, 0), (2, 1)])
def test_a_types_max(count: int, over: int) -> None:
    assert codes(*numbered("marsh", count)) == ["limit_exceeded"] * over


@pytest.mark.parametrize(("count", "over"), [(2, 0), (3, 1)])
def test_the_number_of_declarations(count: int, over: int) -> None:
    """A fourth and further piece would have no slot; the players share the number."""
    pieces = numbered("mountains", 2, declared="impassable")
    third = lay("mountains", rect(25, 20, 4, 4), placed_by="invader", declared="impassable")
    assert codes(*pieces, third)[: count - 2] == ["declaration_not_allowed"] * over
