"""How is something taken back? By its own side while nothing followed, further by agreement."""

from __future__ import annotations

from setup_app.battles.repository import changing
from setup_app.battles.services.bots import wake_bot
from setup_app.battles.services.full_logs import refuse_full
from setup_app.engine import undo as engine_undo
from setup_app.engine.agreements import AS_PLACED
from setup_app.engine.values import Side


def undo(*, battle: str, side: Side) -> int:
    """Take back the side's own last answer; the new version. Raises `cannot_undo`."""
    with changing(battle) as change:
        engine_undo.undo(change.played, side)
        wake_bot(change)
        return change.played.version


def propose_back(*, battle: str, side: Side | None, to: int) -> int:
    """Propose to go back to a version; the new version, which is the proposal's number.

    Raises `log_full`: one side could propose and withdraw without an end.
    """
    with changing(battle) as change:
        refuse_full(change.played)
        engine_undo.propose_back(change.played, side, to)
        wake_bot(change)
        return change.played.version


def propose_stop(*, battle: str, side: Side | None) -> int:
    """Propose to end a battle as it stands; the new version, which is the proposal's number.

    Raises `battle_over`, `cannot_stop_here`, `log_full`.
    """
    with changing(battle) as change:
        refuse_full(change.played)
        engine_undo.propose_stop(change.played, side)
        wake_bot(change)
        return change.played.version


def answer_proposal(*, battle: str, side: Side | None, proposal: int, accept: bool) -> int:
    """Accept or decline a proposal, or withdraw one's own; the new version.

    To accept what was placed is an answer: raises `log_full`.
    """
    with changing(battle) as change:
        proposed = {each.id: each.kind for each in engine_undo.open_proposals(change.played)}
        if accept and proposed.get(proposal) == AS_PLACED:
            refuse_full(change.played)
        engine_undo.reply(change.played, side, proposal, accept=accept)
        wake_bot(change)
        return change.played.version
