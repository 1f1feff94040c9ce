"""Where a side may place the units in its hand, as guidance while dragging; the answer itself is
judged.

Units already on the table block their ground. A page keeps track of the rest of an unsent answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from setup_app.engine.errors import DomainError
from setup_app.engine.situation import Known
from setup_app.engine.values import Side, Violation
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField, field_of
from setup_app.rulebooks.pbs_2023_1.deployment.occupied import occupied
from setup_app.rulebooks.pbs_2023_1.deployment.own import Own, own_of
from setup_app.rulebooks.pbs_2023_1.deployment.standing import PlacedUnit
from setup_app.rulebooks.pbs_2023_1.deployment.steps import not_available, params_of
from setup_app.rulebooks.pbs_2023_1.deployment.things import Thing
from setup_app.rulebooks.pbs_2023_1.deployment.zones import zones

Zones = dict[str, Any]


def zones_of(known: Known, side: Side, thing: Thing) -> Zones:
    """Return where a camp, a marker or a leader may stand, wherever it stands now."""
    return zones(field_of(known), side, thing, others=occupied(known))


def zones_of_unit(known: Known, side: Side, unit: int, *, rule: str) -> Zones:
    """Return where a unit in hand may stand. Raises `no_such_unit`, `unit_not_available`."""
    own = own_of(known, side, settings=known.settings)
    refuse_other(own, unit, own.in_hand, own.where(unit), rule=rule)
    return zones(field_of(known), side, own.bodies[unit], others=occupied(known))


def zones_of_move(known: Known, side: Side, unit: int, kinds: Sequence[str], *, rule: str) -> Zones:
    """Return where a unit on the table may end a pre-game move of one of these kinds.

    Of several possible moves the farthest counts. Raises `no_such_unit`, `unit_not_available`, and
    `not_its_move` if the unit may make none of them.
    """
    own = own_of(known, side, settings=known.settings)
    moved = known.moved[side]
    there = [each for each, id_ in own.down.items() if id_ not in moved]
    reason = "moved" if unit in own.down else own.where(unit)
    refuse_other(own, unit, there, reason, rule=rule)
    open_to_it = [kind for kind in kinds if kind in own.flags(unit)]
    if not open_to_it:
        params = {**params_of(own, unit), "kind": ", ".join(kinds)}
        raise refusal(Violation("not_its_move", rule, params, (f"u{unit}",)))
    shown: PlacedUnit = known.down[side][own.down[unit] - 1]["shown"]
    ground = field_of(known)
    return zones(
        ground,
        side,
        shown.body,
        others=occupied(known, without=(side, shown.id)),
        frm=shown.placed.at,
        most=farthest(ground, open_to_it),
    )


def farthest(ground: DeploymentField, kinds: Sequence[str]) -> float | None:
    """Return the longest distance of moves of these kinds in BW; None if it is unlimited."""
    limits = [ground.limits.get(f"{kind}_move") for kind in kinds]
    stated = [limit for limit in limits if limit is not None]
    return max(stated) if len(stated) == len(limits) else None


def refuse_other(own: Own, unit: int, among: Sequence[int], reason: str, *, rule: str) -> None:
    """Raise what is wrong with a unit that is not among these; `reason` says why it is not."""
    if not own.exists(unit):
        raise refusal(Violation("no_such_unit", rule, params_of(own, unit), (f"u{unit}",)))
    if unit not in among:
        raise refusal(not_available(own, unit, reason, rule))


def refusal(violation: Violation) -> DomainError:
    """Return one violation as an error."""
    return DomainError(violation.code, violation.params, violations=(violation,))
