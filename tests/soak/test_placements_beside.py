"""Does a battle wait while many tables are laid, and how long do tables take to paper?

Printed, and asserted nowhere: a machine has other things to do too.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from tests.battles.pages.fast import Fast
from tests.battles.wire import Wire
from tests.events.callers import RULEBOOK
from tests.house import Metator, running_metator

pytestmark = pytest.mark.soak

TABLES, ROUNDS = 40, 5
PLACEMENTS = 12
LOOK = 0.005


def sent(caller: Wire, method: str, path: str, body: Any = None) -> Any:
    answer = caller.get(path) if method == "get" else caller.post(path, body)
    assert answer.status < 300, answer.body
    return answer.json()


def placed(metator: Metator) -> float:
    """How long a legal placement takes, from the request until the battle has gone on."""
    fast = Fast.asked_for(metator, "place_piece")
    side, view, prompt = fast.asked() or (0, {}, {})
    caller, path = Wire(fast.url, fast.tokens[side]), f"/api/v1/battles/{fast.id}/"
    answer = sent(caller, "post", f"{path}suggest/", {"prompt": prompt["id"]})["answer"]
    move = {"prompt": prompt["id"], "expected_version": view["version"], "answer": answer}
    began = time.perf_counter()
    sent(caller, "post", f"{path}moves/", move)
    while sent(caller, "get", path)["version"] == view["version"]:
        time.sleep(LOOK)
    return time.perf_counter() - began


def followed(caller: Wire, job: str, seconds: float = 300) -> dict[str, Any]:
    """The job once it is over."""
    until = time.monotonic() + seconds
    while (told := sent(caller, "get", f"/api/v1/jobs/{job}/"))["state"] in ("queued", "running"):
        assert time.monotonic() < until, told
        time.sleep(0.1)
    assert told["state"] == "done", told
    return dict(told)


def test_a_placement_beside_two_hundred_tables_and_their_print(tmp_path: Path) -> None:
    with running_metator(tmp_path / "home", tmp_path / "said") as metator:
        terms = {"name": "Soak", "rulebook": RULEBOOK, "tables": TABLES, "rounds": ROUNDS}
        made = sent(Wire(metator.url), "post", "/api/v1/events/", terms)
        desk, path = Wire(metator.url, made["organiser"]), f"/api/v1/events/{made['event']['id']}/"
        alone = [placed(metator) for _ in range(PLACEMENTS)]

        ground = {"kind": "generated", "territory": "any", "policy": "balanced"}
        asked: dict[str, Any] = {
            "rounds": [*range(1, ROUNDS + 1)],
            "ground": ground,
            "seed": "beside",
        }
        job = sent(desk, "post", f"{path}prepare/", asked)["job"]
        beside: list[float] = []
        while len(beside) < PLACEMENTS:
            beside.append(placed(metator))
            told = sent(desk, "get", f"/api/v1/jobs/{job}/")
            if told["state"] not in ("queued", "running"):
                break
        done = told["progress"]
        followed(desk, job)

        began = time.perf_counter()
        asked |= {"again": True, "ground": {**ground, "policy": "random"}}
        followed(desk, sent(desk, "post", f"{path}prepare/", asked)["job"])
        laid = time.perf_counter() - began
        order = {"document": "tables", "rounds": asked["rounds"]}
        followed(desk, sent(desk, "post", f"{path}print/", order)["job"])
        whole = time.perf_counter() - began

    ratio = statistics.median(beside) / statistics.median(alone)
    print(f"\na placement {statistics.median(alone):.3f} s alone,", end=" ")
    print(
        f"{statistics.median(beside):.3f} s beside ({ratio:.2f} x, {len(beside)} of them,", end=" "
    )
    print(f"{done['done']} of {done['total']} tables laid by then)")
    print(f"{TABLES * ROUNDS} at random laid and judged in {laid:.1f} s, printed by {whole:.1f} s")
