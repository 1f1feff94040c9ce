"""What when a script breaks, or a stored log no longer fits it? Nothing changes; nothing is a 5xx
but a true fault."""

import logging
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from setup_app.battles import battle_cache
from setup_app.battles.models import Battle, LogEntry
from tests.battles.callers import FRAGILE, SKIRMISH, Table, begin
from tests.battles.toy_fragile import UNLUCKY

pytestmark = pytest.mark.django_db


def test_a_script_that_breaks_on_a_new_move_is_a_fault_and_changes_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = begin(FRAGILE)
    table.sit_down()
    before = [*Battle.objects.values_list(), *LogEntry.objects.values_list()]
    table.seats[0].client.raise_request_exception = False

    prompt = table.asked(0)
    assert prompt
    answer = table.move(0, prompt["id"], "break the script")

    assert (answer.status_code, answer.json()["code"]) == (500, "fault")
    assert [*Battle.objects.values_list(), *LogEntry.objects.values_list()] == before
    assert "ZeroDivisionError" in caplog.text
    assert table.answer(0, "word", "peace")["version"] == table.version()


def test_a_judge_that_breaks_is_a_fault_and_another_answer_is_judged(worker: object) -> None:
    table = begin(FRAGILE)
    table.sit_down()
    table.answer(0, "word", "peace")
    prompt = table.asked(0)
    assert prompt

    answer = table.move(0, prompt["id"], {"x": UNLUCKY})
    refused = table.move(0, prompt["id"], {"x": -1})
    again = table.move(0, prompt["id"], {"x": 1})

    assert (answer.status_code, answer.json()["code"]) == (500, "fault")
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_half")
    assert again.status_code == 201


def tamper(table: Table, number: int | None, changed: dict[str, Any]) -> None:
    """Change a stored entry, the last one where `number` is None, behind the program's back."""
    LogEntry.objects.filter(battle__public_id=table.id, number=number or table.version()).update(
        **changed
    )
    # As another process finds it: this one has run the battle and does not look again.
    battle_cache.clear()


TAMPERED: list[tuple[str, int | None, dict[str, Any]]] = [
    ("a head", 3, {"head": "0" * 64}),
    ("the last digest", None, {"digest": "0" * 64}),
    ("an answer", 2, {"value": {"accept": True, "entropy": "mine"}}),
    ("a kind", 3, {"kind": "stand_up"}),
    # Far beyond what any throw of dice makes a battle's beginning long.
    ("a number", 3, {"number": 900}),
]


@pytest.fixture(params=TAMPERED, ids=[case[0] for case in TAMPERED])
def tampered(request: pytest.FixtureRequest) -> Table:
    table = begin(SKIRMISH, visibility="link")
    for side in (0, 1):
        table.answer(side, "sit_down", {"accept": True, "entropy": "x"})
    _, number, changed = request.param
    tamper(table, number, changed)
    return table


def test_a_battle_that_does_not_replay_can_be_read_and_not_played(tampered: Table) -> None:
    view = tampered.view()

    assert view["read_only"] is True
    assert view["read_only_reason"]
    assert all(prompt["waiting"] for prompt in view["prompts"])
    for path in ("events/", "proof/", "?at=1"):
        assert tampered.seats[0].get(tampered.path + path).status_code == 200
    move = {"prompt": "4-hold_ford-0", "expected_version": 3, "answer": {"hold": True}}
    refused = [
        tampered.seats[0].post(f"{tampered.path}{path}", body)
        for path, body in (
            ("moves/", move),
            ("undo/", {}),
            ("close/", {}),
            ("suggest/", {"prompt": "x"}),
            ("proposals/", {"kind": "back", "to": 1}),
        )
    ]
    assert [(a.status_code, a.json()["code"]) for a in refused] == [(409, "read_only")] * 5


def test_replay_all_finds_it_and_ends_with_an_error(tampered: Table) -> None:
    begin(SKIRMISH)
    out = StringIO()

    with pytest.raises(CommandError, match="1 of 2 battles do not replay"):
        call_command("replay_all", stdout=out)

    assert tampered.id in out.getvalue()
    assert Battle.objects.get(public_id=tampered.id).read_only


def test_replay_all_lets_a_repaired_battle_be_played_on() -> None:
    table = begin(SKIRMISH)
    head = LogEntry.objects.get(battle__public_id=table.id, number=1).head
    tamper(table, 1, {"head": "0" * 64})
    table.view()
    tamper(table, 1, {"head": head})
    out = StringIO()

    call_command("replay_all", stdout=out)

    assert "All 1 battles replay." in out.getvalue()
    table.sit_down()
    assert table.view()["read_only"] is False


def test_a_battle_of_a_rulebook_that_is_gone_can_be_read() -> None:
    table = begin(SKIRMISH)
    Battle.objects.update(rulebook="toy-gone")
    battle_cache.clear()

    view = table.view()

    assert (view["read_only"], view["version"], view["prompts"]) == (True, 1, [])
    assert table.events() == []


def test_no_secret_of_a_broken_script_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    table = begin(FRAGILE)
    table.sit_down()
    table.answer(0, "word", "peace")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE battles_logentry SET value = %s WHERE number = 4", ['"break the script"']
        )
    battle_cache.clear()
    caplog.set_level(logging.INFO)

    assert table.view()["read_only"] is True

    assert "does not replay" in caplog.text
    assert "the secret word" not in caplog.text
