"""How would somebody pair who tries everything? Shares no code with what it judges.

Every set of players is settled by trying each opponent for its first; so 14 players are the most.
"""

from __future__ import annotations

import hashlib
from itertools import permutations

Cost = tuple[int, ...]
Facts = dict[int, tuple[int, str, str]]
"""By entry number: total, club, country."""


def drawn(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def best(
    facts: Facts,
    meetings: list[tuple[int, int]],
    byes: list[int],
    *,
    avoid: tuple[str, ...],
    by_total: bool,
    seed: str,
) -> tuple[Cost, set[tuple[int, ...]]]:
    """The least cost and its pairs, each ascending, a bye alone."""
    numbers = sorted(facts)
    totals = sorted({total for total, _, _ in facts.values()})

    def of_two(a: int, b: int) -> Cost:
        (total_a, *words_a), (total_b, *words_b) = facts[a], facts[b]
        same = {
            what: 1 if words_a[at] != "" and words_a[at] == words_b[at] else 0
            for at, what in enumerate(("club", "country"))
        }
        met = len([1 for pair in meetings if set(pair) == {a, b}])
        apart = (total_a - total_b) * (total_a - total_b) if by_total else 0
        return (met, 0, 0, *(same[what] for what in avoid), apart, drawn(f"{seed}/{a}/{b}"))

    def of_one(a: int) -> Cost:
        zeros = [0] * len(avoid)
        low = totals.index(facts[a][0])
        return (0, byes.count(a), low, *zeros, 0, drawn(f"{seed}/{a}/bye"))

    nothing = (0,) * (5 + len(avoid))
    known: dict[int, tuple[Cost, tuple[tuple[int, ...], ...]]] = {0: (nothing, ())}

    def settle(left: int) -> tuple[Cost, tuple[tuple[int, ...], ...]]:
        if left not in known:
            at = next(place for place in range(len(numbers)) if left >> place & 1)
            rest = left & ~(1 << at)
            found = []
            if bin(left).count("1") % 2:
                cost, pairs = settle(rest)
                here = of_one(numbers[at])
                found.append((plus(cost, here), (*pairs, (numbers[at],))))
            for other in range(at + 1, len(numbers)):
                if rest >> other & 1:
                    cost, pairs = settle(rest & ~(1 << other))
                    here = of_two(numbers[at], numbers[other])
                    found.append((plus(cost, here), (*pairs, (numbers[at], numbers[other]))))
            known[left] = min(found)
        return known[left]

    cost, pairs = settle((1 << len(numbers)) - 1)
    return cost, set(pairs)


def plus(one: Cost, other: Cost) -> Cost:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def best_seats(had: list[list[set[int]]]) -> tuple[int, ...]:
    """Of all orders of the tables the first, by the alphabet, in which fewest sit again."""
    orders = permutations(range(1, len(had) + 1))

    def again(order: tuple[int, ...]) -> int:
        return sum(
            table in tables for table, pair in zip(order, had, strict=True) for tables in pair
        )

    return min(orders, key=lambda order: (again(order), order))
