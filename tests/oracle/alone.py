"""Does one piece by itself keep the table, its size, its fill and, as deep water, its strip?"""

from __future__ import annotations

import numpy as np

from tests.oracle.bands import judge_band
from tests.oracle.ground import Ground, Piece, Sides
from tests.oracle.shapes import Ring, area, rectangles, segments, to_outline
from tests.oracle.verdict import (
    ROUNDING,
    Answer,
    Findings,
    all_of,
    any_of,
    at_least,
    at_most,
    doubtful,
    more_than,
)
from tests.rulebooks.second_transcription import TOLERANCE, WATER_DEPTH

EQUAL_AREAS = 0.002
"""Areas that differ by less of themselves count as equal where a size is reported."""


def judge_alone(ground: Ground, findings: Findings) -> None:
    for piece in ground.pieces:
        if not piece.valid:
            findings.say("invalid_outline", piece.ids, "broken")
            continue
        findings.say("outside_table", piece.ids, _on_table(ground, piece))
        if piece.is_water:
            _judge_water(ground, piece, findings)
        elif ground.widths(piece) is not None:
            judge_band(ground, piece, findings)
        else:
            _judge_size(ground, piece, findings)


def _on_table(ground: Ground, piece: Piece) -> Answer:
    (left, right), (front, back) = piece.x, piece.y
    by_axis = max(-left, right - ground.width, -front, back - ground.depth, 0.0)
    beyond = np.maximum.reduce(
        [-piece.ring, piece.ring - np.array([ground.width, ground.depth]), 0 * piece.ring]
    )
    by_distance = float(np.hypot(beyond[:, 0], beyond[:, 1]).max())
    # At a corner the two readings of "more than 0.01 outside" differ by 0.004.
    if at_most(by_axis, 0.0) == "kept" and at_most(by_distance, 0.0) != "kept":
        return "near"
    return at_most(by_distance, 0.0)


def _judge_size(ground: Ground, piece: Piece, findings: Findings) -> None:
    sides = ground.sides(piece)
    if sides is None:
        return
    boxes = rectangles(piece.ring)
    fits = any_of(all_of((_not_small(box, sides), _not_large(box, sides))) for box in boxes)
    least = min(box[0] * box[1] for box in boxes)
    # Rounded corners make equal areas differ a little, and so hide which one is reported.
    reported = [box for box in boxes if box[0] * box[1] <= least * (1 + EQUAL_AREAS)]
    surely = False
    for code, test in (("too_small", _not_small), ("too_large", _not_large)):
        answer = any_of(test(box, sides) for box in reported)
        surely |= answer == "broken"
        if answer != "broken":
            # Another rectangle may be the one that a reader names.
            answer = doubtful(all_of(test(box, sides) for box in boxes))
        findings.say(code, piece.ids, any_of((fits, answer)))
    if fits == "broken" and not surely:
        findings.say_one_of(("too_small", "too_large"), piece.ids)
    findings.say("too_thin", piece.ids, _filled(ground, piece.ring, least))


def _not_small(box: tuple[float, float], sides: Sides) -> Answer:
    short, long = box
    answers = [at_least(short, sides.least)]
    if sides.long_more_than is not None:
        answers.append(more_than(long, sides.long_more_than))
    return all_of(answers)


def _not_large(box: tuple[float, float], sides: Sides) -> Answer:
    return at_most(box[1], sides.most)


def _filled(ground: Ground, ring: Ring, box_area: float) -> Answer:
    """A share is no length: whether the tolerance applies to it is left open."""
    share = area(ring) / box_area
    wanted = float(ground.setting("least_fill"))
    if share >= wanted:
        return "kept"
    return "near" if share >= wanted - TOLERANCE else "broken"


def _judge_water(ground: Ground, piece: Piece, findings: Findings) -> None:
    """One strip along all of one side edge, of one depth: read off on lines across it."""
    lines = np.linspace(0.0, ground.depth, 4 * int(ground.depth) + 1)
    lines = lines.clip(TOLERANCE + ROUNDING, ground.depth - TOLERANCE - ROUNDING)
    spans = [_span(piece.ring, float(y)) for y in lines]
    if any(span is None for span in spans):
        findings.say("not_edge_to_edge", piece.ids, "broken")
        reach = piece.x[1] - piece.x[0]
        findings.say("too_deep", piece.ids, doubtful(at_most(reach, WATER_DEPTH[1])))
        findings.say("too_shallow", piece.ids, doubtful(at_least(reach, WATER_DEPTH[0])))
        return
    near = np.array([span for span in spans if span is not None])
    # On every line it reaches from the edge, or from beyond it, onto the table.
    least, most = near.min(axis=0), near.max(axis=0)
    on_left = all_of((at_most(float(most[0]), 0.0), at_least(float(least[1]), 0.0)))
    on_right = all_of(
        (at_least(float(least[1]), ground.width), at_most(float(most[0]), ground.width))
    )
    along_edge = any_of((on_left, on_right))
    findings.say("not_edge_to_edge", piece.ids, along_edge)
    for x, on_this_edge in ((0.0, on_left), (ground.width, on_right)):
        corners = to_outline(np.array([[x, 0.0], [x, ground.depth]]), piece.ring)
        if on_this_edge == "kept" and at_most(float(corners.max()), 0.0) != "kept":
            # As with the table: across a corner 0.01 may be meant by each axis or by distance.
            findings.say("not_edge_to_edge", piece.ids, "near")
    depths = near[:, 1] - near[:, 0]
    from_edge = min(float(near[:, 0].max()), float(ground.width - near[:, 1].min()))
    uneven = float(np.ptp(depths))
    # A strip's depth may be taken from the side edge or from its own outer side.
    band = ROUNDING + (abs(from_edge) if along_edge != "broken" else 0.0) + min(uneven, TOLERANCE)
    unsure = doubtful if along_edge == "broken" else _as_said
    # What lies along no edge has no depth that the rules name: across it, or all that it reaches.
    deepest = piece.x[1] - piece.x[0] if along_edge == "broken" else float(depths.max())
    findings.say("too_deep", piece.ids, unsure(at_most(deepest, WATER_DEPTH[1], band)))
    findings.say(
        "too_shallow",
        piece.ids,
        unsure(at_least(float(depths.min()), WATER_DEPTH[0], band)),
    )
    if uneven > 4 * TOLERANCE:
        findings.say_one_of(("not_straight", "not_edge_to_edge", "too_deep"), piece.ids)
    elif uneven > TOLERANCE / 2:
        findings.say("not_straight", piece.ids, "near")


def _as_said(answer: Answer) -> Answer:
    return answer


def _span(ring: Ring, y: float) -> tuple[float, float] | None:
    start, end = segments(ring)
    crossing = (start[:, 1] <= y) != (end[:, 1] <= y)
    if not crossing.any():
        return None
    a, b = start[crossing], end[crossing]
    x = a[:, 0] + (y - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    return float(x.min()), float(x.max())
