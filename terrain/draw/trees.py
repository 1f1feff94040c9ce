"""Drawings of woods, forests, orchards and brush, tree by tree from back to front.

Trees of one row cannot hide each other and share a path; the next row is drawn over them.
"""

from dataclasses import dataclass

import numpy as np
import shapely

from terrain.draw import palette
from terrain.draw.chance import Chance, Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import stamped, strokes
from terrain.draw.plot import Plot, Scatter, scatter
from terrain.draw.rings import main_axis, rings
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
    leafage,
    twigs,
)
from terrain.draw.trace import area, ruled
from terrain.draw.view import UNIT

# The offset of shadows, in scene units.
FALL = np.array([1.7, 2.1])

UNDER_BUSH = np.array([1.4, 1.2])
SIZES = (0.78, 0.9, 1.0, 1.1)
INNER_SIZES = (0.52, 0.68, 0.82, 1.0)

CANOPY = Ink(palette.CANOPY, palette.CANOPY_LINE, 0.6)
CANOPY_SHADE = Ink(palette.CANOPY_SHADE, opacity=0.8)
DEEP_CANOPY = Ink(palette.FOREST_CANOPY, palette.CANOPY_LINE, 0.6)
DEEP_SHADE = Ink(palette.FIR_SHADE, opacity=0.8)
FIR = Ink(palette.FIR, palette.CANOPY_LINE, 0.7)
FIR_SHADE = Ink(palette.FIR_SHADE)
GROUND_SHADOW = Ink(palette.SHADOW, opacity=0.4)
HEDGE = Ink(palette.HEDGE, palette.HEDGE_LINE, 0.6)
HEDGE_SHADE = Ink(palette.HEDGE_LINE, opacity=0.5)
TWIG = Ink(stroke=palette.CANOPY_LINE, width=0.7)
STAKE_FOOT = np.array([0.0, 1.6])
STAKE = Ink(stroke=palette.HEDGE_LINE, width=0.7)
VINE = Ink(stroke=palette.HEDGE, width=1.6)


@dataclass(frozen=True)
class Mass:
    """A wood as one canopy: its closed ground, and the drawing of each crown."""

    colour: str
    crown: Ink
    inner: Ink
    leaves: Ink
    shade: Ink
    radius: float


LEAFY = Mass(
    colour=palette.CANOPY_MASS,
    crown=CANOPY,
    inner=Ink(palette.CANOPY),
    leaves=Ink(stroke=palette.CANOPY_LINE, width=0.8, opacity=0.8),
    shade=CANOPY_SHADE,
    radius=8.2,
)
DEEP = Mass(
    colour=palette.FOREST_MASS,
    crown=DEEP_CANOPY,
    inner=Ink(palette.FOREST_CANOPY),
    leaves=Ink(stroke=palette.CANOPY_LINE, width=0.8, opacity=0.8),
    shade=DEEP_SHADE,
    radius=7.4,
)


def woods(plot: Plot) -> tuple[Mark, ...]:
    """Return one mass of round canopies, its edge scalloped, its shadow on the near side."""
    return (*_edge(plot, LEAFY), *_crowns(plot, _within(plot, 0.74, LEAFY), LEAFY))


def forest(plot: Plot) -> tuple[Mark, ...]:
    """Return a darker mass, with firs among the rest."""
    within = _within(plot, 0.76, DEEP)
    fir_here = within.noise * 977 % 1 < 0.62
    at = plot.view.at(within.points[fir_here])
    kinds = (within.noise[fir_here] * VARIANTS).astype(int)
    firs = [(int(kind), (6.2, 7.0)[int(kind) % 2]) for kind in kinds]
    return (
        *_edge(plot, DEEP),
        *_crowns(plot, within.where(~fir_here), DEEP),
        Mark(stamped(at, [fir(*each) for each in firs]), FIR),
        Mark(stamped(at, [fir_shade(*each) for each in firs]), FIR_SHADE),
    )


def orchards(plot: Plot) -> tuple[Mark, ...]:
    """Return small trees in straight rows, and vines along wires on the last third of the
    ground.
    """
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
    """Return low, loosely scattered bushes with twigs between them."""
    bushes = scatter(plot, 0.60, inset=0.3, jitter=0.36)
    if not len(bushes):
        return ()
    at = plot.view.at(bushes.points)
    variants = (bushes.noise * 977 % 1 * VARIANTS).astype(int)
    low, tufts = np.flatnonzero(bushes.noise < 0.5), np.flatnonzero(bushes.noise >= 0.5)
    stamps = [bush(int(variants[index]), BUSH) for index in low]
    return (
        Mark(stamped(at[low] + UNDER_BUSH, [disc(BUSH)] * len(low)), GROUND_SHADOW),
        Mark(stamped(at[low], stamps), CANOPY),
        Mark(stamped(at[low], [bush_shade(BUSH)] * len(low)), CANOPY_SHADE),
        Mark(stamped(at[tufts], [twigs(int(variants[index])) for index in tufts]), TWIG),
    )


