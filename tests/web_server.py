"""Which web server do the tests ask over connections of their own? Gunicorn, with the settings of
the product."""

import http.client
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.counted import count
from tests.house import descendants
from tests.processes import ROOT, WITH_PARENT, stop, until

GUNICORN: Final = (
    *("-m", "gunicorn", "--config", "python:config.gunicorn"),
    *("--bind", "127.0.0.1:0", "--no-control-socket"),
)


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class WebServer:
    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def line(self, *, buffer: int | None = None) -> socket.socket:
        """A connection on which nothing was said yet; `buffer` is how much of an answer it takes
        before it is read."""
        line = socket.socket()
        if buffer is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.settimeout(30)
        line.connect(("127.0.0.1", self.port))
        return line

    def say(self, data: bytes) -> bytes:
        """Everything that is answered until the server closes."""
        with self.line() as line:
            line.sendall(data)
            return rest(line)

    def asked(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> http.client.HTTPConnection:
        """A connection on which this was asked; its answer is still to be read."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request(method, path, body, headers)
        return line

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        line = self.asked(method, path, body, **headers)
        try:
            answer = line.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            line.close()

    def worker(self) -> int:
        """The process that serves, whose parent is gunicorn's master."""
        return max(descendants(self.process.pid))


def rest(line: socket.socket) -> bytes:
    """All that still comes on a connection."""
    found = b""
    with suppress(ConnectionResetError):
        while data := line.recv(65536):
            found += data
    return found


@contextmanager
def answering(words: Sequence[str], *, env: Mapping[str, str], log: Path) -> Iterator[WebServer]:
    """The server that a command starts, from when it listens; what it says stands in `log`."""
    count("server")
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*WITH_PARENT, *words],
            cwd=ROOT,
            env=dict(env),
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        until(lambda: process.poll() is not None or "Listening at" in log.read_text())
        found = re.search(r"Listening at: http://127.0.0.1:(\d+)", log.read_text())
        assert process.poll() is None, log.read_text()
        assert found, log.read_text()
        yield WebServer(process, int(found[1]), log)
    finally:
        stop(process)


def served(
    application: str, *options: str, env: Mapping[str, str], log: Path
) -> AbstractContextManager[WebServer]:
    """An ASGI application under a server of one process."""
    return answering((sys.executable, *GUNICORN, *options, application), env=env, log=log)
