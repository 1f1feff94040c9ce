"""What the oracle says of numbers, kinds and declarations. Worked out from the rules' text."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.judge import findings, judge, legal
from tests.oracle.layouts import Json, flank_piece, layout, piece, rectangle, settlement, water
from tests.oracle.verdicts import KEPT, broken, codes


def row(*kinds: str, size: float = 4, **said: Any) -> list[Json]:
    """Squares side by side, two and a half apart, named a, b, c ..., the players in turn."""
    sides = ("defender", "invader")
    return [
        piece(
            kind,
            rectangle(1 + (size + 2.5) * (place % 6), 2 + 12 * (place // 6), size, size),
            **{"id": "abcdefgh"[place], "placed_by": sides[place % 2], "moved": True, **said},
        )
        for place, kind in enumerate(kinds)
    ]


def test_types_are_known_to_the_contract_and_to_the_territory() -> None:
    assert codes(*row("lava")) == {"unknown_type"}
    assert codes(*row("town")) == {"not_in_territory"}
    assert codes(*row("sandy_ground", "hills")) == {"not_in_territory"}
    assert codes(*row("hills", "gully"), territory="jungle") == set()
    assert codes(*row("open"), territory="plains") == set()
    assert codes(*row("open")) == {"not_in_territory"}


FOR_THE_TABLE = {"max_counts": "table"}


@pytest.mark.parametrize(
    ("territory", "kinds", "expected"),
    [
        ("mountains", ("fields", "fields"), KEPT),
        ("mountains", ("fields", "fields", "fields"), broken("limit_exceeded", "a", "b", "c")),
        ("waterside", ("fields", "tilled_fields"), KEPT),
        (
            "waterside",
            ("fields", "tilled_fields", "fields"),
            broken("limit_exceeded", "a", "b", "c"),
        ),
        ("cultivated", ("fields", "tilled_fields", "fields"), KEPT),
        ("waterside", ("village", "village"), KEPT),
        ("desert", ("village",), KEPT),
        ("desert", ("village", "village"), broken("limit_exceeded", "a", "b")),
        ("jungle", ("village", "village"), broken("limit_exceeded", "a", "b")),
    ],
)
def test_the_max_of_a_type(territory: str, kinds: tuple[str, ...], expected: Any) -> None:
    found = judge(layout(*row(*kinds), territory=territory, settings=FOR_THE_TABLE))
    found.pop("not_touching_edge", None)
    assert found == expected


def test_rivers_have_a_max_everywhere_but_in_jungle() -> None:
    rivers = [
        piece("rivers_and_streams", rectangle(12 + 5 * place, 0, 1, 30), id=f"river {place}")
        for place in range(2)
    ]
    assert codes(*rivers, territory="jungle") == set()
    assert codes(*rivers, territory="plains") == {"limit_exceeded"}


def test_a_town_shares_the_limit_of_the_village() -> None:
    town = piece("town", rectangle(20, 20, 7, 4), id="town", moved=True)
    said = {"territory": "waterside", "settings": FOR_THE_TABLE}
    assert codes(*row("village"), town, **said) == set()
    assert judge(layout(*row("village", "village"), town, **said)) == broken(
        "limit_exceeded", "a", "b", "town"
    )


def test_the_max_may_be_counted_for_each_player() -> None:
    three = row("fields", "fields", "fields")
    for settings in ({}, {"max_counts": "player"}):
        assert codes(*three, settings=settings) == set()
        assert codes(*row("marsh", "marsh", placed_by="defender"), settings=settings) == {
            "limit_exceeded"
        }
        assert codes(*row("marsh", "marsh"), settings=settings) == set()


def test_flank_pieces_count_for_no_max() -> None:
    mine = flank_piece("marsh", rectangle(1, 8, 6, 6))
    one = piece("marsh", rectangle(20, 8, 4, 4), id="one")
    assert codes(mine, one, territory="waterside") == set()


@pytest.mark.parametrize(
    ("density", "kinds", "expected"),
    [
        ("very_dense", ("forest", "forest", "woods", "hills"), KEPT),
        ("very_dense", ("forest", "forest", "mountains"), ("a", "b", "c")),
        ("very_dense", ("woods", "hills", "hills"), ("a", "b", "c")),
        ("dense", ("forest", "forest", "hills"), KEPT),
        ("dense", ("forest", "hills", "brush"), ("b", "c")),
        ("dense", ("forest", "forest", "mountains"), ("a", "b", "c")),
        ("normal", ("forest", "forest"), KEPT),
        ("normal", ("hills", "brush"), KEPT),
        ("normal", ("hills", "brush", "forest"), ("a", "b", "c")),
        ("open", ("hills",), KEPT),
        ("open", ("hills", "brush"), ("a", "b")),
        ("featureless", (), KEPT),
        ("featureless", ("hills",), ("a",)),
        (None, ("hills", "hills", "hills", "hills", "hills"), KEPT),
    ],
)
def test_the_room_that_a_density_has_for_compulsory_pieces(
    density: str | None, kinds: tuple[str, ...], expected: Any
) -> None:
    pieces = row(*kinds, size=6, slot="compulsory", moved=True)
    found = {
        ids: answer
        for ids, answer in judge(layout(*pieces, density=density))
        .get("category_not_open", {})
        .items()
        if answer == "broken"
    }
    assert found == ({} if expected == KEPT else {expected: "broken"})


def test_each_player_has_two_optional_pieces() -> None:
    assert codes(*row("hills", "hills", "hills", "hills"), density="featureless") == set()
    assert judge(layout(*row("hills", "hills", "hills", placed_by="invader"))) == broken(
        "category_not_open", "a", "b", "c"
    )


def test_each_player_has_one_flank_piece_and_one_settlement() -> None:
    mine = flank_piece("forest", rectangle(1, 1, 6, 6))
    again = flank_piece("forest", rectangle(1, 8, 6, 6), id="again")
    assert legal(layout(mine)) == "yes"
    assert legal(layout(mine, again)) == "no"
    fort = settlement("fort", rectangle(20, 1, 4, 4))
    second = settlement("vital_settlement", rectangle(30, 1, 4, 4))
    theirs = settlement("vital_settlement", rectangle(30, 20, 4, 4), placed_by="invader")
    assert legal(layout(fort, theirs)) == "yes"
    assert legal(layout(fort, second)) == "no"
    assert findings(layout(fort, second)).one_of == [
        (("fort", "vital_settlement"), ("category_not_open", "not_in_box"))
    ]


@pytest.mark.parametrize(
    ("territory", "flank", "kind", "expected"),
    [
        ("mountains", ["mountains", "forest"], "forest", set()),
        ("mountains", ["mountains", "forest"], "mountains", set()),
        ("mountains", ["mountains", "forest"], "woods", {"not_in_box"}),
        ("mountains", ["rocky_ground", "woods"], "woods", set()),
        ("mountains", [], "woods", {"not_in_box"}),
        ("mountains", ["deep_water"], "woods", {"not_in_box"}),
        ("mountains", None, "woods", set()),
        ("desert", ["rocky_ground", "woods"], "sandy_ground", set()),
        ("desert", ["mountains", "sand_dunes"], "sandy_ground", set()),
        ("desert", ["deep_water"], "sandy_ground", {"not_in_box"}),
        ("desert", [], "sandy_ground", {"not_in_box"}),
        ("plains", ["rocky_ground", "woods"], "sandy_ground", set()),
        ("plains", ["mountains", "sandy_ground"], "sandy_ground", set()),
        ("waterside", ["rocky_ground", "woods"], "sandy_ground", {"not_in_box"}),
    ],
)
def test_a_flank_piece_is_of_a_kind_that_the_box_names(
    territory: str, flank: list[str] | None, kind: str, expected: set[str]
) -> None:
    said = flank_piece(kind, rectangle(1, 1, 6, 6))
    assert codes(said, territory=territory, flank=flank) == expected


def test_deep_water_is_placed_where_the_box_names_it() -> None:
    assert codes(water(4), flank=["deep_water"]) == set()
    assert codes(water(4), flank=[]) == {"not_in_box"}
    assert codes(water(4), flank=["rocky_ground", "woods"]) == {"not_in_box"}


def test_rivers_flank_pieces_deep_water_and_settlements_never_move() -> None:
    moved = {"moved": True}
    river = piece("rivers_and_streams", rectangle(20, 0, 1, 30))
    assert codes(river) == set()
    assert codes(river | moved) == {"must_not_move"}
    assert codes(flank_piece("forest", rectangle(1, 1, 6, 6)) | moved) == {"must_not_move"}
    assert codes(water(4) | moved) == {"must_not_move"}
    assert codes(settlement("fort", rectangle(20, 1, 4, 4)) | moved) == {"must_not_move"}
    wadi = piece("dry_wadi", rectangle(20, 0, 1, 30), moved=True, die=1)
    assert codes(wadi, territory="desert") == set()
    assert codes(*row("hills")) == set()


@pytest.mark.parametrize(
    ("density", "expected"),
    [
        ("very_dense", set()),
        ("dense", set()),
        ("normal", set()),
        ("open", {"impassable_not_allowed"}),
        ("featureless", {"impassable_not_allowed"}),
        (None, set()),
    ],
)
def test_where_nothing_is_impassable(density: str | None, expected: set[str]) -> None:
    peak = row("mountains", declared="impassable")
    assert codes(*peak, density=density) == expected


def test_dangerous_ground_is_allowed_on_every_density() -> None:
    assert codes(*row("marsh", declared="dangerous"), density="open") == set()


@pytest.mark.parametrize(
    ("territory", "kind", "declared", "expected"),
    [
        ("mountains", "mountains", "impassable", set()),
        ("mountains", "mountains", "dangerous", {"declaration_not_allowed"}),
        ("mountains", "marsh", "dangerous", set()),
        ("mountains", "forest", "dangerous", {"declaration_not_allowed"}),
        ("jungle", "forest", "dangerous", set()),
        ("jungle", "marsh", "dangerous", set()),
        ("jungle", "mountains", "impassable", {"declaration_not_allowed"}),
        ("desert", "sandy_ground", "dangerous", set()),
        ("desert", "sand_dunes", "dangerous", {"declaration_not_allowed"}),
        ("plains", "sandy_ground", "dangerous", set()),
        ("waterside", "sandy_ground", "dangerous", {"declaration_not_allowed"}),
    ],
)
def test_which_rows_may_be_declared_what(
    territory: str, kind: str, declared: str, expected: set[str]
) -> None:
    assert codes(*row(kind, declared=declared), territory=territory) == expected


@pytest.mark.parametrize(
    ("slot", "size", "answer"),
    [
        ("optional", 3.995, None),
        ("optional", 4, None),
        ("optional", 4.009, None),
        ("optional", 4.01, "near"),
        ("optional", 4.011, "broken"),
        ("compulsory", 6, None),
        ("compulsory", 6.009, None),
        ("compulsory", 6.011, "broken"),
        ("secure_flank", 6, None),
        ("secure_flank", 6.011, "broken"),
    ],
)
def test_what_is_declared_has_the_least_size_of_its_slot(
    slot: str, size: float, answer: str | None
) -> None:
    said: dict[str, Any] = {"slot": slot, "declared": "dangerous"}
    if slot == "secure_flank":
        said |= {"moved": False, "die": None}
    pieces = row("forest", size=size, **said)
    expected = {} if answer is None else {"declaration_not_allowed": {("a",): answer}}
    assert judge(layout(*pieces, territory="jungle")) == expected


@pytest.mark.parametrize(
    ("territory", "kind", "declared", "number", "expected"),
    [
        ("mountains", "mountains", "impassable", 2, set()),
        ("mountains", "mountains", "impassable", 3, {"declaration_not_allowed"}),
        ("desert", "sandy_ground", "dangerous", 2, set()),
        ("desert", "sandy_ground", "dangerous", 3, {"declaration_not_allowed"}),
        ("mountains", "marsh", "dangerous", 1, set()),
        ("mountains", "marsh", "dangerous", 2, {"declaration_not_allowed"}),
        ("jungle", "marsh", "dangerous", 2, set()),
        ("jungle", "marsh", "dangerous", 3, {"declaration_not_allowed", "limit_exceeded"}),
    ],
)
def test_how_many_may_be_declared_on_the_table(
    territory: str, kind: str, declared: str, number: int, expected: set[str]
) -> None:
    assert codes(*row(*[kind] * number, declared=declared), territory=territory) == expected


def test_a_flank_piece_counts_among_the_declared() -> None:
    flank = flank_piece("mountains", rectangle(38, 1, 6, 6), declared="impassable", id="flank")
    two = row("mountains", "mountains", declared="impassable")
    assert codes(flank, *two) == {"declaration_not_allowed"}
    assert codes(flank, two[0]) == set()


def test_an_unfinished_layout_is_judged_as_far_as_it_goes() -> None:
    assert legal(layout(density="very_dense", flank=["deep_water"])) == "yes"


def test_a_legal_layout_an_illegal_one_and_one_too_near_to_tell() -> None:
    assert legal(layout(*row("hills", "brush"))) == "yes"
    assert legal(layout(*row("hills", "hills", size=3))) == "no"
    assert legal(layout(*row("hills", "brush", size=3.99))) == "near"
