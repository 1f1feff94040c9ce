"""Which server do the tests of the web server ask? One whose small application counts what becomes
of its answers, with bounds that a test can wait for."""

from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path

from tests.house import plain_surroundings
from tests.web_server import WebServer, served

THREADS = 2


def small_server(folder: Path) -> AbstractContextManager[WebServer]:
    env = plain_surroundings(
        folder,
        DJANGO_SETTINGS_MODULE="config.settings",
        HEADER_SECONDS="1",
        BODY_BYTES_PER_SECOND="10000",
        BODY_SECONDS="4",
        WEB_THREADS=str(THREADS),
    )
    return served(
        "tests.config.serving.small_application:application",
        "--graceful-timeout",
        "3",
        env=env,
        log=folder / "log",
    )


def counts(server: WebServer) -> Counter[str]:
    """How often what its application leaves was begun, lost, dropped, closed."""
    return Counter(server.ask("GET", "/counts").json())
