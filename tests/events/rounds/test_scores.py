"""Which scores can a table end with?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events.event.rounds.scores import Outcome, Points, Scoring, judge_scores

RANGE, SUM = "scores_out_of_range", "scores_do_not_add_up"


@pytest.mark.parametrize(
    ("scoring", "scores", "codes"),
    [
        (Points(), (0, 15), []),
        (Points(), (15, 0), []),
        (Points(), (-1, 16), [RANGE, RANGE]),
        (Points(), (16, 15), [RANGE, SUM]),
        (Points(), (7, 7), [SUM]),
        (Points(), (8, 7), []),
        (Points(), (8, 8), [SUM]),
        (Points(sum=None), (15, 15), []),
        (Points(sum=None), (15, 16), [RANGE]),
        (Outcome(), (3, 0), []),
        (Outcome(), (0, 3), []),
        (Outcome(), (1, 1), []),
        (Outcome(), (3, 3), [SUM]),
        (Outcome(), (0, 0), [SUM]),
        (Outcome(), (3, 1), [SUM]),
        (Outcome(), (2, 1), [RANGE]),
        (Outcome(), (4, -1), [RANGE, RANGE]),
        (Outcome(win=1, draw=1, loss=1), (1, 1), []),
    ],
)
def test_scores_are_judged(scoring: Scoring, scores: tuple[int, int], codes: list[str]) -> None:
    assert [each.code for each in judge_scores(scores, scoring)] == codes


@pytest.mark.parametrize(
    ("scoring", "scores", "params"),
    [
        (Points(), (16, -1), {"score": 16, "least": 0, "most": 15}),
        (Points(), (7, 7), {"scores": [7, 7], "sum": 15}),
        (Outcome(), (2, 0), {"score": 2, "among": [3, 1, 0]}),
        (Outcome(), (3, 1), {"scores": [3, 1], "pairs": [[3, 0], [1, 1], [0, 3]]}),
    ],
)
def test_what_is_wrong_comes_with_what_would_be_right(
    scoring: Scoring, scores: tuple[int, int], params: dict[str, Any]
) -> None:
    assert judge_scores(scores, scoring)[0].params == params


def test_a_table_has_two_scores() -> None:
    with pytest.raises(ValueError, match="1 scores"):
        judge_scores((3,), Outcome())
