"""Which scores two players may get at a table, and what a bye is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from setup_app.engine.values import Violation


@dataclass(frozen=True, slots=True)
class Outcome:
    """Scores for a win, a draw and a loss; two of them may be equal."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


@dataclass(frozen=True, slots=True)
class Points:
    """Scores from 0 to `most`; both of a table add up to `sum`, unless that is None."""

    most: int = 15
    sum: int | None = 15
    bye: int = 10


Scoring: TypeAlias = Outcome | Points


def judge_scores(scores: Sequence[int], scoring: Scoring) -> tuple[Violation, ...]:
    """Return all errors in the two scores of a table.

    They are `scores_out_of_range`, once for each impossible score (`params`: `score`, and `least`
    and `most` or `among`), and `scores_do_not_add_up` (`params`: `scores`, and `sum` or `pairs`).
    By points, 0 and `most` are in range. By outcome, the pairs are win and loss either way round,
    and two draws; if a score is none of the three, that is the only error. Raises `ValueError`
    unless there are two scores.
    """
    if len(scores) != 2:
        raise ValueError(f"{len(scores)} scores at one table")
    if isinstance(scoring, Outcome):
        return _judge_outcome(scores, scoring)
    return _judge_points(scores, scoring)


def _judge_outcome(scores: Sequence[int], scoring: Outcome) -> tuple[Violation, ...]:
    among = [scoring.win, scoring.draw, scoring.loss]
    found = tuple(
        Violation("scores_out_of_range", params={"score": score, "among": among})
        for score in scores
        if score not in among
    )
    pairs = [
        [scoring.win, scoring.loss],
        [scoring.draw, scoring.draw],
        [scoring.loss, scoring.win],
    ]
    if found or list(scores) in pairs:
        return found
    params = {"scores": list(scores), "pairs": pairs}
    return (Violation("scores_do_not_add_up", params=params),)


def _judge_points(scores: Sequence[int], scoring: Points) -> tuple[Violation, ...]:
    found = [
        Violation("scores_out_of_range", params={"score": score, "least": 0, "most": scoring.most})
        for score in scores
        if not 0 <= score <= scoring.most
    ]
    if scoring.sum is not None and sum(scores) != scoring.sum:
        params = {"scores": list(scores), "sum": scoring.sum}
        found.append(Violation("scores_do_not_add_up", params=params))
    return tuple(found)
