"""The table as deployment sees it: zones, flank sectors, water, walls.

Built once from what a viewer knows and queried often. Lengths are base widths (BW). Left and right
are as the defender sees them unless stated otherwise: left is low x.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from setup_app.engine.situation import Known
from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.things import (
    KINDS,
    NOTHING_DOWN,
    Down,
    Occupied,
    Sizes,
    Thing,
    footprint,
)
from setup_app.rulebooks.pbs_2023_1.deployment.units import WAGON, WORKS, Body
from setup_app.rulebooks.pbs_2023_1.revisions import AMENDED
from setup_app.rulebooks.pbs_2023_1.tables import GROUND
from setup_app.rulebooks.pbs_2023_1.type_rules import DEEP_WATER, FROM_HIS_VIEW, SETTLEMENTS
from terrain.core.layout import Piece, read_piece
from terrain.core.outline import NEGLIGIBLE, core_of

Geometry: TypeAlias = Any
Shapes: TypeAlias = npt.NDArray[np.object_]

OVER_WATER = "town"
"""The type that may lie over deep water, and then is a town there (10.B, ruling)."""
KEPT_FROM_FLANKS = ("barricades", "redoubts", WAGON)
"""The works that 10.C excludes from an unsecure flank sector. Before the amended reading, a battery
was excluded only by its arm and order.
"""


@dataclass(frozen=True)
class Span:
    """A range across the table, from `low` to `high`."""

    low: float
    high: float

    def beyond(self, low: float, high: float) -> float:
        """Return how far a range from `low` to `high` sticks out; 0 if it does not."""
        return max(self.low - low, high - self.high, 0.0)


@dataclass(frozen=True)
class Barrier:
    """An area on which nothing may stand: its code, the piece's id, its shape."""

    code: str
    piece: str
    shape: Geometry


@dataclass(frozen=True)
class DeploymentField:
    """The table as deployment sees it.

    `secure` is the secure flank sector, or None. `ambush_from_centre` is None if markers may lie
    anywhere. `lifts` says which camp specials lift the range of 10.C: `cultivated` or `all`.
    `kept_from_flanks` are the works that may not stand in an unsecure flank sector. `limits` are
    the settings by name, for the moves of 10.H.
    """

    width: float
    depth: float
    territory: str
    invader: Side
    secure: str | None
    pieces: tuple[Piece, ...]
    sizes: Sizes
    sector: float = 10.0
    tolerance: float = 0.01
    from_centre: float = 6.0
    camp_range: float = 6.0
    ambush_from_centre: float | None = 6.0
    lifts: str = "cultivated"
    kept_from_flanks: tuple[str, ...] = KEPT_FROM_FLANKS
    limits: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def slack(self) -> float:
        """Return the tolerance for a thing to be out of place."""
        return self.tolerance + NEGLIGIBLE

    @property
    def core_width(self) -> float:
        """Return the width that cores lose: two cores meet if the common part is wider."""
        return self.tolerance + 2e-7

    def role(self, side: Side) -> str:
        """Return `invader` or `defender`."""
        return "invader" if side == self.invader else "defender"

    def zone(self, side: Side, from_centre: float | None = None) -> Span:
        """Return the range of y in which a side deploys: at least this far from the centre line."""
        off = self.from_centre if from_centre is None else from_centre
        if side == self.invader:
            return Span(self.depth / 2 + off, self.depth)
        return Span(0.0, self.depth / 2 - off)

    def facing(self, side: Side) -> float:
        """Return the usual facing of a side: towards the other."""
        return 270.0 if side == self.invader else 90.0

    @cached_property
    def unsecure(self) -> Mapping[str, Span]:
        """Return the unsecure flank sectors as ranges of x; outer sides are the table's edges."""
        sectors = {
            "left": Span(0.0, self.sector),
            "right": Span(self.width - self.sector, self.width),
        }
        return {name: span for name, span in sectors.items() if name != self.secure}

    @cached_property
    def open_across(self) -> tuple[float, float]:
        """Return the range of x that lies in no unsecure flank sector."""
        left, right = self.unsecure.get("left"), self.unsecure.get("right")
        return left.high if left else 0.0, right.low if right else self.width

    def own_view(self, side: Side, sector: str) -> str:
        """Return a sector in a side's own view: the invader's left is the defender's right."""
        return FROM_HIS_VIEW[self.role(side)][sector]

    def bars_from_unsecure(self, body: Body, *, ambushers: bool) -> tuple[str, ...]:
        """Return the codes that bar a unit from an unsecure flank sector; none if it may stand
        there.
        """
        return barred_from_unsecure(body, ambushers=ambushers, works=self.kept_from_flanks)

    @cached_property
    def camp_span(self) -> Span:
        """Return the range of x of 10.C: about the middle, or from it to the secure side's edge."""
        middle = self.width / 2
        if self.secure is None:
            return Span(middle - self.camp_range, middle + self.camp_range)
        return Span(0.0, middle) if self.secure == "left" else Span(middle, self.width)

    @property
    def special_lifts(self) -> bool:
        """Return whether a camp in its territory's special place is exempt from the range of
        10.C.
        """
        return self.lifts == "all" or self.territory == "cultivated"

    @cached_property
    def table(self) -> Geometry:
        """Return the table's rectangle."""
        return shapely.box(0.0, 0.0, self.width, self.depth)

    @cached_property
    def sound(self) -> tuple[Piece, ...]:
        """Return the pieces that are valid polygons."""
        return tuple(piece for piece in self.pieces if piece.shape is not None)

    def piece(self, name: str) -> Piece | None:
        """Return a piece by its id; None if there is none with a valid outline."""
        return next((piece for piece in self.sound if piece.id == name), None)

    @cached_property
    def barriers(self) -> tuple[Barrier, ...]:
        """Return deep water without a town, impassable pieces, settlements and forts."""
        towns = [piece.shape for piece in self.sound if piece.type == OVER_WATER]
        covered = shapely.union_all(towns) if towns else None
        found = []
        for piece in self.sound:
            shape = piece.shape
            if piece.type == DEEP_WATER:
                open_water = shape if covered is None else shapely.difference(shape, covered)
                if not shapely.is_empty(open_water):
                    found.append(Barrier("in_water", piece.id, open_water))
            if piece.declared == "impassable":
                found.append(Barrier("on_impassable", piece.id, shape))
            if piece.type in SETTLEMENTS:
                found.append(Barrier("in_settlement", piece.id, shape))
        return tuple(found)

    @cached_property
    def closed_by_code(self) -> Mapping[str, Geometry]:
        """Return the area that the barriers of each code close together."""
        codes = dict.fromkeys(barrier.code for barrier in self.barriers)
        return {
            code: shapely.union_all([each.shape for each in self.barriers if each.code == code])
            for code in codes
        }

    @cached_property
    def plain_terrain(self) -> tuple[Barrier, ...]:
        """Return all other pieces, which bar only an ordinary camp."""
        barred = {barrier.piece for barrier in self.barriers}
        return tuple(
            Barrier("camp_on_terrain", piece.id, piece.shape)
            for piece in self.sound
            if piece.id not in barred and piece.type != DEEP_WATER
        )

    @cached_property
    def barrier_cores(self) -> Shapes:
        """Return the barriers, reduced all round by a rim of half the tolerance."""
        return cores_of([barrier.shape for barrier in self.barriers], self.tolerance)

    @cached_property
    def terrain_cores(self) -> Shapes:
        """Return the cores of `plain_terrain`."""
        return cores_of([barrier.shape for barrier in self.plain_terrain], self.tolerance)


