"""Jobs as their caller may see them."""

import hmac
import uuid
from typing import Any

from setup_app.jobs.kinds import may_follow
from setup_app.jobs.models import Job, JobFile, State
from setup_app.web.problems import STATUS_BY_CODE, problem


def job_for(job_id: uuid.UUID, *, caller: str) -> Job | None:
    """Return the job if this caller requested it; anyone with the id sees an anonymous one."""
    job = Job.objects.filter(pk=job_id).first()
    if job is None or (job.caller and not hmac.compare_digest(job.caller, caller)):
        return None
    return job


def job_of_others(job_id: uuid.UUID, request: Any) -> Job | None:
    """Return the job if its kind lets this request follow it, no matter who requested it."""
    job = Job.objects.filter(pk=job_id).first()
    return job if job is not None and may_follow(job.kind, job.arguments, request) else None


def is_at_work(job_id: uuid.UUID | None) -> bool:
    """Return whether a job waits for a worker or has one; None is no job."""
    if job_id is None:
        return False
    return Job.objects.filter(pk=job_id, state__in=(State.QUEUED, State.RUNNING)).exists()


def file_of(job: Job) -> JobFile | None:
    """Return the file of a job; None if it has none or the file has expired."""
    return JobFile.objects.filter(pk=job.pk).first()


def has_file(job: Job) -> bool:
    """Return whether the job's file is available."""
    return JobFile.objects.filter(pk=job.pk).exists()


def error_of(job: Job) -> dict[str, Any]:
    """Return the reason why the job failed, as a problem."""
    kept = job.error or {"code": "fault"}
    if "status" in kept:
        return dict(kept)
    code = kept["code"]
    return problem(code, status=500 if code == "fault" else STATUS_BY_CODE.get(code, 422))
