"""What when the worker is killed, or Redis loses everything? No move is lost, none played twice."""

import json
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from redis import Redis

from setup_app.battles import services
from setup_app.battles.models import LogEntry, Submission
from setup_app.battles.pubsub import CHANNEL
from setup_app.battles.services.moves import judge_submission
from setup_app.battles.tasks import sweep
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import cancel
from setup_app.jobs.timeouts import wait_for
from tests.battles.callers import FRAGILE, Table, begin
from tests.processes import PATIENCE, PrivateRedis, Worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]

# What a killed job does on either database is shown of the jobs themselves.
ONCE = pytest.mark.only_on("sqlite")

AT_ONCE = {"Prefer": "respond-async"}
PAST = "2020-01-01T00:00:00Z"


@pytest.fixture
def table() -> Table:
    """Side 0 is asked for a spot."""
    table = begin(FRAGILE)
    table.sit_down()
    table.answer(0, "word", "peace")
    return table


def send(table: Table, answer: dict[str, Any] | None = None, **more: str) -> Any:
    prompt = table.asked(0, "spot")
    assert prompt
    return table.move(0, prompt["id"], answer or {"x": 7}, **more)


def spots(table: Table) -> list[float]:
    return table.view()["spots"]


def test_without_a_worker_a_move_is_stored_and_answered_202(table: Table) -> None:
    version = table.version()

    answer = send(table, **AT_ONCE)

    assert answer.status_code == 202
    path = f"jobs/{answer.json()['job']}/"
    own = table.seats[0].get(path)
    assert (own.status_code, own.json()["state"]) == (200, "queued")
    assert table.seats[1].get(path).status_code == 404
    assert table.version() == version


def test_while_it_is_checked_only_its_own_seat_sees_it(table: Table) -> None:
    prompt = table.asked(0)
    others = table.view(table.seats[1])
    job = send(table, **AT_ONCE).json()["job"]

    own = table.view(table.seats[0])

    assert prompt
    assert own["checking"] == [{"prompt": prompt["id"], "job": job}]
    assert [shown["waiting"] for shown in own["prompts"]] == [True]
    assert table.view(table.seats[1]) == others


def test_a_second_answer_has_to_wait_for_the_first(table: Table) -> None:
    prompt = table.asked(0)
    assert prompt
    send(table, **AT_ONCE)

    answer = table.move(0, prompt["id"], {"x": 8})

    assert (answer.status_code, answer.json()["code"]) == (409, "checking")


def test_an_answer_that_was_called_off_makes_room_for_another(table: Table) -> None:
    seat = table.seats[0]
    job = send(table, **AT_ONCE).json()["job"]

    called_off = seat.client.delete(f"/api/v1/jobs/{job}/", headers=seat.headers())
    again = send(table, {"x": 8}, **AT_ONCE)

    assert (called_off.status_code, again.status_code) == (204, 202)
    judge_submission(Submission.objects.get(job=again.json()["job"]).pk)
    assert spots(table) == [8]


def test_going_back_makes_a_checked_answer_stale(table: Table) -> None:
    send(table, **AT_ONCE)
    submission = Submission.objects.get()
    back = services.propose_back(battle=table.id, side=1, to=3)
    services.answer_proposal(battle=table.id, side=0, proposal=back, accept=True)
    after = list(LogEntry.objects.values_list())

    submission.refresh_from_db()
    services.apply_verdict(submission=submission.pk, verdict=())

    assert submission.state == "stale"
    assert list(LogEntry.objects.values_list()) == after


def test_a_verdict_that_comes_twice_plays_once(table: Table) -> None:
    send(table, **AT_ONCE)
    submission = Submission.objects.get()

    first = judge_submission(submission.pk)
    after = list(LogEntry.objects.values_list())
    services.apply_verdict(submission=submission.pk, verdict=())
    second = judge_submission(submission.pk)

    assert first == second
    assert list(LogEntry.objects.values_list()) == after


def test_an_answer_whose_job_was_called_off_under_way_is_not_played(table: Table) -> None:
    send(table, **AT_ONCE)
    submission = Submission.objects.get()
    assert submission.job

    cancel(submission.job)
    services.apply_verdict(submission=submission.pk, verdict=())

    assert spots(table) == []


