"""Terrain that may still be selected: the slots of 9.B and the numbers of each type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from setup_app.engine.values import SIDES, Side, other
from setup_app.rulebooks.pbs_2023_1.situation import PbsSituation
from setup_app.rulebooks.pbs_2023_1.tables import GROUND, TERRITORIES
from setup_app.rulebooks.pbs_2023_1.territories import Limit, TerrainRow

Slot = tuple[str, ...]
"""The categories that an open compulsory slot takes."""

COUNTED_SLOTS = ("compulsory", "optional")


def compulsory_slots(density: str) -> tuple[Slot, ...]:
    """Return the open slots of a density, one for each piece, before anything is selected."""
    return tuple(
        slots.categories
        for slots in GROUND.densities[density].compulsory
        for _ in range(slots.pieces)
    )


def filled(slots: tuple[Slot, ...], category: str) -> tuple[Slot, ...] | None:
    """Return the slots left after a piece of `category` took the first that fits, or None."""
    for place, slot in enumerate(slots):
        if category in slot:
            return slots[:place] + slots[place + 1 :]
    return None


def lying(battle: PbsSituation, side: Side, slot: str) -> tuple[str, ...]:
    """Return the types of a side's pieces in a slot.

    Before the first placement there are none, unless a table is regenerated around kept pieces.
    """
    role = battle.role(side)
    return tuple(
        piece["type"]
        for piece in battle.pieces
        if piece["slot"] == slot and piece["placed_by"] == role
    )


def open_slots(battle: PbsSituation) -> tuple[Slot, ...]:
    """9.B: return the compulsory slots that no piece on the table fills."""
    assert battle.territory is not None
    assert battle.density is not None
    slots = compulsory_slots(battle.density)
    for side in battle.from_defender():
        for type_ in lying(battle, side, "compulsory"):
            row = row_of(battle.territory, type_)
            left = filled(slots, row.category) if row else None
            slots = slots if left is None else left
    return slots


def next_to_select(battle: PbsSituation) -> Side:
    """9.C: return the side with fewer filled compulsory slots; the defender if they are even."""
    defender, invader = (
        len(battle.selected[side]) + len(lying(battle, side, "compulsory"))
        for side in battle.from_defender()
    )
    return battle.defender if defender <= invader else other(battle.defender)


def row_of(territory: str, type_: str) -> TerrainRow | None:
    """Return the territory's row of a type; None for deep water, settlements and foreign types."""
    return next((row for row in TERRITORIES[territory].terrain if row.type == type_), None)


def count_selected(battle: PbsSituation) -> dict[Side, Counter[str]]:
    """Return how often each side has selected each type, less what was removed or lost."""
    numbers = {side: Counter(battle.selected[side]) for side in SIDES}
    for piece in battle.pieces:
        if piece["slot"] in COUNTED_SLOTS:
            side = battle.invader if piece["placed_by"] == "invader" else battle.defender
            assert side is not None
            numbers[side][piece["type"]] += 1
    if battle.in_hand is not None and battle.in_hand.piece is None:
        numbers[battle.in_hand.side][battle.in_hand.type] += 1
    return numbers


def within_limits(territory: str, numbers: Mapping[str, int]) -> bool:
    """Return whether these numbers keep every row's "max", shared limits included."""
    return all(
        sum(numbers.get(type_, 0) for type_ in limit.types) <= limit.max
        for limit in _limits(territory)
    )


@cache
def _limits(territory: str) -> tuple[Limit, ...]:
    """Return each limit once: types that share one print it each."""
    rows = TERRITORIES[territory].terrain
    return tuple(dict.fromkeys(row.limit for row in rows if row.limit is not None))


def counted_for(battle: PbsSituation, side: Side) -> Mapping[str, int]:
    """Return the numbers that count against a "max" for `side`: the table's, or its own."""
    numbers = count_selected(battle)
    if battle.setup.settings["max_counts"] == "player":
        return numbers[side]
    return numbers[0] + numbers[1]


def selectable(battle: PbsSituation, side: Side) -> tuple[str, ...]:
    """9.C: return the types with which `side` may fill an open slot now, in the table's order."""
    assert battle.territory is not None
    already = counted_for(battle, side)
    full = {
        type_
        for limit in _limits(battle.territory)
        if sum(already.get(type_, 0) for type_ in limit.types) >= limit.max
        for type_ in limit.types
    }
    return tuple(
        row.type
        for row in TERRITORIES[battle.territory].terrain
        if row.type not in full and filled(battle.slots, row.category) is not None
    )


def optional_lots(
    territory: str, density: str, already: Mapping[str, int]
) -> tuple[tuple[str, ...], ...]:
    """9.D: return every selection of optional pieces that is allowed, the empty one first."""
    types = [row.type for row in TERRITORIES[territory].terrain]
    return tuple(
        lot
        for number in range(GROUND.densities[density].optional + 1)
        for lot in combinations_with_replacement(types, number)
        if within_limits(territory, Counter(already) + Counter(lot))
    )


def undiced_neighbours(territory: str, type_: str) -> tuple[str, ...]:
    """Return the types beside which a piece of `type_` may be placed without a die."""
    row = row_of(territory, type_)
    specials = row.specials if row else ()
    return tuple(
        neighbour
        for special in specials
        if special.kind == "undiced_beside"
        for neighbour in special.params.words("neighbours")
    )


def may_go_undiced(territory: str, type_: str, pieces: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether a neighbour that allows placement without a die lies on the table."""
    neighbours = undiced_neighbours(territory, type_)
    return any(piece["type"] in neighbours for piece in pieces)


def sent(territory: str, type_: str, die: int | None, settings: Mapping[str, Any]) -> str:
    """9.E: return the end of the code of the sentence about where a die sends a piece of
    `type_`.
    """
    row = row_of(territory, type_)
    if die is None or row is None:
        return "undiced"
    if any(special.kind == "flank_by_parity" for special in row.specials):
        return "odd" if die % 2 else "even"
    if row.band and not settings["bands_obey_sector"]:
        return "anywhere"
    if die == 1 and settings["flank_die_touches_edge"]:
        return "1_touching"
    return str(die)


def taken_off_at_end(territory: str, type_: str) -> bool:
    row = row_of(territory, type_)
    return row is not None and any(s.kind == "taken_off_at_end" for s in row.specials)


def may_be_moved(territory: str, type_: str) -> bool:
    row = row_of(territory, type_)
    return row is None or row.band is None or row.band.movable
