"""Is there really no place for a piece that was said to be lost? Asked of a fine grid.

The piece is tried as the least rectangle of its type (a town 4 x 6.01, a band of its least width,
any other the least square of its slot or of its own size) in 72 orientations, 5 degrees apart, of
which those are left out that turn the rectangle onto itself. Its centre stands on a grid of 0.25
that begins flush with the sector's lower corner and also holds the flush places at its other
sides; where it must touch another piece, a corner of one is laid on points of the other's outline,
0.25 apart. A place counts when the oracle finds nothing broken in it. None does not prove that no
place exists: another shape, or a place between the grid's, may fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tests.oracle.ground import Ground, Piece
from tests.oracle.judge import judge
from tests.oracle.least_bands import bands_across
from tests.oracle.pairs import gap_asked
from tests.oracle.sectors import FLANKS, edge_dice, neighbours_before
from tests.oracle.shapes import Ring, inside, sampled, to_outline, to_segments

GRID = 0.25
ORIENTATIONS = 72
SLACK = 0.005
"""Half the tolerance: what rounding to 0.001 may take stays within the other half."""
MAX_JUDGED = 300
COUNTED = frozenset({"limit_exceeded", "category_not_open", "not_in_box", "not_in_territory"})
"""Codes that say that the piece should not have been selected, wherever it lies."""

Must = Literal["nothing", "edge", "touch"]


@dataclass(frozen=True)
class _Way:
    """A part of the table in which the piece may lie, and what it must touch there."""

    x: tuple[float, float]
    y: tuple[float, float]
    must: Must = "nothing"
    touching: tuple[Piece, ...] = ()


def confirm_lost(layout: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any] | None:
    """A place for the wanted piece after all, or None where the grid has none.

    `wanted` is a piece of the layout format whose outline is not looked at; the answer is the
    same piece with an outline. A place that is beyond doubt is preferred to one near a limit.
    """
    known = {"id": "wanted", "moved": False, "declared": None, **wanted}
    stand_in = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
    tried = {**layout, "pieces": [*layout["pieces"], _with_outline(known, stand_in)]}
    ground = Ground(tried)
    piece = ground.pieces[-1]
    best = None
    for judged, ring in enumerate(_candidates(ground, piece)):
        if judged >= MAX_JUDGED:
            break
        points = [[round(float(x), 3), round(float(y), 3)] for x, y in ring]
        placed = _with_outline(known, [*points, points[0]])
        worst = _worst({**layout, "pieces": [*layout["pieces"], placed]}, piece.id)
        if worst == "kept":
            return placed
        if worst == "near" and best is None:
            best = placed
    return best


def _with_outline(known: dict[str, Any], ring: list[list[float]]) -> dict[str, Any]:
    return {**known, "outline": {"type": "Polygon", "coordinates": [ring]}}


def _worst(layout: dict[str, Any], name: str) -> str:
    answers = {
        answer
        for code, by_ids in judge(layout).items()
        for ids, answer in by_ids.items()
        if name in ids and code not in COUNTED
    }
    return next((worst for worst in ("broken", "near") if worst in answers), "kept")


def _candidates(ground: Ground, piece: Piece) -> Iterator[Ring]:
    if ground.widths(piece) is not None:
        for band in bands_across(ground, piece, ORIENTATIONS, GRID):
            if all(_far_enough(ground, piece, band, other) for other in ground.pieces[:-1]):
                yield band
        return
    short, long = _least_sides(ground, piece)
    full_turn = ORIENTATIONS // (4 if short == long else 2)
    for step in range(full_turn):
        angle = 2 * np.pi * step / ORIENTATIONS
        box = _Box(long / 2, short / 2, float(angle))
        for way in _ways(ground, piece):
            centres = _centres(ground, way, box)
            for other in ground.pieces[:-1]:
                if len(centres):
                    centres = centres[_clear(ground, piece, box, centres, other)]
            # A few from all over: what lies side by side fails side by side.
            for centre in centres[:: max(1, len(centres) // 12)]:
                yield box.corners + centre


def _least_sides(ground: Ground, piece: Piece) -> tuple[float, float]:
    sides = ground.sides(piece)
    if sides is None:
        raise ValueError(f"{piece.type} has no least rectangle")
    if sides.long_more_than is None:
        return sides.least, sides.least
    return sides.least, sides.long_more_than + 0.012


@dataclass(frozen=True)
class _Box:
    """The rectangle in one orientation, about its centre."""

    half_long: float
    half_short: float
    angle: float

    @property
    def axes(self) -> NDArray[np.float64]:
        c, s = np.cos(self.angle), np.sin(self.angle)
        return np.array([[c, s], [-s, c]])

    @property
    def corners(self) -> Ring:
        a, b = self.half_long, self.half_short
        return np.asarray(np.array([[-a, -b], [a, -b], [a, b], [-a, b]]) @ self.axes)

    def distances(self, centres: Ring, ring: Ring, shrunk: float = 0.0) -> NDArray[np.float64]:
        """From the rectangle at each centre to the piece with that outline; 0 where they meet."""
        a, b = self.half_long - shrunk, self.half_short - shrunk
        half = np.array([a, b])
        start = (ring[None] - centres[:, None]) @ self.axes.T
        end = np.roll(start, -1, axis=1)
        beyond = np.maximum(np.abs(start) - half, 0.0)
        nearest = np.hypot(beyond[..., 0], beyond[..., 1]).min(axis=1)
        for corner in (np.array([x, y]) for x in (-a, a) for y in (-b, b)):
            along = end - start
            square = np.maximum((along**2).sum(axis=2), 1e-300)
            share = np.clip(((corner - start) * along).sum(axis=2) / square, 0.0, 1.0)
            foot = start + share[..., None] * along - corner
            nearest = np.minimum(nearest, np.hypot(foot[..., 0], foot[..., 1]).min(axis=1))
        meets = _through(start, end, half).any(axis=1) | inside(centres, ring)
        return np.where(meets, 0.0, nearest)


def _through(start: Ring, end: Ring, half: Ring) -> NDArray[np.bool_]:
    """Whether each side of the outline runs through the box about the origin."""
    along = np.where(np.abs(end - start) < 1e-12, 1e-12, end - start)
    one, two = (-half - start) / along, (half - start) / along
    enters = np.minimum(one, two).max(axis=-1).clip(0.0, None)
    leaves = np.maximum(one, two).min(axis=-1).clip(None, 1.0)
    return np.asarray(enters < leaves)


def _needed(ground: Ground, piece: Piece, other: Piece) -> float | None:
    """How far the piece keeps from another: 0 for no overlap, None where it may lie on it."""
    if not other.valid:
        return None
    if other.is_water and ground.special(piece, "overlap"):
        return None
    beside = ground.special(piece, "undiced_beside")
    undiced = piece.die is None and beside is not None and other.type in beside["neighbours"]
    # Beside several neighbours it touches some and keeps the gap from others: left to the oracle.
    if undiced or gap_asked(ground, other, piece, distance=1.0) == "no":
        return 0.0
    return float(ground.setting("gap"))


def _clear(
    ground: Ground, piece: Piece, box: _Box, centres: Ring, other: Piece
) -> NDArray[np.bool_]:
    needed = _needed(ground, piece, other)
    if needed is None:
        return np.ones(len(centres), dtype=bool)
    apart = to_outline(centres, other.ring)
    apart = np.where(inside(centres, other.ring), -apart, apart)
    reach = float(np.hypot(box.half_long, box.half_short))
    free = np.asarray(apart > reach + needed)
    open_cases = ~free & (apart > box.half_short + needed - 2 * SLACK)
    if open_cases.any():
        unsure = centres[open_cases]
        if needed == 0.0:
            free[open_cases] = box.distances(unsure, other.ring, shrunk=SLACK / 2) > 0
        else:
            free[open_cases] = box.distances(unsure, other.ring) >= needed - SLACK
    return free


def _far_enough(ground: Ground, piece: Piece, ring: Ring, other: Piece) -> bool:
    """A coarse test by corners and sides; what it lets through is judged in full."""
    needed = _needed(ground, piece, other)
    if needed is None or needed == 0.0:
        return True
    nearest = min(
        to_segments(ring, other.ring, np.roll(other.ring, -1, axis=0)).min(),
        to_outline(other.ring, ring).min(),
    )
    return bool(nearest >= needed - SLACK)


def _ways(ground: Ground, piece: Piece) -> list[_Way]:
    all_x, all_y = (0.0, ground.width), (0.0, ground.depth)
    middle = ground.depth / 2
    own_half = (0.0, middle) if piece.placed_by == "defender" else (middle, ground.depth)
    if piece.is_settlement:
        return [_Way(all_x, own_half)]
    if piece.is_flank:
        y = own_half if ground.setting("flank_pieces_own_half") else all_y
        return [_Way(ground.sectors[side], y) for side in _open_flanks(ground, piece)]
    if piece.die is None:
        neighbours = tuple(neighbours_before(ground, piece))
        beside = ground.special(piece, "undiced_beside")
        one_sector = beside is not None and beside["one_sector"]
        spans = list(ground.sectors.values()) if one_sector else [all_x]
        return [_Way(span, all_y, "touch", neighbours) for span in spans]
    return _diced_ways(ground, piece, all_y)


def _open_flanks(ground: Ground, piece: Piece) -> list[str]:
    if piece.placed_by == "defender":
        return list(FLANKS)
    for other in ground.pieces[:-1]:
        if other.is_flank and other.placed_by == "defender":
            return [ground.water_side(other)]
    return list(FLANKS)


def _diced_ways(ground: Ground, piece: Piece, all_y: tuple[float, float]) -> list[_Way]:
    sector = ground.die_sector(piece)
    assert sector is not None
    at_edge = piece.die in edge_dice(ground, piece) or bool(ground.special(piece, "touch_edge"))
    ways = [_Way(ground.sectors[sector], all_y, "edge" if at_edge else "nothing")]
    waters = tuple(
        water for water in ground.waters_before(piece) if ground.water_side(water) == sector
    )
    if waters and ground.special(piece, "extend_from_flank") and not at_edge:
        deep = ground.sector_depth
        reach = (0.0, ground.width - deep) if sector == "left" else (deep, ground.width)
        ways.append(_Way(reach, all_y, "touch", waters))
    return ways


def _centres(ground: Ground, way: _Way, box: _Box) -> Ring:
    spread = box.corners.max(axis=0)
    low = np.array([way.x[0], way.y[0]]) + spread - SLACK
    high = np.array([way.x[1], way.y[1]]) - spread + SLACK
    if (high < low).any():
        return np.empty((0, 2))
    if way.must == "touch":
        return _touching(way, box, low, high)
    xs, ys = (np.append(np.arange(a, b, GRID), b) for a, b in zip(low, high, strict=True))
    if way.must == "nothing":
        return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    flush_x = [x for x in (low[0], high[0]) if _flush(x, spread[0], ground.width)]
    flush_y = [y for y in (low[1], high[1]) if _flush(y, spread[1], ground.depth)]
    rows = np.stack(np.meshgrid(xs, flush_y), axis=-1).reshape(-1, 2)
    columns = np.stack(np.meshgrid(flush_x, ys), axis=-1).reshape(-1, 2)
    return np.concatenate([rows, columns])


def _flush(centre: float, spread: float, size: float) -> bool:
    return bool(min(centre - spread, size - centre - spread) <= SLACK)


def _touching(way: _Way, box: _Box, low: Ring, high: Ring) -> Ring:
    found = [np.empty((0, 2))]
    outline = sampled(box.corners, GRID)
    for other in way.touching:
        corner_on_it = sampled(other.ring, GRID)[:, None] - box.corners[None]
        it_on_side = other.ring[:, None] - outline[None]
        found += [corner_on_it.reshape(-1, 2), it_on_side.reshape(-1, 2)]
    centres = np.concatenate(found)
    return centres[((centres >= low) & (centres <= high)).all(axis=1)]
