"""What may a caller know of a job, and how does a request wait for one?"""

import hmac
import threading
import time
import uuid
from typing import Any

from django.db import connection

from config.problems import STATUS_BY_CODE, problem
from setup_app.jobs.models import Job, JobFile, State

FIRST_PAUSE = 0.005
LONGEST_PAUSE = 0.05
WAITING_AT_MOST = 12
HURRIED = 0.25
"""Seconds that a request waits where so many others of its process wait that few are left."""

_chairs = threading.BoundedSemaphore(WAITING_AT_MOST)


def job_for(job_id: uuid.UUID, *, caller: str) -> Job | None:
    """The job where this caller asked for it; an anonymous one's is seen by whoever has its id."""
    job = Job.objects.filter(pk=job_id).first()
    if job is None or (job.caller and not hmac.compare_digest(job.caller, caller)):
        return None
    return job


def file_of(job: Job) -> JobFile | None:
    """The file that a job made; None where it made none or it is forgotten."""
    return JobFile.objects.filter(pk=job.pk).first()


def has_file(job: Job) -> bool:
    """Whether the job's file can be had."""
    return JobFile.objects.filter(pk=job.pk).exists()


def error_of(job: Job) -> dict[str, Any]:
    """Why the job failed, as a problem."""
    kept = job.error or {"code": "fault"}
    if "status" in kept:
        return dict(kept)
    code = kept["code"]
    return problem(code, status=500 if code == "fault" else STATUS_BY_CODE.get(code, 422))


def is_swamped(kind: str, *, most: int) -> bool:
    """Whether so many jobs of a kind lie there that one more would wait too long."""
    return Job.objects.filter(kind=kind, state=State.QUEUED).count() >= most


def wait_for(job_id: uuid.UUID, seconds: float) -> Job:
    """The job as it is when it is over, or after `seconds`, whichever is first.

    Reads the row again and again, so it depends on nothing but the database. Must not stand in a
    transaction: it would hold a lock all the while, and on PostgreSQL might never see the end.
    Where WAITING_AT_MOST wait already it returns sooner: some threads must be left for the rest.
    """
    if connection.in_atomic_block:
        raise RuntimeError("waiting for a job inside a transaction")
    if not _chairs.acquire(blocking=False):
        return _wait(job_id, min(seconds, HURRIED))
    try:
        return _wait(job_id, seconds)
    finally:
        _chairs.release()


def _wait(job_id: uuid.UUID, seconds: float) -> Job:
    until = time.monotonic() + seconds
    pause = FIRST_PAUSE
    while True:
        job = Job.objects.get(pk=job_id)
        left = until - time.monotonic()
        if job.over or left <= 0:
            return job
        time.sleep(min(pause, left))
        pause = min(pause * 1.5, LONGEST_PAUSE)
