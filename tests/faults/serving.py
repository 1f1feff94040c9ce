"""How does a web server of a test's own run, whose database the test takes away?"""

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.counted import count
from tests.processes import ROOT, WITH_PARENT, stop, until

# One process from first to last, so that both parts see the same mounts.
PREPARED_AND_SERVED = (
    '"$0" -m config.prepare && exec "$0" -m gunicorn config.wsgi:application --bind 127.0.0.1:0'
    " --worker-class config.serving.worker.WebWorker --threads 4 --no-control-socket"
)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: str

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Server:
    pid: int
    port: int
    log: Path

    def ask(self, method: str, path: str, body: Any = None) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            sent = None if body is None else json.dumps(body)
            line.request(method, path, sent, {"Content-Type": "application/json"})
            answer = line.getresponse()
            return Answer(answer.status, answer.headers, answer.read().decode())
        finally:
            line.close()

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)


@contextmanager
def served(
    surroundings: dict[str, str], *, log: Path, inside: tuple[str, ...] = ("sh", "-c")
) -> Iterator[Server]:
    """Bring a database up to date and answer requests, as a shell that is started by `inside`."""
    count("server")
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*WITH_PARENT, *inside, PREPARED_AND_SERVED, sys.executable],
            cwd=ROOT,
            env=surroundings,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        until(lambda: process.poll() is not None or "Listening at" in log.read_text())
        assert process.poll() is None, log.read_text()
        at = log.read_text().split("Listening at: http://127.0.0.1:")[1].split()[0]
        yield Server(process.pid, int(at), log)
    finally:
        stop(process)
