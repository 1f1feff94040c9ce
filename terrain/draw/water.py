"""How is water drawn, and the ground that it soaks or has left: deep water, rivers, marsh, wadi?"""

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Chance, Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import curve, dots, line, stamped, strokes, wedges
from terrain.draw.plot import Plot, scatter
from terrain.draw.rings import main_axis, paced_line, rings
from terrain.draw.stamps import blades, pool, reeds, wave
from terrain.draw.trace import area, curves, lines_of

SHORE = (0.46, 0.62, 0.82, 1.08, 1.42, 1.86)

SHALLOW = Ink(palette.WATER_WASH, opacity=0.55)
BEACH = Ink(palette.SAND_WASH, palette.WATER_INK, 0.9)
WAVE = Ink(stroke=palette.WATER_INK, width=0.8, opacity=0.7)
STREAM = Ink(palette.WATER_DEEP)
BANK = Ink(stroke=palette.WATER_INK, width=1.2)
LINING = Ink(stroke=palette.WATER_INK, width=0.5, opacity=0.6)
FLOW = Ink(stroke=palette.WATER_INK, width=0.6, opacity=0.75)
POND = Ink(palette.WATER_DEEP, palette.WATER_INK, 0.7)
CUT = Ink(palette.SAND_INK)
POOL = Ink(stroke=palette.WATER_INK, width=0.8, opacity=0.8)
REED = Ink(stroke=palette.REED, width=0.8)
DRY_BED = Ink(palette.SAND_SHADE, opacity=0.75)
DRY_BANK = Ink(stroke=palette.SAND_INK, width=1.0, dash="5 2.2")
PEBBLES = Ink(stroke=palette.SAND_INK, width=1.3)
BRAID = Ink(stroke=palette.SAND_INK, width=0.6, dash="6 4")
REED_POOL = np.array([5.5, 1.2])
LEFT = np.array([-1.0, 1.0])


def deep_water(plot: Plot) -> tuple[Mark, ...]:
    """A beach, shallows, and lines that follow the shore; farther out a few waves."""
    shore = _shore(plot)
    shallow = [
        Mark(area(plot.view, shore.buffer(reach, quad_segs=3) & plot.shape), ink)
        for reach, ink in ((2.2, SHALLOW), (1.0, SHALLOW))
    ]
    lines = []
    for index, distance in enumerate(SHORE):
        if distance > 2 * plot.depth:
            break
        edge = plot.free.intersection(shore.buffer(distance, quad_segs=3).boundary)
        text = "".join(
            curve(plot.view.at(_rippled(piece, plot.chance.apart(index), distance)))
            for piece in lines_of(edge, at_least=0.5)
        )
        if text:
            faint = round(max(0.3, 0.95 - 0.11 * index), 2)
            lines.append(Mark(text, Ink(stroke=palette.WATER_INK, width=0.8, opacity=faint)))
    waves = scatter(plot, 1.25, inset=0.35, jitter=0.35, channel=2, clear=0.4)
    out = shapely.distance(shapely.points(waves.points), shore) > SHORE[-1] + 0.5
    open_water = waves.where(out & (waves.noise < 0.75))
    kinds = (open_water.noise * 8).astype(int).tolist()
    return (
        *shallow,
        Mark("".join(_beach(plot, line) for line in lines_of(shore)), BEACH),
        *lines,
        Mark(stamped(plot.view.at(open_water.points), [wave(kind) for kind in kinds]), WAVE),
    )


def river(plot: Plot) -> tuple[Mark, ...]:
    """A stream that winds within its band from end to end, reeds where it leaves room."""
    bed = _bed(plot)
    if bed is None:
        return ()
    stream, threads = bed
    return (
        *_reeds_beside(plot, stream),
        Mark(area(plot.view, stream), STREAM),
        Mark(_lining(plot, stream), LINING),
        Mark(_banks(plot, stream), BANK),
        Mark(_threads(plot, threads, stream), FLOW),
    )


def dry_wadi(plot: Plot) -> tuple[Mark, ...]:
    """The same bed without water: broken banks, pebbles, braided lines."""
    bed = _bed(plot)
    if bed is None:
        return ()
    stream, threads = bed
    stones = scatter(plot, 0.38, inset=0.06, jitter=0.45, channel=4)
    kept = shapely.contains_xy(stream, stones.points[:, 0], stones.points[:, 1])
    return (
        Mark(area(plot.view, stream), DRY_BED),
        Mark(_cut_banks(plot, stream), CUT),
        Mark(_banks(plot, stream), DRY_BANK),
        Mark(_threads(plot, threads, stream), BRAID),
        Mark(dots(plot.view.at(stones.points[kept])), PEBBLES),
    )


