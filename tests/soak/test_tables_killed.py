"""Are all tables of a run there, once and the same, whatever is killed while they are laid?"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from tests.battles.wire import Wire
from tests.events.callers import RULEBOOK
from tests.house import running_metator
from tests.soak.test_kills import KINDS, OFTENER, one_of

pytestmark = pytest.mark.soak

TABLES, ROUNDS = 20, 5
KILLS = int(os.environ.get("SOAK_TABLE_KILLS", "12"))
PAUSE = (0.3, 2.0)
PATIENCE = 600


def answered(caller: Wire, path: str, body: Any = None, **headers: str) -> Any:
    """The answer of a server that may be away, or come back, at any moment."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(OSError, HTTPException):
            came = caller.get(path) if body is None else caller.post(path, body, **headers)
            if came.status < 300:
                return came.json()
            assert came.status in (409, 429, 502, 503), came.body
        time.sleep(0.1)
    raise AssertionError(f"nothing came of {path}")


def laid(url: str, kill: Any) -> tuple[list[Any], list[int]]:
    """The layouts of a run of all tables, and how far it was told to be, look by look."""
    terms = {"name": "Soak", "rulebook": RULEBOOK, "tables": TABLES, "rounds": ROUNDS}
    made = answered(Wire(url), "/api/v1/events/", terms)
    desk, path = Wire(url, made["organiser"]), f"/api/v1/events/{made['event']['id']}/"
    ground = {"kind": "generated", "territory": "any", "policy": "balanced"}
    asked = {"rounds": [*range(1, ROUNDS + 1)], "ground": ground, "seed": "killed"}
    key = {"Idempotency_Key": "the-only-run"}
    job = answered(desk, f"{path}prepare/", asked, **key)["job"]
    told: dict[str, Any] = {"state": "queued"}
    seen: list[int] = []
    while told["state"] in ("queued", "running"):
        told = answered(desk, f"/api/v1/jobs/{job}/")
        seen.append(told["progress"]["done"])
        kill()
    assert told["state"] == "done", told
    states = Counter(each["state"] for each in told["result"]["tables"])
    assert states == {"laid": TABLES * ROUNDS}
    tables = [
        view
        for number in asked["rounds"]
        for view in answered(desk, f"{path}rounds/{number}/tables/?page_size=100")["results"]
    ]
    assert len(tables) == TABLES * ROUNDS
    return [each["layout"] for each in tables], seen


def test_a_run_of_tables_outlives_whatever_is_killed(tmp_path: Path) -> None:
    chance = random.Random(7)
    killed: list[str] = []

    with running_metator(tmp_path / "home", tmp_path / "said", **OFTENER) as metator:
        due = time.monotonic()

        def kill() -> None:
            nonlocal due
            if len(killed) < KILLS and time.monotonic() >= due:
                found = one_of(metator, chance.choice([*KINDS.values()]), chance)
                killed.extend([found] if found else [])
                due = time.monotonic() + chance.uniform(*PAUSE)
            time.sleep(0.05)

        attacked, seen = laid(metator.url, kill)
        quiet, _ = laid(metator.url, lambda: time.sleep(0.05))

    print(f"\n{TABLES * ROUNDS} tables, killed: {dict(Counter(killed))}")
    assert len(killed) >= 3
    assert seen == sorted(seen)
    assert attacked == quiet
