"""What does each test of a run cost, and how many run on both databases?"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Generator
from typing import Any

import pytest

from tests.counted import FOLDER, add, count

COSTS = "costs"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Seconds by the clock and of this process's processor; what a test starts counts apart."""
    clock, processor = time.monotonic(), _processor()
    answer = yield
    cost = [item.nodeid, time.monotonic() - clock, _processor() - processor]
    add(COSTS, json.dumps(cost))
    return answer


def pytest_collection_finish(session: pytest.Session) -> None:
    """How many tests run on this database, told once: all processes collect the same."""
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0" and os.environ.get(FOLDER):
        both = sum(1 for item in session.items if item.get_closest_marker("postgresql"))
        on = os.environ.get("METATOR_TEST_DATABASE", "sqlite")
        for _ in range(both if on == "postgresql" else 0):
            count("test on both databases")


def _processor() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in spent)
