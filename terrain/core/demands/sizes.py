"""Rules about a piece's outline: a polygon of a legal size."""

from __future__ import annotations

from functools import partial

import numpy as np
import shapely

from terrain.core.demands.subject import Geometry, Subject, Violations
from terrain.core.outline import NEGLIGIBLE, Extents
from terrain.core.rules import SizeLimits


def invalid_outline(piece: Subject) -> Violations:
    """Yield a violation if the outline is not a simple polygon; no other geometry rule applies
    then.
    """
    fault = piece.piece.fault
    if not fault:
        return ()
    ring = piece.piece.outline
    where = None
    if len(ring) > 1 and fault != "not_finite":
        where = partial(shapely.linestrings, (*ring, ring[0]))
    return (piece.violation("invalid_outline", where=where, params={"reason": fault}),)


def size(piece: Subject) -> Violations:
    """Yield a violation if no bounding rectangle along an edge of the hull fits the limits.

    The figures are those of the rectangle of least area, which is then wrong too: its shorter side
    if it is too small, its longer side if it is too large (or not long enough).
    """
    limits = piece.kind.sizes.get(piece.slot.name)
    if limits is None:
        return ()
    least = piece.piece.least_sides
    if least and _within(*least, limits, piece.rules.tolerance):
        return ()
    fits = fits_size(piece.extents, limits, piece.rules.tolerance)
    return () if fits else _off_size(piece, limits)


def _off_size(piece: Subject, limits: SizeLimits) -> Violations:
    at = piece.extents.least()
    short, long = float(piece.extents.short[at]), float(piece.extents.long[at])
    shared = {"short": round(short, 3), "long": round(long, 3), "most": limits.most}

    def where() -> Geometry:
        return piece.extents.rectangle(at)

    if short < limits.short_min - piece.rules.tolerance - NEGLIGIBLE:
        yield piece.violation(
            "too_small", figures=(short, limits.short_min), where=where, params=shared
        )
    elif long < longest_least(limits, piece.rules.tolerance) - NEGLIGIBLE:
        params = {**shared, "exclusive": limits.long_exclusive}
        yield piece.violation(
            "too_small", figures=(long, limits.long_min), where=where, params=params
        )
    if long > limits.most + piece.rules.tolerance + NEGLIGIBLE:
        yield piece.violation("too_large", figures=(long, limits.most), where=where, params=shared)


def fill(piece: Subject) -> Violations:
    """Yield a violation if it covers less of its bounding rectangle than `least_fill`: a sliver."""
    if not piece.kind.filled:
        return ()
    left, bottom, right, top = piece.piece.bounds
    # The least rectangle is no larger than the one along the table's edges.
    if piece.piece.area > (right - left) * (top - bottom) * (piece.rules.least_fill + 1e-5):
        return ()
    at = piece.extents.least()
    box = float(piece.extents.short[at] * piece.extents.long[at])
    covered = piece.piece.area / box
    if covered >= piece.rules.least_fill - NEGLIGIBLE:
        return ()
    sliver = piece.violation(
        "too_thin",
        figures=(covered, piece.rules.least_fill),
        where=lambda: piece.extents.rectangle(at),
    )
    return (sliver,)


def fits_size(measure: Extents, limits: SizeLimits, tolerance: float) -> bool:
    """Return whether one of the rectangles has both sides within the limits."""
    sides = zip(measure.short.tolist(), measure.long.tolist(), strict=True)
    return any(_within(*both, limits, tolerance, NEGLIGIBLE) for both in sides)


def _within(
    short: float, long: float, limits: SizeLimits, tolerance: float, noise: float = 0.0
) -> bool:
    return (
        short >= limits.short_min - tolerance - noise
        and longest_least(limits, tolerance) - noise <= long <= limits.most + tolerance + noise
    )


def is_square_of(measure: Extents, side: float, tolerance: float) -> bool:
    """Return whether one of the rectangles is a square of that side."""
    off = np.maximum(np.abs(measure.short - side), np.abs(measure.long - side))
    return bool((off <= tolerance + NEGLIGIBLE).any())


def longest_least(limits: SizeLimits, tolerance: float) -> float:
    """Return the minimum of the longer side: "more than" is the tolerance above the figure."""
    return limits.long_min + (tolerance if limits.long_exclusive else -tolerance)
