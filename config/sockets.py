"""Settings of the operating system for the web server's sockets."""

from __future__ import annotations

import resource
import socket
from contextlib import suppress


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
