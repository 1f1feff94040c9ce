"""How does a test listen to battles? On streams of a server, read event by event."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.test import Client

from setup_app.battles.models import Battle
from tests.battles.callers import Table
from tests.web_server import WebServer

NOTHING = "2" * 14
"""An id that no battle has."""

MAX_IN_A_PROCESS = 12


@dataclass(frozen=True)
class Event:
    kind: str
    data: dict[str, Any]
    id: str


class Stream:
    """One open stream, read event by event; what it is told stands in `events`."""

    def __init__(self, web: WebServer, *battles: str, **headers: str) -> None:
        path = f"/api/v1/stream/?battles={','.join(battles)}"
        self.line = web.asked("GET", path, **headers)
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


def cookie(client: Client) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={each.value}" for name, each in client.cookies.items())}


def tokens_of(table: Table) -> tuple[str, str]:
    first, second = (each.token for each in table.seats)
    assert first
    assert second
    return first, second


def version(table: Table) -> int:
    return Battle.objects.get(public_id=table.id).version


def move(table: Table, side: int) -> int:
    """Let a side sit down; the version by it."""
    table.answer(side, "sit_down", {"accept": True, "entropy": f"from {side}"})
    return version(table)


def refused(web: WebServer, battles: str, **headers: str) -> tuple[int, str]:
    """With which status and code a stream is refused."""
    answer = web.ask("GET", f"/api/v1/stream/?battles={battles}", **headers)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (answer.status == 503) == ("Retry-After" in answer.headers)
    return answer.status, answer.json()["code"]
