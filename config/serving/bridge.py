"""The bridge between the event loop and Django's threads.

Our own, since existing bridges take a thread before the body has arrived.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, cast

from uvicorn._types import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from config.serving.answers import Answer, Application, ask
from config.serving.bounds import DRAINED_AT_MOST, KEPT_IN_MEMORY, Bounds
from config.serving.connections import CONNECTION, Connection
from config.serving.requests import Front, environ_of
from config.serving.threads import Threads
from setup_app.web.continuation import Continuation

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Bridge:
    """The ASGI application of a process. It handles HTTP on our `Connection` only."""

    application: Application
    threads: Threads
    bounds: Bounds
    front: Front

    async def __call__(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        connection: Connection = scope["state"].pop(CONNECTION)
        cycle = connection.answering
        if cycle is None:
            # It was refused before its turn came.
            return
        going = await self._answer(_Exchange(scope, connection, cycle, receive, send))
        if going is not None:
            await _go_on(connection, going, send)

    async def _answer(self, exchange: _Exchange) -> Continuation | None:
        """Send the response; return its continuation, if any."""
        body = await self._body(exchange)
        if body is None:
            return None
        environ = environ_of(exchange.scope, body, self.front)

        def asked() -> Answer:
            with body:
                return ask(self.application, environ)

        answer = await self._in_thread(asked)
        try:
            if answer.goes_on is not None and exchange.scope["method"] != "HEAD":
                return await exchange.send_head_of_what_goes_on(answer)
            await exchange.send_head(answer)
            while await exchange.send_part(answer):
                await self._in_thread(answer.more)
            return None
        finally:
            if answer.is_open:
                self.threads.ask(answer.discard)

    async def _body(self, exchange: _Exchange) -> IO[bytes] | None:
        """Return the body for the application, from its first byte; None if the client has gone.

        The application refuses chunked and oversized bodies: nothing of them is kept.
        """
        headers = dict(exchange.scope["headers"])
        chunked = b"transfer-encoding" in headers
        length = int(headers.get(b"content-length", 0))
        if not chunked and not length:
            return BytesIO()
        is_kept = not chunked and length <= self.bounds.body_bytes
        if exchange.cycle.waiting_for_100_continue and not is_kept:
            # The client waits for permission to send data that would be discarded.
            exchange.connection.cut_short()
            return BytesIO()
        body = cast(IO[bytes], SpooledTemporaryFile(max_size=KEPT_IN_MEMORY))  # noqa: SIM115  # `asked` closes
        try:
            is_there = await self._read(exchange, body if is_kept else None)
        except TimeoutError:
            exchange.connection.turn_away(HTTPStatus.REQUEST_TIMEOUT)
            is_there = False
        except OSError as full:
            # There was no room to store the body: not the client's mistake.
            log.error("could not buffer a request body: %s", full.strerror)
            exchange.connection.turn_away(HTTPStatus.SERVICE_UNAVAILABLE)
            is_there = False
        if not is_there:
            with suppress(OSError):
                # The chunk that did not fit on the disk is written again.
                body.close()
            return None
        body.seek(0)
        return body

    async def _read(self, exchange: _Exchange, body: IO[bytes] | None) -> bool:
        """Return whether the body arrived, as far as it is wanted. Raises TimeoutError."""
        began = asyncio.get_running_loop().time()
        received = 0
        async with asyncio.timeout(self.bounds.body_deadline(0)) as patience:
            while True:
                message = await exchange.receive()
                if message["type"] != "http.request":
                    return False
                received += len(message["body"])
                if body is not None:
                    body.write(message["body"])
                if not message["more_body"]:
                    return True
                if received > DRAINED_AT_MOST:
                    exchange.connection.cut_short()
                    return True
                patience.reschedule(began + self.bounds.body_deadline(received))

    async def _in_thread(self, call: Callable[[], Answer]) -> Answer:
        """Return the result of a call; if no one waits for it any more, it is discarded."""
        loop = asyncio.get_running_loop()
        waits: asyncio.Future[Answer] = loop.create_future()

        def hand_over(answer: Answer) -> None:
            if waits.cancelled():
                self.threads.ask(answer.discard)
            else:
                waits.set_result(answer)

        def work() -> None:
            answer = call()
            try:
                loop.call_soon_threadsafe(hand_over, answer)
            except RuntimeError:  # the loop has ended
                answer.discard()

        self.threads.ask(work)
        return await waits


@dataclass(slots=True)
class _Exchange:
    """One request and the sending of its response. `to_the_end`: the response ends with the
    connection.
    """

    scope: HTTPScope
    connection: Connection
    cycle: RequestResponseCycle
    receive: ASGIReceiveCallable
    send: ASGISendCallable
    to_the_end: bool = False

    async def send_head(self, answer: Answer) -> None:
        if not self._has_body(answer):
            if self.scope["method"] != "HEAD":
                answer.without_length()
        elif not answer.has_length and answer.rest is None:
            size = sum(map(len, answer.part))
            answer.headers.append((b"content-length", b"%d" % size))
        elif not answer.has_length and self.scope["http_version"] == "1.0":
            self._let_it_end_with_the_connection()
        await self._start(answer)

    async def send_head_of_what_goes_on(self, answer: Answer) -> Continuation | None:
        """Return the continuation, if a reader is still there."""
        if self.connection.half_closed:
            # Nothing would report that the client has left.
            self.connection.end()
            return None
        answer.without_length()
        self._let_it_end_with_the_connection()
        await self._start(answer)
        if self.cycle.disconnected:
            return None
        going, answer.goes_on = answer.goes_on, None
        return going

    async def send_part(self, answer: Answer) -> bool:
        """Return whether another part is wanted."""
        if answer.is_broken:
            self.connection.abort()
            return False
        has_body = self._has_body(answer)
        last = answer.rest is None or not has_body
        data = b"".join(answer.part) if has_body else b""
        answer.part = []
        if last and self.connection.lingers:
            # The connection closes itself, once the reader has received the response, instead of
            # uvicorn.
            self.cycle.keep_alive = True
        await self.send(
            {
                "type": "http.response.body",
                "body": data,
                "more_body": not last or self.to_the_end,
            }
        )
        if last and self.to_the_end and not self.cycle.disconnected:
            self.connection.end()
        return not last and not self.cycle.disconnected

    def _has_body(self, answer: Answer) -> bool:
        return answer.has_body and self.scope["method"] != "HEAD"

    def _let_it_end_with_the_connection(self) -> None:
        """Prevent chunked encoding: uvicorn would send chunks even to HTTP/1.0, which has none."""
        self.to_the_end = True
        self.cycle.keep_alive = False
        self.cycle.chunked_encoding = False
        self.cycle.expected_content_length = sys.maxsize

    async def _start(self, answer: Answer) -> None:
        await self.send(
            {
                "type": "http.response.start",
                "status": answer.status,
                "headers": answer.headers,
                "trailers": False,
            }
        )


class _OpenLine:
    """A connection whose written data waits here for the request's own coroutine, which sends
    it.
    """

    __slots__ = ("_connection", "_lying", "_waits", "is_over")

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lying = bytearray()
        self._waits: asyncio.Future[None] | None = None
        self.is_over = False

    def write(self, data: bytes) -> None:
        if not self.is_over:
            self._lying += data
            self._wake()

    def untaken(self) -> int:
        return len(self._lying) + self._connection.transport.get_write_buffer_size()

    def close(self) -> None:
        self.is_over = True
        self._wake()

    async def taken(self) -> bytes:
        """Return the written data, once there is any; nothing after the end."""
        if not self._lying and not self.is_over:
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits
            self._waits = None
        lying, self._lying = bytes(self._lying), bytearray()
        return lying

    def _wake(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)


async def _go_on(connection: Connection, going: Continuation, send: ASGISendCallable) -> None:
    """Run the continuation until either side ends it."""
    line = _OpenLine(connection)
    try:
        connection.listen(line)
        going.begin(line)
        while data := await line.taken():
            await send({"type": "http.response.body", "body": data, "more_body": True})
    finally:
        connection.line = None
        going.lost()
        connection.end()
