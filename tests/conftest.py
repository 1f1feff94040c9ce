"""What can every test ask for? A Redis, a worker, a running Metator, a browser; all of them real.

redis_server      a private Redis, there from the first test to the last
without_redis     the same Redis, gone for the length of one test
frozen_redis      the same Redis, there and silent
worker            a Celery worker on the test database
metator           `./metator run` in a home of its own: whole, as a user starts it
chromium, page    a real browser
"""

import os

import pytest

pytest_plugins = ("tests.processes", "tests.browser")

# The browser's driver runs an event loop in this thread; Django would take that for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "worker"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database: those tests are run on PostgreSQL as well."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        touched = fixtures & DATABASE_FIXTURES or item.get_closest_marker("django_db")
        if touched and not item.get_closest_marker("one_database"):
            item.add_marker("database")
        if fixtures & {"chromium", "page", "phone_page"}:
            item.add_marker("browser")
