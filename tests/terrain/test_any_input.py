"""Does anything at all get a verdict or a refusal, and never an exception of another kind?"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES, TYPES
from terrain.core.breaches import MAX_CORNERS
from terrain.core.demands.subject import MAX_PAIRS, Patience
from terrain.core.layout import (
    PLAYERS,
    SLOTS,
    Layout,
    LayoutUnreadable,
    Piece,
    Table,
    read_layout,
    write_layout,
)
from terrain.core.legality import MAX_DRAWN, check, check_moved, check_placement, sector_of
from terrain.core.outline import Outline, anticlockwise, rounded
from terrain.core.placement.search import Found, suggest, suggest_move, suggest_turn
from tests.terrain.bad_input import BAD, HEAPS, NO_POLYGON, Refused, answer
from tests.terrain.laying import lay, rect, violations, water
from tests.terrain.test_reading import a_layout, with_piece, with_ring

unhurried = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
scalars = some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=5)
anything = some.recursive(
    scalars,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=4), inner),
    max_leaves=12,
)


def read_or_refuse(said: Any) -> Layout | None:
    try:
        layout = read_layout(said)
        layout_rules(layout)
    except LayoutUnreadable as refused:
        json.dumps([refused.code, refused.path, refused.params])
        return None
    return layout


@unhurried
@given(anything)
def test_any_json_is_read_or_refused(said: Any) -> None:
    read_or_refuse(said)


@unhurried
@given(some.sampled_from(sorted(a_layout())), anything)
def test_any_value_in_any_field_of_a_layout(name: str, value: Any) -> None:
    layout = read_or_refuse(a_layout(**{name: value}))
    if layout:
        check(layout, layout_rules(layout))


@unhurried
@given(some.sampled_from(sorted(a_layout()["pieces"][0])), anything)
def test_any_value_in_any_field_of_a_piece(name: str, value: Any) -> None:
    layout = read_or_refuse(with_piece(**{name: value}))
    if layout:
        check(layout, layout_rules(layout))


@unhurried
@given(anything)
def test_any_ring(value: Any) -> None:
    layout = read_or_refuse(with_ring(value))
    if layout:
        check(layout, layout_rules(layout))


coordinates = some.floats(-60, 60) | some.integers(-10, 50).map(float) | some.floats(-1000, 1000)
outlines = some.lists(some.tuples(coordinates, coordinates), max_size=9).map(tuple)
pieces = some.builds(
    Piece,
    id=some.just("x"),
    type=some.sampled_from((*TYPES, "moor")),
    slot=some.sampled_from(SLOTS),
    placed_by=some.sampled_from(PLAYERS),
    die=some.none() | some.integers(1, 6),
    moved=some.booleans(),
    declared=some.sampled_from((None, "dangerous", "impassable")),
    outline=outlines,
)
houses = some.fixed_dictionaries(
    {},
    optional={
        "gap": some.floats(0, 6),
        "least_fill": some.floats(0, 0.75),
        "touch_deep_water": some.sampled_from(("any", "named")),
        "moved_keeps_gap": some.booleans(),
        "moved_keeps_sector": some.booleans(),
        "bands_obey_sector": some.booleans(),
        "flank_die_touches_edge": some.booleans(),
        "flank_pieces_own_half": some.booleans(),
        "max_counts": some.sampled_from(("table", "player")),
        "own_size_replaces": some.sampled_from(("all", "maximum")),
        "own_sizes": some.dictionaries(
            some.sampled_from(("fields", "tilled_fields", "village", "town")),
            some.floats(0.5, 20).map(lambda most: {"max": most}),
        ),
        "flank_sector_depth": some.floats(4, 17),
        "opponent_slide": some.floats(0, 20),
        "compulsory_size": some.tuples(some.floats(1, 8), some.floats(8, 20)).map(list),
        "optional_size": some.tuples(some.floats(1, 6), some.floats(6, 20)).map(list),
    },
)
boxes = some.sampled_from(
    [(t.slug, box.density, box.flank) for t in TERRITORIES.values() for box in t.cells[3]]
)


@unhurried
@given(boxes, houses, some.lists(pieces, max_size=6))
def test_any_pieces_get_a_verdict(
    box: tuple[str, str, tuple[str, ...]], house: dict[str, Any], laid: list[Piece]
) -> None:
    named = tuple(
        Piece(**{**{f: getattr(p, f) for f in FIELDS}, "id": str(at)}) for at, p in enumerate(laid)
    )
    layout = Layout("pbs-2023.1", *box, Table(45, 30), named, house)
    rules = layout_rules(layout)
    found = check(layout, rules)
    json.dumps([[v.code, v.pieces, v.rule, v.measured, v.where, dict(v.params)] for v in found])
    assert all(violation.rule for violation in found)
    for at, piece in enumerate(named):
        check_placement(layout.with_pieces(named[:at]), piece, rules)
        check_moved(layout, at, piece.outline, rules)


FIELDS = ("type", "slot", "placed_by", "die", "moved", "declared", "outline")


@unhurried
@given(boxes, houses, some.lists(pieces, min_size=1, max_size=4), some.integers(0, 99))
def test_what_is_suggested_is_legal_whatever_the_house_rules_and_the_table(
    box: tuple[str, str, tuple[str, ...]],
    house: dict[str, Any],
    wanted: list[Piece],
    seed: int,
) -> None:
    layout = Layout("pbs-2023.1", *box, Table(50.5, 24.2), (), house)
    rules = layout_rules(layout)
    chooser = Random(seed)
    for at, piece in enumerate(wanted):
        about = {**{f: getattr(piece, f) for f in FIELDS}, "id": str(at), "moved": False}
        answer = suggest(layout, Piece(**{**about, "outline": ()}), rules, chooser)
        if not isinstance(answer, Found):
            json.dumps(answer.searched)
            continue
        brought = {v.code for v in check_placement(layout, answer.piece, rules)}
        assert brought <= NOT_OF_THE_OUTLINE
        layout = layout.with_pieces((*layout.pieces, answer.piece))
        assert read_layout(write_layout(layout)) == layout
        suggest_move(layout, len(layout.pieces) - 1, rules, chooser)
        suggest_turn(layout, len(layout.pieces) - 1, rules, chooser)


NOT_OF_THE_OUTLINE = {
    "unknown_type",
    "not_in_territory",
    "not_in_box",
    "limit_exceeded",
    "category_not_open",
    "impassable_not_allowed",
    "declaration_not_allowed",
}


@pytest.mark.parametrize("name", BAD)
def test_what_strangers_send_gets_a_refusal_or_its_violations(name: str) -> None:
    said, expected = BAD[name]
    found = answer(said)
    assert (found if isinstance(found, Refused) else [v.code for v in found]) == expected


@pytest.mark.parametrize("name", [name for name, (_, found) in BAD.items() if found == NO_POLYGON])
def test_what_is_no_polygon_is_written_as_it_came_but_for_its_winding(name: str) -> None:
    said = BAD[name][0]["pieces"][0]["outline"]["coordinates"]
    written = write_layout(read_layout(BAD[name][0]))["pieces"][0]["outline"]["coordinates"]
    assert [sorted(map(tuple, ring)) for ring in written] == [
        sorted(without_repeats([(round(x, 3), round(y, 3)) for x, y in ring])) for ring in said
    ]


def without_repeats(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A closed ring without the points that repeat the one before."""
    kept = [point for point, before in zip(ring, [None, *ring], strict=False) if point != before]
    return kept if len(kept) > 1 else kept * 2


