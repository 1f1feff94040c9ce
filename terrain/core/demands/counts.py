"""Rules about types, numbers and declarations.

These rules need no geometry, except for declarations of minimum size.
"""

from __future__ import annotations

from terrain.core.demands.sizes import is_square_of
from terrain.core.demands.subject import Subject, Violations
from terrain.core.layout import Piece
from terrain.core.rules import GroundRules, Limit, Room


def known_type(piece: Subject) -> Violations:
    """Yield a violation if the rulebook does not have the piece's type."""
    if piece.piece.type in piece.rules.known:
        return ()
    return (piece.violation("unknown_type"),)


def territory(piece: Subject) -> Violations:
    """Yield a violation if its type is known, but missing in the territory's table."""
    name = piece.piece.type
    if name in piece.rules.types or name not in piece.rules.known:
        return ()
    return (piece.violation("not_in_territory"),)


def box(piece: Subject) -> Violations:
    """Yield a violation if a flank piece is of a kind that the box does not name."""
    kinds = piece.rules.slots[piece.piece.slot].kinds
    if kinds is None or piece.piece.type in kinds:
        return ()
    return (piece.violation("not_in_box", params={"kinds": sorted(kinds)}),)


def limit(piece: Subject) -> Violations:
    """Yield a violation if there are more pieces of a type, or of types that share a limit, than
    its max.
    """
    limits = piece.rules.limits_on(piece.piece.type)
    return _over(piece, limits) if limits and piece.slot.counted else ()


def _over(piece: Subject, limits: tuple[Limit, ...]) -> Violations:
    for most in limits:
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
                params={
                    "types": sorted(most.types),
                    "with": list(earlier),
                    "per_player": piece.rules.limits_per_player,
                },
            )


def room(piece: Subject) -> Violations:
    """Yield a violation if its slot has no room: too many pieces, a wrong category or type.

    Another rule covers a kind that the box does not name.
    """
    slot = piece.rules.slots[piece.piece.slot]
    if slot.kinds is not None and piece.piece.type not in slot.kinds:
        return ()
    at_home = piece.kind.home == slot.name if piece.kind.home else slot.takes_rows
    figures: tuple[float | None, float | None] = (None, None)
    if at_home:
        if slot.room is None:
            return ()
        left = _left(piece.before, slot.name, piece.rules)
        if _filled(left, piece.piece, piece.rules) is not None:
            return ()
        figures = _asking(piece)
    params = {"category": piece.kind.category, "slot": slot.name}
    return (piece.violation("category_not_open", figures=figures, params=params),)


def _asking(piece: Subject) -> tuple[int, int]:
    """Return how many pieces up to this one need the places that would take it, and how many there
    are.

    If no place would take it, the pieces of its own category and player count.
    """
    rules, slot = piece.rules, piece.piece.slot
    category, player = piece.kind.category, piece.piece.placed_by
    fitting = [each for each in rules.rooms[slot] if _fits(each, category, player)]
    count = 1
    for other in piece.before:
        own = rules.kind(other.type).category
        alike = own == category and other.placed_by == player
        if other.slot == slot and (
            any(_fits(each, own, other.placed_by) for each in fitting) if fitting else alike
        ):
            count += 1
    return count, sum(each.number for each in fitting)


def declaration(piece: Subject) -> Violations:
    """Yield a violation if the density, or its type's row, size or number, forbids its
    declaration.
    """
    return () if piece.piece.declared is None else _wrongly(piece, piece.piece.declared)


def _wrongly(piece: Subject, declared: str) -> Violations:
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


def movable(piece: Subject) -> Violations:
    """Yield a violation if it was moved, but pieces of its type or slot cannot be moved."""
    fixed = piece.piece.moved and (piece.piece.type in piece.rules.fixed or not piece.slot.movable)
    return (piece.violation("must_not_move"),) if fixed else ()


def _left(before: tuple[Piece, ...], slot: str, rules: GroundRules) -> list[int]:
    """Return how many places are left in each of the rooms of a slot."""
    left = [each.number for each in rules.rooms[slot]]
    for piece in before:
        if piece.slot == slot:
            at = _filled(left, piece, rules)
            if at is not None:
                left[at] -= 1
    return left


def _filled(left: list[int], piece: Piece, rules: GroundRules) -> int | None:
    """Return the room of its slot that a piece takes: the narrowest with a place left."""
    category = rules.kind(piece.type).category
    for at, each in enumerate(rules.rooms[piece.slot]):
        if left[at] and _fits(each, category, piece.placed_by):
            return at
    return None


def _fits(place: Room, category: str | None, player: str) -> bool:
    return (place.placed_by is None or place.placed_by == player) and (
        place.categories is None or category is None or category in place.categories
    )
