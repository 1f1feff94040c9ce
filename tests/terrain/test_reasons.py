"""Do the parameters of a violation say why, where one code has several reasons?"""

from __future__ import annotations

from typing import Any

import pytest

from terrain.core.layout import Piece
from terrain.core.outline import Outline
from tests.terrain.laying import flank, lay, rect, settlement, violations, water


def told(code: str, *pieces: Piece, **said: Any) -> list[dict[str, object]]:
    """The parameters of every violation of a code, with its figures, without the type."""
    return [
        {
            **{name: value for name, value in found.params.items() if name != "type"},
            "figures": (found.measured, found.required),
        }
        for found in violations(*pieces, **said)
        if found.code == code
    ]


def peak(at: int, side: float = 4, **said: Any) -> Piece:
    outline = rect(11 + 7 * at, 5, side, side)
    return lay("mountains", outline, **{"id": str(at), "declared": "impassable", **said})


ROW = {"declared": "dangerous", "reason": "row", "figures": (None, None)}
NUMBER = {"declared": "impassable", "reason": "number", "figures": (3, 2)}
SIZE = {"declared": "impassable", "reason": "size", "figures": (5, 4)}


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ([peak(0)], []),
        ([peak(0, declared="dangerous")], [ROW]),
        ([peak(0, 5, declared="dangerous")], [ROW]),
        ([peak(0, 5)], [SIZE]),
        ([peak(0), peak(1), peak(2)], [NUMBER]),
        ([peak(0), peak(1), peak(2, 5)], [NUMBER, SIZE]),
        ([settlement("fort", rect(15, 3, 4, 4), declared="dangerous")], [ROW]),
    ],
)
def test_a_declaration_is_refused_for_its_row_the_number_and_the_size(
    pieces: list[Piece], expected: list[dict[str, object]]
) -> None:
    """For the number and the size at once, each said by itself; for the row alone."""
    assert told("declaration_not_allowed", *pieces) == expected


def test_what_the_density_forbids_has_a_code_of_its_own() -> None:
    found = violations(peak(0, 5), density="open")
    assert [each.code for each in found] == ["impassable_not_allowed", "declaration_not_allowed"]


@pytest.mark.parametrize(
    ("outline", "reason"), [(rect(1, 2, 7, 7), "no_ground_of_its_own"), (rect(3, 2, 7, 7), None)]
)
def test_a_town_over_water_needs_land(outline: Outline, reason: str | None) -> None:
    found = told("overlap", water(9), lay("town", outline, die=1), territory="waterside")
    assert [each.get("reason") for each in found] == ([reason] if reason else [])


def test_other_overlaps_have_no_reason() -> None:
    (found,) = told("overlap", water(9), lay("hills", rect(1, 2, 5, 5)), territory="waterside")
    assert "reason" not in found


@pytest.mark.parametrize(
    ("outline", "exclusive", "figures"),
    [
        (rect(20, 5, 4, 6), True, (6, 6)),
        (rect(20, 5, 3.9, 7), None, (3.9, 4)),
        (rect(20, 5, 3.9, 5), None, (3.9, 4)),
    ],
)
def test_a_long_side_that_has_to_be_more_says_so(
    outline: Outline, exclusive: bool | None, figures: tuple[float, float]
) -> None:
    (found,) = told("too_small", lay("town", outline), territory="waterside")
    assert (found.get("exclusive"), found["figures"]) == (exclusive, figures)


@pytest.mark.parametrize(("max_counts", "per_player"), [("table", False), ("player", True)])
def test_a_max_says_of_which_types_it_is_and_who_counts(max_counts: str, per_player: bool) -> None:
    villages = [
        lay("village", rect(11 + 7 * at, 5, 4, 4), id=str(at), slot="compulsory") for at in range(3)
    ]
    found = told(
        "limit_exceeded", *villages, territory="waterside", settings={"max_counts": max_counts}
    )
    expected = {"types": ["town", "village"], "with": ["0", "1"], "per_player": per_player}
    assert found == [{**expected, "figures": (3, 2)}]


def test_a_box_says_which_kinds_it_has() -> None:
    (found,) = told("not_in_box", flank("hills", rect(1, 1, 7, 7)), flank=("mountains", "forest"))
    assert found["kinds"] == ["forest", "mountains"]
    (found,) = told("not_in_box", flank("hills", rect(1, 1, 7, 7)), flank=())
    assert found["kinds"] == []


def test_a_slot_without_room_says_for_what() -> None:
    many = [lay("brush", rect(11 + 7 * at, 5, 4, 4), id=str(at)) for at in range(3)]
    (found,) = told("category_not_open", *many)
    assert found == {"category": "rough", "slot": "optional", "figures": (3, 2)}
    (found,) = told("category_not_open", lay("fort", rect(20, 2, 5, 5)))
    assert found == {"category": None, "slot": "optional", "figures": (None, None)}


@pytest.mark.parametrize(
    ("outline", "die", "expected"),
    [
        (rect(-1, 5, 5, 5), 1, ["outside_table", "outside_sector"]),
        (rect(41, 5, 5, 5), 6, ["outside_table", "outside_sector"]),
        (rect(1, -1, 5, 5), 1, ["outside_table"]),
        (rect(1, 26, 5, 5), 1, ["outside_table"]),
    ],
)
def test_what_is_off_a_side_edge_is_off_its_sector_too(
    outline: Outline, die: int, expected: list[str]
) -> None:
    assert [each.code for each in violations(lay("hills", outline, die=die))] == expected
