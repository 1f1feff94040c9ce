"""Return where a piece may be placed, for its outline and orientation as given.

The result is the table without all regions that `forbidden_regions` returns. It is exact for
outlines of any shape: no grid is involved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import shapely

from terrain.core.breaches import to_geojson
from terrain.core.demands import counts, sizes
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.minkowski import NO_LOOPS, joined, left_of
from terrain.core.outline import DECIMALS, Point, polygons_in, slid
from terrain.core.placement.candidate_positions import legal_at
from terrain.core.placement.forbidden_regions import Hand
from terrain.core.rules import GroundRules

Geometry: TypeAlias = Any

KEPT = 0.0015
"""The part of the tolerance that is kept back: twice the effect of rounding to three decimals."""
RESOLUTION = 0.008
"""The part of the tolerance by which an omitted spot may be legal: KEPT, arcs and rounding."""
CRACK = 0.002
"""The width below which a part may be omitted from a region."""


@dataclass(frozen=True)
class Region:
    """Legal spots for the reference point of a piece, which is the first point of its outline.

    `shape` is a Shapely Polygon or MultiPolygon, possibly with holes, with coordinates of three
    decimals; empty if there is no spot.
    """

    shape: Geometry

    @property
    def is_empty(self) -> bool:
        """Return whether there is no legal spot."""
        return bool(shapely.is_empty(self.shape))

    @property
    def geojson(self) -> Mapping[str, Any] | None:
        """Return a GeoJSON Polygon or MultiPolygon; None if there is no spot."""
        return to_geojson(self.shape)

    def within(self, ground: Geometry) -> Region:
        """Return the spots that also lie on a polygon. Its border's corners are not measured."""
        return Region(_rounded(shapely.intersection(self.shape, ground)))

    def covers(self, spot: Point) -> bool:
        """Return whether a spot lies in the region or on its border."""
        return bool(shapely.intersects_xy(self.shape, *spot))


def where(
    layout: Layout, piece: Piece, rules: GroundRules, later: tuple[Piece, ...] = ()
) -> Region:
    """Return the region in which a piece may lie, in its orientation.

    It is placed after those of the layout and before the `later` ones, if there are any. At each
    spot `check_among` finds nothing wrong with the outline, slid so that its first point lies there
    and rounded to three decimals; each corner has been measured so (`legal_at`). Empty if the
    outline has a fault or a size that no place fixes. Faults of the piece as such (its number, its
    type) are not checked. A moved piece is judged as moved: its size does not count.

    The region uses the tolerance except for KEPT: it has every spot that stays legal with a
    tolerance that is smaller, or larger, by RESOLUTION. So if a piece only just fits, the region is
    not a line but a sliver: about 0.015 wide along an edge of the table or a piece that must be
    touched. A band may slide along the edges that it joins. A strip of deep water has a spot of
    that size at each side edge. Slivers narrower than CRACK may be omitted, and so may clefts
    beside outlines that are too ragged to be added up (`terrain.core.smoothing`): there more may be
    missing.
    """
    found = _rounded(open_ground(layout, piece, rules, later))
    fine = legal_at(layout, piece, rules, shapely.get_coordinates(found), later)
    if not fine.all():
        found = _rounded(without_cracks(found))
        fine = legal_at(layout, piece, rules, shapely.get_coordinates(found), later)
        parts = shapely.get_parts(found)
        owners = np.repeat(np.arange(len(parts)), shapely.get_num_coordinates(parts))
        found = _as_one(np.delete(parts, np.unique(owners[~fine])).tolist())
    return Region(found)


def without_cracks(region: Geometry) -> Geometry:
    """Return a region without parts narrower than CRACK.

    Between adjacent loops, rounding of the last digits may leave false cracks and spikes.
    """
    worn = shapely.buffer(region, -CRACK / 2, join_style="mitre")
    return shapely.buffer(worn, CRACK / 2, join_style="mitre")


def open_ground(
    layout: Layout, piece: Piece, rules: GroundRules, later: tuple[Piece, ...] = ()
) -> Geometry:
    """Return the region of `where` as Shapely leaves it, neither rounded nor measured."""
    if piece.fault:
        return shapely.Polygon()
    hand = Hand(layout, piece, rules, later=later, keep=KEPT)
    if _misshapen(hand):
        return shapely.Polygon()
    if hand.here.kind.strip:
        return _beside_edges(layout, piece, rules)
    bans = [*hand.of_place(), *hand.of_band()]
    ground = shapely.intersection_all([ban.within for ban in bans])
    if shapely.is_empty(ground):
        return ground
    off = [NO_LOOPS]
    left, bottom, right, top = shapely.bounds(ground).tolist()
    for ban in (*hand.of_edge(), *hand.of_neighbours((left, bottom, right, top), each=False)):
        if ban.off is not None:
            off.append(ban.off)
        if ban.within is not None:
            ground = shapely.intersection(ground, ban.within)
    return left_of(_as_one(polygons_in(ground)), joined(*off))


def _misshapen(hand: Hand) -> bool:
    """Return whether its size is one that no place fixes; for a moved piece that does not count."""
    here = replace(hand.here, draws=False)
    if here.piece.moved:
        return False
    wrong = [*sizes.size(here), *sizes.fill(here)]
    wrong += [b for b in counts.declaration(here) if b.params.get("reason") == "size"]
    return bool(wrong)


def _beside_edges(layout: Layout, piece: Piece, rules: GroundRules) -> Geometry:
    """Return where a strip may lie: the one place at each side edge, within the tolerance."""
    left, bottom, right, top = piece.bounds
    x0, y0 = piece.outline[0]
    ease = (rules.tolerance - KEPT) / 2
    middle = (rules.table.depth - bottom - top) / 2
    found = []
    for slide in (-left, rules.table.width - right):
        x, y = x0 + slide, y0 + middle
        square = shapely.box(x - ease, y - ease, x + ease, y + ease)
        corners = shapely.get_coordinates(square)
        if all(_is_legal_at(layout, piece, rules, (float(a), float(b))) for a, b in corners):
            found.append(square)
    return shapely.union_all(found)


def _is_legal_at(layout: Layout, piece: Piece, rules: GroundRules, spot: Point) -> bool:
    x0, y0 = piece.outline[0]
    laid = slid(piece.outline, by=(spot[0] - x0, spot[1] - y0))
    return not check_spot(layout, replace(piece, outline=laid), rules)


def _rounded(region: Geometry) -> Geometry:
    """Return a region with coordinates of three decimals, valid, without slivers."""
    rounded = shapely.transform(region, lambda points: np.round(points, DECIMALS) + 0.0)
    points = shapely.get_coordinates(rounded)
    if (points[1:] == points[:-1]).all(axis=1).any() or not shapely.is_valid(rounded):
        # Slower and rare: corners that coincide, sides that cross after rounding.
        rounded = shapely.set_precision(region, 10**-DECIMALS)
    return _as_one(polygons_in(rounded))


def _as_one(parts: list[Geometry]) -> Geometry:
    """Return polygons as one geometry; a single one as a Polygon."""
    if len(parts) == 1:
        return parts[0]
    return shapely.multipolygons(parts) if parts else shapely.Polygon()
