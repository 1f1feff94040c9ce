"""Who is ahead? Held against tables that were reckoned by hand."""

from __future__ import annotations

import hashlib

import pytest

from setup_app.events.event.rounds.players import History, Pairing
from setup_app.events.event.rounds.results import Result, history_of
from setup_app.events.event.rounds.scores import Outcome, Points
from setup_app.events.event.rounds.standings import Rank, Ranking, standings


def played(number: int, table: int, one: int, other: int, *scores: int) -> Result:
    both = (scores[0], scores[1]) if scores else None
    return Result(number, Pairing(table, (one, other)), both)


def bye(number: int, entry: int) -> Result:
    return Result(number, Pairing(None, (entry,)))


def ranked(
    count: int,
    results: list[Result],
    *tie_breaks: str,
    scoring: Outcome | Points = Points(),  # noqa: B008
    penalties: dict[int, int] | None = None,
) -> list[tuple[int, int, int, dict[str, int | str | None]]]:
    """Place, entry, total and tie-breaks."""
    rows = standings(
        range(1, count + 1),
        results,
        ranking=Ranking(scoring, tie_breaks, "e"),
        penalties=penalties or {},
    )
    return [(row.place, row.entry, row.total, dict(row.tie_breaks)) for row in rows]


def test_five_players_and_three_rounds_as_by_hand() -> None:
    """
    Round 1: 1-2 15:0, 3-4 8:7, 5 bye. Round 2: 1-3 5:10, 5-2 9:6, 4 bye.
    Round 3: 1-5 15:0, 4-2 12:3, 3 bye; 3 handed in late, 4 points.
    Scores: 1 35, 2 9, 3 28, 4 29, 5 19. Opponents: 1: 9+28+19, 2: 35+19+29, 3: 29+35,
    4: 28+9, 5: 9+35.
    """
    results = [
        *(played(1, 1, 1, 2, 15, 0), played(1, 2, 3, 4, 8, 7), bye(1, 5)),
        *(played(2, 1, 1, 3, 5, 10), played(2, 2, 5, 2, 9, 6), bye(2, 4)),
        *(played(3, 1, 1, 5, 15, 0), played(3, 2, 4, 2, 12, 3), bye(3, 3)),
    ]
    found = standings(
        [1, 2, 3, 4, 5],
        results,
        ranking=Ranking(Points(), ("opponents", "wins"), "e"),
        penalties={3: 4},
    )
    assert found == (
        Rank(1, 1, 3, 35, 0, 35, {"opponents": 56, "wins": 2}),
        Rank(2, 4, 2, 29, 0, 29, {"opponents": 37, "wins": 1}),
        Rank(3, 3, 2, 28, 4, 24, {"opponents": 64, "wins": 2}),
        Rank(4, 5, 2, 19, 0, 19, {"opponents": 44, "wins": 1}),
        Rank(5, 2, 3, 9, 0, 9, {"opponents": 83, "wins": 0}),
    )


def test_level_ones_share_a_place_and_leave_the_next_one_free() -> None:
    results = [played(1, 1, 1, 2, 8, 7), played(1, 2, 3, 4, 8, 7)]
    assert [row[:2] for row in ranked(5, results, "opponents", "wins")] == [
        *((1, 1), (1, 3), (3, 2), (3, 4), (5, 5))
    ]


def test_tie_breaks_count_in_their_order() -> None:
    """1 and 2 have 15 each: 1 by one win, 2 by 8 and 7 against a stronger player."""
    results = [
        *(played(1, 1, 1, 3, 15, 0), played(1, 2, 2, 4, 8, 7)),
        *(played(2, 1, 1, 5, 0, 15), played(2, 2, 2, 6, 7, 8)),
        *(played(3, 2, 4, 3, 15, 0), played(3, 1, 6, 3, 15, 0)),
    ]
    by_opponents = [row for row in ranked(6, results, "opponents", "wins") if row[1] in (1, 2)]
    assert by_opponents == [
        (3, 2, 15, {"opponents": 45, "wins": 1}),
        (4, 1, 15, {"opponents": 15, "wins": 1}),
    ]