@ONCE
def test_a_process_killed_while_it_judges_loses_nothing(
    table: Table, worker: Worker, tmp_path: Path
) -> None:
    version = table.version()
    answer = send(table, {"x": 7, "dies_once": str(tmp_path / "mark")}, **AT_ONCE)
    job = answer.json()["job"]

    ended = wait_for(job, 60)

    assert (tmp_path / "mark").exists()
    assert (ended.state, ended.tries) == (State.DONE, 2)
    assert spots(table) == [7]
    assert [event["type"] for event in table.events(after=version)] == ["answer"]


@ONCE
def test_a_worker_killed_with_all_its_processes_loses_nothing(table: Table, worker: Worker) -> None:
    job = send(table, {"x": 7, "seconds": 4}, **AT_ONCE).json()["job"]
    while Job.objects.get(pk=job).state != State.RUNNING:
        time.sleep(0.02)
    worker.kill()
    # Its lease would end by itself; a test does not wait for that.
    Job.objects.filter(pk=job).update(lease_until=PAST)

    worker.start()

    assert wait_for(job, 60).state == State.DONE
    assert spots(table) == [7]


@ONCE
def test_an_answer_that_takes_too_long_to_judge_is_refused_for_good(
    table: Table, worker: Worker
) -> None:
    answer = send(table, {"x": 7, "seconds": 60}, **AT_ONCE)

    ended = wait_for(answer.json()["job"], 40)

    assert (ended.state, ended.error) == (State.FAILED, {"code": "took_too_long"})
    assert send(table, {"x": 8}).status_code == 201
    assert spots(table) == [8]


@ONCE
def test_an_emptied_redis_loses_no_move(
    table: Table, worker: Worker, redis_server: PrivateRedis
) -> None:
    worker.kill()
    job = send(table, **AT_ONCE).json()["job"]
    redis_server.empty()
    Job.objects.filter(pk=job).update(announce_next=PAST)

    worker.start()

    assert wait_for(job, 60).state == State.DONE
    assert spots(table) == [7]


def test_without_redis_battles_go_on(table: Table, without_redis: PrivateRedis) -> None:
    placed = send(table, **AT_ONCE)
    asked = table.seats[0].post(f"{table.path}undo/")

    assert placed.status_code == 202
    assert asked.status_code == 200
    assert table.view()["prompts"][0]["kind"] == "word"


def test_a_question_without_a_worker_is_503(table: Table, without_redis: PrivateRedis) -> None:
    prompt = table.asked(0)
    assert prompt

    answer = table.seats[0].post(f"{table.path}suggest/", {"prompt": prompt["id"]})

    assert (answer.status_code, answer.json()["code"]) == (503, "no_worker")
    assert int(answer.headers["Retry-After"]) > 0


def test_a_question_is_503_where_redis_is_silent(table: Table, frozen_redis: PrivateRedis) -> None:
    prompt = table.asked(0)
    assert prompt

    answer = table.seats[0].post(f"{table.path}suggest/", {"prompt": prompt["id"]})

    assert (answer.status_code, answer.json()["code"]) == (503, "no_worker")


def test_watchers_hear_of_a_new_version_after_it_is_stored(
    table: Table, redis_server: PrivateRedis
) -> None:
    with Redis.from_url(settings.REDIS_URL) as redis, redis.pubsub() as watching:
        watching.subscribe(f"{CHANNEL}:{table.id}")
        assert watching.get_message(timeout=PATIENCE)

        table.seats[0].post(f"{table.path}undo/")

        heard = watching.get_message(timeout=PATIENCE)
    assert heard
    assert json.loads(heard["data"]) == {"battle": table.id, "version": table.version()}


def test_a_key_gives_the_same_answer_after_its_job_was_forgotten(table: Table) -> None:
    prompt = table.asked(0)
    assert prompt
    move = {"prompt": prompt["id"], "expected_version": table.version(), "answer": {"x": 7}}
    key = {"Idempotency-Key": "a"}
    table.seats[0].post(f"{table.path}moves/", move, **AT_ONCE, **key)
    judge_submission(Submission.objects.get().pk)
    first = table.seats[0].post(f"{table.path}moves/", move, **key)
    Job.objects.all().delete()

    again = table.seats[0].post(f"{table.path}moves/", move, **key)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content


def test_beat_forgets_what_was_settled_days_ago_and_nothing_else(table: Table) -> None:
    send(table, **AT_ONCE)
    old = timezone.now() - timedelta(days=4)
    Submission.objects.update(created=old)

    while_checking = sweep()
    judge_submission(Submission.objects.get().pk)
    settled = sweep()

    assert (while_checking["forgotten"], settled["forgotten"]) == (0, 1)
    assert spots(table) == [7]
