"""How are woods, forests, orchards and brush drawn? Tree by tree, from the far side forward.

Trees of one row cannot hide each other and share a path; the next row is drawn over them.
"""

from collections.abc import Callable

import numpy as np
import shapely

from terrain.draw import palette
from terrain.draw.chance import Chance, Floats, Integers
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import stamped, strokes
from terrain.draw.plot import Plot, Scatter, scatter
from terrain.draw.rings import main_axis
from terrain.draw.stamps import (
    BUSH,
    VARIANTS,
    bush,
    bush_shade,
    canopy,
    canopy_shade,
    disc,
    fir,
    fir_shade,
    twigs,
)
from terrain.draw.trace import ruled

# How far shadows fall, in scene units.
FALL = np.array([1.7, 2.1])

SIZES = (0.78, 0.9, 1.0, 1.1)

CANOPY = Ink(palette.CANOPY, palette.CANOPY_LINE, 0.7)
CANOPY_SHADE = Ink(palette.CANOPY_SHADE)
FIR = Ink(palette.FIR, palette.CANOPY_LINE, 0.7)
FIR_SHADE = Ink(palette.FIR_SHADE)
GROUND_SHADOW = Ink(palette.SHADOW, opacity=0.4)
TWIG = Ink(stroke=palette.CANOPY_LINE, width=0.7)
STAKE_FOOT = np.array([0.0, 1.6])
STAKE = Ink(stroke=palette.HEDGE_LINE, width=0.7)
VINE = Ink(stroke=palette.HEDGE, width=1.6)

Stamp = Callable[[int, float], str]


def woods(plot: Plot) -> tuple[Mark, ...]:
    """Round canopies with some light between them."""
    return _stand(plot, scatter(plot, 0.75, inset=0.42, jitter=0.25), radius=8.2, firs=0.0)


def forest(plot: Plot) -> tuple[Mark, ...]:
    """Closer, darker, and with firs among the rest."""
    return _stand(plot, scatter(plot, 0.66, inset=0.46, jitter=0.24), radius=7.2, firs=0.5)


def orchards(plot: Plot) -> tuple[Mark, ...]:
    """Small trees in straight rows, and vines along wires on the last third of the ground."""
    middle, along, length, _ = main_axis(plot.shape)
    points = _grid(plot, 0.72, inset=0.32)
    if not len(points):
        return ()
    vines_from = length * 0.18
    trees = points[(points - middle) @ along < vines_from - 0.25]
    return (
        *lone_trees(trees, plot.chance, plot, radius=5.4),
        *_vines(plot, middle + along * vines_from, along),
    )


def brush(plot: Plot) -> tuple[Mark, ...]:
    """Low bushes in loose company, twigs between them."""
    bushes = scatter(plot, 0.60, inset=0.3, jitter=0.36)
    if not len(bushes):
        return ()
    at = plot.view.at(bushes.points)
    variants = (bushes.noise * 977 % 1 * VARIANTS).astype(int)
    low, tufts = np.flatnonzero(bushes.noise < 0.5), np.flatnonzero(bushes.noise >= 0.5)
    stamps = [bush(int(variants[index]), BUSH) for index in low]
    return (
        Mark(stamped(at[low] + FALL * 0.75, stamps), GROUND_SHADOW),
        Mark(stamped(at[low], stamps), CANOPY),
        Mark(stamped(at[low], [bush_shade(BUSH)] * len(low)), CANOPY_SHADE),
        Mark(stamped(at[tufts], [twigs(int(variants[index])) for index in tufts]), TWIG),
    )


def hedge(points: Floats, chance: Chance, plot: Plot, *, radius: float) -> tuple[Mark, ...]:
    """Bushes shoulder to shoulder along `points` (table coordinates)."""
    if not len(points):
        return ()
    at = plot.view.at(points)
    noise = chance.along(len(at))
    sizes = [radius * SIZES[int(figure * 7919) % len(SIZES)] for figure in noise]
    stamps = [
        canopy(int(figure * VARIANTS), size) for figure, size in zip(noise, sizes, strict=True)
    ]
    return (
        Mark(stamped(at, stamps), Ink(palette.HEDGE, palette.HEDGE_LINE, 0.6)),
        Mark(
            stamped(at, [canopy_shade(0, size) for size in sizes]),
            Ink(palette.HEDGE_LINE, opacity=0.5),
        ),
    )


