"""The preferred position of each unit in a suggested deployment.

Foot in the centre, mounted on the wings, elephants and loose foot between them, artillery in the
line, skirmishers in front, reserves behind: lines that face the enemy. None of this is a rule.
`search` moves a unit whose preferred position is not allowed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from setup_app.engine.values import Side
from setup_app.rulebooks.pbs_2023_1.deployment.field import DeploymentField
from setup_app.rulebooks.pbs_2023_1.deployment.units import WAGON, Body

Numbers = npt.NDArray[np.float64]

DEEP_LINES = (0.0, 1.5, 4.0, 6.5)
SHALLOW_LINES = (0.0, 1.0, 2.5, 3.0)
"""How far behind the front of the zone lines begin: skirmishers, first, second, third. In BW."""
DEEP = 7.0
"""The zone depth from which there is room between lines."""
STEP = 0.5
"""The distance between the candidate places in a line, in BW."""
SKIRMISHERS_GAP = 1.0


@dataclass(frozen=True)
class Liking:
    """The preferred distance from the middle, in BW, and the reluctance to fall back.

    `lines` are the possible lines, the best first; each step to a worse line costs as much as
    `loath` BW to the side.
    """

    off: float
    loath: float
    lines: tuple[int, ...] = (1, 2, 3)


def order_of(body: Body) -> tuple[int, int]:
    """Return a key that orders an army for deployment: close foot first, large before small."""
    place = ("foot", "elephants", "artillery", "mounted").index(body.arm)
    if body.arm == "foot" and body.order != "close":
        place = 1
    return (10 if body.kind == "sug" else place, -body.bases)


def usual_ranks(body: Body) -> int:
    """Return the preferred number of ranks of a unit."""
    if body.arm in ("elephants", "artillery") or WAGON in body.works:
        return 1
    if body.bases <= 3 or (body.kind == "sug" and body.bases <= 4):
        return 1
    return 2 if body.bases <= 12 else 3


def ranks_in_order(body: Body) -> tuple[int, ...]:
    """Return all possible ranks of a unit: the preferred number first, then deeper, then wider."""
    usual = usual_ranks(body)
    deeper = range(usual + 1, body.bases + 1)
    return (usual, *deeper, *range(usual - 1, 0, -1))


def liking(body: Body, field: DeploymentField) -> Liking:
    """Return the preferred place of a unit."""
    wing = max(field.width / 2 - field.sector * 0.6, field.width * 0.25)
    inner = max(field.width / 2 - field.sector, field.width * 0.2)
    if body.kind == "sug":
        return Liking(wing if body.arm == "mounted" else 0.0, 4.0, (0, 1, 2, 3))
    if body.arm == "mounted":
        return Liking(wing, 5.0)
    if body.arm == "elephants":
        return Liking(inner * 0.8, 6.0)
    if body.arm == "artillery":
        return Liking(inner * 0.5, 8.0)
    return Liking(0.0 if body.order == "close" else inner * 0.7, inner)


def places_in_lines(
    field: DeploymentField, side: Side, body: Body, size: tuple[float, float], *, left_first: bool
) -> Numbers:
    """Return middles for a rectangle of width and height, the preferred ones first.

    Shape (n, 2). All lie in the side's zone; no other rule is checked.
    """
    width, height = size
    likes = liking(body, field)
    zone = field.zone(side)
    depth = zone.high - zone.low
    lines = DEEP_LINES if depth >= DEEP else SHALLOW_LINES
    middle = field.width / 2
    steps = np.arange(0.0, middle - width / 2 + 1e-9, STEP)
    across = np.concatenate((-steps[:0:-1], steps)) + middle
    cost_across = np.abs(np.abs(across - middle) - likes.off)
    if body.kind == "tug" and body.arm != "mounted":
        # The wings are for mounted troops: other units would rather stand behind than stray there.
        cost_across = cost_across + np.maximum(
            np.abs(across - middle) + width / 2 - middle + field.sector, 0.0
        )
    if body.kind == "sug":
        # Skirmishers stand apart: places that leave no gap cost more.
        apart = (np.abs(across - middle) / (width + SKIRMISHERS_GAP)) % 1.0 > 0.05
        cost_across = cost_across + 3.0 * apart
    cost_across = cost_across + 1e-3 * ((across > middle) == left_first)
    found, costs = [], []
    for rank, line in enumerate(likes.lines):
        back = lines[line]
        if back + height > depth + 1e-9:
            continue
        y = zone.high - back - height / 2 if zone.low <= 0 else zone.low + back + height / 2
        found.append(np.column_stack((across, np.full(len(across), y))))
        costs.append(cost_across + rank * likes.loath)
    if not found:
        return np.zeros((0, 2))
    places = np.concatenate(found)
    return places[np.argsort(np.concatenate(costs), kind="stable")]
