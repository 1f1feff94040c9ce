"""The ways in which a piece may be placed: range, clearance, table edge, touching pieces.

They follow from its slot, its die roll and the specials of its type. The outline does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from terrain.core.demands.places import followed_zones, lies_in, reaching, slot_zones
from terrain.core.layout import Layout, Piece
from terrain.core.placement.reference_region import SearchBox
from terrain.core.rules import GroundRules, Zone


@dataclass(frozen=True)
class Option:
    """One way of placing: wholly in a box, and perhaps at an edge or touching an earlier piece."""

    box: SearchBox
    obstacles: tuple[int, ...]
    at_edge: bool = False
    touching: int | None = None


def options(
    layout: Layout, wanted: Piece, rules: GroundRules, *, sound: bool = False
) -> tuple[Option, ...]:
    """Return every way in which a piece may be placed next; none if its die is missing.

    `sound`: whether every outline on the table is known to be a polygon; then none is checked.
    """
    lying = [
        (at, piece) for at, piece in enumerate(layout.pieces) if sound or piece.shape is not None
    ]
    return tuple(_options(lying, wanted, rules))


def _options(lying: list[tuple[int, Piece]], wanted: Piece, rules: GroundRules) -> Iterator[Option]:
    """Yield every way in which the piece may be placed, from its slot, its die and its specials."""
    kind = rules.kind(wanted.type)
    slot = rules.slots[kind.home or wanted.slot]
    keep_off = tuple(at for at, piece in lying if piece.type not in kind.overlaps)
    half = rules.halves[wanted.placed_by] if slot.own_half else None
    if slot.zones:
        for zone in _zones(lying, wanted, rules):
            yield Option(_box(rules, zone, half), keep_off)
    elif not slot.diced:
        yield Option(_box(rules, None, half), keep_off, kind.touches_edge)
    elif wanted.die is None:
        boxes: tuple[Zone | None, ...] = (None,)
        if kind.undiced_in_one_zone:
            boxes = tuple(rules.zones.values())
        for at, piece in lying:
            if piece.type in kind.undiced_beside:
                others = tuple(other for other in keep_off if other != at)
                for within in boxes:
                    if within is None or _reaches(piece, within, rules.tolerance):
                        yield Option(_box(rules, within, half), others, kind.touches_edge, at)
    else:
        sent = kind.by_die[wanted.placed_by][wanted.die]
        own = rules.zones[sent.zone]
        at_edge = kind.touches_edge or sent.touches_edge
        yield Option(_box(rules, own, half), keep_off, at_edge)
        longer = reaching(kind, own, rules)
        for at, piece in lying if longer else ():
            if piece.type in kind.extends_beside and lies_in(piece, own):
                others = tuple(other for other in keep_off if other != at)
                yield Option(_box(rules, longer, half), others, at_edge, at)


def _zones(lying: list[tuple[int, Piece]], wanted: Piece, rules: GroundRules) -> tuple[Zone, ...]:
    """Return the zones of its slot in which the piece may lie, whichever player came first."""
    before = [piece for _, piece in lying]
    zones = followed_zones(wanted, before, rules)
    return slot_zones(wanted, before, rules) if zones is None else zones


def _reaches(piece: Piece, zone: Zone, tolerance: float) -> bool:
    """Return whether anything in a zone could touch a piece."""
    left, _, right, _ = piece.bounds
    return right >= zone.low - tolerance and left <= zone.high + tolerance


def _box(rules: GroundRules, zone: Zone | None, half: Zone | None) -> SearchBox:
    width, depth = rules.table.width, rules.table.depth
    left, right = (zone.low, zone.high) if zone else (0.0, width)
    bottom, top = (half.low, half.high) if half else (0.0, depth)
    sides = {"left": left <= 0, "right": right >= width, "bottom": bottom <= 0, "top": top >= depth}
    edges = frozenset(name for name, is_edge in sides.items() if is_edge)
    return SearchBox(left, bottom, right, top, edges)
