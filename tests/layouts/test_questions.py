"""What does the API answer of a layout's fairness, and of one more piece on it?"""

from __future__ import annotations

import math
from typing import Any

import pytest

from setup_app.jobs.models import Job
from tests.battles.callers import Caller
from tests.battles.test_schema import faults
from tests.layouts.test_checking import LEGAL, box, layout, piece

pytestmark = pytest.mark.django_db

HILLS = piece("b", box(29, 10, 7, 7), type="hills")
PLACING = {"layout": LEGAL, "piece": HILLS}


def ask(question: str, stated: Any) -> Any:
    return Caller().post(f"layouts/{question}/", stated)


def test_each_question_is_answered(worker: object) -> None:
    audit, hints = ask("audit", LEGAL).json(), ask("hints", PLACING).json()
    where, nearest = ask("where", PLACING).json(), ask("nearest", PLACING).json()

    assert faults(audit, "Audit") == []
    assert (audit["legal"], audit["violations"]) == (True, [])
    assert audit["fairness"]["halves"]["defender"]["good"] == 35
    assert audit["fairness"]["halves"]["invader"]["good"] == 14
    assert faults(hints, "LayoutHints") == []
    assert {hint["code"] for hint in hints["hints"]} >= {"too_close", "outside_table"}
    assert faults(where, "Where") == []
    assert where["region"]["type"] in ("Polygon", "MultiPolygon")
    assert faults(nearest, "Nearest") == []
    # Left by 1 into the centre, and up until the corners are 2 apart: 7 + sqrt(2^2 - 1^2).
    assert nearest["distance"] == pytest.approx(math.hypot(1, 7 + math.sqrt(3)), abs=0.03)
    beside = layout(LEGAL["pieces"][0], HILLS | {"outline": nearest["outline"]})
    assert "too_close" not in [each["code"] for each in ask("check", beside).json()["violations"]]


BOW_TIE = {"type": "Polygon", "coordinates": [[[0, 0], [5, 5], [5, 0], [0, 5], [0, 0]]]}

REFUSED: list[tuple[str, Any, tuple[int, str]]] = [
    ("nothing", {}, (400, "unreadable")),
    ("a list", [], (400, "unreadable")),
    ("no piece", {"layout": LEGAL}, (400, "unreadable")),
    ("a third field", PLACING | {"more": 1}, (400, "unreadable")),
    ("a piece that is a word", PLACING | {"piece": "hills"}, (400, "unreadable")),
    ("a bow-tie", PLACING | {"piece": HILLS | {"outline": BOW_TIE}}, (422, "invalid_outline")),
    ("far away", PLACING | {"piece": piece("b", box(1e6, 1, 7, 7))}, (400, "unreadable")),
    (
        "another rulebook",
        PLACING | {"layout": LEGAL | {"rulebook": "go"}},
        (422, "unknown_rulebook"),
    ),
]


@pytest.mark.parametrize("question", ["where", "nearest", "hints"])
@pytest.mark.parametrize(
    ("stated", "refused"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_cannot_be_read_is_refused_without_a_worker(
    question: str, stated: Any, refused: tuple[int, str]
) -> None:
    answer = ask(question, stated)

    assert (answer.status_code, answer.json()["code"]) == refused
    assert Job.objects.count() == 0
