"""Distances that a piece must keep and its possible side lengths, known before its outline."""

from __future__ import annotations

import math

from terrain.core.demands.neighbours import asks_gap
from terrain.core.demands.subject import Subject
from terrain.core.layout import Layout, Piece
from terrain.core.rules import GroundRules, SizeLimits


def asked_clear(
    layout: Layout, wanted: Piece, rules: GroundRules, obstacles: tuple[int, ...]
) -> list[float]:
    """Return the distance that the next piece keeps from each obstacle; 0 if it may touch."""
    nowhere_near = (math.inf,) * len(layout.pieces)
    here = Subject(wanted, layout.pieces, nowhere_near, rules)
    return [rules.gap if asks_gap(here, at) else 0.0 for at in obstacles]


def size_limits(wanted: Piece, rules: GroundRules) -> SizeLimits | None:
    """Return the limits of a piece's sides; None for a type without a size.

    A declaration requires the least size of its slot.
    """
    kind = rules.kind(wanted.type)
    slot = rules.slots[kind.home or wanted.slot]
    if wanted.declared and slot.least_size:
        return SizeLimits(slot.least_size, slot.least_size, slot.least_size)
    return kind.sizes.get(slot.name) or next(iter(kind.sizes.values()), None)
