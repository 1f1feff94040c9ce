"""Straight courses for rivers and strips of water.

A band is the part of a straight strip between two points on the border of the land. Deep water can
serve as an end instead of the table's edge, and is not land.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.lanes import LEAST_BANK, Lane, cuts, lanes
from terrain.core.layout import Layout, Piece
from terrain.core.legality import check_spot
from terrain.core.outline import NEGLIGIBLE, Outline, Point, outline_of, polygons_in, rounded
from terrain.core.placement.clearance import asked_clear
from terrain.core.placement.exact_search import Impossible, boxes_as_json
from terrain.core.placement.placement_options import options
from terrain.core.placement.random_candidates import Numbers, Prefer, Throws
from terrain.core.placement.reference_region import SearchBox
from terrain.core.rules import BandLimits, GroundRules, Zone

Geometry: TypeAlias = Any
Bounds: TypeAlias = tuple[float, float, float, float]

BATCH = 16
SLANT = 0.35
"""The maximum sideways distance of most bands' ends, as a share of their sides."""
SHORT = 12.0
LEAST_PART = 0.06
"""A band that only clips a corner or a side is legal, but not a river: one shorter than this share,
or leaving a smaller share of the land on one side. It is the last resort.
"""
MAX_TRIED = 200
"""Nearly every line that keeps off all pieces is legal, so this many failures are enough."""
SLACK = 0.005
"""The part of the tolerance of 0.01 that a band may use; arcs take 0.0025 more, rounding 0.0015."""
ARC = 16
"""Chords to a quarter of an arc: at a gap of 2 up to 0.0025 more is open than should be."""


