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
    """Pieces that differ only in their ids: the programme treats them as one.

    `copies` is the number of each id.
    """

    like: OwnedPiece
    copies: Counter[str] = field(default_factory=Counter)

    @cached_property
    def size(self) -> int:
        return self.copies.total()


def stocks_of(pieces: Sequence[OwnedPiece]) -> list[Stock]:
    """Return the pieces, equal ones grouped."""
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
    """The programme: how many of each stock are used for each wanted piece that it fits.

    `pairs` are indices of a wanted piece and of a stock that fits it, `taken` the column of each;
    `built` are, by wanted piece, the columns that sum up to 1 if it is built.
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
        """Return the aims: most built, least difference, fewest boxes."""
        built = {column: 1.0 for columns in self.built.values() for column in columns}
        return (
            Aim("built", built, largest=True, most=len(self.built)),
            Aim("difference", self._cost, largest=False),
            Aim("boxes", dict.fromkeys(self._opened.values(), 1.0), largest=False),
        )

    def nearest_first(self) -> dict[int, float]:
        """Return the columns of a greedy answer: the nearest of all fitting pairs first; no
        bands.
        """
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
        """Return the pieces for each wanted one that is built in the solution, one id a copy."""
        left = [stock.copies.elements() for stock in self.stocks]
        found: dict[str, list[str]] = {}
        for (at, of), column in zip(self.pairs, self.taken, strict=True):
            for _ in range(self.programme.value(column)):
                found.setdefault(self.wanted[at].id, []).append(next(left[of]))
        return found

    def _serve(self, at: int, offered: list[tuple[int, OwnedPiece]]) -> None:
        """Add the rule that one piece builds a whole piece, and long enough sections a band."""
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
            # A band that is not built uses no section.
            self.programme.bound({column: 1.0, whole: -self.programme.most[column]}, most=0)

    def _take(self, stock: Stock, columns: Sequence[int]) -> None:
        """Add the rules that a stock is not exceeded, and that its box is opened before use.

        In one row for all of it: with a row for each pair the solver presolved for a minute.
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
    """Return the most sections that a band needs of one stock: any further one could be left
    out.
    """
    if not wanted.band:
        return 1
    return min(stock.size, -(-wanted.long_mm // stock.like.long_mm))
