"""A response whose events are sent on the event loop after the view has returned."""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol

from django.http import HttpRequest, HttpResponse

SUPPORTED: Final = "metator.streams"
"""The key in a request's environment by which the web server says that it sends streams."""


class Outbox:
    """Data that waits until the connection takes it. Only the event loop uses it."""

    __slots__ = ("_data", "_waits", "is_closed")

    def __init__(self) -> None:
        self._data = bytearray()
        self._waits: asyncio.Future[None] | None = None
        self.is_closed = False

    def write(self, data: bytes) -> None:
        if not self.is_closed:
            self._data += data
            self._wake()

    def count_waiting(self) -> int:
        """Return the number of written bytes that the connection has not taken yet."""
        return len(self._data)

    def close(self) -> None:
        self.is_closed = True
        self._wake()

    async def take(self) -> bytes:
        """Return the written data, once there is any; nothing after the end."""
        if not self._data and not self.is_closed:
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits
            self._waits = None
        data, self._data = bytes(self._data), bytearray()
        return data

    def _wake(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)


class Subscriber(Protocol):
    """The writer of a stream.

    Exactly one of `begin`, on the loop, and `drop`, in any thread, is called. After `begin`, `lost`
    is called once, even if `begin` raised or was not reached.
    """

    def begin(self, outbox: Outbox) -> None: ...

    def lost(self) -> None: ...

    def drop(self) -> None: ...


class EventStream(HttpResponse):
    """A response with a subscriber, which the web server takes. Closing it drops one not taken."""

    def __init__(self, subscriber: Subscriber) -> None:
        super().__init__(content_type="text/event-stream; charset=utf-8")
        self._subscriber: Subscriber | None = subscriber

    def take_subscriber(self) -> Subscriber:
        taken, self._subscriber = self._subscriber, None
        assert taken is not None
        return taken

    def close(self) -> None:
        dropped, self._subscriber = self._subscriber, None
        if dropped is not None:
            dropped.drop()
        super().close()


def can_stream(request: HttpRequest) -> bool:
    """Return whether the web server of this request sends streams."""
    supported: Any = request.META.get(SUPPORTED, False)
    return bool(supported)
