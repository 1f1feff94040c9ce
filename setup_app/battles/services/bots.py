"""Jobs for the bot that plays a side: a worker picks its answers at random.

Every change of a battle whose bot has something to do stores a job for it. `wake_bots`, called by
beat, finds jobs that were lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from setup_app.battles.models import Battle, Submission, SubmissionState
from setup_app.battles.repository import LockedBattle, locked_battle
from setup_app.battles.services.full_logs import is_full
from setup_app.engine import undo
from setup_app.engine.agreements import AS_PLACED
from setup_app.engine.battle import EngineBattle
from setup_app.engine.log import ACT
from setup_app.engine.values import Side, other
from setup_app.jobs.queries import is_at_work
from setup_app.jobs.services import enqueue

BOT = "battles.bot"
AT_ONCE = 200
LOOKED_AFTER = timedelta(days=1)


@dataclass(frozen=True)
class Errand:
    """The next task of a bot: answer a prompt or a proposal, or close."""

    prompt: str | None = None
    proposal: int | None = None


def errand_of(row: Battle, played: EngineBattle, side: Side) -> Errand | None:
    """Return the bot's next task; None while it waits for the other side or a worker."""
    full = is_full(played)
    for proposal in undo.open_proposals(played):
        if proposal.side != side and not (full and proposal.kind == AS_PLACED):
            return Errand(proposal=proposal.id)
    checked = set(
        Submission.objects.filter(battle=row, state=SubmissionState.CHECKING).values_list(
            "prompt", flat=True
        )
    )
    for asking in played.askings():
        if (
            not full
            and asking.side == side
            and asking.answered_by is None
            and asking.id not in checked
        ):
            return Errand(prompt=asking.id)
    asked = {e.side for e in played.entries if e.type == ACT and e.kind == "close_asked"}
    if played.over and not played.closed and other(side) in asked:
        return Errand()
    return None


def wake_bot(locked: LockedBattle) -> None:
    """Store a job for the bot if it is asked something. Needs the battle's lock.

    A job that is in the row although it has ended was lost.
    """
    row = locked.row
    if row.bot_side is None:
        return
    asked = errand_of(row, locked.played, row.bot_side) is not None
    row.bot_job = enqueue(BOT, {"battle": row.public_id}).pk if asked else None
    row.save(update_fields=["bot_job"])


def wake_bots(now: datetime) -> int:
    """Store jobs for the bots whose job was lost, and return their number.

    One that keeps failing is left alone after a day.
    """
    woken = 0
    waiting = Battle.objects.filter(
        bot_job__isnull=False, read_only=False, changed__gt=now - LOOKED_AFTER
    )
    for row in waiting.order_by("changed")[:AT_ONCE]:
        if is_at_work(row.bot_job):
            continue
        with locked_battle(row.public_id) as locked:
            wake_bot(locked)
            woken += locked.row.bot_job is not None
    return woken
