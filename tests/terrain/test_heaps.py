"""Is what a heap of pieces costs bounded by counted work, and what was found so far true?"""

from dataclasses import replace

import pytest

from setup_app.layouts import queries
from setup_app.rulebooks.pbs_2023_1.layout_rules import layout_rules
from terrain.core import legality
from terrain.core.layout import Layout, read_layout
from terrain.core.legality import Verdict, check, judge_stated
from tests.terrain.bad_input import HEAPS

RULES = layout_rules(read_layout(HEAPS["round hills"]))


def heap(name: str) -> Layout:
    return read_layout(HEAPS[name])


@pytest.mark.parametrize("name", HEAPS)
def test_a_heap_is_not_judged_to_the_last_and_not_legal(name: str) -> None:
    verdict = queries.judge_layout(HEAPS[name])

    assert (verdict["legal"], verdict["complete"]) == (False, False)
    assert verdict["violations"]


def test_what_is_found_of_it_is_all_that_is_wrong_with_the_pieces_that_were_judged() -> None:
    layout = heap("round hills")
    first = legality._affordable(layout, RULES)

    assert judge_stated(layout, RULES) == Verdict(
        check(layout.with_pieces(layout.pieces[:first]), RULES), complete=False
    )
    assert 20 < first < 40


def test_the_same_heap_gives_the_same_answer_again() -> None:
    assert queries.judge_layout(HEAPS["combs"]) == queries.judge_layout(HEAPS["combs"])


def test_the_bound_counts_pairs_of_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two pieces that meet: at exactly their work both are judged, at less only the first."""
    first, second = heap("round hills").pieces[:2]
    layout = heap("round hills").with_pieces((first, second))
    work = len(first.outline) * len(second.outline)

    found = {}
    for most in (work - 1, work, work + 1):
        monkeypatch.setattr(legality, "MAX_WORK", most)
        found[most - work] = judge_stated(layout, RULES).complete
    assert found == {-1: False, 0: True, 1: True}


def test_pieces_that_lie_apart_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = heap("round hills").pieces[:2]
    apart = replace(second, outline=tuple((x + 15, y) for x, y in second.outline))
    monkeypatch.setattr(legality, "MAX_WORK", 0)

    assert judge_stated(heap("round hills").with_pieces((first, apart)), RULES).complete
    assert not judge_stated(heap("round hills").with_pieces((first, second)), RULES).complete


def test_what_anybody_would_draw_is_judged_to_the_last() -> None:
    """64 pieces of 80 corners in one heap."""
    layout = heap("round hills")
    fewer = [
        replace(each, outline=each.outline[: 80 - at % 2]) for at, each in enumerate(layout.pieces)
    ]

    assert legality._affordable(layout.with_pieces(tuple(fewer)), RULES) == 64
