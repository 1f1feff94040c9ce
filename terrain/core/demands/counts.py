"""Rules about types, numbers and declarations.

These rules need no geometry, except for declarations of minimum size.
"""

from __future__ import annotations

from terrain.core.demands.sizes import is_square_of
from terrain.core.demands.subject import Subject, Violations
from terrain.core.layout import Piece
from terrain.core.rules import GroundRules, Limit, Room


def known_type(piece: Subject) -> Violations:
    """Its type is a word that the rulebook does not have."""
    if piece.piece.type in piece.rules.known:
        return ()
    return (piece.violation("unknown_type"),)


def territory(piece: Subject) -> Violations:
    """Its type is known, but the territory's table has no such row."""
    name = piece.piece.type
    if name in piece.rules.types or name not in piece.rules.known:
        return ()
    return (piece.violation("not_in_territory"),)


def box(piece: Subject) -> Violations:
    """A flank piece is of a kind that the box does not name."""
    kinds = piece.rules.slots[piece.piece.slot].kinds
    if kinds is None or piece.piece.type in kinds:
        return ()
    return (piece.violation("not_in_box", params={"kinds": sorted(kinds)}),)


def limit(piece: Subject) -> Violations:
    """With it there are more pieces of a type, or of types that share a limit, than its max."""
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
    """Its slot has no room for it: too many pieces, another category, or for other types only.

    A kind that the box does not name is another rule's business.
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
    """How many pieces up to this one ask for the places that would take it, and how many there are.

    Where none would, those of its own category ask, of its own player.
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
    """Its declaration is forbidden by the density, or by its type's row, its size or the number."""
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
    """It was moved, and pieces of its type or slot never are."""
    fixed = piece.piece.moved and (piece.piece.type in piece.rules.fixed or not piece.slot.movable)
    return (piece.violation("must_not_move"),) if fixed else ()


def _left(before: tuple[Piece, ...], slot: str, rules: GroundRules) -> list[int]:
    """How many places are left in each of the rooms of a slot."""
    left = [each.number for each in rules.rooms[slot]]
    for piece in before:
        if piece.slot == slot:
            at = _filled(left, piece, rules)
            if at is not None:
                left[at] -= 1
    return left


def _filled(left: list[int], piece: Piece, rules: GroundRules) -> int | None:
    """Which of the rooms of its slot a piece goes into: the narrowest with a place left."""
    category = rules.kind(piece.type).category
    for at, each in enumerate(rules.rooms[piece.slot]):
        if left[at] and _fits(each, category, piece.placed_by):
            return at
    return None


def _fits(place: Room, category: str | None, player: str) -> bool:
    return (place.placed_by is None or place.placed_by == player) and (
        place.categories is None or category is None or category in place.categories
    )
