"""Does each process say how it is, and does each answer tell browsers what to refuse?"""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.logs import WithoutTokens
from setup_app.jobs.models import Pulse
from tests.house import Metator
from tests.processes import PrivateRedis


@pytest.mark.postgresql
@pytest.mark.usefixtures("seen_worker")
@pytest.mark.django_db
def test_all_is_well() -> None:
    answer = Client().get("/healthz")

    assert (answer.status_code, answer.json()) == (
        200,
        {"status": "ok", "database": "ok", "schema": "ok", "redis": "ok", "worker": "ok"},
    )


@pytest.mark.django_db
def test_a_missing_worker_is_said_and_stops_nobody(redis_server: PrivateRedis) -> None:
    redis_server.empty()

    answer = Client().get("/healthz")

    assert (answer.status_code, answer.json()["status"], answer.json()["worker"]) == (
        200,
        "degraded",
        "down",
    )


@pytest.mark.django_db
def test_a_lost_redis_is_said_and_stops_nobody(without_redis: PrivateRedis) -> None:
    answer = Client().get("/healthz")

    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_schema_that_is_behind_takes_no_traffic() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'jobs'")

    answer = Client().get("/healthz")

    assert (answer.status_code, answer.json()["schema"]) == (503, "behind")


@pytest.mark.django_db
def test_what_a_browser_may_load_is_ours_alone() -> None:
    answer = Client().get("/healthz")

    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert {"default-src 'self'", "object-src 'none'", "base-uri 'none'"} <= set(policy.split("; "))
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/healthz", "/", "/api/v1/battles/"])
def test_a_name_that_is_not_ours_is_not_answered_and_written_down_in_one_line(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    stranger = Client(headers={"host": f"{'elsewhere' * 1000}.example"})

    assert stranger.get(path).status_code == 400

    (line,) = caplog.text.splitlines()
    assert "Invalid HTTP_HOST header: 'elsewhere" in line
    assert len(line) < 400


@pytest.mark.django_db
def test_too_many_requests_wait(settings: Any) -> None:
    settings.REQUESTS_PER_MINUTE = 3
    visitor = Client(REMOTE_ADDR="192.0.2.7")

    answers = [visitor.get("/api/v1/jobs/nothing/") for _ in range(1)]
    counted = [visitor.get(f"/api/v1/jobs/{ID}/") for _ in range(7)]

    assert answers[0].status_code == 404
    assert counted[-1].status_code == 429
    assert counted[-1].json()["code"] == "too_many_requests"
    assert 0 < int(counted[-1]["Retry-After"]) <= 61


@pytest.mark.django_db
def test_without_redis_nobody_is_turned_away(settings: Any, without_redis: PrivateRedis) -> None:
    settings.REQUESTS_PER_MINUTE = 1

    answers = [Client().get(f"/api/v1/jobs/{ID}/").status_code for _ in range(3)]

    assert answers == [404, 404, 404]


ID = "00000000-0000-4000-8000-000000000000"
TOKEN = f"cacy34pw6adg98-1-{'oqsdaxbsie3xsjnc' * 2}"


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("Not Found: /seat/kQ3mVx8ZtR1yPw5LdN7a/", "Not Found: /seat/kQ3m.../"),
        ("GET /s/kQ3mVx8ZtR1yPw5LdN7a?x=1", "GET /s/kQ3m...?x=1"),
        ("Not Found: /battles/8/table/", "Not Found: /battles/8/table/"),
        (f"Not Found: /b/b/seat/({TOKEN})/", "Not Found: /b/b/seat/(cacy...)/"),
        (f"Not Found: /b/b/seat/{TOKEN}%E2%80%9D", "Not Found: /b/b/seat/cacy...%E2%80%9D"),
        (f"Invalid HTTP_HOST header: 'evil,{TOKEN}'.", "Invalid HTTP_HOST header: 'evil,cacy...'."),
    ],
)
def test_the_log_keeps_no_token(line: str, kept: str) -> None:
    import logging

    record = logging.LogRecord("django", logging.WARNING, "", 1, "%s", (line,), None)
    WithoutTokens().filter(record)

    assert record.getMessage() == kept


def test_the_tests_run_as_a_deployment_does() -> None:
    assert settings.DEBUG is False


def test_the_api_page_works_under_the_policy(metator: Metator, page: Any) -> None:
    page.goto(f"{metator.url}/api/docs/")

    page.get_by_text("/api/v1/jobs/{job_id}/").first.wait_for()


@pytest.mark.postgresql
@pytest.mark.django_db
def test_however_often_it_is_asked_one_row_is_written() -> None:
    for _ in range(3):
        assert Client().get("/healthz").status_code == 200

    first = Pulse.objects.get().seen
    Pulse.objects.update(seen=first - timedelta(minutes=1))
    assert Client().get("/healthz").status_code == 200
    assert Pulse.objects.get().seen >= first


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "writes"), [(2, 0), (6, 1)])
def test_a_health_check_writes_at_most_every_five_seconds(seconds: int, writes: int) -> None:
    Pulse.objects.create(pk=1, seen=timezone.now() - timedelta(seconds=seconds))

    with CaptureQueriesContext(connection) as queries:
        Client().get("/healthz")

    changes = [each for each in queries if each["sql"].startswith(("UPDATE", "INSERT"))]
    assert len(changes) == writes
