"""Connections with the limits, refusals and ends that uvicorn leaves open.

Deadlines are checked once a second (`look`), so that an ordinary request sets no timer.
"""

from __future__ import annotations

import asyncio
import socket
from http import HTTPStatus
from math import inf
from time import monotonic
from typing import Any, Final, Protocol

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from config.serving.bounds import (
    LINGER_SECONDS,
    LISTENER_LEAVES,
    MAX_HEAD_LENGTH,
    MAX_HEADERS,
    MAX_URL_LENGTH,
    Bounds,
)
from config.serving.refusals import asks_api, refusal

RETRY_AFTER: Final = 5
CONNECTION: Final = "metator.connection"
"""The key of the connection in a request's state."""


class Unfit(Exception):
    """A head that must not be read on: raised through the parser, which stops."""


class Closable(Protocol):
    """The view that a continuation has of its connection."""

    def close(self) -> None: ...


class Connection(HttpToolsProtocol):
    """One connection of a client.

    `answering` is the current request; uvicorn's `cycle` is the latest one. `refusal` is sent after
    the previous responses. On a `deaf` connection only the end is noticed. `lingers` says that the
    current response ends the connection before everything was read.
    """

    # Beside uvicorn's attributes: with more than thirty a dictionary is no longer shared.
    __slots__ = (
        "answering",
        "bounds",
        "deadline",
        "deaf",
        "half_closed",
        "head",
        "line",
        "lingers",
        "refusal",
        "stalled_at",
        "unfit",
        "untaken_then",
    )

    def __init__(self, bounds: Bounds, **given: Any) -> None:
        super().__init__(**given)
        self.bounds = bounds
        self.answering: RequestResponseCycle | None = None
        self.line: Closable | None = None
        self.refusal: HTTPStatus | None = None
        self.unfit = HTTPStatus.BAD_REQUEST
        self.url = b""
        self.deaf = False
        self.lingers = False
        self.half_closed = False
        self.head: int | None = None
        self.deadline = monotonic() + bounds.idle_seconds
        self.untaken_then = 0
        self.stalled_at = inf

    # Reading a head.

    def data_received(self, data: bytes) -> None:
        if self.deaf:
            return
        # The size of the head's share of the piece in which it begins is unknown.
        began_before = self.head
        super().data_received(data)
        if began_before is not None and self.head is not None:
            self.head += len(data)
            if self.head > MAX_HEAD_LENGTH:
                self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.scope["state"][CONNECTION] = self
        self.head = 0
        self.deadline = monotonic() + self.bounds.header_seconds

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MAX_URL_LENGTH:
            self.unfit = HTTPStatus.REQUEST_URI_TOO_LONG
            raise Unfit

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MAX_HEADERS:
            self.unfit = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise Unfit

    def on_headers_complete(self) -> None:
        if sum(len(name) + len(value) for name, value in self.headers) > MAX_HEAD_LENGTH:
            self.unfit = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise Unfit
        self.head = None
        self.deadline = inf
        if self.parser.get_http_version() == "1.0":
            self.expect_100_continue = False
        super().on_headers_complete()
        if self.parser.should_upgrade():
            # No other protocol is supported, and later bytes are not read as HTTP.
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.url = b""

    @property
    def is_read(self) -> bool:
        """Return whether the current request is incomplete."""
        return self.answering is not None and self.answering.more_body and not self.lingers

    # Refusals and ends.

    def send_400_response(self, msg: str) -> None:
        self.refuse(self.unfit)

    def refuse(self, status: HTTPStatus) -> None:
        """Stop reading; send the reason after the previous responses."""
        self.deaf = True
        self.head = None
        self.deadline = inf
        self.refusal = status
        if self.answering is not None and self.cycle.more_body:
            self._forget_half()
        if self.answering is None:
            self._say_refusal()

    def turn_away(self, status: HTTPStatus) -> None:
        """Refuse the current request."""
        self._leave_alone()
        self.refuse(status)

    def _forget_half(self) -> None:
        """Drop the latest request, which will never be complete."""
        if self.cycle is self.answering:
            self._leave_alone()
        elif self.pipeline:
            self.pipeline.popleft()

    def _leave_alone(self) -> None:
        """Tell the current handler that its client has gone."""
        cycle, self.answering = self.answering, None
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()

    def _say_refusal(self) -> None:
        status, self.refusal = self.refusal, None
        if status is None or self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        kind, body = refusal(status, api=asks_api(self.url))
        lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode()]
        lines += [name + b": " + value for name, value in self.server_state.default_headers]
        lines += [b"content-type: " + kind.encode(), b"content-length: %d" % len(body)]
        if status is HTTPStatus.SERVICE_UNAVAILABLE:
            lines.append(b"retry-after: %d" % RETRY_AFTER)
        self.transport.write(b"\r\n".join([*lines, b"connection: close", b"", body]))
        self.leave()

    def leave(self) -> None:
        """Close so that the sent data arrives: not before the other side has received it."""
        self.deaf = self.lingers = True
        self.deadline = monotonic() + LINGER_SECONDS
        if self.half_closed or self.transport.is_closing():
            self.transport.close()
            return
        try:
            self.transport.write_eof()
        except OSError:
            # The client is gone: no one can receive the rest.
            self.transport.abort()
        else:
            self.flow.resume_reading()

    def cut_short(self) -> None:
        """Answer without the rest of the body, and close after that."""
        self.deaf = self.lingers = True
        self.cycle.keep_alive = False

    def end(self) -> None:
        """Let the response end with the connection."""
        self._leave_alone()
        self.transport.close()

    def abort(self) -> None:
        """Abort, so that the sent data does not look like a complete response."""
        self._leave_alone()
        self.transport.abort()

    def listen(self, line: Closable) -> None:
        """Reserve the connection for its continuation; later requests on it are dropped."""
        self.line = line
        self.deaf = True
        self.head = None
        self.deadline = inf
        self.pipeline.clear()
        self.flow.resume_reading()
        self.transport.set_write_buffer_limits(high=LISTENER_LEAVES)
        # Thousands of listeners are possible: the request parser's memory is released.
        self.parser = None  # type: ignore[assignment]  # as uvicorn lets it go
        self.headers.clear()

    # Callbacks of uvicorn and the loop.

    def connection_made(  # type: ignore[override]  # uvicorn narrows what asyncio hands over
        self, transport: asyncio.Transport
    ) -> None:
        super().connection_made(transport)
        door = transport.get_extra_info("socket")
        if door.family != socket.AF_UNIX:
            # A phone that has left the Wi-Fi does not close its connection.
            patience = int(1000 * self.bounds.stalled_seconds)
            door.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        self.answering = None
        if self.lingers:
            self.leave()
        elif self.refusal is not None and not self.pipeline:
            self._say_refusal()
        else:
            super().on_response_complete()

    def eof_received(self) -> bool:  # type: ignore[override]  # what asyncio asks, uvicorn does not
        """Keep a client that has sent everything, since it may still read; drop a listener."""
        if self.answering is None or self.line is not None or self.is_read:
            return False
        if self.cycle.more_body and not self.lingers:
            self._forget_half()
        if self.refusal is None:
            last = self.pipeline[0][0] if self.pipeline else self.answering
            last.keep_alive = False
        self.half_closed = True
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.deadline = inf
        # uvicorn notifies the latest request, which need not be the current one.
        self._leave_alone()
        self.pipeline.clear()
        super().connection_lost(exc)
        if self.line is not None:
            self.line.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.untaken_then = self.transport.get_write_buffer_size()
        self.stalled_at = monotonic() + self.bounds.stalled_seconds

    def shutdown(self) -> None:
        """Stop with the process: finish the current response, cut the continuation."""
        if self.line is not None and not self.flow.write_paused:
            self.line.close()
        elif self.line is not None:
            self.transport.abort()
        elif self.answering is None or self.is_read:
            self.transport.close()
        else:
            self.answering.keep_alive = False

    def look(self, now: float) -> None:
        """Check the deadlines once a second."""
        if self.flow.write_paused:
            self._look_at_reader(now)
        elif self.transport.is_closing() and self.deadline == inf:
            self.deadline = now + self.bounds.stalled_seconds
        elif now < self.deadline:
            return
        elif self.transport.is_closing() or self.lingers:
            self.transport.abort()
        elif self.head is None:
            self.transport.close()
            self.deadline = now + self.bounds.stalled_seconds
        elif self.flow.read_paused:
            # Reading is paused meanwhile: the client is not late.
            self.deadline = now + self.bounds.header_seconds
        else:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _look_at_reader(self, now: float) -> None:
        """Drop a reader that takes no byte."""
        if now < self.stalled_at:
            return
        left = self.transport.get_write_buffer_size()
        if left >= self.untaken_then:
            self.transport.abort()
        self.untaken_then = left
        self.stalled_at = now + self.bounds.stalled_seconds
