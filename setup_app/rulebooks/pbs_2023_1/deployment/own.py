"""A side's own army while it deploys: in hand, on the table, hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.armies import Army, army_from_json
from setup_app.rulebooks.pbs_2023_1.deployment.hiding import AMBUSH, MARCH, Means
from setup_app.rulebooks.pbs_2023_1.deployment.standing import opened
from setup_app.rulebooks.pbs_2023_1.deployment.units import Body, body_of
from setup_app.rulebooks.pbs_2023_1.revisions import AMENDED
from setup_app.rulebooks.pbs_2023_1.type_rules import DEEP_WATER, FROM_HIS_VIEW

FLANKS = ("left", "right")


@dataclass(frozen=True)
class Own:
    """One side's army, its units by their numbers in the list.

    `down` gives the id of each unit on the table. `beside` are the leaders beside the camp,
    marching or not, `real` those who march. `hid` says whether the side's hiding is over,
    `must_hide` whether it has held TUGs back for it. `means` is by what more may be hidden.
    `hidden_works_wait`: works that may be hidden block no other unit until the hiding is over.
    """

    side: Side
    army: Army
    down: Mapping[int, int]
    no_place: frozenset[int]
    garrison: frozenset[int]
    in_ambush: frozenset[int]
    marching: frozenset[int]
    beside: frozenset[int]
    real: frozenset[int]
    hid: bool
    must_hide: bool
    means: Means
    settings: Mapping[str, Any]
    hidden_works_wait: bool

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        return tuple(body_of(unit) for unit in self.army.units)

    @cached_property
    def hidden(self) -> frozenset[int]:
        return self.in_ambush | self.marching

    @cached_property
    def in_hand(self) -> tuple[int, ...]:
        """Return the units neither on the table, nor off it, nor without a place."""
        gone = {*self.down, *self.no_place, *self.garrison, *self.hidden}
        return tuple(unit for unit in range(len(self.army.units)) if unit not in gone)

    @cached_property
    def tugs(self) -> tuple[int, ...]:
        """Return the TUGs in hand."""
        return tuple(unit for unit in self.in_hand if self.is_tug(unit))

    @cached_property
    def sugs(self) -> tuple[int, ...]:
        """Return the SUGs in hand."""
        return tuple(unit for unit in self.in_hand if not self.is_tug(unit))

    @property
    def leaders(self) -> range:
        return range(len(self.army.generals) + 1)

    @property
    def has_tug_down(self) -> bool:
        """Return whether a TUG was put down, including one without a place."""
        return any(self.is_tug(unit) for unit in (*self.down, *self.no_place))

    @property
    def holds_back(self) -> bool:
        """Return whether TUGs may be held back from a first part in order to be hidden."""
        return not self.hid and bool(self.settings["hold_back"])

    @cached_property
    def works_first(self) -> tuple[int, ...]:
        """Return the TUGs in hand that have to go down before any without works."""
        works = tuple(unit for unit in self.tugs if self.bodies[unit].works)
        if self.hid or not self.hidden_works_wait:
            return works
        return tuple(unit for unit in works if not self.may_be_hidden(unit))

    def may_be_hidden(self, unit: int) -> bool:
        """Return whether a unit's flags and the remaining means allow it to be hidden."""
        flags, means = self.flags(unit), self.means
        marches = MARCH in flags and bool(means.leaders) and bool(means.flanks)
        return marches or (AMBUSH in flags and means.has_marker)

    def may_march(self, leader: int) -> bool:
        """Return whether a leader may go beside the camp, given the others."""
        return self.why_not_march(leader) is None

    def why_not_march(self, leader: int) -> str | None:
        """Return why a leader may not go beside the camp, as a reason; None if they may."""
        if leader not in self.leaders:
            return "no_such_leader"
        if leader in self.beside:
            return "beside_camp"
        if leader == 0 and not self.settings["commander_marches"]:
            return "commander"
        return None if self.means.leaders else "last_leader"

    def where(self, unit: int) -> str:
        """Return where a unit of the list is, as the reason of a refusal."""
        places = {
            "down": self.down,
            "no_room": self.no_place,
            "in_garrison": self.garrison,
            "in_ambush": self.in_ambush,
            "on_march": self.marching,
        }
        return next((name for name, units in places.items() if unit in units), "in_hand")

    def is_tug(self, unit: int) -> bool:
        return self.bodies[unit].kind == "tug"

    def exists(self, unit: int) -> bool:
        return 0 <= unit < len(self.bodies)

    def flags(self, unit: int) -> tuple[str, ...]:
        return self.army.units[unit].flags


def own_of(
    source: Any, side: Side, *, settings: Mapping[str, Any], army: Army | None = None
) -> Own:
    """Return a side's own army from its knowledge, or from the situation itself.

    Passing `army` avoids reading the list again.
    """
    revision = source.revision
    marches = [opened(march["march"]) for march in source.marches[side]]
    in_ambush = {
        unit["unit"] for marker in source.markers[side] for unit in opened(marker["units"])
    }
    army = army if army is not None else army_from_json(source.lists[side])
    beside = frozenset(march["leader"] for march in marches)
    # Settings may write a whole number with a decimal point.
    markers, per_march = settings["ambush_markers"], settings["flank_march_units"]
    return Own(
        side=side,
        army=army,
        down={opened(unit["which"])["unit"]: unit["shown"].id for unit in source.down[side]},
        no_place=frozenset(opened(unit)["unit"] for unit in source.no_place[side]),
        garrison=frozenset(unit["unit"] for unit in opened(source.holding[side])),
        in_ambush=frozenset(in_ambush),
        marching=frozenset(unit["unit"] for march in marches for unit in march["units"]),
        beside=beside,
        real=frozenset(march["leader"] for march in marches if march["flank"] is not None),
        hid=source.hid[side],
        must_hide=bool(opened(source.must_hide[side])),
        means=Means(
            markers=None if markers is None else int(markers) - len(source.markers[side]),
            leaders=_free_leaders(len(army.generals), beside, settings["commander_marches"]),
            per_march=None if per_march is None else int(per_march),
            flanks=_open_flanks(source, side, settings["flank_march_on_deep_water"]),
        ),
        settings=settings,
        hidden_works_wait=revision >= AMENDED,
    )


def _free_leaders(generals: int, beside: frozenset[int], commander: bool) -> tuple[int, ...]:
    """Return how many more leaders may march or bluff. At least one, first the commander, does
    neither.
    """
    free = tuple(leader for leader in range(1, generals + 1) if leader not in beside)
    return free if not commander or 0 not in beside else free[:-1]


def _open_flanks(source: Any, side: Side, on_water: bool) -> tuple[str, ...]:
    """Return the flanks, in the side's own view, on which its march may arrive."""
    if on_water or source.flank != (DEEP_WATER,) or source.secure_sector is None:
        return FLANKS
    view = FROM_HIS_VIEW["invader" if side == source.invader else "defender"]
    return tuple(flank for flank in FLANKS if view[flank] != source.secure_sector)
