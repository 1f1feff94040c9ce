"""How does a test listen? To a web server that shares the tests' database, as a program does."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any

from tests.counted import count
from tests.processes import ROOT, WITH_PARENT, descendants, stop, surroundings, until

MOST_IN_A_PROCESS = 12


@dataclass
class Web:
    """A web server of one process, behind a proxy as it believes."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def worker(self) -> int:
        """The process that serves, whose parent is gunicorn's master."""
        return max(descendants(self.process.pid))

    def ask(self, path: str, **headers: str) -> tuple[int, Message, Any]:
        """An ordinary request to the API."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request("GET", f"/api/v1/{path}", headers=headers)
            answer = line.getresponse()
            return answer.status, answer.headers, json.loads(answer.read() or b"null")
        finally:
            line.close()


@contextmanager
def serving(log: Path, **given: str) -> Iterator[Web]:
    count("server")
    with log.open("wb") as out:
        process = subprocess.Popen(
            [
                *WITH_PARENT,
                *(sys.executable, "-m", "gunicorn", "config.wsgi:application"),
                *("--worker-class", "config.serving.worker.WebWorker", "--threads", "4"),
                *("--bind", "127.0.0.1:0", "--no-control-socket"),
                *("--config", "python:config.gunicorn"),
            ],
            cwd=ROOT,
            env={
                **surroundings(),
                "DJANGO_SETTINGS_MODULE": "tests.worker_settings",
                "NUM_PROXIES": "1",
                "STREAMS_PER_PROCESS": str(MOST_IN_A_PROCESS),
                **given,
            },
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        until(lambda: process.poll() is not None or "Listening at" in log.read_text())
        found = re.search(r"Listening at: http://127.0.0.1:(\d+)", log.read_text())
        assert found, log.read_text()
        yield Web(process, int(found[1]), log)
    finally:
        stop(process)


@dataclass(frozen=True)
class Event:
    kind: str
    data: dict[str, Any]
    id: str


class Stream:
    """One open stream, read event by event; what it is told stands in `events`."""

    def __init__(self, web: Web, *battles: str, **headers: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
        self.line.request("GET", f"/api/v1/stream/?battles={','.join(battles)}", headers=headers)
        self.answer = self.line.getresponse()
        self.status = self.answer.status
        self.raw = b""
        self.events: list[Event] = []
        self.comments = 0

    def __enter__(self) -> Stream:
        assert self.status == 200, self.answer.read()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with suppress(OSError):
            self.answer.close()
        self.line.close()

    def part(self) -> bytes | None:
        """What stands before the next empty line; None at the end."""
        found = b""
        while not found.endswith(b"\n\n"):
            line = self.answer.readline()
            if not line:
                return None
            found += line
        self.raw += found
        return found

    def next(self) -> Event | None:
        """The next event; None where the stream has ended."""
        while (part := self.part()) is not None:
            lines = [each.split(": ", 1) for each in part.decode().splitlines() if ": " in each]
            fields = dict(lines)
            if "event" in fields:
                assert [name for name, _ in lines] == ["id", "event", "data"], part
                event = Event(fields["event"], json.loads(fields["data"]), fields["id"])
                self.events.append(event)
                return event
            self.comments += part.startswith(b":")
        return None

    def told(self, kind: str, **data: Any) -> Event:
        """Read until this is told; the test ends by the line's time limit where it never is."""
        while (event := self.next()) is not None:
            if event.kind == kind and data.items() <= event.data.items():
                return event
        raise AssertionError(f"the stream ended before {kind} {data}: {self.events}")

    def ends(self) -> None:
        while self.next() is not None:
            pass


def seat(*tokens: str) -> dict[str, str]:
    return {"Authorization": f"Seat {', '.join(tokens)}"}


def is_silent(line: socket.socket) -> bool:
    line.settimeout(0.05)
    try:
        return not line.recv(1)
    except TimeoutError:
        return True
