"""What does a real worker do with jobs, and what survives its death?

What it takes from which queue, and who starts it again, does not hang on the database.
"""

import signal
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from socket import gethostname

import psutil
import pytest
from django.utils import timezone

from config.worker_heartbeat import EVERY
from setup_app.jobs import services
from setup_app.jobs.models import Job, State
from setup_app.jobs.timeouts import wait_for
from setup_app.jobs.worker_heartbeat import worker_is_there
from tests import memory
from tests.processes import PrivateRedis, Worker, told_workers, until

MUCH_LATER = timedelta(minutes=1)
ALL_AT_WORK = 3
"""Processes of the run's worker: two of the pool, and beat."""

WOKEN = 0.2
"""Seconds until a process that was stopped has come to what was due meanwhile."""


@pytest.mark.postgresql
def test_a_worker_does_what_is_enqueued(worker: Worker) -> None:
    job = services.enqueue("trial.add", {"a": 20, "b": 22})

    ended = wait_for(job.pk, 10)

    assert (ended.state, ended.result) == (State.DONE, {"sum": 42})
    assert worker_is_there()


def test_its_processes_look_for_garbage_and_not_in_what_it_had_read_in(worker: Worker) -> None:
    ended = wait_for(services.enqueue("trial.memory", {}).pk, 10)

    assert ended.result == memory.WELL


def test_no_worker_is_there_without_redis(without_redis: PrivateRedis) -> None:
    assert not worker_is_there()


def test_a_limit_ends_a_job_for_good(worker: Worker) -> None:
    gentle = services.enqueue("trial.sleep", {"seconds": 30})
    killed = services.enqueue("trial.sleep_deaf", {"seconds": 30})

    ended = [wait_for(job.pk, 20) for job in (gentle, killed)]

    assert [(job.state, job.error) for job in ended] == [
        (State.FAILED, {"code": "took_too_long"}),
        (State.FAILED, {"code": "took_too_long"}),
    ]
    services.sweep(timezone.now() + MUCH_LATER)
    assert not Job.objects.filter(state=State.QUEUED).exists()


@pytest.mark.postgresql
def test_a_job_outlives_the_process_that_held_it(worker: Worker, tmp_path: Path) -> None:
    job = services.enqueue("trial.die_once", {"mark": str(tmp_path / "mark")})

    ended = wait_for(job.pk, 40)

    assert (ended.state, ended.result, ended.tries) == (State.DONE, "lived", 2)


@pytest.mark.postgresql
def test_an_emptied_redis_and_a_killed_worker_lose_nothing(
    worker: Worker, redis_server: PrivateRedis
) -> None:
    worker.kill()
    jobs = [services.enqueue("trial.add", {"a": number, "b": 1}) for number in range(5)]
    redis_server.empty()

    worker.start()

    ended = [wait_for(job.pk, 40) for job in jobs]
    assert [job.result for job in ended] == [{"sum": number + 1} for number in range(5)]


@pytest.mark.parametrize("kind", ["trial.doze", "trial.ask"])
def test_a_heap_of_others_keeps_no_urgent_job_waiting(worker: Worker, kind: str) -> None:
    """Patient jobs, and questions about tables, of which strangers may ask a hundred at once."""
    heap = [services.enqueue(kind, {"seconds": 1}).pk for _ in range(12)]

    ended = wait_for(services.enqueue("trial.add", {"a": 1, "b": 1}).pk, 10)

    assert ended.result == {"sum": 2}
    assert Job.objects.filter(pk__in=heap, state=State.QUEUED).count() >= len(heap) / 2


def test_a_worker_for_moves_is_held_up_by_no_patient_job_and_ends_though_its_redis_went_first(
    worker: Worker, redis_server: PrivateRedis, tmp_path: Path
) -> None:
    mover = Worker(log=tmp_path / "mover.log", words=("--moves",))
    mover.start()
    try:
        until(
            lambda: told_workers("ping", destination=[f"moves@{gethostname()}"]),
            what=f"the worker for moves; {mover.log} says why",
        )
        dozing = [services.enqueue("trial.doze", {"seconds": 4}).pk for _ in range(4)]
        until(lambda: Job.objects.filter(state=State.RUNNING).count() == 2, what="both to doze")

        ended = wait_for(services.enqueue("trial.add", {"a": 1, "b": 1}).pk, 4)

        assert ended.result == {"sum": 2}
        assert not Job.objects.filter(pk__in=dozing, state=State.DONE).exists()
        assert mover.process is not None
        # Stopped for longer than its pulse, it comes to that before it sees that Redis has gone.
        mover.process.send_signal(signal.SIGSTOP)
        redis_server.stop()
        time.sleep(EVERY)
        mover.process.send_signal(signal.SIGCONT)
        time.sleep(WOKEN)
        mover.process.send_signal(signal.SIGTERM)
        mover.process.wait(timeout=30)
    finally:
        mover.kill()
        if redis_server.process is None:
            redis_server.start()


def test_a_killed_beat_is_started_again_and_sweeps(worker: Worker) -> None:
    assert worker.process is not None
    whole = psutil.Process(worker.process.pid)

    def at_work() -> set[int]:
        """What does the work: two of the pool, and beat. One that has gone is no more of them."""
        with suppress(psutil.NoSuchProcess):
            below = whole.children(recursive=True)
            return {
                each.pid
                for each in below
                if each.status() != psutil.STATUS_ZOMBIE and not each.children()
            }
        return set()

    def whole_again(without: set[int]) -> bool:
        return len(now := at_work()) == ALL_AT_WORK and not now & without

    # A worker that loses one of them before it takes its first task gives up: whoever runs it
    # starts another, and here nobody does.
    assert wait_for(services.enqueue("trial.add", {"a": 1, "b": 0}).pk, 40).result == {"sum": 1}
    # The test before this one may have ended one of them a moment ago.
    until(lambda: whole_again(set()), what=f"three at work; {worker.log} says why")
    # Nothing tells beat's from the others: each is killed, and each has to come back.
    before = at_work()
    gone = set[int]()
    for pid in before:
        # One may have gone by itself meanwhile, and another is there for it.
        with suppress(psutil.NoSuchProcess):
            psutil.Process(pid).kill()
        gone.add(pid)
        until(lambda: whole_again(gone), what=f"one in place of {pid}; {worker.log} says why")

    # Nobody is told of it: only a sweep can find it.
    job = Job.objects.create(kind="trial.add", arguments={"a": 1, "b": 1})

    assert wait_for(job.pk, 40).result == {"sum": 2}