def marsh(plot: Plot) -> tuple[Mark, ...]:
    """Pools and level lines of standing water, and tufts of reed."""
    tufts = scatter(plot, 0.82, inset=0.4, jitter=0.34, clear=0.25)
    levels = scatter(plot, 0.56, inset=0.24, jitter=0.3, channel=2)
    ponds = scatter(plot, 1.9, inset=0.85, jitter=0.34, channel=3, clear=0.7)
    at = plot.view.at(levels.points)
    half = (3.5 + 9.0 * levels.noise)[:, None] * np.array([[1.0, 0.0]])
    keep = _inside_after(plot, levels.points, half[:, 0] / 20)
    foot = plot.view.at(tufts.points)
    shores = [pool(int(noise * 6), round(9 + 6 * (noise * 7 % 1))) for noise in ponds.noise]
    return (
        Mark(strokes(at[keep] - half[keep], at[keep] + half[keep]), POOL),
        Mark(stamped(plot.view.at(ponds.points), shores), POND),
        Mark(stamped(foot, [reeds(int(noise * 6)) for noise in tufts.noise]), REED),
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


def _bed(plot: Plot) -> tuple[BaseGeometry, list[Floats]] | None:
    """The winding bed inside a straight band, and lines that run along in it.

    Each bank wanders by itself, both follow the same bends; neither leaves the band.
    """
    middle, along, length, width = main_axis(plot.shape)
    if length <= 0 or width <= 0:
        return None
    # The rectangle of a band with slanting ends is wider than the band.
    width = min(width, plot.shape.area / max(length - width * 0.5, length * 0.5))
    across = np.array([-along[1], along[0]])
    step = max(0.3, length / 240)
    place = np.arange(-length / 2 - 1.0, length / 2 + 1.0 + step, step)
    bend = _wander(plot.chance.apart(40), place, 2.6 + 2.2 * width)
    left, right = (
        0.50 + 0.26 * side * bend + 0.20 * _wander(plot.chance.apart(42 + side), place, 1.5 + width)
        for side in (1, -1)
    )
    half = width / 2
    left, right = (np.clip(bank, 0.12, 0.95) * half for bank in (left, right))
    line = middle + np.outer(place, along)
    banks = line + np.outer(left, across), line - np.outer(right, across)
    bed = Polygon(np.vstack([banks[0], banks[1][::-1]])).buffer(0).intersection(plot.shape)
    centre, reach = (left - right) / 2, (left + right) / 2
    noise = _phases(plot.chance.apart(44), 3)
    threads = [
        line + np.outer(centre + reach * (lane + 0.12 * np.sin(place * 1.3 + phase)), across)
        for lane, phase in zip((0.46, 0.02, -0.44), noise, strict=True)
    ]
    return bed, threads


def _wander(chance: Chance, place: Floats, wave: float) -> Floats:
    """A wavering between -1 and 1 along a line; `wave` is about the length of one bend."""
    phases, lengths = _phases(chance, 3), 0.75 + 0.5 * chance.apart(1).along(3)
    waves = [
        share * np.sin(2 * np.pi * place / (wave * times * length) + phase)
        for share, times, length, phase in zip(
            (0.5, 0.32, 0.18), (2.3, 1.2, 0.55), lengths, phases, strict=True
        )
    ]
    return np.asarray(sum(waves))


def _reeds_beside(plot: Plot, stream: BaseGeometry) -> tuple[Mark, ...]:
    """Tufts on the part of the band that the stream leaves dry."""
    tufts = scatter(plot, 0.5, inset=0.1, jitter=0.4, channel=5)
    if not len(tufts):
        return ()
    dry = ~shapely.contains_xy(stream.buffer(0.13), *tufts.points.T) & (tufts.noise < 0.5)
    kinds = (tufts.noise[dry] * 12).astype(int).tolist()
    return (Mark(stamped(plot.view.at(tufts.points[dry]), [blades(k) for k in kinds]), REED),)


def _lining(plot: Plot, stream: BaseGeometry) -> str:
    """A line inside the water along each bank, as engravers line a shore."""
    inner = stream.buffer(-0.13, quad_segs=2)
    edge = inner.boundary.difference(plot.shape.boundary.buffer(0.2))
    return curves(plot.view, (edge & plot.free).simplify(0.02), at_least=0.6)


def _cut_banks(plot: Plot, stream: BaseGeometry) -> str:
    """Short strokes down into a dry bed from its banks."""
    text = ""
    for index, ring in enumerate(rings(stream, 0.36)):
        noise = plot.chance.apart(65 + index).along(len(ring.points))
        ends = ring.points + ring.inward * (0.1 + 0.14 * noise)[:, None]
        edge = shapely.distance(shapely.points(ring.points), plot.shape.boundary) > 0.03
        kept = edge & (noise > 0.3) & shapely.contains_xy(plot.free, *ends.T)
        at = plot.view.at(ring.points[kept])
        text += wedges(at, plot.view.at(ends[kept]), np.full(len(at), 1.3))
    return text


def _beach(plot: Plot, shore: LineString) -> str:
    """The strip between a shore and the water, wider here and narrower there."""
    points = paced_line(shore, 0.5)
    along = np.gradient(points, axis=0)
    across = np.column_stack([-along[:, 1], along[:, 0]])
    across /= np.maximum(np.hypot(*across.T), 1e-9)[:, None]
    inward = across if plot.shape.covers(shapely.Point(points[1] + across[1] * 0.05)) else -across
    reached = np.arange(len(points)) * shore.length / (len(points) - 1)
    wide = 0.26 + 0.15 * _wander(plot.chance.apart(48), reached, 2.6)
    edge = plot.view.at(points + inward * np.minimum(wide, 0.5 * plot.depth)[:, None])
    return curve(edge) + line(plot.view.at(points[::-1])).replace("M", "L", 1) + "z"


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
