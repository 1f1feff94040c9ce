"""How does a web server of a test's own run, whose database the test takes away?"""

import sys
from contextlib import AbstractContextManager
from pathlib import Path

from tests.web_server import GUNICORN, WebServer, answering

# One process from first to last, so that both parts see the same mounts.
PREPARED_AND_SERVED = (
    '"$0" -m config.prepare && exec "$0" ' + " ".join(GUNICORN) + " config.asgi:application"
)


def prepared(
    env: dict[str, str], *, log: Path, inside: tuple[str, ...] = ("sh", "-c")
) -> AbstractContextManager[WebServer]:
    """Bring a database up to date and answer requests, as a shell that is started by `inside`."""
    return answering((*inside, PREPARED_AND_SERVED, sys.executable), env=env, log=log)
