"""Decide whether a side can hide all units that it holds back, and how. Section 10.D.

All ambushers together need one marker. A flank march needs a leader of its own, and its units may
be limited. So every unit that may lie in ambush does, if there is a marker, and the others march:
no other way needs fewer leaders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

AMBUSH = "may_ambush"
MARCH = "may_flank_march"


@dataclass(frozen=True)
class Means:
    """The means by which a side may hide: remaining markers and leaders, None for unlimited
    markers.

    `per_march` is how many units may march with one leader, None for any number. `flanks` are the
    flanks, in the side's own view, on which a march may arrive.
    """

    markers: int | None
    leaders: tuple[int, ...]
    per_march: int | None
    flanks: tuple[str, ...] = ("left", "right")

    @property
    def has_marker(self) -> bool:
        return self.markers is None or self.markers > 0


@dataclass(frozen=True)
class Hidden:
    """Units to be hidden together: at a marker, or on a march with a leader."""

    units: tuple[int, ...]
    leader: int | None = None


def way_to_hide(held: Mapping[int, Sequence[str]], means: Means) -> tuple[Hidden, ...] | None:
    """Return one way to hide all units, given by number with their flags; None if there is none.

    They are in the order of their numbers.
    """
    lurking = tuple(unit for unit in sorted(held) if means.has_marker and AMBUSH in held[unit])
    marching = tuple(unit for unit in sorted(held) if unit not in lurking)
    if not all(MARCH in held[unit] for unit in marching) or (marching and not means.flanks):
        return None
    most = means.per_march or max(1, len(marching))
    lots = [marching[start : start + most] for start in range(0, len(marching), most)]
    if len(lots) > len(means.leaders):
        return None
    marches = (Hidden(lot, leader) for lot, leader in zip(lots, means.leaders, strict=False))
    return (*((Hidden(lurking),) if lurking else ()), *marches)
