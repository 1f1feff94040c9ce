"""Does long work say how far it is, and end where it was called off in the middle?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from setup_app.jobs import services, tasks
from setup_app.jobs.models import Job
from setup_app.layouts import job_handlers, queries
from tests.layouts.test_checking import LEGAL
from tests.layouts.test_generating import WISH

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

ORDER = {"tables": [{"layout": LEGAL}] * 3}
LONG: dict[str, tuple[Callable[..., Any], Any, list[tuple[int, int]]]] = {
    "a table": (queries.generated, WISH, [(0, 1), (1, 1)]),
    "the best of four": (
        queries.generated,
        WISH | {"policy": "balanced"},
        [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)],
    ),
    "three sheets": (queries.printed, ORDER, [(0, 3), (1, 3), (2, 3), (3, 3)]),
}


@pytest.mark.parametrize(("done", "asked", "expected"), LONG.values(), ids=LONG)
def test_how_far_it_is_is_told(done: Any, asked: Any, expected: list[tuple[int, int]]) -> None:
    told: list[tuple[int, int]] = []

    done(asked, lambda at, total: told.append((at, total)))

    assert told == expected


KINDS = {
    job_handlers.GENERATE: {"wish": WISH | {"policy": "balanced"}},
    job_handlers.PRINT: {"order": ORDER},
}


@pytest.mark.parametrize("kind", KINDS)
def test_work_that_is_called_off_in_the_middle_ends_at_its_next_step(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else cancels it while the worker tells its second step."""
    job = Job.objects.create(kind=kind, arguments=KINDS[kind])
    steps: list[int] = []
    advance = services.advance

    def cancelled_at_one(held: Job, done: int, total: int) -> None:
        steps.append(done)
        if done == 1:
            assert services.cancel(job.pk)
        advance(held, done, total)

    monkeypatch.setattr(services, "advance", cancelled_at_one)
    tasks.run(job.pk)
    job.refresh_from_db()

    assert steps == [0, 1]
    assert (job.state, job.error, job.result) == ("failed", {"code": "cancelled"}, None)
