"""Does a plan go down over HTTP for the asked seat, and leave no trace?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.battles.models import LogEntry, Submission
from setup_app.idempotency.models import KeyedRequest
from setup_app.jobs.models import Job
from tests.battles.test_refusals import code
from tests.battles.test_schema import faults
from tests.battles.test_zones import asked
from tests.rulebooks.pbs.deployment.stage import at

pytestmark = pytest.mark.django_db

PLAN: dict[str, Any] = {
    "format": "metator-plan/1",
    "units": [at(0, 20, 5), at(1, 21, 5), at(2, 26, 5), at(3, 30, 5)],
}


def lay(table: Any, caller: Any, prompt: str, plan: Any = PLAN, **more: Any) -> Any:
    return caller.post(f"{table.path}plan/", {"prompt": prompt, "plan": plan, **more})


def test_the_asked_seat_gets_an_answer_that_can_be_sent() -> None:
    table, side, prompt = asked("deploy")
    before = list(LogEntry.objects.values_list())

    answer = lay(table, table.seats[side], prompt)

    assert answer.status_code == 200, answer.content
    found = answer.json()
    assert faults(found, "LaidPlan") == []
    assert [each["unit"] for each in found["answer"]["units"]] == [0, 2]
    ((unfit),) = found["unfit"]
    assert unfit["unit"] == 1
    assert [each["code"] for each in unfit["violations"]] == ["overlap"]
    assert unfit["violations"][0]["message"]
    # Nothing of it is kept.
    assert list(LogEntry.objects.values_list()) == before
    assert not any(each.objects.exists() for each in (Job, Submission, KeyedRequest))


def test_mirrored_and_shifted() -> None:
    table, side, prompt = asked("deploy")

    found = lay(table, table.seats[side], prompt, mirror=True, shift=[-3, 0.5]).json()["answer"]

    view = table.view(table.seats[side])["sides"][side]
    wanted = [22, 5.5] if view["role"] == "defender" else [23, 24.5]
    assert found["units"][0]["at"] == wanted


def test_nobody_else_lays_one() -> None:
    table, side, prompt = asked("deploy")

    assert code(lay(table, table.seats[1 - side], prompt)) == (403, "not_your_prompt")
    assert code(lay(table, table.creator, prompt)) == (403, "not_your_prompt")
    assert lay(table, table.stranger, prompt).status_code == 404


@pytest.mark.parametrize(
    ("kind", "plan", "wanted"),
    [
        ("deploy", None, "plan_refused"),
        ("deploy", {**PLAN, "units": [at(99, 20, 5)]}, "plan_refused"),
        ("deploy", {**PLAN, "units": [at(0, 20, 5, ranks=0)]}, "plan_refused"),
        ("place_leaders", {**PLAN, "reserve": [0]}, "plan_refused"),
        ("place_camp", PLAN, "places_nothing"),
        ("hide", PLAN, "places_nothing"),
        ("pregame_move", PLAN, "places_nothing"),
    ],
)
def test_what_cannot_be_laid_is_refused(kind: str, plan: Any, wanted: str) -> None:
    table, side, prompt = asked(kind)

    assert code(lay(table, table.seats[side], prompt, plan)) == (422, wanted)


@pytest.mark.parametrize(
    "more",
    [
        {"shift": [1]},
        {"shift": ["nan", 0]},
        {"shift": [1e9, 0]},
        {"shift": None},
        {"mirror": "yes"},
        {"mirror": None},
        {"more": 1},
    ],
)
def test_what_has_not_the_shape_of_the_question_cannot_be_read(more: Any) -> None:
    table, side, prompt = asked("deploy")

    assert code(lay(table, table.seats[side], prompt, **more)) == (400, "unreadable")