def test_lots_are_drawn_by_the_hash_and_the_lower_comes_first() -> None:
    drawn = {entry: hashlib.sha256(f"e/{entry}".encode()).hexdigest() for entry in range(1, 9)}
    assert [(place, entry, tie["lots"]) for place, entry, _, tie in ranked(8, [], "lots")] == [
        (place, entry, drawn[entry])
        for place, entry in enumerate(sorted(drawn, key=lambda each: drawn[each]), start=1)
    ]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([(1, 2, 8, 7), (1, 3, 0, 15), (2, 4, 1, 14)], {1: 1, 2: 0}),
        ([(2, 1, 8, 7), (2, 3, 0, 15), (1, 4, 1, 14)], {1: 0, 2: 1}),
        ([(1, 2, 7, 7)], {1: None, 2: None}),
        ([(1, 2, 8, 7), (1, 2, 7, 8)], {1: None, 2: None}),
        ([(1, 3, 8, 7), (2, 4, 8, 7)], {1: None, 2: None}),
    ],
    ids=["won", "lost", "drawn", "one each", "not met"],
)
def test_who_has_met_is_ranked_by_that_where_exactly_two_are_level(
    results: list[tuple[int, int, int, int]], expected: dict[int, int | None]
) -> None:
    given = [played(at, 1, *each) for at, each in enumerate(results, start=1)]
    rows = ranked(4, given, "head_to_head", scoring=Points(sum=None))
    assert {entry: tie["head_to_head"] for _, entry, _, tie in rows if entry < 3} == expected
    places = {entry: place for place, entry, _, _ in rows}
    shared = expected[1] == expected[2]
    assert (places[1] == places[2]) is shared


def test_three_who_are_level_are_not_ranked_by_who_met() -> None:
    results = [played(1, 1, 1, 2, 3, 0), played(2, 1, 2, 3, 3, 0), played(3, 1, 3, 1, 3, 0)]
    assert ranked(3, results, "head_to_head", scoring=Outcome()) == [
        (1, entry, 3, {"head_to_head": None}) for entry in (1, 2, 3)
    ]


def test_two_who_are_level_only_after_another_tie_break_are() -> None:
    """All three have 3 points; 3 has met the strongest, so 1 and 2 are left, and 1 beat 2."""
    results = [
        *(played(1, 1, 1, 2, 3, 0), played(2, 1, 2, 4, 3, 0), played(3, 1, 3, 5, 3, 0)),
        *(played(4, 1, 5, 4, 3, 0), played(5, 1, 5, 6, 3, 0), played(6, 1, 1, 4, 0, 0)),
    ]
    rows = ranked(6, results, "opponents", "head_to_head", scoring=Outcome())
    assert [row for row in rows if row[1] in (1, 2, 3)] == [
        (2, 3, 3, {"opponents": 6, "head_to_head": None}),
        (3, 1, 3, {"opponents": 3, "head_to_head": 1}),
        (4, 2, 3, {"opponents": 3, "head_to_head": 0}),
    ]


def test_what_is_not_confirmed_scores_nothing_and_counts_as_met() -> None:
    results = [played(1, 4, 1, 2)]
    assert [row[:3] for row in ranked(2, results)] == [(1, 1, 0), (1, 2, 0)]
    assert history_of(results) == History.of([Pairing(4, (1, 2))])


def test_who_came_where_the_other_did_not_has_a_bye_and_they_have_not_met() -> None:
    results = [Result(1, Pairing(1, (1, 2)), absent=frozenset({2}))]
    rows = standings(
        [1, 2], results, ranking=Ranking(Outcome(), ("opponents", "wins"), "e"), penalties={}
    )
    none = {"opponents": 0, "wins": 0}
    assert rows == (Rank(1, 1, 0, 3, 0, 3, none), Rank(2, 2, 0, 0, 0, 0, none))
    assert history_of(results) == History(byes={1: 1})


def test_where_neither_came_neither_scores() -> None:
    results = [Result(1, Pairing(1, (1, 2)), absent=frozenset({1, 2}))]
    assert [row[:3] for row in ranked(2, results)] == [(1, 1, 0), (1, 2, 0)]
    assert history_of(results) == History()


def test_a_penalty_may_take_a_total_below_nothing() -> None:
    assert ranked(2, [], penalties={1: 2}) == [(1, 2, 0, {}), (2, 1, -2, {})]


def test_a_result_of_a_stranger_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="not entries"):
        ranked(1, [played(1, 1, 1, 2, 3, 0)])


def test_a_tie_break_that_does_not_exist_is_a_mistake() -> None:
    for strange in (("goals",), ("wins", "wins")):
        with pytest.raises(ValueError, match="tie-breaks"):
            Ranking(Points(), strange, "e")
