"""The roles that a browser holds: its session stores events, roles and generations."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest

from setup_app.events.models import Event, Kind, Role
from setup_app.identity.ownership import NotThere
from setup_app.identity.sessions import renew_session

_SESSION_FIELD: Final = "event_roles"
MAX_REMEMBERED: Final = 200


def all_held(request: Any) -> dict[str, dict[str, int]]:
    """Return, by event, the numbers of the roles held with their generations, the oldest first."""
    found: dict[str, dict[str, int]] = request.session.get(_SESSION_FIELD, {})
    return found


def held(request: Any, event: str) -> dict[str, int]:
    """Return the roles held in one event."""
    return all_held(request).get(event, {})


def plays_here(request: Any, event: Event) -> bool:
    """Return whether this browser, or its account, holds a player's role of the event. One
    query.
    """
    account = getattr(request.user, "pk", None)
    noted = held(request, event.public_id)
    if not noted and account is None:
        return False
    players = event.role_rows.filter(kind=Kind.PLAYER)
    return any(
        noted.get(str(each.number)) == each.generation
        or (account is not None and each.account_id == account)
        for each in players
    )


def take(request: HttpRequest, role: Role) -> bool:
    """Remember a role; return whether this browser did not hold it yet.

    A new role gives the session a new id. The event that was added first is forgotten first.
    """
    events = dict(all_held(request))
    event = role.event.public_id
    noted = dict(events.pop(event, {}))
    new = noted.get(str(role.number)) != role.generation
    noted[str(role.number)] = role.generation
    events[event] = noted
    for forgotten in list(events)[:-MAX_REMEMBERED]:
        del events[forgotten]
    request.session[_SESSION_FIELD] = events
    if new:
        renew_session(request)
    return new


def put_down(request: HttpRequest, event: str, role: int) -> None:
    """Forget a role; opening its link restores it."""
    events = dict(all_held(request))
    noted = {number: of for number, of in events.pop(event, {}).items() if number != str(role)}
    if noted:
        events[event] = noted
    request.session[_SESSION_FIELD] = events
    renew_session(request)


def number_in(text: str | None) -> int | None:
    """Return the number of a role in an address. Raises `not_found` if it is not a number."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise NotThere
    return int(text)


def was_replaced(request: Any, event: str, number: int) -> bool:
    """Return whether this browser used a link of that role that has been replaced. One query at
    most.
    """
    noted = held(request, event).get(str(number))
    if noted is None:
        return False
    rows = Role.objects.filter(event__public_id=event, number=number, generation=noted)
    return not rows.exists()
