"""A fixed number of threads that call Django.

No thread waits for a sender or a reader: it is taken when the request is complete, and returned
when its part of the answer is ready.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

log = logging.getLogger(__name__)


class Threads:
    """A pool of threads that end with the process: none of them delays it."""

    def __init__(self, number: int) -> None:
        self._asked: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._busy = 0
        self._counting = threading.Lock()
        for each in range(number):
            threading.Thread(target=self._work, name=f"web-{each}", daemon=True).start()

    def ask(self, call: Callable[[], None]) -> None:
        """Let the next free thread call this."""
        with self._counting:
            self._busy += 1
        self._asked.put(call)

    @property
    def busy(self) -> bool:
        """Return whether a call is not finished."""
        return self._busy > 0

    def _work(self) -> None:
        while True:
            call = self._asked.get()
            try:
                call()
            except Exception:  # a thread survives any call
                log.exception("a call in a web server thread failed")
            finally:
                # A call holds its request; an idle thread would keep it.
                del call
                with self._counting:
                    self._busy -= 1
