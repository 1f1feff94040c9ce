"""Rules about position: on the table, in the sector, in the half, at an edge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import shapely

from terrain.core.demands.subject import Subject, Violations
from terrain.core.layout import Piece, Table
from terrain.core.outline import NEGLIGIBLE
from terrain.core.rules import DieZone, GroundRules, SlotRules, TypeRules, Zone


def table(piece: Subject) -> Violations:
    """Yield a violation if a part lies more than the tolerance off the table."""
    left, bottom, right, top = piece.piece.bounds
    ground = piece.rules.table
    if left >= 0 and bottom >= 0 and right <= ground.width and top <= ground.depth:
        return ()
    off = max(_off_table(x, y, ground) for x, y in piece.piece.outline)
    if off <= piece.rules.tolerance + NEGLIGIBLE:
        return ()
    on_table = shapely.box(0, 0, ground.width, ground.depth)
    outside = piece.violation(
        "outside_table",
        figures=(off, 0),
        where=lambda: shapely.difference(piece.shape, on_table),
    )
    return (outside,)


def sector(piece: Subject) -> Violations:
    """Yield a violation if a piece with a die, or in a slot with zones, is not wholly in its
    sector.

    Sectors are ranges of x from one side edge to the other: a part beyond a side edge is off its
    sector as well as off the table, a part beyond the front or the back only off the table.

    If the slot is led, the other player's piece has to be in the sector of the leader's: the fault
    always belongs to that piece, whichever stands first, and is found with the second.
    """
    wanted = wanted_zones(piece)
    if not wanted:
        return ()
    out = _in_none_of(piece, wanted, "outside_sector", {"die": piece.piece.die})
    return [*out, *_left_behind(piece)] if piece.slot.led_by else out


def _left_behind(piece: Subject) -> Violations:
    """Yield violations of earlier pieces that the leader's piece now shows to be in another
    sector.
    """
    held = _held(piece.piece, piece.rules)
    if not held or followed_zones(piece.piece, piece.before, piece.rules) is None:
        return
    for follower in _following(piece.slot, piece.before, piece.rules):
        other = replace(piece, piece=follower, before=(), distances=())
        yield from _in_none_of(other, held, "outside_sector", {"die": follower.die})


def straddling(piece: Subject) -> Violations:
    """Yield a violation if an undiced piece that must keep to one sector crosses a sector line."""
    kind = piece.kind
    undiced = piece.piece.die is None and piece.slot.diced and not piece.piece.moved
    if not (undiced and kind.undiced_beside and kind.undiced_in_one_zone):
        return ()
    return _in_none_of(piece, open_zones(piece), "straddles_sectors", {})


def _in_none_of(
    piece: Subject, zones: tuple[Zone, ...], code: str, params: Mapping[str, object]
) -> Violations:
    if any(piece.fits(zone) for zone in zones):
        return ()
    nearest = min(zones, key=piece.outside)
    out = piece.violation(
        code,
        figures=(piece.outside(nearest), 0),
        where=lambda: piece.part_outside(nearest),
        params={"sector": nearest.name, **params},
    )
    return (out,)


def half(piece: Subject) -> Violations:
    """Yield a violation if a piece that belongs in its player's half lies partly in the other."""
    if not piece.slot.own_half or piece.kind.strip or piece.astray:
        return ()
    own = piece.rules.halves[piece.piece.placed_by]
    left, bottom, right, top = piece.piece.bounds
    # Another rule covers the table's own edge: a half is open there.
    over = top - own.high if own.low <= 0 else own.low - bottom
    if over <= piece.rules.tolerance + NEGLIGIBLE:
        return ()
    beyond = (left, own.high, right, top) if own.low <= 0 else (left, bottom, right, own.low)
    across = piece.violation(
        "wrong_half",
        figures=(over, 0),
        where=lambda: shapely.intersection(piece.shape, shapely.box(*beyond)),
    )
    return (across,)


def edge(piece: Subject) -> Violations:
    """Yield a violation if a piece must touch an edge, by its type or its die, and touches none."""
    if piece.kind.band or not piece.slot.diced:
        return ()  # a band touches an edge by its ends
    by_die = die_zone(piece)
    diced = by_die is not None and by_die.touches_edge and not piece.piece.moved
    asked = diced or piece.kind.touches_edge
    if not asked or piece.off_edge <= piece.rules.tolerance + NEGLIGIBLE:
        return ()
    ground = piece.rules.table
    border = shapely.box(0, 0, ground.width, ground.depth).exterior
    off = piece.violation(
        "not_touching_edge",
        figures=(piece.off_edge, 0),
        where=lambda: shapely.shortest_line(piece.shape, border),
        params={"die": piece.piece.die if diced else None},
    )
    return (off,)


def die_zone(piece: Subject) -> DieZone | None:
    """Return the zone of its die; None for a piece without a die, or in a slot without dice."""
    if piece.piece.die is None or not piece.slot.diced:
        return None
    return piece.kind.by_die.get(piece.piece.placed_by, {}).get(piece.piece.die)


