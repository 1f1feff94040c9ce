"""Find the shortest slide that makes an illegally placed piece legal."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import shapely

from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_among
from terrain.core.outline import DECIMALS, Outline, Point, slid
from terrain.core.placement.legal_region import open_ground, without_cracks
from terrain.core.rules import GroundRules

Geometry: TypeAlias = Any

CORNERS_TRIED = 32


@dataclass(frozen=True)
class Nearest:
    """A slide `by` a vector, the outline after it, and the length of the slide.

    Vector and outline have three decimals; nothing is wrong with the outline there.
    """

    by: Point
    outline: Outline
    distance: float


def nearest(
    layout: Layout,
    piece: Piece,
    rules: GroundRules,
    *,
    later: tuple[Piece, ...] = (),
    within: Geometry | None = None,
) -> Nearest | None:
    """Return the shortest slide to a legal place in the piece's orientation; None if there is none.

    The piece is placed after those of the layout and before the `later` ones, which have no
    violation there that `check_among` finds. The first point of the outline has to end `within` a
    Shapely polygon, if one is given.

    For a piece at a legal place, the slide is zero. Otherwise a slide that is more than a
    thousandth shorter leads to no spot of `where`: at most to one that is legal by less than
    `where.RESOLUTION` of the tolerance. `check_among` confirms the answer; no slide fixes faults of
    the piece as such, or of its size and shape: then None. The length of a slide is limited only by
    `within`.
    """
    sound = not piece.fault and _covered(piece.outline[0], within)
    if sound and not check_among(layout, piece, later, rules):
        return Nearest((0.0, 0.0), piece.outline, 0.0)
    region = open_ground(layout, piece, rules, later)
    if within is not None:
        region = shapely.intersection(region, within)
    if shapely.is_empty(region):
        return None
    for spot in _spots(region, piece.outline[0]):
        found = _slide(layout, piece, later, rules, spot)
        if found:
            return found
    return None


def _covered(spot: Point, within: Geometry | None) -> bool:
    return within is None or bool(shapely.intersects_xy(within, *spot))


def _spots(region: Geometry, start: Point) -> Iterator[Point]:
    """Yield the nearest spot of a region, the nearest without its cracks, then its nearest
    corners.
    """
    yield from _nearest_of(region, start)
    sound = without_cracks(region)
    yield from _nearest_of(sound, start)
    corners = shapely.get_coordinates(sound).tolist()
    corners.sort(key=lambda corner: math.dist(corner, start))
    yield from ((x, y) for x, y in corners[:CORNERS_TRIED])


def _nearest_of(region: Geometry, start: Point) -> Iterator[Point]:
    if not shapely.is_empty(region):
        line = shapely.shortest_line(shapely.points(start), region)
        x, y = shapely.get_coordinates(line)[1].tolist()
        yield x, y


def _slide(
    layout: Layout, piece: Piece, later: tuple[Piece, ...], rules: GroundRules, spot: Point
) -> Nearest | None:
    x0, y0 = piece.outline[0]
    by = (round(spot[0] - x0, DECIMALS) + 0.0, round(spot[1] - y0, DECIMALS) + 0.0)
    outline = slid(piece.outline, by=by)
    if check_among(layout, replace(piece, outline=outline), later, rules):
        return None
    return Nearest(by, outline, math.hypot(*by))
