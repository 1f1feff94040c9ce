"""Variables and bounds that every plan shares: how many owned pieces serve each wanted one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from terrain.kits.pieces import OwnedPiece, Wanted, difference, fits
from terrain.kits.programme import Aim, Programme


@dataclass
class Stock:
    """Pieces that are alike in everything but their ids: to the programme they are one.

    `copies` says how many there are of each id.
    """

    like: OwnedPiece
    copies: Counter[str] = field(default_factory=Counter)

    @cached_property
    def size(self) -> int:
        return self.copies.total()


def stocks_of(pieces: Sequence[OwnedPiece]) -> list[Stock]:
    """Return the pieces, those that are alike together."""
    found: dict[tuple[object, ...], Stock] = {}
    for piece in pieces:
        alike = (
            *(piece.types, piece.long_mm, piece.short_mm),
            *(piece.box, piece.section, piece.form),
        )
        stock = found.setdefault(alike, Stock(piece))
        stock.copies[piece.id] += piece.count
    return list(found.values())


class Model:
    """The programme: how many of each stock serve each wanted piece that it fits.

    `pairs` are places of a wanted piece and of a stock that fits it, `taken` the column of each;
    `built` are by wanted piece the columns that sum up to 1 where it is built.
    """

    def __init__(
        self, stocks: Sequence[Stock], wanted: Sequence[Wanted], *, tolerance_mm: int
    ) -> None:
        self.stocks, self.wanted = stocks, wanted
        self.programme = Programme()
        boxes = sorted({stock.like.box for stock in stocks if stock.like.box})
        self.built: dict[int, list[int]] = {}
        self.taken: list[int] = []
        self.pairs = list(_pairs(stocks, wanted, tolerance_mm))
        self._cost: dict[int, float] = {}
        of_wanted, of_stock = defaultdict(list), defaultdict(list)
        for at, of in self.pairs:
            column = self.programme.whole(most=_most(stocks[of], wanted[at]))
            self.taken.append(column)
            of_wanted[at].append((column, stocks[of].like))
            of_stock[of].append(column)
        for at, offered in of_wanted.items():
            self._serve(at, offered)
        self._opened = {box: self.programme.whole(most=1) for box in boxes}
        for of, columns in of_stock.items():
            self._take(stocks[of], columns)

    @property
    def aims(self) -> tuple[Aim, Aim, Aim]:
        """The most built, the least difference, the fewest boxes."""
        built = {column: 1.0 for columns in self.built.values() for column in columns}
        return (
            Aim("built", built, largest=True, most=len(self.built)),
            Aim("difference", self._cost, largest=False),
            Aim("boxes", dict.fromkeys(self._opened.values(), 1.0), largest=False),
        )

    def nearest_first(self) -> dict[int, float]:
        """The columns of a plain answer: of all pairs that fit the nearest first; no bands."""
        found: dict[int, float] = {}
        left = [stock.size for stock in self.stocks]
        unbuilt = {at for at, each in enumerate(self.wanted) if not each.band}
        near = sorted(
            zip(self.taken, self.pairs, strict=True), key=lambda each: self._cost[each[0]]
        )
        for column, (at, of) in near:
            if at in unbuilt and left[of]:
                unbuilt.remove(at)
                left[of] -= 1
                found[column] = 1.0
                box = self.stocks[of].like.box
                found |= {self._opened[box]: 1.0} if box else {}
        return found

    def assigned(self) -> dict[str, list[str]]:
        """Return the pieces of each wanted one that is built, one id a copy, as it was solved."""
        left = [stock.copies.elements() for stock in self.stocks]
        found: dict[str, list[str]] = {}
        for (at, of), column in zip(self.pairs, self.taken, strict=True):
            for _ in range(self.programme.value(column)):
                found.setdefault(self.wanted[at].id, []).append(next(left[of]))
        return found

    def _serve(self, at: int, offered: list[tuple[int, OwnedPiece]]) -> None:
        """A whole piece is built by one; a band by sections that are at least as long."""
        each = self.wanted[at]
        if not each.band:
            self.built[at] = [column for column, _ in offered]
            self.programme.bound(dict.fromkeys(self.built[at], 1.0), most=1)
            for column, piece in offered:
                self._cost[column] = float(difference(piece, each))
            return
        whole = self.programme.whole(most=1)
        self.built[at], self._cost[whole] = [whole], -float(each.long_mm)
        laid = {column: float(piece.long_mm) for column, piece in offered}
        self.programme.bound({**laid, whole: -float(each.long_mm)}, least=0)
        for column, length in laid.items():
            self._cost[column] = length
            # Of a band that is not built no section is taken.
            self.programme.bound({column: 1.0, whole: -self.programme.most[column]}, most=0)

    def _take(self, stock: Stock, columns: Sequence[int]) -> None:
        """Of a stock no more is taken than there is, and nothing before its box is opened.

        In one row for all of it: a row for each pair had the solver presolve for a minute.
        """
        size, taken = stock.size, dict.fromkeys(columns, 1.0)
        if stock.like.box:
            taken[self._opened[stock.like.box]] = -float(size)
        self.programme.bound(taken, most=0 if stock.like.box else size)


def _pairs(
    stocks: Sequence[Stock], wanted: Sequence[Wanted], tolerance_mm: int
) -> list[tuple[int, int]]:
    return [
        (at, of)
        for at, each in enumerate(wanted)
        for of, stock in enumerate(stocks)
        if fits(stock.like, each, tolerance_mm=tolerance_mm)
    ]


def _most(stock: Stock, wanted: Wanted) -> int:
    """No more sections than one alone would need: each further one could be left out."""
    if not wanted.band:
        return 1
    return min(stock.size, -(-wanted.long_mm // stock.like.long_mm))
