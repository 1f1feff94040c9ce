"""Create jobs, pass them between workers and finish them.

Every change is one conditional UPDATE, so it needs no lock and holds none: if the row is in another
state than expected, nothing changes and the caller learns so.
"""

import logging
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerLost
from kombu.pools import producers

from setup_app.jobs.kinds import JSON, Product, WorkKind, kind_named, that_keep_files, told_of
from setup_app.jobs.models import Job, JobFile, State

log = logging.getLogger(__name__)

ANNOUNCE_AGAIN = timedelta(seconds=10)
MAX_SILENCE = timedelta(minutes=5)
MAX_WAIT = timedelta(seconds=10)
"""The longest wait when a player is waiting: a job whose announcements were lost several times is
announced again no later than this. A superfluous announcement costs one read of a row.
"""
AT_ONCE = 500
FILES_KEPT_FOR = timedelta(hours=1)
MAX_FILES = 200
MAX_PARTS = 4
"""The number of parts of one job that are announced at a time, so that other requests need not wait
for all of them. It exceeds a worker's concurrency, so that no child waits for the next
announcement.
"""
RUN_JOB = "setup_app.jobs.tasks.run_job"
AT_ONCE_PLEASE, AFTER_BATTLES, WHEN_THERE_IS_TIME = 0, 3, 9
"""Celery's priorities on Redis, which takes the lowest number first; 0, 3, 6 and 9 each have their
own list.
"""
HURRIED = {"socket_timeout": 1, "max_retries": 0}
"""A request that announces a job must not wait for a frozen Redis. A worker's own connection has
more time: dropping it would cost more than waiting.
"""


@dataclass(frozen=True)
class JobPart:
    """One part of a job: a separate job of this kind."""

    kind: str
    arguments: JSON
    id: uuid.UUID = field(default_factory=uuid.uuid4)


class LeaseLost(Exception):
    """This run no longer holds its job: it was cancelled, or taken over after the lease ended."""


def enqueue(kind: str, arguments: JSON, *, caller: str = "", key: uuid.UUID | None = None) -> Job:
    """Return a new job, stored in the current transaction and announced after it commits.

    Pass a `key` if the job's arguments or other rows name it.
    """
    if kind_named(kind) is None:
        raise ValueError(f"no app has registered the kind {kind!r}")
    job = Job.objects.create(
        **({} if key is None else {"id": key}),
        kind=kind,
        arguments=arguments,
        caller=caller,
        announcements=1,
        announce_next=timezone.now() + ANNOUNCE_AGAIN,
    )
    transaction.on_commit(lambda: announce(job.id, kind))
    return job


def enqueue_whole(
    kind: str, arguments: JSON, parts: Sequence[JobPart], *, caller: str = "", beside: int = 0
) -> Job:
    """Return a job that waits for its parts; each part is a kind and its arguments.

    The job does its own work when the last part is over, whatever the outcomes. `beside` are steps
    that are done already and count in its progress. A few parts are announced at a time.
    """
    if not parts:
        job = enqueue(kind, arguments, caller=caller)
        Job.objects.filter(pk=job.pk).update(done=beside, total=beside)
        return job
    whole = Job.objects.create(
        kind=kind,
        arguments=arguments,
        caller=caller,
        state=State.RUNNING,
        done=beside,
        total=beside + len(parts),
        parts_count=len(parts),
        announce_next=None,
    )
    Job.objects.bulk_create(
        Job(
            pk=each.id,
            whole=whole,
            kind=each.kind,
            arguments=each.arguments,
            caller=caller,
            announce_next=None,
            # Nothing else records the order of the parts.
            created=whole.created + timedelta(microseconds=at),
        )
        for at, each in enumerate(parts)
    )
    transaction.on_commit(lambda: carry_on(whole.pk))
    return whole


def carry_on(whole_id: uuid.UUID) -> None:
    """Advance a job that waits for its parts: announce the next few, record the progress, or start
    its own work. Called after each part, and by the sweeper in case a worker died before that.
    """
    with transaction.atomic():
        waiting = Job.objects.select_for_update().filter(pk=whole_id, parts_count__gt=0)
        whole = waiting.filter(state=State.RUNNING, lease=None).first()
        if whole is None:
            return
        left = whole.parts.filter(finished=None)
        under_way = left.filter(announce_next__isnull=False).count()
        turn = left.filter(announce_next=None).order_by("created")[: max(0, MAX_PARTS - under_way)]
        now = timezone.now()
        due = list(turn)
        whole.parts.filter(pk__in=[part.pk for part in due]).update(
            announcements=1, announce_next=now + ANNOUNCE_AGAIN
        )
        count = left.count()
        whole.done = max(whole.done, whole.total - count)
        whole.updated = now
        if not count:
            whole.state, whole.announcements = State.QUEUED, 1
            whole.announce_next = now + ANNOUNCE_AGAIN
            due.append(whole)
        whole.save(update_fields=["done", "state", "announcements", "announce_next", "updated"])
        for job in due:
            transaction.on_commit(partial(announce, job.pk, job.kind))


