"""Services that save drafts, and submit and withdraw lists.

A draft is its player's alone; submitting it freezes a version.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.timezone import now

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import SEES_LISTS, EventAccess
from setup_app.events.event.deadlines import closes, opens
from setup_app.events.event.lists.commitment import commitment
from setup_app.events.event.lists.penalties import penalty
from setup_app.events.event.services.acting import acting, note
from setup_app.events.event.services.entries import entry_named
from setup_app.events.event.signals import lists_published
from setup_app.events.models import (
    Entry,
    Event,
    Kind,
    Version,
    VersionGeneral,
    VersionState,
    new_salt,
)
from setup_app.identity.ownership import NotThere

IN = (VersionState.SUBMITTED, VersionState.APPROVED)
"""The states of a submitted list, which cannot change."""


def keep_draft(*, standing: EventAccess, number: int, army: Mapping[str, Any]) -> Entry:
    """Save a player's draft, whatever is already submitted. Raises `not_found`, `not_allowed`."""
    with acting(standing) as held:
        entry = own_entry(held, number)
        entry.draft = dict(army)
        if entry.status == "none":
            entry.status = "draft"
        entry.save(update_fields=["draft", "status"])
    return entry


def submit_list(
    *,
    standing: EventAccess,
    number: int,
    army: Mapping[str, Any] | None,
    in_time: bool = False,
) -> Version:
    """Freeze a version: a player's draft, or the list that an organiser states for them in `army`.

    `in_time` says that the list of a player reached an organiser before the deadline; only an
    organiser's word counts. Otherwise the server's clock counts, read once the event is locked;
    `closes` itself is still in time. A player who submits the same list again gets the existing
    version, even an organiser's. Raises `not_found`, `not_allowed`, `no_draft`, `lists_not_open`,
    `lists_closed`, `list_locked`, `too_many_versions`.
    """
    with acting(standing) as held:
        for_him = held.kind == Kind.ORGANISER
        entry = entry_named(held.event, number) if for_him else own_entry(held, number)
        stated = army if for_him else entry.draft
        last = entry.versions.last()
        if last is not None and entry.status in IN:
            # Otherwise an organiser could confirm a guess by submitting it.
            if last.army == stated and (not for_him or last.by is not None):
                return last
            raise DomainError("list_locked")
        if stated is None:
            raise DomainError("no_draft")
        if entry.peers_read.exists() and entry.status != "sent_back":
            raise DomainError("list_locked")
        version = _version(held.event, entry, at=now(), in_time=in_time and for_him)
        version.number = last.number + 1 if last else 1
        if version.number > settings.EVENT_LIST_VERSIONS:
            raise DomainError("too_many_versions", {"most": settings.EVENT_LIST_VERSIONS})
        version.by = (held.name or str(Kind.ORGANISER.label)) if for_him else None
        version.army, version.salt = stated, new_salt()
        version.commitment = commitment(version.salt, stated)
        version.public = held.event.lists_published is not None
        version.save()
        VersionGeneral.objects.bulk_create(VersionGeneral.rows_of(stated, version=version))
        entry.status, entry.due = VersionState.SUBMITTED, None
        entry.save(update_fields=["status", "due"])
        code = "list_submitted_in_time" if in_time and for_him else "list_submitted"
        note(held, code, entry=entry.name, version=version.number)
        if version.public:
            lists_published.send(sender=Event, held=held)
    return version


def withdraw_list(*, standing: EventAccess, number: int) -> Entry:
    """Withdraw a submitted list, until `closes` and before lists are published.

    The version stays on record; an approval is cancelled. Raises `not_found`, `not_allowed`,
    `lists_closed`, `no_list`, and `list_locked` for a player who has read others' lists.
    """
    with acting(standing) as held:
        entry = own_entry(held, number)
        last = closes(held.event)
        if held.event.lists_published or (last is not None and now() > last):
            raise DomainError("lists_closed")
        if entry.status not in IN:
            raise DomainError("no_list")
        if entry.peers_read.exists():
            raise DomainError("list_locked")
        latest = entry.versions.latest("number")
        latest.state = VersionState.WITHDRAWN
        latest.save(update_fields=["state"])
        entry.status = "draft"
        entry.save(update_fields=["status"])
        note(held, "list_withdrawn", entry=entry.name)
    return entry


def own_entry(standing: EventAccess, number: int) -> Entry:
    """Return the caller's entry. Raises `not_found` for callers who may know nothing of its list,
    otherwise `not_allowed`.
    """
    entry = entry_named(standing.event, number)
    if standing.plays(entry):
        return entry
    if standing.kind in SEES_LISTS:
        raise DomainError("not_allowed")
    raise NotThere


def _version(event: Event, entry: Entry, *, at: datetime, in_time: bool) -> Version:
    """Return a version submitted at this moment, with the cost of being late."""
    first, last = opens(event), closes(event)
    due = entry.due if entry.status == "sent_back" else None
    given_time = in_time or (due is not None and at <= due)
    if first is not None and at < first and (in_time or not given_time):
        raise DomainError("lists_not_open")
    version = Version(entry=entry, submitted=at)
    if last is None or at <= last or given_time:
        return version
    if event.lists["late"] == "refuse":
        raise DomainError("lists_closed")
    terms = event.lists["penalty"]
    version.late = True
    version.penalty = penalty(terms, closes=last, submitted=at, rounds=1)
    version.per_round = terms is not None and terms["per"] == "round"
    return version
