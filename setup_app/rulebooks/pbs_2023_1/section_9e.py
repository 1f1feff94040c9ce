"""Place and oppose one piece. Section 9.E, and its parts for 9.A and settlements."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import replace
from typing import Any

from setup_app.engine.chance import Roll
from setup_app.engine.prompts import Request, ask, find, roll
from setup_app.engine.values import Side, other
from setup_app.rulebooks.pbs_2023_1 import section_9_prompts as prompts
from setup_app.rulebooks.pbs_2023_1 import section_9b
from setup_app.rulebooks.pbs_2023_1.placement_judge import FLANKS, normal_outline
from setup_app.rulebooks.pbs_2023_1.revisions import AMENDED
from setup_app.rulebooks.pbs_2023_1.situation import InHand, PbsSituation, Piece
from setup_app.rulebooks.pbs_2023_1.tables import GROUND

D6 = (1, 2, 3, 4, 5, 6)

Placed = Generator[Request, Any, Piece | None]


def place_piece(battle: PbsSituation, side: Side, type_: str, slot: str) -> Placed:
    """Place one piece and apply the opponent's die; return None for one that is lost or removed.

    It is diced for if its type and slot require it; settlements are neither diced for nor opposed.
    """
    battle.in_hand = InHand(type_, slot, side, None)
    diced = False
    if slot == "settlement":
        rule = "settlement"
    else:
        rule = battle.step = "9.E"
        diced = yield from _dices(battle, side, type_)
        if diced:
            die = yield from roll(Roll("placement", rule, D6, side))
            battle.in_hand = replace(battle.in_hand, die=die)
            battle.tell("placement_rolled", side=side, type=type_, die=die)
    piece = yield from _put_down(battle, rule)
    if piece is not None and slot != "settlement":
        opposed = diced or battle.setup.settings["undiced_opposed"]
        if opposed:
            piece = yield from _oppose(battle, piece, other(side))
    battle.in_hand = None
    return piece


def place_flank_piece(battle: PbsSituation, side: Side, type_: str) -> Placed:
    """9.A: place one piece of secure flank; its sector becomes the secure one."""
    battle.in_hand = InHand(type_, "secure_flank", side, None)
    piece = yield from _put_down(battle, "9.A")
    if piece is not None:
        if battle.revision < AMENDED:
            sector = yield from find("sector_of", outline=piece["outline"])
            battle.secure_sector = battle.secure_sector or sector
        elif battle.secure_sector is None:
            battle.secure_sector = yield from _secured_by(battle, piece)
    battle.in_hand = None
    return piece


def _secured_by(battle: PbsSituation, piece: Piece) -> Generator[Request, Any, str | None]:
    """Return the flank sector that holds most of a piece, None for the centre.

    Where two sectors hold as much, the defender chooses.
    """
    sectors = yield from find("most_of", outline=piece["outline"], of=piece["type"])
    sector: str = sectors[0]
    if len(sectors) > 1:
        prompt = prompts.ChooseSector("9.A", tuple(sectors), piece["id"])
        answer = yield from ask(battle.defender, prompt)
        sector = answer["sector"]
        battle.tell("sector_chosen", side=battle.defender, type=piece["type"], sector=sector)
    return sector if sector in FLANKS else None


def _dices(battle: PbsSituation, side: Side, type_: str) -> Generator[Request, Any, bool]:
    assert battle.territory is not None
    if not section_9b.may_go_undiced(battle.territory, type_, battle.pieces):
        return True
    answer = yield from ask(side, prompts.DiceOrNot("9.E", type_))
    if not answer["dice"]:
        battle.tell("without_dicing", side=side, type=type_)
    return bool(answer["dice"])


def _put_down(battle: PbsSituation, rule: str) -> Placed:
    hand = battle.in_hand
    assert hand is not None
    by = battle.role(hand.side)
    id_ = f"p{battle.placed_so_far + 1}"
    battle.placed_so_far += 1
    assert battle.territory is not None
    sent = section_9b.sent(battle.territory, hand.type, hand.die, battle.setup.settings)
    prompt = prompts.PlacePiece(rule, id_, hand.type, hand.slot, by, hand.die, sent)
    answer = yield from ask(hand.side, prompt)
    if "impossible" in answer:
        battle.lost = (
            *battle.lost,
            {"id": id_, "type": hand.type, "slot": hand.slot, "placed_by": by, "die": hand.die},
        )
        battle.tell("piece_lost", side=hand.side, type=hand.type)
        return None
    piece: Piece = {
        "id": id_,
        "type": hand.type,
        "slot": hand.slot,
        "placed_by": by,
        "die": hand.die,
        "moved": False,
        "declared": answer.get("declared"),
        "outline": normal_outline(answer["outline"]),
    }
    battle.pieces = (*battle.pieces, piece)
    battle.in_hand = replace(hand, piece=id_)
    if piece["declared"]:
        battle.tell("piece_declared", side=hand.side, type=hand.type, declared=piece["declared"])
    else:
        battle.tell("piece_placed", side=hand.side, type=hand.type)
    return piece


def _oppose(battle: PbsSituation, piece: Piece, side: Side) -> Placed:
    """Roll for the opponent: 4 allows a slide, 5 a turn instead, 6 a removal instead."""
    die = yield from roll(Roll("opposing", "9.E", D6, side))
    actions = _actions(battle, piece, die)
    battle.tell("opposing_rolled", side=side, type=piece["type"], die=die)
    if len(actions) == 1:
        return piece
    prompt = prompts.Oppose("9.E", piece["id"], piece["type"], die, actions)
    answer = yield from ask(side, prompt)
    if answer["action"] == "remove":
        battle.pieces = tuple(there for there in battle.pieces if there["id"] != piece["id"])
        battle.removed = (*battle.removed, piece)
        battle.tell("piece_removed", side=side, type=piece["type"])
        return None
    outline = None
    if answer["action"] == "move":
        outline = yield from _slide(battle, piece, side)
    elif answer["action"] == "turn":
        outline = yield from _turn(battle, piece, side)
    if outline is None:
        battle.tell("piece_left", side=side, type=piece["type"])
        return piece
    moved: Piece = {**piece, "moved": True, "outline": outline}
    battle.pieces = tuple(moved if there["id"] == piece["id"] else there for there in battle.pieces)
    return moved


def _actions(battle: PbsSituation, piece: Piece, die: int) -> tuple[str, ...]:
    assert battle.territory is not None
    movable = section_9b.may_be_moved(battle.territory, piece["type"])
    may = {
        "move": movable and die >= GROUND.opponent.slide,
        "turn": movable and die >= GROUND.opponent.turn,
        "remove": die >= GROUND.opponent.remove,
    }
    return ("leave", *(action for action, allowed in may.items() if allowed))


def _slide(battle: PbsSituation, piece: Piece, side: Side) -> Generator[Request, Any, Any]:
    most = battle.setup.settings["opponent_slide"]
    prompt = prompts.MovePiece("9.E", piece["id"], piece["type"], most)
    answer = yield from ask(side, prompt)
    if "leave" in answer:
        return None
    right, away = answer["by"]
    # The square root is the same on every machine, and so is this line of the log.
    distance = round(math.sqrt(right * right + away * away), 1)
    battle.tell("piece_moved", side=side, type=piece["type"], distance=distance)
    return (yield from find("slid_outline", outline=piece["outline"], by=answer["by"]))


def _turn(battle: PbsSituation, piece: Piece, side: Side) -> Generator[Request, Any, Any]:
    prompt = prompts.TurnPiece("9.E", piece["id"], piece["type"])
    answer = yield from ask(side, prompt)
    if "leave" in answer:
        return None
    battle.tell("piece_turned", side=side, type=piece["type"])
    return (
        yield from find(
            "turned_outline",
            outline=piece["outline"],
            about=answer["about"],
            degrees=answer["degrees"],
        )
    )
