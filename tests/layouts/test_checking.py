"""What does the API say of a layout that somebody sends?"""

import copy
from typing import Any

import pytest

from setup_app.jobs.models import Job
from setup_app.jobs.timeouts import wait_for
from tests.battles.callers import Caller
from tests.processes import PrivateRedis

pytestmark = pytest.mark.django_db


def box(x: float, y: float, width: float, depth: float) -> dict[str, Any]:
    ring = [[x, y], [x + width, y], [x + width, y + depth], [x, y + depth], [x, y]]
    return {"type": "Polygon", "coordinates": [ring]}


def piece(name: str, outline: Any, **changed: Any) -> dict[str, Any]:
    return {
        "id": name,
        "type": "woods",
        "slot": "compulsory",
        "placed_by": "defender",
        "die": 2,
        "moved": False,
        "declared": None,
        "outline": outline,
    } | changed


def layout(*pieces: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {
        "format": "metator-layout/1",
        "rulebook": "pbs-2023.1",
        "territory": "cultivated",
        "density": "normal",
        "flank": [],
        "table": {"width": 45, "depth": 30},
        "settings": {},
        "pieces": list(pieces),
    } | changed


LEGAL = layout(piece("a", box(20, 10, 7, 7), type="hills"))


def check(stated: Any, **headers: str) -> Any:
    return Caller().post("layouts/check/", stated, **headers)


def test_a_legal_layout_is_legal(worker: object) -> None:
    answer = check(LEGAL)

    assert (answer.status_code, answer.json()) == (
        200,
        {"legal": True, "complete": True, "violations": []},
    )


def test_every_violation_is_named_with_its_figures(worker: object) -> None:
    crowded = layout(
        piece("a", box(20, 10, 7, 7), type="hills"),
        piece("b", box(28, 10, 3, 7), type="hills"),
    )

    verdict = check(crowded).json()

    found = {violation["code"]: violation for violation in verdict["violations"]}
    assert verdict["legal"] is False
    assert {"too_close", "too_small"} <= set(found)
    assert found["too_close"]["pieces"] == ["b", "a"]
    assert (found["too_close"]["measured"], found["too_close"]["required"]) == (1, 2)
    assert found["too_close"]["where"]["type"] == "LineString"
    assert "1 of 2 BW" in found["too_close"]["message"]


UNREADABLE: list[tuple[str, Any, tuple[int, str]]] = [
    ("nothing", {}, (400, "unreadable")),
    ("a list", [], (400, "unreadable")),
    ("another format", LEGAL | {"format": "metator-layout/2"}, (400, "unreadable")),
    ("an unknown field", LEGAL | {"more": 1}, (400, "unreadable")),
    ("an unknown territory", LEGAL | {"territory": "moon"}, (400, "unreadable")),
    ("an unknown rulebook", LEGAL | {"rulebook": "chess"}, (422, "unknown_rulebook")),
    (
        "a rulebook without ground",
        LEGAL | {"rulebook": "toy-skirmish"},
        (422, "rulebook_has_no_layouts"),
    ),
    ("a point", layout(piece("a", {"type": "Point", "coordinates": [1, 1]})), (400, "unreadable")),
    ("words", layout(piece("a", "here")), (400, "unreadable")),
    ("far away", layout(piece("a", box(1e6, 1, 7, 7))), (400, "unreadable")),
    (
        "65 pieces",
        layout(*(piece(str(n), box(1, 1, 7, 7)) for n in range(65))),
        (413, "too_much"),
    ),
    (
        "10,000 points",
        layout(
            piece("a", {"type": "Polygon", "coordinates": [[[n / 1000, 1] for n in range(10_000)]]})
        ),
        (413, "too_much"),
    ),
]


@pytest.mark.parametrize(
    ("stated", "refused"), [case[1:] for case in UNREADABLE], ids=[case[0] for case in UNREADABLE]
)
def test_what_is_no_layout_is_refused_without_a_worker(
    stated: Any, refused: tuple[int, str]
) -> None:
    answer = check(stated)

    assert (answer.status_code, answer.json()["code"]) == refused
    assert Job.objects.count() == 0


def test_where_a_layout_cannot_be_read_is_said() -> None:
    stated = copy.deepcopy(LEGAL)
    stated["pieces"][0]["die"] = 7

    problem = check(stated).json()

    assert "/pieces/0/die" in problem["violations"][0]["message"]


def test_a_bow_tie_is_a_violation(worker: object) -> None:
    ring = [[20, 10], [27, 17], [27, 10], [20, 17], [20, 10]]
    crossed = layout(
        piece("a", {"type": "Polygon", "coordinates": [ring]}, type="hills"),
    )

    codes = [violation["code"] for violation in check(crossed).json()["violations"]]

    assert codes == ["invalid_outline"]


def test_who_does_not_wait_gets_a_job_whose_result_is_the_answer(worker: object) -> None:
    crowded = layout(*(piece(f"p{at}", box(11, 11, 6, 6)) for at in range(64)))

    answer = check(crowded, Prefer="respond-async")

    assert answer.status_code == 202
    told = wait_for(answer.json()["job"], 30)
    assert told.result == check(crowded).json()


def test_without_a_worker_it_is_503(without_redis: PrivateRedis) -> None:
    answer = check(LEGAL)

    assert (answer.status_code, answer.json()["code"]) == (503, "no_worker")
    assert "Retry-After" in answer.headers


def test_a_key_is_not_spent_where_no_worker_is_there(worker: object, settings: Any) -> None:
    key = {"Idempotency-Key": "n" * 32}
    there, nowhere = settings.REDIS_URL, "redis://127.0.0.1:1/0"

    settings.REDIS_URL = nowhere
    refused = check(LEGAL, **key)
    settings.REDIS_URL = there
    answered = check(LEGAL, **key)
    settings.REDIS_URL = nowhere
    again = check(LEGAL, **key)

    assert (refused.status_code, refused.json()["code"]) == (503, "no_worker")
    assert (answered.status_code, answered.json()["legal"]) == (200, True)
    assert (again.status_code, again.json()) == (200, answered.json())
