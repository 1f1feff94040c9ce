"""Limits for a sender, in time and bytes, before any code looks at the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MAX_URL_LENGTH: Final = 8 * 1024
MAX_HEAD_LENGTH: Final = 64 * 1024
MAX_HEADERS: Final = 100
DRAINED_AT_MOST: Final = 16 * 1024 * 1024
"""A refused body is read up to this limit and discarded: a connection that is closed while bytes
arrive is reset, and the sender would never see the reason.
"""

KEPT_IN_MEMORY: Final = 64 * 1024
"""A longer body is stored in a file until it is complete."""

LISTENER_LEAVES: Final = 16 * 1024
"""A listener that leaves more unread data than this has stopped reading."""

LINGER_SECONDS: Final = 2.0
"""The time that a refused sender may continue before the connection is cut."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits in seconds and bytes.

    A head must be complete after `header_seconds`. A body may begin as late, must arrive at
    `body_rate` bytes a second at least, counted from its beginning, and must be complete after
    `body_seconds`. An idle connection is kept for `idle_seconds`. A reader that takes no byte of
    the response for `stalled_seconds` is dropped. At most `body_bytes` of a body are kept.
    """

    header_seconds: float = 10
    body_rate: int = 1000
    body_seconds: float = 300
    idle_seconds: float = 75
    stalled_seconds: float = 60
    body_bytes: int = 1024 * 1024

    def body_deadline(self, received: int) -> float:
        """Return the seconds after its beginning by which a body, with `received` bytes, must
        continue.
        """
        return min(self.header_seconds + received / max(self.body_rate, 1), self.body_seconds)
