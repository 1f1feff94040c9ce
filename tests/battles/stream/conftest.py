"""Which server do the tests of the stream listen to? One for all of a process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.battles.stream.serving import Web, serving
from tests.processes import PrivateRedis


@pytest.fixture(scope="session")
def shared_web(
    django_db_setup: None, redis_server: PrivateRedis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Web]:
    with serving(Path(tmp_path_factory.mktemp("stream")) / "log") as found:
        yield found


@pytest.fixture
def web(transactional_db: None, shared_web: Web) -> Web:
    return shared_web
