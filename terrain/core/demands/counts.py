"""Is a piece of a type, in a number, with a declaration that the rules have room for?

These rules look at no geometry, declarations of least size aside.
"""

from __future__ import annotations

from terrain.core.demands.sizes import is_square_of
from terrain.core.demands.standing import Standing, Violations
from terrain.core.layout import Piece
from terrain.core.rules import GroundRules, Room


def known_type(piece: Standing) -> Violations:
    """Its type is a word that the rulebook does not have."""
    if piece.piece.type not in piece.rules.known:
        yield piece.violation("unknown_type")


def territory(piece: Standing) -> Violations:
    """Its type is known, but the territory's table has no such row."""
    name = piece.piece.type
    if name in piece.rules.known and name not in piece.rules.types:
        yield piece.violation("not_in_territory")


def box(piece: Standing) -> Violations:
    """A flank piece is of a kind that the box does not name."""
    kinds = piece.rules.slots[piece.piece.slot].kinds
    if kinds is not None and piece.piece.type not in kinds:
        yield piece.violation("not_in_box", params={"kinds": sorted(kinds)})


def limit(piece: Standing) -> Violations:
    """With it there are more pieces of a type, or of types that share a limit, than its max."""
    if not piece.slot.counted:
        return
    for most in piece.rules.limits:
        if piece.piece.type not in most.types:
            continue
        earlier = tuple(
            other.id
            for other in piece.before
            if other.type in most.types
            and piece.rules.slots[other.slot].counted
            and (not piece.rules.limits_per_player or other.placed_by == piece.piece.placed_by)
        )
        if len(earlier) >= most.most:
            yield piece.violation(
                "limit_exceeded",
                figures=(len(earlier) + 1, most.most),
                params={"types": sorted(most.types), "with": list(earlier)},
            )


def room(piece: Standing) -> Violations:
    """Its slot has no room for it: too many pieces, another category, or for other types only.

    A kind that the box does not name is another rule's business.
    """
    slot = piece.rules.slots[piece.piece.slot]
    if slot.kinds is not None and piece.piece.type not in slot.kinds:
        return
    params = {"category": piece.kind.category, "slot": slot.name}
    at_home = piece.kind.home == slot.name if piece.kind.home else slot.takes_rows
    if not at_home:
        yield piece.violation("category_not_open", params=params)
    elif slot.room is not None:
        left = open_room(piece.before, slot.name, piece.rules)
        if takes(left, piece.piece, piece.rules) is None:
            same = sum(other.slot == slot.name for other in piece.before)
            figures = (same + 1, sum(each.number for each in slot.room))
            yield piece.violation("category_not_open", figures=figures, params=params)


def declaration(piece: Standing) -> Violations:
    """Its declaration is forbidden by the density, or by its type's row, its size or the number."""
    declared = piece.piece.declared
    if declared is None:
        return
    if declared in piece.rules.forbidden:
        yield piece.violation(f"{declared}_not_allowed")
    most = piece.kind.declarable.get(declared, 0)
    earlier = sum(
        other.type == piece.piece.type and other.declared == declared for other in piece.before
    )
    side = piece.slot.least_size
    if not most or side is None:
        yield piece.violation(
            "declaration_not_allowed", params={"declared": declared, "reason": "row"}
        )
        return
    if earlier >= most:
        yield piece.violation(
            "declaration_not_allowed",
            figures=(earlier + 1, most),
            params={"declared": declared, "reason": "number"},
        )
    if piece.piece.fault:
        return
    if not is_square_of(piece.extents, side, piece.rules.tolerance):
        at = piece.extents.least()
        yield piece.violation(
            "declaration_not_allowed",
            figures=(piece.extents.long[at], side),
            where=lambda: piece.extents.rectangle(at),
            params={"declared": declared, "reason": "size"},
        )


def movable(piece: Standing) -> Violations:
    """It was moved, and pieces of its type or slot never are."""
    if piece.piece.moved and (piece.piece.type in piece.rules.fixed or not piece.slot.movable):
        yield piece.violation("must_not_move")


def open_room(before: tuple[Piece, ...], slot: str, rules: GroundRules) -> list[Room]:
    """Return one entry for each place of a slot that the pieces on the table leave open.

    A piece fills the narrowest place that takes it, so that a difficult piece leaves "any" open.
    """
    places = rules.slots[slot].room or ()
    left = [Room(1, each.categories, each.placed_by) for each in places for _ in range(each.number)]
    for piece in before:
        if piece.slot == slot:
            filled = takes(left, piece, rules)
            if filled is not None:
                left.remove(filled)
    return left


def takes(places: list[Room], piece: Piece, rules: GroundRules) -> Room | None:
    """Return the narrowest of the open places that takes a piece, or None.

    A type of which the territory has no row has no category: any place takes it.
    """
    category = rules.kind(piece.type).category
    fitting = [
        place
        for place in places
        if place.placed_by in (None, piece.placed_by)
        and (place.categories is None or category is None or category in place.categories)
    ]
    return min(fitting, key=lambda place: len(place.categories or "any one"), default=None)
