"""Can these boxes build these tables, and what of which box stands where?

Three steps, each a mixed-integer programme over the last one's best: as many wanted pieces built as
can be, then the least difference, then the fewest boxes.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from terrain.kits.pieces import KitPiece, Wanted, difference, fits
from terrain.kits.programme import Aim, Programme, Solved


@dataclass(frozen=True)
class Short:
    """A wanted piece that is not built. `why`: `none_of_type`, `none_of_size`, `all_taken`;
    `nearest` is the left-over piece of its type whose size differs least."""

    wanted: str
    why: str
    nearest: str | None


@dataclass(frozen=True)
class Plan:
    """What stands where. `assigned` names the pieces of each wanted one that is built, one id a
    copy; `steps` are what the three steps came to, with their bounds."""

    assigned: dict[str, list[str]]
    boxes: list[str]
    short: list[Short]
    tables_built: list[int]
    steps: dict[str, Solved]


@dataclass
class _Stock:
    """Pieces that are alike in everything but their ids: to the programme they are one."""

    like: KitPiece
    ids: list[str] = field(default_factory=list)


def plan(
    pieces: Sequence[KitPiece],
    wanted: Sequence[Wanted],
    *,
    tolerance_mm: int,
    seconds: float,
) -> Plan:
    """The best plan that is found within `seconds` for all three steps together.

    A wanted piece costs by how much both its sides differ, a band what its sections are longer
    than it. Each copy serves once. The same request gives the same plan unless time ran out.
    """
    until = time.monotonic() + seconds
    stocks = _stocks(pieces)
    pairs = [
        (at, of)
        for at, each in enumerate(wanted)
        for of, stock in enumerate(stocks)
        if fits(stock.like, each, tolerance_mm=tolerance_mm)
    ]
    model = _Model(stocks, wanted, pairs)
    taken, steps = model.solved(until=until)
    return _told(stocks, wanted, pairs, taken, steps)


def _stocks(pieces: Sequence[KitPiece]) -> list[_Stock]:
    found: dict[tuple[object, ...], _Stock] = {}
    for piece in pieces:
        alike = (piece.types, piece.long_mm, piece.short_mm, piece.box, piece.section)
        stock = found.setdefault(alike, _Stock(piece))
        stock.ids += [piece.id] * piece.count
    return list(found.values())


class _Model:
    """The programme: how many of each stock serve each wanted piece that it fits."""

    def __init__(
        self, stocks: Sequence[_Stock], wanted: Sequence[Wanted], pairs: list[tuple[int, int]]
    ) -> None:
        self.programme = Programme()
        self.boxes = sorted({stock.like.box for stock in stocks if stock.like.box})
        self.built: dict[int, float] = {}
        self.cost: dict[int, float] = {}
        self.taken: list[int] = []
        of_wanted, of_stock = defaultdict(list), defaultdict(list)
        for at, of in pairs:
            column = self.programme.whole(most=_most(stocks[of], wanted[at]))
            self.taken.append(column)
            of_wanted[at].append((column, stocks[of].like))
            of_stock[of].append(column)
        for at, offered in of_wanted.items():
            self._serve(wanted[at], offered)
        for of, columns in of_stock.items():
            self.programme.bound(dict.fromkeys(columns, 1.0), most=len(stocks[of].ids))
        self._open(stocks, wanted, pairs)

    def _serve(self, each: Wanted, offered: list[tuple[int, KitPiece]]) -> None:
        """A whole piece is built by one; a band by sections that are at least as long."""
        if not each.band:
            self.programme.bound({column: 1.0 for column, _ in offered}, most=1)
            for column, piece in offered:
                self.built[column] = 1.0
                self.cost[column] = float(difference(piece, each))
            return
        whole = self.programme.whole(most=1)
        self.built[whole], self.cost[whole] = 1.0, -float(each.long_mm)
        laid = {column: float(piece.long_mm) for column, piece in offered}
        self.programme.bound({**laid, whole: -float(each.long_mm)}, least=0)
        for column, length in laid.items():
            self.cost[column] = length
            # Of a band that is not built no section is taken.
            self.programme.bound({column: 1.0, whole: -self.programme.most[column]}, most=0)

    def _open(
        self, stocks: Sequence[_Stock], wanted: Sequence[Wanted], pairs: list[tuple[int, int]]
    ) -> None:
        """What is taken out of a box opens it."""
        opened = {box: self.programme.whole(most=1) for box in self.boxes}
        for column, (_, of) in zip(self.taken, pairs, strict=True):
            box = stocks[of].like.box
            if box:
                self.programme.bound(
                    {column: 1.0, opened[box]: -self.programme.most[column]}, most=0
                )
        self.opened = list(opened.values())

    def solved(self, *, until: float) -> tuple[list[int], dict[str, Solved]]:
        """How many of each pair's stock are taken, and what each step came to."""
        steps = {}
        aims = (
            Aim("built", self.built, largest=True),
            Aim("difference", self.cost, largest=False),
            Aim("boxes", dict.fromkeys(self.opened, 1.0), largest=False),
        )
        for aim in aims:
            steps[aim.name] = self.programme.best(aim, seconds=until - time.monotonic())
            self.programme.keep(aim, steps[aim.name].value)
        return [self.programme.value(column) for column in self.taken], steps


def _most(stock: _Stock, wanted: Wanted) -> int:
    """No more sections than one alone would need: each further one could be left out."""
    if not wanted.band:
        return 1
    return min(len(stock.ids), -(-wanted.long_mm // stock.like.long_mm))


def _told(
    stocks: Sequence[_Stock],
    wanted: Sequence[Wanted],
    pairs: list[tuple[int, int]],
    taken: list[int],
    steps: dict[str, Solved],
) -> Plan:
    left = [list(stock.ids) for stock in stocks]
    assigned: dict[str, list[str]] = {}
    boxes = set()
    for (at, of), count in zip(pairs, taken, strict=True):
        for _ in range(count):
            assigned.setdefault(wanted[at].id, []).append(left[of].pop(0))
            boxes.add(stocks[of].like.box)
    over = [(stocks[of].like, ids[0]) for of, ids in enumerate(left) if ids]
    offered = {at for at, _ in pairs}
    short = [
        Short(each.id, _why(each, stocks, at in offered), _nearest(each, over))
        for at, each in enumerate(wanted)
        if each.id not in assigned
    ]
    unbuilt = {each.wanted for each in short}
    tables = {each.table for each in wanted}
    lacking = {each.table for each in wanted if each.id in unbuilt}
    return Plan(assigned, sorted(boxes - {""}), short, sorted(tables - lacking), steps)


def _why(wanted: Wanted, stocks: Sequence[_Stock], offered: bool) -> str:
    if offered:
        return "all_taken"
    alike = any(
        wanted.type in each.like.types and each.like.section == wanted.band for each in stocks
    )
    return "none_of_size" if alike else "none_of_type"


def _nearest(wanted: Wanted, over: list[tuple[KitPiece, str]]) -> str | None:
    found = [
        (difference(piece, wanted), number, name)
        for number, (piece, name) in enumerate(over)
        if wanted.type in piece.types and piece.section == wanted.band
    ]
    return min(found)[2] if found else None
