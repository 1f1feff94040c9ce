"""Which least straight bands run across the table, from edge to edge or to deep water?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.oracle.ground import Ground, Piece
from tests.oracle.shapes import Ring
from tests.rulebooks.second_transcription import LEAST_WIDTH

SLACK = 0.005


def bands_across(ground: Ground, piece: Piece, orientations: int, grid: float) -> Iterator[Ring]:
    """Bands of the least width in every orientation, `grid` apart, within the die's sector."""
    width = LEAST_WIDTH[piece.type]
    x = (0.0, ground.width)
    sector = ground.die_sector(piece)
    if sector is not None and ground.setting("bands_obey_sector"):
        x = ground.sectors[sector]
    zone = _box(x[0], x[1], ground.depth)
    for table in _tables(ground, piece):
        for step in range(orientations // 2):
            angle = 2 * np.pi * step / orientations
            across = np.array([-np.sin(angle), np.cos(angle)])
            offsets = zone @ across
            low, high = float(offsets.min()), float(offsets.max()) - width
            for offset in np.append(np.arange(low, high, grid), high):
                band = _between(table, across, float(offset), width)
                if len(band) < 3:
                    continue
                if band[:, 0].min() >= x[0] - SLACK and band[:, 0].max() <= x[1] + SLACK:
                    yield band


def _tables(ground: Ground, piece: Piece) -> list[Ring]:
    """The table, and the dry part of it where deep water serves as an end."""
    found = [_box(0.0, ground.width, ground.depth)]
    if piece.type == "rivers_and_streams":
        for water in ground.waters_before(piece):
            if ground.water_side(water) == "left":
                found.append(_box(water.x[1], ground.width, ground.depth))
            else:
                found.append(_box(0.0, water.x[0], ground.depth))
    return found


def _box(left: float, right: float, depth: float) -> Ring:
    return np.array([[left, 0.0], [right, 0.0], [right, depth], [left, depth]])


def _between(ring: Ring, across: Ring, offset: float, width: float) -> Ring:
    """The part of a convex outline between two parallel lines."""
    return _cut(_cut(ring, across, offset), -across, -offset - width)


def _cut(ring: Ring, normal: Ring, least: float) -> Ring:
    """The part of a convex outline on the far side of a line."""
    kept = []
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        over_a, over_b = float(a @ normal) - least, float(b @ normal) - least
        if over_a >= 0:
            kept.append(a)
        if (over_a > 1e-9 and over_b < -1e-9) or (over_a < -1e-9 and over_b > 1e-9):
            kept.append(a + (b - a) * (over_a / (over_a - over_b)))
    return np.array(kept).reshape(-1, 2)
