"""Is a river or a wadi a straight band of legal width from one edge to another?

The direction is not given: every side of the outline is tried as one, and that under which nothing
is wrong is taken, else that along which most of the outline runs. Each measure is made
twice, with a tight and with a wide tolerance; what only the tight one finds is too near to tell.
Wide is 0.0105 more for the sides, since the line may be laid through an outermost point or between
the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.oracle.ground import Ground, Piece
from tests.oracle.shapes import Ring, inside, segments, to_outline
from tests.oracle.verdict import ROUNDING, Answer, Findings, all_of, at_least, at_most, doubtful
from tests.rulebooks.second_transcription import LEAST_WIDTH, TOLERANCE

WIDTH_BAND = 0.003
"""Corners are rounded to 0.001, which turns a short side a little."""
SHALLOW = 0.35
"""Sine of the angle under which a stray side may be a bent bank as well as a slanted end."""
FAULTS = ("not_straight", "not_edge_to_edge")

Answers = dict[str, Answer]


@dataclass(frozen=True)
class _Line:
    """The outline seen along one direction."""

    along: Ring
    across: Ring
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


def judge_band(ground: Ground, piece: Piece, findings: Findings) -> None:
    ring = piece.ring
    start, end = segments(ring)
    trials: list[tuple[int, float, Answers]] = []
    for direction in end - start:
        length = float(np.hypot(*direction))
        if length < 0.05:
            continue
        unit = direction / length
        across = np.array([-unit[1], unit[0]])
        offsets = ring @ across
        line = _Line(unit, across, float(offsets.min()), float(offsets.max()))
        answers = _try(ground, piece, line)
        wrong = sum(answer == "broken" for answer in answers.values())
        trials.append((wrong, -_bank_length(ring, line), answers))
    if not trials:
        findings.say_one_of((*FAULTS, "too_narrow"), piece.ids)
        return
    # A direction under which nothing is wrong; else that along which most of the outline runs.
    fewest, banks, best = min(trials, key=lambda trial: (trial[0] > 0, trial[1], trial[0]))
    _say(piece, findings, best)
    for _, length, answers in trials:
        if fewest > 0 and length <= banks / 2:
            _say(piece, findings, {code: doubtful(answer) for code, answer in answers.items()})


def _say(piece: Piece, findings: Findings, answers: Answers) -> None:
    for code, answer in answers.items():
        if code != "either":
            findings.say(code, piece.ids, answer)
        elif answer == "broken":
            findings.say_one_of(FAULTS, piece.ids)
        else:
            for fault in FAULTS:
                findings.say(fault, piece.ids, answer)


def _try(ground: Ground, piece: Piece, line: _Line) -> Answers:
    most = ground.widths(piece)
    assert most is not None
    least = LEAST_WIDTH[piece.type]
    tight = _stray(ground, piece, line, side=TOLERANCE, border=TOLERANCE - ROUNDING)
    wide = _stray(ground, piece, line, side=0.0205, border=TOLERANCE + ROUNDING)
    answers: Answers = {
        "too_wide": at_most(line.width, most, WIDTH_BAND),
        "too_narrow": at_least(line.width, least, WIDTH_BAND),
    }
    if "perhaps_an_end" in tight:
        answers["not_edge_to_edge"] = "near"
    for code in (tight | wide) - {"perhaps_an_end"}:
        answers[code] = "broken" if code in wide else "near"
    if not tight and _wedge(piece.ring, line):
        answers["either"] = "near"
    return answers


def _bank_length(ring: Ring, line: _Line) -> float:
    """How much of the outline runs along the two lines."""
    start, end = segments(ring)
    a, b = start @ line.across, end @ line.across
    low = np.maximum(a, b) - line.low <= TOLERANCE
    high = line.high - np.minimum(a, b) <= TOLERANCE
    lengths = np.abs((end - start) @ line.along)
    return float(lengths[low | high].sum())


def _wedge(ring: Ring, line: _Line) -> bool:
    """Whether one bank is but a point, as of a triangle across a corner of the table."""
    offsets = ring @ line.across
    banks = (offsets - line.low <= TOLERANCE, line.high - offsets <= TOLERANCE)
    return any(float(np.ptp((ring @ line.along)[bank])) <= TOLERANCE for bank in banks)


def _stray(ground: Ground, piece: Piece, line: _Line, *, side: float, border: float) -> set[str]:
    """Which faults the outline shows if its long sides run along the line."""
    start, end = segments(piece.ring)
    offsets = piece.ring @ line.across
    on_low = offsets - line.low <= side
    on_high = line.high - offsets <= side
    count = len(piece.ring)
    kinds = []
    for i in range(count):
        j = (i + 1) % count
        if (on_low[i] and on_low[j]) or (on_high[i] and on_high[j]):
            kinds.append("bank")
        elif _on_border(ground, piece, start[i], end[i], border):
            kinds.append("end")
        else:
            kinds.append("stray")
    if "bank" not in kinds:
        return {"either"}
    return _faults(piece.ring, line, kinds, [bool(low) for low in on_low])


def _faults(ring: Ring, line: _Line, kinds: list[str], on_low: list[bool]) -> set[str]:
    count = len(ring)
    first = next(i for i in range(count) if kinds[i] == "bank" and kinds[i - 1] != "bank")
    order = [(first + i) % count for i in range(count)]
    chains: list[list[int]] = []
    for position, i in enumerate(order):
        if kinds[i] == "bank":
            continue
        if position and kinds[order[position - 1]] != "bank":
            chains[-1].append(i)
        else:
            chains.append([i])
    found = set()
    ends = 0
    for chain in chains:
        crosses = on_low[chain[0]] != on_low[(chain[-1] + 1) % count]
        ends += crosses
        stray = [i for i in chain if kinds[i] == "stray"]
        if not stray:
            continue
        if not crosses:
            found.add("not_straight")
            if any(_slant(ring, line, i) >= SHALLOW for i in stray):
                found.add("perhaps_an_end")
        elif all(_slant(ring, line, i) >= SHALLOW for i in stray):
            found.add("not_edge_to_edge")
        else:
            found.add("either")
    if ends != 2 and not found:
        found.add("either")
    return found


def _slant(ring: Ring, line: _Line, i: int) -> float:
    """Sine of the angle between a side of the outline and the line."""
    side = ring[(i + 1) % len(ring)] - ring[i]
    return float(abs(side @ line.across) / np.hypot(*side))


def _on_border(ground: Ground, piece: Piece, a: Ring, b: Ring, within: float) -> bool:
    """Whether a whole side lies on the table's edge, or on deep water where that serves."""
    parts = max(1, int(np.ceil(np.hypot(*(b - a)) / 0.02)))
    points = a + (b - a) * np.linspace(0.0, 1.0, parts + 1)[:, None]
    distance = to_outline(points, ground.table)
    if piece.type == "rivers_and_streams":
        for water in ground.waters_before(piece):
            distance = np.minimum(distance, to_outline(points, water.ring))
            if within > TOLERANCE:
                # An end in the water overlaps it; whether it also misses its end is left open.
                distance = np.where(inside(points, water.ring), 0.0, distance)
    return bool((distance <= within).all())


def band_touches_edge(ground: Ground, piece: Piece) -> Answer:
    """Whether any of it reaches a table edge; where it does not, its ends are at fault."""
    (left, right), (front, back) = piece.x, piece.y
    nearest = min(left, ground.width - right, front, ground.depth - back)
    return all_of((doubtful(at_most(nearest, 0.0)),))
