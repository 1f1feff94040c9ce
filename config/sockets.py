"""Settings of the operating system for the web server's sockets."""

from __future__ import annotations

import asyncio.selector_events
import resource
import socket
from contextlib import suppress
from typing import Any, Final

READ_AT_ONCE: Final = 16 * 1024


def drop_vanished_peers(listening: socket.socket, *, seconds: int) -> None:
    """Let the kernel end connections whose peer has vanished or has stopped reading.

    Accepted sockets inherit the options.
    """
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, seconds)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * seconds)


def raise_open_file_limit() -> None:
    """Raise the process's limit of open files, and so of connections, to the hard limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def read_in_small_parts() -> None:
    """Let the event loop read little of one connection before it turns to the next.

    gunicorn parses what was read before anyone else is served: 256 KB, asyncio's default, can be
    44,000 chunks of one byte, which take 0.1 to 0.3 s.
    """
    transport: Any = asyncio.selector_events._SelectorTransport  # type: ignore[attr-defined]  # no public name
    transport.max_size = READ_AT_ONCE
