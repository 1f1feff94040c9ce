"""Decide whether all units held back can be hidden on this terrain, and how. Section 10.D.

Besides `hiding`, ambushers need a place for their marker. Without one they have to march, or no
unit may be held back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.hiding import AMBUSH, Hidden, Means, way_to_hide
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own
from setup_app.rulebooks.pbs_2023_1.deployment.search import place_marker
from setup_app.rulebooks.pbs_2023_1.deployment.things import Occupied

Way = tuple[Hidden, ...]


def way_here(
    own: Own, units: Sequence[int], means: Means, *, field: DeploymentField, others: Occupied
) -> Way | None:
    """Return a way to hide all these units beside what is on the table; None if there is none.

    One marker holds any number, so one place is enough: for all units that may lie in ambush, or
    else for those that works do not bar from the flanks, while the others march.
    """
    for lurking in _lurkers(own, units, field):
        flags = {
            unit: [flag for flag in own.flags(unit) if flag != AMBUSH or unit in lurking]
            for unit in units
        }
        way = way_to_hide(flags, means)
        if way is not None and all(_has_room(own, lot, field, others) for lot in way):
            return way
    return None


def _lurkers(own: Own, units: Sequence[int], field: DeploymentField) -> Iterator[frozenset[int]]:
    able = frozenset(unit for unit in units if AMBUSH in own.flags(unit))
    yield able
    yield frozenset(
        unit for unit in able if not field.bars_from_unsecure(own.bodies[unit], ambushers=True)
    )
    yield frozenset()


def _has_room(own: Own, lot: Hidden, field: DeploymentField, others: Occupied) -> bool:
    if lot.leader is not None:
        return True
    bodies = tuple(own.bodies[unit] for unit in lot.units)
    found = place_marker(field, own.side, bodies, others=others, chooser=Random(0))
    return found is not None