def strip_along(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Outline | Impossible:
    """Return a strip along one side edge, or what was searched.

    It is at most 4 deep if the limits allow that: a deeper one leaves its flank sector no room for
    anything of the least size.
    """
    limits = rules.types[wanted.type].strip
    assert limits is not None
    most = max(limits.min_depth, min(limits.max_depth, 4.0))
    width, depth = rules.table.width, rules.table.depth
    sides = chooser.sample(("left", "right"), 2)
    wished = round(limits.min_depth + (most - limits.min_depth) * chooser.random(), 1)
    for strip in (max(limits.min_depth, wished), limits.min_depth):
        for side in sides:
            left, right = (0.0, strip) if side == "left" else (width - strip, width)
            outline = rounded(((left, 0.0), (right, 0.0), (right, depth), (left, depth)))
            if not check_spot(layout, replace(wanted, outline=outline), rules):
                return outline
    return Impossible(
        {
            "type": wanted.type,
            "depth": limits.min_depth,
            "orientations": "all",
            "positions": "along all of a side edge",
            "sides": ["left", "right"],
        }
    )


def thrown_bands(
    layout: Layout,
    wanted: Piece,
    rules: GroundRules,
    chooser: Random,
    *,
    prefer: Prefer | None = None,
) -> Iterator[Outline]:
    """Yield bands of a likely width between random points on two edges, off all other pieces.

    With `prefer` the preferred ones come first.
    """
    run = _Run.of(layout, wanted, rules)
    spread = run.limits.max_width - run.limits.min_width
    for share in (0.6, 0.3, 0.0, 0.0) if run.sides else ():
        band_width = round(run.limits.min_width + spread * share * chooser.random(), 2)
        lines = np.array([_random_line(run.sides, chooser) for _ in range(BATCH)])
        lines = lines[run.divides(lines)]
        bands = run.laid(lines[run.room_beside(lines, band_width) >= 0], band_width)
        yield from sorted(bands, key=_figure_by(prefer)) if prefer else bands


def narrowest_band(
    layout: Layout, wanted: Piece, rules: GroundRules, chooser: Random
) -> Outline | Impossible:
    """Return a band of the least width, or what was searched: every straight line (`lanes`).

    The chooser decides which of them is tried first. Bands that only clip the land are tried last,
    the greatest part first.
    """
    run = _Run.of(layout, wanted, rules)
    least = run.limits.min_width
    clips: list[Lane] = []
    for box in run.boxes:
        for found in run.lanes(box, least):
            chooser.shuffle(found)
            dividing = [lane for lane in found if run.is_divided(lane)]
            clips += [lane for lane in found if not run.is_divided(lane)]
            outline = _first_along(run, dividing[:MAX_TRIED], chooser)
            if outline is not None:
                return outline
    clips.sort(key=lambda lane: lane.part, reverse=True)
    outline = _first_along(run, clips, chooser)
    return outline or Impossible(
        {
            "type": wanted.type,
            "width": least,
            "orientations": "all",
            "positions": "every straight line from border to border",
            "ends": ["table edge", *sorted(run.limits.ends_in)],
            "boxes": boxes_as_json(run.boxes),
        }
    )


def _first_along(run: _Run, lanes: Sequence[Lane], chooser: Random) -> Outline | None:
    """Return the first legal band of the least width along one of these lanes."""
    for lane in lanes:
        outline = run.along(lane, run.limits.min_width, chooser.random())
        wanted = replace(run.wanted, outline=outline or ())
        if outline and not check_spot(run.layout, wanted, run.rules):
            return outline
    return None


def _figure_by(prefer: Prefer) -> Callable[[Outline], float]:
    return lambda outline: float(prefer(Throws(np.array(outline), np.zeros((1, 2))))[0])


@dataclass(frozen=True)
class _Run:
    """The ground and the obstacles of one band.

    `lying` are the indices of the pieces that it keeps off, `corners` (v, 2) the corners of all of
    them, `first` the first index of each, and `clear` its distance from each.
    """

    layout: Layout
    wanted: Piece
    rules: GroundRules
    land: Bounds
    box: Bounds
    lying: tuple[int, ...]
    corners: Numbers
    first: list[int]
    clear: Numbers

    @classmethod
    def of(cls, layout: Layout, wanted: Piece, rules: GroundRules) -> _Run:
        serving = _serving(layout, wanted, rules)
        lying = tuple(
            at
            for at, piece in enumerate(layout.pieces)
            if piece.shape is not None and piece not in serving
        )
        outlines = [layout.pieces[at].outline for at in lying]
        return cls(
            layout=layout,
            wanted=wanted,
            rules=rules,
            land=_land(serving, rules),
            box=_box(wanted, rules),
            lying=lying,
            corners=np.array([point for outline in outlines for point in outline]).reshape(-1, 2),
            first=list(accumulate((len(outline) for outline in outlines[:-1]), initial=0)),
            clear=np.array(asked_clear(layout, wanted, rules, lying), dtype=np.float64),
        )

    @property
    def limits(self) -> BandLimits:
        limits = self.rules.types[self.wanted.type].band
        assert limits is not None
        return limits

    @cached_property
    def sides(self) -> list[tuple[Point, Point]]:
        """Return the stretches of the land's border that lie in the box, from point to point.

        None in a slot that rolls no dice: it has no room for a band.
        """
        if not self.rules.slots[self.wanted.slot].diced:
            return []
        land, box = self.land, self.box
        left, bottom, right, top = max(land[0], box[0]), land[1], min(land[2], box[2]), land[3]
        sides = [((left, bottom), (right, bottom)), ((left, top), (right, top))]
        if land[0] >= box[0]:
            sides.append(((left, bottom), (left, top)))
        if land[2] <= box[2]:
            sides.append(((right, bottom), (right, top)))
        return sides if left < right else []

    def divides(self, lines: Numbers) -> npt.NDArray[np.bool_]:
        """Return whether each line (n, 2, 2) leaves a substantial part of the land on both
        sides.
        """
        way = lines[:, 1] - lines[:, 0]
        across = np.column_stack((-way[:, 1], way[:, 0])) / np.hypot(*way.T)[:, None]
        left, bottom, right, top = self.land
        middle = np.array(((left + right) / 2, (bottom + top) / 2))
        offsets = ((lines[:, 0] - middle) * across).sum(axis=1)
        length, part = cuts(across, offsets, np.array((right - left, top - bottom)))
        return np.asarray((length >= SHORT) & (part >= self.least_part))

    def is_divided(self, lane: Lane) -> bool:
        """Return the same of a lane."""
        return lane.length >= SHORT and lane.part >= self.least_part

    @property
    def least_part(self) -> float:
        left, bottom, right, top = self.land
        return LEAST_PART * (right - left) * (top - bottom)

    def room_beside(self, lines: Numbers, band_width: float) -> Numbers:
        """Return the spare room of a band along each line; negative if there is too little.

        A line across the whole table has each piece on one side, or cuts it; both of its sides have
        to lie on the land.
        """
        start, way = lines[:, 0], lines[:, 1] - lines[:, 0]
        x, y = (way / np.hypot(way[:, 0], way[:, 1])[:, None]).T
        offset = start[:, 1] * x - start[:, 0] * y
        left, bottom, right, top = self.land
        off_middle = np.abs(offset - ((bottom + top) * x - (left + right) * y) / 2)
        reach = ((right - left) * np.abs(y) + (top - bottom) * np.abs(x)) / 2
        room = reach - LEAST_BANK * np.abs(x * y) - off_middle - band_width / 2
        if not len(self.clear):
            return np.asarray(room)
        beside = x[:, None] * self.corners[:, 1] - y[:, None] * self.corners[:, 0]
        nearest = np.minimum.reduceat(beside, self.first, axis=1) - offset[:, None]
        farthest = np.maximum.reduceat(beside, self.first, axis=1) - offset[:, None]
        needed = self.clear + (band_width - self.rules.tolerance) / 2
        return np.asarray(np.minimum(room, (np.maximum(nearest, -farthest) - needed).min(axis=1)))

    @property
    def boxes(self) -> tuple[SearchBox, ...]:
        """Return the ranges in which the band may lie; none if it is placed neither by a die nor
        freely.
        """
        ways = options(self.layout, self.wanted, self.rules)
        boxes = dict.fromkeys(way.box for way in ways if way.touching is None)
        if self.rules.bands_obey_zone or not self.rules.slots[self.wanted.slot].diced:
            return tuple(boxes)
        width = self.rules.table.width
        return tuple(dict.fromkeys(replace(box, left=0.0, right=width) for box in boxes))

    def lanes(self, box: SearchBox, band_width: float) -> Iterator[list[Lane]]:
        """Yield lanes in a range: quickly found ones first, then some of all that there are."""
        left, bottom, right, top = self.land
        beyond = (
            (left, bottom, box.left - SLACK, top),
            (box.right + SLACK, bottom, right, top),
            (left, bottom, right, box.bottom - SLACK),
            (left, box.top + SLACK, right, top),
        )
        walls = [shapely.box(*each) for each in beyond if each[0] < each[2] and each[1] < each[3]]
        shapes, clear = self.layout.shapes[list(self.lying)], self.clear - SLACK
        clear_of_all = np.concatenate((clear, np.zeros(len(walls))))
        yield next(lanes(self.land, [*shapes, *walls], band_width, clear=clear_of_all), [])
        around = shapely.buffer(shapes, clear, quad_segs=ARC)
        yield from lanes(self.land, [*around, *walls], band_width)

    def along(self, lane: Lane, band_width: float, share: float) -> Outline | None:
        """Return the band in a lane, off its lower side by a share of the room there is; but as
        near to the middle of the land as possible if it would only clip the land otherwise.
        """
        band_width = min(band_width, lane.high - lane.low)
        across = np.array(lane.across)
        low, high = lane.low + band_width / 2, lane.high - band_width / 2
        along = np.array((-lane.across[1], lane.across[0]))
        size = self.rules.table.width + self.rules.table.depth
        way = along * np.array(((-size,), (size,)))
        ends = across * (low + share * (high - low)) + way
        if not self.divides(ends[None])[0]:
            left, bottom, right, top = self.land
            middle = float(across @ np.array(((left + right) / 2, (bottom + top) / 2)))
            ends = across * min(max(low, middle), high) + way
        return self._cut(ends, band_width)

    def laid(self, lines: Numbers, band_width: float) -> Iterator[Outline]:
        """Yield the bands of one width along centre lines, in their order."""
        for line in lines:
            outline = self._laid(line, band_width)
            if outline is not None:
                yield outline

    def _laid(self, line: Numbers, band_width: float) -> Outline | None:
        """Return the band along a line, cut off where the land ends; None if it leaves the box."""
        outline = _straight_across(line, band_width, self.land) or self._cut(line, band_width)
        if outline is None:
            return None
        across = [x for x, _ in outline]
        inside = min(across) >= self.box[0] - NEGLIGIBLE and max(across) <= self.box[2] + NEGLIGIBLE
        return outline if inside else None

    def _cut(self, line: Numbers, band_width: float) -> Outline | None:
        shape = shapely.intersection(_strip(line, band_width), shapely.box(*self.land))
        parts = polygons_in(shape)
        return outline_of(parts[0]) if len(parts) == 1 else None


def _straight_across(line: Numbers, band_width: float, land: Bounds) -> Outline | None:
    """Return the band along a line from the front to the back, unless an end contains a corner."""
    left, front, right, back = land
    (ax, ay), (bx, by) = line.tolist()
    if (ay, by) != (front, back):
        return None
    half = band_width / 2 * math.hypot(bx - ax, by - ay) / (by - ay)
    if min(ax, bx) - half < left or max(ax, bx) + half > right:
        return None
    return rounded(((ax - half, ay), (ax + half, ay), (bx + half, by), (bx - half, by)))


def _strip(line: Numbers, band_width: float) -> Geometry:
    """Return a strip about a line, long enough to leave the land at both ends."""
    (ax, ay), (bx, by) = line.tolist()
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    out = 200.0
    nx, ny = -uy * band_width / 2, ux * band_width / 2
    ax, ay, bx, by = ax - ux * out, ay - uy * out, bx + ux * out, by + uy * out
    return shapely.polygons(
        [(ax - nx, ay - ny), (bx - nx, by - ny), (bx + nx, by + ny), (ax + nx, ay + ny)]
    )


def _serving(layout: Layout, wanted: Piece, rules: GroundRules) -> list[Piece]:
    """Return the strips of water along a whole side of the table in which the band may end.

    Other shapes are only obstacles: players may have accepted an illegal one.
    """
    band = rules.types[wanted.type].band
    found = []
    for piece in layout.pieces:
        if band and piece.type in band.ends_in and piece.shape is not None:
            left, _, right, _ = piece.bounds
            width, depth, tolerance = rules.table.width, rules.table.depth, rules.tolerance
            at_left = left <= tolerance and right < width / 2
            at_right = right >= width - tolerance and left > width / 2
            whole = (right - left) * depth - piece.area <= 2 * tolerance * depth
            if whole and (at_left or at_right):
                found.append(piece)
    return found


def _land(serving: list[Piece], rules: GroundRules) -> Bounds:
    """Return the table less the strips of water in which a band may end."""
    left, right = 0.0, rules.table.width
    for piece in serving:
        x0, _, x1, _ = piece.bounds
        if x1 < rules.table.width / 2:
            left = max(left, x1)
        else:
            right = min(right, x0)
    return left, 0.0, right, rules.table.depth


def _box(wanted: Piece, rules: GroundRules) -> Bounds:
    """Return the range in which the band must lie, by its die."""
    zone: Zone | None = None
    kind = rules.types[wanted.type]
    if wanted.die is not None and rules.bands_obey_zone and rules.slots[wanted.slot].diced:
        zone = rules.zones[kind.by_die[wanted.placed_by][wanted.die].zone]
    low, high = (zone.low, zone.high) if zone else (0.0, rules.table.width)
    return low, 0.0, high, rules.table.depth


def _random_line(sides: list[tuple[Point, Point]], chooser: Random) -> tuple[Point, Point]:
    share = chooser.random()
    if chooser.random() < 0.75:
        # Across from front to back, as most rivers on a table, and not too slanted: otherwise
        # little room is left beside it.
        first, second = sides[:2]
        other = share + SLANT * (2 * chooser.random() - 1)
        return _along(first, share), _along(second, min(1.0, max(0.0, other)))
    first, second = chooser.sample(sides, 2)
    return _along(first, share), _along(second, chooser.random())


def _along(side: tuple[Point, Point], share: float) -> Point:
    (ax, ay), (bx, by) = side
    return ax + (bx - ax) * share, ay + (by - ay) * share
