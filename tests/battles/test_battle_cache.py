"""Does what a process keeps of its battles change anything but the time that a move takes?

Nothing of what is answered, and it holds nothing of what came to nothing: a refused answer, a
transaction that was undone, a log that went on or was changed elsewhere.
"""

from __future__ import annotations

import cProfile
import json
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from setup_app.battles import battle_cache
from setup_app.battles.models import Battle, LogEntry
from setup_app.battles.repository import load, locked_battle, replayed
from setup_app.battles.seats.state import current_hour
from setup_app.engine.run import ScriptRun, replay
from setup_app.idempotency.models import KeyedRequest
from tests.battles.callers import MARCHES, SKIRMISH, Table, begin, ready, table_of

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).parent / "golden" / "beside_the_rules.json"


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    battle_cache.clear()
    yield
    battle_cache.clear()


def bytes_of(table: Table, answer: Any) -> str:
    """An answer without what no two battles have in common: the name, and when it was."""
    said = answer.json()
    if isinstance(said, dict):
        for line in [said, *said.get("results", ())]:
            for name in ("created", "at"):
                line.pop(name, None)
    return json.dumps([answer.status_code, said]).replace(table.id, "<battle>")


def played(seed: int) -> list[str]:
    """All that a battle of two who answer, take back and propose at random is told."""
    table, chooser = ready(SKIRMISH, until="mood"), random.Random(seed)
    told: list[str] = []

    def post(side: int, path: str, body: Any = None) -> None:
        told.append(bytes_of(table, table.seats[side].post(f"{table.path}{path}", body)))

    for _ in range(8):
        side = chooser.randrange(2)
        prompt = table.asked(side)
        if prompt:
            version, answer = table.version(), chooser.choice(prompt["options"])
            body = {"prompt": prompt["id"], "expected_version": version, "answer": answer}
            post(side, "moves/", body)
            post(side, "moves/", body)
        act = chooser.randrange(6)
        if act == 0:
            post(side, "undo/")
        elif act == 1:
            to = chooser.randrange(1, table.version())
            post(side, "proposals/", {"kind": "back", "to": to})
            post(1 - side, f"proposals/{table.version()}/accept/")
        for seat in (*table.seats, table.creator):
            paths = (f"{table.path}{each}" for each in ("", "events/", "proof/", "?at=3"))
            told += [bytes_of(table, seat.get(path)) for path in paths]
    return told


@pytest.mark.parametrize("seed", range(2))
def test_a_battle_is_the_same_byte_for_byte_whether_it_is_kept_or_not(
    seed: int, settings: Any
) -> None:
    kept = played(seed)
    assert battle_cache.list_cached()
    settings.BATTLE_CACHE_SIZE = 0

    assert played(seed) == kept


def test_a_battle_with_placements_is_finished_where_none_is_kept(
    worker: object, settings: Any
) -> None:
    settings.BATTLE_CACHE_SIZE = 0
    table = begin(MARCHES)

    table.play_on(random.Random(2))

    assert table.view()["step"] is None


def calls(act: Callable[[], object], *functions: Callable[..., Any]) -> list[int]:
    """How often each of these functions was called while something was done."""
    profile = cProfile.Profile()
    profile.runcall(act)
    found = {
        (entry.code.co_filename, entry.code.co_firstlineno): entry.callcount
        for entry in profile.getstats()
        if not isinstance(entry.code, str)
    }
    codes = [function.__code__ for function in functions]
    return [found.get((code.co_filename, code.co_firstlineno), 0) for code in codes]


def card(table: Table, side: int = 0, **headers: str) -> Callable[[], Any]:
    """The playing of a side's first card."""
    prompt = table.asked(side, "play_card")
    assert prompt
    answer, version = prompt["options"][0], table.version()
    return lambda: table.move(side, prompt["id"], answer, expected_version=version, **headers)


@pytest.mark.parametrize(("kept", "replays", "digests"), [(64, 0, 1), (0, 1, 2)])
def test_a_move_runs_the_log_once_at_most(
    kept: int, replays: int, digests: int, settings: Any
) -> None:
    settings.BATTLE_CACHE_SIZE = kept
    table = ready(SKIRMISH, until="play_card")

    # Of a battle that is not kept the log is checked against its digest before it goes on.
    assert calls(card(table), replay, ScriptRun.digest) == [replays, digests]


def of_the_log(asked: CaptureQueriesContext) -> list[str]:
    table = LogEntry._meta.db_table
    texts = [each["sql"] for each in asked.captured_queries]
    return [text for text in texts if text.startswith("SELECT") and f'FROM "{table}"' in text]


