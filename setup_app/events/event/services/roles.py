"""Services that add, change, replace and remove roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import F

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event.services.events import add
from setup_app.events.event.services.looks import record_look
from setup_app.events.event.signals import role_reissued
from setup_app.events.models import Entry, Event, Kind, Role
from setup_app.identity.ownership import NotThere

MAX_ROLES: Final = 4000
"""The maximum number of roles. Each entry has a player's role, and an event has at most 2,000
entries.
"""


def add_role(*, standing: EventAccess, kind: Kind, name: str, entry: int | None) -> Role:
    """Add a role to the event. Raises `no_such_entry`, `entry_needed`, `too_many_roles`.

    A second role for a player opens their list, which is recorded while the list is hidden.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        played = _played(held.event, entry)
        if kind == Kind.PLAYER and played is None:
            raise DomainError("entry_needed")
        if held.event.role_rows.count() >= MAX_ROLES:
            raise DomainError("too_many_roles", {"most": MAX_ROLES})
        role = add(held.event, kind=kind, name=name, entry=played)
        if kind == Kind.PLAYER and played is not None:
            record_look(held, played)
        note(held, "role_added", role=name, kind=kind)
    return role


def change_role(*, standing: EventAccess, number: int, changes: Mapping[str, Any]) -> Role:
    """Give a role another `name`, or another `entry` that its holder plays. Raises the same.

    If a player's role opens another list by this, that is recorded as an access.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        role = named(held.event, number)
        if "entry" in changes:
            before, role.entry = role.entry, _played(held.event, changes["entry"])
            if role.kind == Kind.PLAYER:
                if role.entry is None:
                    raise DomainError("entry_needed")
                if role.entry != before:
                    record_look(held, role.entry)
        role.name = changes.get("name", role.name)
        role.save(update_fields=["name", "entry"])
        note(held, "role_changed", role=role.name)
    return role


def reissue_role(*, standing: EventAccess, number: int) -> Role:
    """Replace a role's link: the old one is void at once.

    For organisers and the role's own holder, and for desks the links of players once lists are
    published. A link that its holder made is shown to no one else until an organiser replaces it;
    if that opens a hidden list, it is recorded as an access. Raises `not_allowed` for others, and
    for a desk while the player's battle is running.
    """
    if standing.kind is None:
        raise DomainError("not_allowed")
    with acting(standing) as held:
        if held.kind == Kind.ORGANISER:
            role = named(held.event, number)
        else:
            role = _for_others(held, number)
        own = held.role is not None and held.role.number == number
        if not own:
            if role.entry is not None:
                record_look(held, role.entry)
            role_reissued.send(sender=Role, held=held, role=role)
        role.generation += 1
        role.devices = 0
        role.own_hand = own
        role.save(update_fields=["generation", "devices", "own_hand"])
        note(held, "role_reissued", role=role.name)
    return role


def remove_role(*, standing: EventAccess, number: int) -> None:
    """Remove a role of the event; its number is not reused. Raises `last_organiser`."""
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        role = named(held.event, number)
        organisers = held.event.role_rows.filter(kind=Kind.ORGANISER)
        if role.kind == Kind.ORGANISER and organisers.count() == 1:
            raise DomainError("last_organiser")
        role.delete()
        note(held, "role_removed", role=role.name, kind=role.kind)


def note_device(role: Role) -> None:
    """Count one more device that has opened the link of a role; those of a former link do not
    count.
    """
    same = Role.objects.filter(pk=role.pk, generation=role.generation)
    same.update(devices=F("devices") + 1)


def named(event: Event, number: int) -> Role:
    """Return a role of a locked event. Raises `not_found`."""
    role = event.role_rows.select_related("entry").filter(number=number).first()
    if role is None:
        raise NotThere
    role.event = event
    return role


def _for_others(standing: EventAccess, number: int) -> Role:
    """Return the role that a caller who is not an organiser may replace.

    Raises `not_allowed`, whether or not a role has that number: only organisers may know who has
    which role.
    """
    if standing.role is not None and standing.role.number == number:
        return standing.role
    if standing.kind == Kind.DESK and standing.event.lists_published is not None:
        role = standing.event.role_rows.select_related("entry").filter(number=number).first()
        if role is not None and role.kind == Kind.PLAYER:
            role.event = standing.event
            return role
    raise DomainError("not_allowed")


def _played(event: Event, number: int | None) -> Entry | None:
    if number is None:
        return None
    entry: Entry | None = event.entry_rows.filter(number=number).first()
    if entry is None:
        raise DomainError("no_such_entry", {"entry": number})
    return entry
