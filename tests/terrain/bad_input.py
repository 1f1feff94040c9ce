"""What strangers send that is no ground, and what each gets: a refusal, or its violations.

A refusal is written as the code and place of `LayoutUnreadable`, a verdict as the codes of a check.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core.breaches import Breach
from terrain.core.layout import LayoutUnreadable, read_layout
from terrain.core.legality import check

Json = dict[str, Any]
Ring = list[list[Any]]

SQUARE: Ring = [[20, 10], [25, 10], [25, 15], [20, 15]]
RING = "/pieces/0/outline/coordinates"


def a_layout(*pieces: Json, **changed: Any) -> Json:
    """Mountains of normal density on a regulation table; the box is unknown."""
    return {
        "format": "metator-layout/1",
        "rulebook": "pbs-2023.1",
        "territory": "mountains",
        "density": "normal",
        "table": {"width": 45, "depth": 30},
        "pieces": list(pieces),
        **changed,
    }


def a_piece(ring: Ring, **changed: Any) -> Json:
    """An optional piece of the defender's in the centre; the ring is closed here."""
    return {
        "id": "a",
        "type": "hills",
        "slot": "optional",
        "placed_by": "defender",
        "die": 2,
        "outline": {"type": "Polygon", "coordinates": [[*ring, *ring[:1]]]},
        **changed,
    }


def circle(count: int, *, x: float = 22.5, y: float = 12.5, radius: float = 3) -> Ring:
    """A round outline of so many points."""
    angles = [math.tau * at / count for at in range(count)]
    return [[x + radius * math.cos(angle), y + radius * math.sin(angle)] for angle in angles]


def comb(*, upright: bool, shift: float) -> Ring:
    """An outline of 196 points, of which two laid across each other share 2,400 places."""
    ring = []
    for tooth in range(49):
        left, right = tooth / 49 * 30, (tooth + 0.5) / 49 * 30
        ring += [[left, 30], [right, 30], [right, 1], [(tooth + 1) / 49 * 30, 1]]
    ring = [[0, 0], *ring[:-1], [ring[-2][0], 0]]
    turned = [[y, x] for x, y in ring][::-1] if upright else ring
    return [[round(x + shift, 3), round(y + shift, 3)] for x, y in turned]


@dataclass(frozen=True)
class Refused:
    """Nothing is judged: the code and the place that are named."""

    code: str
    path: str


def answer(said: Any) -> Refused | tuple[Breach, ...]:
    """Read and judge what was sent, as a job does."""
    try:
        layout = read_layout(said)
        return check(layout, layout_rules(layout))
    except LayoutUnreadable as refused:
        return Refused(refused.code, refused.path)


