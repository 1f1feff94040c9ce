"""A perfect matching with the lowest costs, where one cost takes precedence over the next.

One matching is enough: the costs of a pair become the digits of one whole weight, the first the
highest, each wide enough for the sum over all pairs. rustworkx counts in signed 128-bit integers
and wraps silently on overflow, so a weight leaves room for what its blossom algorithm adds up:
below `2 ** 125 / vertices`. Digits that do not fit together are settled in turns: the minimum of
the first ones bounds them from then on, so that they become narrower (or vanish, where the minimum
is zero), and pairs that cost more are removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import rustworkx

Edge: TypeAlias = tuple[int, int]

BITS = 125


def cheapest(vertices: int, edges: Sequence[Edge], costs: Sequence[Sequence[int]]) -> list[Edge]:
    """Return the perfect matching with the least sums of costs, the first cost before the second.

    Vertices are 0 to `vertices` - 1, an even number; an edge names the lower first. Each of `costs`
    has a whole number, 0 or more, for each edge. The matched edges come in ascending order. If two
    matchings have equal costs, the function returns one of them, the same each time. Raises
    `ValueError` if not everyone can be paired, `OverflowError` if a cost is too large to be counted
    even after all that precede it are settled.
    """
    if not edges:
        if vertices:
            raise ValueError("no player can be paired")
        return []
    costs = [list(cost) for cost in costs]
    bounds = [_bound(vertices, edges, cost) for cost in costs]
    settled = 0
    while True:
        fit = _fitting(bounds, room=1 << (BITS - vertices.bit_length()))
        found = _matching(vertices, edges, _packed(costs[:fit], bounds[:fit], len(edges)))
        if fit == len(costs):
            return found
        if fit <= settled:
            raise OverflowError(f"the cost in place {fit + 1} does not fit into {BITS} bits")
        place = {edge: at for at, edge in enumerate(edges)}
        for rank in range(fit + 1):
            reached = sum(costs[rank][place[edge]] for edge in found)
            bounds[rank] = min(bounds[rank], reached)
        kept = [
            at
            for at in range(len(edges))
            if all(costs[rank][at] <= bounds[rank] for rank in range(fit + 1))
        ]
        edges = [edges[at] for at in kept]
        costs = [[cost[at] for at in kept] for cost in costs]
        settled = fit


def _bound(vertices: int, edges: Sequence[Edge], cost: Sequence[int]) -> int:
    """Return an upper bound of a cost over all pairs of a matching. No vertex is matched twice, so
    each counts once as the lower of a pair, and once as the higher.
    """
    lower, higher = [0] * vertices, [0] * vertices
    for (one, other), value in zip(edges, cost, strict=True):
        lower[one] = max(lower[one], value)
        higher[other] = max(higher[other], value)
    return min(vertices // 2 * max(cost), sum(lower), sum(higher))


def _fitting(bounds: Sequence[int], *, room: int) -> int:
    """Return how many of the first digits fit into the room together."""
    values = 1
    for rank, bound in enumerate(bounds):
        values *= bound + 1
        if values > room:
            return rank
    return len(bounds)


def _packed(costs: Sequence[Sequence[int]], bounds: Sequence[int], edges: int) -> list[int]:
    weights = [0] * edges
    for cost, bound in zip(costs, bounds, strict=True):
        if bound:
            weights = [
                weight * (bound + 1) + one for weight, one in zip(weights, cost, strict=True)
            ]
    return weights


def _matching(vertices: int, edges: Sequence[Edge], weights: Sequence[int]) -> list[Edge]:
    """Return the perfect matching of least weight. The weights are negated, because rustworkx
    maximises.
    """
    most = max(weights)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * vertices)
    graph.add_edges_from(
        [(one, other, most - weight) for (one, other), weight in zip(edges, weights, strict=True)]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) != vertices:
        raise ValueError("not all players can be paired")
    return sorted((min(pair), max(pair)) for pair in found)
