"""How is water drawn, and the ground that it soaks or has left: deep water, rivers, marsh, wadi?"""

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Chance, Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import curve, dots, stamped, strokes
from terrain.draw.plot import Plot, scatter
from terrain.draw.rings import main_axis, paced_line
from terrain.draw.stamps import reeds
from terrain.draw.trace import area, curves, lines_of

SHORE = (0.16, 0.36, 0.60, 0.90, 1.28, 1.76, 2.4, 3.2, 4.2, 5.4)

STREAM = Ink(palette.WATER_DEEP)
BANK = Ink(stroke=palette.WATER_INK, width=1.1)
FLOW = Ink(stroke=palette.WATER_INK, width=0.6, opacity=0.75)
POOL = Ink(stroke=palette.WATER_INK, width=0.8, opacity=0.8)
REED = Ink(stroke=palette.REED, width=0.8)
DRY_BED = Ink(palette.SAND_SHADE, opacity=0.75)
DRY_BANK = Ink(stroke=palette.SAND_INK, width=1.0, dash="5 2.2")
PEBBLES = Ink(stroke=palette.SAND_INK, width=1.3)
BRAID = Ink(stroke=palette.SAND_INK, width=0.6, dash="6 4")
REED_POOL = np.array([5.5, 1.2])
LEFT = np.array([-1.0, 1.0])


def deep_water(plot: Plot) -> tuple[Mark, ...]:
    """Lines that follow the shore, ever wider apart and fainter; none along the table's edge."""
    shore = _shore(plot)
    marks = []
    for index, distance in enumerate(SHORE):
        if distance > 2 * plot.depth:
            break
        reach = shore.buffer(distance, quad_segs=4)
        edge = plot.free.intersection(reach.boundary)
        text = "".join(
            curve(plot.view.at(_rippled(piece, plot.chance.apart(index), distance)))
            for piece in lines_of(edge, at_least=0.5)
        )
        if text:
            faint = round(max(0.25, 0.95 - 0.085 * index), 2)
            marks.append(Mark(text, Ink(stroke=palette.WATER_INK, width=0.8, opacity=faint)))
    return tuple(marks)


def river(plot: Plot) -> tuple[Mark, ...]:
    """A stream that winds within its band from end to end, with threads of current."""
    bed = _bed(plot, share=0.56)
    if bed is None:
        return ()
    stream, threads = bed
    return (
        Mark(area(plot.view, stream), STREAM),
        Mark(_banks(plot, stream), BANK),
        Mark(_threads(plot, threads, stream), FLOW),
    )


def dry_wadi(plot: Plot) -> tuple[Mark, ...]:
    """The same bed without water: broken banks, pebbles, braided lines."""
    bed = _bed(plot, share=0.54)
    if bed is None:
        return ()
    stream, threads = bed
    stones = scatter(plot, 0.3, inset=0.06, jitter=0.45, channel=4)
    kept = shapely.contains_xy(stream, stones.points[:, 0], stones.points[:, 1])
    return (
        Mark(area(plot.view, stream), DRY_BED),
        Mark(_banks(plot, stream), DRY_BANK),
        Mark(_threads(plot, threads, stream), BRAID),
        Mark(dots(plot.view.at(stones.points[kept])), PEBBLES),
    )


def marsh(plot: Plot) -> tuple[Mark, ...]:
    """Level lines of standing water, and tufts of reed."""
    tufts = scatter(plot, 0.95, inset=0.4, jitter=0.32)
    pools = scatter(plot, 0.62, inset=0.24, jitter=0.3, channel=2)
    at = plot.view.at(pools.points)
    half = (4.0 + 10.0 * pools.noise)[:, None] * np.array([[1.0, 0.0]])
    keep = _inside_after(plot, pools.points, half[:, 0] / 20)
    variants = (tufts.noise * 6).astype(int)
    foot = plot.view.at(tufts.points)
    return (
        Mark(strokes(at[keep] - half[keep], at[keep] + half[keep]), POOL),
        Mark(stamped(foot, [reeds(int(variant)) for variant in variants]), REED),
        Mark(strokes(foot + REED_POOL * LEFT, foot + REED_POOL), POOL),
    )


