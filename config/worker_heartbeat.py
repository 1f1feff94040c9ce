"""How does a worker say that it is here? Every two seconds, by Celery's own signal.

Celery sends that signal with a heartbeat for who listens at the broker, and nobody does. Where
Redis goes at that moment the heartbeat is tried for ever, and the worker hears no wish to stop: it
would outlive everything that it works for. `config.worker` switches it off.
"""

from __future__ import annotations

from typing import Any, Final

from celery import bootsteps
from celery.signals import heartbeat_sent

EVERY: Final = 2.0
"""Seconds."""


class Pulse(bootsteps.StartStopStep):
    """Sends the signal from when the worker has its line to the broker until that is lost."""

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
