"""What is a web process? One loop that holds the connections, and threads that call Django.

gunicorn starts, watches and stops it. A request takes a thread when it is whole, so that neither a
slow sender nor a listener keeps one; what is asked for over minutes (the stream) goes on on the
loop.
"""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import socket
import time
from contextlib import suppress
from functools import partial
from types import FrameType

from gunicorn.workers.base import Worker

from config.serving.bounds import Bounds
from config.serving.connections import Connection, House
from config.serving.requests import Front
from config.serving.threads import Threads

EVERY = 1.0
BREATH = 0.5
"""Seconds until connections are taken again where the process could hold no more of them."""
FULL = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class WebWorker(Worker):  # type: ignore[misc]  # untyped there
    """A process of the web server, to gunicorn."""

    loop: asyncio.AbstractEventLoop | None = None
    stopping: asyncio.Event
    coming: set[asyncio.Task[None]]

    def run(self) -> None:
        """Serve until it is told to stop, or until nobody is left who would tell."""
        hold_as_many_as_allowed()
        asyncio.run(self.serve())

    async def serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.stopping = asyncio.Event()
        self.coming = set()
        if not self.alive:
            self.stopping.set()
        house = self._house()
        doors = [each.sock for each in self.sockets]
        for door in doors:
            door.setblocking(False)
            self._open(house, door)
        while not self.stopping.is_set() and self.ppid == os.getppid():
            self.notify()
            house.look()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), EVERY)
        for door in doors:
            self.loop.remove_reader(door)
            door.close()
        await self._end(house)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Asked to stop: what is being answered is answered."""
        self.alive = False
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.stopping.set)

    def _house(self) -> House:
        # Django is set up now, and not when gunicorn reads this.
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
        house = House(
            self.wsgi, Threads(self.cfg.threads), bounds, front, asyncio.get_running_loop()
        )
        house.look()
        return house

    def _open(self, house: House, door: socket.socket) -> None:
        """One at a time: a process that takes all that wait leaves the others idle."""
        house.loop.add_reader(door, self._take, house, door)

    def _take(self, house: House, door: socket.socket) -> None:
        try:
            taken, _ = door.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as cannot:
            if cannot.errno not in FULL:
                raise
            self.log.error("no more connections can be held: %s", cannot.strerror)
            house.loop.remove_reader(door)
            house.loop.call_later(BREATH, self._take_again, house, door)
            return
        taken.setblocking(False)
        if taken.family != socket.AF_UNIX:
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # A phone that has left the Wi-Fi says no goodbye.
            patience = int(1000 * house.bounds.stalled_seconds)
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)
        coming = house.loop.create_task(self._connect(house, taken))
        self.coming.add(coming)
        coming.add_done_callback(self.coming.discard)

    async def _connect(self, house: House, taken: socket.socket) -> None:
        try:
            await house.loop.connect_accepted_socket(partial(Connection, house), taken)
        except OSError as gone:
            self.log.info("a connection was gone before it was there: %s", gone.strerror)
            taken.close()

    def _take_again(self, house: House, door: socket.socket) -> None:
        if self.alive:
            self._open(house, door)

    async def _end(self, house: House) -> None:
        house.end()
        until = time.monotonic() + self.cfg.graceful_timeout
        while (house.connections or house.threads.busy) and time.monotonic() < until:
            self.notify()
            await asyncio.sleep(0.02)


def hold_as_many_as_allowed() -> None:
    """Let the process hold as many connections as its machine allows: each is an open file."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
