"""Drawings of barren terrain: rocks, sand, dunes, open ground."""

import numpy as np
import shapely

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import dots, stamped
from terrain.draw.plot import Plot, scatter
from terrain.draw.stamps import DUNE, VARIANTS, Dune, boulder, boulder_shade, dune, ledge

STONE = Ink(palette.ROCK_FACE, palette.ROCK_INK, 0.8)
STONE_SHADE = Ink(palette.ROCK_SHADE)
GRAVEL = Ink(stroke=palette.ROCK_INK, width=1.3)
SHADOW = Ink(palette.ROCK_INK, opacity=0.25)
GRAIN = Ink(stroke=palette.SAND_INK, width=1.5)
FINE_GRAIN = Ink(stroke=palette.SAND_INK, width=1.1)
LEE = Ink(palette.SAND_SHADE)
LEE_HATCH = Ink(stroke=palette.SAND_INK, width=0.6, opacity=0.8)
BRINK = Ink(stroke=palette.ROCK_INK, width=1.5)
HATCH = Ink(stroke=palette.ROCK_INK, width=0.7)
DUNE_ROW = 0.64
DUNE_RISE = 0.38
MAX_ROWS = 60
LEDGE_HALF = np.array([18.0, 9.0])
# The length of a stone's shadow, in scene units.
CAST = np.array([1.5, 1.9])
CREST = Ink(stroke=palette.SAND_INK, width=1.3)


def rocky_ground(plot: Plot) -> tuple[Mark, ...]:
    """Return ledges with hatched faces, boulders of three sizes, gravel between them."""
    ledges = scatter(plot, 1.7, inset=0.75, jitter=0.3, channel=7, clear=0.95)
    at_ledges = plot.view.at(ledges.points)
    forms = [ledge(int(noise * 12)) for noise in ledges.noise.tolist()]
    stones = scatter(plot, 0.6, inset=0.34, jitter=0.4, clear=0.15)
    gravel = scatter(plot, 0.42, inset=0.15, jitter=0.45, channel=6)
    at = plot.view.at(stones.points)
    apart = np.greater(np.abs(at[:, None, :] - at_ledges[None]), LEDGE_HALF)
    bare = apart.any(axis=2).all(axis=1) & (stones.noise < 0.9)
    at, noise = at[bare], stones.noise[bare]
    kind = (noise * 977 % 1 * VARIANTS).astype(int).tolist()
    size = np.array([2.4, 3.6, 4.8, 6.4])[(noise**1.6 * 4).astype(int)].tolist()
    pairs = list(zip(kind, size, strict=True))
    thin = gravel.noise < 0.5
    return (
        Mark(dots(plot.view.at(gravel.points[thin])), GRAVEL),
        Mark(stamped(at_ledges, [brink for brink, _ in forms]), BRINK),
        Mark(stamped(at_ledges, [faces for _, faces in forms]), HATCH),
        Mark(stamped(at + CAST, [boulder(*pair) for pair in pairs]), SHADOW),
        Mark(stamped(at, [boulder(*pair) for pair in pairs]), STONE),
        Mark(stamped(at, [boulder_shade(*pair) for pair in pairs]), STONE_SHADE),
    )


def sandy_ground(plot: Plot) -> tuple[Mark, ...]:
    """Return stipple, dense along the outline and sparse within."""
    grains = scatter(plot, 0.235, inset=0.1, jitter=0.48)
    if not len(grains):
        return ()
    edge = shapely.distance(shapely.points(grains.points), plot.shape.boundary)
    near = np.exp(-edge / 0.55)
    coarse = grains.noise < 0.85 * near
    fine = ~coarse & (grains.noise < 0.85 * near + 0.34)
    return (
        Mark(dots(plot.view.at(grains.points[coarse])), GRAIN),
        Mark(dots(plot.view.at(grains.points[fine])), FINE_GRAIN),
    )


def sand_dunes(plot: Plot) -> tuple[Mark, ...]:
    """Return crescents joined to ridges across one wind, steep and hatched on its far side."""
    at, ridges = _ridges(plot)
    grains = scatter(plot, 0.34, inset=0.1, jitter=0.48, channel=2)
    thin = grains.noise < 0.4
    return (
        Mark(dots(plot.view.at(grains.points[thin])), FINE_GRAIN),
        Mark(stamped(at, [ridge.lee for ridge in ridges]), LEE),
        Mark(stamped(at, [ridge.hatch for ridge in ridges]), LEE_HATCH),
        Mark(stamped(at, [ridge.crest for ridge in ridges]), CREST),
    )


def _ridges(plot: Plot) -> tuple[Floats, list[Dune]]:
    """Return the starts of ridges on the sheet and their drawings: as many in a row as fit."""
    region = plot.inset(min(0.26, 0.25 * plot.depth), clear=0.16)
    if region.is_empty:
        return np.empty((0, 2)), []
    low_x, low_y, high_x, high_y = region.bounds
    pace = max(DUNE_ROW, (high_y - low_y) / MAX_ROWS)
    step = max(0.1, (high_x - low_x) / 400)
    first = np.floor((low_y - plot.origin[1]) / pace)
    rows = plot.origin[1] + pace * np.arange(first, first + (high_y - low_y) / pace + 2)
    columns = plot.origin[0] + step * np.arange(
        np.floor((low_x - plot.origin[0]) / step), np.ceil((high_x - plot.origin[0]) / step) + 1
    )
    x, y = np.meshgrid(columns, rows)
    shapely.prepare(region)
    crest = DUNE_RISE * plot.view.up
    inside = shapely.contains_xy(region, x, y) & shapely.contains_xy(region, x, y + crest)
    starts, ridges = [], []
    way = step if plot.view.up > 0 else -step
    for index, row in enumerate(rows.tolist()):
        noise = plot.chance.apart(300 + round((row - plot.origin[1]) / pace)).stream()
        kept = np.flatnonzero(inside[index])
        for run in np.split(kept, np.flatnonzero(np.diff(kept) > 1) + 1):
            # For the invader, the left end of a run on the sheet comes last.
            run = run if way > 0 else run[::-1]
            at = int(next(noise) * 3)
            while len(run) - at > DUNE / step:
                room = (len(run) - at) * step / DUNE
                count = min(1 + int(next(noise) ** 1.5 * 4), int(room))
                starts.append((columns[run[at]], row + (next(noise) - 0.5) * 0.16))
                ridges.append(dune(count, int(next(noise) * 8)))
                at += int((count * DUNE + 0.15 + 0.5 * next(noise)) / step)
    return plot.view.at(np.array(starts).reshape(-1, 2)), ridges


def bare(plot: Plot) -> tuple[Mark, ...]:
    """Return nothing: the outline is enough."""
    return ()
