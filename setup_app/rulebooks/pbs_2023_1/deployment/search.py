"""Find legal positions for an army that look like a battle line.

`find_place` is deterministic: a claim that a unit has no place is accepted if it finds none, and
`place_units` calls nothing impossible that it has not confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

import shapely

from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.arrangement import (
    order_of,
    places_in_lines,
    ranks_in_order,
    usual_ranks,
)
from setup_app.rulebooks.pbs_2023_1.deployment.field import (
    DeploymentField,
    as_down,
)
from setup_app.rulebooks.pbs_2023_1.deployment.legality import check
from setup_app.rulebooks.pbs_2023_1.deployment.lone_places import (
    HAND,
    camp_has_place,
    place_camp,
    place_leader,
    place_marker,
)
from setup_app.rulebooks.pbs_2023_1.deployment.openings import (
    ANGLES,
    Range,
    SearchArea,
    as_one,
    closed_to,
    first_clear,
)
from setup_app.rulebooks.pbs_2023_1.deployment.things import Down, Occupied, UnitThing
from setup_app.rulebooks.pbs_2023_1.deployment.units import (
    Body,
    Placed,
    Point,
    frontage_and_depth,
    rectangle,
)

__all__ = [
    "as_down",
    "camp_has_place",
    "find_place",
    "has_place",
    "place_camp",
    "place_leader",
    "place_marker",
    "place_units",
]

Geometry: TypeAlias = Any


def place_units(
    field: DeploymentField,
    side: Side,
    bodies: Mapping[int, Body],
    *,
    others: Occupied,
    chooser: Random,
) -> dict[int, Placed | None]:
    """Return a place for each unit, beside `others` and each other, in lines that face the enemy.

    A unit has None only if `find_place` finds nothing beside everything that is down in the end.
    The same question with a chooser in the same state gets the same answer. Figures have three
    decimals.
    """
    left_first = chooser.random() < 0.5
    found: dict[int, Placed | None] = dict.fromkeys(bodies)
    down = others
    closed = as_one(closed_to(field, side, "unit", down))
    hopeless: set[Body] = set()
    for number in sorted(bodies, key=lambda each: (order_of(bodies[each]), each)):
        body = bodies[number]
        placed = _in_line(field, side, body, closed, left_first)
        if placed is None and body not in hopeless:
            placed = find_place(field, side, body, others=down)
        if placed is None:
            hopeless.add(body)
            continue
        found[number] = placed
        down = down.and_also(Down(f"u{number}", "unit", side, _outline(field, body, placed)))
        core = rectangle(placed.at, placed.facing, *_cored(field, body, placed.ranks))
        closed = as_one([closed, shapely.Polygon(core)])
    return _once_more(field, side, bodies, found, down)


def _once_more(
    field: DeploymentField,
    side: Side,
    bodies: Mapping[int, Body],
    found: Mapping[int, Placed | None],
    down: Occupied,
) -> dict[int, Placed | None]:
    """Search again for units without a place, beside those that came after them.

    The candidates depend on what stands there, so less room may show a place that more did not. The
    search ends when it finds no further place.
    """
    now = dict(found)
    left = {bodies[number]: number for number in reversed(now) if now[number] is None}
    for body, number in left.items():
        placed = find_place(field, side, body, others=down)
        if placed is not None:
            now[number] = placed
            new = Down(f"u{number}", "unit", side, _outline(field, body, placed))
            return _once_more(field, side, bodies, now, down.and_also(new))
    return now


def has_place(field: DeploymentField, side: Side, body: Body, others: Occupied) -> bool:
    """Return whether a unit could stand anywhere beside what is down, by a deterministic search."""
    return find_place(field, side, body, others=others) is not None


def find_place(
    field: DeploymentField, side: Side, body: Body, *, others: Occupied
) -> Placed | None:
    """Return a legal place for a unit, always the same; None if the search finds none.

    The usual formation with the usual facing comes first; then every formation that is not both
    wider and deeper than another, turned by ANGLES, exactly for each. A failed search does not
    prove that there is no place at an angle in between.
    """
    closed = as_one(closed_to(field, side, "unit", others))
    placed = _in_line(field, side, body, closed, left_first=True)
    if placed is not None:
        return placed
    ground = _ground(field, side, body, others)
    usual = field.facing(side)
    for turn in ANGLES:
        for ranks in _formations(field, body):
            size = frontage_and_depth(body, ranks, field.sizes.depths)
            for at in ground.openings(*size, usual + turn):
                placed = Placed(at, (usual + turn) % 360, ranks)
                if not check(field, side, {HAND: UnitThing(body, placed)}, others=others):
                    return placed
    return None


def _in_line(
    field: DeploymentField, side: Side, body: Body, closed: Geometry, left_first: bool
) -> Placed | None:
    """Return a place in a line, square to the enemy, in one of the first few formations."""
    for ranks in ranks_in_order(body)[:3]:
        size = frontage_and_depth(body, ranks, field.sizes.depths)
        places = places_in_lines(field, side, body, size, left_first=left_first)
        if field.bars_from_unsecure(body, ambushers=False):
            low, high = field.open_across
            x = places[:, 0]
            places = places[(x - size[0] / 2 >= low) & (x + size[0] / 2 <= high)]
        at = first_clear(places, _cored(field, body, ranks), closed)
        if at is not None:
            x, y = places[at].tolist()
            return Placed((round(x, 3), round(y, 3)), field.facing(side), ranks)
    return None


def _cored(field: DeploymentField, body: Body, ranks: int) -> tuple[float, float]:
    frontage, depth = frontage_and_depth(body, ranks, field.sizes.depths)
    return frontage - field.core_width, depth - field.core_width


def _outline(field: DeploymentField, body: Body, placed: Placed) -> tuple[Point, ...]:
    return rectangle(
        placed.at, placed.facing, *frontage_and_depth(body, placed.ranks, field.sizes.depths)
    )


def _formations(field: DeploymentField, body: Body) -> tuple[int, ...]:
    """Return the ranks of formations neither wider nor deeper than another, the usual first."""
    least: dict[float, int] = {}
    for ranks in range(1, body.bases + 1):
        frontage, _ = frontage_and_depth(body, ranks, field.sizes.depths)
        least.setdefault(frontage, ranks)
    usual = usual_ranks(body)
    return tuple(sorted(least.values(), key=lambda ranks: (abs(ranks - usual), ranks)))


def _ground(field: DeploymentField, side: Side, body: Body, others: Occupied) -> SearchArea:
    zone = field.zone(side)
    low, high = 0.0, field.width
    if field.bars_from_unsecure(body, ambushers=False):
        low, high = field.open_across
    return SearchArea(
        Range(low, zone.low, high, zone.high), tuple(closed_to(field, side, "unit", others))
    )
