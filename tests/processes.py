"""Which processes do the tests start, and how are they stopped?"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from commands import redis_server as redis_binary
from config.celery import app as celery
from setup_app.jobs import worker_heartbeat
from tests.counted import count

ROOT = Path(__file__).resolve().parent.parent
REDIS = Path(settings.REDIS_URL.removeprefix("unix://"))
QUEUES = (settings.CELERY_TASK_DEFAULT_QUEUE, settings.PATIENT_QUEUE)
SEEN = f"{worker_heartbeat.KEY} {worker_heartbeat.PATIENT_KEY}"
PATIENCE = 60
ANSWERS_WITHIN = 3
RESTS_WITHIN = 2
"""Seconds. A task that takes longer is ended with its worker: the next test starts another."""
# Nothing that the tests start outlives them, even when they are killed.
WITH_PARENT = (sys.executable, "-m", "commands.with_parent")


def until(reached: Callable[[], object], *, seconds: float = PATIENCE, what: str = "it") -> None:
    """Wait for something that another process does. Fails the test when it does not come."""
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > end:
            pytest.fail(f"waited {seconds:.0f} s for {what}")
        time.sleep(0.02)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process and its whole group."""
    if process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=15)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@dataclass
class PrivateRedis:
    """A Redis that a test may take away and bring back."""

    socket: Path
    process: subprocess.Popen[bytes] | None = None
    leaving: list[Callable[[], object]] = field(default_factory=list)
    """Called before it goes away or falls silent: what hangs on it would only wait for it."""

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*WITH_PARENT, *redis_binary.command(at=self.socket, folder=self.socket.parent)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        until(lambda: redis_binary.ask(self.socket, "PING") == "+PONG", what="Redis")

    def stop(self) -> None:
        if self.process is not None:
            self.leave()
            stop(self.process)
            self.process = None
            self.socket.unlink(missing_ok=True)

    def freeze(self) -> None:
        """It takes connections and answers nothing, as on a machine that has come to a halt."""
        assert self.process is not None
        self.leave()
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def leave(self) -> None:
        for each in self.leaving:
            each()

    def empty(self) -> None:
        self.leave()
        assert redis_binary.ask(self.socket, "FLUSHALL") == "+OK"


@pytest.fixture(scope="session", autouse=True)
def redis_server() -> Iterator[PrivateRedis]:
    """There for every test, so that none behaves otherwise for the order they run in."""
    server = PrivateRedis(REDIS)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def without_redis(redis_server: PrivateRedis) -> Iterator[PrivateRedis]:
    redis_server.stop()
    yield redis_server
    if redis_server.process is None:
        redis_server.start()


@pytest.fixture
def seen_worker(redis_server: PrivateRedis) -> Iterator[None]:
    """A worker was seen a moment ago, and there is none: it is forgotten with the test."""
    worker_heartbeat.note_worker()
    yield
    redis_binary.ask(redis_server.socket, f"DEL {SEEN}")


@pytest.fixture
def frozen_redis(redis_server: PrivateRedis) -> Iterator[PrivateRedis]:
    redis_server.freeze()
    yield redis_server
    redis_server.thaw()


def test_database_url() -> str:
    """The address of the database that this run's tests write to, for other processes."""
    described = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{described['NAME']}"
    user = described["USER"] + (f":{described['PASSWORD']}" if described["PASSWORD"] else "")
    host = described["HOST"]
    if host.startswith("/"):
        return f"postgresql://{user}@/{described['NAME']}?host={host}"
    return f"postgresql://{user}@{host}:{described['PORT']}/{described['NAME']}"


test_database_url.__test__ = False  # type: ignore[attr-defined]


def surroundings() -> dict[str, str]:
    """The environment of a process that shares the tests' database, Redis and secret."""
    return {**os.environ, "DATABASE_URL": test_database_url(), "PYTHONUNBUFFERED": "1"}


def told_workers(command: str, **given: Any) -> list[Any]:
    """Say something to the workers (or those of `destination`): what the first of them answers."""
    for _ in range(2):
        try:
            answers = celery.control.broadcast(
                command, **given, reply=True, limit=1, timeout=ANSWERS_WITHIN
            )
        except (RedisError, OperationalError):
            # A line that is older than the Redis it leads to; the second one is new.
            continue
        return [each for answer in answers for each in answer.values()]
    return []


@dataclass
class Worker:
    """A Celery worker with beat, as `./metator run` starts it."""

    log: Path
    process: subprocess.Popen[bytes] | None = None
    words: tuple[str, ...] = ("--beat",)

    def start(self) -> None:
        count("worker")
        # It logs whatever it can: one of the tests that share it looks for secrets there.
        own = {"DJANGO_SETTINGS_MODULE": "tests.worker_settings", "LOG_LEVEL": "DEBUG"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*WITH_PARENT, sys.executable, "-m", "config.worker", *self.words],
                cwd=ROOT,
                env={**surroundings(), **own},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def seen(self) -> None:
        """Wait until it has said that it is there."""
        until(
            lambda: redis_binary.ask(REDIS, f"EXISTS {SEEN}") == f":{len(SEEN.split())}",
            what=f"the worker; {self.log} says why",
        )

    def kill(self) -> None:
        """As a power cut would: no goodbye, children included."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None
        redis_binary.ask(REDIS, f"DEL {SEEN}")

    def stop(self) -> None:
        if self.process is not None:
            stop(self.process)
            self.process = None

    @property
    def lives(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def told(self, command: str, **arguments: Any) -> int | None:
        """Tell it to rest or to wake: how many tasks are under way; None where it says nothing."""
        return next((each["busy"] for each in told_workers(command, arguments=arguments)), None)

    def wake(self) -> None:
        """Start it, or let one that rests take work again; anew where it does not answer."""
        redis_binary.ask(REDIS, f"DEL {' '.join(QUEUES)}")
        if self.lives and self.told("wake", queues=list(QUEUES)) is None:
            self.kill()
        if not self.lives:
            self.start()
        self.seen()

    def rest(self) -> None:
        """Let it come to the end of what it does and take nothing more; else it is ended."""
        end = time.monotonic() + RESTS_WITHIN
        while self.lives and (busy := self.told("rest")) != 0:
            if busy is None or time.monotonic() > end:
                self.kill()
            time.sleep(0.05)
        redis_binary.ask(REDIS, f"DEL {SEEN}")


@pytest.fixture(scope="session")
def worker_of_the_run(
    django_db_setup: None, redis_server: PrivateRedis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Worker]:
    """One for all tests that only give it work. It rests in between; without Redis it is ended."""
    running = Worker(log=tmp_path_factory.mktemp("worker") / "worker.log")

    def end() -> None:
        if running.lives:
            running.kill()

    redis_server.leaving.append(end)
    yield running
    end()


@pytest.fixture
def worker(transactional_db: None, worker_of_the_run: Worker) -> Iterator[Worker]:
    """The run's worker, awake. A test may kill it: the next one starts another."""
    worker_of_the_run.wake()
    yield worker_of_the_run
    worker_of_the_run.rest()
