"""Play answers: at once, or after a worker has judged an outline.

An answer that waits for a worker is a submission. It is stored with its job before anything is sent
anywhere, so an emptied Redis or a killed worker loses nothing.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from setup_app.battles import battle_cache
from setup_app.battles.models import Battle, Submission, SubmissionState
from setup_app.battles.repository import LockedBattle, load, locked_battle, move_of
from setup_app.battles.seats.tokens import Seated
from setup_app.battles.services.bots import wake_bot
from setup_app.battles.services.full_logs import refuse_full
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
"""Longer than an idempotency key, whose answer may need the submission."""

JUDGE = "battles.judge"
MOVE, AS_PLACED = "move", "accept_as_placed"


@dataclass(frozen=True)
class Sent:
    """What an answer came to: the version that it made and its head, or the job that checks it."""

    version: int | None = None
    head: str = ""
    job: uuid.UUID | None = None


def read_move(*, prompt: str, expected_version: int, answer: Any) -> Move:
    """Return the move with its answer as the log will give it back."""
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

    Raises what `locked_battle` raises for `seated`, `checking`, `log_full`, and what
    `EngineBattle.answer` raises.
    """
    return _send(battle, _Answer(side, move, MOVE, caller), seated)


def propose_as_placed(
    *,
    battle: str,
    side: Side | None,
    move: Move,
    caller: str = "",
    seated: Seated | None = None,
) -> Sent:
    """Propose an answer that the rules call illegal, for the other side to accept.

    Raises what `play` raises, and `nothing_to_accept` for a legal one.
    """
    return _send(battle, _Answer(side, move, AS_PLACED, caller), seated)


@dataclass(frozen=True)
class _Answer:
    side: Side | None
    move: Move
    purpose: str
    caller: str = ""


def _send(battle: str, answer: _Answer, seated: Seated | None) -> Sent:
    with locked_battle(battle, seated=seated) as locked:
        asking = locked.played.open_asking(answer.side, answer.move)
        refuse_full(locked.played)
        if asking.prompt.judged_by_worker:
            return _submit(locked, asking, answer)
        return Sent(_apply(locked, answer), locked.played.head)


def _apply(
    locked: LockedBattle, answer: _Answer, verdict: tuple[Violation, ...] | None = None
) -> int:
    """Play or propose an answer and return the new version. `verdict` is a worker's judgement."""
    side, move, played = answer.side, answer.move, locked.played
    if answer.purpose == AS_PLACED:
        propose(played, side, move, played.judge(side, move) if verdict is None else verdict)
    else:
        played.answer(side, move, verdict=verdict)
    wake_bot(locked)
    return played.version


def _submit(locked: LockedBattle, asking: Asking, answer: _Answer) -> Sent:
    """Store an answer and its job for a worker."""
    _refuse_second(locked.row, asking)
    wrong = asking.prompt.misshapen(answer.move.answer)
    if wrong is not None:
        raise DomainError("wrong_shape", {"where": wrong})
    submission = Submission.objects.create(
        battle=locked.row,
        purpose=answer.purpose,
        prompt=answer.move.prompt,
        expected_version=answer.move.expected_version,
        answer=answer.move.answer,
        side=answer.side,
        caller=answer.caller,
    )
    job = enqueue(JUDGE, {"submission": submission.pk}, caller=answer.caller)
    submission.job = job.pk
    submission.save(update_fields=["job"])
    return Sent(job=job.pk)


def _refuse_second(row: Battle, asking: Asking) -> None:
    """Raise `checking` while a worker checks an answer. One whose job is gone is settled."""
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
    """Judge a stored answer without a lock, then play it. For a worker; may run twice.

    Returns `{"battle", "version"}` or raises the refusal.
    """
    submission = Submission.objects.select_related("battle").get(pk=submission_id)
    if submission.state == SubmissionState.CHECKING:
        with battle_cache.holding():
            _judge(submission)
        submission.refresh_from_db()
    return outcome_of(submission)


def _judge(submission: Submission) -> None:
    try:
        verdict = load(submission.battle).judge(submission.side, move_of(submission))
    except DomainError as refused:
        battle_cache.discard()
        apply_refusal(submission=submission.pk, error=refused)
    else:
        apply_verdict(submission=submission.pk, verdict=verdict)


def outcome_of(submission: Submission) -> dict[str, Any]:
    """Return the battle and version of a settled submission, or raise its refusal."""
    if submission.state != SubmissionState.PLAYED:
        raise refusals.from_json(
            submission.refusal or {"code": "fault", "params": {}, "violations": ()}
        )
    return {"battle": submission.battle.public_id, "version": submission.version}


def apply_verdict(*, submission: int, verdict: tuple[Violation, ...]) -> None:
    """Play a judged answer, or store why it is refused. Does nothing the second time.

    An answer that is no longer asked for, or whose job was cancelled, is stale.
    """
    public_id = Submission.objects.values_list("battle__public_id", flat=True).get(pk=submission)
    try:
        with locked_battle(public_id) as locked:
            waiting = Submission.objects.get(pk=submission)
            if waiting.state != SubmissionState.CHECKING:
                return
            if waiting.job and Job.objects.filter(pk=waiting.job, state=State.FAILED).exists():
                raise DomainError("cancelled")
            refuse_full(locked.played)
            answer = _Answer(waiting.side, move_of(waiting), waiting.purpose)
            waiting.version = _apply(locked, answer, verdict)
            waiting.state = SubmissionState.PLAYED
            waiting.save(update_fields=["state", "version"])
    except DomainError as refused:
        apply_refusal(submission=submission, error=refused)


def apply_refusal(*, submission: int, error: DomainError) -> None:
    """Store that an answer was refused; a settled one stays as it is."""
    late = error.code in ("stale_version", "already_answered", "prompt_not_open", "cancelled")
    with transaction.atomic():
        Submission.objects.filter(pk=submission, state=SubmissionState.CHECKING).update(
            state=SubmissionState.STALE if late else SubmissionState.REFUSED,
            refusal=refusals.as_json(error),
        )


def forget_submissions(now: datetime) -> int:
    """Delete answers that were settled days ago. What was played is in the log."""
    settled = Submission.objects.exclude(state=SubmissionState.CHECKING)
    forgotten, _ = settled.filter(created__lt=now - KEPT_FOR).delete()
    return forgotten