def announce(job_id: uuid.UUID, kind_name: str) -> None:
    """Announce the job to a worker. Without Redis this logs an error, and the sweeper retries
    later.
    """
    kind = kind_named(kind_name)
    patient = kind is not None and kind.patient
    queue = settings.PATIENT_QUEUE if patient else settings.CELERY_TASK_DEFAULT_QUEUE
    line = current_app.connection_for_write(transport_options=HURRIED)
    try:
        with producers[line].acquire(block=True) as producer:
            current_app.send_task(
                RUN_JOB,
                (str(job_id),),
                retry=False,
                queue=queue,
                priority=_priority(kind),
                producer=producer,
                soft_time_limit=kind.seconds if kind else None,
                time_limit=kind.killed_after if kind else None,
            )
    except (BrokerLost, OSError) as lost:
        log.warning("job waits for the sweeper: %s", type(lost).__name__)


def _priority(kind: WorkKind | None) -> int:
    if kind is not None and kind.patient:
        return WHEN_THERE_IS_TIME
    return AFTER_BATTLES if kind is not None and kind.yields else AT_ONCE_PLEASE


def take(job_id: uuid.UUID) -> Job | None:
    """Return the job, now held by this run under a new lease; None if there is nothing to do."""
    job = Job.objects.filter(pk=job_id).first()
    kind = kind_named(job.kind) if job else None
    if job is None or kind is None:
        return None
    now = timezone.now()
    lease = uuid.uuid4()
    free = Q(state=State.QUEUED) | Q(state=State.RUNNING, lease_until__lt=now)
    taken = Job.objects.filter(free, pk=job_id, tries__lt=kind.tries).update(
        state=State.RUNNING,
        lease=lease,
        lease_until=now + timedelta(seconds=kind.lease_seconds),
        tries=F("tries") + 1,
        updated=now,
    )
    if not taken:
        return None
    return Job.objects.filter(pk=job_id, lease=lease).first()


def advance(job: Job, done: int, total: int) -> None:
    """Record the progress of this run. Raises LeaseLost if the run no longer holds the job."""
    held = _held(job).update(done=done, total=total, updated=timezone.now())
    if not held:
        raise LeaseLost


def finish(job: Job, result: JSON | Product) -> bool:
    """Store the result. Return False, and store nothing, if the run no longer holds the job."""
    if not isinstance(result, Product):
        return _ended(job, _end(_held(job), state=State.DONE, result=result))
    with transaction.atomic():
        held = _end(_held(job), state=State.DONE, result=result.result)
        if held:
            JobFile.objects.create(
                job=job, name=result.name, media_type=result.media_type, body=result.body
            )
    return _ended(job, held)


def fail(job: Job, error: Mapping[str, Any]) -> bool:
    """Store the reason for the failure: a problem with at least `code`."""
    return _ended(job, _end(_held(job), state=State.FAILED, error=dict(error)))


def fail_without_lease(job_id: uuid.UUID, error: Mapping[str, Any]) -> bool:
    """Store a failure from outside the run: from the worker's main process after it killed its
    child.
    """
    ended = _end(
        Job.objects.filter(pk=job_id, state=State.RUNNING), state=State.FAILED, error=dict(error)
    )
    return _ended(Job.objects.filter(pk=job_id).first(), ended)


def release(job: Job) -> None:
    """Release the job, so that the sweeper retries it."""
    _held(job).update(
        state=State.QUEUED,
        lease=None,
        lease_until=None,
        announce_next=timezone.now(),
        updated=timezone.now(),
    )


def cancel(job_id: uuid.UUID) -> bool:
    """Cancel a job that is not over, and its parts. A current run notices at its next `advance`."""
    unfinished = Q(state__in=[State.QUEUED, State.RUNNING])
    called_off: dict[str, Any] = {"state": State.FAILED, "error": {"code": "cancelled"}}
    ended = _end(Job.objects.filter(unfinished, pk=job_id), **called_off)
    if ended:
        for part in Job.objects.filter(unfinished, whole=job_id):
            _ended(part, _end(Job.objects.filter(unfinished, pk=part.pk), **called_off))
    return _ended(Job.objects.filter(pk=job_id).first(), ended)


def sweep(now: datetime) -> dict[str, int]:
    """Find lost jobs: expired leases, unheard announcements, rows to delete."""
    return {
        "given_up": _give_up(now),
        "reclaimed": _reclaim(now),
        "carried_on": _carry_on(now),
        "announced": _announce_again(now),
        "forgotten": _forget(now),
        "files_forgotten": _forget_files(now),
    }


