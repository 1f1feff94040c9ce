"""What when a log is full? No answer finds room in it, and all that ends a battle goes on."""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.battles.models import Submission
from setup_app.battles.services.moves import judge_submission
from setup_app.engine.errors import DomainError
from tests.battles.callers import FRAGILE, SKIRMISH, begin, ready

pytestmark = pytest.mark.django_db


def test_a_full_log_takes_no_answers_and_all_that_ends_a_battle_goes_on(settings: Any) -> None:
    table = ready(SKIRMISH, until="mood")
    table.answer(0, "mood", "bold")
    table.answer(1, "mood", "bold")
    back = table.seats[0].post(f"{table.path}proposals/", {"kind": "back", "to": 4})
    settings.LOG_ENTRIES = table.version()
    side = 0 if table.asked(0) else 1
    prompt, before = table.asked(side), table.version()
    assert prompt

    refused = table.move(side, prompt["id"], prompt["options"][0])

    assert (refused.status_code, refused.json()["code"]) == (422, "log_full")
    assert f"log is full ({settings.LOG_ENTRIES} entries" in refused.json()["detail"]
    more = table.seats[0].post(f"{table.path}proposals/", {"kind": "back", "to": 3})
    assert (more.status_code, more.json()["code"]) == (422, "log_full")
    assert table.version() == before
    number = back.json()["proposals"][0]["id"]
    paths = (f"proposals/{number}/accept/", "resign/", "close/")
    answers = [table.seats[1].post(f"{table.path}{path}") for path in paths]
    assert [answer.status_code for answer in (back, *answers)] == [201, 200, 200, 200]


def test_ones_own_answer_is_taken_back_in_a_full_log(settings: Any) -> None:
    table = ready(SKIRMISH, until="mood")
    table.answer(0, "mood", "bold")
    settings.LOG_ENTRIES = table.version()

    assert table.seats[0].post(f"{table.path}undo/").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_what_a_worker_judges_finds_no_room_either(settings: Any) -> None:
    table = begin(FRAGILE)
    table.sit_down()
    table.answer(0, "word", "peace")
    prompt = table.asked(0, "spot")
    assert prompt
    sent = table.move(0, prompt["id"], {"x": 7}, Prefer="respond-async")
    assert sent.status_code == 202
    settings.LOG_ENTRIES = table.version()

    with pytest.raises(DomainError) as refused:
        judge_submission(Submission.objects.get().pk)

    assert refused.value.code == "log_full"
    again = table.move(0, prompt["id"], {"x": 7}, Prefer="respond-async")
    assert (again.status_code, again.json()["code"]) == (422, "log_full")
