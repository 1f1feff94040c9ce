"""Does a job change hands and end as its row says, whatever Redis does?"""

import threading
import time
import uuid
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from setup_app.jobs import kinds, services, tasks
from setup_app.jobs.models import Job, State
from setup_app.jobs.timeouts import HURRIED, WAITING_AT_MOST, is_swamped, stop_waiting, wait_for
from tests.battles.test_races import at_once
from tests.processes import PrivateRedis

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def queued(kind: str = "trial.add", **arguments: object) -> Job:
    return services.enqueue(kind, arguments or {"a": 1, "b": 2})


def test_a_job_is_done_once_however_often_it_is_announced() -> None:
    job = queued()

    tasks.run(job.pk)
    tasks.run(job.pk)

    job.refresh_from_db()
    assert (job.state, job.result, job.tries, job.done, job.total) == ("done", {"sum": 3}, 1, 1, 2)
    assert job.finished is not None


def test_an_announcement_of_a_job_that_is_gone_does_nothing() -> None:
    tasks.run(uuid.uuid4())

    assert not Job.objects.exists()


def test_a_kind_that_nobody_registered_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="unheard"):
        services.enqueue("unheard", {})


def test_a_refusal_is_kept_as_a_problem() -> None:
    job = queued("trial.refuse")

    tasks.run(job.pk)

    job.refresh_from_db()
    assert job.state == State.FAILED
    assert (job.error["code"], job.error["status"]) == ("not_an_option", 422)


def test_a_fault_is_logged_and_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    job = queued("trial.break")

    tasks.run(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, {"code": "fault"})
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_what_came_of_a_job_is_kept_whether_or_not_anybody_can_be_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(job: uuid.UUID) -> None:
        raise RuntimeError("nobody there")

    job = queued()
    kinds.when_over("trial.add", broken)
    try:
        tasks.run(job.pk)
    finally:
        kinds.when_over("trial.add", lambda job: None)

    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"sum": 3})
    assert "nobody there" in caplog.text


def test_only_one_run_holds_a_job() -> None:
    job = queued()

    first, second = services.take(job.pk), services.take(job.pk)

    assert first is not None
    assert second is None


def test_a_run_that_lost_its_lease_changes_nothing_more() -> None:
    job = queued()
    late = services.take(job.pk)
    assert late is not None
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    taker = services.take(job.pk)
    assert taker is not None

    assert services.finish(late, "from the late one") is False
    with pytest.raises(services.LeaseLost):
        services.advance(late, 1, 2)
    assert services.finish(taker, "from the taker") is True

    job.refresh_from_db()
    assert job.result == "from the taker"


def test_a_cancelled_job_stays_cancelled() -> None:
    job = queued()
    run = services.take(job.pk)
    assert run is not None

    assert services.cancel(job.pk) is True
    assert services.finish(run, "too late") is False
    assert services.cancel(job.pk) is False

    job.refresh_from_db()
    assert (job.state, job.error, job.result) == (State.FAILED, {"code": "cancelled"}, None)


@pytest.mark.parametrize(
    ("since_end", "state"), [(-1, State.RUNNING), (0, State.RUNNING), (1, State.QUEUED)]
)
def test_a_lease_that_ended_gives_its_job_back(since_end: int, state: str) -> None:
    job = queued()
    services.take(job.pk)
    job.refresh_from_db()

    services.sweep(job.lease_until + timedelta(seconds=since_end))

    job.refresh_from_db()
    assert job.state == state


def test_a_job_whose_every_worker_died_is_given_up() -> None:
    job = queued()
    for _ in range(3):
        assert services.take(job.pk) is not None
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert services.take(job.pk) is None

    assert services.sweep(timezone.now())["given_up"] == 1

    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, {"code": "gave_up"})


