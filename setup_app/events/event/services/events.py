"""Services that create, copy, change and delete events."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import EventAccess
from setup_app.events.event.services.acting import acting, next_number, note
from setup_app.events.event.signals import event_changed, event_copied, event_deleted
from setup_app.events.models import Event, Kind, Match, Role
from setup_app.identity import ownership
from setup_app.identity.requesters import Requester
from setup_app.rulebooks import registry

SETTLED = ("rulebook", "scoring")
"""The terms that cannot change once there is a result."""

ORGANISER_NAME = "Organiser"
"""The name of the first role until someone renames it."""


def create_event(*, terms: Mapping[str, Any], asker: Requester) -> tuple[Event, Role]:
    """Create an event from complete terms, with its first organiser.

    Raises `unknown_rulebook`, what `complete_settings` raises, `too_many_events`.
    """
    return _create(terms, asker, code="event_created")


def copy_event(
    *, standing: EventAccess, asker: Requester, terms: Mapping[str, Any]
) -> tuple[Event, Role]:
    """Create another event with the same terms, with its kit and the names of its other roles,
    without players.

    Its first organiser has the name of this event's first organiser. `terms` are those of this
    event as it states them; its days, schedule and deadlines are over.
    """
    standing.needs(Kind.ORGANISER)
    lists = {**terms["lists"], "opens": None, "closes": None}
    roles = list(standing.event.role_rows.exclude(kind=Kind.PLAYER).order_by("number"))
    first = next(role for role in roles if role.kind == Kind.ORGANISER)
    with transaction.atomic():
        event, organiser = _create(
            {**terms, "days": [], "schedule": [], "lists": lists},
            asker,
            code="event_copied",
            name=first.name,
        )
        with acting(EventAccess(event, Kind.ORGANISER, organiser)) as made:
            for role in roles:
                if role.pk != first.pk:
                    add(made.event, kind=Kind(role.kind), name=role.name)
            event_copied.send(sender=Event, held=made, original=standing.event)
            made.event.save()
    return event, organiser


def change_event(*, standing: EventAccess, terms: Mapping[str, Any]) -> Event:
    """Replace the terms of an event; raises what its creation raises.

    `lists.closes` may be set to the past; existing versions keep their penalties.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        event = held.event
        _check(
            {
                "rulebook": terms.get("rulebook", event.rulebook),
                "settings": terms.get("settings", event.settings),
            }
        )
        _not_begun(event, terms)
        _not_in_use(event, terms)
        changed = [name for name, value in terms.items() if getattr(event, name) != value]
        for name in changed:
            setattr(event, name, terms[name])
        if changed:
            note(held, "event_changed", fields=sorted(changed))
            event_changed.send(sender=Event, held=held)
    return event


def _not_begun(event: Event, terms: Mapping[str, Any]) -> None:
    """Raise `already_begun` if a reported result depends on the rulebook or scores that would
    change.
    """
    other = [
        name for name in SETTLED if terms.get(name, getattr(event, name)) != getattr(event, name)
    ]
    if not other:
        return
    untold = Match.objects.filter(reports={}, scores__isnull=True, absent=[])
    told = Match.objects.filter(round__event=event, second__isnull=False)
    if told.exclude(pk__in=untold.filter(round__event=event)).exists():
        raise DomainError("already_begun", {"what": " / ".join(other)})


def _not_in_use(event: Event, terms: Mapping[str, Any]) -> None:
    """Raise `event_in_use` if there would be fewer rounds or tables than are already in play."""
    if terms.get("rounds", event.rounds) < event.rounds:
        rounds = event.round_rows.aggregate(most=Max("number"))["most"] or 0
        if terms["rounds"] < rounds:
            raise DomainError("event_in_use", {"rounds": rounds})
    if terms.get("tables", event.tables) < event.tables:
        out = Match.objects.filter(round__event=event, round__published__isnull=False)
        tables = out.aggregate(most=Max("table"))["most"] or 0
        if terms["tables"] < tables:
            raise DomainError("event_in_use", {"tables": tables})


def delete_event(*, standing: EventAccess) -> None:
    """Delete an event with everything in it."""
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        event_deleted.send(sender=Event, held=held)
        held.event.delete()


def add(event: Event, *, kind: Kind, name: str, **more: Any) -> Role:
    """Add a role to a locked event; its counter is not saved yet."""
    number = next_number(event, "last_role")
    return Role.objects.create(event=event, number=number, kind=kind, name=name, **more)


def _create(
    terms: Mapping[str, Any], asker: Requester, *, code: str, name: str = ORGANISER_NAME
) -> tuple[Event, Role]:
    _check(terms)
    with transaction.atomic():
        _make_room(asker)
        event = Event.objects.create(
            **terms, **ownership.owner_if_any(asker), opened_from=asker.network
        )
        organiser = add(event, kind=Kind.ORGANISER, name=name)
        note(EventAccess(event, Kind.ORGANISER, organiser), code)
    return event, organiser


def _make_room(asker: Requester) -> None:
    """Raise `too_many_events` if a browser, or an address within the last day, has no room, as for
    battles. Two simultaneous requests may both get the last place.
    """
    lately = Q(opened_from=asker.network, created__gt=timezone.now() - timedelta(days=1))
    for whose, most in (
        (asker.owned(), settings.MAX_EVENTS_PER_OWNER),
        (lately, settings.EVENTS_PER_ADDRESS),
    ):
        if most and asker.network and Event.objects.filter(whose)[:most].count() >= most:
            raise DomainError("too_many_events", {"most": most})


def _check(terms: Mapping[str, Any]) -> None:
    rulebook = registry.rulebook(terms["rulebook"])
    rulebook.complete_settings(terms["settings"])
