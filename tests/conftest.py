"""What can every test ask for? A Redis, a worker, a running Metator, a browser; all of them real.

redis_server      a private Redis, there from the first test to the last
without_redis     the same Redis, gone for the length of one test
frozen_redis      the same Redis, there and silent
worker            a Celery worker on the test database; the same for all tests, until one kills it
metator           `./metator run` in a home of its own: whole, as a user starts it
chromium, page    a real browser; all tests of a process use one page after the other
own_page          the same in a window of its own, with motion and the browser's worker
"""

import gc
import os
from pathlib import Path

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate
from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.costs", "tests.processes", "tests.house", "tests.browser")

# The browser's driver runs an event loop in this thread; Django would take that for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

YOUNG = 100_000
"""So many new objects before garbage is looked for: with 700 that took a twentieth of a run."""

# Beside a browser and a worker a second says nothing of what is tested.
settings.register_profile("metator", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("metator")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Once the database is there: no test asks for a permission or for the kinds of row that these
    are for, and each flush wrote them anew."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only what runs on PostgreSQL is asked for, a file that has none is not even read."""
    if not config.option.markexpr.startswith("postgresql") or collection_path.suffix != ".py":
        return None
    return True if "mark.postgresql" not in collection_path.read_text("utf-8") else None


def pytest_collection_finish() -> None:
    """What is there now stays to the end: no search for garbage goes through it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs a browser, leave out what asks another database, put them in their order.

    What is long comes first, then what gives a worker something to do: so nearly all of that is
    done by one process of the run, which alone starts a worker, and before a test without Redis
    takes it away.
    """
    on = os.environ.get("METATOR_TEST_DATABASE", "sqlite")
    here = {each: on in mark.args for each in items if (mark := each.get_closest_marker("only_on"))}
    config.hook.pytest_deselected(items=[each for each in items if not here.get(each, True)])
    items[:] = [each for each in items if here.get(each, True)]
    asked = {item: set(getattr(item, "fixturenames", ())) for item in items}
    items.sort(
        key=lambda item: (item.get_closest_marker("long") is None, "worker" not in asked[item])
    )
    for item in items:
        if asked[item] & {"chromium", "page", "phone_page"}:
            item.add_marker("browser")
