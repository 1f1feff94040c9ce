"""Do two pieces overlap, or stand too close? Asked of each against those placed before it."""

from __future__ import annotations

import numpy as np

from tests.oracle.ground import DICED_SLOTS, Ground, Piece
from tests.oracle.shapes import common_width, depth_in, distance_between, sampled
from tests.oracle.verdict import ROUNDING, Answer, Findings, at_least, doubtful, touches
from tests.rulebooks.second_transcription import TOLERANCE

SURELY_WIDE = 0.0102
SURELY_NARROW = 0.0066
"""The widest circle in a corner is narrower than the corner's own width, by up to a third."""
FINEST = 0.001

NAMED_WITH_WATER = ("overlap", "extend_from_flank")


def judge_pairs(ground: Ground, findings: Findings) -> None:
    for later in ground.pieces:
        for earlier in ground.pieces[: later.place]:
            if later.valid and earlier.valid:
                _judge_pair(ground, earlier, later, findings)


def _judge_pair(ground: Ground, earlier: Piece, later: Piece, findings: Findings) -> None:
    ids = (earlier.id, later.id)
    distance = distance_between(earlier.ring, later.ring)
    apart: Answer = "kept" if distance > 0 else _apart(ground, earlier, later)
    findings.say("overlap", ids, apart)
    if later.moved and not ground.setting("moved_keeps_gap"):
        return
    asked = gap_asked(ground, earlier, later, distance)
    if asked == "no":
        return
    answer = at_least(distance, float(ground.setting("gap")))
    if asked == "unclear" or apart == "broken":
        # Of two that overlap it is said that they overlap; whether also this, is left open.
        answer = doubtful(answer)
    findings.say("too_close", ids, answer)


def _apart(ground: Ground, earlier: Piece, later: Piece) -> Answer:
    narrow, wide = common_width(earlier.ring, later.ring, enough=SURELY_WIDE, finest=FINEST)
    if wide <= SURELY_NARROW:
        return "kept"
    overlap: Answer = "broken" if narrow >= SURELY_WIDE else "near"
    if earlier.is_water and _may_overlap(ground, later):
        return _on_land(ground, earlier, later)
    if later.is_water and _may_overlap(ground, earlier):
        return "near"
    return overlap


def _may_overlap(ground: Ground, piece: Piece) -> bool:
    special = ground.special(piece, "overlap")
    return special is not None and "deep_water" in special["types"]


def _on_land(ground: Ground, water: Piece, town: Piece) -> Answer:
    """Some of it on land: a point of it that is on the table stands clear of the water."""
    outline = sampled(town.ring)
    on_table = outline.clip((0.0, 0.0), (ground.width, ground.depth))
    reach, beyond = (float((-depth_in(points, water.ring)).max()) for points in (on_table, outline))
    if reach > 2 * TOLERANCE:
        return "kept"
    # Off the table there is neither land nor water, and another code for that.
    off_table = max(beyond, reach) > reach + TOLERANCE
    return "near" if reach > ROUNDING or off_table else "broken"


def gap_asked(ground: Ground, earlier: Piece, later: Piece, distance: float) -> str:
    """Whether the gap is asked between the two: "yes", "no" or "unclear"."""
    if earlier.is_water or later.is_water:
        return _asked_of_water(ground, earlier, later)
    if earlier.is_flank and later.is_flank:
        # Whether a settlement in that slot is a flank piece, nobody says.
        return "unclear" if earlier.odd_slot or later.odd_slot else "no"
    within_gap = ground.special(later, "within_gap")
    if within_gap is not None and earlier.type in within_gap["types"]:
        return "no"
    beside = ground.special(later, "undiced_beside")
    if (
        beside is not None
        and later.die is None
        and later.slot in DICED_SLOTS
        and earlier.type in beside["neighbours"]
    ):
        # "The gap is kept from everything else": also from a village that it does not touch.
        return {"kept": "no", "near": "unclear", "broken": "yes"}[touches(distance)]
    return "yes"


def _asked_of_water(ground: Ground, earlier: Piece, later: Piece) -> str:
    if ground.setting("touch_deep_water") == "any":
        return "no"
    if earlier.is_water and later.is_water:
        return "unclear"
    dry = later if earlier.is_water else earlier
    if any(ground.special(dry, code) for code in NAMED_WITH_WATER):
        return "no"
    beside = ground.special(dry, "undiced_beside")
    if beside is not None and "deep_water" in beside["neighbours"]:
        return "no"
    if later.is_water or dry.type == "rivers_and_streams":
        # A river may end at deep water, which the setting does not mention.
        return "unclear"
    return "yes"


def slide_kept(before: object, after: object, most: float) -> Answer:
    """9.E: whether one outline is the other, moved without turning by at most `most`."""
    first, second = np.asarray(before, dtype=float), np.asarray(after, dtype=float)
    if first.shape != second.shape:
        return "broken"
    shift = (second - first).mean(axis=0)
    if np.abs(second - first - shift).max() > TOLERANCE:
        return "broken"
    return at_least(-float(np.hypot(*shift)), -most, band=0.002)
