"""How is ground drawn that bears little: rocks, sand, dunes, and the open?"""

import numpy as np
import shapely

from terrain.draw import palette
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import dots, stamped
from terrain.draw.plot import Plot, scatter
from terrain.draw.stamps import VARIANTS, boulder, boulder_shade, crescent, crest

STONE = Ink(palette.ROCK_FACE, palette.ROCK_INK, 0.8)
STONE_SHADE = Ink(palette.ROCK_SHADE)
GRAVEL = Ink(stroke=palette.ROCK_INK, width=1.3)
SHADOW = Ink(palette.ROCK_INK, opacity=0.25)
GRAIN = Ink(stroke=palette.SAND_INK, width=1.5)
FINE_GRAIN = Ink(stroke=palette.SAND_INK, width=1.1)
DUNE = Ink(palette.SAND_SHADE, palette.SAND_INK, 0.9)
# Where a dune's second line stands above its first.
RISE = np.array([0.0, 2.6])
# How far a stone's shadow falls, in scene units.
CAST = np.array([1.5, 1.9])
CREST = Ink(stroke=palette.SAND_INK, width=0.7)


def rocky_ground(plot: Plot) -> tuple[Mark, ...]:
    """Boulders of three sizes, gravel between them."""
    stones = scatter(plot, 0.70, inset=0.34, jitter=0.38)
    if not len(stones):
        return ()
    gravel = scatter(plot, 0.42, inset=0.15, jitter=0.45, channel=6)
    at = plot.view.at(stones.points)
    kind = (stones.noise * 977 % 1 * VARIANTS).astype(int)
    size = np.array([2.4, 3.8, 5.4, 7.0])[(stones.noise**1.6 * 4).astype(int)]
    pairs = [(int(k), float(r)) for k, r in zip(kind, size, strict=True)]
    thin = gravel.noise < 0.55
    return (
        Mark(dots(plot.view.at(gravel.points[thin])), GRAVEL),
        Mark(stamped(at + CAST, [boulder(k, r) for k, r in pairs]), SHADOW),
        Mark(stamped(at, [boulder(k, r) for k, r in pairs]), STONE),
        Mark(stamped(at, [boulder_shade(k, r) for k, r in pairs]), STONE_SHADE),
    )


def sandy_ground(plot: Plot) -> tuple[Mark, ...]:
    """Stipple, close along the outline and thin within."""
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
    """Crescents with their backs to one wind, sand blown between them."""
    dunes = scatter(plot, 0.98, inset=0.52, jitter=0.17)
    grains = scatter(plot, 0.3, inset=0.1, jitter=0.48, channel=2)
    marks: list[Mark] = []
    if len(grains):
        thin = grains.noise < 0.5
        marks.append(Mark(dots(plot.view.at(grains.points[thin])), FINE_GRAIN))
    at = plot.view.at(dunes.points)
    for band in dunes.bands():
        sizes = [(int(n * VARIANTS), (6.5, 7.6, 8.8)[int(n * 977) % 3]) for n in dunes.noise[band]]
        marks.append(Mark(stamped(at[band], [crescent(k, r) for k, r in sizes]), DUNE))
        marks.append(
            Mark(stamped(at[band] - RISE, [crest(k, round(r * 0.8, 1)) for k, r in sizes]), CREST)
        )
    return tuple(marks)


def bare(plot: Plot) -> tuple[Mark, ...]:
    """Nothing: the outline says all."""
    return ()
