"""Does a field that nobody knows hide those that are missing?"""

import json
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "sent", "named"),
    [
        ("battles/", {}, {"nonsense", "rulebook", "table", "sides"}),
        ("layouts/check/", {}, {"nonsense", "rulebook", "table", "pieces"}),
        ("layouts/generate/", {"rulebook": "pbs-2023.1"}, {"nonsense", "territory", "table"}),
        ("layouts/print/", {}, {"nonsense", "tables"}),
    ],
)
def test_both_are_told_in_one_answer(path: str, sent: dict[str, Any], named: set[str]) -> None:
    body = json.dumps({**sent, "nonsense": 1})
    answer = Client().post(f"/api/v1/{path}", body, content_type="application/json")

    told: dict[str, Any] = answer.json()
    words = " ".join(each["message"] for each in told["violations"])
    assert answer.status_code in (400, 422)
    assert {name for name in named if name not in words} == set()
