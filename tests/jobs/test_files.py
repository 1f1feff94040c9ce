"""Is what a job has made besides its result there to be fetched, for whom, and for how long?"""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from setup_app.jobs import services, tasks
from setup_app.jobs.models import Job, JobFile, State

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def bound(caller: str = "") -> Job:
    job = services.enqueue("trial.bind", {}, caller=caller)
    tasks.run(job.pk)
    job.refresh_from_db()
    return job


def test_a_file_is_named_by_its_job_and_fetched() -> None:
    job = bound()

    told = Client().get(f"/api/v1/jobs/{job.pk}/").json()
    file = Client().get(told["file"], headers={"Accept": "text/html"})

    assert (told["state"], told["result"]) == ("done", {"pages": 1})
    assert (file.status_code, file.content) == (200, b"%PDF-bound")
    assert file["Content-Type"] == "application/pdf"
    assert file["Content-Disposition"] == 'inline; filename="bound.pdf"'
    assert file["Cache-Control"] == "no-store"


def test_another_callers_file_is_not_found() -> None:
    job = bound(caller="somebody")

    assert Client().get(f"/api/v1/jobs/{job.pk}/file/").status_code == 404


def test_a_job_without_a_file_says_none() -> None:
    job = services.enqueue("trial.add", {"a": 1, "b": 2})
    tasks.run(job.pk)

    assert "file" not in Client().get(f"/api/v1/jobs/{job.pk}/").json()
    assert Client().get(f"/api/v1/jobs/{job.pk}/file/").status_code == 404
    assert Client().get(f"/api/v1/jobs/{uuid.uuid4()}/file/").status_code == 404


def test_a_run_that_lost_its_job_leaves_no_file() -> None:
    job = services.enqueue("trial.bind", {})
    held = services.take(job.pk)
    assert held is not None
    services.cancel(job.pk)

    product = tasks.kind_named("trial.bind").work({}, lambda done, total: None)

    assert services.finish(held, product) is False
    assert not JobFile.objects.exists()


def test_files_are_forgotten_before_their_jobs_and_only_the_newest_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "MAX_FILES", 2)
    jobs = [bound() for _ in range(4)]
    now = timezone.now()
    JobFile.objects.filter(job=jobs[3]).update(created=now - timedelta(minutes=61))

    counted = services.sweep(now)

    assert counted["files_forgotten"] == 2
    assert set(JobFile.objects.values_list("job_id", flat=True)) == {jobs[1].pk, jobs[2].pk}
    assert Job.objects.filter(state=State.DONE).count() == 4
