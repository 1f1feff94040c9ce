"""gunicorn's settings and hooks, in every deployment."""

from __future__ import annotations

import signal
import socket
import sys
from types import FrameType
from typing import Any, Final

from config import environment, memory
from config.sockets import drop_vanished_peers, raise_open_file_limit, read_in_small_parts

memory.put_off()

worker_class = "asgi"
asgi_loop = "asyncio"
asgi_lifespan = "off"
keepalive = 75
limit_request_line = 8190
graceful_timeout = 2
"""Seconds that a process waits for current answers, and for idle connections, before it ends."""

preload_app = True
"""Django is loaded once, before the fork: a killed process is replaced at once, and the loaded
memory is shared. Loading opens no connection and starts no thread.
"""

forwarded_allow_ips = ",".join(str(each) for each in environment.proxies())
"""The server trusts the same proxies as Django."""

LOOP_WAITS: Final = 0.0005
"""Seconds for which a busy thread keeps the event loop waiting, several times in each request."""

VANISHED_AFTER: Final = 60
"""Seconds after which the kernel drops a peer that acknowledges nothing or reads nothing."""


def when_ready(server: Any) -> None:
    """Freeze the loaded memory; gunicorn calls this before it forks the first web process."""
    memory.set_aside()
    for listener in server.LISTENERS:
        if listener.sock.family != socket.AF_UNIX:
            drop_vanished_peers(listener.sock, seconds=VANISHED_AFTER)


def post_worker_init(worker: Any) -> None:
    """Prepare a web process; gunicorn calls this after it has set its own signal handlers."""
    from setup_app.battles.stream.broadcaster import broadcaster
    from setup_app.jobs.timeouts import stop_waiting

    sys.setswitchinterval(LOOP_WAITS)
    raise_open_file_limit()
    read_in_small_parts()
    stops = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: FrameType | None) -> None:
        stop_waiting()
        broadcaster.stop()
        if callable(stops):
            stops(number, frame)

    # The event loop receives the signal as well.
    signal.signal(signal.SIGTERM, stop)
