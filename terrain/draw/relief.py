"""How does the ground rise and fall? Hachures, as on surveyed maps: they run down the slope,
thicker where it turns away from the light, so that relief shows without any colour."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Chance
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import stamped, wedges
from terrain.draw.plot import Plot, parts, scatter
from terrain.draw.rings import main_axis, paced_line, rings, softened
from terrain.draw.stamps import polygon
from terrain.draw.trace import area, curves
from terrain.draw.view import UNIT

HILL = Ink(palette.HILL_INK)
RISE = Ink(palette.HILL_RISE, opacity=0.55)
RIDGE = Ink(stroke=palette.HILL_INK, width=1.3, dash="7 3 1.2 3")
CREST = Ink(stroke=palette.ROCK_INK, width=1.2)
ROCK = Ink(palette.ROCK_INK, opacity=0.8)
ROCK_RISE = Ink(palette.ROCK_RISE, opacity=0.6)
PEAK_LIT = Ink(palette.ROCK_FACE, palette.ROCK_INK, 0.8)
PEAK_DARK = Ink(palette.ROCK_SHADE)
GULLY = Ink(palette.HILL_INK)
FLOOR = Ink(palette.HILL_RISE)
THALWEG = Ink(stroke=palette.HILL_INK, width=0.9, dash="4 3")


@dataclass(frozen=True)
class Slope:
    """One row of hachures: from `top` to `foot` (distances inside the outline)."""

    top: float
    foot: float
    pace: float
    thick: float


def hills(plot: Plot) -> tuple[Mark, ...]:
    """Three soft rows of hachures, a lighter plateau and a ridge line."""
    deep = plot.depth
    steps = (0.03, 0.27, 0.50, 0.70)
    slopes = [
        Slope(top * deep - 0.03, foot * deep + 0.04, 0.155, thick)
        for foot, top, thick in zip(steps, steps[1:], (1.7, 1.5, 1.3), strict=False)
    ]
    rises = [
        Mark(area(plot.view, softened(plot.shape, step * deep, 0.3)), RISE) for step in steps[1:]
    ]
    return (
        *(mark for mark in rises if mark.d),
        *_hachures(plot, slopes, HILL),
        *_ridge(plot, 0.74 * deep),
    )


def mountains(plot: Plot) -> tuple[Mark, ...]:
    """Steep feet, and peaks standing one before the other."""
    deep = plot.depth
    slopes = [
        Slope(0.20 * deep, 0.03 * deep, 0.16, 2.3),
        Slope(0.40 * deep, 0.20 * deep, 0.17, 2.0),
    ]
    rises = [
        Mark(area(plot.view, softened(plot.shape, step * deep, 0.15)), ROCK_RISE)
        for step in (0.16, 0.36)
    ]
    return (
        *(mark for mark in rises if mark.d),
        *_hachures(plot, slopes, ROCK),
        *_peaks(plot),
    )


def gully(plot: Plot) -> tuple[Mark, ...]:
    """Banks that fall inwards to a floor, and the line that water takes along it."""
    deep = plot.depth
    slopes = [
        Slope(0.08, min(0.30 * deep, 0.62), 0.17, 2.2),
        Slope(min(0.36 * deep, 0.75), min(0.60 * deep, 1.2), 0.2, 1.5),
    ]
    floor = softened(plot.shape, min(0.45 * deep, 0.9), 0.3)
    return (
        Mark(area(plot.view, floor), FLOOR),
        *_hachures(plot, slopes, GULLY),
        *_thalweg(plot),
    )


def hachures_outward(plot: Plot, ring: BaseGeometry, length: float, ink: Ink) -> tuple[Mark, ...]:
    """Short strokes outwards from `ring`, as at the foot of a rampart."""
    marks = []
    for sample in rings(ring, 0.2):
        ends = sample.points - sample.inward * length
        thick = np.full(len(ends), 1.6)
        marks.append(Mark(wedges(plot.view.at(sample.points), plot.view.at(ends), thick), ink))
    return tuple(marks)


def _hachures(plot: Plot, slopes: list[Slope], ink: Ink) -> tuple[Mark, ...]:
    text = ""
    for index, slope in enumerate(slopes):
        text += _row(plot, slope, plot.chance.apart(20 + index))
    return (Mark(text, ink, "hachures"),) if text else ()


def _row(plot: Plot, slope: Slope, chance: Chance) -> str:
    """One row's strokes: thick at the top, pointed at the foot, thinned out towards the light."""
    fall = slope.foot - slope.top
    text = ""
    for index, ring in enumerate(rings(softened(plot.shape, slope.top, 0.12), slope.pace)):
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


