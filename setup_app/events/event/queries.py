"""Reads of events, entries and roles, for a given viewer."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from setup_app.engine.errors import DomainError
from setup_app.events.event.access import RUNS_ROUNDS, SEES_LISTS, EventAccess
from setup_app.events.event.entry_table import player_key
from setup_app.events.event.journal_wording import journal_words
from setup_app.events.event.tokens import token_of
from setup_app.events.models import Entry, Event, Kind, Role, Version, Visibility
from setup_app.identity.ownership import NotThere
from setup_app.identity.requesters import Requester

STATED = (
    *("name", "rulebook", "venue", "timezone", "days", "settings", "table", "base_width_mm"),
    *("tables", "rounds", "visibility", "registration", "places", "lists", "scoring"),
    *("tie_breaks", "avoid", "tables_shown", "description", "schedule", "contact"),
    *("table_order", "imbalance_most"),
)
"""The terms of an event, as they are stated at its creation and changed."""


NOTED = ("here", "penalty")
"""A desk's or an organiser's notes about a player."""


def event_named(public_id: str) -> Event:
    """Return the event with this id. Raises `not_found`."""
    event = Event.objects.filter(public_id=public_id).first()
    if event is None:
        raise NotThere
    return event


def events_for(asker: Requester, roles: dict[str, dict[str, int]]) -> QuerySet[Event]:
    """Return public events, the requester's own, and those in which they still hold one of these
    roles, by event, number and generation; newest first. One more query if there are any roles.
    """
    seen = Q(visibility=Visibility.PUBLIC) | asker.owned() | Q(public_id__in=_still_held(roles))
    return Event.objects.filter(seen).order_by("-created", "-pk")


def events_run_by(asker: Requester, roles: dict[str, dict[str, int]]) -> QuerySet[Event]:
    """Return the requester's own events, and those that they organise by one of these roles; newest
    first. One more query if there are any roles.
    """
    mine = asker.owned() | Q(public_id__in=_still_held(roles, kind=Kind.ORGANISER))
    return Event.objects.filter(mine).order_by("-created", "-pk")


def _still_held(roles: dict[str, dict[str, int]], **of: Any) -> set[str]:
    """Return the events of these roles, of a kind, that were neither removed nor replaced."""
    named = Q(pk__in=())
    for event, noted in roles.items():
        named |= Q(event__public_id=event, number__in=[int(number) for number in noted])
    rows = Role.objects.filter(named, **of).values_list("event__public_id", "number", "generation")
    return {
        event for event, number, generation in rows if roles[event].get(str(number)) == generation
    }


def standing_of(
    event: Event, *, asker: Requester, noted: dict[str, int], acting_as: int | None = None
) -> EventAccess:
    """Return a requester's access to an event by what their browser holds and created.

    `noted` are the numbers of roles that it holds with their generations, the oldest first. Raises
    `not_allowed` if `acting_as` is not among them, `not_found` if a stranger may not know of the
    event.
    """
    roles = _held(event, noted)
    if acting_as is not None:
        named = [role for role in roles if role.number == acting_as]
        if named:
            return EventAccess(event, Kind(named[0].kind), named[0])
        reader = standing_of(event, asker=asker, noted=noted)
        reader.needs()
    if roles:
        return EventAccess(event, Kind(roles[0].kind), roles[0])
    if event.is_of(asker):
        return EventAccess(event, Kind.ORGANISER)
    if event.visibility == Visibility.PRIVATE:
        raise NotThere
    return EventAccess(event)


def standing_again(public_id: str, role: list[int] | None) -> EventAccess:
    """Return the access of the requester behind a job: by the number and generation of their role,
    or without a role as the event's creator. Raises `not_found`, `not_allowed`.
    """
    event = event_named(public_id)
    if role is None:
        return EventAccess(event, Kind.ORGANISER)
    number, generation = role
    found = _held(event, {str(number): generation})
    if not found:
        raise DomainError("not_allowed")
    return EventAccess(event, Kind(found[0].kind), found[0])


def _held(event: Event, noted: dict[str, int]) -> list[Role]:
    if not noted:
        return []
    found = event.role_rows.select_related("entry").filter(number__in=[int(n) for n in noted])
    rows = {str(role.number): role for role in found}
    for role in rows.values():
        role.event = event
    return [rows[n] for n in noted if n in rows and rows[n].generation == noted[n]]


def roles_held(event: Event, noted: dict[str, int]) -> list[Role]:
    """Return the roles of an event whose links a browser holds, the oldest first. One query."""
    return _held(event, noted)


def terms_of(event: Event) -> dict[str, Any]:
    """Return the terms of an event as they were stated, with defaults filled in."""
    return {name: getattr(event, name) for name in STATED}


def summary(event: Event) -> dict[str, Any]:
    """Return a short summary of an event; its `entries` were counted with it."""
    return {
        "id": event.public_id,
        "name": event.name,
        "rulebook": event.rulebook,
        "venue": event.venue,
        "timezone": event.timezone,
        "days": event.days,
        "visibility": event.visibility,
        "registration": event.registration,
        "entries": getattr(event, "entered", 0),
    }


def with_entry_counts(events: QuerySet[Event]) -> QuerySet[Event]:
    """Return the events with the number of their entries, for `summary`."""
    return events.annotate(entered=Count("entry_rows"))


def entries_view(standing: EventAccess) -> list[dict[str, Any]]:
    """Return every entry as this viewer may see it. One query."""
    versions = Version.objects.filter(entry=OuterRef("pk"))
    rows = standing.event.entry_rows.defer("draft").annotate(handed_in=Exists(versions))
    return [_entry(standing, entry, handed_in=entry.handed_in) for entry in rows]


def entry_view(standing: EventAccess, entry: Entry) -> dict[str, Any]:
    """Return one entry. Its player, organisers and checkers see the status of its list; desks,
    organisers and its player see a desk's notes. One query.
    """
    return _entry(standing, entry, handed_in=entry.versions.exists())


def new_entry_view(standing: EventAccess, entry: Entry) -> dict[str, Any]:
    """Return an entry that was just created: it has no notes yet."""
    view = _entry(standing, entry, handed_in=False)
    return {name: value for name, value in view.items() if name not in NOTED}


def _entry(standing: EventAccess, entry: Entry, *, handed_in: bool) -> dict[str, Any]:
    plays = standing.plays(entry)
    stands = "none" if entry.status in ("none", "draft") or not handed_in else "in"
    view: dict[str, Any] = {
        "entry": entry.number,
        "name": entry.name,
        "club": entry.club,
        "country": entry.country,
        "dropped": entry.dropped,
        "list": entry.status if plays or standing.kind in SEES_LISTS else stands,
    }
    if plays or standing.kind in RUNS_ROUNDS:
        view |= {name: getattr(entry, name) for name in NOTED}
    if standing.kind in RUNS_ROUNDS:
        view["vouched"] = entry.vouched
    return view


def player_keys(event: Event) -> set[tuple[str, str]]:
    """Return the keys of an event's players, by which two are the same. One query."""
    return {player_key(*each) for each in event.entry_rows.values_list("name", "club")}