def lone_trees(points: Floats, chance: Chance, plot: Plot, *, radius: float) -> tuple[Mark, ...]:
    """Round trees that stand apart, wherever a texture wants them (table coordinates)."""
    if not len(points):
        return ()
    at = plot.view.at(points)
    variants = [int(figure * VARIANTS) for figure in chance.apart(7).along(len(at))]
    return (
        Mark(stamped(at + FALL, [disc(round(radius * 0.95, 1))] * len(at)), GROUND_SHADOW),
        Mark(stamped(at, [canopy(variant, radius) for variant in variants]), CANOPY),
        Mark(stamped(at, [canopy_shade(variant, radius) for variant in variants]), CANOPY_SHADE),
    )


def _stand(plot: Plot, trees: Scatter, *, radius: float, firs: float) -> tuple[Mark, ...]:
    if not len(trees):
        return ()
    at = plot.view.at(trees.points)
    drawn = [Mark(stamped(at + FALL * 1.4, [disc(radius)] * len(at)), GROUND_SHADOW)]
    kind = trees.noise * 977 % 1
    for band in trees.bands():
        for chosen, tree, shade, inks in (
            (band[kind[band] >= firs], canopy, canopy_shade, (CANOPY, CANOPY_SHADE)),
            (band[kind[band] < firs], fir, fir_shade, (FIR, FIR_SHADE)),
        ):
            if len(chosen):
                drawn.append(Mark(_set(at, trees, chosen, (tree, radius)), inks[0]))
                drawn.append(Mark(_set(at, trees, chosen, (shade, radius)), inks[1]))
    return tuple(drawn)


def _set(at: Floats, trees: Scatter, chosen: Integers, stamp: tuple[Stamp, float]) -> str:
    cut, radius = stamp
    noise = [float(trees.noise[index]) for index in chosen]
    return stamped(
        at[chosen],
        [cut(int(n * VARIANTS), radius * SIZES[int(n * 7919) % len(SIZES)]) for n in noise],
    )


def _vines(plot: Plot, start: Floats, along: Floats) -> tuple[Mark, ...]:
    """Wires across the axis with a stake at each plant."""
    across = np.array([-along[1], along[0]])
    beyond = shapely.transform(
        shapely.box(0, -200, 200, 200), lambda at: start + at @ np.array([along, across])
    )
    wires = ruled(plot.view, plot.inset(0.3) & beyond, run=across, pace=0.36, most=plot.budget // 6)
    if not wires:
        return ()
    ends = np.array(wires)
    stakes = np.vstack([np.linspace(a, b, max(2, int(np.hypot(*(b - a)) / 9))) for a, b in wires])
    return (
        Mark(strokes(ends[:, 0], ends[:, 1]), VINE),
        Mark(strokes(stakes + STAKE_FOOT, stakes - STAKE_FOOT * 1.75), STAKE),
    )


def _grid(plot: Plot, spacing: float, *, inset: float) -> Floats:
    """Points of a square grid along the plot's main axis, from far to near."""
    region = plot.inset(inset)
    if region.is_empty:
        return np.empty((0, 2))
    middle, along, length, width = main_axis(plot.shape)
    spacing = max(spacing, float(np.sqrt(region.area / plot.budget)))
    half = (int(length / spacing / 2) + 1, int(width / spacing / 2) + 1)
    u, v = (
        grid.ravel() * spacing
        for grid in np.meshgrid(*(np.arange(-reach, reach + 1) for reach in half))
    )
    points: Floats = middle + np.outer(u, along) + np.outer(v, [-along[1], along[0]])
    points = points[shapely.contains_xy(region, points[:, 0], points[:, 1])]
    far_first: Floats = points[np.argsort(-points[:, 1] * plot.view.up, kind="stable")]
    return far_first
