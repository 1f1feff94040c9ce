"""Things on the table already, for a side that is asked to place something.

Only what both sides see: violations name no unit of a list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from setup_app.engine.values import SIDES, Side
from setup_app.rulebooks.pbs_2023_1.deployment.standing import PlacedUnit
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    KINDS,
    CampThing,
    Down,
    LeaderThing,
    MarkerThing,
    Occupied,
    Sizes,
    Thing,
    UnitThing,
    footprint,
)


def occupied(known: Any, *, without: tuple[Side, int] | None = None) -> Occupied:
    """Return everything that both sides have put down; `without` is a unit, by side and id, to
    omit.

    The keys are `unit-<side>-<id>`, `camp-<side>`, `marker-<side>-<letter>`, `leader-<side>-<n>`.
    """
    width, depth = known.settings["camp_size"]
    sizes = Sizes(known.settings["base_depths"], (float(width), float(depth)))
    return Occupied(
        tuple(
            Down(key, KINDS[type(thing)], side, footprint(thing, sizes).corners)
            for side in SIDES
            for key, thing in _things(known, side)
            if without is None or key != unit_key(*without)
        )
    )


def unit_key(side: Side, id_: int) -> str:
    """Return the key of a unit on the table."""
    return f"unit-{side}-{id_}"


def _things(known: Any, side: Side) -> Iterator[tuple[str, Thing]]:
    camp = known.camps[side]
    if camp is not None:
        yield f"camp-{side}", CampThing(camp.at, camp.facing)
    for unit in known.down[side]:
        shown: PlacedUnit = unit["shown"]
        yield unit_key(side, shown.id), UnitThing(shown.body, shown.placed)
    for marker in known.markers[side]:
        yield f"marker-{side}-{marker['letter']}", MarkerThing(marker["at"])
    for leader in known.leaders[side] or ():
        if leader["at"] is not None:
            yield f"leader-{side}-{leader['leader']}", LeaderThing(leader["at"])
