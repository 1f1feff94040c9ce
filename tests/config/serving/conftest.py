"""Which server is shared? One for all tests of a process."""

from collections.abc import Iterator

import pytest

from tests.config.serving.small_server import small_server
from tests.web_server import WebServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with small_server(tmp_path_factory.mktemp("served")) as found:
        yield found
