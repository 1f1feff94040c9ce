"""Limits for a sender, in time and bytes, before any code looks at the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MAX_URL_LENGTH: Final = 8 * 1024
MAX_HEAD_LENGTH: Final = 64 * 1024
MAX_HEADERS: Final = 100
DRAINED_AT_MOST: Final = 16 * 1024 * 1024
"""A body that is refused is read so far and thrown away: a connection that is closed while bytes
arrive is reset, and the sender would never see why."""

KEPT_IN_MEMORY: Final = 64 * 1024
"""A longer body waits in a file for its last byte."""

LISTENER_LEAVES: Final = 16 * 1024
"""Who leaves more than this of what goes on lying has stopped reading."""

LINGER_SECONDS: Final = 2.0
"""So long a sender who is turned away may go on before the connection is cut."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits in seconds and bytes.

    A head is complete after `header_seconds`. A body may begin as late, comes at `body_rate` bytes
    a second at least, counted from its beginning, and is complete after `body_seconds`. A
    connection without a request, or without a further one, is kept for `idle_seconds`. A reader who
    takes not one byte of an answer for `stalled_seconds` is disconnected. Of a body `body_bytes`
    are kept.
    """

    header_seconds: float = 10
    body_rate: int = 1000
    body_seconds: float = 300
    idle_seconds: float = 75
    stalled_seconds: float = 60
    body_bytes: int = 1024 * 1024

    def body_deadline(self, received: int) -> float:
        """Seconds after its beginning by which a body, so far `received`, must have gone on."""
        return min(self.header_seconds + received / max(self.body_rate, 1), self.body_seconds)
