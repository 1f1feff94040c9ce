"""Figures that compare the two sides' terrain, each with its definition.

Every figure describes the terrain as it is placed, whether legal or not. Terrain off the table does
not count. Overlapping pieces count once, as the hardest of them: difficult, rough (a town in deep
water is rough going), without category, good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.layout import JSON, Layout, write_outline
from terrain.core.outline import NEGLIGIBLE, Outline
from terrain.core.rules import GroundRules, Zone

Geometry: TypeAlias = Any
Numbers: TypeAlias = npt.NDArray[np.float64]

CATEGORIES = ("good", "rough", "difficult")
APART = "apart"
"""The key of terrain without a category: deep water, settlements, types of other territories."""
THIRDS = ("left", "middle", "right")


@dataclass(frozen=True)
class FairnessTerms:
    """The terms of the figures; no rulebook states these.

    - `weights`: the value of a square unit of each category in symmetry and balance.
    - `blocking`: the categories that close a lane. A river is good terrain in the first rulebook,
      so it closes none; terrain without a category does.
    - `degrees`: the directions in which a lane is searched, anticlockwise from straight across the
      depth; less than 90 either way.
    """

    weights: Mapping[str, float] = field(
        default_factory=lambda: {"good": 1.0, "rough": 2.0, "difficult": 3.0, APART: 3.0}
    )
    blocking: frozenset[str] = frozenset({"rough", "difficult", APART})
    degrees: tuple[float, ...] = tuple(float(each) for each in range(-30, 31))


DEFAULT_TERMS = FairnessTerms()


@dataclass(frozen=True)
class GroundAreas:
    """Areas within one part of the table, in square units; 0 if there is none.

    `whole` is the part itself; `apart` the terrain without a category, by type, and only the types
    that are there. The rest is open: `whole` less all the others.
    """

    whole: float
    good: float
    rough: float
    difficult: float
    apart: Mapping[str, float]

    @property
    def open(self) -> float:
        """Return the area without terrain."""
        return self.whole - self.good - self.rough - self.difficult - sum(self.apart.values())


@dataclass(frozen=True)
class FairnessLane:
    """The widest straight corridor between the two deployment zones in one third of the width.

    A corridor lies between two parallel lines, from the end of the one deployment zone to the end
    of the other (`GroundRules.deployment` from the line across the middle). All of it is in its
    third, without blocking terrain; terrain that only touches it is outside. In each direction the
    widest is found exactly; directions are those of the terms, so a wider one between two of them
    may be missed.

    - `width`: square to its direction, in the rules' unit; 0 if no direction has one.
    - `degrees`: anticlockwise from straight across the depth, as the defender sees it: a positive
      one leads to the left. Among equals the straightest, of two such the negative; None for none.
    - `outline`: its four corners, anticlockwise from the left one at the defender's end; in a
      direction with several of that width the leftmost. Empty for none.
    """

    third: str
    width: float
    degrees: float | None
    outline: Outline


@dataclass(frozen=True)
class Balance:
    """The difference of the two halves in weighted area: terrain times the terms' weights, summed.

    - `weighted`: by player, of the half on their side, in square units times weight.
    - `difference`: the defender's less the invader's; positive if the defender has more terrain to
      march round.
    - `share`: that over the sum of both, from -1 to 1; 0 if there is no terrain with a weight.
    """

    weighted: Mapping[str, float]

    @property
    def difference(self) -> float:
        """Return the defender's weighted area less the invader's."""
        return self.weighted["defender"] - self.weighted["invader"]

    @property
    def share(self) -> float:
        """Return the difference over the sum of both halves."""
        both = sum(self.weighted.values())
        return self.difference / both if both > 0 else 0.0


@dataclass(frozen=True)
class FairnessCard:
    """All figures of one layout.

    - `cells`: by half (a player's name), then by sector. Halves meet in the line across the middle
      of the depth, sectors are the rules' zones; a piece on a line counts in both with its part.
    - `halves`, `sectors`: the same, summed.
    - `lanes`: one for each third of the width, from the left as the defender sees it.
    - `symmetry`: see `fairness`.
    - `left_out`: ids of the pieces whose outline is not a polygon; they count nowhere.
    """

    unit: str
    cells: Mapping[str, Mapping[str, GroundAreas]]
    halves: Mapping[str, GroundAreas]
    sectors: Mapping[str, GroundAreas]
    lanes: tuple[FairnessLane, ...]
    symmetry: float
    balance: Balance
    left_out: tuple[str, ...]
    terms: FairnessTerms


def fairness(
    layout: Layout, rules: GroundRules, *, terms: FairnessTerms = DEFAULT_TERMS
) -> FairnessCard:
    """Return the figures of a layout's terrain; each is defined at its own field.

    `symmetry` is 1 less half the share of the terrain that changes when the table is turned by 180
    degrees: for each category (and each type without one) the area that lies in one of the two and
    not in the other, times its weight, over twice all weighted area. 1 is wholly symmetric, as is
    an empty table; 0 is a table on which no spot has terrain of the same kind opposite.

    An empty layout gives areas of 0 and lanes of a whole third. Raises ValueError if the deployment
    zones meet or lie off the table, and if a direction is 90 degrees or more.
    """
    lines = _deployment_lines(rules)
    if not all(abs(each) < 90 for each in terms.degrees):
        raise ValueError("a lane's direction is less than 90 degrees from straight across")
    kinds = _ground_by_kind(layout, rules)
    cells = _cells(kinds, rules)
    halves = {half: _sum(row.values()) for half, row in cells.items()}
    blocking = [area for kind, area in kinds.items() if kind.category in terms.blocking]
    return FairnessCard(
        unit=rules.unit,
        cells=cells,
        halves=halves,
        sectors={name: _sum(row[name] for row in cells.values()) for name in rules.zones},
        lanes=_lanes(blocking, lines, rules.table.width, terms.degrees),
        symmetry=_symmetry(kinds, rules, terms.weights),
        balance=Balance({half: _weight(each, terms.weights) for half, each in halves.items()}),
        left_out=tuple(piece.id for piece in layout.pieces if piece.shape is None),
        terms=terms,
    )


def write_card(card: FairnessCard) -> dict[str, JSON]:
    """Return a card as JSON: lengths and areas with three decimals, shares with four."""
    return {
        "unit": card.unit,
        "cells": {
            half: {sector: _write_ground(each) for sector, each in row.items()}
            for half, row in card.cells.items()
        },
        "halves": {half: _write_ground(each) for half, each in card.halves.items()},
        "sectors": {sector: _write_ground(each) for sector, each in card.sectors.items()},
        "lanes": [
            {
                "third": lane.third,
                "width": round(lane.width, 3),
                "degrees": lane.degrees,
                "outline": write_outline(lane.outline) if lane.outline else None,
            }
            for lane in card.lanes
        ],
        "symmetry": round(card.symmetry, 4),
        "balance": {
            "weighted": {half: round(each, 3) for half, each in card.balance.weighted.items()},
            "difference": round(card.balance.difference, 3),
            "share": round(card.balance.share, 4),
        },
        "left_out": list(card.left_out),
        "terms": {
            "weights": dict(card.terms.weights),
            "blocking": sorted(card.terms.blocking),
            "degrees": list(card.terms.degrees),
        },
    }


def _write_ground(ground: GroundAreas) -> dict[str, JSON]:
    return {
        "whole": round(ground.whole, 3),
        "open": round(ground.open, 3),
        **{name: round(getattr(ground, name), 3) for name in CATEGORIES},
        "apart": {name: round(area, 3) for name, area in ground.apart.items()},
    }


@dataclass(frozen=True)
class _Kind:
    """A category, or one type without a category."""

    category: str
    type: str | None = None


def _ground_by_kind(layout: Layout, rules: GroundRules) -> dict[_Kind, Geometry]:
    """Return the terrain of each kind, without overlaps: harder terrain replaces softer."""
    lying: dict[_Kind, list[Geometry]] = {}
    for piece in layout.pieces:
        if piece.shape is not None:
            category = rules.kind(piece.type).category
            kind = _Kind(category) if category else _Kind(APART, piece.type)
            lying.setdefault(kind, []).append(piece.shape)
    hardest_first = ("difficult", "rough", APART, "good")
    found: dict[_Kind, Geometry] = {}
    for kind in sorted(lying, key=lambda each: hardest_first.index(each.category)):
        ground = shapely.union_all(lying[kind])
        above = [other for other in found.values() if shapely.intersects(other, ground)]
        found[kind] = shapely.difference(ground, shapely.union_all(above)) if above else ground
    return found


def _cells(
    kinds: Mapping[_Kind, Geometry], rules: GroundRules
) -> dict[str, dict[str, GroundAreas]]:
    parts = [(half, sector) for half in rules.halves for sector in rules.zones]
    boxes = np.array(
        [_part(rules.halves[half], rules.zones[sector]) for half, sector in parts], dtype=object
    )
    grounds = np.array(list(kinds.values()), dtype=object)
    areas = shapely.area(shapely.intersection(grounds[:, None], boxes[None, :]))
    wholes = shapely.area(boxes)
    found: dict[str, dict[str, GroundAreas]] = {half: {} for half in rules.halves}
    for at, (half, sector) in enumerate(parts):
        here = {kind: float(area) for kind, area in zip(kinds, areas[:, at], strict=True)}
        found[half][sector] = GroundAreas(
            whole=float(wholes[at]),
            good=here.get(_Kind("good"), 0.0),
            rough=here.get(_Kind("rough"), 0.0),
            difficult=here.get(_Kind("difficult"), 0.0),
            apart={str(kind.type): area for kind, area in here.items() if kind.type and area > 0},
        )
    return found


def _part(half: Zone, sector: Zone) -> Geometry:
    return shapely.box(sector.low, half.low, sector.high, half.high)


def _sum(parts: Iterable[GroundAreas]) -> GroundAreas:
    parts = tuple(parts)
    apart: dict[str, float] = {}
    for part in parts:
        for name, area in part.apart.items():
            apart[name] = apart.get(name, 0.0) + area
    return GroundAreas(
        whole=sum(part.whole for part in parts),
        good=sum(part.good for part in parts),
        rough=sum(part.rough for part in parts),
        difficult=sum(part.difficult for part in parts),
        apart=apart,
    )


def _weight(ground: GroundAreas, weights: Mapping[str, float]) -> float:
    categories = sum(getattr(ground, name) * weights.get(name, 0.0) for name in CATEGORIES)
    return float(categories + sum(ground.apart.values()) * weights.get(APART, 0.0))


def _symmetry(
    kinds: Mapping[_Kind, Geometry], rules: GroundRules, weights: Mapping[str, float]
) -> float:
    size = np.array((rules.table.width, rules.table.depth))
    table = shapely.box(0, 0, *size)
    grounds = shapely.intersection(np.array(list(kinds.values()), dtype=object), table)
    turned = shapely.transform(grounds, lambda points: size - points)
    weight = np.array([weights.get(kind.category, 0.0) for kind in kinds])
    # The area in one of the two and not in the other is twice what the turned terrain misses.
    kept = float(weight @ shapely.area(shapely.intersection(grounds, turned)))
    whole = float(weight @ shapely.area(grounds))
    return min(1.0, kept / whole) if whole > 0 else 1.0


def _deployment_lines(rules: GroundRules) -> tuple[float, float]:
    """Return where the two deployment zones end, along y."""
    middle = rules.table.depth / 2
    if not 0 < rules.deployment <= middle:
        raise ValueError("the deployment zones have to end on the table, apart from each other")
    return middle - rules.deployment, middle + rules.deployment


def _lanes(
    blocking: list[Geometry],
    lines: tuple[float, float],
    width: float,
    degrees: tuple[float, ...],
) -> tuple[FairnessLane, ...]:
    """Return the widest lanes. Along a direction every piece is an interval; the gaps are lanes."""
    low, high = lines
    # The straightest first: the first of the widest is then the one to name.
    turns = np.array(sorted(degrees, key=lambda each: (abs(each), each)))
    slopes = np.tan(np.radians(turns))
    starts, ends = _intervals(blocking, lines, slopes)
    found = []
    for at, third in enumerate(THIRDS):
        left, right = width * at / 3, width * (at + 1) / 3
        # A lane's left corner at the defender's end leaves room for the other end.
        leads = (high - low) * slopes
        first = np.maximum(left, left + leads)[None, :]
        last = np.maximum(first, np.minimum(right, right + leads)[None, :])
        begins = np.concatenate((first, np.clip(ends, first, last)))
        gaps = np.concatenate((np.clip(starts, first, last), last)) - begins
        widths = gaps.max(axis=0) * np.cos(np.radians(turns))
        best = int(np.argmax(widths >= widths.max() - NEGLIGIBLE))
        if widths[best] <= NEGLIGIBLE:
            found.append(FairnessLane(third, 0.0, None, ()))
            continue
        gap = int(np.argmax(gaps[:, best] >= gaps[:, best].max() - NEGLIGIBLE))
        x, across, lead = float(begins[gap, best]), float(gaps[gap, best]), float(leads[best])
        outline = ((x, low), (x + across, low), (x + across - lead, high), (x - lead, high))
        found.append(FairnessLane(third, float(widths[best]), float(turns[best]), outline))
    return tuple(found)


def _intervals(
    blocking: list[Geometry], lines: tuple[float, float], slopes: Numbers
) -> tuple[Numbers, Numbers]:
    """Return by direction the blocking intervals, from left to right: starts, and farthest ends so
    far.

    Arrays of pieces by directions, in x where the line of sight crosses the defender's end.
    """
    low, high = lines
    reach = shapely.total_bounds(blocking) if blocking else (0.0, 0.0, 0.0, 0.0)
    between = shapely.box(reach[0] - 1, low, reach[2] + 1, high)
    parts = shapely.get_parts(shapely.intersection(np.array(blocking, dtype=object), between))
    parts = shapely.get_parts(parts[shapely.area(parts) > 0])
    parts = parts[shapely.area(parts) > 0]
    if len(parts) == 0:
        nothing = np.empty((0, len(slopes)))
        return nothing, nothing
    points, owners = shapely.get_coordinates(parts, return_index=True)
    seen = points[:, :1] + (points[:, 1:] - low) * slopes
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    starts = np.minimum.reduceat(seen, firsts)
    ends = np.maximum.reduceat(seen, firsts)
    order = np.argsort(starts, axis=0)
    return (
        np.take_along_axis(starts, order, axis=0),
        np.maximum.accumulate(np.take_along_axis(ends, order, axis=0)),
    )
