"""Services that add, change and remove players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.db.models import Q

from setup_app.engine.errors import DomainError
from setup_app.engine.names import is_blank
from setup_app.events.event import round_values
from setup_app.events.event.access import RUNS_ROUNDS, EventAccess
from setup_app.events.event.entry_table import COLUMNS, EntryLine, as_line, player_key, twice
from setup_app.events.event.services.acting import acting, next_number, note
from setup_app.events.event.services.events import add
from setup_app.events.event.services.rounds import mark_changed
from setup_app.events.models import Entry, Event, Kind, Match, Role
from setup_app.identity.ownership import NotThere
from setup_app.spreadsheets.faults import ImportRefused

BY_DESK: Final = ("name", "club", "country", "dropped", "here")


def enter(*, standing: EventAccess, line: EntryLine) -> Role:
    """Enter one player; return their role.

    For organisers and desks, and for everyone while the event is open. Raises `not_allowed` if it
    is not, `event_full`, `duplicate_player`, `army_blank` for a name that cannot be seen.
    """
    with acting(standing) as held:
        event = held.event
        if held.kind not in RUNS_ROUNDS and event.registration != "open":
            closed = {"registration": event.registration} if held.kind is None else {}
            raise DomainError("not_allowed", closed)
        _make_room(event, 1)
        _unlike(event, line.name, line.club)
        role = _entered(event, line, vouched=held.kind in RUNS_ROUNDS)
        note(held, "entry_added", entry=line.name)
    return role


def import_entries(*, standing: EventAccess, lines: tuple[EntryLine, ...]) -> tuple[Role, ...]:
    """Enter all of these, or none; return their roles.

    Raises `event_full`, and `import_refused` with `duplicate_player` for each player who is entered
    already.
    """
    standing.needs(Kind.ORGANISER, Kind.DESK)
    with acting(standing) as held:
        event = held.event
        known = {player_key(*each) for each in event.entry_rows.values_list("name", "club")}
        faults = twice(lines, known)
        if faults:
            raise ImportRefused(faults)
        _make_room(event, len(lines))
        roles = tuple(_entered(event, line, vouched=True) for line in lines)
        note(held, "entries_imported", count=len(lines))
    return roles


def change_entry(*, standing: EventAccess, number: int, changes: Mapping[str, Any]) -> Entry:
    """Change a player's data. A desk sets neither `penalty` nor `vouched`; players themselves may
    only drop out.

    The role's name changes with the player's, and rounds that were paired with another penalty are
    marked. Raises `not_found`, `not_allowed`, `duplicate_player`, `army_blank`, and `event_full`
    for a player who returns after others have taken the places.
    """
    with acting(standing) as held:
        entry = entry_named(held.event, number)
        _may(held, entry, changes)
        values = {
            name: as_line(value) if name in COLUMNS else value for name, value in changes.items()
        }
        changed = [each for each, value in values.items() if getattr(entry, each) != value]
        if "name" in changed or "club" in changed:
            name, club = values.get("name", entry.name), values.get("club", entry.club)
            _unlike(held.event, name, club, but=entry)
        if "name" in changed:
            entry.roles.filter(kind=Kind.PLAYER, name=entry.name).update(name=values["name"])
        if "dropped" in changed and entry.dropped:
            _make_place(held.event, 1)
        before = {each: getattr(entry, each) for each in changed}
        for each in changed:
            cost = _cost(entry) if each == "penalty" else None
            setattr(entry, each, values[each])
            if each == "penalty" and _cost(entry) != cost:
                mark_changed(held.event, after=1)
        if changed:
            entry.save(update_fields=changed)
            _tell(held, entry, before)
    return entry


def remove_entry(*, standing: EventAccess, number: int) -> str:
    """Remove an entry as if it had never existed, with its player's link; return its name.

    Raises `not_found`, and `entry_stays` for a player who was paired, or whose list is public.
    """
    standing.needs(Kind.ORGANISER)
    with acting(standing) as held:
        entry = entry_named(held.event, number)
        paired = Match.objects.filter(Q(first=entry) | Q(second=entry))
        if paired.exists() or entry.versions.filter(public=True).exists():
            raise DomainError("entry_stays", {"name": entry.name})
        # A helper who plays stays a helper.
        entry.roles.exclude(kind=Kind.PLAYER).update(entry=None)
        entry.delete()
        note(held, "entry_removed", entry=entry.name)
    return entry.name


def entry_named(event: Event, number: int) -> Entry:
    """Return an entry of an event. Raises `not_found`."""
    entry = event.entry_rows.filter(number=number).first()
    if entry is None:
        raise NotThere
    entry.event = event
    return entry


def _may(standing: EventAccess, entry: Entry, changes: Mapping[str, Any]) -> None:
    if standing.kind == Kind.ORGANISER:
        return
    if standing.kind == Kind.DESK and set(changes) <= set(BY_DESK):
        return
    if standing.plays(entry) and changes == {"dropped": True}:
        return
    raise DomainError("not_allowed")


def _cost(entry: Entry) -> int:
    """Return this entry's present penalty. Two queries."""
    event = entry.event
    return round_values.penalties_of(event, [entry], round_values.matches_of(event))[entry.number]


def _unlike(event: Event, name: str, club: str, *, but: Entry | None = None) -> None:
    """Raise `duplicate_player` if someone else of this club has this name, and `army_blank` for a
    name that cannot be seen.
    """
    if is_blank(name):
        raise DomainError("army_blank", {"path": "name"})
    others = event.entry_rows.exclude(number=but.number if but else 0).values_list("name", "club")
    if player_key(name, club) in {player_key(*each) for each in others}:
        raise DomainError("duplicate_player", {"name": name})


def _tell(standing: EventAccess, entry: Entry, before: Mapping[str, Any]) -> None:
    """Record what was changed, with the old and new values."""
    if list(before) == ["dropped"]:
        note(standing, "entry_dropped" if entry.dropped else "entry_back", entry=entry.name)
    else:
        changes = [[each, before[each], getattr(entry, each)] for each in sorted(before)]
        named = before.get("name", entry.name)
        note(standing, "entry_changed", entry=named, fields=sorted(before), changes=changes)


def _make_room(event: Event, more: int) -> None:
    _make_place(event, more)
    if event.entry_rows.count() + more > settings.EVENT_ENTRIES:
        raise DomainError("too_many_entries", {"most": settings.EVENT_ENTRIES})


def _make_place(event: Event, more: int) -> None:
    if event.places is None:
        return
    if event.entry_rows.filter(dropped=False).count() + more > event.places:
        raise DomainError("event_full", {"places": event.places})


def _entered(event: Event, line: EntryLine, *, vouched: bool) -> Role:
    entry = Entry.objects.create(
        event=event,
        number=next_number(event, "last_entry"),
        name=as_line(line.name),
        club=as_line(line.club),
        country=as_line(line.country),
        vouched=vouched,
    )
    role = add(event, kind=Kind.PLAYER, name=entry.name, entry=entry)
    role.event = event
    return role
