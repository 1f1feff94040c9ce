"""Does a worker print tables as sheets of one PDF, and refuse what is no order?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.jobs.models import Job
from tests.battles.callers import Caller
from tests.layouts.orders import filled
from tests.layouts.test_checking import LEGAL

pytestmark = pytest.mark.django_db

ORDER = {"tables": [{"layout": LEGAL, "title": "Spring Open", "code": "7"}, {"layout": LEGAL}]}


def printing(order: Any) -> Any:
    return Caller().post("layouts/print/", order)


def test_two_tables_are_two_pages(worker: object) -> None:
    told = {paper: filled("print", ORDER | {"paper": paper}) for paper in ("a4", "letter")}

    for each in told.values():
        assert (each["state"], each.get("result")) == ("done", {"sheets": 2}), each
        assert each["progress"] == {"done": 2, "total": 2}
        file = Caller().get(each["file"].removeprefix("/api/v1/"))
        assert file["Content-Type"] == "application/pdf"
        assert file.content.startswith(b"%PDF-")
        assert b"/Type/Pages/Count 2/" in file.content


REFUSED: list[tuple[str, Any, tuple[int, str]]] = [
    ("nothing", {}, (400, "unreadable")),
    ("a list", [], (400, "unreadable")),
    ("no table", {"tables": []}, (400, "unreadable")),
    ("tables that are a word", {"tables": "all"}, (400, "unreadable")),
    ("a table without a layout", {"tables": [{"title": "x"}]}, (400, "unreadable")),
    ("65 tables", {"tables": [{"layout": LEGAL}] * 65}, (413, "too_much")),
    ("a third field", ORDER | {"more": 1}, (400, "unreadable")),
    ("another paper", ORDER | {"paper": "a3"}, (400, "unreadable")),
    ("a long title", {"tables": [{"layout": LEGAL, "title": "x" * 121}]}, (400, "unreadable")),
    ("a title of two lines", {"tables": [{"layout": LEGAL, "title": "a\nb"}]}, (400, "unreadable")),
    ("a title that is a number", {"tables": [{"layout": LEGAL, "title": 7}]}, (400, "unreadable")),
    ("a bad layout", {"tables": [{"layout": LEGAL | {"pieces": 1}}]}, (400, "unreadable")),
    ("no ground", {"tables": [{"layout": LEGAL | {"rulebook": "go"}}]}, (422, "unknown_rulebook")),
]


@pytest.mark.parametrize(
    ("order", "refused"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_what_is_no_order_is_refused_without_a_worker(order: Any, refused: tuple[int, str]) -> None:
    answer = printing(order)

    assert (answer.status_code, answer.json()["code"]) == refused
    assert Job.objects.count() == 0


def test_where_a_layout_of_an_order_cannot_be_read_is_said() -> None:
    order = {"tables": [{"layout": LEGAL}, {"layout": LEGAL | {"pieces": [{}]}}]}

    problem = printing(order).json()

    assert "/tables/1/layout/pieces/0" in problem["violations"][0]["message"]
