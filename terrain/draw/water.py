"""Drawings of deep water and marsh: shores, waves, pools and reeds."""

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Chance, Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import curve, line, stamped, strokes
from terrain.draw.plot import Plot, scatter
from terrain.draw.rings import paced_line
from terrain.draw.stamps import pool, reeds, wave
from terrain.draw.streams import wander
from terrain.draw.trace import area, lines_of

SHORE = (0.46, 0.62, 0.82, 1.08, 1.42, 1.86)

SHALLOW = Ink(palette.WATER_WASH, opacity=0.55)
BEACH = Ink(palette.SAND_WASH, palette.WATER_INK, 0.9)
WAVE = Ink(stroke=palette.WATER_INK, width=0.8, opacity=0.7)
POND = Ink(palette.WATER_DEEP, palette.WATER_INK, 0.7)
POOL = Ink(stroke=palette.WATER_INK, width=0.8, opacity=0.8)
REED = Ink(stroke=palette.REED, width=0.8)
REED_POOL = np.array([5.5, 1.2])
LEFT = np.array([-1.0, 1.0])


def deep_water(plot: Plot) -> tuple[Mark, ...]:
    """Return a beach, shallows, and lines that follow the shore; farther out a few waves."""
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
    waves = scatter(plot, 1.25, inset=0.8, jitter=0.35, channel=2, clear=0.4)
    out = shapely.distance(shapely.points(waves.points), shore) > SHORE[-1] + 0.5
    open_water = waves.where(out & (waves.noise < 0.75))
    kinds = (open_water.noise * 8).astype(int).tolist()
    return (
        *shallow,
        Mark("".join(_beach(plot, line) for line in lines_of(shore)), BEACH),
        *lines,
        Mark(stamped(plot.view.at(open_water.points), [wave(kind) for kind in kinds]), WAVE),
    )


def marsh(plot: Plot) -> tuple[Mark, ...]:
    """Return pools and level lines of standing water, and tufts of reed."""
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
    """Return whether a level line through each point stays clear of outline and label."""
    region = plot.inset(0.12)
    reach = half * (1 if plot.view.up > 0 else -1)
    left = shapely.contains_xy(region, points[:, 0] - reach, points[:, 1])
    right = shapely.contains_xy(region, points[:, 0] + reach, points[:, 1])
    return np.asarray(left & right)


def _shore(plot: Plot) -> BaseGeometry:
    """Return the part of the outline where water meets land."""
    table = shapely.box(0, 0, plot.view.width, plot.view.depth)
    return plot.shape.boundary.difference(table.boundary.buffer(0.05))


def _beach(plot: Plot, shore: LineString) -> str:
    """Return the strip between a shore and the water, of varying width."""
    points = paced_line(shore, 0.5)
    along = np.gradient(points, axis=0)
    across = np.column_stack([-along[:, 1], along[:, 0]])
    across /= np.maximum(np.hypot(*across.T), 1e-9)[:, None]
    inward = across if plot.shape.covers(shapely.Point(points[1] + across[1] * 0.05)) else -across
    reached = np.arange(len(points)) * shore.length / (len(points) - 1)
    wide = 0.26 + 0.15 * wander(plot.chance.apart(48), reached, 2.6)
    edge = plot.view.at(points + inward * np.minimum(wide, 0.5 * plot.depth)[:, None])
    return curve(edge) + line(plot.view.at(points[::-1])).replace("M", "L", 1) + "z"


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
