"""Restart the beat inside a worker if it dies.

Celery starts it once and does not watch it: nothing would be swept up until the worker restarts.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from celery import bootsteps
from celery.beat import EmbeddedService

log = logging.getLogger(__name__)

LOOKED_AFTER: Final = 2.0
"""Seconds between two checks."""


class WatchedBeat(bootsteps.StartStopStep):
    """A watcher that restarts a worker's beat, if it has one."""

    requires = ("celery.worker.components:Timer", "celery.worker.components:Beat")

    def __init__(self, worker: Any, **given: Any) -> None:
        super().__init__(worker, **given)
        self.again: Any = None
        self.look: Any = None

    def start(self, worker: Any) -> None:
        if worker.beat:
            self.look = worker.timer.call_repeatedly(LOOKED_AFTER, self.started_again, (worker,))

    def stop(self, worker: Any) -> None:
        if self.look is not None:
            self.look.cancel()
        if self.again is not None:
            # Celery itself stops only the first beat.
            self.again.stop()

    def started_again(self, worker: Any) -> None:
        """Start another beat if the last one is dead."""
        last = self.again or worker.beat
        if last.is_alive():
            return
        log.warning("beat died; restarting it")
        self.again = EmbeddedService(worker.app, scheduler_cls=worker.scheduler)
        self.again.start()
