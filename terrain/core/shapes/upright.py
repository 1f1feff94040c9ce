"""Set a ring upright in the unit square and check that it is sound."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely

from terrain.core.shapes.ring import Ring

Geometry: TypeAlias = Any
Corners: TypeAlias = list[tuple[float, float]]
Floats: TypeAlias = npt.NDArray[np.float64]
Numbers: TypeAlias = npt.NDArray[np.complex128]

LEAST_FILL = 0.42
"""A share of the unit square. Rules require 0.35, and swaying may remove a little."""

LEAST_SEAT = 0.24
"""The least share of the long side along which a silhouette touches its rectangle. A turned outline
is rounded to thousandths: on a shorter seat its rectangle would turn by more than rules tolerate.
"""

PARED = 0.03
"""The share of its depth that a rounded silhouette loses on both long sides, to lie flat there."""

SPARE = 0.0005
"""The share by which other rectangles around a silhouette are larger; rounding takes less."""

CLEARANCE = 0.012
"""The minimum distance that any point may be moved before the ring touches itself."""

FINENESS = 10_000


def is_sound(ring: Corners, proportions: tuple[float, ...], spare: float = SPARE) -> bool:
    """Return whether a ring in the unit square is one piece without necks, full, well seated and
    upright.

    Upright in all of these proportions: see `is_upright`.
    """
    # The clearance between points ignores those that coincide.
    if len(set(ring)) < len(ring) or seat(ring) < LEAST_SEAT:
        return False
    shape = shapely.polygons(ring)
    return bool(
        shapely.area(shape) >= LEAST_FILL
        and shapely.is_valid(shape)
        and shapely.minimum_clearance(shape) >= CLEARANCE
        and is_upright(shape, proportions, spare)
    )


def is_upright(shape: Geometry, proportions: tuple[float, ...], spare: float) -> bool:
    """Return whether the square, stretched along x by each of these, stays its least rectangle.

    The least one determines a piece's size. Others are larger by the share `spare`.
    """
    hull = shapely.get_coordinates(shapely.convex_hull(shape))
    long = np.array(proportions)[:, None]
    sides, width, depth = _rectangles(hull[:, 0] * long + 1j * hull[:, 1])
    level = (sides.real == 0) | (sides.imag == 0)
    areas = np.where(level, np.inf, width * depth)
    return bool((areas > long * (1 + spare)).all())


def seat(ring: Corners) -> float:
    """Return the length of the hull's side on the lower or the upper side of the square, the longer
    one.
    """
    lower, upper = ([x for x, y in ring if y == level] for level in (0.0, 1.0))
    return max(max(side) - min(side) for side in (lower, upper))


def lying(ring: Ring) -> Ring:
    """Return the ring turned so that its least rectangle lies level, longer side along x."""
    hull = shapely.convex_hull(shapely.multipoints([(p.real, p.imag) for p in ring]))
    corners = shapely.get_coordinates(hull).view(np.complex128).T
    sides, width, depth = (figures[0] for figures in _rectangles(corners))
    least = int(np.argmin(width * depth))
    back = complex(sides[least]).conjugate() * (1 if width[least] >= depth[least] else 1j)
    return [point * back for point in ring]


def pared(ring: Ring) -> Ring:
    """Return the ring cut flat where it is lowest and highest."""
    ys = [point.imag for point in ring]
    low, high = min(ys), max(ys)
    off = PARED * (high - low)
    return [complex(p.real, min(max(p.imag, low + off), high - off)) for p in ring]


def in_square(ring: Ring) -> Corners:
    """Return the ring stretched over the unit square, in ten-thousandths."""
    left, low = min(p.real for p in ring), min(p.imag for p in ring)
    width, depth = _extent(ring)
    return [
        (
            round((p.real - left) / width * FINENESS) / FINENESS,
            round((p.imag - low) / depth * FINENESS) / FINENESS,
        )
        for p in ring
    ]


def _extent(ring: Ring) -> tuple[float, float]:
    xs, ys = [point.real for point in ring], [point.imag for point in ring]
    return max(xs) - min(xs), max(ys) - min(ys)


def _rectangles(corners: Numbers) -> tuple[Numbers, Floats, Floats]:
    """Return of the rectangles along the sides of closed hulls (k, n + 1) direction, width and
    depth.
    """
    sides = corners[:, 1:] - corners[:, :-1]
    sides = sides / abs(sides)
    turned = corners[:, :, None] * sides.conj()[:, None, :]
    return sides, np.ptp(turned.real, axis=1), np.ptp(turned.imag, axis=1)
