"""Does a job that has parts wait for them all, count them, and go with them?"""

from datetime import timedelta

import pytest
from django.utils import timezone

from setup_app.jobs import services, tasks
from setup_app.jobs.api import as_json
from setup_app.jobs.models import Job, State
from setup_app.jobs.services import MAX_PARTS, JobPart

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def whole_of(*kinds: str, beside: int = 0) -> Job:
    parts = [JobPart(kind, {"a": at, "b": 1}) for at, kind in enumerate(kinds)]
    return services.enqueue_whole("trial.add", {"a": 1, "b": 2}, parts, beside=beside)


def announced(whole: Job) -> list[Job]:
    """The parts whose turn has come, in their order."""
    return list(whole.parts.filter(announce_next__isnull=False).order_by("created"))


def run_all(whole: Job) -> list[tuple[int, int]]:
    """Do the parts as they are announced; how far the whole was after each."""
    seen = []
    while due := [part for part in announced(whole) if not part.over]:
        tasks.run(due[0].pk)
        told = as_json(Job.objects.get(pk=whole.pk))["progress"]
        seen.append((told["done"], told["total"]))
    return seen


def test_a_few_parts_are_announced_at_a_time_and_the_whole_comes_last() -> None:
    whole = whole_of(*["trial.add"] * 6, beside=2)
    assert [part.arguments["a"] for part in announced(whole)] == [*range(MAX_PARTS)]

    assert run_all(whole) == [(3, 8), (4, 8), (5, 8), (6, 8), (7, 8), (8, 8)]
    whole.refresh_from_db()
    assert (whole.state, as_json(whole)["state"]) == (State.QUEUED, "running")

    tasks.run(whole.pk)
    whole.refresh_from_db()
    assert (whole.state, whole.result) == (State.DONE, {"sum": 3})
    assert [part.result["sum"] for part in whole.parts.order_by("created")] == [*range(1, 7)]


def test_parts_that_come_to_nothing_hold_up_nobody() -> None:
    whole = whole_of("trial.refuse", "trial.break", "trial.add")

    run_all(whole)
    tasks.run(whole.pk)

    whole.refresh_from_db()
    assert whole.state == State.DONE


def test_a_job_without_parts_is_done_at_once() -> None:
    whole = whole_of(beside=3)

    assert as_json(Job.objects.get(pk=whole.pk))["progress"] == {"done": 3, "total": 3}
    tasks.run(whole.pk)
    whole.refresh_from_db()
    assert whole.state == State.DONE


def test_calling_off_a_job_calls_off_what_is_left_of_it() -> None:
    whole = whole_of(*["trial.add"] * 6)
    tasks.run(announced(whole)[0].pk)

    assert services.cancel(whole.pk)

    states = [part.state for part in whole.parts.order_by("created")]
    assert states == [State.DONE, *[State.FAILED] * 5]
    for part in whole.parts.all():
        tasks.run(part.pk)
    whole.refresh_from_db()
    assert (whole.state, whole.error) == (State.FAILED, {"code": "cancelled"})


def test_the_sweeper_carries_on_for_who_died_after_a_part() -> None:
    whole = whole_of(*["trial.add"] * 5)
    # As a worker leaves it that is killed between storing a result and looking at the whole.
    dead = announced(whole)
    for part in dead:
        Job.objects.filter(pk=part.pk).update(state=State.DONE, finished=timezone.now())

    services.sweep(timezone.now() + 2 * services.ANNOUNCE_AGAIN)

    assert [part.arguments["a"] for part in announced(whole) if not part.over] == [4]
    assert as_json(Job.objects.get(pk=whole.pk))["progress"] == {"done": 4, "total": 5}


def test_parts_are_forgotten_with_the_whole_and_not_before() -> None:
    whole = whole_of("trial.add")
    run_all(whole)
    long_ago = timezone.now() - timedelta(days=30)
    whole.parts.update(finished=long_ago)

    services.sweep(timezone.now())
    assert whole.parts.count() == 1

    tasks.run(whole.pk)
    Job.objects.filter(pk=whole.pk).update(finished=long_ago)
    services.sweep(timezone.now())
    assert not Job.objects.exists()