def wanted_zones(piece: Subject) -> tuple[Zone, ...]:
    """Return the sectors of which one must hold the piece; empty if any place is allowed."""
    zones = piece.rules.zones
    if piece.slot.zones:
        return () if piece.kind.strip else slot_zones(piece.piece, piece.before, piece.rules)
    if piece.kind.band and not piece.rules.bands_obey_zone:
        return ()
    by_die = die_zone(piece)
    if piece.piece.moved and (by_die is None or not piece.rules.moved_keeps_zone):
        return tuple(zones[name] for name in piece.kind.zones_always)
    if by_die is None:
        return ()
    own = zones[by_die.zone]
    reach = extended(piece, own)
    return (own,) if reach is None else (own, reach)


def extended(piece: Subject, own: Zone) -> Zone | None:
    """Return the longer zone of a piece that touches what lets it extend, in its own sector."""
    longer = reaching(piece.kind, own, piece.rules)
    if longer is None:
        return None
    touching = piece.beside(piece.kind.extends_beside)
    return longer if any(lies_in(other, own) for other in touching) else None


def reaching(kind: TypeRules, own: Zone, rules: GroundRules) -> Zone | None:
    """Return its own zone with the one that a type may extend into beside another, by its
    special.
    """
    if not kind.extends_beside or kind.extends_into in (None, own.name):
        return None
    into = rules.zones[str(kind.extends_into)]
    return Zone(own.name, min(own.low, into.low), max(own.high, into.high))


def open_zones(piece: Subject) -> tuple[Zone, ...]:
    """Return the sectors without their outer sides: only the lines between them count."""
    return piece.rules.open_zones


def slot_zones(piece: Piece, before: Sequence[Piece], rules: GroundRules) -> tuple[Zone, ...]:
    """Return the zones of its slot that a piece may lie in: those of the leader's piece, or all."""
    slot = rules.slots[piece.slot]
    leader = _leader(slot, before, rules) if piece.placed_by != slot.led_by else None
    return _held(leader, rules) if leader else _zones_of(slot, rules)


def followed_zones(
    piece: Piece, before: Sequence[Piece], rules: GroundRules
) -> tuple[Zone, ...] | None:
    """Return the zones of its slot in which a leader's piece agrees with all earlier pieces.

    Otherwise an earlier piece would be in another sector (`sector`). Empty if they lie in several;
    None if there are none, or if another player leads.
    """
    slot = rules.slots[piece.slot]
    if piece.placed_by != slot.led_by or _leader(slot, before, rules):
        return None
    held = [_held(follower, rules) for follower in _following(slot, before, rules)]
    if not held:
        return None
    return tuple(zone for zone in _zones_of(slot, rules) if all(zone in each for each in held))


def _leader(slot: SlotRules, pieces: Sequence[Piece], rules: GroundRules) -> Piece | None:
    """Return the piece that decides in which of the slot's zones the other player's has to lie.

    It is the first of the leading player's pieces that lies in one.
    """
    lying = _lying_in(slot, pieces, rules)
    return next((piece for piece in lying if piece.placed_by == slot.led_by), None)


def _following(slot: SlotRules, pieces: Sequence[Piece], rules: GroundRules) -> list[Piece]:
    """Return the other player's pieces that lie in one of a slot's zones."""
    return [p for p in _lying_in(slot, pieces, rules) if p.placed_by != slot.led_by]


def _lying_in(slot: SlotRules, pieces: Sequence[Piece], rules: GroundRules) -> Iterator[Piece]:
    """Yield the pieces of a slot that lie wholly in one of its zones.

    Strips neither lead nor follow: the other player places nothing beside one.
    """
    for piece in pieces if slot.led_by else ():
        kind = rules.kind(piece.type)
        there = (kind.home or piece.slot) == slot.name and not kind.strip
        if there and piece.shape is not None and _held(piece, rules):
            yield piece


def _held(piece: Piece, rules: GroundRules) -> tuple[Zone, ...]:
    left, _, right, _ = piece.bounds
    reach = rules.tolerance + NEGLIGIBLE
    zones = _zones_of(rules.slots[piece.slot], rules)
    return tuple(z for z in zones if left >= z.low - reach and right <= z.high + reach)


def _zones_of(slot: SlotRules, rules: GroundRules) -> tuple[Zone, ...]:
    return tuple(rules.zones[name] for name in slot.zones)


def lies_in(piece: Piece, zone: Zone) -> bool:
    """Return whether the middle of a piece lies in a zone: a strip may be deeper than its
    sector.
    """
    left, _, right, _ = piece.bounds
    return zone.low <= (left + right) / 2 <= zone.high


def _off_table(x: float, y: float, ground: Table) -> float:
    return math.hypot(max(0.0, -x, x - ground.width), max(0.0, -y, y - ground.depth))
