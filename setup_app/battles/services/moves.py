"""How is an answer played? At once, or, with an outline in it, after a worker has judged it.

A submission is what waits for the worker. It and its job are stored before anything is sent to
anybody, so an emptied Redis or a killed worker loses nothing.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from setup_app.battles import battle_cache
from setup_app.battles.models import Battle, Submission, SubmissionState
from setup_app.battles.repository import Changing, changing, load, move_of
from setup_app.battles.services.bots import wake_bot
from setup_app.battles.services.full_logs import refuse_full
from setup_app.battles.tokens import Seated
from setup_app.engine.battle import Move
from setup_app.engine.errors import DomainError
from setup_app.engine.run import Asking
from setup_app.engine.undo import propose_as_placed as propose
from setup_app.engine.values import Side, Violation, as_stored
from setup_app.idempotency import refusals
from setup_app.jobs.models import Job, State
from setup_app.jobs.queries import is_at_work
from setup_app.jobs.services import enqueue

KEPT_FOR = timedelta(days=3)
"""Longer than an idempotency key, whose answer may ask for the submission."""

JUDGE = "battles.judge"
MOVE, AS_PLACED = "move", "accept_as_placed"


@dataclass(frozen=True)
class Sent:
    """What became of an answer: played, at `version`; or a worker checks it, as `job`."""

    version: int | None = None
    job: uuid.UUID | None = None


def read_move(*, prompt: str, expected_version: int, answer: Any) -> Move:
    """The move with its answer as it will be read back from the log."""
    return Move(prompt, expected_version, as_stored(answer))


def play(
    *,
    battle: str,
    side: Side | None,
    move: Move,
    caller: str = "",
    seated: Seated | None = None,
) -> Sent:
    """Answer an open prompt. `side` None is a device that holds both seats.

    Raises what `changing` raises, `checking`, `log_full`, and what
    `script.battle.Battle.answer` raises.
    """
    with changing(battle, seated=seated) as change:
        asking = change.played.open_asking(side, move)
        refuse_full(change.played)
        if asking.prompt.judged_by_worker:
            return _submit(change, asking, _Waiting(side, move, MOVE, caller))
        change.played.answer(side, move)
        wake_bot(change)
        return Sent(version=change.played.version)


def propose_as_placed(*, battle: str, side: Side | None, move: Move, caller: str = "") -> Sent:
    """Propose an answer that the rules call illegal, for the other side to accept.

    Raises what `play` raises, and `nothing_to_accept` for a legal one.
    """
    with changing(battle) as change:
        asking = change.played.open_asking(side, move)
        refuse_full(change.played)
        if asking.prompt.judged_by_worker:
            return _submit(change, asking, _Waiting(side, move, AS_PLACED, caller))
        propose(change.played, side, move, change.played.judge(side, move))
        wake_bot(change)
        return Sent(version=change.played.version)


@dataclass(frozen=True)
class _Waiting:
    side: Side | None
    move: Move
    purpose: str
    caller: str


def _submit(change: Changing, asking: Asking, waiting: _Waiting) -> Sent:
    _refuse_second(change.row, asking)
    wrong = asking.prompt.misshapen(waiting.move.answer)
    if wrong is not None:
        raise DomainError("wrong_shape", {"where": wrong})
    submission = Submission.objects.create(
        battle=change.row,
        purpose=waiting.purpose,
        prompt=waiting.move.prompt,
        expected_version=waiting.move.expected_version,
        answer=waiting.move.answer,
        side=waiting.side,
        caller=waiting.caller,
    )
    job = enqueue(JUDGE, {"submission": submission.pk}, caller=waiting.caller)
    submission.job = job.pk
    submission.save(update_fields=["job"])
    return Sent(job=job.pk)


def _refuse_second(row: Battle, asking: Asking) -> None:
    """One answer at a time is checked. One whose job came to nothing does not stand in the way."""
    for earlier in Submission.objects.filter(
        battle=row, prompt=asking.id, state=SubmissionState.CHECKING
    ):
        if is_at_work(earlier.job):
            raise DomainError("checking", {"prompt": asking.id})
        _settle(earlier, SubmissionState.FAILED, DomainError("took_too_long"))


def _settle(submission: Submission, state: SubmissionState, error: DomainError) -> None:
    submission.state = state
    submission.refusal = refusals.as_json(error)
    submission.save(update_fields=["state", "refusal"])


def judge_submission(submission_id: int) -> dict[str, Any]:
    """Judge a stored answer with no lock held, then play it. For a worker; may run twice.

    Returns `{"battle", "version"}`; raises the refusal.
    """
    submission = Submission.objects.select_related("battle").get(pk=submission_id)
    if submission.state == SubmissionState.CHECKING:
        with battle_cache.loan():
            _judge(submission)
        submission.refresh_from_db()
    return outcome_of(submission)


def _judge(submission: Submission) -> None:
    try:
        verdict = load(submission.battle).judge(submission.side, move_of(submission))
    except DomainError as refused:
        battle_cache.let_go()
        apply_refusal(submission=submission.pk, error=refused)
    else:
        apply_verdict(submission=submission.pk, verdict=verdict)


def outcome_of(submission: Submission) -> dict[str, Any]:
    """What came of a submission that is over; raises its refusal."""
    if submission.state != SubmissionState.PLAYED:
        raise refusals.from_json(
            submission.refusal or {"code": "fault", "params": {}, "violations": ()}
        )
    return {"battle": submission.battle.public_id, "version": submission.version}


def apply_verdict(*, submission: int, verdict: tuple[Violation, ...]) -> None:
    """Play a judged answer, or note why it is refused. Run twice it does nothing the second time.

    An answer that nobody asks for any more, or whose job was called off, is stale.
    """
    public_id = Submission.objects.values_list("battle__public_id", flat=True).get(pk=submission)
    try:
        with changing(public_id) as change:
            waiting = Submission.objects.get(pk=submission)
            if waiting.state != SubmissionState.CHECKING:
                return
            if waiting.job and Job.objects.filter(pk=waiting.job, state=State.FAILED).exists():
                raise DomainError("cancelled")
            move = move_of(waiting)
            refuse_full(change.played)
            if waiting.purpose == AS_PLACED:
                propose(change.played, waiting.side, move, verdict)
            else:
                change.played.answer(waiting.side, move, verdict=verdict)
            waiting.state = SubmissionState.PLAYED
            waiting.version = change.played.version
            waiting.save(update_fields=["state", "version"])
            wake_bot(change)
    except DomainError as refused:
        apply_refusal(submission=submission, error=refused)


def apply_refusal(*, submission: int, error: DomainError) -> None:
    """Note that an answer was refused; one that is settled already stays as it is."""
    late = error.code in ("stale_version", "already_answered", "prompt_not_open", "cancelled")
    with transaction.atomic():
        Submission.objects.filter(pk=submission, state=SubmissionState.CHECKING).update(
            state=SubmissionState.STALE if late else SubmissionState.REFUSED,
            refusal=refusals.as_json(error),
        )


def forget_submissions(now: datetime) -> int:
    """Drop answers that were settled days ago: what was played stands in the log."""
    settled = Submission.objects.exclude(state=SubmissionState.CHECKING)
    forgotten, _ = settled.filter(created__lt=now - KEPT_FOR).delete()
    return forgotten
