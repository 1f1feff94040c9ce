"""The figures of a unit from above: lines in scene units, base by base.

Shape and number show arm and order; colour and light-on-dark or dark-on-light show the side, so
that everything is readable in grey.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import dots, line, polygons, strokes

ABREAST: Mapping[str, Mapping[str, int]] = {
    "foot": {"close": 4, "loose": 3, "open": 2},
    "mounted": {"close": 3, "loose": 2, "open": 1},
}
"""The number of figures on a base of an arm, by its order."""
MAN, HORSE, ELEPHANT = 3.4, 3.6, 9.4
"""The width of a figure, in scene units."""
WAGON = "battle_wagon"
APART = 0.08
"""The share of a base's side that stays empty between the bases of a SUG."""


@dataclass(frozen=True)
class Livery:
    """A side's inks: the filling of bases, their edges, the figures on them, the front."""

    base: str
    edge: str
    figure: str
    dark: str


LIVERIES: Mapping[str, Livery] = {
    "defender": Livery(palette.DEFENDER, "#8fb0d0", "#ffffff", "#16324f"),
    "invader": Livery("#fdf0ea", "#c9866f", palette.INVADER, palette.INVADER),
}
"""The livery of each role: the defender light on dark, the invader dark on light."""


@dataclass(frozen=True)
class UnitBlock:
    """A unit's rectangle on the sheet: its front's left end, one file to the right, one rank back.

    All in scene units; `files` and `ranks` are the numbers in which its `bases` stand.
    """

    corner: Floats
    file: Floats
    rank: Floats
    files: int
    ranks: int
    bases: int

    @classmethod
    def of(cls, corners: Floats, bases: int, ranks: int) -> UnitBlock:
        """Return the block of four corners on the sheet, from the front's left end along its left
        flank.
        """
        ranks = max(1, min(ranks, bases))
        files = max(1, ceil(bases / ranks))
        file, rank = (corners[3] - corners[0]) / files, (corners[1] - corners[0]) / ranks
        return cls(corners[0], file, rank, files, ranks, bases)

    @property
    def corners(self) -> Floats:
        """Return the four corners."""
        return self.spots([[0, 0], [0, self.ranks], [self.files, self.ranks], [self.files, 0]])

    @property
    def middle(self) -> Floats:
        """Return the middle of the rectangle."""
        found: Floats = self.spots([[self.files / 2, self.ranks / 2]])[0]
        return found

    def spots(self, places: Sequence[Sequence[float]] | Floats) -> Floats:
        """Return points (n, 2) that lie so many files across and so many ranks back."""
        at = np.asarray(places, dtype=float).reshape(-1, 2)
        return np.asarray(self.corner + at[:, :1] * self.file + at[:, 1:] * self.rank)

    def on(self, bases: Floats, files: float, ranks: float) -> Floats:
        """Return the same place on every base: so far across and back from the base's origin."""
        return self.spots(bases + np.array([files, ranks]))

    def bases_at(self) -> Floats:
        """Return the origin of each base, in files and ranks; an incomplete last rank is
        centred.
        """
        found = []
        for rank in range(self.ranks):
            left = min(self.files, self.bases - rank * self.files)
            begin = (self.files - left) / 2
            found += [(begin + file, float(rank)) for file in range(left)]
        return np.array(found).reshape(-1, 2)


def unit_marks(unit: Mapping[str, Any], block: UnitBlock, livery: Livery) -> tuple[Mark, ...]:
    """Return a unit as `deployment` shows it: bases, figures, front and works."""
    at = block.bases_at()
    gap = APART if unit["kind"] == "sug" else 0.0
    cell = np.array([[gap, gap], [gap, 1 - gap], [1 - gap, 1 - gap], [1 - gap, gap]])
    cells = polygons(np.stack([block.spots(begin + cell) for begin in at]))
    around = Mark(line(block.corners, closed=True), Ink("none", palette.SHEET, 4.0), "around")
    drawn = [around, Mark(cells, Ink(livery.base, livery.edge, 0.6), "bases")]
    drawn += _figures(unit, block, livery, at)
    drawn += _edge(unit, block, livery, gap)
    drawn += _front(block, livery)
    drawn += _works(unit["works"], block, livery)
    return tuple(drawn)


def _edge(unit: Mapping[str, Any], block: UnitBlock, livery: Livery, gap: float) -> list[Mark]:
    """Return the unit's edge: heavy for close order, thin for loose, broken for open."""
    if gap:
        return []
    width, dash = {"close": (1.7, ""), "loose": (0.9, ""), "open": (0.9, "3 2.4")}[unit["order"]]
    return [Mark(line(block.corners, closed=True), Ink("none", livery.dark, width, dash), "edge")]


def _front(block: UnitBlock, livery: Livery) -> list[Mark]:
    """Return a bar along the front, and an arrowhead before its middle."""
    ahead = -block.rank / max(float(np.hypot(*block.rank)), 1e-9)
    along = block.file / max(float(np.hypot(*block.file)), 1e-9)
    ends = block.spots([[0, 0], [block.files, 0]])
    middle = ends.mean(axis=0)
    half = min(5.0, 0.3 * block.files * float(np.hypot(*block.file)))
    head = np.array([middle - half * along, middle + (half + 0.5) * ahead, middle + half * along])
    return [
        Mark(line(ends), Ink("none", livery.dark, 2.6), "front"),
        Mark(line(head, closed=True), Ink(livery.dark, livery.dark, 0.8), "front"),
    ]


