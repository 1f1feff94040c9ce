"""The ASGI application: Django in threads, event streams on the event loop.

Django runs as WSGI. A request takes a thread when its body is complete, and a part of its answer
leaves the thread before it is sent: neither a slow sender nor a slow reader holds one.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, TypeVar, cast

from django.conf import settings

from config.wsgi import application as django
from config.wsgi_call import WsgiApplication, WsgiCall, path_in
from setup_app.web.event_stream import Outbox, Subscriber
from setup_app.web.problems import MEDIA_TYPE, RETRY_AFTER, problem

MAX_IN_MEMORY: Final = 64 * 1024
"""A longer body is stored in a file until it is complete."""

MAX_DRAINED: Final = 16 * 1024 * 1024
"""A refused body is read up to this limit and discarded: a connection that is closed while bytes
arrive is reset, and the sender would never see the reason.
"""

MIN_PIECE: Final = 1024
"""A smaller piece of a refused body counts as this many bytes: a chunk of one byte costs the event
loop as much as one of thousands.
"""

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Received = TypeVar("Received")
Send = Callable[[dict[str, Any]], Awaitable[None]]

log = logging.getLogger(__name__)


class Disconnected(Exception):
    """The client disconnected before its request was complete."""


class Application:
    """Answer the requests of one process."""

    def __init__(self, wsgi: WsgiApplication, *, threads: int) -> None:
        self.wsgi = wsgi
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="web")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            # There is no WebSocket here.
            await send({"type": "websocket.close"})
            return
        if not path_in(scope).startswith(b"/"):
            await refuse(scope, send, HTTPStatus.BAD_REQUEST, "unreadable")
            return
        try:
            body = await read_body(scope, receive)
        except Disconnected:
            return
        except TimeoutError:
            await refuse(scope, send, HTTPStatus.REQUEST_TIMEOUT, "too_slow")
            return
        except OSError as full:
            log.error("could not buffer a request body: %s", full.strerror)
            await refuse(scope, send, HTTPStatus.SERVICE_UNAVAILABLE, "disk_full")
            return
        await self._respond(WsgiCall(self.wsgi, scope, body), scope, receive, send)

    async def _respond(self, call: WsgiCall, scope: Scope, receive: Receive, send: Send) -> None:
        """Run a call in threads and send its response, part by part."""
        working = self.threads.submit(call.begin)
        try:
            try:
                await asyncio.wrap_future(working)
            except Exception:  # Django answers its own errors; this one is in the handler
                log.exception("a request failed")
                await refuse(scope, send, HTTPStatus.INTERNAL_SERVER_ERROR, "fault")
                return
            await send(call.head())
            if call.subscriber is not None and not call.is_head:
                subscriber, call.subscriber = call.subscriber, None
                await send_events(subscriber, receive, send)
                return
            await send(call.part())
            while call.has_more:
                working = self.threads.submit(call.proceed)
                await asyncio.wrap_future(working)
                await send(call.part())
        finally:
            # A thread may still work for a client that has disconnected.
            working.add_done_callback(lambda _: self._discard(call))

    def _discard(self, call: WsgiCall) -> None:
        if call.is_open:
            with suppress(RuntimeError):  # the process ends
                self.threads.submit(call.discard)


async def read_body(scope: Scope, receive: Receive) -> IO[bytes]:
    """Return the body from its first byte. Django refuses chunked and oversized bodies: nothing of
    them is kept.

    Raises TimeoutError for a body that comes too slowly, OSError if there is no room for it, and
    Disconnected.
    """
    headers = dict(scope["headers"])
    chunked = b"transfer-encoding" in headers
    stated = headers.get(b"content-length", b"").lstrip(b"0")
    if not chunked and not stated:
        return BytesIO()
    # Python reads no number of thousands of digits.
    has_room = len(stated) < 10 and int(stated or b"0") <= settings.BODY_LIMIT
    is_kept = not chunked and has_room
    if not is_kept and b"expect" in headers:
        # The client waits for permission to send data that would be discarded.
        return BytesIO()
    if not is_kept:
        await _within(settings.BODY_SECONDS, partial(_discard_body, receive))
        return BytesIO()
    body = cast(IO[bytes], SpooledTemporaryFile(max_size=MAX_IN_MEMORY))  # noqa: SIM115  # WsgiCall closes it
    try:
        await _fill(body, receive)
        body.seek(0)
    except BaseException:
        with suppress(OSError):
            # Closing writes the chunk that did not fit on the disk once more.
            body.close()
        raise
    return body


async def _fill(body: IO[bytes], receive: Receive) -> None:
    loop = asyncio.get_running_loop()
    began, received = loop.time(), 0
    while True:
        message = await _within(began + _body_seconds(received) - loop.time(), receive)
        if message["type"] != "http.request":
            raise Disconnected
        received += len(message["body"])
        body.write(message["body"])
        if not message["more_body"]:
            return


async def _discard_body(receive: Receive) -> None:
    """Read a refused body up to a limit. What has arrived is read in one go: in turns with everyone
    else, tiny chunks would arrive faster than they are discarded.
    """
    received, more = 0, True
    while more and received <= MAX_DRAINED:
        message = await receive()
        if message["type"] != "http.request":
            raise Disconnected
        received += max(len(message["body"]), MIN_PIECE)
        more = message["more_body"]


async def _within(seconds: float, receive: Callable[[], Awaitable[Received]]) -> Received:
    """Return what is received, such as the next message. Raises TimeoutError.

    Not by asyncio.timeout: gunicorn waits by asyncio.wait_for, which in Python 3.11 loses a
    cancellation that coincides with a message.
    """
    coming = asyncio.ensure_future(receive())
    try:
        done, _ = await asyncio.wait({coming}, timeout=max(seconds, 0))
        if not done:
            raise TimeoutError
        return coming.result()
    finally:
        coming.cancel()


def _body_seconds(received: int) -> float:
    """Return the seconds after its beginning by which a body, with `received` bytes, must
    continue.
    """
    rate = max(settings.BODY_BYTES_PER_SECOND, 1)
    return float(min(settings.HEADER_SECONDS + received / rate, settings.BODY_SECONDS))


async def send_events(subscriber: Subscriber, receive: Receive, send: Send) -> None:
    """Send a subscriber's events until either side ends the stream."""
    outbox = Outbox()
    disconnected = asyncio.ensure_future(wait_until_disconnected(receive))
    disconnected.add_done_callback(lambda _: outbox.close())
    try:
        subscriber.begin(outbox)
        while data := await outbox.take():
            await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        disconnected.cancel()
        subscriber.lost()


async def wait_until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(scope: Scope, send: Send, status: HTTPStatus, code: str) -> None:
    """Answer without Django, and close the connection."""
    answer = problem(code, status=status)
    if path_in(scope).startswith(b"/api/"):
        kind, body = MEDIA_TYPE, json.dumps(answer).encode()
    else:
        kind, body = "text/plain; charset=utf-8", f"{answer['detail']}\n".encode()
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
    ]
    if status is HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", b"%d" % RETRY_AFTER))
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


application = Application(django, threads=settings.WEB_THREADS)
