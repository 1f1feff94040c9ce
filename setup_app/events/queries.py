"""Reads that need both an event and its tables."""

from __future__ import annotations

from typing import Any

from setup_app.events.event.access import EventAccess
from setup_app.events.event.queries import terms_of
from setup_app.events.next_steps import todo_of


def event_view(standing: EventAccess) -> dict[str, Any]:
    """Return an event as this viewer may see it, with their next steps. Five queries at most."""
    event = standing.event
    entry = standing.entry
    me = {"kind": standing.kind, "entry": entry.number if entry else None}
    return {
        "id": event.public_id,
        **terms_of(event),
        "entries": event.entry_rows.count(),
        "lists_published": event.lists_published,
        "me": me if standing.kind else None,
        "todo": todo_of(standing),
    }
