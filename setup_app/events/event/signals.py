"""Signals that an event sends to the packages above it.

Each is sent in the transaction that writes, while the event is locked, with `held`: the
`EventAccess` that `acting` yields. An exception of a receiver undoes the write.
"""

from __future__ import annotations

from typing import Final

from django.dispatch import Signal

lists_published: Final = Signal()
"""Sent when the lists become public, and when a player submits another version afterwards."""

round_published: Final = Signal()
"""Sent with `round_` when a round becomes public, and when its pairings change afterwards."""

round_withdrawn: Final = Signal()
"""Sent with `round_` when a public round becomes a draft again."""

role_reissued: Final = Signal()
"""Sent with `role` when someone else than its holder replaces the link of a role."""

event_changed: Final = Signal()
"""Sent when the terms of an event change."""

event_copied: Final = Signal()
"""Sent with `original` when `held.event` was made as a copy of that event."""

event_deleted: Final = Signal()
"""Sent when an event is deleted, while its rows are still there."""
