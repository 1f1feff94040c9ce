"""The API's answers equal the stored ones, but for what people read.

After an intended change, record the files again and read the difference:

    WRITE_API_ANSWERS=1 .venv/bin/python -m pytest -q tests/api_answers
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.api_answers import a_battle, an_event, reading
from tests.api_answers.recording import WRITES, Answers, stored, write

SUBJECTS: dict[str, Callable[[], Answers]] = {
    "battle_views": a_battle.seen_by_all,
    "battle_closed": a_battle.closed,
    "battle_prompts": a_battle.prompts,
    "battle_questions": a_battle.questions,
    "battle_refusals": a_battle.refusals,
    "battle_begun": a_battle.begun,
    "battle_umpired": a_battle.umpired,
    "battle_acts": a_battle.acts,
    "challenges": a_battle.challenges,
    "event_refusals": an_event.refusals,
    "event_roles": an_event.roles,
    "event_peers": an_event.peers,
    "rulebooks": reading.rulebooks,
    "maps_and_armies": reading.maps_and_armies,
    "layout_refusals": reading.layout_refusals,
}
BY_JOBS: dict[str, Callable[[], Answers]] = {
    "event_before": an_event.before,
    "event_after": an_event.after,
}
"""These commit, so that the jobs can be run that they enqueue."""
BY_WORKERS: dict[str, Callable[[], Answers]] = {
    "battle_pieces": a_battle.by_workers,
    "layouts": reading.layouts,
}


def compare(name: str, answers: Answers) -> None:
    if WRITES:
        write(name, answers)

    kept = stored(name)

    assert list(answers) == list(kept)
    for asked, answer in answers.items():
        assert answer == kept[asked], asked


@pytest.mark.django_db
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_answers_are_as_stored(name: str) -> None:
    compare(name, SUBJECTS[name]())


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", BY_JOBS)
def test_the_answers_after_jobs_are_as_stored(name: str) -> None:
    compare(name, BY_JOBS[name]())


@pytest.mark.parametrize("name", BY_WORKERS)
def test_the_answers_of_workers_are_as_stored(name: str, worker: object) -> None:
    compare(name, BY_WORKERS[name]())


def test_every_address_that_is_read_is_asked() -> None:
    every = SUBJECTS | BY_JOBS | BY_WORKERS
    asked = {
        "/api/v1/" + address.partition(" GET ")[2].partition("?")[0].rstrip("+")
        for name in every
        for address in stored(name)
        if " GET " in address
    }
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    read = {path for path, methods in paths.items() if "get" in methods}

    never = {
        path
        for path in read
        if not any(re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), each) for each in asked)
    }

    # A stream does not end, so it has no answer to compare; tests/battles/stream reads it.
    assert never == {"/api/v1/stream/"}
