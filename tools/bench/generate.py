"""Benchmark for generating a table, beside a bare sampler of rectangles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import shapely

from setup_app.rulebooks.pbs_2023_1.generator import generate, lay_table
from setup_app.rulebooks.pbs_2023_1.generator_options import Wish, read_wish
from setup_app.rulebooks.pbs_2023_1.tables import TERRITORIES
from tools.bench.measure import Pair, bench

WIDTH, DEPTH, GAP = 45.0, 30.0, 2.0
MIN_SIZE, MAX_SIZE = 4.0, 8.0
AT_ONCE = 64
TABLES = 24
FEW, MANY = 8, 12

Request = dict[str, Any]


@bench(name="generate", unit="ms", limit=8.0)
def of_tables() -> Pair:
    """Generate the first tables over all boxes with 8 to 12 pieces, including every loss.

    The bare one places as many rectangles on as many tables.
    """
    requests, wishes, counts = tables(TABLES)
    return Pair(
        ours=lambda: [lay_table(wish) for wish in wishes],
        bare=_all(rectangles, counts),
        scale=1e3 / len(wishes),
        beside={
            "as JSON, request and answer": lambda: [generate(each) for each in requests],
            "bare, rectangles at any angle": _all(rectangles_at_any_angle, counts),
        },
    )


def tables(count: int) -> tuple[list[Request], list[Wish], list[int]]:
    """Return requests, their options, and their numbers of placed pieces."""
    boxes = [(slug, row, col) for slug in TERRITORIES for row in range(5) for col in range(5)]
    requests, wishes, counts = [], [], []
    for number in range(40 * count):
        # Across the territories first: the boxes of one are consecutive.
        slug, row, col = boxes[number * 26 % len(boxes)]
        box = {"rulebook": "pbs-2023.1", "territory": slug, "cell": [row, col]}
        request = {**box, "table": {"width": WIDTH, "depth": DEPTH}, "seed": number}
        wish = read_wish(request)
        pieces = len(lay_table(wish).layout.pieces)
        if FEW <= pieces <= MANY:
            requests.append(request)
            wishes.append(wish)
            counts.append(pieces)
        if len(wishes) == count:
            break
    return requests, wishes, counts


def _all(lay: Callable[[np.random.Generator, int], Any], counts: list[int]) -> Callable[[], Any]:
    def run() -> None:
        chance = np.random.default_rng(1)
        for count in counts:
            lay(chance, count)

    return run


def rectangles(chance: np.random.Generator, count: int) -> Any:
    """Place upright rectangles, each the first of a batch that is off the others; else start
    again.
    """
    while True:
        lying = np.empty(count, dtype=object)
        for at in range(count):
            size = chance.uniform(MIN_SIZE, MAX_SIZE, (AT_ONCE, 2))
            low = chance.random((AT_ONCE, 2)) * ((WIDTH, DEPTH) - size)
            high = low + size
            some = shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1])
            near = shapely.dwithin(some[:, None], lying[:at], GAP).any(axis=1)
            first = near.argmin()
            if near[first]:
                break
            shapely.prepare(some[first])
            lying[at] = some[first]
        else:
            return lying


def rectangles_at_any_angle(chance: np.random.Generator, count: int) -> Any:
    """Place the same rectangles, each at a random angle."""
    corners = np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
    while True:
        lying = np.empty(count, dtype=object)
        for at in range(count):
            ring = corners * chance.uniform(MIN_SIZE, MAX_SIZE, (AT_ONCE, 1, 2))
            angle = chance.uniform(0, np.pi, AT_ONCE)[:, None]
            cos, sin = np.cos(angle), np.sin(angle)
            x, y = ring[..., 0], ring[..., 1]
            ring = np.stack((x * cos - y * sin, x * sin + y * cos), axis=-1)
            reach = ring.max(axis=1)
            middle = reach + chance.random((AT_ONCE, 2)) * ((WIDTH, DEPTH) - 2 * reach)
            some = shapely.polygons(ring + middle[:, None])
            near = shapely.dwithin(some[:, None], lying[:at], GAP).any(axis=1)
            first = near.argmin()
            if near[first]:
                break
            shapely.prepare(some[first])
            lying[at] = some[first]
        else:
            return lying
