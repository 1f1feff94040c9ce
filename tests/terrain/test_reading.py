"""What can be read as a layout, what is refused with which code, and how it is written."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.layout import (
    LayoutUnreadable,
    Piece,
    read_layout,
    read_outline,
    read_piece,
    write_layout,
    write_outline,
)
from terrain.core.legality import check
from terrain.core.outline import Outline
from tests.terrain.laying import codes, lay, rect, table

OUTLINE = "/pieces/0/outline"
EMPTY = {"type": "Polygon", "coordinates": []}
POINT = {"type": "Point", "coordinates": [1, 2]}
SQUARE = [[20, 10], [25, 10], [25, 15], [20, 15], [20, 10]]


def a_layout(**changed: Any) -> dict[str, Any]:
    piece = {
        "id": "a",
        "type": "hills",
        "slot": "optional",
        "placed_by": "defender",
        "die": 2,
        "moved": False,
        "declared": None,
        "outline": {"type": "Polygon", "coordinates": [SQUARE]},
    }
    return {
        "format": "metator-layout/1",
        "rulebook": "pbs-2023.1",
        "territory": "mountains",
        "density": "normal",
        "flank": None,
        "table": {"width": 45, "depth": 30},
        "base_width_mm": 40,
        "settings": {},
        "pieces": [piece],
        **changed,
    }


def with_piece(**changed: Any) -> dict[str, Any]:
    layout = a_layout()
    layout["pieces"][0] |= changed
    return layout


def with_ring(*rings: Any) -> dict[str, Any]:
    return with_piece(outline={"type": "Polygon", "coordinates": list(rings)})


def test_what_is_written_is_what_was_read() -> None:
    said = a_layout()
    assert write_layout(read_layout(said)) == said


def test_what_stands_by_agreement_is_kept_and_nothing_is_said_of_what_does_not() -> None:
    agreed = with_piece(agreed=True)
    assert write_layout(read_layout(agreed)) == agreed
    assert write_layout(read_layout(with_piece(agreed=False))) == a_layout()


def test_clockwise_is_turned_round_keeping_the_first_point() -> None:
    layout = read_layout(with_ring(SQUARE[::-1]))
    assert layout.pieces[0].outline == ((20, 10), (25, 10), (25, 15), (20, 15))


def test_optional_fields_have_the_contracts_defaults() -> None:
    said = a_layout()
    for name in ("territory", "density", "flank", "settings", "base_width_mm"):
        del said[name]
    for name in ("die", "moved", "declared"):
        del said["pieces"][0][name]
    layout = read_layout(said)
    assert (layout.territory, layout.density, layout.flank, layout.settings) == (
        None,
        None,
        None,
        {},
    )
    assert layout.base_width_mm == 40
    piece = layout.pieces[0]
    assert (piece.die, piece.moved, piece.declared) == (None, False, None)


def test_three_decimals_are_written() -> None:
    written = write_outline(((0.12345, -0.0001), (5, 0), (5, 5)))
    assert (
        json.dumps(written["coordinates"])
        == "[[[0.123, 0.0], [5.0, 0.0], [5.0, 5.0], [0.123, 0.0]]]"
    )


@pytest.mark.parametrize(
    ("said", "code", "path"),
    [
        (None, "wrong_shape", ""),
        ([], "wrong_shape", ""),
        ("{}", "wrong_shape", ""),
        ({}, "missing_field", "/format"),
        (a_layout(colour="red"), "unknown_field", "/colour"),
        (a_layout(**{"a\x00b": 1}), "unknown_field", "/?"),
        (a_layout(format="metator-layout/2"), "wrong_format", "/format"),
        (a_layout(rulebook=7), "wrong_shape", "/rulebook"),
        (a_layout(territory=""), "wrong_shape", "/territory"),
        (a_layout(territory="x" * 101), "too_long", "/territory"),
        (a_layout(territory="a\ud800"), "wrong_shape", "/territory"),
        (a_layout(flank="woods"), "wrong_shape", "/flank"),
        (a_layout(flank=[1]), "wrong_shape", "/flank/0"),
        (a_layout(table={"width": 45}), "missing_field", "/table/depth"),
        (a_layout(table={"width": -45, "depth": 30}), "out_of_range", "/table/width"),
        (a_layout(table={"width": 0, "depth": 30}), "out_of_range", "/table/width"),
        (a_layout(table={"width": 45, "depth": math.nan}), "not_finite", "/table/depth"),
        (a_layout(table={"width": "45", "depth": 30}), "wrong_shape", "/table/width"),
        (a_layout(table={"width": True, "depth": 30}), "wrong_shape", "/table/width"),
        (a_layout(base_width_mm=0), "out_of_range", "/base_width_mm"),
        (a_layout(settings=[]), "wrong_shape", "/settings"),
        (a_layout(pieces={}), "wrong_shape", "/pieces"),
        (a_layout(pieces=[None]), "wrong_shape", "/pieces/0"),
        (a_layout(pieces=a_layout()["pieces"] * 65), "too_many_pieces", "/pieces"),
        (a_layout(pieces=a_layout()["pieces"] * 2), "duplicate_id", "/pieces/1/id"),
        (with_piece(id=None), "wrong_shape", "/pieces/0/id"),
        (with_piece(slot="main"), "not_an_option", "/pieces/0/slot"),
        (with_piece(slot=[]), "not_an_option", "/pieces/0/slot"),
        (with_piece(placed_by="attacker"), "not_an_option", "/pieces/0/placed_by"),
        (with_piece(die=7), "out_of_range", "/pieces/0/die"),
        (with_piece(die=0), "out_of_range", "/pieces/0/die"),
        (with_piece(die=2.0), "wrong_shape", "/pieces/0/die"),
        (with_piece(die=True), "wrong_shape", "/pieces/0/die"),
        (with_piece(moved=1), "wrong_shape", "/pieces/0/moved"),
        (with_piece(agreed="yes"), "wrong_shape", "/pieces/0/agreed"),
        (with_piece(declared="deadly"), "not_an_option", "/pieces/0/declared"),
        (with_piece(outline=None), "wrong_shape", "/pieces/0/outline"),
        (with_piece(outline=POINT), "wrong_shape", f"{OUTLINE}/type"),
        (with_piece(outline=EMPTY), "wrong_shape", f"{OUTLINE}/coordinates"),
        (with_ring([]), "wrong_shape", f"{OUTLINE}/coordinates/0"),
        (with_ring(SQUARE[:-1]), "ring_not_closed", f"{OUTLINE}/coordinates/0"),
        (with_ring([[0, 0, 0], *SQUARE]), "wrong_shape", f"{OUTLINE}/coordinates/0/0"),
        (with_ring([[0, "0"], *SQUARE]), "wrong_shape", f"{OUTLINE}/coordinates/0/0/1"),
        (with_ring([[0, math.nan], *SQUARE]), "not_finite", f"{OUTLINE}/coordinates/0/0/1"),
        (with_ring([[math.inf, 0], *SQUARE]), "not_finite", f"{OUTLINE}/coordinates/0/0/0"),
        (with_ring([[1000.1, 0], *SQUARE]), "out_of_range", f"{OUTLINE}/coordinates/0/0/0"),
        (with_ring([[10**400, 0], *SQUARE]), "out_of_range", f"{OUTLINE}/coordinates/0/0/0"),
        (with_ring([[0, 0]] * 202), "too_many_points", f"{OUTLINE}/coordinates"),
        (with_ring(*[SQUARE] * 51), "too_many_points", f"{OUTLINE}/coordinates"),
    ],
)  # fmt: skip
def test_what_is_no_layout(said: Any, code: str, path: str) -> None:
    with pytest.raises(LayoutUnreadable) as refused:
        read_layout(said)
    assert (refused.value.code, refused.value.path) == (code, path)


def test_two_hundred_points_are_not_too_many() -> None:
    ring = [
        [20 + 3 * math.cos(at / 200 * math.tau), 15 + 3 * math.sin(at / 200 * math.tau)]
        for at in range(200)
    ]
    assert len(read_layout(with_ring([*ring, ring[0]])).pieces[0].outline) == 200


@pytest.mark.parametrize(
    ("outline", "reason"),
    [
        (((20, 10), (25, 15), (25, 10), (20, 15)), "self_crossing"),
        (((20, 10), (25, 10), (25, 15), (25, 18), (25, 15), (20, 15)), "repeated_point"),
        (((20, 10), (25, 10), (25, 18), (25, 15), (20, 15)), "self_crossing"),
        (((20, 10), (20, 10), (25, 10), (25, 15), (20, 15)), "repeated_point"),
        (((20, 10), (25, 10), (25, 15), (20, 15), (20, 10)), "repeated_point"),
        (((20, 10), (22, 10), (25, 10)), "zero_area"),
        (((20, 10), (25, 10)), "too_few_points"),
        (((20, 10),), "too_few_points"),
        (((20, 10), (25, 10), (25, 15), (22, 10), (20, 15)), "self_crossing"),
        (((20, 10), (math.nan, 10), (25, 15)), "not_finite"),
    ],
)
def test_what_can_be_read_but_is_no_polygon(outline: Outline, reason: str) -> None:
    layout = table(lay("hills", outline))
    (found,) = check(layout, layout_rules(layout))
    assert (found.code, found.params["reason"]) == ("invalid_outline", reason)
    assert (found.where is None) == (len(outline) < 2 or reason == "not_finite")


def test_a_hole_is_kept_as_it_came_and_is_no_legal_outline() -> None:
    hole = [[21, 11], [22, 11], [22, 12], [21, 11]]
    layout = read_layout(with_ring(SQUARE, hole))
    assert [v.code for v in check(layout, layout_rules(layout))] == ["invalid_outline"]
    assert write_layout(layout)["pieces"][0]["outline"]["coordinates"] == [SQUARE, hole]
    with pytest.raises(LayoutUnreadable):
        read_outline({"type": "Polygon", "coordinates": [SQUARE, hole]})


def test_a_piece_with_a_fault_is_no_obstacle_but_still_counts() -> None:
    bow_tie = lay("marsh", ((20, 10), (25, 15), (25, 10), (20, 15)))
    on_top = lay("marsh", rect(20, 10, 5, 5), id="second")
    assert codes(bow_tie, on_top) == ["invalid_outline", "limit_exceeded"]


class Unread(list[Any]):
    """A list of which one may ask how long it is, and nothing else."""

    def __iter__(self) -> Iterator[Any]:
        raise AssertionError("an absurd body was read, where counting it would do")

    def __getitem__(self, at: Any) -> Any:
        raise AssertionError("an absurd body was read, where counting it would do")


class Untouched(dict[str, Any]):
    """An object into which nobody may look."""

    def __getitem__(self, name: str) -> Any:
        raise AssertionError("a piece was read, where counting the pieces would do")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (with_ring(Unread([[0, 0]] * 10_001)), "too_many_points"),
        (with_ring(*[Unread(SQUARE)] * 500), "too_many_points"),
        (a_layout(pieces=[Untouched(a_layout()["pieces"][0])] * 500), "too_many_pieces"),
        (with_ring([[1e300, 0], Unread([1, 0])]), "out_of_range"),
    ],
)
def test_absurd_bodies_are_refused_before_they_are_read(said: Any, code: str) -> None:
    with pytest.raises(LayoutUnreadable) as refused:
        read_layout(said)
    assert refused.value.code == code


def test_a_point_too_many_in_the_last_piece_is_found_before_the_first_is_read() -> None:
    first, last = (a_layout()["pieces"][0] for _ in range(2))
    first["outline"]["coordinates"] = [Unread(SQUARE)]
    last["outline"]["coordinates"] = [Unread([[0, 0]] * 202)]
    with pytest.raises(LayoutUnreadable) as refused:
        read_layout(a_layout(pieces=[first, last]))
    assert refused.value.path == "/pieces/1/outline/coordinates"


def test_a_heap_of_64_pieces_loses_no_violation() -> None:
    pieces = tuple(lay("hills", rect(20 + at / 100, 10, 5, 5), id=str(at)) for at in range(64))
    layout = table(*pieces)
    found = check(layout, layout_rules(layout))
    pairs = 64 * 63 // 2
    assert sum(v.code == "overlap" for v in found) == pairs
    assert sum(v.code == "too_close" for v in found) == pairs


def test_a_single_piece_is_read_with_its_own_path() -> None:
    said = a_layout()["pieces"][0]
    assert read_piece(said) == Piece(
        id="a",
        type="hills",
        slot="optional",
        placed_by="defender",
        die=2,
        outline=((20, 10), (25, 10), (25, 15), (20, 15)),
    )
    with pytest.raises(LayoutUnreadable) as refused_piece:
        read_piece({**said, "outline": {"type": "Polygon", "coordinates": [[1]]}}, "/answer")
    assert refused_piece.value.path == "/answer/outline/coordinates/0"
