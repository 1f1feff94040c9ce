"""Is whoever drags a piece told where it may not lie, and nobody else, and at no great cost?"""

from __future__ import annotations

from typing import Any

import pytest

from setup_app.battles.job_handlers import HINTS, MAX_HINTS_WAITING
from setup_app.battles.models import LogEntry
from setup_app.jobs.services import enqueue
from setup_app.layouts import pictures
from tests.battles.callers import Caller, Table
from tests.battles.test_refusals import code
from tests.battles.test_schema import faults, pbs
from tests.processes import PrivateRedis

pytestmark = pytest.mark.django_db

SQUARE = [[30, 8], [35, 8], [35, 13], [30, 13], [30, 8]]


def ring(*points: list[float]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [list(points)]}


@pytest.fixture
def table() -> Table:
    """A side is asked to place a piece."""
    return pbs("place_piece")


def asked(table: Table) -> tuple[int, dict[str, Any]]:
    found = [(side, table.asked(side, "place_piece")) for side in (0, 1)]
    ((side, prompt),) = [(side, prompt) for side, prompt in found if prompt]
    return side, prompt


def hints(table: Table, caller: Caller, outline: Any, prompt: str | None = None) -> Any:
    named = prompt or asked(table)[1]["id"]
    return caller.post(f"{table.path}hints/", {"prompt": named, "outline": outline})


@pytest.mark.usefixtures("worker")
def test_the_asked_seat_is_told_where_an_outline_may_not_lie(table: Table) -> None:
    side, prompt = asked(table)
    before = list(LogEntry.objects.values_list())

    answer = hints(table, table.seats[side], ring(*SQUARE))

    assert answer.status_code == 200
    assert faults(answer.json(), "Hints") == []
    found = {hint["code"]: hint for hint in answer.json()["hints"]}
    assert found["outside_table"]["pieces"] == [prompt["about"]["id"]]
    assert found["outside_table"]["region"]["type"] in ("Polygon", "MultiPolygon")
    assert list(LogEntry.objects.values_list()) == before


@pytest.mark.usefixtures("worker")
def test_where_an_outline_lies_makes_no_difference(table: Table) -> None:
    side, _ = asked(table)
    elsewhere = ring(*([x - 3, y + 2] for x, y in SQUARE))

    answers = [hints(table, table.seats[side], each) for each in (ring(*SQUARE), elsewhere)]

    assert answers[0].json() == answers[1].json()


NO_OUTLINES: dict[str, Any] = {
    "nothing": None,
    "a word": "here",
    "empty": {},
    "a point": {"type": "Point", "coordinates": [1, 1]},
    "a bow-tie": ring([0, 0], [4, 4], [4, 0], [0, 4], [0, 0]),
    "a line": ring([0, 0], [4, 4], [8, 8], [0, 0]),
    "far": ring([0, 0], [4, 0], [4, 1e9], [0, 0]),
    "300 points": ring(*([float(at), float(at % 2)] for at in range(300)), [0, 0]),
}


@pytest.mark.usefixtures("worker")
def test_what_is_no_outline_is_refused(table: Table) -> None:
    side, _ = asked(table)

    answers = {
        name: code(hints(table, table.seats[side], outline))
        for name, outline in NO_OUTLINES.items()
    }

    assert answers == dict.fromkeys(NO_OUTLINES, (422, "invalid_outline"))


def test_nobody_else_is_told(table: Table) -> None:
    side, prompt = asked(table)
    outline = ring(*SQUARE)

    assert code(hints(table, table.seats[1 - side], outline, prompt["id"]))[0] == 403
    assert code(hints(table, table.creator, outline)) == (403, "not_your_prompt")
    assert code(hints(table, table.stranger, outline)) == (404, "not_found")


def test_a_prompt_that_places_nothing_has_no_hints() -> None:
    table = pbs("play_day_card")
    ((side, prompt), *_) = [(side, found) for side in (0, 1) if (found := table.asked(side))]

    answer = hints(table, table.seats[side], ring(*SQUARE), prompt["id"])

    assert code(answer) == (422, "places_nothing")


def test_without_a_worker_it_says_when_to_ask_again(
    table: Table, without_redis: PrivateRedis
) -> None:
    side, _ = asked(table)

    answer = hints(table, table.seats[side], ring(*SQUARE))

    assert code(answer) == (503, "no_worker")
    assert int(answer.headers["Retry-After"]) > 0


def test_where_many_wait_for_hints_one_more_is_turned_away(table: Table) -> None:
    side, _ = asked(table)
    for _ in range(MAX_HINTS_WAITING):
        enqueue(HINTS, {})

    assert code(hints(table, table.seats[side], ring(*SQUARE))) == (503, "no_worker")


def test_a_picture_is_not_too_large_and_not_made_twice() -> None:
    table = pbs(None)
    pictures._png.cache_clear()

    first, second = (table.seats[side].get(f"{table.path}layout.png") for side in (0, 1))

    assert first.content == second.content
    width, height = (int.from_bytes(first.content[at : at + 4], "big") for at in (16, 20))
    assert max(width, height) <= pictures.MAX_PIXELS
    assert pictures._png.cache_info().misses == 1
