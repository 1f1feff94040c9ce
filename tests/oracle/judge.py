"""Is a layout legal, and if not, by which codes? Slow, and by other means than the engine.

`judge` is the oracle that the engine's check is compared with. It says of every code and pieces
whether the rule is broken; what it does not name is kept. "near" is said where the measure lies
within a band around its limit that each room states, or where the rules leave the case open.
"""

from __future__ import annotations

from typing import Any, Literal

from tests.oracle.alone import judge_alone
from tests.oracle.counts import judge_counts
from tests.oracle.ground import Ground
from tests.oracle.pairs import judge_pairs
from tests.oracle.sectors import judge_sectors
from tests.oracle.verdict import Answer, Findings, Ids, doubtful

CODES = (
    "invalid_outline", "unknown_type", "outside_table", "overlap", "too_close",
    "too_small", "too_large", "too_thin",
    "outside_sector", "straddles_sectors", "wrong_half", "not_touching_edge",
    "not_straight", "too_wide", "too_narrow", "not_edge_to_edge", "too_deep", "too_shallow",
    "not_in_territory", "limit_exceeded", "category_not_open", "not_in_box",
    "die_required", "must_not_move", "impassable_not_allowed", "declaration_not_allowed",
)  # fmt: skip

SURE_OF_ANY_TYPE = frozenset(
    {"invalid_outline", "unknown_type", "not_in_territory", "not_in_box", "outside_table"}
    | {"overlap", "wrong_half", "must_not_move", "limit_exceeded", "category_not_open"}
    | {"impassable_not_allowed", "declaration_not_allowed"}
)
"""Codes that are asked in the same way of a type that the territory does not have."""


def findings(layout: dict[str, Any]) -> Findings:
    """All that the oracle can say, with what is illegal under one of several codes."""
    ground = Ground(layout)
    said = Findings()
    judge_alone(ground, said)
    judge_pairs(ground, said)
    judge_sectors(ground, said)
    judge_counts(ground, said)
    unclear = {piece.id for piece in ground.pieces if ground.is_foreign(piece) or piece.odd_slot}
    for code, by_ids in said.by_code.items():
        if code not in SURE_OF_ANY_TYPE:
            for ids in by_ids:
                if unclear.intersection(ids):
                    by_ids[ids] = doubtful(by_ids[ids])
    return said


def judge(layout: dict[str, Any]) -> dict[str, dict[Ids, Answer]]:
    """By code and pieces, "broken" or "near".

    Pairs name the earlier piece first. Codes about numbers (`limit_exceeded`,
    `category_not_open`, too many declarations) name all the pieces that were counted.
    """
    return findings(layout).by_code


def legal(layout: dict[str, Any]) -> Literal["yes", "no", "near"]:
    said = findings(layout)
    answers = {answer for by_ids in said.by_code.values() for answer in by_ids.values()}
    if "broken" in answers or said.one_of:
        return "no"
    return "near" if answers else "yes"