def _ridge(plot: Plot, inset: float) -> tuple[Mark, ...]:
    core = plot.shape.buffer(-inset)
    marks: list[Mark] = []
    for part in parts(core):
        middle, along, length, _ = main_axis(part)
        half = length / 2 + 0.35
        ridge = LineString([middle - along * half, middle + along * half])
        across = np.array([-along[1], along[0]])
        points = paced_line(ridge, 0.7)
        sway = (plot.chance.apart(30).along(len(points)) - 0.5) * 0.3
        bent = LineString(points + np.outer(sway, across))
        text = curves(plot.view, bent.intersection(plot.free), at_least=0.4)
        if text:
            marks.append(Mark(text, RIDGE, "ridge"))
    return tuple(marks)


def _peaks(plot: Plot) -> tuple[Mark, ...]:
    """Peaks in profile, higher towards the middle, drawn from the far side forward."""
    field = scatter(plot, 0.98, inset=min(0.36 * plot.depth, 0.85), jitter=0.22, channel=3)
    clear = plot.name.buffer(0.15)
    foot = field.points - [0.0, 0.5 * plot.view.up]
    beside = [[0.0, 0.0], [-0.5, 0.0], [0.5, 0.0]]
    hit = [shapely.contains_xy(clear, *(foot + offset).T) for offset in beside]
    field = field.where(~np.any(hit, axis=0))
    if not len(field):
        return ()
    edge = shapely.distance(shapely.points(field.points), plot.shape.boundary)
    height = UNIT * (0.5 + 0.75 * np.minimum(edge / max(plot.depth, 1e-6), 1.0))
    height *= 0.8 + 0.4 * (field.noise * 977 % 1)
    at = plot.view.at(field.points)
    marks: list[Mark] = []
    for band in field.bands():
        forms = [_peak(float(height[index]), float(field.noise[index])) for index in band]
        marks.append(Mark(stamped(at[band], [lit for lit, _ in forms]), PEAK_LIT))
        marks.append(Mark(stamped(at[band], [dark for _, dark in forms]), PEAK_DARK))
    return tuple(marks)


def _peak(height: float, noise: float) -> tuple[str, str]:
    """A peak's whole face and its side away from the light."""
    lean = (noise - 0.5) * 0.3
    half = height * (0.62 + 0.15 * (noise * 7 % 1))
    foot = height * 0.42
    tip = (half * lean, foot - height)
    left = [
        (-half, foot),
        (-half * 0.52, foot - height * 0.42),
        (-half * 0.3, foot - height * 0.55),
    ]
    right = [(half * 0.34, foot - height * 0.6), (half * 0.56, foot - height * 0.36), (half, foot)]
    spur = [
        (half * 0.12, foot - height * 0.1),
        (-half * 0.12, foot - height * 0.38),
        (half * 0.1, foot - height * 0.62),
    ]
    whole = polygon([*left, tip, *right, (half * 0.2, foot + height * 0.05)])
    dark = polygon([tip, *right, *spur])
    return whole, dark


def _thalweg(plot: Plot) -> tuple[Mark, ...]:
    middle, along, length, width = main_axis(plot.shape)
    across = np.array([-along[1], along[0]])
    axis = LineString([middle - along * length * 0.42, middle + along * length * 0.42])
    points = paced_line(axis, 0.8)
    sway = (plot.chance.apart(31).along(len(points)) - 0.5) * width * 0.12
    bed = LineString(points + np.outer(sway, across)).intersection(
        plot.inset(min(0.4 * plot.depth, 0.8))
    )
    text = curves(plot.view, bed, at_least=0.4)
    return (Mark(text, THALWEG),) if text else ()
