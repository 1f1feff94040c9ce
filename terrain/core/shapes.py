"""What does a piece of ground look like, of a given size and from a given chance?

Every outline is drawn within a rectangle from (0, 0) to (width, depth) with at least one side along
it, so that this very rectangle is one of those by which it is measured.
"""

from __future__ import annotations

import math
from random import Random

import shapely

from terrain.core.outline import Outline, outline_of, polygon, rounded
from terrain.core.rules import SizeLimits


def figure(kind: str, size: tuple[float, float], chooser: Random) -> Outline:
    """Return an outline of a kind (`blob`, `field`, `built`) that fills its rectangle exactly."""
    if kind == "field":
        return field(size, chooser)
    if kind == "built":
        return built(size, chooser)
    return blob(size, chooser)


def blob(size: tuple[float, float], chooser: Random) -> Outline:
    """Return a rounded outline of 10 to 18 points, flattened where it meets its rectangle.

    A circle swayed by slow waves is drawn a little too large and cut by the rectangle: the cuts are
    the sides along which it is measured. It may be slightly hollow between two bulges.
    """
    width, depth = size
    count = chooser.randint(11, 14)
    start = chooser.random() * math.tau
    waves = [
        (k, 0.13 / (k - 0.6) * chooser.random(), chooser.random() * math.tau) for k in (2, 3, 5)
    ]
    ring = []
    for at in range(count):
        angle = start + (at + 0.4 * (chooser.random() - 0.5)) / count * math.tau
        reach = 1 + sum(high * math.cos(k * angle + phase) for k, high, phase in waves)
        ring.append((reach * math.cos(angle), reach * math.sin(angle)))
    left, right = min(x for x, _ in ring), max(x for x, _ in ring)
    bottom, top = min(y for _, y in ring), max(y for _, y in ring)
    # Cut off on every side: a twentieth of its breadth, where the waves were highest.
    grown = 1.1
    spread = tuple(
        (
            width * (0.5 + grown * ((x - left) / (right - left) - 0.5)),
            depth * (0.5 + grown * ((y - bottom) / (top - bottom) - 0.5)),
        )
        for x, y in ring
    )
    cut = shapely.intersection(polygon(spread), shapely.box(0, 0, width, depth))
    if shapely.get_type_id(cut) != 3:
        return chamfered(size, (0.3, 0.3))
    return outline_of(cut)


def field(size: tuple[float, float], chooser: Random) -> Outline:
    """Return a four-sided outline: one full side, the opposite one often a little shorter."""
    width, depth = size
    lean = 0.18 * width
    return rounded(
        (
            (0, 0),
            (width, 0),
            (width - lean * chooser.random(), depth),
            (lean * chooser.random(), depth),
        )
    )


def built(size: tuple[float, float], chooser: Random) -> Outline:
    """Return a rectangle with its corners cut, some more than others."""
    return chamfered(size, (0.08 + 0.14 * chooser.random(), 0.08 + 0.14 * chooser.random()))


def chamfered(size: tuple[float, float], cuts: tuple[float, float]) -> Outline:
    """Return a rectangle whose corners are cut; two opposite ones by each of the two shares."""
    width, depth = size
    a, b = (min(size) * cut for cut in cuts)
    return rounded(
        (
            (a, 0),
            (width - b, 0),
            (width, b),
            (width, depth - a),
            (width - a, depth),
            (b, depth),
            (0, depth - b),
            (0, a),
        )
    )


def rectangle(size: tuple[float, float]) -> Outline:
    """Return the plain rectangle."""
    width, depth = size
    return rounded(((0, 0), (width, 0), (width, depth), (0, depth)))


def triangle(size: tuple[float, float]) -> Outline:
    """Return half of the rectangle, cut along a diagonal."""
    width, depth = size
    return rounded(((0, 0), (width, 0), (0, depth)))


def least_size(limits: SizeLimits, tolerance: float) -> tuple[float, float]:
    """Return the sides of the least legal rectangle: "more than 6" begins at 6.01."""
    longer = limits.long_min + (tolerance if limits.long_exclusive else 0.0)
    return limits.short_min, max(limits.short_min, longer)


def some_size(
    limits: SizeLimits, tolerance: float, scale: float, chooser: Random
) -> tuple[float, float]:
    """Return sides between the least and the greatest; small ones are likelier, `scale` 0 least."""
    short, long = least_size(limits, tolerance)
    a, b = (scale * chooser.random() ** 1.6 for _ in range(2))
    # Rounding to three decimals must not push "more than" back onto its figure.
    spare = 0.002 if limits.long_exclusive else 0.0
    width = short + (limits.most - short) * min(a, b)
    depth = long + spare + (limits.most - long - spare) * max(a, b)
    return round(width, 3), round(max(width, depth), 3)
