"""What happens on one connection? Requests are read whole, answered in their order, and bounded.

All of it on the loop of one process, which waits for thousands of slow ones as well as for none.
Deadlines are looked at once a second (`look`), so that an ordinary request sets no clock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from enum import Enum
from functools import partial
from http import HTTPStatus
from math import inf
from typing import Any, cast

import httptools

from config.serving.answers import Answer, Application, ask, plain
from config.serving.bounds import (
    DRAINED_AT_MOST,
    LINGER_SECONDS,
    LISTENER_LEAVES,
    LONGEST_HEAD,
    LONGEST_URL,
    MOST_HEADERS,
    Bounds,
)
from config.serving.requests import Front, Request, environ_of
from config.serving.threads import Threads
from setup_app.web.going_on import GoingOn

log = logging.getLogger(__name__)

BODILESS = ("1", "204", "304")


@dataclass(slots=True)
class House:
    """What the connections of a process share."""

    application: Application
    threads: Threads
    bounds: Bounds
    front: Front
    loop: asyncio.AbstractEventLoop
    connections: set[Connection] = field(default_factory=set)
    ending: bool = False
    date: bytes = b""

    def look(self) -> None:
        """Once a second: who is late, and what does the clock say?"""
        self.date = formatdate(usegmt=True).encode()
        now = time.monotonic()
        for each in list(self.connections):
            if each.deadline <= now:
                each.late(now)

    def end(self) -> None:
        """Let nobody ask any more. What is being answered is answered, what goes on is cut."""
        self.ending = True
        for each in list(self.connections):
            each.end()


class State(Enum):
    """What a connection waits for: its first byte or the next request's, a head, a body, an answer
    of ours, or that the other side goes."""

    IDLE = "idle"
    HEAD = "head"
    BODY = "body"
    ANSWER = "answer"
    LEAVING = "leaving"


class Refused(Exception):
    """What came cannot be read on."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class Connection(asyncio.Protocol):
    """One connection of a client.

    `reading` is the request of which not all has come, `waiting` are those that are whole and wait
    for the answers before theirs. `refusal` is what is said when those are out, `last` whether the
    connection ends with the present answer. `_full` says that the reader has not taken what was
    written, `_out` that an answer is written whole and waits for that.
    """

    __slots__ = (
        "_full",
        "_gathering",
        "_head_size",
        "_headers",
        "_heard_all",
        "_out",
        "_stalled_with",
        "_target",
        "answer",
        "asked",
        "began",
        "deadline",
        "going_on",
        "house",
        "last",
        "own",
        "parser",
        "peer",
        "reading",
        "refusal",
        "state",
        "transport",
        "waiting",
    )

    def __init__(self, house: House) -> None:
        self.house = house
        self.parser: Any = None
        self.transport: asyncio.Transport = cast(asyncio.Transport, None)
        self.state = State.IDLE
        self.deadline = inf
        self.began = 0.0
        self.reading: Request | None = None
        self.waiting: deque[Request] | None = None
        self.asked: Request | None = None
        self.answer: Answer | None = None
        self.going_on: GoingOn | None = None
        self.refusal: HTTPStatus | None = None
        self.last = False
        self._full = False
        self._gathering = False
        self._heard_all = False
        self._out = False
        self._stalled_with = 0
        self._head_size = 0
        self._target = b""
        self._headers: list[tuple[bytes, bytes]] = []

    # What the loop tells.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.parser = httptools.HttpRequestParser(self)
        self.peer = _address(transport.get_extra_info("peername"))
        self.own = _address(transport.get_extra_info("sockname"))
        self.house.connections.add(self)
        self._idle()

    def connection_lost(self, error: Exception | None) -> None:
        self.house.connections.discard(self)
        self.parser = None
        self.deadline = inf
        for each in (self.reading, *(self.waiting or ())):
            if each is not None:
                each.done()
        self.reading = self.waiting = None
        if self.going_on is not None:
            going, self.going_on = self.going_on, None
            going.lost()
        answer, self.answer = self.answer, None
        if answer is not None and answer.rest is not None and not self._gathering:
            self.house.threads.ask(answer.close)

    def data_received(self, data: bytes) -> None:
        if self.parser is None or self.state is State.LEAVING or self.refusal is not None:
            # Nothing that comes now is looked at: it is read, so that the end is heard of.
            return
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            # Nothing else is spoken here: what comes after this request is not read.
            self.last = True
            self.parser = None
        except httptools.HttpParserCallbackError as fault:
            self._refuse(_status_for(fault.__context__))
        except httptools.HttpParserError:
            self._refuse(HTTPStatus.BAD_REQUEST)
        else:
            if self._head_size:
                self._head_size += len(data)
                if self._head_size > LONGEST_HEAD:
                    self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def eof_received(self) -> bool:
        """Who has said all may still read; who listens to what goes on has left."""
        self.last = self._heard_all = True
        busy = self.state is State.ANSWER and self.going_on is None
        return busy or bool(self.waiting)

    def pause_writing(self) -> None:
        self._full = True
        self._stalled_with = self.transport.get_write_buffer_size()
        self.deadline = time.monotonic() + self.house.bounds.stalled_seconds

    def resume_writing(self) -> None:
        self._full = False
        self.deadline = inf
        if self.state is State.LEAVING:
            self.deadline = time.monotonic() + LINGER_SECONDS
        elif self._out:
            self._said()
        elif self.answer is not None:
            self._gather_more(self.answer)

    # What the parser tells.

    def on_message_begin(self) -> None:
        if self.parser is None:
            return
        self._target = b""
        self._headers = []
        self._head_size = 1
        if self.state is State.IDLE:
            self.state = State.HEAD
        self.deadline_for_reading(self.house.bounds.header_seconds)

    def on_url(self, url: bytes) -> None:
        self._target += url
        if len(self._target) > LONGEST_URL:
            raise Refused(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name, value))
        if len(self._headers) > MOST_HEADERS:
            raise Refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        parser = self.parser
        if parser is None:
            return
        target = httptools.parse_url(self._target)
        request = Request(
            method=parser.get_method().decode("ascii"),
            target=self._target,
            path=target.path or b"/",
            query=target.query or b"",
            version=parser.get_http_version(),
            headers=self._headers,
            keep_alive=parser.should_keep_alive() and parser.get_http_version() == "1.1",
        )
        size = len(self._target)
        expects = False
        for name, value in self._headers:
            size += len(name) + len(value)
            lower = name.lower()
            if lower == b"content-length":
                request.length = int(value)
            elif lower == b"transfer-encoding":
                request.chunked = True
            elif lower == b"expect":
                expects = value.lower() == b"100-continue"
        if size > LONGEST_HEAD:
            raise Refused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        self._head_size = 0
        self.reading = request
        if request.has_body():
            self._expect_body(request, expects)

    def on_body(self, data: bytes) -> None:
        request = self.reading
        if request is None:
            return
        request.received += len(data)
        if request.received > DRAINED_AT_MOST:
            self._cut_short(request)
        elif self._kept(request):
            request.keep(data)

    def on_message_complete(self) -> None:
        request, self.reading = self.reading, None
        if request is not None:
            self._whole(request)

    # How a request is read.

    def deadline_for_reading(self, seconds: float) -> None:
        """While an answer is waited for, or not yet taken, its own deadline stands."""
        self.began = time.monotonic()
        if not self._full:
            self.deadline = self.began + seconds

    def _expect_body(self, request: Request, expects: bool) -> None:
        if expects and not self._kept(request):
            # He waits for leave to send what would be thrown away.
            self._cut_short(request)
            return
        if self.state is not State.ANSWER:
            self.state = State.BODY
            if expects and request.version == "1.1":
                self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self.deadline_for_reading(self.house.bounds.header_seconds)

    def _kept(self, request: Request) -> bool:
        """Whether the application reads the body: it refuses chunks and what is too long."""
        return not request.chunked and (request.length or 0) <= self.house.bounds.body_bytes

    def _cut_short(self, request: Request) -> None:
        """Answer without the rest of the body, and end with that."""
        self.reading = None
        self.parser = None
        self.last = True
        request.keep_alive = False
        self._whole(request)

    def _whole(self, request: Request) -> None:
        self.deadline = inf if not self._full else self.deadline
        if self.state is State.ANSWER or self.waiting:
            if self.waiting is None:
                self.waiting = deque()
            self.waiting.append(request)
            if self.going_on is None:
                self.transport.pause_reading()
        else:
            self._ask(request)

    def _refuse(self, status: HTTPStatus) -> None:
        """Read nothing more; say why when the answers before it are out."""
        self.parser = None
        self._head_size = 0
        if self.reading is not None:
            self.reading.done()
            self.reading = None
        self.refusal = status
        self.deadline = inf if not self._full else self.deadline
        if self.state is not State.ANSWER:
            self._say_refusal()

    def _say_refusal(self) -> None:
        status, self.refusal = self.refusal, None
        if status is None:
            return
        self.last = True
        answer = plain(status)
        self.transport.write(self._head(answer, answer.length) + b"".join(answer.part))
        self._leave()

    # How it is answered.

    def _ask(self, request: Request) -> None:
        self.state = State.ANSWER
        self.asked = request
        if not request.keep_alive:
            self.last = True
        self.house.threads.ask(self._answer)

    def _answer(self) -> None:
        """In a thread."""
        request = self.asked
        assert request is not None
        environ = environ_of(request, peer=self.peer, own=self.own, front=self.house.front)
        answer = ask(self.house.application, environ)
        over = answer.rest is None
        if self._tell(self._answered, answer):
            if over:
                answer.close()
        else:
            answer.close()
            if answer.goes_on is not None:
                answer.goes_on.drop()
        request.done()

    def _gather_more(self, answer: Answer) -> None:
        if answer.rest is not None and not self._gathering:
            self._gathering = True
            self.house.threads.ask(partial(self._gather, answer))

    def _gather(self, answer: Answer) -> None:
        """In a thread."""
        part = answer.more()
        # What is not over yet belongs to the loop as soon as it is told.
        over = answer.rest is None
        if not self._tell(self._next_part, (answer, part)) or over:
            answer.close()

    def _tell(self, what: Callable[[Any], None], said: Any) -> bool:
        """Have it looked at on the loop; False where that has ended."""
        try:
            self.house.loop.call_soon_threadsafe(what, said)
        except RuntimeError:
            return False
        return True

    def _answered(self, answer: Answer) -> None:
        if self.transport.is_closing() or self not in self.house.connections:
            self._nobody_reads(answer)
            return
        request = self.asked
        assert request is not None
        if self.house.ending:
            self.last = True
        if answer.goes_on is not None and request.method != "HEAD":
            if self._heard_all:
                # Nothing would tell that he has left.
                self._nobody_reads(answer)
                self.transport.close()
            else:
                self._go_on(answer, answer.goes_on)
            return
        body = request.method != "HEAD" and not answer.status.startswith(BODILESS)
        whole = answer.rest is None
        length = answer.length
        if body and length is None and whole:
            length = sum(map(len, answer.part))
        chunked = body and length is None and request.version == "1.1"
        if body and length is None and not chunked:
            self.last = True
        head = self._head(answer, length if body else None, chunked=chunked)
        if not body:
            self.transport.write(head)
            if not whole:
                self.house.threads.ask(answer.close)
            if answer.goes_on is not None:
                self.house.threads.ask(answer.goes_on.drop)
            self._said()
            return
        answer.length = length
        self.answer = answer
        self._send_part(head, answer.part, chunked=chunked)

    def _next_part(self, said: tuple[Answer, list[bytes]]) -> None:
        answer, part = said
        self._gathering = False
        if self.answer is not answer or self.transport.is_closing():
            self._nobody_reads(answer)
            return
        chunked = answer.length is None and self.asked is not None and self.asked.version == "1.1"
        self._send_part(b"", part, chunked=chunked)

    def _send_part(self, head: bytes, part: list[bytes], *, chunked: bool) -> None:
        answer = self.answer
        assert answer is not None
        broken = answer.length is not None and answer.length < 0
        body = b"".join(part)
        if answer.length is not None:
            answer.length -= len(body)
        if chunked and body:
            body = b"%x\r\n%b\r\n" % (len(body), body)
        if chunked and answer.rest is None and not broken:
            body += b"0\r\n\r\n"
        answer.part = []
        self.transport.write(head + body)
        if answer.rest is None:
            self.answer = None
            if broken or answer.length:
                # The reader must not take for whole what is not.
                self.transport.abort()
            else:
                self._said()
        elif not self._full:
            self._gather_more(answer)

    def _nobody_reads(self, answer: Answer) -> None:
        if answer.rest is not None:
            self.house.threads.ask(answer.close)
        if answer.goes_on is not None:
            self.house.threads.ask(answer.goes_on.drop)

    def _head(self, answer: Answer, length: int | None, *, chunked: bool = False) -> bytes:
        lines = [f"HTTP/1.1 {answer.status}\r\n"]
        stated = False
        for name, value in answer.headers:
            lower = name.lower()
            if lower in ("connection", "transfer-encoding", "date"):
                continue
            stated = stated or lower == "content-length"
            lines.append(f"{name}: {value}\r\n")
        if length is not None and not stated:
            lines.append(f"Content-Length: {length}\r\n")
        if chunked:
            lines.append("Transfer-Encoding: chunked\r\n")
        if self.last:
            lines.append("Connection: close\r\n")
        return b"%bDate: %b\r\n\r\n" % ("".join(lines).encode("latin-1"), self.house.date)

    def _said(self) -> None:
        """The answer is out: the next one, or wait for what is asked next.

        Who does not take what he asked for is answered nothing more.
        """
        self.asked = None
        self._out = self._full and not self.last
        if self._out:
            return
        if self.refusal is not None and not self.waiting and not self.last:
            self._say_refusal()
        elif self.last or self.house.ending:
            self._leave()
        elif self.waiting:
            request = self.waiting.popleft()
            if not self.waiting:
                self.transport.resume_reading()
                if self.reading is not None or self._head_size:
                    self.deadline_for_reading(self.house.bounds.header_seconds)
            self._ask(request)
        elif self.reading is not None:
            self.state = State.BODY
            self.deadline_for_reading(self.house.bounds.header_seconds)
        elif self._head_size:
            self.state = State.HEAD
            self.deadline_for_reading(self.house.bounds.header_seconds)
        else:
            self._idle()

    def _idle(self) -> None:
        self.state = State.IDLE
        if not self._full:
            self.deadline = time.monotonic() + self.house.bounds.idle_seconds

    def _leave(self) -> None:
        """End, so that what was said arrives: not before the other side has heard it."""
        if self.parser is not None and self.reading is None:
            # All was read that was sent: nothing cuts off what was said.
            self.state = State.LEAVING
            self.deadline = time.monotonic() + self.house.bounds.stalled_seconds
            self.transport.close()
            return
        self.state = State.LEAVING
        self.deadline = time.monotonic() + LINGER_SECONDS
        try:
            self.transport.write_eof()
        except OSError:
            # He is gone: nobody is left to hear it.
            self.transport.abort()
        else:
            self.transport.resume_reading()

    # What goes on.

    def _go_on(self, answer: Answer, going: GoingOn) -> None:
        """Send the head, and leave the rest of the connection to what goes on.

        What else was asked on it, or is asked yet, is not answered: this has no end before the
        connection's. It is read, or the end would not be heard of.
        """
        if answer.rest is not None:
            self.house.threads.ask(answer.close)
        self.last = True
        self.parser = None
        self._headers = []
        self._target = b""
        self.asked = None
        for each in (self.reading, *(self.waiting or ())):
            if each is not None:
                each.done()
        self.reading = self.waiting = None
        self.transport.resume_reading()
        self.transport.set_write_buffer_limits(high=LISTENER_LEAVES)
        answer.headers = [each for each in answer.headers if each[0].lower() != "content-length"]
        self.transport.write(self._head(answer, None))
        self.deadline = inf
        self.going_on = going
        going.begin(self)

    def write(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)

    def close(self) -> None:
        self.transport.close()

    # Deadlines.

    def late(self, now: float) -> None:
        """The deadline is over: of what is waited for?"""
        bounds = self.house.bounds
        if self._full:
            left = self.transport.get_write_buffer_size()
            if left >= self._stalled_with:
                self.transport.abort()
            else:
                self._stalled_with = left
                self.deadline = now + bounds.stalled_seconds
        elif self.state is State.LEAVING:
            self.transport.abort()
        elif self.waiting:
            # Nothing is read meanwhile: it is not he who is late.
            self.deadline = inf
        elif self.reading is not None:
            allowed = self.began + bounds.body_deadline(self.reading.received)
            if now >= allowed:
                self._refuse(HTTPStatus.REQUEST_TIMEOUT)
            else:
                self.deadline = allowed
        elif self._head_size:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        elif self.state is State.IDLE:
            self.transport.close()
        else:
            self.deadline = inf

    def untaken(self) -> int:
        return self.transport.get_write_buffer_size()

    def end(self) -> None:
        """The process ends."""
        if self.state is State.ANSWER and self.going_on is None:
            self.last = True
        else:
            self.transport.close()


def _status_for(fault: BaseException | None) -> HTTPStatus:
    if isinstance(fault, OSError):
        # There was no room to keep his body: not his mistake.
        log.error("a body could not be kept: %s", fault.strerror)
        return HTTPStatus.SERVICE_UNAVAILABLE
    return fault.status if isinstance(fault, Refused) else HTTPStatus.BAD_REQUEST


def _address(found: Any) -> tuple[str, int]:
    """A peer's or our own; a Unix socket has none."""
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) else ("", 0)
