"""When is the side that nobody sits at to be played? A worker then picks at random.

Every change of a battle whose bot has something to do stores a job for it. A job that is lost for
good is found by `wake_bots`, which beat calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from setup_app.battles.models import Battle, Submission, SubmissionState
from setup_app.battles.repository import Changing, changing
from setup_app.battles.services.full_logs import is_full
from setup_app.engine import undo
from setup_app.engine.agreements import AS_PLACED
from setup_app.engine.battle import EngineBattle as Played
from setup_app.engine.log import ACT
from setup_app.engine.values import Side, other
from setup_app.jobs.queries import is_at_work
from setup_app.jobs.services import enqueue

BOT = "battles.bot"
AT_ONCE = 200
LOOKED_AFTER = timedelta(days=1)


@dataclass(frozen=True)
class Errand:
    """The one thing that a bot is to do next: answer a prompt or a proposal, or close."""

    prompt: str | None = None
    proposal: int | None = None


def errand_of(row: Battle, played: Played, side: Side) -> Errand | None:
    """What the bot at `side` is asked; None while it waits for the other side or a worker."""
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


def wake_bot(change: Changing) -> None:
    """Store a job for the bot where it is asked something, and none where it is not.

    Needs the battle's lock. A job that stands in the row while it is over was lost.
    """
    row = change.row
    if row.bot_side is None:
        return
    asked = errand_of(row, change.played, row.bot_side) is not None
    row.bot_job = enqueue(BOT, {"battle": row.public_id}).pk if asked else None
    row.save(update_fields=["bot_job"])


def wake_bots(now: datetime) -> int:
    """Find the bots whose job was lost while they are asked something; how many there were.

    One that fails again and again is left alone after a day.
    """
    woken = 0
    waiting = Battle.objects.filter(
        bot_job__isnull=False, read_only=False, changed__gt=now - LOOKED_AFTER
    )
    for row in waiting.order_by("changed")[:AT_ONCE]:
        if is_at_work(row.bot_job):
            continue
        with changing(row.public_id) as change:
            wake_bot(change)
            woken += change.row.bot_job is not None
    return woken
