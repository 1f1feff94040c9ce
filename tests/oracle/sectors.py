"""Does each piece lie where its die, its slot and its type send it, and may it go undiced?"""

from __future__ import annotations

from tests.oracle.bands import band_touches_edge
from tests.oracle.ground import DICED_SLOTS, Ground, Piece
from tests.oracle.shapes import distance_between
from tests.oracle.verdict import (
    Answer,
    Findings,
    all_of,
    any_of,
    at_least,
    at_most,
    doubtful,
    touches,
)

FLANKS = ("left", "right")


def judge_sectors(ground: Ground, findings: Findings) -> None:
    for piece in ground.pieces:
        if piece.slot in DICED_SLOTS and piece.die is None and not piece.moved:
            _judge_undiced(ground, piece, findings)
        if not piece.valid:
            continue
        if piece.is_flank:
            _judge_flank(ground, piece, findings)
        elif piece.slot in DICED_SLOTS and not piece.is_water and not piece.is_settlement:
            _judge_diced(ground, piece, findings)
        if _keeps_half(ground, piece):
            findings.say("wrong_half", piece.ids, _in_own_half(ground, piece))


def within(piece: Piece, span: tuple[float, float]) -> Answer:
    return all_of((at_least(piece.x[0], span[0]), at_most(piece.x[1], span[1])))


def touched(piece: Piece, others: list[Piece]) -> Answer:
    """Whether it touches one of them."""
    return any_of(touches(distance_between(piece.ring, other.ring)) for other in others)


def neighbours_before(ground: Ground, piece: Piece) -> list[Piece]:
    """The pieces already on the table beside which it may stand undiced."""
    beside = ground.special(piece, "undiced_beside")
    if beside is None:
        return []
    return [other for other in ground.pieces[: piece.place] if other.type in beside["neighbours"]]


def _judge_undiced(ground: Ground, piece: Piece, findings: Findings) -> None:
    if piece.is_water or piece.is_settlement:
        return
    neighbours = neighbours_before(ground, piece)
    if not piece.valid or not all(other.valid for other in neighbours):
        # Whether anything more is asked of what is no polygon is left open.
        findings.say("die_required", piece.ids, "near")
        return
    right = touched(piece, neighbours)
    findings.say("die_required", piece.ids, right)
    beside = ground.special(piece, "undiced_beside")
    if beside is not None and beside["one_sector"]:
        in_one = any_of(within(piece, span) for span in ground.sectors.values())
        # Without the right to stand undiced, or off the table, it has another fault first.
        first = right != "kept" or within(piece, (0.0, ground.width)) != "kept"
        findings.say("straddles_sectors", piece.ids, doubtful(in_one) if first else in_one)


def _judge_flank(ground: Ground, piece: Piece, findings: Findings) -> None:
    in_one = any_of(within(piece, ground.sectors[side]) for side in FLANKS)
    if piece.is_water:
        # A strip deeper than an event's flank sector has its own code.
        findings.say("outside_sector", piece.ids, doubtful(in_one))
        return
    findings.say("outside_sector", piece.ids, in_one)
    if piece.placed_by != "invader":
        return
    for other in ground.pieces:
        if other.is_flank and other.placed_by == "defender" and other.valid and not other.is_water:
            same = any_of(
                all_of((within(piece, ground.sectors[side]), within(other, ground.sectors[side])))
                for side in FLANKS
            )
            sure = any_of(within(other, ground.sectors[side]) for side in FLANKS) == "kept"
            findings.say("outside_sector", piece.ids, same if sure else doubtful(same))


def _judge_diced(ground: Ground, piece: Piece, findings: Findings) -> None:
    is_band = ground.widths(piece) is not None
    if ground.special(piece, "flank_by_parity") and (piece.die is None or piece.moved):
        in_flank = any_of(within(piece, ground.sectors[side]) for side in FLANKS)
        findings.say("outside_sector", piece.ids, in_flank if piece.moved else doubtful(in_flank))
    sector = ground.die_sector(piece)
    lapsed = piece.moved and not ground.setting("moved_keeps_sector")
    anywhere = is_band and not ground.setting("bands_obey_sector")
    if sector is not None and not lapsed and not anywhere:
        findings.say("outside_sector", piece.ids, _in_die_sector(ground, piece, sector))
    _judge_edge(ground, piece, findings, is_band)


def _in_die_sector(ground: Ground, piece: Piece, sector: str) -> Answer:
    plain = within(piece, ground.sectors[sector])
    if sector == "centre" or ground.special(piece, "extend_from_flank") is None:
        return plain
    waters = [water for water in ground.waters_before(piece) if ground.water_side(water) == sector]
    deep = ground.sector_depth
    reach = (0.0, ground.width - deep) if sector == "left" else (deep, ground.width)
    extends = all_of((touched(piece, waters), within(piece, reach)))
    if all(within(water, ground.sectors[sector]) == "kept" for water in waters):
        return any_of((plain, extends))
    # Which sector holds a strip that sticks out of it?
    return plain if extends == "broken" else doubtful(plain)


def _judge_edge(ground: Ground, piece: Piece, findings: Findings, is_band: bool) -> None:
    by_type = ground.special(piece, "touch_edge") is not None
    by_die = piece.die in edge_dice(ground, piece) and not piece.moved
    if not by_type and not by_die:
        return
    if is_band:
        findings.say("not_touching_edge", piece.ids, band_touches_edge(ground, piece))
        return
    (left, right), (front, back) = piece.x, piece.y
    nearest = min(left, ground.width - right, front, ground.depth - back)
    answer = at_most(nearest, 0.0)
    wholly_off = right < 0 or left > ground.width or back < 0 or front > ground.depth
    findings.say("not_touching_edge", piece.ids, "near" if wholly_off else answer)


def edge_dice(ground: Ground, piece: Piece) -> tuple[int, ...]:
    if ground.special(piece, "flank_by_parity"):
        return ()
    return (1, 3, 5) if ground.setting("flank_die_touches_edge") else (3, 5)


def _keeps_half(ground: Ground, piece: Piece) -> bool:
    if piece.is_water:
        return False
    if piece.is_flank:
        return bool(ground.setting("flank_pieces_own_half"))
    return piece.is_settlement


def _in_own_half(ground: Ground, piece: Piece) -> Answer:
    middle = ground.depth / 2
    if piece.placed_by == "defender":
        return at_most(piece.y[1], middle)
    return at_least(piece.y[0], middle)