def _held(job: Job) -> Any:
    return Job.objects.filter(pk=job.pk, state=State.RUNNING, lease=job.lease)


def _end(jobs: Any, **changes: Any) -> bool:
    now = timezone.now()
    return bool(jobs.update(lease=None, lease_until=None, finished=now, updated=now, **changes))


def _ended(job: Job | None, ended: bool) -> bool:
    """Return whether a job is over; if it is, call the callbacks of its kind."""
    told = told_of(job.kind) if job is not None and ended else None
    if job is not None and told is not None:
        tell, over = told, job.pk
        # The result is stored whether or not a callback succeeds.
        transaction.on_commit(lambda: tell(over), robust=True)
    if job is not None and job.whole_id is not None and ended:
        carry_on(job.whole_id)
    return ended


def _give_up(now: datetime) -> int:
    """Fail jobs whose every try ended with a dead worker, and those of unknown kinds."""
    lost = Q(state=State.RUNNING, lease_until__lt=now)
    given_back = Q(state=State.QUEUED, tries__gt=0)
    given_up = 0
    for job in Job.objects.filter(lost | given_back)[:AT_ONCE]:
        kind: WorkKind | None = kind_named(job.kind)
        if kind is None or job.tries >= kind.tries:
            unchanged = Job.objects.filter(pk=job.pk, state=job.state, lease=job.lease)
            ended = _end(unchanged, state=State.FAILED, error={"code": "gave_up"})
            given_up += _ended(job, ended)
    return given_up


def _reclaim(now: datetime) -> int:
    return Job.objects.filter(state=State.RUNNING, lease_until__lt=now).update(
        state=State.QUEUED, lease=None, lease_until=None, announce_next=now, updated=now
    )


def _carry_on(now: datetime) -> int:
    """Advance jobs that wait for parts and have been silent for a while."""
    waiting = Job.objects.filter(state=State.RUNNING, lease=None, parts_count__gt=0)
    silent = list(waiting.filter(updated__lt=now - ANNOUNCE_AGAIN).values_list("pk", flat=True))
    for whole_id in silent:
        carry_on(whole_id)
    return len(silent)


def _announce_again(now: datetime) -> int:
    """Announce silent jobs again. Each interval is twice the previous one, up to the longest of its
    kind, so that a long queue does not double every time.
    """
    due = Job.objects.filter(state=State.QUEUED, announce_next__lte=now).order_by("announce_next")
    announced = 0
    for job in due[:AT_ONCE]:
        silence = min(ANNOUNCE_AGAIN * 2 ** min(job.announcements, 8), _longest(job))
        told = Job.objects.filter(
            pk=job.pk, state=State.QUEUED, announce_next=job.announce_next
        ).update(announcements=F("announcements") + 1, announce_next=now + silence)
        if told:
            announce(job.pk, job.kind)
            announced += 1
    return announced


def _longest(job: Job) -> timedelta:
    kind = kind_named(job.kind)
    return MAX_WAIT if _priority(kind) == AT_ONCE_PLEASE and kind else MAX_SILENCE


def _forget(now: datetime) -> int:
    kept_since = now - timedelta(hours=settings.JOB_RETENTION_HOURS)
    # Parts are deleted with the whole, because it counts them.
    old = list(
        Job.objects.filter(finished__lt=kept_since, whole=None).values_list("pk", flat=True)[
            :AT_ONCE
        ]
    )
    forgotten, _ = Job.objects.filter(pk__in=old).delete()
    return forgotten


def _forget_files(now: datetime) -> int:
    """Delete large old files. Files of single requests are kept for an hour, at most the newest
    MAX_FILES; files of parts until their whole is over, however many there are. Kinds that keep
    their files lose them with their jobs.
    """
    kept = Q(job__kind__in=that_keep_files()) | Q(job__whole__isnull=False)
    passing = JobFile.objects.exclude(kept)
    newest = passing.order_by("-created").values_list("pk", flat=True)
    too_many = list(newest[MAX_FILES : MAX_FILES + AT_ONCE])
    old = list(
        passing.filter(created__lt=now - FILES_KEPT_FOR).values_list("pk", flat=True)[:AT_ONCE]
    )
    pieces = JobFile.objects.filter(job__whole__finished__isnull=False)
    joined = list(pieces.values_list("pk", flat=True)[:AT_ONCE])
    forgotten, _ = JobFile.objects.filter(pk__in={*too_many, *old, *joined}).delete()
    return forgotten


def forget_sessions(now: datetime) -> int:
    """Delete expired sessions in small batches, so that others can write in between."""
    forgotten = 0
    while old := list(
        Session.objects.filter(expire_date__lt=now).values_list("pk", flat=True)[:AT_ONCE]
    ):
        forgotten += Session.objects.filter(pk__in=old).delete()[0]
    return forgotten
