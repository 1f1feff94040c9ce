"""What does the web server's own test serve? Answers of every shape, and what goes on."""

import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import parse_qs

import django
from django.conf import settings

from config.asgi import Application
from setup_app.web.event_stream import EventStream, Outbox
from tests import memory

django.setup()
COUNTS: Counter[str] = Counter()
COUNTING = threading.Lock()


def count(name: str) -> None:
    with COUNTING:
        COUNTS[name] += 1


class Greeting:
    """Says one word and goes on for good."""

    def begin(self, outbox: Outbox) -> None:
        count("begun")
        outbox.write(b"hello\n")

    def lost(self) -> None:
        count("lost")

    def drop(self) -> None:
        count("dropped")


class Parts:
    """So many bytes, piece by piece. Counted as closed under the name that asked for them."""

    def __init__(self, size: int, asked_by: str, *, breaks: bool = False) -> None:
        self.left = size
        self.asked_by = asked_by
        self.breaks = breaks

    def __iter__(self) -> Iterator[bytes]:
        while self.left:
            size = min(self.left, 50_000)
            self.left -= size
            yield b"x" * size
        if self.breaks:
            raise OSError("broken")

    def close(self) -> None:
        count(f"closed {self.asked_by}")


def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    path = environ["PATH_INFO"]
    asked = {name: each[0] for name, each in parse_qs(environ["QUERY_STRING"]).items()}
    size, asked_by = int(asked.get("size", "0")), asked.get("by", "")
    if path in ("/broken", "/api/broken"):
        raise ValueError("broken")
    if path == "/on":
        start("200 OK", [("Content-Type", "text/event-stream"), ("Content-Length", "0")])
        return EventStream(Greeting())
    if path == "/parts":
        start("200 OK", [("X-Kind", "parts")])
        return Parts(size, asked_by)
    if path == "/sized":
        start("200 OK", [("Content-Length", str(size))])
        return Parts(size, asked_by)
    if path == "/breaks":
        start("200 OK", [])
        return Parts(size, asked_by, breaks=True)
    if path == "/nothing":
        start("204 No Content", [])
        return []
    if path == "/slow":
        time.sleep(float(asked["seconds"]))
    found = dict(COUNTS) if path == "/counts" else told(environ)
    if path == "/memory":
        found = memory.of_this_process()
    said = json.dumps(found).encode()
    start("200 OK", [("Content-Type", "application/json"), ("X-Content-Kind", "told")])
    return [said]


def told(environ: dict[str, Any]) -> dict[str, Any]:
    body = environ["wsgi.input"].read()
    known = {name: value for name, value in environ.items() if isinstance(value, str)}
    return {**known, "size": len(body), "hash": hashlib.sha256(body).hexdigest()}


application = Application(answer, threads=settings.WEB_THREADS)
