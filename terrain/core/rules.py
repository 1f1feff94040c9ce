"""The terrain rules by which a layout is judged, as one value.

A rulebook builds it from its tables and a battle's settings. It holds figures and names, not where
they come from: geometry reads this value and no rulebook.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from terrain.core.layout import Table

ANY_SLOT = ""
"""The key of a type's size if it does not depend on the slot."""
ANY_CATEGORY = 7
"""The number of categories that a room for all of them counts as."""

SEEN_OTHERWISE = {"leant_on": "die_required"}
"""The same rule, reported for the other of the two pieces."""


@dataclass(frozen=True)
class Zone:
    """A range across the table, from `low` to `high`: along x for sectors, along y for halves."""

    name: str
    low: float
    high: float


@dataclass(frozen=True)
class SizeLimits:
    """The limits of the two sides of a bounding rectangle.

    The shorter at least `short_min`, the longer at least `long_min` (more than that if
    `long_exclusive`) and at most `most`.
    """

    short_min: float
    long_min: float
    most: float
    long_exclusive: bool = False


@dataclass(frozen=True)
class BandLimits:
    """A straight band from edge to edge; `ends_in` are types in which an end may lie instead."""

    min_width: float
    max_width: float
    ends_in: frozenset[str] = frozenset()


@dataclass(frozen=True)
class StripLimits:
    """A strip of one depth along the whole of one side edge."""

    min_depth: float
    max_depth: float


@dataclass(frozen=True)
class DieZone:
    """The zone to which a die sends a piece, and whether it must then touch an edge of the
    table.
    """

    zone: str
    touches_edge: bool = False


@dataclass(frozen=True)
class TypeRules:
    """The rules of one type of piece, and what its specials allow.

    - `figure`: its appearance: a word of `terrain.core.shapes`, `band` or `strip`.
    - `sizes`: by slot; a slot without an entry has no size rule.
    - `by_die`: by player, then by die.
    - `zones_always`: one of these holds the piece, whatever the die, moved or not.
    - `overlaps`: earlier types that it may cover in part.
    - `no_gap_from`: earlier types from which it keeps no gap.
    - `undiced_beside`: types on the table that allow it to be placed without a die, touching one of
      them, and (`undiced_in_one_zone`) wholly in one zone.
    - `extends_beside`: touching one of these in its die's zone it may reach into `extends_into`.
    - `declarable`: how many pieces may be declared what.
    - `home`: the one slot of the type; None: those that take the table's rows.
    """

    name: str
    category: str | None = None
    figure: str = "open"
    sizes: Mapping[str, SizeLimits] = field(default_factory=dict)
    filled: bool = True
    band: BandLimits | None = None
    strip: StripLimits | None = None
    by_die: Mapping[str, Mapping[int, DieZone]] = field(default_factory=dict)
    zones_always: tuple[str, ...] = ()
    touches_edge: bool = False
    overlaps: frozenset[str] = frozenset()
    no_gap_from: frozenset[str] = frozenset()
    undiced_beside: frozenset[str] = frozenset()
    undiced_in_one_zone: bool = False
    extends_beside: frozenset[str] = frozenset()
    extends_into: str | None = None
    declarable: Mapping[str, int] = field(default_factory=dict)
    home: str | None = None


@dataclass(frozen=True)
class Room:
    """Room for `number` pieces, of some categories or any (None), of one player or either."""

    number: int
    categories: frozenset[str] | None = None
    placed_by: str | None = None

    @property
    def narrowness(self) -> int:
        """Return the number of its categories; the fewer, the sooner it is filled."""
        return len(self.categories) if self.categories else ANY_CATEGORY


@dataclass(frozen=True)
class SlotRules:
    """The rules of a slot for the pieces that fill it.

    - `room`: None if it is unknown, as the box is: then it is not judged.
    - `kinds`: the types that the box names; None if unknown or not required.
    - `takes_rows`: whether the rows of the territory's table belong here.
    - `zones`: the piece lies wholly in one of them; if a player leads the slot (`led_by`), the
      other player's piece lies in the same one.
    - `close_ranks`: pieces of this slot keep no gap from each other.
    """

    name: str
    room: tuple[Room, ...] | None = None
    kinds: frozenset[str] | None = None
    takes_rows: bool = True
    diced: bool = True
    zones: tuple[str, ...] = ()
    led_by: str | None = None
    own_half: bool = False
    close_ranks: bool = False
    counted: bool = True
    movable: bool = True
    least_size: float | None = None


@dataclass(frozen=True)
class Limit:
    """A limit of `most` pieces of these types together."""

    most: int
    types: frozenset[str]


@dataclass(frozen=True)
class GroundRules:
    """Everything that the geometry needs to know. Lengths in `unit`.

    - `rows`: the types of the territory's table; `types` holds their rules, and those of the types
      in no table. `known` are all types of the rulebook.
    - `fixed`: the types that are never moved, in any territory.
    - `plain`: the rules for a type without its own: of another territory's table, or unknown. It
      has no size rule.
    - `zones`: sectors, by name; `halves`: by player.
    - `deployment`: the distance of the deployment zones from the line across the middle of the
      depth.
    - `forbidden`: declarations that the density rules out.
    - `sections`: where each code's rule is printed, by (code, slot) or by code alone.
    """

    unit: str
    table: Table
    zones: Mapping[str, Zone]
    halves: Mapping[str, Zone]
    types: Mapping[str, TypeRules]
    slots: Mapping[str, SlotRules]
    rows: frozenset[str]
    known: frozenset[str]
    fixed: frozenset[str]
    plain: TypeRules
    tolerance: float = 0.01
    gap: float = 2.0
    slide: float = 6.0
    deployment: float = 6.0
    least_fill: float = 0.0
    limits: tuple[Limit, ...] = ()
    limits_per_player: bool = False
    forbidden: frozenset[str] = frozenset()
    moved_keeps_gap: bool = False
    moved_keeps_zone: bool = False
    bands_obey_zone: bool = True
    sections: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @cached_property
    def reach(self) -> float:
        """Return the distance at which a piece still matters to another: a little beyond the
        gap.
        """
        return max(self.gap, self.tolerance) + 2 * self.tolerance

    @cached_property
    def open_zones(self) -> tuple[Zone, ...]:
        """Return the sectors without their outer sides: only the lines between them count."""
        return tuple(
            Zone(
                zone.name,
                -math.inf if zone.low <= 0 else zone.low,
                math.inf if zone.high >= self.table.width else zone.high,
            )
            for zone in self.zones.values()
        )

    @cached_property
    def rooms(self) -> Mapping[str, tuple[Room, ...]]:
        """Return the rooms of each slot, the narrowest first: that for the fewest categories."""
        return {
            name: tuple(sorted(slot.room or (), key=lambda room: room.narrowness))
            for name, slot in self.slots.items()
        }

    @cached_property
    def _limits_by_type(self) -> Mapping[str, tuple[Limit, ...]]:
        named = {name for each in self.limits for name in each.types}
        return {name: tuple(each for each in self.limits if name in each.types) for name in named}

    def limits_on(self, type_name: str) -> tuple[Limit, ...]:
        """Return the limits that include a type."""
        return self._limits_by_type.get(type_name, ())

    def kind(self, type_name: str) -> TypeRules:
        """Return the rules of a type."""
        return self.types.get(type_name, self.plain)

    def section(self, code: str, slot: str) -> str:
        """Return where the rule behind a code is printed, for a piece of that slot."""
        code = SEEN_OTHERWISE.get(code, code)
        return self.sections.get((code, slot)) or self.sections.get((code, ANY_SLOT), "")
