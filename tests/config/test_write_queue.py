"""Do those who write to SQLite get their turn in the order in which they came, or are told?"""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from config.sqlite.write_queue import Turns, Waited, WriteQueue
from setup_app.web.outages import outage_of
from tests.battles.callers import MARCHES
from tests.processes import ROOT, until

HOLDER = """
import sys, time
from pathlib import Path
from config.sqlite.write_queue import Turns
Turns(Path(sys.argv[1])).enter(5)
print("mine", flush=True)
time.sleep(60)
"""


def waiting(line: WriteQueue, number: int) -> Callable[[], bool]:
    return lambda: len(line._waiting) == number


@pytest.fixture
def held() -> Iterator[WriteQueue]:
    """A line whose turn another thread has, which lives on."""
    line, entered, over = WriteQueue(), threading.Event(), threading.Event()

    def hold() -> None:
        line.enter(1)
        entered.set()
        over.wait()

    other = threading.Thread(target=hold)
    other.start()
    entered.wait()
    yield line
    over.set()
    other.join()


def test_threads_write_in_the_order_in_which_they_came(held: WriteQueue) -> None:
    order: list[int] = []

    def write(number: int) -> None:
        assert held.enter(10)
        order.append(number)
        held.leave()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for number, each in enumerate(threads):
        each.start()
        until(waiting(held, number + 1))
    held.leave()
    for each in threads:
        each.join()

    assert order == list(range(8))


def test_who_waits_too_long_is_told_and_keeps_no_place(held: WriteQueue) -> None:
    assert held.enter(0.02) is False

    held.leave()
    assert held.enter(0) is True


def test_who_is_called_away_while_he_waits_keeps_no_place(held: WriteQueue) -> None:
    def call_away(*_: object) -> None:
        raise KeyError

    before = signal.signal(signal.SIGALRM, call_away)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyError):
            held.enter(10)
    finally:
        signal.signal(signal.SIGALRM, before)

    assert waiting(held, 0)()
    held.leave()
    assert held.enter(0) is True


def test_another_process_is_waited_for_and_its_end_ends_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "turns"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, path], cwd=ROOT, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == b"mine\n"
        turns = Turns(path)
        with pytest.raises(Waited):
            turns.enter(0.05)

        other.kill()
        turns.enter(5)
        turns.leave()


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_request_whose_turn_does_not_come_is_told_so_and_stores_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine, done = threading.Event(), threading.Event()

    def write_long() -> None:
        with transaction.atomic():
            mine.set()
            done.wait(20)
        connection.close()

    other = threading.Thread(target=write_long)
    other.start()
    mine.wait(10)
    try:
        began = time.monotonic()
        monkeypatch.setattr("setup_app.jobs.database_health.TIMEOUT", 0.2)
        with connection.hurried(0.2):
            answer = Client().post(
                "/api/v1/battles/", json.dumps(MARCHES), content_type="application/json"
            )
        assert (answer.status_code, answer.json()["code"]) == (503, "too_busy")
        assert int(answer["Retry-After"]) > 0
        assert time.monotonic() - began < 5
        health = Client().get("/healthz")
        assert (health.status_code, health.json()["database"]) == (200, "busy")
    finally:
        done.set()
        other.join()

    answer = Client().post("/api/v1/battles/", json.dumps(MARCHES), content_type="application/json")
    assert answer.status_code == 201


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_failed_transaction_ends_its_turn() -> None:

    def fail() -> None:
        with transaction.atomic():
            assert connection.has_turn
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not connection.has_turn


@pytest.mark.only_on("sqlite")
def test_where_no_turn_can_be_had_the_database_is_away(tmp_path: Path) -> None:
    away: Any = connection.copy()
    away.settings_dict = {**connection.settings_dict, "NAME": tmp_path / "gone" / "database"}

    with pytest.raises(OperationalError) as refused:
        away.take_turn()

    assert outage_of(refused.value) == "database_away"


def test_a_thread_that_ends_in_its_turn_holds_up_nobody(tmp_path: Path) -> None:
    turns = Turns(tmp_path / "turns")
    ended = threading.Thread(target=turns.enter, args=(1,))
    ended.start()
    ended.join()

    turns.enter(1)
    turns.leave()
