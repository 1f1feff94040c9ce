"""How does a test get the grounds of an event? By workers' runs of what an organiser asks for."""

from __future__ import annotations

from typing import Any

from setup_app.jobs import tasks
from setup_app.jobs.models import Job, State
from tests.events.callers import Asking, Meeting, answered

PLAINS = {"kind": "generated", "territory": "plains", "cell": [0, 0], "policy": "random"}
SMALL = {"tables": 2, "rounds": 2, "table": {"width": 45, "depth": 30}}


def run(job_id: str, *, most: int = 100) -> dict[str, Any]:
    """Do the parts of a run as its workers do, and then its own work; the job."""
    for _ in range(most):
        due = Job.objects.filter(whole=job_id, finished=None, announce_next__isnull=False).first()
        if due is None:
            break
        tasks.run(due.pk)
    tasks.run(Job.objects.get(pk=job_id).pk)
    job = Job.objects.get(pk=job_id)
    assert job.state == State.DONE, job.error
    return dict(job.result)


def prepare(meeting: Meeting, **asked: Any) -> dict[str, Any]:
    body = {"rounds": [1, 2], "ground": PLAINS, "seed": "lots", **asked}
    answer = meeting.organiser.post(f"{meeting.path}prepare/", body)
    return run(answered(answer, 202)["job"])


def tables(caller: Asking, meeting: Meeting, number: int = 1) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answered(
        caller.get(f"{meeting.path}rounds/{number}/tables/"), 200
    )["results"]
    return found