@pytest.mark.parametrize(("kept", "readings"), [(64, 0), (0, 1)])
def test_a_move_reads_the_log_once_at_most(kept: int, readings: int, settings: Any) -> None:
    settings.BATTLE_CACHE_SIZE = kept
    table = ready(SKIRMISH, until="play_card")
    play = card(table)

    with CaptureQueriesContext(connection) as asked:
        assert play().status_code == 201

    assert len(of_the_log(asked)) == readings


def test_of_a_battle_that_went_on_elsewhere_only_what_is_new_is_read(
    settings: Any,
) -> None:
    table = ready(SKIRMISH, until="play_card")
    before = table.version()
    settings.BATTLE_CACHE_SIZE = 0  # as another process, which this one's runs do not hear of
    for side in (0, 1):
        assert card(table, side)().status_code == 201
    expected = table.view()
    settings.BATTLE_CACHE_SIZE = 64
    assert battle_cache.list_cached() == (table.id,)

    with CaptureQueriesContext(connection) as asked:
        assert table.view() == expected

    [reading] = of_the_log(asked)
    assert f'"number" > {before}' in reading


def test_of_a_battle_that_was_taken_back_elsewhere_the_kept_run_goes_back_too(
    settings: Any,
) -> None:
    table = ready(SKIRMISH, until="play_card")
    assert card(table)().status_code == 201
    settings.BATTLE_CACHE_SIZE = 0
    assert table.seats[0].post(f"{table.path}undo/").status_code == 200
    expected = table.view()
    settings.BATTLE_CACHE_SIZE = 64

    assert table.view() == expected
    assert card(table)().status_code == 201


def test_a_kept_run_of_another_log_is_not_used(settings: Any) -> None:
    table = ready(SKIRMISH, until="play_card")
    table.view()
    last = LogEntry.objects.filter(battle__public_id=table.id).latest("number")
    LogEntry.objects.filter(pk=last.pk).update(head="0" * 64)
    Battle.objects.filter(public_id=table.id).update(head="0" * 64)

    assert table.view()["read_only"] is True
    assert battle_cache.list_cached() == ()


def test_a_refused_answer_leaves_no_run_behind() -> None:
    table = ready(SKIRMISH, until="play_card")
    table.view()
    assert battle_cache.list_cached() == (table.id,)
    prompt = table.asked(0)
    assert prompt

    refused = table.move(0, prompt["id"], {"card": "none"}, expected_version=table.version())

    assert refused.status_code == 422
    assert battle_cache.list_cached() == ()


def test_nothing_survives_of_a_transaction_that_was_undone() -> None:
    table = ready(SKIRMISH, until="play_card")
    expected = table.view()

    class Undone(Exception):
        pass

    def resign() -> None:
        with battle_cache.holding(), transaction.atomic():
            with locked_battle(table.id) as locked:
                locked.played.act("resigned", 0, {})
            raise Undone

    with pytest.raises(Undone):
        resign()

    assert battle_cache.list_cached() == ()
    assert table.view() == expected


def test_a_request_that_was_undone_for_an_equal_one_goes_on_with_what_is_stored() -> None:
    table = ready(SKIRMISH, until="play_card")
    row = Battle.objects.get(public_id=table.id)
    with battle_cache.holding():
        with transaction.atomic():
            with locked_battle(table.id) as locked:
                locked.played.act("resigned", 0, {})
            transaction.set_rollback(True)
        # Whoever does not know that it was undone finds a run that is not where the row is.
        assert load(row).version == row.version


def test_a_run_that_somebody_is_at_is_nobody_elses() -> None:
    table = ready(SKIRMISH)
    table.view()
    found: list[object] = []

    def look() -> None:
        with battle_cache.holding():
            found.append(battle_cache.acquire(table.id))

    with battle_cache.holding():
        assert battle_cache.acquire(table.id)
        other = threading.Thread(target=look)
        other.start()
        other.join()

    assert found == [None]
    assert battle_cache.list_cached() == (table.id,)


def test_of_two_runs_of_a_battle_the_one_that_came_farther_is_kept() -> None:
    row = Battle.objects.get(public_id=ready(SKIRMISH, until="play_card").id)
    farther = replayed(row)
    farther.act("resigned", 0, {})

    def put() -> None:
        with battle_cache.holding():
            battle_cache.add(row.public_id, farther)

    with battle_cache.holding():
        load(row)
        other = threading.Thread(target=put)
        other.start()
        other.join()

    with battle_cache.holding():
        assert battle_cache.acquire(row.public_id) is farther