def count_playing(event: Event) -> int:
    """Return how many players have not dropped out. One query."""
    return event.entry_rows.filter(dropped=False).count()


def roles_view(standing: EventAccess, players: set[int] | None = None) -> list[dict[str, Any]]:
    """Return every role with its token, for organisers; of players only those of these entries, if
    given. One query.
    """
    standing.needs(Kind.ORGANISER)
    rows = standing.event.role_rows.select_related("entry")
    if players is not None:
        rows = rows.filter(~Q(kind=Kind.PLAYER) | Q(entry__number__in=players))
    return [role_view(standing, role) for role in rows]


def role_view(standing: EventAccess, role: Role) -> dict[str, Any]:
    """Return a role as an organiser sees it: without the token of one that its holder replaced."""
    role.event = standing.event
    own = standing.role is not None and standing.role.number == role.number
    return {
        "role": role.number,
        "kind": role.kind,
        "name": role.name,
        "entry": role.entry.number if role.entry else None,
        "claimed": role.account_id is not None,
        "token": None if role.own_hand and not own else token_of(role),
    }


def journal(standing: EventAccess, *, most: int | None = None) -> list[dict[str, Any]]:
    """Return every action in the event, or the last `most`, the latest first; for organisers. One
    query.
    """
    standing.needs(Kind.ORGANISER)
    return [
        {
            "at": line.at,
            "role": line.role,
            "name": line.name,
            "code": line.code,
            "message": journal_words(line.code, line.params),
        }
        for line in standing.event.journalline_rows.order_by("-number")[:most]
    ]
