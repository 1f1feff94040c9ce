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
from setup_app.events.models import Entry, Event, Kind, Role
from setup_app.identity.ownership import NotThere

MOST_ROLES: Final = 4000
"""Each entry has a player's role, and an event has at most 2,000 entries."""


def add_role(*, standing: EventAccess, kind: Kind, name: str, entry: int | None) -> Role:
    """One more part in the event. Raises `no_such_entry`, `entry_needed`, `too_many_roles`.

    A second role for a player opens his list, which stands among the looks while it is hidden.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        played = _played(held.event, entry)
        if kind == Kind.PLAYER and played is None:
            raise DomainError("entry_needed")
        if held.event.role_rows.count() >= MOST_ROLES:
            raise DomainError("too_many_roles", {"most": MOST_ROLES})
        role = add(held.event, kind=kind, name=name, entry=played)
        if kind == Kind.PLAYER and played is not None:
            record_look(held, played)
        note(held, "role_added", role=name, kind=kind)
    return role


def change_role(*, standing: EventAccess, number: int, changes: Mapping[str, Any]) -> Role:
    """Give a role another `name`, or another `entry` that its holder plays. Raises the same.

    Where a player's role opens another list by it, that is a look at it.
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
    """Make a role's link anew: the old one is void at once.

    For organisers and the role's own holder, and of a player's for a desk once lists are published.
    One that its holder made is shown to nobody else until an organiser makes it anew; where that
    opens a list that is hidden, it stands among the looks.
    """
    if standing.kind is None:
        raise DomainError("not_allowed")
    with acting(standing) as held:
        if held.kind == Kind.ORGANISER:
            role = named(held.event, number)
        else:
            role = _for_others(held, number)
        own = held.role is not None and held.role.number == number
        if not own and role.entry is not None:
            record_look(held, role.entry)
        role.generation += 1
        role.devices = 0
        role.own_hand = own
        role.save(update_fields=["generation", "devices", "own_hand"])
        note(held, "role_reissued", role=role.name)
    return role


def remove_role(*, standing: EventAccess, number: int) -> None:
    """Take a part in the event away; its number stays unused. Raises `last_organiser`."""
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        role = named(held.event, number)
        organisers = held.event.role_rows.filter(kind=Kind.ORGANISER)
        if role.kind == Kind.ORGANISER and organisers.count() == 1:
            raise DomainError("last_organiser")
        role.delete()
        note(held, "role_removed", role=role.name, kind=role.kind)


def note_device(role: Role) -> None:
    """One more device has opened the link of a role; those of a former link do not count."""
    same = Role.objects.filter(pk=role.pk, generation=role.generation)
    same.update(devices=F("devices") + 1)


def named(event: Event, number: int) -> Role:
    """A role of an event that is held. Raises `not_found`."""
    role = event.role_rows.select_related("entry").filter(number=number).first()
    if role is None:
        raise NotThere
    role.event = event
    return role


def _for_others(standing: EventAccess, number: int) -> Role:
    """The role that a caller who is no organiser may make anew. Raises `not_allowed`, whether or
    not there is one of that number: who has which part is for organisers to know."""
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
