"""Benchmark for pairing a round beside a bare matching over the same graph.

Five random rounds are behind every player, with clubs, countries and scores from 0 to 15. The bare
one is rustworkx on a prepared graph of the same size, by rematches, totals and seed alone.
"""

from __future__ import annotations

from random import Random

import rustworkx

from setup_app.events.event.rounds.pairing import graph_of, pair
from setup_app.events.event.rounds.players import History, Pairing, Player
from tools.bench.measure import Pair, bench

ROUNDS = 5
AVOID = ("club", "country")


def season(count: int) -> tuple[list[Player], History]:
    """Return this many players after five rounds."""
    chooser = Random(count)
    totals = dict.fromkeys(range(1, count + 1), 0)
    played: list[Pairing] = []

    def now() -> list[Player]:
        return [
            Player(number, total, f"club {number % 20}", f"country {number % 6}")
            for number, total in totals.items()
        ]

    for _ in range(ROUNDS):
        order = chooser.sample(sorted(totals), count)
        for table, both in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            played.append(Pairing(table, both))
            score = chooser.randint(0, 15)
            totals[both[0]] += score
            totals[both[1]] += 15 - score
    return now(), History.of(played)


def scene(count: int) -> Pair:
    """Return the sixth round of this many players."""
    players, history = season(count)
    edges, costs = graph_of(players, history, avoid=AVOID, by_total=True, seed="s")
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * count)
    most = 1 << 64
    graph.add_edges_from(
        [
            (one, other, most - ((met << 50) + (apart << 40) + drawn))
            for (one, other), met, apart, drawn in zip(
                edges, costs[0], costs[-2], costs[-1], strict=True
            )
        ]
    )
    return Pair(
        ours=lambda: pair(players, history, avoid=AVOID, by_total=True, seed="s"),
        bare=lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int),
        scale=1e3,
    )


@bench(name="pair-128", unit="ms", limit=8.0)
def of_128() -> Pair:
    """Pair a large tournament."""
    return scene(128)


@bench(name="pair-500", unit="ms", limit=4.0)
def of_500() -> Pair:
    """Pair a tournament larger than any real one."""
    return scene(500)
