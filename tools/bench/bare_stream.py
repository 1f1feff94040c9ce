"""The bare stream that ours is compared with: one Redis subscription, one event per listener.

An ASGI application without anything of Metator: no authentication, no counts, no
memory; it passes every message on to everyone.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import Any

from redis.asyncio import Redis

HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]


class LastMessage:
    """The last message, and the clients that wait for the next."""

    def __init__(self) -> None:
        self.waiting: set[asyncio.Event] = set()
        self.text = b""
        self.listening: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        async with Redis.from_url(os.environ["REDIS_URL"]).pubsub() as line:
            await line.psubscribe("metator:battles:*")
            while True:
                message = await line.get_message(ignore_subscribe_messages=True, timeout=60)
                if message is not None:
                    self.text = message["data"]
                    for each in self.waiting:
                        each.set()


told = LastMessage()


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    if told.listening is None:
        told.listening = asyncio.create_task(told.listen())
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
    news = asyncio.Event()
    told.waiting.add(news)
    try:
        while True:
            await news.wait()
            news.clear()
            body = b"data: %b\n\n" % told.text
            with suppress(OSError):
                await send({"type": "http.response.body", "body": body, "more_body": True})
    finally:
        told.waiting.discard(news)
