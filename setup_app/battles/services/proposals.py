"""Undo one's own last answer, and go further back or stop by agreement."""

from __future__ import annotations

from setup_app.battles.repository import locked_battle
from setup_app.battles.services.bots import wake_bot
from setup_app.battles.services.full_logs import refuse_full
from setup_app.engine import undo as engine_undo
from setup_app.engine.agreements import AS_PLACED
from setup_app.engine.values import Side


def undo(*, battle: str, side: Side) -> int:
    """Undo the side's own last answer and return the new version. Raises `cannot_undo`."""
    with locked_battle(battle) as locked:
        engine_undo.undo(locked.played, side)
        wake_bot(locked)
        return locked.played.version


def propose_back(*, battle: str, side: Side | None, to: int) -> int:
    """Propose to go back to a version and return the new version, the proposal's number.

    Raises `log_full`, since one side could propose and withdraw without end.
    """
    with locked_battle(battle) as locked:
        refuse_full(locked.played)
        engine_undo.propose_back(locked.played, side, to)
        wake_bot(locked)
        return locked.played.version


def propose_stop(*, battle: str, side: Side | None) -> int:
    """Propose to end a battle as it stands and return the new version, the proposal's number.

    Raises `battle_over`, `cannot_stop_here`, `log_full`.
    """
    with locked_battle(battle) as locked:
        refuse_full(locked.played)
        engine_undo.propose_stop(locked.played, side)
        wake_bot(locked)
        return locked.played.version


def answer_proposal(*, battle: str, side: Side | None, proposal: int, accept: bool) -> int:
    """Accept or decline a proposal, or withdraw one's own, and return the new version.

    Raises `log_full` where a placement is accepted, which is an answer.
    """
    with locked_battle(battle) as locked:
        proposed = {each.id: each.kind for each in engine_undo.open_proposals(locked.played)}
        if accept and proposed.get(proposal) == AS_PLACED:
            refuse_full(locked.played)
        engine_undo.reply(locked.played, side, proposal, accept=accept)
        wake_bot(locked)
        return locked.played.version
