"""The Celery task of a job: take it, run its handler, store the result."""

import logging
import uuid
from pathlib import Path
from typing import Any

from celery import Task, shared_task
from celery.exceptions import SoftTimeLimitExceeded
from celery.worker.request import Request
from django.db import InterfaceError, OperationalError, close_old_connections
from django.utils import timezone

from setup_app.engine.errors import DomainError
from setup_app.jobs import services
from setup_app.jobs.kinds import kind_named
from setup_app.jobs.models import Job

log = logging.getLogger(__name__)


class RequestWithLimit(Request):
    """A request with a limit: Celery's view of a running task in the worker's main process."""

    def on_timeout(self, soft: bool, timeout: float) -> None:
        """Fail the job of a child that is about to be killed by its time limit.

        Celery also calls this for a child that is dead already. In that case something else killed
        it, and the lease decides about the job.
        """
        at_work = _alive(self.worker_pid)
        super().on_timeout(soft, timeout)
        if at_work and not soft:
            close_old_connections()
            services.fail_without_lease(uuid.UUID(self.args[0]), {"code": "took_too_long"})
            close_old_connections()


def _alive(pid: int | str | None) -> bool:
    """Return whether the process runs; a zombie does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return not status.rsplit(")", 1)[1].lstrip().startswith("Z")


class JobTask(Task[Any, Any]):
    Request = RequestWithLimit  # type: ignore[assignment]  # its name or, as here, the class


@shared_task(base=JobTask, name=services.RUN_JOB)
def run_job(job_id: str) -> None:
    run(uuid.UUID(job_id))


@shared_task(name="setup_app.jobs.tasks.sweep", soft_time_limit=20, time_limit=30)
def sweep() -> dict[str, int]:
    return services.sweep(timezone.now())


@shared_task(name="setup_app.jobs.tasks.forget_sessions", soft_time_limit=60, time_limit=70)
def forget_sessions() -> int:
    return services.forget_sessions(timezone.now())


def run(job_id: uuid.UUID) -> None:
    """Run one job. If it was announced twice, is over or held by another run, do nothing."""
    job = services.take(job_id)
    if job is None:
        return
    try:
        result = _work(job)
    except services.LeaseLost:
        log.info("a running %s job was cancelled", job.kind)
    except SoftTimeLimitExceeded:
        services.fail(job, {"code": "took_too_long"})
    except SystemExit:
        # The worker has to stop and does not wait: another one starts the job again.
        services.release(job)
        raise
    except DomainError as refused:
        services.fail(job, refusal(refused))
    except (OperationalError, InterfaceError):
        # The database was away or busy: this is no verdict on the work itself.
        log.warning("a %s job returns to the queue", job.kind, exc_info=True)
        services.release(job)
    except Exception:
        log.exception("a %s job failed", job.kind)
        services.fail(job, {"code": "fault"})
    else:
        services.finish(job, result)


def _work(job: Job) -> Any:
    kind = kind_named(job.kind)
    if kind is None:
        raise LookupError(job.kind)

    def progress(done: int, total: int) -> None:
        services.advance(job, done, total)

    return kind.work(job.arguments, progress)


def refusal(error: DomainError) -> dict[str, Any]:
    """Return a domain error as it is stored beside the job: the problem that the client reads."""
    from setup_app.web.problems import problem_of

    return problem_of(error)
