"""Does the API lay whole tables, the same ones for the same seed, and say what cannot be laid?"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from setup_app.jobs import tasks
from setup_app.jobs.models import Job
from setup_app.jobs.timeouts import wait_for
from setup_app.layouts import job_handlers
from tests.battles.callers import Caller
from tests.battles.test_schema import faults
from tests.layouts.orders import filled
from tests.layouts.test_checking import LEGAL, check
from tests.processes import PrivateRedis

pytestmark = pytest.mark.django_db

WISH = {
    "rulebook": "pbs-2023.1",
    "territory": "mountains",
    "cell": [1, 2],
    "table": {"width": 45, "depth": 30},
    "settings": {},
    "seed": 7,
}


def generate(wish: Any) -> Any:
    return Caller().post("layouts/generate/", wish)


def test_a_table_is_laid_and_it_is_legal(worker: object) -> None:
    told = filled("generate", WISH)

    assert faults(told["result"], "Generated") == []
    assert faults(told, "Job") == []
    assert told["progress"] == {"done": 1, "total": 1}
    assert check(told["result"]["layout"]).json() == {
        "legal": True,
        "complete": True,
        "violations": [],
    }
    assert told["result"]["log"][0]["text"].startswith("The defender chose")
    assert told["result"] == filled("generate", WISH)["result"]
    assert told["result"]["layout"] != filled("generate", WISH | {"seed": 8})["result"]["layout"]


def test_pieces_that_cannot_stay_are_named(worker: object) -> None:
    first = filled("generate", WISH)["result"]["layout"]["pieces"]
    stay = [first[2], first[2] | {"id": "again"}]

    told = filled("generate", WISH | {"locked": stay})

    assert (told["state"], told["error"]["code"]) == ("failed", "locked_pieces_illegal")
    assert "overlap" in [violation["code"] for violation in told["error"]["violations"]]


REFUSED: list[tuple[str, Any, tuple[int, str]]] = [
    ("nothing", {}, (400, "unreadable")),
    ("a list", [], (400, "unreadable")),
    ("no seed", {k: v for k, v in WISH.items() if k != "seed"}, (400, "unreadable")),
    ("a sixth row", WISH | {"cell": [5, 0]}, (400, "unreadable")),
    ("a policy of its own", WISH | {"policy": "mine"}, (400, "unreadable")),
    ("the moon", WISH | {"territory": "moon"}, (400, "unreadable")),
    ("another rulebook", WISH | {"rulebook": "go"}, (422, "unknown_rulebook")),
    ("no ground", WISH | {"rulebook": "toy-skirmish"}, (422, "rulebook_has_no_layouts")),
    ("a negative table", WISH | {"table": {"width": -45, "depth": 30}}, (400, "unreadable")),
    ("a cell that is a word", WISH | {"cell": "here"}, (400, "unreadable")),
    ("65 pieces that stay", WISH | {"locked": [{}] * 65}, (413, "too_much")),
]


@pytest.mark.parametrize(
    ("wish", "refused"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_cannot_be_read_is_refused_without_a_worker(
    wish: Any, refused: tuple[int, str]
) -> None:
    answer = generate(wish)

    assert (answer.status_code, answer.json()["code"]) == refused
    assert Job.objects.count() == 0


def test_the_same_key_gets_the_same_answer_whatever_came_of_its_job(worker: object) -> None:
    """First 202; when the job has failed, and when no worker is left, the same 202."""
    stays = LEGAL["pieces"][0]
    illegal = WISH | {"locked": [stays, stays | {"id": "again"}]}
    key = {"Idempotency-Key": "k" * 32}

    first = Caller().post("layouts/generate/", illegal, **key)
    assert first.status_code == 202
    assert wait_for(first.json()["job"], 30).state == "failed"

    again = Caller().post("layouts/generate/", illegal, **key)
    assert (again.status_code, again.json()) == (202, first.json())
    assert Job.objects.count() == 1


def test_an_order_is_stored_where_no_worker_is_there_yet(
    without_redis: PrivateRedis,
) -> None:
    answer = generate(WISH)

    assert answer.status_code == 202
    assert Job.objects.get().state == "queued"
    assert str(Job.objects.get().pk) == answer.json()["job"]


def test_a_call_off_ends_it() -> None:
    job = Job.objects.create(kind=job_handlers.GENERATE, arguments={"wish": WISH})

    assert Client().delete(f"/api/v1/jobs/{job.pk}/").status_code == 204

    tasks.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", {"code": "cancelled"})
