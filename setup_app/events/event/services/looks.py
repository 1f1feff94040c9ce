"""The record of who opened a hidden list; it is written before the list is shown."""

from __future__ import annotations

from setup_app.events.event.access import EventAccess
from setup_app.events.models import Entry, ListAccess


def record_look(standing: EventAccess, entry: Entry) -> None:
    """Record that a caller opens a list, or gets a link to it; the event is locked.

    Once lists are published nothing is hidden, and nothing is recorded.
    """
    if standing.event.lists_published is None:
        ListAccess.objects.create(
            event=standing.event,
            entry=entry,
            role=standing.role.number if standing.role else None,
            name=standing.name,
        )