NO_POLYGON = ["invalid_outline"]
BAD: dict[str, tuple[Json, Refused | list[str]]] = {
    "a bow-tie": (a_layout(a_piece([[20, 10], [25, 15], [25, 10], [20, 15]])), NO_POLYGON),
    "a spike outwards": (a_layout(a_piece([*SQUARE[:2], [25, 18], *SQUARE[2:]])), NO_POLYGON),
    "a spike inwards": (a_layout(a_piece([*SQUARE, [20, 12], [22, 12], [21, 12]])), NO_POLYGON),
    "a spike there and back": (
        a_layout(a_piece([*SQUARE[:3], [25, 18], [25, 15], SQUARE[3]])),
        NO_POLYGON,
    ),
    "no area, three points in a row": (
        a_layout(a_piece([[20, 10], [22, 10], [25, 10]])),
        NO_POLYGON,
    ),
    "no area, two points": (a_layout(a_piece([[20, 10], [25, 10]])), NO_POLYGON),
    "no area, a hair of a millionth": (
        a_layout(a_piece([[20, 10], [20.00001, 10], [20, 10.00001]])),
        NO_POLYGON,
    ),
    "a point twice in a row": (a_layout(a_piece([SQUARE[0], *SQUARE])), []),
    "a point twice, later on": (
        a_layout(a_piece([[20, 10], [25, 10], [22, 12], [25, 15], [20, 15], [22, 12]])),
        NO_POLYGON,
    ),
    "all points the same": (a_layout(a_piece([[20, 10]] * 4)), NO_POLYGON),
    "a corner on another side": (
        a_layout(a_piece([[20, 10], [25, 10], [25, 15], [22, 10], [20, 15]])),
        NO_POLYGON,
    ),
    "the wrong winding": (a_layout(a_piece(SQUARE[::-1])), []),
    "the wrong winding of a bow-tie": (
        a_layout(a_piece([[20, 15], [25, 10], [25, 15], [20, 10]])),
        NO_POLYGON,
    ),
    "a point that is not a number": (
        a_layout(a_piece([*SQUARE, [math.nan, 12]])),
        Refused("not_finite", f"{RING}/0/4/0"),
    ),
    "a point at infinity": (
        a_layout(a_piece([*SQUARE, [20, -math.inf]])),
        Refused("not_finite", f"{RING}/0/4/1"),
    ),
    "a point just too far off": (
        a_layout(a_piece([*SQUARE, [-1000.001, 12]])),
        Refused("out_of_range", f"{RING}/0/4/0"),
    ),
    "a point very far off": (
        a_layout(a_piece([*SQUARE, [1e300, 12]])),
        Refused("out_of_range", f"{RING}/0/4/0"),
    ),
    "a number of four hundred digits": (
        a_layout(a_piece([*SQUARE, [10**400, 12]])),
        Refused("out_of_range", f"{RING}/0/4/0"),
    ),
    "as far off as can be read": (
        a_layout(a_piece([[-45, -45], [90, -45], [90, 90], [-45, 90]])),
        ["outside_table", "too_large", "outside_sector"],
    ),
    "farther off than a slip of a hand brings it": (
        a_layout(a_piece([[-45, -45.001], [90, -45], [90, 90], [-45, 90]])),
        Refused("out_of_range", "/pieces/0/outline"),
    ),
    "ten thousand points": (
        a_layout(a_piece(circle(10_000))),
        Refused("too_many_points", RING),
    ),
    "a point too many": (a_layout(a_piece(circle(201))), Refused("too_many_points", RING)),
    "as many points as can be read": (a_layout(a_piece(circle(200))), []),
    "five hundred pieces": (
        a_layout(*(a_piece(SQUARE, id=str(at)) for at in range(500))),
        Refused("too_many_pieces", "/pieces"),
    ),
    "a type that nobody knows": (
        a_layout(a_piece(SQUARE, type="lava")),
        ["unknown_type"],
    ),
    "a type of another territory": (
        a_layout(a_piece(SQUARE, type="sand_dunes")),
        ["not_in_territory"],
    ),
    "a type that is a list": (
        a_layout(a_piece(SQUARE, type=["hills"])),
        Refused("wrong_shape", "/pieces/0/type"),
    ),
    "a table of less than nothing": (
        a_layout(a_piece(SQUARE), table={"width": -45, "depth": 30}),
        Refused("out_of_range", "/table/width"),
    ),
    "a table of nothing": (
        a_layout(a_piece(SQUARE), table={"width": 45, "depth": 0}),
        Refused("out_of_range", "/table/depth"),
    ),
    "a table without end": (
        a_layout(a_piece(SQUARE), table={"width": math.inf, "depth": 30}),
        Refused("not_finite", "/table/width"),
    ),
    "a table as small as a coin": (
        a_layout(a_piece(SQUARE), table={"width": 0.001, "depth": 30}),
        Refused("out_of_range", "/table/width"),
    ),
    "a base of less than nothing": (
        a_layout(a_piece(SQUARE), base_width_mm=-40),
        Refused("out_of_range", "/base_width_mm"),
    ),
    "a hole": (
        a_layout(
            a_piece(
                SQUARE,
                outline={
                    "type": "Polygon",
                    "coordinates": [
                        [*SQUARE, SQUARE[0]],
                        [[21, 11], [22, 11], [22, 12], [21, 11]],
                    ],
                },
            )
        ),
        NO_POLYGON,
    ),
}

TOWN = {"type": "town", "slot": "optional"}
WATER = {"type": "deep_water", "slot": "secure_flank", "die": None}
RIVER = {"type": "rivers_and_streams", "slot": "optional"}


def heap(**said: Any) -> Json:
    """As many pieces as can be read, of as many points, all on top of each other."""
    return a_layout(
        *(a_piece(circle(200, x=20 + at / 100), **{**said, "id": str(at)}) for at in range(64))
    )


def combs(first: Json, then: Json, territory: str = "mountains") -> Json:
    """Two kinds of 32 combs each, laid across each other."""
    return a_layout(
        *(
            a_piece(
                comb(upright=at % 2 > 0, shift=at * 0.011),
                **{**(first if at < 32 else then), "id": str(at)},
            )
            for at in range(64)
        ),
        territory=territory,
    )


HEAPS: dict[str, Json] = {
    "round hills": heap(),
    "combs": combs({}, {}),
    "rivers along combs": combs({}, RIVER),
    "waters": combs(WATER, WATER),
    "rivers into waters": combs(WATER, RIVER),
    "towns over waters": combs(WATER, TOWN, "cultivated"),
}
"""The worst that can be read: 64 pieces of nearly 200 points, each across all others."""