def _figures(unit: Mapping[str, Any], block: UnitBlock, livery: Livery, at: Floats) -> list[Mark]:
    """Return men as dots, horses as bars that point to the front, elephants, engines, wagons."""
    if WAGON in unit["works"]:
        return _wagons(block, livery, at)
    if unit["arm"] == "artillery":
        return _engines(block, livery, at)
    if unit["arm"] == "elephants":
        bodies = _bars(block, at + np.array([0.5, 0.64]), 0.12)
        trunks = _bars(block, at + np.array([0.5, 0.2]), 0.1)
        ears = strokes(block.on(at, 0.3, 0.34), block.on(at, 0.7, 0.34))
        return [
            Mark(bodies, Ink("none", livery.figure, ELEPHANT), "figures"),
            Mark(ears, Ink("none", livery.figure, 4.0), "figures"),
            Mark(trunks, Ink("none", livery.figure, 2.6), "figures"),
        ]
    count = ABREAST[unit["arm"]][unit["order"]]
    # Units in open order do not stand in line either.
    rows = [0.5] * count if unit["order"] != "open" else [0.36, 0.64][:count]
    places = np.concatenate(
        [at + np.array([(each + 0.5) / count, row]) for each, row in enumerate(rows)]
    )
    if unit["arm"] == "foot":
        men = dots(block.spots(places))
        return [Mark(men, Ink("none", livery.figure, MAN), "figures")]
    horses = _bars(block, places + np.array([0.0, 0.06]), 0.2)
    heads = _bars(block, places - np.array([0.0, 0.26]), 0.04)
    return [
        Mark(horses, Ink("none", livery.figure, HORSE), "figures"),
        Mark(heads, Ink("none", livery.figure, 2.0), "figures"),
    ]


def _bars(block: UnitBlock, places: Floats, half: float) -> str:
    """Return one stroke along the files through each place, so many ranks long to either side."""
    return strokes(block.on(places, 0.0, -half), block.on(places, 0.0, half))


def _engines(block: UnitBlock, livery: Livery, at: Floats) -> list[Mark]:
    """Return a bow on a stock for what shoots over all others."""
    stocks = strokes(block.on(at, 0.5, 0.14), block.on(at, 0.5, 0.86))
    left = strokes(block.on(at, 0.14, 0.5), block.on(at, 0.5, 0.24))
    right = strokes(block.on(at, 0.86, 0.5), block.on(at, 0.5, 0.24))
    string = strokes(block.on(at, 0.14, 0.5), block.on(at, 0.86, 0.5))
    return [
        Mark(stocks, Ink("none", livery.figure, 3.0), "figures"),
        Mark(left + right, Ink("none", livery.figure, 2.2), "figures"),
        Mark(string, Ink("none", livery.figure, 0.8), "figures"),
    ]


def _wagons(block: UnitBlock, livery: Livery, at: Floats) -> list[Mark]:
    """Return a wagon's box, crossed, on four wheels."""
    box = np.array([[0.24, 0.16], [0.24, 0.84], [0.76, 0.84], [0.76, 0.16]])
    boxes = polygons(np.stack([block.spots(begin + box) for begin in at]))
    crosses = strokes(block.on(at, 0.24, 0.5), block.on(at, 0.76, 0.5))
    wheels = "".join(
        strokes(block.on(at, x, y - 0.09), block.on(at, x, y + 0.09))
        for x in (0.13, 0.87)
        for y in (0.27, 0.73)
    )
    return [
        Mark(boxes + crosses, Ink("none", livery.figure, 1.4), "figures"),
        Mark(wheels, Ink("none", livery.figure, 2.8), "figures"),
    ]


STEP = 5.0
"""The distance between the signs of works along a front, in scene units."""


def _works(works: Sequence[str], block: UnitBlock, livery: Livery) -> list[Mark]:
    """Return what stands before the front: stakes, a bastioned line, or gabions."""
    if not {"barricades", "redoubts", "battery"} & set(works):
        return []
    ahead = -block.rank / max(float(np.hypot(*block.rank)), 1e-9)
    left, right = block.spots([[0, 0], [block.files, 0]])
    count = max(2, round(float(np.hypot(*(right - left))) / STEP))
    shares = (np.arange(count) + 0.5)[:, None] / count
    feet = left + shares * (right - left)
    along = (right - left) / count
    drawn = []
    if "redoubts" in works:
        low, high = feet + 2.0 * ahead, feet + 6.5 * ahead
        wall = np.empty((2 * count, 2))
        wall[0::2] = np.where(np.arange(count)[:, None] % 2, low, high) - 0.5 * along
        wall[1::2] = np.where(np.arange(count)[:, None] % 2, low, high) + 0.5 * along
        drawn.append(Mark(line(wall), Ink("none", livery.dark, 2.2), "works"))
    if "barricades" in works:
        crossed = strokes(feet - 0.4 * along + 1.6 * ahead, feet + 0.4 * along + 6.4 * ahead)
        crossed += strokes(feet + 0.4 * along + 1.6 * ahead, feet - 0.4 * along + 6.4 * ahead)
        drawn.append(Mark(crossed, Ink("none", livery.dark, 1.2), "works"))
    if "battery" in works:
        gabions = dots(feet + 4.0 * ahead)
        drawn.append(Mark(gabions, Ink("none", livery.dark, 4.4), "works"))
        drawn.append(Mark(gabions, Ink("none", palette.SHEET, 2.0), "works"))
    return drawn
