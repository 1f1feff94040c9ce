"""A worker's heartbeat every two seconds, driven by Celery's own signal.

Celery sends that signal together with a heartbeat to the broker that nothing reads. If Redis goes
away at that moment, that heartbeat is retried for ever, and the worker ignores requests to stop.
`config.worker` switches it off.
"""

from __future__ import annotations

from typing import Any, Final

from celery import bootsteps
from celery.signals import heartbeat_sent

EVERY: Final = 2.0
"""Seconds."""


class Pulse(bootsteps.StartStopStep):
    """Sends the heartbeat while the worker is connected to the broker."""

    requires = ("celery.worker.consumer:Tasks",)

    def __init__(self, consumer: Any, **given: Any) -> None:
        super().__init__(consumer, **given)
        self.timer: Any = None

    def start(self, consumer: Any) -> None:
        heartbeat_sent.send(sender=self)
        self.timer = consumer.timer.call_repeatedly(
            EVERY, heartbeat_sent.send, kwargs={"sender": self}
        )

    def stop(self, consumer: Any) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    shutdown = stop