@pytest.mark.parametrize("name", HEAPS)
def test_a_heap_of_64_pieces_loses_no_violation_and_most_of_its_pictures(name: str) -> None:
    found = answer(HEAPS[name])
    assert not isinstance(found, Refused)
    overlaps = [v for v in found if v.code == "overlap"]
    # A town may lie over water, so that of its pairs only those with other towns count.
    assert len(overlaps) == (2 * 32 * 31 // 2 if name == "towns over waters" else 64 * 63 // 2)
    assert 0 < sum(v.measured is not None for v in overlaps) <= MAX_PAIRS // 196**2
    drawn = [v.where for v in found if v.where]
    assert max(map(corners, drawn)) <= MAX_CORNERS
    assert len(drawn) < 3 * MAX_DRAWN


def corners(geometry: Any) -> int:
    """How many positions a GeoJSON geometry has."""
    inner = geometry.get("geometries", geometry.get("coordinates"))
    if inner and "geometries" in geometry:
        return sum(map(corners, inner))
    return _positions(inner)


def _positions(nested: Any) -> int:
    return sum(map(_positions, nested)) if isinstance(nested[0], list) else 1


def test_patience_does_not_end_for_what_anybody_would_draw() -> None:
    """64 outlines of 48 points."""
    patience = Patience()
    assert all(patience.lasts("overlap", 48 * 48) for _ in range(64))


def shore(x: float, edge: float) -> Outline:
    """Water between a line and a side edge of the table, of 188 points."""
    line = [(x, 30 * at / 185) for at in range(186)]
    return anticlockwise(rounded(((edge, 30.0), (edge, 0.0), *line)))


def test_a_river_ends_in_water_however_many_points_the_waters_have() -> None:
    waters = [water(4, id=str(x), outline=shore(x, edge)) for x, edge in ((4, 0), (41, 45))]
    rivers = [
        lay("rivers_and_streams", rect(4, y, 37, 1), id=str(y), die=2) for y in (2, 6, 10, 14, 18)
    ]
    short = lay("rivers_and_streams", rect(5, 25, 36, 1), id="short", die=2)
    anywhere = {"bands_obey_sector": False}
    found = violations(*waters, *rivers, short, territory="waterside", settings=anywhere)
    ends = [(each.pieces, each.measured) for each in found if each.code == "not_edge_to_edge"]
    assert ends == [(("short",), 1.0)]


def test_a_town_needs_ground_of_its_own_however_many_points_the_waters_have() -> None:
    waters = [
        water(9, id=f"water {at}", outline=shore(9 + at / 10, 0), placed_by="defender")
        for at in range(8)
    ]
    wet = lay("town", rect(0, 2, 7, 7), id="wet", die=1)
    dry = lay("town", rect(5, 12, 5, 7), id="dry", die=1)
    found = violations(*waters, wet, dry, territory="waterside")
    drowned = [v.pieces for v in found if v.params.get("reason") == "no_ground_of_its_own"]
    assert drowned == [("wet", each.id) for each in waters]


@pytest.mark.parametrize("outline", [((0, 0), (1, 1)), ((0, 0), (1, 1), (1, 0), (0, 1)), ()])
def test_a_moved_outline_that_is_no_polygon(outline: Any) -> None:
    layout = read_layout(a_layout())
    (found,) = check_moved(layout, 0, outline, layout_rules(layout))
    assert found.code == "invalid_outline"


def test_the_sector_of_no_outline_at_all() -> None:
    layout = read_layout(a_layout())
    assert sector_of((), layout_rules(layout)) is None
