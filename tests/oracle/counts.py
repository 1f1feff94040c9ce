"""Are there too many of something, or pieces of a kind that box, density or row does not allow?"""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from tests.oracle.ground import KNOWN_TYPES, Ground, Piece
from tests.oracle.shapes import rectangles
from tests.oracle.verdict import Answer, Findings, Ids, all_of, any_of, at_least, at_most
from tests.rulebooks.second_transcription import (
    COMPULSORY,
    FLANK_SUBSTITUTES,
    OPTIONAL_EACH,
    TERRAIN,
)

PLAYERS = ("defender", "invader")


def judge_counts(ground: Ground, findings: Findings) -> None:
    for piece in ground.pieces:
        _judge_type(ground, piece, findings)
        _judge_declaration(ground, piece, findings)
        _judge_move(ground, piece, findings)
    _judge_limits(ground, findings)
    _judge_compulsory(ground, findings)
    _judge_rooms(ground, findings)
    _judge_declared_numbers(ground, findings)


def _ids(pieces: list[Piece]) -> Ids:
    return tuple(piece.id for piece in pieces)


def _judge_type(ground: Ground, piece: Piece, findings: Findings) -> None:
    if piece.type not in KNOWN_TYPES:
        findings.say("unknown_type", piece.ids, "broken")
    elif ground.is_foreign(piece):
        findings.say("not_in_territory", piece.ids, "broken")
    if piece.is_flank:
        findings.say("not_in_box", piece.ids, _in_box(ground, piece))
        if piece.is_water and piece.placed_by == "invader" and ground.flank is not None:
            # The defender is the one who places deep water; no code is named for another's.
            findings.say_one_of(("category_not_open", "not_in_box"), piece.ids)
    elif piece.odd_slot and piece.type in KNOWN_TYPES:
        findings.say_one_of(("category_not_open", "not_in_territory"), piece.ids)


def _in_box(ground: Ground, piece: Piece) -> Answer:
    if ground.flank is None or piece.type in ground.flank:
        return "kept"
    substitute = FLANK_SUBSTITUTES.get(ground.territory)
    if substitute is not None:
        boxes, instead = substitute
        if piece.type == instead and ground.flank in boxes:
            return "kept"
    return "broken"


def _judge_move(ground: Ground, piece: Piece, findings: Findings) -> None:
    fixed = (
        piece.is_flank
        or piece.is_water
        or piece.is_settlement
        or piece.slot == "settlement"
        or piece.type == "rivers_and_streams"
    )
    if piece.moved and fixed:
        findings.say("must_not_move", piece.ids, "broken")


def _judge_declaration(ground: Ground, piece: Piece, findings: Findings) -> None:
    if piece.declared is None:
        return
    if piece.declared == "impassable" and ground.density in ("open", "featureless"):
        findings.say("impassable_not_allowed", piece.ids, "broken")
    special = ground.special(piece, "declare")
    if special is None or special["as"] != piece.declared:
        findings.say("declaration_not_allowed", piece.ids, "broken")
    elif piece.valid:
        least = ground.slot_sides(piece.slot).least
        smallest = any_of(
            all_of((at_least(short, least), at_most(long, least)))
            for short, long in rectangles(piece.ring)
        )
        findings.say("declaration_not_allowed", piece.ids, smallest)


def _judge_declared_numbers(ground: Ground, findings: Findings) -> None:
    declared = [piece for piece in ground.pieces if piece.declared is not None]
    for key, found in _grouped(declared):
        special = ground.special(found[0], "declare")
        if special is not None and special["as"] == key[1] and len(found) > special["max"]:
            findings.say("declaration_not_allowed", _ids(found), "broken")


def _grouped(pieces: list[Piece]) -> list[tuple[tuple[str, str], list[Piece]]]:
    def key(piece: Piece) -> tuple[str, str]:
        return piece.type, str(piece.declared)

    ordered = sorted(pieces, key=lambda piece: (key(piece), piece.place))
    return [(kind, list(found)) for kind, found in groupby(ordered, key=key)]


def _judge_limits(ground: Ground, findings: Findings) -> None:
    """Flank pieces count for no max."""
    counted = [piece for piece in ground.pieces if not piece.is_flank]
    groups = [counted]
    if ground.setting("max_counts") == "player":
        groups = [[piece for piece in counted if piece.placed_by == side] for side in PLAYERS]
    for group in groups:
        for row in TERRAIN[ground.territory]:
            if row.limit is None:
                continue
            most, types = row.limit
            found = [piece for piece in group if piece.type in types]
            if len(found) > most:
                findings.say("limit_exceeded", _ids(found), "broken")


def _judge_compulsory(ground: Ground, findings: Findings) -> None:
    if ground.density is None:
        return
    found = [piece for piece in ground.pieces if piece.slot == "compulsory"]
    rooms = COMPULSORY[ground.density]
    if "any" in rooms or not rooms:
        if len(found) > rooms.get("any", 0):
            findings.say("category_not_open", _ids(found), "broken")
        return
    by_room: dict[str, list[Piece]] = {"difficult": [], "rough_or_good": [], "unknown": []}
    for piece in found:
        row = ground.row(piece)
        name = "unknown" if row is None else row.category
        by_room["rough_or_good" if name in ("rough", "good") else name].append(piece)
    for name, room in rooms.items():
        if len(by_room[name]) > room:
            findings.say("category_not_open", _ids(by_room[name]), "broken")
    if len(found) > sum(rooms.values()) or by_room["unknown"]:
        findings.say("category_not_open", _ids(found), "near")


def _judge_rooms(ground: Ground, findings: Findings) -> None:
    """Optional pieces and settlements are counted for each player, flank pieces too."""
    rooms = Counter(optional=OPTIONAL_EACH, settlement=1, secure_flank=1)
    for side in PLAYERS:
        for slot, room in rooms.items():
            found = [
                piece for piece in ground.pieces if piece.slot == slot and piece.placed_by == side
            ]
            if len(found) <= room:
                continue
            if slot == "optional":
                findings.say("category_not_open", _ids(found), "broken")
            else:
                findings.say_one_of(("category_not_open", "not_in_box"), _ids(found))
    waters = [piece for piece in ground.pieces if piece.is_water]
    if len(waters) > 1:
        findings.say_one_of(("category_not_open", "not_in_box"), _ids(waters))
