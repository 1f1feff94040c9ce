"""Plan whether some boxes can build some tables, and which piece goes where.

Three mixed-integer programmes, each over the optimum of the one before: most wanted pieces built,
smallest size difference, fewest boxes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from terrain.kits.model import Model, Stock, stocks_of
from terrain.kits.pieces import OwnedPiece, Wanted, difference
from terrain.kits.programme import Solved, solved


@dataclass(frozen=True)
class Short:
    """A wanted piece that is not built. `why`: `none_of_type`, `none_of_size`, `all_taken`;
    `nearest` is the left-over piece of its type whose size differs least.
    """

    wanted: str
    why: str
    nearest: str | None


@dataclass(frozen=True)
class KitPlan:
    """A plan. `assigned` names the pieces for each wanted one that is built, one id a copy; `steps`
    are the results of the three steps, with their bounds.
    """

    assigned: dict[str, list[str]]
    boxes: list[str]
    short: list[Short]
    tables_built: list[int]
    steps: dict[str, Solved]


def plan(
    pieces: Sequence[OwnedPiece],
    wanted: Sequence[Wanted],
    *,
    tolerance_mm: int,
    seconds: float,
) -> KitPlan:
    """Return the best plan that is found within `seconds` for all three steps together.

    The cost of a wanted piece is the difference of both its sides, that of a band the excess length
    of its sections. Each copy is used once. The same request gives the same plan unless time ran
    out. The search begins with the nearest piece for each wanted one, taken one after the other.
    """
    until = time.monotonic() + seconds
    model = Model(stocks_of(pieces), wanted, tolerance_mm=tolerance_mm)
    model.programme.begin_with(model.nearest_first())
    return _told(model, solved(model.programme, model.aims, until=until))


def _told(model: Model, steps: dict[str, Solved]) -> KitPlan:
    stocks, wanted = model.stocks, model.wanted
    assigned = model.assigned()
    used = Counter(name for ids in assigned.values() for name in ids)
    boxes, over = set(), []
    for stock in stocks:
        boxes |= {stock.like.box} if stock.copies & used else set()
        left = (name for name, copies in stock.copies.items() if used[name] < copies)
        over += [(stock.like, name) for name in islice(left, 1)]
    short = [
        Short(each.id, _why(each, stocks, at in model.built), _nearest(each, over))
        for at, each in enumerate(wanted)
        if each.id not in assigned
    ]
    unbuilt = {each.wanted for each in short}
    tables = {each.table for each in wanted}
    lacking = {each.table for each in wanted if each.id in unbuilt}
    return KitPlan(assigned, sorted(boxes - {""}), short, sorted(tables - lacking), steps)


def _why(wanted: Wanted, stocks: Sequence[Stock], offered: bool) -> str:
    if offered:
        return "all_taken"
    alike = any(
        wanted.type in each.like.types and each.like.section == wanted.band for each in stocks
    )
    return "none_of_size" if alike else "none_of_type"


def _nearest(wanted: Wanted, over: list[tuple[OwnedPiece, str]]) -> str | None:
    found = [
        (difference(piece, wanted), number, name)
        for number, (piece, name) in enumerate(over)
        if wanted.type in piece.types and piece.section == wanted.band
    ]
    return min(found)[2] if found else None
