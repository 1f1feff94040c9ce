"""Does anybody learn over the API which boxes build which tables?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.events.event_tables.kit_plan import MAX_WAITING, PLAN
from setup_app.jobs.services import enqueue
from tests.events.callers import Asking, answered, refused
from tests.processes import Worker, until

PIECE = {"id": "w1", "types": ["wood"], "long_mm": 200, "short_mm": 240}
WANTED = {"id": "1/1", "table": 1, "type": "wood", "long_mm": 230, "short_mm": 210}


def asked(**changes: Any) -> Any:
    body = {"pieces": [PIECE], "wanted": [WANTED], **changes}
    return Asking().post("kits/plan/", body)


def test_a_worker_plans_for_whoever_asks(worker: Worker) -> None:
    other = {**WANTED, "id": "2/1", "table": 2}
    job = f"jobs/{answered(asked(wanted=[WANTED, other]), 202)['job']}/"

    until(lambda: answered(Asking().get(job), 200)["state"] == "done", what="the plan")

    assert answered(Asking().get(job), 200)["result"] == {
        "built": 1,
        "difference_mm": 20,
        "boxes": [],
        "assigned": [{"wanted": "1/1", "pieces": ["w1"]}],
        "short": [{"wanted": "2/1", "why": "all_taken", "nearest": None}],
        "tables_built": [1],
        "optimal": {"built": True, "difference": True, "boxes": True},
        "bound": {"built": 1, "difference_mm": 20, "boxes": 0},
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changes",
    [
        {"pieces": [PIECE, PIECE]},
        {"wanted": [WANTED, WANTED]},
        {"pieces": [{**PIECE, "long_mm": 0}]},
        {"pieces": [{**PIECE, "long_mm": -5}]},
        {"pieces": [{**PIECE, "long_mm": 1e9}]},
        {"pieces": [{**PIECE, "long_mm": "24cm"}]},
        {"pieces": [{**PIECE, "long_mm": 24.5}]},
        {"pieces": [{**PIECE, "types": []}]},
        {"pieces": [{**PIECE, "count": 0}]},
        {"pieces": [{**PIECE, "colour": "green"}]},
        {"pieces": [{**PIECE, "id": str(at)} for at in range(2001)]},
        {"seconds": 21},
        {"seconds": 0},
        {"tolerance_mm": -1},
        {"pieces": None},
    ],
)
def test_what_is_no_kit_is_refused(changes: dict[str, Any]) -> None:
    answer = asked(**changes)

    assert refused(answer)[0] == 400
    assert answer.json()["violations"] or answer.json()["detail"]


@pytest.mark.django_db
def test_too_much_is_refused_by_count() -> None:
    wanted = [{**WANTED, "id": str(at)} for at in range(401)]
    assert refused(asked(wanted=wanted)) == (413, "too_much")
    pieces = [{**PIECE, "id": str(at)} for at in range(2000)]
    assert refused(asked(wanted=wanted[:400], pieces=pieces)) == (422, "too_many_fits")
    for _ in range(MAX_WAITING):
        enqueue(PLAN, {})
    assert refused(asked()) == (503, "no_worker")
