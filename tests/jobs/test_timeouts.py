"""What does a request get that asks a worker something, when nobody answers?"""

import pytest

from setup_app.jobs.models import Job
from setup_app.jobs.services import enqueue
from setup_app.jobs.timeouts import NoWorker, by_worker
from tests.processes import PrivateRedis

pytestmark = pytest.mark.django_db(transaction=True)


def test_without_a_worker_nothing_is_asked(without_redis: PrivateRedis) -> None:
    with pytest.raises(NoWorker):
        by_worker("trial.add", {"a": 1, "b": 2})

    assert not Job.objects.exists()


@pytest.mark.usefixtures("seen_worker")
def test_where_as_many_wait_as_may_nothing_more_is_asked(redis_server: PrivateRedis) -> None:
    enqueue("trial.doze", {"seconds": 3})

    with pytest.raises(NoWorker):
        by_worker("trial.doze", {"seconds": 3}, most=1)
    redis_server.empty()

    assert Job.objects.count() == 1


@pytest.mark.usefixtures("seen_worker")
def test_what_nobody_waits_for_any_more_is_called_off(redis_server: PrivateRedis) -> None:

    with pytest.raises(NoWorker):
        by_worker("trial.doze", {"seconds": 3}, timeout=0.05)
    redis_server.empty()

    job = Job.objects.get()
    assert (job.state, job.error) == ("failed", {"code": "cancelled"})
