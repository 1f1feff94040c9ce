"""Hooks of the web processes: stop waiting for workers when asked to stop."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

from config import environment, memory

memory.put_off()

preload_app = True
"""Django is loaded once, before the fork: a killed process is replaced at once, and the loaded
memory is shared. Loading opens no connection and starts no thread.
"""

forwarded_allow_ips = ",".join(str(each) for each in environment.proxies())
"""The same proxies that Django believes, whatever the server makes of their headers."""


def when_ready(server: Any) -> None:
    """Freeze the loaded memory; gunicorn calls this before it forks the first web process."""
    memory.set_aside()


def post_worker_init(worker: Any) -> None:
    """End all waits for jobs on SIGTERM; gunicorn calls this after it has set its own handlers."""
    from setup_app.jobs.timeouts import stop_waiting

    stops = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: FrameType | None) -> None:
        stop_waiting()
        if callable(stops):
            stops(number, frame)

    signal.signal(signal.SIGTERM, stop)
