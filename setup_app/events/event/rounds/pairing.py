"""Pairings of a round: the players and the table of each game.

One matching pairs everyone at once. Pairing from the top down would leave two over who have met, or
give the bye to someone who had it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import Final

from setup_app.engine.errors import DomainError
from setup_app.events.event.rounds.matching import Edge, cheapest
from setup_app.events.event.rounds.players import History, Pairing, Player
from setup_app.events.event.rounds.seating import seat

SEED_BITS = 32
FEWEST_REPEATS: Final = "fewest_repeats"
LEADERS_FIRST: Final = "leaders_first"
TABLE_ORDERS: Final = (FEWEST_REPEATS, LEADERS_FIRST)
"""How tables are given to the pairs, which are ordered by total, the highest first."""


@dataclass(frozen=True, slots=True)
class Tables:
    """How many tables an event has, and how the pairs get them."""

    count: int = 0
    order: str = FEWEST_REPEATS


def pair(
    players: Iterable[Player],
    history: History,
    *,
    avoid: Sequence[str],
    by_total: bool,
    seed: str,
    tables: Tables | None = None,
) -> tuple[Pairing, ...]:
    """Return the round's pairings by table, the bye last.

    The criteria in order: fewest rematches (the sum of how often the paired have met before);
    fewest second byes (how many byes the player with the bye had before); the bye to the lowest
    total; fewest pairs of one club or country, the first of `avoid` before the second; with
    `by_total` (a Swiss round) the least sum of squared differences of total, then those who play a
    lower total being the last of theirs by `Player.place`; then the seed. Each
    pair's number under the seed is the first 32 bits of the SHA-256 of `seed/lower/higher`, with
    entry numbers in decimal, and of `seed/number/bye` for a bye; the pairing with the least sum of
    these wins. So the same players, history and seed give the same pairings, whatever the order of
    the arguments.

    At a table the higher total comes first, and of equal totals the lower number. `seating.seat`
    assigns the event's `tables` to the pairs, beginning with the pair with the highest total; by
    `leaders_first` that pair has table 1, the next one table 2.

    Raises `too_few_players` below two, `ValueError` if one number occurs twice, and `OverflowError`
    if totals are so far apart that their squares cannot be counted beside the rest: at 500 players
    no sooner than at 10,000 points, usually far beyond.
    """
    ordered = sorted(players, key=lambda player: player.number)
    if len({player.number for player in ordered}) < len(ordered):
        raise ValueError("a player comes twice")
    if len(ordered) < 2:
        raise DomainError("too_few_players", {"players": len(ordered), "least": 2})
    edges, costs = graph_of(ordered, history, avoid=avoid, by_total=by_total, seed=seed)
    pairs: list[tuple[Player, Player]] = []
    byes: list[Pairing] = []
    for one, other in cheapest(len(ordered) + len(ordered) % 2, edges, costs):
        if other == len(ordered):
            byes.append(Pairing(None, (ordered[one].number,)))
        else:
            pairs.append(_higher_first(ordered[one], ordered[other]))
    pairs.sort(key=lambda both: (-both[0].total, -both[1].total, both[0].number))
    seats = [(one.number, other.number) for one, other in pairs]
    tables = tables or Tables()
    if tables.order == LEADERS_FIRST:
        numbers = list(range(1, len(seats) + 1))
    else:
        had = [[history.tables_of(entry) for entry in both] for both in seats]
        numbers = seat(had, tables=tables.count)
    seated = zip(numbers, seats, strict=True)
    at_tables = [Pairing(table, both) for table, both in seated]
    return (*sorted(at_tables, key=lambda each: each.table or 0), *byes)


def graph_of(
    ordered: Sequence[Player],
    history: History,
    *,
    avoid: Sequence[str],
    by_total: bool,
    seed: str,
) -> tuple[list[Edge], list[list[int]]]:
    """Return all possible pairs, and the costs of each, the most important first.

    Vertices are places in `ordered`; if their number is odd, one more represents the bye.
    """
    edges = list(combinations(range(len(ordered)), 2))
    byes = [(at, len(ordered)) for at in range(len(ordered))] if len(ordered) % 2 else []
    both = [(ordered[one], ordered[other]) for one, other in edges]
    rank = {total: at for at, total in enumerate(sorted({each.total for each in ordered}))}
    nothing, no_pair = [0] * len(byes), [0] * len(edges)
    costs = [
        [history.met(one.number, other.number) for one, other in both] + nothing,
        no_pair + [history.byes_of(ordered[at].number) for at, _ in byes],
        no_pair + [rank[ordered[at].total] for at, _ in byes],
    ]
    for what in avoid:
        words = [player.shares(what) for player in ordered]
        costs.append([int(words[a] != "" and words[a] == words[b]) for a, b in edges] + nothing)
    if by_total:
        # A common factor of all differences would only enlarge the weights.
        step = gcd(*(each.total - ordered[0].total for each in ordered)) or 1
        costs.append([((one.total - other.total) // step) ** 2 for one, other in both] + nothing)
        behind = _behind(ordered)
        costs.append([_floats(one, other, behind) for one, other in both] + nothing)
    costs.append(
        [_seeded(f"{seed}/{one.number}/{other.number}") for one, other in both]
        + [_seeded(f"{seed}/{ordered[at].number}/bye") for at, _ in byes]
    )
    return edges + byes, costs


def _behind(players: Sequence[Player]) -> dict[int, int]:
    """Return, for each player, how many of the same total are behind them by the tie-breaks."""
    groups: dict[int, list[int]] = {}
    for player in players:
        groups.setdefault(player.total, []).append(player.place)
    return {
        player.number: sum(place > player.place for place in groups[player.total])
        for player in players
    }


def _floats(one: Player, other: Player, behind: Mapping[int, int]) -> int:
    """Return how far from the end of their group the player is who would play a lower total."""
    if one.total == other.total:
        return 0
    return behind[max(one, other, key=lambda player: player.total).number]


def _seeded(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[: SEED_BITS // 8], "big")


def _higher_first(one: Player, other: Player) -> tuple[Player, Player]:
    first, second = sorted((one, other), key=lambda player: (-player.total, player.number))
    return first, second
