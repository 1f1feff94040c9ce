"""The lock and the journal that every write of an event uses.

`acting` locks the event before it checks the caller's role, and until the transaction ends. Writes
of one event therefore follow each other: each number is given once, and a request with a link that
was replaced meanwhile changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import transaction

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.models import Event, JournalLine, Role
from setup_app.identity.ownership import NotThere


@contextmanager
def acting(standing: EventAccess) -> Iterator[EventAccess]:
    """Open one transaction in which no one else changes the event, and read its rows again.

    Raises `not_found` for an event that was deleted, `not_allowed` if the caller's role was removed
    or replaced in the meantime.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update().filter(pk=standing.event.pk).first()
        if event is None:
            raise NotThere
        yield replace(standing, event=event, role=_role_now(standing, event))


def _role_now(standing: EventAccess, event: Event) -> Role | None:
    if standing.role is None:
        return None
    role = event.role_rows.select_related("entry").filter(number=standing.role.number).first()
    if role is None or role.generation != standing.role.generation:
        raise DomainError("not_allowed")
    role.event = event
    return role


def next_number(event: Event, counter: str) -> int:
    """Return the next number of a kind. The event is locked, and not saved yet."""
    number: int = getattr(event, counter) + 1
    setattr(event, counter, number)
    return number


def note(standing: EventAccess, code: str, **params: Any) -> None:
    """Write an action into the journal of the locked event; saves its counters.

    `params` are names and figures, never contents of a list or a token.
    """
    event = standing.event
    JournalLine.objects.create(
        event=event,
        number=next_number(event, "last_line"),
        role=standing.role.number if standing.role else None,
        name=standing.name,
        code=code,
        params=params,
    )
    event.save()
