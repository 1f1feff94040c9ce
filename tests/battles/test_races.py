"""What when two come at once? One wins and the other is told so; sealed answers are both in.

Real threads on real connections: on PostgreSQL the row's lock decides, on SQLite the file's.
"""

import json
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from setup_app.battles.models import Battle, LogEntry, entry_fields
from setup_app.engine.log import Entry, broken_head
from tests.battles.callers import SKIRMISH, Caller, Table, begin

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Do all of them as nearly at once as threads can; what each came to."""
    start = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            start.wait()
            results[place] = act()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


def codes(answers: list[Any]) -> list[tuple[int, str | None]]:
    return sorted((answer.status_code, answer.json().get("code")) for answer in answers)


def fresh(caller: Caller) -> Caller:
    """The same caller on a connection of its own."""
    return Caller(caller.token)


def move(table: Table, side: int, kind: str, place: int = 0) -> Callable[[], Any]:
    prompt = table.asked(side, kind)
    assert prompt
    body = {
        "prompt": prompt["id"],
        "expected_version": table.version(),
        "answer": prompt["options"][place],
    }
    caller = fresh(table.seats[side])
    return lambda: caller.post(f"{table.path}moves/", body)


def whole(table: Table) -> bool:
    """Whether the log has every number once and every head follows."""
    rows = LogEntry.objects.filter(battle__public_id=table.id)
    return broken_head([Entry.from_json(entry_fields(row)) for row in rows]) is None


ROUNDS = range(3)


@pytest.mark.parametrize("round_", ROUNDS)
def test_two_answers_to_one_prompt(round_: int) -> None:
    table = begin(SKIRMISH)
    table.play_on(random.Random(round_), until="mood")

    answers = at_once(*(move(table, 0, "mood", place) for place in (0, 1)))

    assert codes(answers) == [(201, None), (409, "already_answered")]
    assert whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_both_sides_seal_at_once(round_: int) -> None:
    table = begin(SKIRMISH)
    table.play_on(random.Random(round_), until="play_card")

    answers = at_once(*(move(table, side, "play_card") for side in (0, 1)))

    assert codes(answers) == [(201, None), (201, None)]
    assert table.asked(0, "play_card") is None
    assert whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_key_sent_twice_at_once(round_: int) -> None:
    key = {"Idempotency-Key": f"{round_:032d}"}

    answers = at_once(*[lambda: Caller().post("battles/", SKIRMISH, **key)] * 3)

    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.content for answer in answers}) == 1
    assert Battle.objects.count() == 1


@pytest.mark.parametrize("round_", ROUNDS)
def test_a_refused_key_sent_twice_at_once(round_: int) -> None:
    key = {"Idempotency-Key": f"{round_:032d}"}
    wrong = SKIRMISH | {"until": "doomsday"}

    answers = at_once(*[lambda: Caller().post("battles/", wrong, **key)] * 3)

    assert codes(answers) == [(422, "until_not_known")] * 3


@pytest.mark.parametrize("round_", ROUNDS)
def test_one_move_sent_twice_at_once(round_: int) -> None:
    table = begin(SKIRMISH)
    table.play_on(random.Random(round_), until="mood")
    prompt, version = table.asked(0, "mood"), table.version()
    assert prompt
    body = {"prompt": prompt["id"], "expected_version": version, "answer": prompt["options"][0]}

    answers = at_once(
        *[
            lambda: fresh(table.seats[0]).post(
                f"{table.path}moves/", body, **{"Idempotency-Key": "a"}
            )
        ]
        * 3
    )

    assert [answer.status_code for answer in answers] == [201] * 3
    assert len({answer.content for answer in answers}) == 1
    assert table.version() == version + 1
    assert whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_an_undo_against_the_other_sides_answer(round_: int) -> None:
    table = begin(SKIRMISH)
    table.play_on(random.Random(round_), until="mood")
    table.answer(0, "mood", "bold")
    undo = fresh(table.seats[0])

    undone, answered = at_once(lambda: undo.post(f"{table.path}undo/"), move(table, 1, "mood"))

    assert answered.status_code == 201
    # Undone first, side 0 is asked again; answered first, both are revealed and it is too late.
    first = [event["kind"] for event in table.events()][-2:]
    if undone.status_code == 200:
        assert table.asked(0, "mood")
    else:
        assert undone.json()["code"] == "cannot_undo"
        assert table.asked(0, "mood") is None
    assert first
    assert whole(table)


@pytest.mark.parametrize("round_", ROUNDS)
def test_both_ask_for_the_close_at_once(round_: int) -> None:
    table = begin(SKIRMISH)
    table.sit_down()
    table.seats[0].post(f"{table.path}resign/")
    callers = [fresh(seat) for seat in table.seats]

    answers = at_once(
        *[lambda caller=caller: caller.post(f"{table.path}close/") for caller in callers]
    )

    assert [answer.status_code for answer in answers] == [200, 200]
    kinds = [event["kind"] for event in table.events()]
    assert kinds.count("closed") == 1
    assert whole(table)


def test_many_readers_see_whole_versions_while_it_is_played() -> None:
    table = begin(SKIRMISH, visibility="link")
    done = threading.Event()
    seen: list[dict[str, Any]] = []

    def read() -> None:
        reader = Caller()
        try:
            while not done.is_set():
                answer = reader.get(table.path)
                seen.append(json.loads(answer.content) | {"status": answer.status_code})
        finally:
            connections.close_all()

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    table.play_on(random.Random(9))
    done.set()
    for reader in readers:
        reader.join(timeout=60)

    heads = {event["number"]: event["head"] for event in table.events()}
    assert seen
    assert {view["status"] for view in seen} == {200}
    assert all(heads[view["version"]] == view["head"] for view in seen)