def _inside_after(plot: Plot, points: Floats, half: Floats) -> Floats:
    """Whether a level line through each point stays clear of outline and label."""
    region = plot.inset(0.12)
    reach = half * (1 if plot.view.up > 0 else -1)
    left = shapely.contains_xy(region, points[:, 0] - reach, points[:, 1])
    right = shapely.contains_xy(region, points[:, 0] + reach, points[:, 1])
    return np.asarray(left & right)


def _shore(plot: Plot) -> BaseGeometry:
    """The part of the outline where water meets land."""
    table = shapely.box(0, 0, plot.view.width, plot.view.depth)
    return plot.shape.boundary.difference(table.boundary.buffer(0.05))


def _bed(plot: Plot, *, share: float) -> tuple[BaseGeometry, list[Floats]] | None:
    """The winding bed inside a straight band, and lines that run along in it."""
    middle, along, length, width = main_axis(plot.shape)
    if length <= 0 or width <= 0:
        return None
    # The rectangle of a band with slanting ends is wider than the band.
    width = min(width, plot.shape.area / max(length - width * 0.5, length * 0.5))
    across = np.array([-along[1], along[0]])
    step = max(0.35, length / 240)
    place = np.arange(-length / 2 - 1.0, length / 2 + 1.0 + step, step)
    noise = list(_phases(plot.chance.apart(40), 6))
    wave = 0.62 * np.sin(place / max(width, 0.5) * 0.85 + noise[0])
    wave += 0.38 * np.sin(place / max(width, 0.5) * 1.9 + noise[1])
    half = width / 2 * (share + 0.10 * np.sin(place * 0.9 + noise[2]))
    swing = (width / 2 - half - 0.04 * width) * wave
    left = middle + np.outer(place, along) + np.outer(swing + half, across)
    right = middle + np.outer(place, along) + np.outer(swing - half, across)
    bed = Polygon(np.vstack([left, right[::-1]])).buffer(0).intersection(plot.shape)
    threads = [
        middle
        + np.outer(place, along)
        + np.outer(swing + half * (lane + 0.14 * np.sin(place * 1.3 + phase)), across)
        for lane, phase in ((0.5, noise[3]), (0.02, noise[4]), (-0.48, noise[5]))
    ]
    return bed, threads


def _threads(plot: Plot, threads: list[Floats], stream: BaseGeometry) -> str:
    """The lines of current, broken into dashes of uneven length."""
    text = ""
    for lane, thread in enumerate(threads):
        noise = plot.chance.apart(60 + lane).along(len(thread))
        inside = shapely.contains_xy(stream, thread[:, 0], thread[:, 1])
        drawn = inside & (noise < 0.72)
        drawn &= shapely.contains_xy(plot.free, thread[:, 0], thread[:, 1])
        for run in np.split(np.arange(len(thread)), np.flatnonzero(np.diff(drawn)) + 1):
            if drawn[run[0]] and len(run) > 2:
                text += curve(plot.view.at(thread[run]))
    return text


def _banks(plot: Plot, stream: BaseGeometry) -> str:
    """The bed's long sides; its ends are open where they meet the band's."""
    edge = stream.boundary.difference(plot.shape.boundary.buffer(0.02))
    return curves(plot.view, edge, at_least=0.2)


def _rippled(piece: LineString, chance: Chance, distance: float) -> Floats:
    points = paced_line(piece, 1.3)
    if len(points) < 3:
        return points
    along = np.gradient(points, axis=0)
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    across = np.column_stack([-along[:, 1], along[:, 0]]) / length[:, None]
    sway = (chance.along(len(points)) - 0.5) * min(0.06 + 0.08 * distance, 0.3)
    sway[[0, -1]] = 0
    return points + across * sway[:, None]


def _phases(chance: Chance, count: int) -> Floats:
    return chance.along(count) * 2 * np.pi
