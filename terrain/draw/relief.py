"""Relief by hachures, as on surveyed maps.

They run down the slope and are thicker on the side away from the light, so that relief shows
without colour.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Chance
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import dots, wedges
from terrain.draw.plot import Plot, scatter
from terrain.draw.ridges import ranges
from terrain.draw.rings import rings, softened
from terrain.draw.trace import area

HILL = Ink(palette.HILL_INK)
HILL_STEP = (Ink(palette.HILL_RISE), Ink(palette.HILL_INK, opacity=0.2))
ROCK = Ink(palette.ROCK_INK, opacity=0.8)
ROCK_STEP = (Ink(palette.ROCK_RISE), Ink(palette.ROCK_INK, opacity=0.2))
GULLY = Ink(palette.HILL_INK)
FLOOR = Ink(palette.HILL_RISE)
FLOOR_SHADE = Ink(palette.GULLY_SHADE)
GRAVEL = Ink(stroke=palette.HILL_INK, width=1.3, opacity=0.7)
Level = Callable[[Plot, float], BaseGeometry]


@dataclass(frozen=True)
class Slope:
    """One row of hachures: from `top` to `foot` (distances inside the outline)."""

    top: float
    foot: float
    pace: float
    thick: float


def hills(plot: Plot) -> tuple[Mark, ...]:
    """Return terraces that rise towards the light, hachures down each of them, a bare crown."""
    deep = plot.depth
    steps = (0.02, 0.26, 0.48, 0.68)
    slopes = [
        Slope(top * deep, foot * deep, pace, thick)
        for foot, top, pace, thick in zip(
            steps, steps[1:], (0.115, 0.105, 0.1), (1.35, 1.2, 1.0), strict=False
        )
    ]
    return (*_terraces(plot, steps[1:], HILL_STEP), *_hachures(plot, slopes, HILL))


def mountains(plot: Plot) -> tuple[Mark, ...]:
    """Return steep feet, and above them crests with their slopes."""
    foot = Slope(0.17 * plot.depth, 0.02 * plot.depth, 0.13, 1.5)
    return (
        *_terraces(plot, (0.15,), ROCK_STEP),
        *_hachures(plot, [foot], ROCK),
        *ranges(plot),
    )


def _terraces(plot: Plot, steps: tuple[float, ...], inks: tuple[Ink, Ink]) -> tuple[Mark, ...]:
    """Return ground inset by shares of its depth, each step with its shadow away from the light."""
    rise, shade = inks
    marks = []
    for step in steps:
        ground = _level(plot, step * plot.depth).simplify(0.02)
        path = area(plot.view, ground)
        if path:
            fallen = shapely.transform(ground, lambda at: at - plot.view.light * 0.2)
            marks += [Mark(area(plot.view, fallen), shade), Mark(path, rise)]
    return tuple(marks)


def _level(plot: Plot, inset: float) -> BaseGeometry:
    """Return the ground above one height: rounder the higher, and not quite in the middle."""
    ground = softened(plot.shape, inset, min(0.3 + 0.9 * inset, 0.7 * (plot.depth - inset)))
    lean = (plot.chance.apart(15).along(2) - 0.5) * 0.22 * inset
    return shapely.transform(ground, lambda at: at + lean)


def _drawn_in(plot: Plot, inset: float) -> BaseGeometry:
    """Return the ground inset from its outline, however narrow the rest is."""
    return softened(plot.shape, inset, 0.1 * plot.depth)


def gully(plot: Plot) -> tuple[Mark, ...]:
    """Return banks that fall inwards to a stony floor, all along every arm."""
    deep = plot.depth
    slopes = [
        Slope(0.04, min(0.34 * deep, 0.66), 0.125, 2.0),
        Slope(min(0.36 * deep, 0.75), min(0.54 * deep, 1.1), 0.15, 1.2),
    ]
    floor = _drawn_in(plot, min(0.4 * deep, 0.85))
    lit = shapely.transform(floor, lambda at: at - plot.view.light * 0.16)
    stones = scatter(plot, 0.5, inset=min(0.55 * deep, 1.1), jitter=0.45, channel=6, clear=0.1)
    return (
        Mark(area(plot.view, floor), FLOOR_SHADE),
        Mark(area(plot.view, floor & lit), FLOOR),
        *_hachures(plot, slopes, GULLY, level=_drawn_in),
        Mark(dots(plot.view.at(stones.points[stones.noise < 0.5])), GRAVEL),
    )


def hachures_outward(plot: Plot, ring: BaseGeometry, length: float, ink: Ink) -> tuple[Mark, ...]:
    """Return short strokes outwards from `ring`, as at the foot of a rampart."""
    marks = []
    for sample in rings(ring, 0.2):
        ends = sample.points - sample.inward * length
        thick = np.full(len(ends), 1.6)
        marks.append(Mark(wedges(plot.view.at(sample.points), plot.view.at(ends), thick), ink))
    return tuple(marks)


def _hachures(
    plot: Plot, slopes: list[Slope], ink: Ink, *, level: Level = _level
) -> tuple[Mark, ...]:
    text = ""
    for index, slope in enumerate(slopes):
        ground = level(plot, slope.top)
        text += _row(plot, slope, (ground, plot.chance.apart(20 + index)))
    return (Mark(text, ink, "hachures"),) if text else ()


def _row(plot: Plot, slope: Slope, drawn: tuple[BaseGeometry, Chance]) -> str:
    """Return one row's strokes: thick at the top, pointed at the foot, sparser towards the
    light.
    """
    ground, chance = drawn
    fall = slope.foot - slope.top
    text = ""
    for index, ring in enumerate(rings(ground, slope.pace)):
        # A gully falls inwards: there the foot lies deeper inside than the top.
        noise = chance.apart(index).along(len(ring.points))
        other = chance.apart(index + 50).along(len(ring.points))
        downhill = ring.inward * np.sign(fall)
        shade = 0.5 - 0.5 * (downhill @ plot.view.light)
        reach = abs(fall) * (0.72 + 0.34 * noise)
        drift = np.column_stack([-downhill[:, 1], downhill[:, 0]]) * ((other - 0.5) * 0.07)[:, None]
        starts = ring.points + drift
        ends = starts + downhill * reach[:, None] + drift * 1.5
        kept = noise < 0.55 + 0.6 * shade
        kept &= shapely.contains_xy(plot.free, starts[:, 0], starts[:, 1])
        kept &= shapely.contains_xy(plot.free, ends[:, 0], ends[:, 1])
        thick = slope.thick * (0.4 + 0.9 * shade)
        text += wedges(plot.view.at(starts[kept]), plot.view.at(ends[kept]), thick[kept])
    return text
