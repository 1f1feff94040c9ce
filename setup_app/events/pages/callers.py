"""The role in which a browser asks, of those that it holds."""

from __future__ import annotations

from django.http import HttpRequest

from setup_app.events.event import held_roles, queries
from setup_app.events.event.access import EventAccess
from setup_app.identity.requesters import asker_of


def standing_as(request: HttpRequest, event: str, role: int) -> EventAccess:
    """Return this browser's access to an event by one of its roles. Raises `not_found`."""
    return queries.standing_of(
        queries.event_named(event),
        asker=asker_of(request),
        noted=held_roles.held(request, event),
        acting_as=role,
    )
