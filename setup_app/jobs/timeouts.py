"""How long a request waits for a worker.

A question (`by_worker`) is cancelled when its request stops waiting. Stored work continues after
`wait_for`: the requester gets a ticket (202) or a page that waits on.
"""

from __future__ import annotations

import threading
import time
import uuid

from django.db import connection

from setup_app.engine.errors import DomainError
from setup_app.jobs.kinds import JSON, kind_named
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import cancel, enqueue
from setup_app.jobs.worker_heartbeat import worker_is_there

TIMEOUT = 5.0
"""Seconds that a request waits for a worker before it continues without the answer."""
FIRST_PAUSE = 0.005
MAX_PAUSE = 0.05
WAITING_AT_MOST = 12
HURRIED = 0.25
"""Seconds that a request waits if so many requests of its process wait that few threads are
left.
"""

_leaving = threading.Event()
_chairs = threading.BoundedSemaphore(WAITING_AT_MOST)


class NoWorker(DomainError):
    """No worker is free. The request itself is not at fault and can be sent again unchanged."""

    def __init__(self) -> None:
        super().__init__("no_worker")


def is_swamped(kind: str, *, most: int) -> bool:
    """Return whether so many jobs of a kind wait that one more would wait too long."""
    return Job.objects.filter(kind=kind, state=State.QUEUED).count() >= most


def would_answer(kind: str, *, most: int | None = None) -> bool:
    """Return whether a worker would answer soon: one is there, and fewer than `most` jobs wait."""
    known = kind_named(kind)
    there = worker_is_there(patient=known is not None and known.patient)
    return there and not (most is not None and is_swamped(kind, most=most))


def by_worker(
    kind: str,
    arguments: JSON,
    *,
    caller: str = "",
    timeout: float = TIMEOUT,
    most: int | None = None,
) -> Job:
    """Run a job by a worker; return it, done or failed, once it is over.

    Call it outside a transaction: it waits up to `timeout` seconds. Raises `NoWorker` if there is
    no worker, if `most` jobs of this kind wait already, or if the time runs out: the job is then
    cancelled, since no one waits for it any more.
    """
    if not would_answer(kind, most=most):
        raise NoWorker
    job = wait_for(enqueue(kind, arguments, caller=caller).pk, timeout)
    if job.over:
        return job
    cancel(job.pk)
    raise NoWorker


def wait_for(job_id: uuid.UUID | str, seconds: float = TIMEOUT) -> Job:
    """Return the job when it is over, or after `seconds`, whichever is first.

    It polls the row, so it depends on nothing but the database. It must not run in a transaction:
    it would hold a lock all the while, and on PostgreSQL might never see the end. If
    WAITING_AT_MOST requests wait already it returns sooner, to leave some threads for the rest.
    """
    if connection.in_atomic_block:
        raise RuntimeError("waiting for a job inside a transaction")
    if not _chairs.acquire(blocking=False):
        return _wait(job_id, min(seconds, HURRIED))
    try:
        return _wait(job_id, seconds)
    finally:
        _chairs.release()


def stop_waiting() -> None:
    """End all waits in this process, because it is about to stop."""
    _leaving.set()


def _wait(job_id: uuid.UUID | str, seconds: float) -> Job:
    until = time.monotonic() + seconds
    pause = FIRST_PAUSE
    while True:
        job = Job.objects.get(pk=job_id)
        left = until - time.monotonic()
        if job.over or left <= 0 or _leaving.is_set():
            return job
        _leaving.wait(min(pause, left))
        pause = min(pause * 1.5, MAX_PAUSE)
