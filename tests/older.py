"""How does a test begin from a database as a former version left it?"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from config import environment


@contextmanager
def older_database(folder: Path, *migrations: tuple[str, str]) -> Iterator[Any]:
    """The models as of these migrations, and the connection `older` to a database of theirs."""
    file = environment.sqlite(folder / "older.sqlite3")
    described = connections.configure_settings({"default": {}, "older": file})["older"]
    connections.databases["older"] = described
    try:
        for app, name in migrations:
            call_command("migrate", app, name, database="older", verbosity=0)
        yield MigrationExecutor(connections["older"]).loader.project_state(migrations).apps
        connections["older"].close()
    finally:
        del connections.databases["older"], connections["older"]
