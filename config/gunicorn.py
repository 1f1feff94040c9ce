"""Hooks of the web processes: stop waiting for workers when asked to stop."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

from config import memory

memory.put_off()

preload_app = True
"""Django is read once, before the processes part: a killed one is back at once, and what they read
lies in memory once. Nothing that is read opens a connection or begins a thread."""


def when_ready(server: Any) -> None:
    """Called by gunicorn when all is read in, before the first web process parts."""
    memory.set_aside()


def post_worker_init(worker: Any) -> None:
    """Called by gunicorn in each web process, when it has set its own signals."""
    from setup_app.jobs.timeouts import stop_waiting

    stops = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: FrameType | None) -> None:
        stop_waiting()
        if callable(stops):
            stops(number, frame)

    signal.signal(signal.SIGTERM, stop)
