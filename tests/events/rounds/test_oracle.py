"""Is a pairing the very best one, held against somebody who tries everything?"""

from __future__ import annotations

from random import Random

import pytest

from setup_app.events.event.rounds.matching import cheapest
from setup_app.events.event.rounds.pairing import pair
from setup_app.events.event.rounds.players import History, Pairing, Player
from setup_app.events.event.rounds.seating import seat
from tests.events.rounds.oracle import Facts, best, best_seats

AVOID: list[tuple[str, ...]] = [
    (),
    ("club",),
    ("country",),
    ("club", "country"),
    ("country", "club"),
]
LARGE = (1, 1, 1, 10**7, 10**9)
"""What totals are multiplied with; the last makes costs that do not fit into one weight."""


def judge_one(number: int, *, most: int) -> None:
    chooser = Random(number)
    count = chooser.randint(2, most)
    entries = chooser.sample(range(1, 40), count)
    scale = chooser.choice(LARGE)
    facts: Facts = {
        entry: (
            scale * chooser.randint(-2, chooser.choice((0, 4, 30)))
            + chooser.randrange(0, scale, 7),
            chooser.choice(("", "a", "b", "c")),
            chooser.choice(("", "x", "y")),
        )
        for entry in entries
    }
    meetings = [tuple(chooser.sample(entries, 2)) for _ in range(chooser.randint(0, 4 * count))]
    byes = chooser.choices(entries, k=chooser.randint(0, count))
    avoid, by_total, seed = chooser.choice(AVOID), chooser.random() < 0.7, f"s{number}"
    played = [Pairing(chooser.randint(1, 9), both) for both in meetings]
    found = pair(
        [Player(entry, *facts[entry]) for entry in entries],
        History.of([*played, *(Pairing(None, (entry,)) for entry in byes)]),
        avoid=avoid,
        by_total=by_total,
        seed=seed,
    )
    _, pairs = best(
        facts, [(a, b) for a, b in meetings], byes, avoid=avoid, by_total=by_total, seed=seed
    )
    assert {tuple(sorted(each.entries)) for each in found} == pairs, number
    had = [
        [{each.table or 0 for each in played if entry in each.entries} for entry in pair_]
        for pair_ in sorted(
            (each.entries for each in found if not each.is_bye),
            key=lambda both: (
                -max(facts[entry][0] for entry in both),
                -min(facts[entry][0] for entry in both),
                min(both, key=lambda entry: (-facts[entry][0], entry)),
            ),
        )
    ]
    in_order = [[frozenset(tables) for tables in pair_] for pair_ in had]
    assert tuple(seat(in_order)) == best_seats(had), number


@pytest.mark.parametrize("number", range(60))
def test_everybody_is_paired_as_one_would_who_tries_everything(number: int) -> None:
    judge_one(number, most=9)


@pytest.mark.parametrize("number", [-1, -2])
def test_fourteen_are_paired_as_one_would_who_tries_everything(number: int) -> None:
    judge_one(number, most=14)


@pytest.mark.soak
def test_two_thousand_histories() -> None:
    for number in range(1000, 3000):
        judge_one(number, most=14 if number % 4 == 0 else 10)


def test_costs_as_wide_as_the_weights_are_counted_right() -> None:
    """All at once up to 116 bits, in turns up to 119, and beyond that not at all."""
    edges = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    for bits in (100, 115, 116, 117, 119, 121, 122):
        much = 1 << bits
        # By the first cost 0-1 and 2-3 are as good as 0-2 and 1-3; the second decides.
        first = [much, much - 1, much, much, much + 1, much]
        for second, expected in (
            ([1, 0, 0, 0, 0, 0], [(0, 2), (1, 3)]),
            ([0, 1, 0, 0, 0, 0], [(0, 1), (2, 3)]),
        ):
            third = [0, 0, 5, 5, 0, 0]
            if bits < 120:
                assert cheapest(4, edges, [first, second, third]) == expected, bits
            else:
                with pytest.raises(OverflowError):
                    cheapest(4, edges, [first, second, third])


def test_what_cannot_be_paired_is_said() -> None:
    with pytest.raises(ValueError, match="not all players"):
        cheapest(4, [(0, 1), (0, 2), (0, 3)], [[1, 1, 1]])


def test_nobody_is_paired_with_nobody() -> None:
    assert cheapest(0, [], []) == []
    assert seat([]) == []
