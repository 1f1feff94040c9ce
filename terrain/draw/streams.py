"""Streams, wet or dry, that wind within their band.

The band is straight for the rules; the drawn banks never leave it.
"""

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon

from terrain.draw import palette
from terrain.draw.chance import Chance, Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import curve, dots, stamped, wedges
from terrain.draw.plot import Plot, scatter
from terrain.draw.rings import main_axis
from terrain.draw.stamps import blades
from terrain.draw.trace import area, curves

STEP = 0.4
MAX_STEPS = 180
DEEP = 0.13
"""The distance of the water line inside a bank."""

STREAM = Ink(palette.WATER_DEEP)
BANK = Ink(stroke=palette.WATER_INK, width=1.2)
LINING = Ink(stroke=palette.WATER_INK, width=0.5, opacity=0.6)
FLOW = Ink(stroke=palette.WATER_INK, width=0.6, opacity=0.75)
REED = Ink(stroke=palette.REED, width=0.8)
DRY_BED = Ink(palette.SAND_SHADE, opacity=0.75)
DRY_BANK = Ink(stroke=palette.SAND_INK, width=1.0, dash="5 2.2")
CUT = Ink(palette.SAND_INK)
PEBBLES = Ink(stroke=palette.SAND_INK, width=1.3)
BRAID = Ink(stroke=palette.SAND_INK, width=0.6, dash="6 4")


@dataclass(frozen=True)
class Bed:
    """A bed along a straight line (n, 2) at the distances `at` (n) from its middle.

    `left` and `right` (n) are the distances of its banks on either side of it, square to `along`.
    """

    line: Floats
    along: Floats
    at: Floats
    left: Floats
    right: Floats

    @property
    def across(self) -> Floats:
        return np.array([-self.along[1], self.along[0]])

    @property
    def middle(self) -> Floats:
        return np.asarray(self.line[0] - self.along * self.at[0])

    def beside(self, offset: Floats) -> Floats:
        """Return the points at an offset (n) to the left of the line."""
        return np.asarray(self.line + np.outer(offset, self.across))

    def holds(self, points: Floats, *, reach: float = 0.0) -> NDArray[np.bool_]:
        """Return whether points (m, 2) lie in the bed, or within `reach` of it."""
        from_middle = points - self.middle
        place, off = from_middle @ self.along, from_middle @ self.across
        left, right = (np.interp(place, self.at, bank) for bank in (self.left, self.right))
        return np.asarray((off < left + reach) & (off > -right - reach))


def river(plot: Plot) -> tuple[Mark, ...]:
    """Return water from end to end, with reeds where there is room."""
    bed = _bed(plot)
    if bed is None:
        return ()
    tufts = scatter(plot, 0.5, inset=0.1, jitter=0.4, channel=5)
    dry = ~bed.holds(tufts.points, reach=DEEP) & (tufts.noise < 0.5)
    kinds = (tufts.noise[dry] * 12).astype(int).tolist()
    return (
        Mark(stamped(plot.view.at(tufts.points[dry]), [blades(kind) for kind in kinds]), REED),
        Mark(_filled(plot, bed), STREAM),
        Mark(_banks(plot, bed, DEEP), LINING),
        Mark(_banks(plot, bed, 0.0), BANK),
        Mark(_threads(plot, bed), FLOW),
    )


def dry_wadi(plot: Plot) -> tuple[Mark, ...]:
    """Return the same bed without water: broken banks, pebbles, braided lines."""
    bed = _bed(plot)
    if bed is None:
        return ()
    stones = scatter(plot, 0.38, inset=0.06, jitter=0.45, channel=4)
    kept = bed.holds(stones.points)
    return (
        Mark(_filled(plot, bed), DRY_BED),
        Mark(_cut_banks(plot, bed), CUT),
        Mark(_banks(plot, bed, 0.0), DRY_BANK),
        Mark(_threads(plot, bed), BRAID),
        Mark(dots(plot.view.at(stones.points[kept])), PEBBLES),
    )


def wander(chance: Chance, place: Floats, wave: float) -> Floats:
    """Return a wavering between -1 and 1 along a line; `wave` is about the length of one bend."""
    phases = 2 * np.pi * chance.along(3)
    lengths = wave * np.array([2.3, 1.2, 0.55]) * (0.75 + 0.5 * chance.apart(1).along(3))
    waves = np.sin(2 * np.pi * place[:, None] / lengths + phases)
    return np.asarray(waves @ np.array([0.5, 0.32, 0.18]))


def _bed(plot: Plot) -> Bed | None:
    """Return the bed: each bank wanders separately, both follow the same bends."""
    middle, along, length, width = main_axis(plot.shape)
    if length <= 0 or width <= 0:
        return None
    # The rectangle of a band with slanting ends is wider than the band.
    width = min(width, plot.shape.area / max(length - width * 0.5, length * 0.5))
    step = max(STEP, length / MAX_STEPS)
    at = np.arange(-length / 2 - 1.0, length / 2 + 1.0 + step, step)
    bend = wander(plot.chance.apart(40), at, 5.5 + 3.0 * width)
    left, right = (
        0.52 + 0.36 * side * bend + 0.12 * wander(plot.chance.apart(42 + side), at, 3.0 + width)
        for side in (1, -1)
    )
    half = width / 2
    left, right = (np.clip(bank, 0.12, 0.95) * half for bank in (left, right))
    return Bed(middle + np.outer(at, along), along, at, left, right)


def _filled(plot: Plot, bed: Bed) -> str:
    ground = Polygon(np.vstack([bed.beside(bed.left), bed.beside(-bed.right)[::-1]]))
    return area(plot.view, ground & plot.shape)


def _banks(plot: Plot, bed: Bed, inside: float) -> str:
    """Return both banks, or lines inside them; the ends are open where they meet the band's."""
    room = plot.free if inside else plot.shape
    lines = [bed.beside(bed.left - inside), bed.beside(inside - bed.right)]
    text = ""
    for points in lines:
        text += curves(plot.view, LineString(points) & room, at_least=0.4)
    return text


def _cut_banks(plot: Plot, bed: Bed) -> str:
    """Return short strokes down into a dry bed from its banks."""
    text = ""
    for index, (bank, way) in enumerate(((bed.left, -1.0), (-bed.right, 1.0))):
        noise = plot.chance.apart(65 + index).along(len(bank))
        starts = bed.beside(bank)
        ends = (
            bed.beside(bank + way * (0.1 + 0.14 * noise)) + np.outer(noise - 0.5, bed.along) * 0.1
        )
        kept = (noise > 0.2) & shapely.contains_xy(plot.free, *ends.T)
        at = plot.view.at(starts[kept])
        text += wedges(at, plot.view.at(ends[kept]), np.full(len(at), 1.3))
    return text


def _threads(plot: Plot, bed: Bed) -> str:
    """Return lines of current, broken into dashes of uneven length."""
    centre, reach = (bed.left - bed.right) / 2, (bed.left + bed.right) / 2
    text = ""
    for lane, off in enumerate((0.34, -0.3)):
        chance = plot.chance.apart(60 + lane)
        phase = 2 * np.pi * chance.apart(1).along(1)[0]
        thread = bed.beside(centre + reach * (off + 0.14 * np.sin(bed.at * 0.8 + phase)))
        drawn = (chance.along(len(thread)) < 0.72) & shapely.contains_xy(plot.free, *thread.T)
        for run in np.split(np.arange(len(thread)), np.flatnonzero(np.diff(drawn)) + 1):
            if drawn[run[0]] and len(run) > 2:
                text += curve(plot.view.at(thread[run]))
    return text
