"""Do the processes of the scaled deployment work together, from environment variables alone?

Each is started as docker-compose.yml says, on PostgreSQL, without the containers.
"""

import http.client
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from setup_app.jobs import services
from setup_app.jobs.timeouts import wait_for
from tests.processes import WITH_PARENT, PrivateRedis, stop, surroundings, until

pytestmark = pytest.mark.postgresql

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def web_command() -> list[str]:
    """The image's own command: what `web` runs."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    found = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)
    words: list[str] = json.loads(found[-1])
    return words


def local(command: list[str], *, port: int, folder: Path) -> list[str]:
    """The same command in this environment, on another port, with its files elsewhere."""
    program, *rest = command
    changed = [
        word.replace("0.0.0.0:8000", f"127.0.0.1:{port}")
        .replace("0.0.0.0", "127.0.0.1")
        .replace("/tmp/", f"{folder}/")
        for word in rest
    ]
    changed = [str(port) if word == "8000" else word for word in changed]
    module = [] if program == "python" else ["-m", program]
    return [*WITH_PARENT, sys.executable, *module, *changed]


@pytest.fixture
def deployment(
    transactional_db: None, redis_server: PrivateRedis, tmp_path: Path
) -> Iterator[dict[str, int]]:
    """The port of web, with a worker and a beat beside it."""
    redis_server.empty()
    described: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    ports = {"web": free_port()}
    given = {
        **surroundings(),
        "DJANGO_SETTINGS_MODULE": "tests.worker_settings",
        "METATOR_HOME": str(tmp_path),
        "HTTPS": "1",
        "NUM_PROXIES": "1",
        "ALLOWED_HOSTS": "metator.example,localhost",
        "CSRF_TRUSTED_ORIGINS": "https://metator.example",
        "REQUESTS_PER_MINUTE": "1200",
    }
    subprocess.run([sys.executable, "-m", "config.prepare"], cwd=ROOT, env=given, check=True)
    started = []
    for name in ("web", "worker", "moves", "beat"):
        command = described["services"][name].get("command") or web_command()
        with (tmp_path / f"{name}.log").open("wb") as log:
            started.append(
                subprocess.Popen(
                    local(command, port=ports.get(name, 0), folder=tmp_path),
                    cwd=ROOT,
                    env=given,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            )
    yield ports
    for process in reversed(started):
        stop(process)


def get(port: int, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()
    except OSError:
        return 0, {}, b""
    finally:
        line.close()


@pytest.mark.only_on("postgresql")
def test_web_worker_and_beat_work_together(deployment: dict[str, int]) -> None:
    at = deployment["web"]
    until(lambda: get(at, "/healthz", Host="localhost")[0] == 200, what="its health")

    job = services.enqueue("trial.add", {"a": 1, "b": 2})
    assert wait_for(job.pk, 20).result == {"sum": 3}

    proxied = {"Host": "metator.example", "X-Forwarded-Proto": "https"}
    status, headers, _ = get(deployment["web"], "/api/schema/", **proxied)
    assert status == 200
    assert headers["Strict-Transport-Security"] == "max-age=2592000"
    assert get(deployment["web"], "/api/schema/", Host="elsewhere.example")[0] == 400
    assert get(deployment["web"], "/api/v1/stream/?battles=nothing", **proxied)[0] == 400