def test_a_job_that_was_given_back_too_often_is_given_up() -> None:
    job = queued()
    for _ in range(3):
        run = services.take(job.pk)
        assert run is not None
        services.release(run)

    services.sweep(timezone.now())

    job.refresh_from_db()
    assert job.state == State.FAILED


@pytest.mark.parametrize(
    ("kind", "heard"),
    [("trial.doze", [0, 1, 0, 1, 0, 0, 1]), ("trial.add", [0, 1, 1, 0, 1, 0, 1])],
)
def test_who_is_not_waited_for_is_announced_more_and_more_rarely(
    kind: str, heard: list[int]
) -> None:
    queued(kind)
    now = timezone.now()

    moments = (9, 11, 30, 32, 51, 53, 74)
    found = [services.sweep(now + timedelta(seconds=at))["announced"] for at in moments]

    assert found == heard


def test_what_is_long_over_is_forgotten() -> None:
    old, new = queued(), queued()
    for job in (old, new):
        tasks.run(job.pk)
    Job.objects.filter(pk=old.pk).update(finished=timezone.now() - timedelta(hours=25))

    assert services.sweep(timezone.now())["forgotten"] == 1

    assert list(Job.objects.all()) == [new]


@pytest.mark.django_db(transaction=True)
def test_without_redis_a_job_is_stored_all_the_same(without_redis: PrivateRedis) -> None:
    job = queued()

    job.refresh_from_db()
    assert job.state == State.QUEUED
    assert services.sweep(timezone.now() + timedelta(seconds=11))["announced"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_job_of_a_transaction_that_failed_never_was() -> None:
    with transaction.atomic():
        queued()
        transaction.set_rollback(True)

    assert Job.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_waiting_ends_with_the_job_or_with_the_time() -> None:
    over, open_still = queued(), queued()
    tasks.run(over.pk)

    assert wait_for(over.pk, 5).state == State.DONE
    assert wait_for(open_still.pk, 0.05).state == State.QUEUED


def test_nobody_waits_inside_a_transaction() -> None:
    job = queued()

    with pytest.raises(RuntimeError, match="transaction"):
        wait_for(job.pk, 1)


@pytest.mark.django_db(transaction=True)
def test_when_many_requests_wait_one_more_is_answered_soon() -> None:
    job = queued()

    def seconds_waited() -> float:
        begun = time.monotonic()
        wait_for(job.pk, 2)
        return time.monotonic() - begun

    waited = sorted(at_once(*[seconds_waited] * (WAITING_AT_MOST + 3)))

    assert waited[2] < 1.5
    assert waited[3] >= 2
    assert HURRIED < 1.5


def test_a_kind_is_swamped_by_its_own_waiting_jobs_alone() -> None:
    for _ in range(3):
        queued()
    done = queued()
    tasks.run(done.pk)

    assert is_swamped("trial.add", most=3)
    assert not is_swamped("trial.add", most=4)
    assert not is_swamped("trial.doze", most=1)


def test_sessions_that_have_run_out_are_deleted_and_no_others() -> None:
    now = timezone.now()
    for key, days in (("old", -1), ("older", -400), ("new", 1)):
        Session.objects.create(session_key=key, expire_date=now + timedelta(days=days))

    assert services.forget_sessions(now) == 2
    assert [each.pk for each in Session.objects.all()] == ["new"]


@pytest.mark.django_db(transaction=True)
def test_who_waits_in_a_process_that_ends_is_answered_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setup_app.jobs.timeouts._leaving", threading.Event())
    job = services.enqueue("trial.add", {"a": 1, "b": 1})
    stop_waiting()

    began = time.monotonic()
    assert not wait_for(job.pk, 10).over
    assert time.monotonic() - began < 2


def test_a_worker_that_is_told_to_stop_gives_its_job_back() -> None:
    job = services.enqueue("trial.stop", {})

    with pytest.raises(SystemExit):
        tasks.run(job.pk)

    job.refresh_from_db()
    assert (job.state, job.lease) == (State.QUEUED, None)