def hedge(points: Floats, chance: Chance, plot: Plot, *, radius: float) -> tuple[Mark, ...]:
    """Return adjacent bushes along `points` (table coordinates)."""
    if not len(points):
        return ()
    at = plot.view.at(points)
    noise = chance.along(len(at))
    sizes = [round(radius * SIZES[int(figure * 7919) % len(SIZES)], 1) for figure in noise]
    return (
        Mark(stamped(at, [disc(size) for size in sizes]), HEDGE),
        Mark(stamped(at, [canopy_shade(0, size) for size in sizes]), HEDGE_SHADE),
    )


def lone_trees(points: Floats, chance: Chance, plot: Plot, *, radius: float) -> tuple[Mark, ...]:
    """Return separate round trees at the points of a texture (table coordinates)."""
    if not len(points):
        return ()
    at = plot.view.at(points)
    variants = [int(figure * VARIANTS) for figure in chance.apart(7).along(len(at))]
    return (
        Mark(stamped(at + FALL, [disc(round(radius * 0.95, 1))] * len(at)), GROUND_SHADOW),
        Mark(stamped(at, [canopy(variant, radius) for variant in variants]), CANOPY),
        Mark(stamped(at, [canopy_shade(variant, radius) for variant in variants]), CANOPY_SHADE),
    )


def _edge(plot: Plot, mass: Mass) -> tuple[Mark, ...]:
    """Return the outermost trees side by side, and the ground that the canopy closes over."""
    inset = (mass.radius + 0.4) / UNIT
    closed = plot.shape.buffer(-inset, quad_segs=3)
    points, drawn = [], []
    for index, ring in enumerate(rings(closed, 1.4 * mass.radius / UNIT)):
        chance = plot.chance.apart(200 + index)
        drift = chance.along(len(ring.points)) * 0.14
        points.append(ring.points + ring.inward * drift[:, None])
        drawn += chance.apart(1).along(len(ring.points)).tolist()
    if not points:
        return ()
    at = plot.view.at(np.vstack(points))
    crowns = [_crown(mass, noise, SIZES) for noise in drawn]
    shadow = shapely.transform(plot.shape, lambda at: at - plot.view.light * 0.16)
    marks = [Mark(area(plot.view, shadow.simplify(0.04)), GROUND_SHADOW)]
    # Every other one over its neighbours, so that no crown shows through another.
    for turn in (0, 1):
        half, over = at[turn::2], crowns[turn::2]
        marks.append(Mark(stamped(half, [disc(size) for _, size in over]), mass.crown))
        marks.append(Mark(stamped(half, [canopy_shade(*crown) for crown in over]), mass.shade))
    return (*marks, Mark(area(plot.view, closed), Ink(mass.colour)))


def _crown(mass: Mass, noise: float, sizes: tuple[float, ...]) -> tuple[int, float]:
    """Return which canopy, and its size."""
    return int(noise * VARIANTS), round(mass.radius * sizes[int(noise * 7919) % len(sizes)], 1)


def _within(plot: Plot, spacing: float, mass: Mass) -> Scatter:
    """Return the trees inside the mass, clear of its edge and of the label."""
    return scatter(plot, spacing, inset=1.5 * mass.radius / UNIT, jitter=0.36, clear=0.28)


def _crowns(plot: Plot, trees: Scatter, mass: Mass) -> tuple[Mark, ...]:
    """Return canopies that do not touch, lighter and darker ones mixed."""
    if not len(trees):
        return ()
    at = plot.view.at(trees.points)
    crowns = [_crown(mass, noise, INNER_SIZES) for noise in trees.noise.tolist()]
    return (
        Mark(stamped(at, [canopy(*crown) for crown in crowns]), mass.inner),
        Mark(stamped(at, [leafage(*crown) for crown in crowns]), mass.leaves),
    )


def _vines(plot: Plot, start: Floats, along: Floats) -> tuple[Mark, ...]:
    """Return wires across the axis with a stake at each plant."""
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
    """Return points of a square grid along the plot's main axis, from far to near."""
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
