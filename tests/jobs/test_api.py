"""Who sees a job, and in which shape?"""

import uuid

import pytest
from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from setup_app.identity.callers import caller_of
from setup_app.jobs import services, tasks
from setup_app.jobs.models import Job

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def signed_in(name: str) -> tuple[User, APIClient]:
    user = User.objects.create_user(name)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {Token.objects.create(user=user).key}")
    return user, client


def caller(user: User) -> str:
    class Asked:
        auth = None

    Asked.user = user  # type: ignore[attr-defined]
    return caller_of(Asked())


def test_a_job_shows_its_state_its_progress_and_its_result() -> None:
    job = services.enqueue("trial.add", {"a": 1, "b": 1})
    path, client = f"/api/v1/jobs/{job.pk}/", APIClient()

    before = client.get(path).json()
    tasks.run(job.pk)
    after = client.get(path).json()

    shown = {"id": str(job.pk), "state": "queued", "progress": {"done": 0, "total": 0}}
    assert before == shown
    assert after == {
        **shown,
        "state": "done",
        "progress": {"done": 1, "total": 2},
        "result": {"sum": 2},
    }


@pytest.mark.parametrize(
    ("kind", "code", "status"),
    [("trial.refuse", "not_an_option", 422), ("trial.break", "fault", 500)],
)
def test_a_failed_job_shows_a_problem(kind: str, code: str, status: int) -> None:
    job = services.enqueue(kind, {})
    tasks.run(job.pk)

    answer = APIClient().get(f"/api/v1/jobs/{job.pk}/")

    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["status"]) == (200, code, status)
    assert set(error) == {"type", "title", "status", "detail", "code", "violations"}


def test_a_job_with_an_owner_is_nobody_elses() -> None:
    owner, own = signed_in("owner")
    _, other = signed_in("other")
    job = services.enqueue("trial.add", {"a": 1, "b": 1}, caller=caller(owner))
    path = f"/api/v1/jobs/{job.pk}/"

    answers = [client.get(path).status_code for client in (own, other, APIClient())]
    refused = [client.delete(path).status_code for client in (other, APIClient())]

    assert (answers, refused) == ([200, 404, 404], [404, 404])
    assert Job.objects.get().state == "queued"


def test_a_job_can_be_called_off_and_called_off_again() -> None:
    job = services.enqueue("trial.add", {"a": 1, "b": 1})
    path, client = f"/api/v1/jobs/{job.pk}/", APIClient()

    assert [client.delete(path).status_code for _ in range(2)] == [204, 204]

    answer = client.get(path).json()
    assert (answer["state"], answer["error"]["code"]) == ("failed", "cancelled")


def test_a_job_that_never_was_is_not_found() -> None:
    answer = APIClient().get(f"/api/v1/jobs/{uuid.uuid4()}/")

    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer["Content-Type"] == "application/problem+json"
