"""Preparing a home: migrations, replays, samples."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from config import prepare
from tests.house import Metator
from tests.processes import ROOT

pytestmark = pytest.mark.django_db


@pytest.mark.postgresql
def test_stored_battles_are_played_over_when_the_rules_are_new(
    tmp_path: Path, django_assert_num_queries: object
) -> None:
    stamp = tmp_path / "home" / "replayed"

    prepare.replay_where_rules_are_new(stamp)

    assert stamp.read_text() == prepare.rules_digest()
    with django_assert_num_queries(0):  # type: ignore[operator]  # untyped fixture -- it is callable
        prepare.replay_where_rules_are_new(stamp)
    stamp.write_text("another version")
    prepare.replay_where_rules_are_new(stamp)
    assert stamp.read_text() == prepare.rules_digest()


def test_it_starts_with_two_sample_armies(metator: Metator) -> None:
    status, body = metator.get("/api/v1/armies/")

    assert (status, body.count(b'"id"') >= 2) == (200, True)


def test_a_home_with_migrations_that_this_version_lacks_is_refused_at_start(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "metator.sqlite3")) as opened, opened:
        opened.execute(
            "CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app, name, applied)"
        )
        opened.executemany(
            "INSERT INTO django_migrations (app, name) VALUES (?, ?)",
            [("events", "0001_initial"), ("events", "0002_rounds"), ("a_clubs_app", "0007_theirs")],
        )

    refused = subprocess.run(
        [sys.executable, "-m", "config.prepare"],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "METATOR_HOME": str(tmp_path),
            "DATABASE_URL": "",
        },
        capture_output=True,
        text=True,
    )

    assert refused.returncode == 1
    assert refused.stderr == (
        "The database was made by a Metator with other migrations (events.0002_rounds); "
        "this version cannot use it.\n"
    )
