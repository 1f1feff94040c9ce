"""How long does each of many writers wait on SQLite, who all begin a battle at once?"""

from __future__ import annotations

import json
import os
import statistics
import threading
import time

import pytest

from tests.battles.test_pbs import PBS
from tests.house import Metator

pytestmark = pytest.mark.soak

WRITERS = int(os.environ.get("SOAK_WRITERS", "32"))
EACH = int(os.environ.get("SOAK_WRITES_EACH", "5"))
JSON = {"Content-Type": "application/json"}
FAIR = 6.0
"""The longest wait over the median one: near 1 in order of coming, 12 to 48 by chance."""


def test_many_who_write_at_once_wait_alike(metator: Metator) -> None:
    body = json.dumps(PBS).encode()
    waits: list[float] = []
    statuses: list[int] = []
    together = threading.Barrier(WRITERS)

    def write() -> None:
        # What each thread does first of all its life is no waiting for others.
        metator.ask("POST", "/api/v1/battles/", body=body, headers=JSON)
        together.wait()
        for _ in range(EACH):
            began = time.monotonic()
            status, _answer = metator.ask("POST", "/api/v1/battles/", body=body, headers=JSON)
            waits.append(time.monotonic() - began)
            statuses.append(status)

    began = time.monotonic()
    threads = [threading.Thread(target=write) for _ in range(WRITERS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    took = time.monotonic() - began

    middle, longest = statistics.median(waits), max(waits)
    print(
        f"\n{len(waits)} battles begun by {WRITERS} at once in {took:.1f} s: "
        f"median {middle:.2f} s, longest {longest:.2f} s"
    )
    assert set(statuses) == {201}
    assert longest <= FAIR * middle