def cores_of(shapes: list[Geometry], width: float) -> Shapes:
    """Return shapes as an array, reduced all round by half of a width."""
    found: Shapes = np.empty(len(shapes), dtype=object)
    found[:] = [core_of(shape, width) for shape in shapes]
    shapely.prepare(found)
    return found


def field_of(known: Known) -> DeploymentField:
    """Return the table known to the deploying side; 9.A to 9.E are over."""
    settings = known.settings
    ambush = settings.get("ambush_from_centre_line", GROUND.deployment_from_centre_line)
    width, depth = settings["camp_size"]
    moves = ("battery_move", "forced_march_move", "forlorn_hope_move", "pathfinder_move")
    return DeploymentField(
        width=float(known.table["width"]),
        depth=float(known.table["depth"]),
        territory=known.territory,
        invader=known.invader,
        secure=known.secure_sector,
        pieces=tuple(read_piece(piece) for piece in known.pieces),
        sizes=Sizes(settings["base_depths"], (float(width), float(depth))),
        sector=float(settings["flank_sector_depth"]),
        tolerance=GROUND.tolerance,
        from_centre=GROUND.deployment_from_centre_line,
        camp_range=GROUND.camp_from_centre,
        ambush_from_centre=None if ambush is None else float(ambush),
        lifts=settings["camp_special_lifts_range"],
        kept_from_flanks=WORKS if known.revision >= AMENDED else KEPT_FROM_FLANKS,
        limits={name: settings.get(name) for name in moves},
    )


def barred_from_unsecure(body: Body, *, ambushers: bool, works: Sequence[str]) -> tuple[str, ...]:
    """Return the codes that bar a unit from an unsecure flank sector; none if it may stand there.

    10.B admits foot in loose or open order, mounted, elephants, SUGs and ambushers; 10.C excludes a
    TUG with any of these `works`, ambushers or not.
    """
    if body.kind != "tug":
        return ()
    close = body.arm == "artillery" or (body.arm == "foot" and body.order == "close")
    worked = any(flag in works for flag in body.works)
    codes = (
        ("unsecure_flank", close and not ambushers),
        ("works_in_unsecure_flank", worked),
    )
    return tuple(code for code, broken in codes if broken)


def as_down(
    field: DeploymentField,
    side: Side,
    things: Mapping[str, Thing],
    *,
    others: Occupied = NOTHING_DOWN,
) -> Occupied:
    """Return the things on the table after some are added to others."""
    new = (
        Down(key, KINDS[type(thing)], side, footprint(thing, field.sizes).corners)
        for key, thing in things.items()
    )
    return others.and_also(*new)