def test_so_many_are_kept_and_those_used_last(settings: Any) -> None:
    settings.BATTLE_CACHE_SIZE = 2
    tables = [ready(SKIRMISH, until="mood") for _ in range(3)]
    for table in (*tables, tables[1]):
        table.view()

    assert battle_cache.list_cached() == (tables[2].id, tables[1].id)


def test_no_more_bytes_are_kept_than_are_set(settings: Any) -> None:
    settings.BATTLE_CACHE_MB = 1
    log = json.loads(GOLDEN.read_text())
    tables = [table_of(log) for _ in range(3)]
    for table in tables:
        table.view()

    # 97 entries are reckoned as 419 kB.
    assert battle_cache.list_cached() == tuple(table.id for table in tables[1:])


KEYED = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}


def moved(table: Table) -> Any:
    return card(table, **KEYED)


def moved_before(table: Table) -> Any:
    play = card(table, **KEYED)
    assert play().status_code == 201
    return play


def unreadable(table: Table) -> Any:
    table.view()
    return lambda: table.seats[0].post(f"{table.path}moves/", {"no": "move"})


def of_another_battle(table: Table) -> Any:
    table.view()
    other = ready(SKIRMISH, until="play_card")
    return lambda: table.seats[0].post(f"{other.path}moves/", {"no": "move"})


def read_only(table: Table) -> Any:
    play = moved_before(table)
    Battle.objects.filter(public_id=table.id).update(read_only=True)
    return play


@pytest.mark.postgresql
@pytest.mark.parametrize("kept", [64, 0])
@pytest.mark.parametrize(
    "sending",
    [moved, moved_before, unreadable, of_another_battle, read_only],
    ids=lambda f: f.__name__,
)
def test_who_lost_his_seat_in_another_process_may_do_and_learn_nothing(
    sending: Callable[[Table], Any], kept: int, settings: Any
) -> None:
    settings.BATTLE_CACHE_SIZE = kept
    table = ready(SKIRMISH, until="play_card")
    send = sending(table)
    assert (table.id in battle_cache.list_cached()) is bool(kept)
    battles = Battle.objects.filter(public_id=table.id)
    battles.update(generations={"0": 1}, seen_first=None)
    before = (battles.values_list("version").get(), KeyedRequest.objects.count())

    answer = send()

    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    assert answer.headers["WWW-Authenticate"]
    assert (battles.values_list("version").get(), KeyedRequest.objects.count()) == before
    assert battles.get().seen_first is None


@pytest.mark.parametrize("kept", [64, 0])
@pytest.mark.parametrize(("more", "status"), [({}, 201), ({"no": "move"}, 400)])
def test_who_moves_is_seen(more: dict[str, Any], status: int, kept: int, settings: Any) -> None:
    settings.BATTLE_CACHE_SIZE = kept
    table = ready(SKIRMISH, until="play_card")
    prompt = table.asked(0)
    assert prompt
    body = {"prompt": prompt["id"], "expected_version": table.version()}
    battles = Battle.objects.filter(public_id=table.id)
    battles.update(seen_first=None)
    battle_cache.clear()
    table.view(table.seats[1])

    answer = table.seats[0].post(
        f"{table.path}moves/", {**body, "answer": prompt["options"][0], **more}
    )

    assert answer.status_code == status
    assert battles.get().seen_first == current_hour()


@pytest.mark.parametrize("kept", [64, 0])
def test_who_lost_his_seat_in_another_process_is_not_told_what_he_may_ask(
    kept: int, settings: Any
) -> None:
    settings.BATTLE_CACHE_SIZE = kept
    table = ready(SKIRMISH, until="play_card")
    battles = Battle.objects.filter(public_id=table.id)
    battles.update(seen_first=None)
    battle_cache.clear()
    table.view(table.seats[1])
    battles.update(generations={"0": 1})
    seat = table.seats[0]

    answer = seat.client.options(f"/api/v1/{table.path}moves/", headers=seat.headers())

    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    assert battles.get().seen_first is None


@pytest.mark.parametrize("kept", [64, 0])
def test_a_move_that_is_repeated_is_answered_with_the_battle_as_it_is_stored(
    kept: int, settings: Any
) -> None:
    settings.BATTLE_CACHE_SIZE = kept
    table = ready(SKIRMISH, until="play_card")
    play = moved_before(table)
    Battle.objects.filter(public_id=table.id).update(
        visibility="public", read_only=True, read_only_reason="head"
    )

    answer = play()

    assert answer.status_code == 201
    assert (answer.json()["visibility"], answer.json()["read_only"]) == ("public", True)
