"""Who plays whom, and what a hasty pairing gets wrong?"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from itertools import combinations
from random import Random

import pytest

from setup_app.engine.errors import DomainError
from setup_app.events.event.rounds.matching import cheapest
from setup_app.events.event.rounds.pairing import Tables, graph_of, pair
from setup_app.events.event.rounds.players import History, Pairing, Player
from setup_app.events.event.rounds.seating import seat

NONE = History()


def paired(
    players: list[Player],
    history: History = NONE,
    *,
    avoid: tuple[str, ...] = (),
    by_total: bool = True,
    seed: str = "s",
) -> list[tuple[int, ...]]:
    found = pair(players, history, avoid=avoid, by_total=by_total, seed=seed)
    return [each.entries for each in found]


def with_totals(*totals: int) -> list[Player]:
    return [Player(number, total) for number, total in enumerate(totals, start=1)]


def met(*pairs: tuple[int, int]) -> History:
    return History.of([Pairing(1, both) for both in pairs])


def test_nobody_is_left_over_for_a_rematch() -> None:
    """From the top down 1-2 and 3-4 would come first, and leave 5-6, who have met."""
    found = paired(with_totals(6, 6, 4, 4, 1, 1), met((5, 6)))
    assert found == [(1, 2), (3, 5), (4, 6)] or found == [(1, 2), (3, 6), (4, 5)]


def test_a_rematch_is_one_whichever_sat_first() -> None:
    for history in (met((1, 2)), met((2, 1))):
        found = paired(with_totals(9, 9, 0, 0), history)
        assert sorted(found) in ([(1, 3), (2, 4)], [(1, 4), (2, 3)])


def test_where_everybody_has_met_those_meet_who_met_least() -> None:
    twice = [(1, 2), (3, 4), (1, 3), (2, 4)]
    history = met(*combinations(range(1, 5), 2), *twice)
    assert sorted(paired(with_totals(9, 9, 0, 0), history)) == [(1, 4), (2, 3)]


def test_one_rematch_of_the_third_time_weighs_more_than_two_of_the_second() -> None:
    history = met((1, 2), (1, 2), (1, 2), *combinations(range(1, 5), 2))
    assert (1, 2) not in paired(with_totals(9, 9, 0, 0), history)


def test_the_bye_goes_to_the_lowest_total() -> None:
    assert paired(with_totals(0, 3, 3, 6, 6))[-1] == (1,)


def test_the_bye_goes_to_the_lowest_total_in_a_random_round_too() -> None:
    for seed in "abcdefgh":
        assert paired(with_totals(6, 3, 0, 6, 3), by_total=False, seed=seed)[-1] == (3,)


def test_a_second_bye_comes_after_everybody_has_had_one() -> None:
    once = [Pairing(None, (entry,)) for entry in (1, 2, 3, 4)]
    assert paired(with_totals(0, 0, 0, 3, 9), History.of(once))[-1] == (5,)
    everybody = [*once, Pairing(None, (5,)), Pairing(None, (1,))]
    assert paired(with_totals(0, 1, 3, 3, 9), History.of(everybody))[-1] == (2,)


def test_a_rematch_is_worse_than_a_second_bye() -> None:
    history = History.of([Pairing(1, (2, 3)), Pairing(2, (1, 3)), Pairing(None, (3,))])
    assert paired(with_totals(9, 6, 3), history) == [(1, 2), (3,)]


def test_three_players_play_a_table_and_a_bye() -> None:
    assert paired(with_totals(3, 3, 0)) == [(1, 2), (3,)]


def test_two_players_play_each_other_for_ever() -> None:
    assert paired(with_totals(0, 3), met((1, 2), (1, 2))) == [(2, 1)]


@pytest.mark.parametrize("players", [[], with_totals(3)])
def test_below_two_there_is_no_round(players: list[Player]) -> None:
    with pytest.raises(DomainError) as refused:
        paired(players)
    assert refused.value.code == "too_few_players"
    assert refused.value.params == {"players": len(players), "least": 2}


def test_one_who_has_dropped_out_is_not_paired_and_his_meetings_harm_nobody() -> None:
    history = met((1, 3), (3, 2))
    players = [each for each in with_totals(3, 3, 3, 0, 0) if each.number != 3]
    assert sorted(paired(players, history)) == [(1, 2), (4, 5)]


def test_a_player_who_comes_twice_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="twice"):
        paired([Player(1), Player(2), Player(1)])


@pytest.mark.parametrize("count", range(2, 30))
def test_everybody_is_paired_once_and_nobody_with_himself(count: int) -> None:
    found = pair(with_totals(*range(count)), NONE, avoid=(), by_total=False, seed=f"{count}")
    assert sorted(entry for each in found for entry in each.entries) == [*range(1, count + 1)]
    assert [each.table for each in found if not each.is_bye] == [*range(1, count // 2 + 1)]
    assert sum(each.is_bye for each in found) == count % 2


def test_those_of_one_club_are_kept_apart_and_a_blank_is_no_club() -> None:
    clubs = ["Legio X", " legio  x", "", ""]
    players = [Player(at, 6 if at < 3 else 0, club) for at, club in enumerate(clubs, start=1)]
    assert (1, 2) in paired(players)
    assert (1, 2) not in paired(players, avoid=("club",))
    blanks = [Player(at, 6 if at < 3 else 0) for at in range(1, 5)]
    assert sorted(paired(blanks, avoid=("club", "country"))) == [(1, 2), (3, 4)]


def test_what_is_avoided_first_weighs_more() -> None:
    """Those who share nothing have met; so it is two pairs of one club, or two of one country."""
    words = [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]
    players = [Player(at, 0, *both) for at, both in enumerate(words, start=1)]
    history = met((1, 4), (2, 3))
    of_one_country, of_one_club = {(1, 3), (2, 4)}, {(1, 2), (3, 4)}
    assert set(paired(players, history, avoid=("club", "country"))) == of_one_country
    assert set(paired(players, history, avoid=("country", "club"))) == of_one_club


def test_a_club_is_kept_apart_at_the_cost_of_totals() -> None:
    players = [Player(1, 9, "a"), Player(2, 9, "a"), Player(3, 0, "b"), Player(4, 0, "b")]
    assert set(paired(players, avoid=("club",))) <= {(1, 3), (1, 4), (2, 3), (2, 4)}


def test_totals_that_lie_far_apart_are_spread_and_not_heaped_on_one() -> None:
    """4 + 4 is less than 0 + 16 by squares, and as much by differences."""
    assert sorted(paired(with_totals(4, 2, 2, 0), met((2, 3)))) in (
        [(1, 2), (3, 4)],
        [(1, 3), (2, 4)],
    )


def test_nobody_sits_at_a_table_that_he_had_while_another_is_free() -> None:
    history = History.of([Pairing(1, (1, 9)), Pairing(2, (2, 8))])
    found = pair(with_totals(9, 9, 5, 5, 1, 1), history, avoid=(), by_total=True, seed="s")
    assert found == (Pairing(1, (3, 4)), Pairing(2, (5, 6)), Pairing(3, (1, 2)))


def test_where_a_table_comes_again_the_fewest_players_have_had_it() -> None:
    history = History.of(
        [Pairing(1, (1, 9)), Pairing(1, (2, 9)), Pairing(1, (3, 9)), Pairing(2, (1, 4))]
    )
    found = pair(with_totals(9, 9, 1, 1), history, avoid=(), by_total=True, seed="s")
    assert found == (Pairing(1, (3, 4)), Pairing(2, (1, 2)))


def test_higher_totals_sit_at_lower_tables() -> None:
    assert paired(with_totals(0, 0, 3, 3, 6, 6)) == [(5, 6), (3, 4), (1, 2)]


def test_the_order_of_who_is_handed_in_changes_nothing() -> None:
    players = [Player(number, number % 3) for number in range(1, 26)]
    shuffled = Random(3).sample(players, len(players))
    assert paired(players) == paired(shuffled)


def test_another_seed_pairs_another_way() -> None:
    players = with_totals(*[0] * 20)
    found = {tuple(sorted(paired(players, seed=f"{seed}"))) for seed in range(8)}
    assert len(found) == 8


def test_each_pair_is_as_likely_by_the_seed() -> None:
    """Of four players the first meets each other one in a third of 300 seeds, give or take."""
    players = with_totals(0, 0, 0, 0)
    opponents = [
        next(both[1] for both in paired(players, by_total=False, seed=f"{seed}") if both[0] == 1)
        for seed in range(300)
    ]
    assert all(70 < opponents.count(other) < 130 for other in (2, 3, 4))


def test_the_seed_decides_by_the_hash_that_is_written_down() -> None:
    def number(text: str) -> int:
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")

    sums = {
        ((1, 2), (3, 4)): number("s/1/2") + number("s/3/4"),
        ((1, 3), (2, 4)): number("s/1/3") + number("s/2/4"),
        ((1, 4), (2, 3)): number("s/1/4") + number("s/2/3"),
    }
    expected = min(sums, key=lambda pairs: sums[pairs])
    assert tuple(sorted(paired(with_totals(0, 0, 0, 0)))) == expected


def test_another_process_with_other_hashes_pairs_the_same() -> None:
    program = (
        "import json\n"
        "from tests.events.rounds.test_pairing import paired, with_totals, met\n"
        "print(json.dumps(paired(with_totals(*[at % 4 for at in range(31)]), met((1, 2)))))\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    here = paired(with_totals(*[at % 4 for at in range(31)]), met((1, 2)))
    assert [json.loads(each) for each in told] == [[list(both) for both in here]] * 2


def season(count: int, rounds: int) -> tuple[list[Player], History]:
    """Players with so many rounds behind them, scored from 0 to 15 and paired by this program."""
    chooser = Random(count)
    players = [Player(at, 0, f"c{at % 20}", f"n{at % 6}") for at in range(1, count + 1)]
    played: list[Pairing] = []
    totals = dict.fromkeys(range(1, count + 1), 0)
    for number in range(rounds):
        now = [
            Player(each.number, totals[each.number], each.club, each.country) for each in players
        ]
        found = pair(
            now, History.of(played), avoid=("club", "country"), by_total=True, seed=f"{number}"
        )
        played += found
        for each in found:
            one = chooser.randint(0, 15)
            scores = (10,) if each.is_bye else (one, 15 - one)
            for entry, score in zip(each.entries, scores, strict=True):
                totals[entry] += score
    now = [Player(each.number, totals[each.number], each.club, each.country) for each in players]
    return now, History.of(played)


def test_no_two_meet_twice_in_six_rounds_of_sixteen() -> None:
    _, history = season(16, 6)
    assert set(history.meetings.values()) == {1}


@pytest.mark.soak
def test_500_players_with_costs_that_do_not_fit_at_once_are_paired_the_same() -> None:
    """Squares a million million times as large change no order, but take 40 bits more."""
    players, history = season(500, 2)
    edges, costs = graph_of(players, history, avoid=("club", "country"), by_total=True, seed="s")
    wide = [*costs[:-2], [square * 10**12 for square in costs[-2]], costs[-1]]
    assert cheapest(500, edges, wide) == cheapest(500, edges, costs)


def test_a_table_that_nobody_of_a_pair_had_is_taken_even_beyond_the_number_of_pairs() -> None:
    had = [[frozenset({1, 2}), frozenset({3})], [frozenset({1}), frozenset({2})]]

    assert seat(had) == [1, 2]
    assert seat(had, tables=4) == [4, 3]
    assert seat(had, tables=9) == [4, 3]


def test_leaders_have_the_first_tables_whatever_tables_they_had() -> None:
    players = with_totals(9, 6, 3, 0)
    history = History.of([Pairing(1, (1, 3)), Pairing(2, (2, 4))])

    tables = Tables(4, "leaders_first")
    found = pair(players, history, avoid=(), by_total=True, seed="s", tables=tables)

    assert [(each.table, each.entries) for each in found] == [(1, (1, 2)), (2, (3, 4))]


@pytest.mark.parametrize("last", [1, 2, 3])
def test_who_floats_down_is_the_last_of_the_group(last: int) -> None:
    places = dict.fromkeys((1, 2, 3), 1) | {last: 3}
    group = [Player(number, 6, place=places[number]) for number in (1, 2, 3)]

    for seed in "abcdef":
        found = pair([*group, Player(4, 3, place=4)], NONE, avoid=(), by_total=True, seed=seed)
        assert (last, 4) in [each.entries for each in found]
