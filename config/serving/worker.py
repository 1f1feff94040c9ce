"""The web process: one event loop for connections, and threads that call Django.

gunicorn starts, watches and stops it; uvicorn holds the connections. A request takes a thread when
it is complete, so neither a slow sender nor a subscriber keeps one. Long answers (the stream)
continue on the loop.
"""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any, Final

import uvicorn
from gunicorn.workers.base import Worker

from config.serving.bounds import Bounds
from config.serving.bridge import Bridge
from config.serving.connections import Connection
from config.serving.requests import Front
from config.serving.threads import Threads

ONE_AT_A_TIME = 1
"""The number of connections that a process accepts at once: one that accepted all waiting ones
would leave the others idle.
"""

LOOP_WAITS: Final = 0.0005
"""Seconds that a computing thread makes the loop wait: the loop runs several times a request."""


class Server(uvicorn.Server):
    """uvicorn's server, under gunicorn."""

    def __init__(self, config: uvicorn.Config, *, backlog: int) -> None:
        super().__init__(config)
        self.backlog = backlog

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Keep gunicorn's signal handlers and the one that config/gunicorn.py adds."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # The loop has set a backlog as small as the number of connections accepted at once.
        for each in sockets or ():
            each.listen(self.backlog)

    def look(self) -> None:
        now = time.monotonic()
        for each in list(self.server_state.connections):
            if isinstance(each, Connection):
                each.look(now)


class WebWorker(Worker):  # type: ignore[misc]  # untyped there
    """A gunicorn worker class for the web server."""

    server: Server | None = None

    def run(self) -> None:
        """Serve until told to stop, or until the parent process is gone."""
        hold_as_many_as_allowed()
        sys.setswitchinterval(LOOP_WAITS)
        asyncio.run(self.serve())

    async def serve(self) -> None:
        threads = Threads(self.cfg.threads)
        self.server = self._server(threads)
        self.server.should_exit = not self.alive
        await self.server.serve([each.sock for each in self.sockets])
        until = time.monotonic() + self.cfg.graceful_timeout
        while threads.busy and time.monotonic() < until:
            await asyncio.sleep(0.02)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop after finishing the current responses."""
        self.alive = False
        if self.server is not None:
            self.server.should_exit = True

    async def tick(self) -> None:
        """Check everything that is due every second."""
        self.notify()
        assert self.server is not None
        self.server.look()
        if self.ppid != os.getppid():
            self.server.should_exit = True

    def _server(self, threads: Threads) -> Server:
        # Django is set up now, but not yet when gunicorn imports this.
        from django.conf import settings

        bounds = Bounds(
            header_seconds=settings.HEADER_SECONDS,
            body_rate=settings.BODY_BYTES_PER_SECOND,
            body_seconds=settings.BODY_SECONDS,
            body_bytes=settings.BODY_LIMIT,
        )
        front = Front(
            {name.upper(): value for name, value in self.cfg.secure_scheme_headers.items()},
            tuple(self.cfg.forwarded_allow_ips),
        )
        http: Any = partial(Connection, bounds)
        config = uvicorn.Config(
            Bridge(self.wsgi, threads, bounds, front),
            interface="asgi3",
            loop="asyncio",
            http=http,
            ws="none",
            lifespan="off",
            # Errors that any client can cause by sending nonsense are not logged.
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            # The trust in proxies is configured above, and only for the scheme.
            proxy_headers=False,
            backlog=ONE_AT_A_TIME,
            timeout_keep_alive=int(bounds.idle_seconds),
            timeout_graceful_shutdown=self.cfg.graceful_timeout,
            callback_notify=self.tick,
            timeout_notify=0,
        )
        return Server(config, backlog=self.cfg.backlog)


def hold_as_many_as_allowed() -> None:
    """Raise the limit of open files, so that the process can hold as many connections as the
    machine allows.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
