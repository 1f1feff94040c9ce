"""Which server do the tests of the stream listen to? One for all of a process."""

from collections.abc import Iterator

import pytest

from tests.battles.stream.streams import MAX_IN_A_PROCESS
from tests.processes import PrivateRedis, surroundings
from tests.web_server import WebServer, served


@pytest.fixture(scope="session")
def shared_web(
    django_db_setup: None, redis_server: PrivateRedis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebServer]:
    """It shares the tests' database and is behind a proxy, as it believes."""
    env = {
        **surroundings(),
        "DJANGO_SETTINGS_MODULE": "tests.worker_settings",
        "NUM_PROXIES": "1",
        "STREAMS_PER_PROCESS": str(MAX_IN_A_PROCESS),
        "WEB_THREADS": "4",
    }
    log = tmp_path_factory.mktemp("stream") / "log"
    with served("config.asgi:application", env=env, log=log) as found:
        yield found


@pytest.fixture
def web(transactional_db: None, shared_web: WebServer) -> WebServer:
    return shared_web
