"""Drawings of cultivated land: parcels between hedges with lines of crop or plough."""

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from terrain.draw import palette
from terrain.draw.chance import Floats
from terrain.draw.marks import Ink, Mark
from terrain.draw.pen import strokes
from terrain.draw.plot import Plot, parts
from terrain.draw.rings import main_axis, rings
from terrain.draw.trace import area, curves, ruled
from terrain.draw.trees import hedge

BALK = Ink(stroke=palette.HEDGE_LINE, width=0.8, dash="1 2.4")


def fields(plot: Plot) -> tuple[Mark, ...]:
    """Return hedged parcels of standing crop, in thin broken lines."""
    crop = Ink(stroke=palette.FIELD_INK, width=0.9, dash="7 2.6")
    washes = (palette.FIELD_WASH, palette.FIELD_OTHER)
    return (*_parcels(plot, 0.33, crop, washes), *_hedges(plot, 0.26))


def tilled_fields(plot: Plot) -> tuple[Mark, ...]:
    """Return ploughed parcels: close, unbroken furrows, and a thinner hedge."""
    furrow = Ink(stroke=palette.TILTH_INK, width=1.0)
    washes = (palette.TILTH_WASH, palette.TILTH_OTHER)
    return (*_parcels(plot, 0.27, furrow, washes), *_hedges(plot, 0.5))


def _parcels(plot: Plot, pace: float, ink: Ink, washes: tuple[str, str]) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    _, along, _, _ = main_axis(plot.shape)
    across = np.array([-along[1], along[0]])
    parcels = _split(plot, along)
    for index, parcel in enumerate(parcels):
        marks.append(Mark(area(plot.view, parcel), Ink(washes[index % 2]), "wash"))
    for index, parcel in enumerate(parcels):
        inner = parcel.intersection(plot.inset(0.3)).buffer(-0.08)
        run = along if index % 2 else across
        rows = ruled(plot.view, inner, run=run, pace=pace, most=plot.budget // 4)
        if rows:
            ends = np.array(rows)
            marks.append(Mark(strokes(ends[:, 0], ends[:, 1]), ink))
    if len(parcels) > 1:
        inner_edges = shapely.union_all([parcel.boundary for parcel in parcels]).difference(
            plot.shape.boundary.buffer(0.3)
        )
        marks.append(Mark(curves(plot.view, inner_edges, at_least=0.2), BALK))
    return tuple(marks)


def _split(plot: Plot, along: Floats) -> list[BaseGeometry]:
    """Return two to four parcels, cut by balks that do not run quite parallel."""
    middle, _, length, width = main_axis(plot.shape)
    across = np.array([-along[1], along[0]])
    noise = plot.chance.apart(70).along(8)
    reach = (length + width) * 2
    tilt = (noise[0] - 0.5) * 0.3
    cut_at = middle + along * (noise[1] - 0.5) * length * 0.3
    lean = across + along * tilt
    first, second = _halves(cut_at, lean, reach)
    halves = [plot.shape.intersection(first), plot.shape.intersection(second)]
    parcels: list[BaseGeometry] = []
    for index, half in enumerate(halves):
        if half.area > 14 and parts(half):
            centre = np.array(half.centroid.coords[0]) + across * (noise[2 + index] - 0.5)
            parcels += [half.intersection(side) for side in _halves(centre, along, reach)]
        else:
            parcels.append(half)
    return [parcel for parcel in parcels if parcel.area > 0.3]


def _halves(through: Floats, direction: Floats, reach: float) -> tuple[Polygon, Polygon]:
    """Return the two half planes on either side of a line, as far as `reach`."""
    unit = direction / max(float(np.hypot(*direction)), 1e-9)
    side = np.array([-unit[1], unit[0]]) * reach
    start, end = through - unit * reach, through + unit * reach
    return (
        Polygon([start, end, end + side, start + side]),
        Polygon([start, end, end - side, start - side]),
    )


def _hedges(plot: Plot, pace: float) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    for index, ring in enumerate(rings(plot.shape.buffer(-0.17, join_style="mitre"), pace)):
        kept = shapely.contains_xy(plot.free, ring.points[:, 0], ring.points[:, 1])
        # Occasional gaps are gates.
        gates = plot.chance.apart(80 + index).along(len(ring.points)) > 0.93
        points = ring.points[kept & ~gates]
        order = np.argsort(-points[:, 1] * plot.view.up, kind="stable")
        marks += hedge(points[order], plot.chance.apart(90), plot, radius=3.1)
    return tuple(marks)
