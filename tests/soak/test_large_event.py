"""What does an event of 500 players cost? Queries of each page are bounded; its times are told."""

from __future__ import annotations

import os
import time
from statistics import median

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.armies.lists import SMALL
from tests.events.callers import Meeting, answered, begin
from tests.events.test_pages import sitting
from tests.processes import Worker

pytestmark = pytest.mark.soak

PLAYERS = int(os.environ.get("SOAK_PLAYERS", "500"))
MAX_QUERIES = 20


def large() -> Meeting:
    """So many players with their lists, one round behind them, one under way, one drafted."""
    meeting = begin(tables=PLAYERS // 2, rounds=5)
    names = [f"Player {number}" for number in range(3, PLAYERS + 1)]
    text = "name,club\n" + "\n".join(f"{name},Club {len(name)}" for name in names)
    answered(meeting.desk.post(f"{meeting.path}entries/import/", {"text": text}), 201)
    for number in range(1, PLAYERS + 1):
        path = f"{meeting.path}entries/{number}/list/submit/"
        answered(meeting.organiser.post(path, SMALL), 201)
    return meeting


def test_every_page_takes_few_queries(worker: Worker) -> None:
    meeting = large()
    told = {}
    began = time.perf_counter()
    answered(meeting.organiser.post(f"{meeting.path}lists/publish/", {"anyway": True}), 200)
    told["publication"] = time.perf_counter() - began
    for number in (1, 2, 3):
        began = time.perf_counter()
        body = {"pairing": "swiss", "seed": "s", "anyway": True}
        made = answered(meeting.desk.post(f"{meeting.path}rounds/", body), 201)
        told[f"pairing of round {number}"] = time.perf_counter() - began
        if number == 3:
            break
        answered(meeting.desk.post(f"{meeting.path}rounds/{number}/publish/", {}), 200)
        for each in made["pairings"][: PLAYERS // (2 * number)]:
            path = f"{meeting.path}rounds/{number}/tables/{each['table']}/result/"
            result = {"scores": [3, 0], "entries": each["entries"]}
            answered(meeting.desk.put(path, result), 200)
    pages = {
        1: (
            "",
            "rounds/",
            "players/",
            "players/1/",
            "door/",
            "links/",
            "lists/",
            "lists/1/",
            "terms/",
        ),
        2: ("", "lists/"),
        3: ("", "rounds/", "players/", "door/", "slips/"),
        4: ("", "list/"),
    }
    seen: list[tuple[str, int, float]] = []
    for role, paths in pages.items():
        browser = sitting(meeting, role)
        seen += [visited(browser, f"/e/{meeting.id}/r{role}/{path}") for path in paths]
    for path in ("", "screen/", "lists/"):
        seen.append(visited(Client(), f"/e/{meeting.id}/{path}"))
    for what, seconds in told.items():
        print(f"\n{what}: {seconds:.2f} s", end="")
    for path, queries, seconds in seen:
        print(f"\n{path}: {queries} queries, {seconds * 1000:.0f} ms", end="")

    assert {path: queries for path, queries, _ in seen if queries > MAX_QUERIES} == {}


def visited(browser: Client, path: str) -> tuple[str, int, float]:
    """A page, its queries, and the seconds of a visit, the third of five: collecting what this
    process of tests holds costs one of them a tenth of a second."""
    assert browser.get(path).status_code == 200
    with CaptureQueriesContext(connection) as caught:
        browser.get(path)
    # What was caught is forgotten by the next request.
    queries = len(caught)
    return path, queries, median(timed(browser, path) for _ in range(5))


def timed(browser: Client, path: str) -> float:
    began = time.perf_counter()
    browser.get(path)
    return time.perf_counter() - began
