"""Is a run of many tables the same, byte for byte, however often its worker is killed?"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from setup_app.engine.values import canonical
from setup_app.events.models import EventTable
from tests.events.callers import Meeting, answered, begin
from tests.events.club import keeps_to, kit_of
from tests.events.ground_runs import tables
from tests.events.test_pages import sitting
from tests.processes import Worker
from tests.soak.test_large_event import MAX_QUERIES, visited

pytestmark = [pytest.mark.soak, pytest.mark.postgresql]

TABLES = int(os.environ.get("SOAK_PREPARED_TABLES", "200"))
ROUNDS = 5
KILLS = 3
PATIENCE = 600


def prepared(
    policy: str, seen: Callable[[int], None] = lambda done: None
) -> tuple[Meeting, list[tuple[float, int]]]:
    """An event whose tables were laid in one run, and how far that was, moment by moment."""
    meeting = begin(tables=TABLES // ROUNDS, rounds=ROUNDS)
    ground = {"kind": "generated", "territory": "any", "policy": policy}
    asked = {"rounds": [*range(1, ROUNDS + 1)], "ground": ground, "seed": "lots"}
    job = answered(meeting.organiser.post(f"{meeting.path}prepare/", asked), 202)["job"]
    began, steps = time.perf_counter(), []
    while True:
        told = answered(meeting.organiser.get(f"jobs/{job}/"), 200)
        done = told["progress"]["done"]
        steps.append((time.perf_counter() - began, done))
        assert told["progress"]["total"] == TABLES
        if told["state"] not in ("queued", "running"):
            break
        assert steps[-1][0] < PATIENCE
        seen(done)
        time.sleep(0.05)
    assert [each["state"] for each in told["result"]["tables"]] == ["laid"] * TABLES
    return meeting, steps


def laid(meeting: Meeting) -> list[tuple[Any, ...]]:
    rows = EventTable.objects.filter(event__public_id=meeting.id)
    return [
        (row.round, row.table, row.seed, canonical(row.layout), json.dumps(row.log))
        for row in rows.order_by("round", "table")
    ]


def test_a_worker_killed_three_times_changes_nothing(worker: Worker) -> None:
    quiet, steps = prepared("random")
    moved = [at for at, (_, done) in enumerate(steps) if at and done != steps[at - 1][1]]
    times = [0.0, *(steps[at][0] for at in moved)]
    longest = max(later - at for at, later in pairwise(times))
    print(f"\n{TABLES} at random: {steps[-1][0]:.1f} s, longest silence {longest:.2f} s", end="")
    due = [TABLES * number // (KILLS + 1) for number in range(1, KILLS + 1)]

    def kill(done: int) -> None:
        if due and done >= due[0]:
            due.pop(0)
            worker.kill()
            worker.wake()

    killed, steps = prepared("random", kill)

    assert due == []
    assert [done for _, done in steps] == sorted(done for _, done in steps)
    assert laid(killed) == laid(quiet)
    assert len(laid(killed)) == TABLES
    print(f"\nwith {KILLS} kills: {steps[-1][0]:.1f} s", end="")


def test_balanced_tables_come_in_time_and_stand_on_one_page(worker: Worker) -> None:
    meeting, steps = prepared("balanced")

    _path, queries, seconds = visited(sitting(meeting, 1), f"/e/{meeting.id}/r1/tables/?round=2")

    print(f"\n{TABLES} balanced: {steps[-1][0]:.1f} s", end="")
    print(f"\n{TABLES // ROUNDS} on a page: {queries} queries, {seconds * 1000:.0f} ms")
    assert queries <= MAX_QUERIES


def of_a_kit(seen: Callable[[int], None] = lambda done: None) -> Meeting:
    """An event whose tables were laid out of a kit that is too small for them all."""
    meeting = begin(tables=8, rounds=2)
    kit = kit_of(3)
    answered(meeting.organiser.put(f"{meeting.path}kit/", {"pieces": kit}), 200)
    ground = {"kind": "generated", "territory": "any", "policy": "balanced", "kit": True}
    asked = {"rounds": [1, 2], "ground": ground, "seed": "own"}
    job = answered(meeting.organiser.post(f"{meeting.path}prepare/", asked), 202)["job"]
    began = time.perf_counter()
    while True:
        told = answered(meeting.organiser.get(f"jobs/{job}/"), 200)
        if told["state"] not in ("queued", "running"):
            break
        assert time.perf_counter() - began < PATIENCE
        seen(told["progress"]["done"])
        time.sleep(0.05)
    assert [each["state"] for each in told["result"]["tables"]] == ["laid"] * 16
    print(f"\n16 of a kit: {time.perf_counter() - began:.1f} s", told["result"]["kit"], end="")
    for number in (1, 2):
        keeps_to(kit, tables(meeting.organiser, meeting, number))
    return meeting


def test_tables_of_a_kit_are_the_same_however_often_a_worker_is_killed(worker: Worker) -> None:
    quiet = of_a_kit()
    due = [4, 10, 16]

    def kill(done: int) -> None:
        if due and done >= due[0]:
            due.pop(0)
            worker.kill()
            worker.wake()

    killed = of_a_kit(kill)

    assert due == []
    assert laid(killed) == laid(quiet)
