"""Faults of generator options: pieces to keep, and pieces asked for."""

from __future__ import annotations

from collections import Counter

from setup_app.engine.errors import DomainError
from setup_app.engine.values import Side, Violation
from setup_app.rulebooks.pbs_2023_1 import placement_judge as judging
from setup_app.rulebooks.pbs_2023_1.generator_options import Wish, as_pieces, still_wished
from setup_app.rulebooks.pbs_2023_1.section_9_start import begun
from setup_app.rulebooks.pbs_2023_1.section_9b import next_to_select, open_slots
from terrain.core import legality
from terrain.core.layout import PLAYERS

BY_NAME = frozenset(
    {"unknown_type", "not_in_territory", "not_in_box", "limit_exceeded", "category_not_open"}
)
"""The faults of a selection that do not depend on where its pieces lie."""


def refuse_locked(wish: Wish) -> None:
    """Raise for pieces to keep that are illegal where they lie."""
    if not wish.ground.pieces:
        return
    broken = legality.check(wish.ground, wish.rules)
    if broken:
        violations = tuple(judging.as_script_violation(each) for each in broken)
        pieces = list(dict.fromkeys(each.pieces[0] for each in violations))
        raise DomainError("locked_pieces_illegal", {"pieces": pieces}, violations=violations)


def refuse_selection(wish: Wish) -> None:
    """Raise for requested pieces that are too many, of a wrong type, or not the side's to
    select.
    """
    if not wish.selection:
        return
    broken: list[Violation] = []
    layout = wish.ground
    for piece in as_pieces(wish):
        found = legality.check_placement(layout, piece, wish.rules)
        broken += [judging.as_script_violation(each) for each in found if each.code in BY_NAME]
        layout = layout.with_pieces((*layout.pieces, piece))
    turns = _turns(wish)
    for (slot, side), types in still_wished(wish).items():
        if slot == "compulsory" and len(types) > turns[side] and not broken:
            params = {"slot": slot, "placed_by": PLAYERS[side], "reason": "turns"}
            pieces = tuple(f"{slot}/{PLAYERS[side]}/{name}" for name in types[turns[side] :])
            figures = (float(len(types)), float(turns[side]))
            broken.append(Violation("category_not_open", "9.C", params, pieces, *figures))
    if broken:
        pieces = tuple(dict.fromkeys(each.pieces[0] for each in broken))
        raise DomainError(
            "selection_not_allowed", {"pieces": list(pieces)}, violations=tuple(broken)
        )


def _turns(wish: Wish) -> Counter[Side]:
    """Return how often each side may still select a compulsory piece."""
    battle = begun(wish)
    turns: Counter[Side] = Counter()
    for _ in open_slots(battle):
        side = next_to_select(battle)
        turns[side] += 1
        battle.selected = battle.selected.with_side(side, (*battle.selected[side], ""))
    return turns
