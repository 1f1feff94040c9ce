"""An event's days and list deadline as an iCalendar file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.utils.translation import gettext
from icalendar import Calendar
from icalendar import Event as Appointment

from setup_app.events.event.deadlines import closes
from setup_app.events.event.time_fields import YEARS
from setup_app.events.models import Event

MEDIA_TYPE: Final = "text/calendar; charset=utf-8"

SHOWN: Final = frozenset(("name", "venue", "days", "lists"))
"""The fields of an event that its calendar shows."""


def as_calendar(event: Event, *, url: str) -> bytes:
    """Return an iCalendar file (RFC 5545); `url` is the event's page.

    A day is a whole day in every time zone; the deadline is a moment, which each calendar shows in
    its own zone. One query.
    """
    revision = _revision(event)
    file = Calendar()
    file.add("prodid", "-//Metator//Events//EN")
    file.add("version", "2.0")
    for appointment in _appointments(event):
        appointment.add("dtstamp", revision.at)
        appointment.add("last-modified", revision.at)
        appointment.add("sequence", revision.number)
        appointment.add("url", url)
        file.add_component(appointment)
    written: bytes = file.to_ical()
    return written


@dataclass(frozen=True)
class _Revision:
    """How often the event has changed in what its calendar shows, and when it last did."""

    number: int
    at: datetime


def _revision(event: Event) -> _Revision:
    """Return the present revision. Of two changes in one second the second counts a second later,
    since a calendar reads whole seconds.
    """
    number, at = 0, _second(event.created)
    rows = event.journalline_rows.filter(code="event_changed").order_by("number")
    for changed, params in rows.values_list("at", "params"):
        if not SHOWN.isdisjoint(params.get("fields", ())):
            number, at = number + 1, max(_second(changed), at + timedelta(seconds=1))
    return _Revision(number, at)


def _second(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)


def _appointments(event: Event) -> Iterator[Appointment]:
    # A day may be stated twice.
    for day in map(date.fromisoformat, dict.fromkeys(event.days)):
        if day.year > YEARS[1]:
            # A stored day from when any year was allowed: it may have no next day.
            continue
        found = _appointment(f"{event.public_id}-{day}", event.name, day, day + timedelta(days=1))
        if event.venue:
            found.add("location", event.venue)
        yield found
    last = closes(event)
    if last is not None:
        until = last.astimezone(UTC)
        words = gettext("Submit your list: %(event)s") % {"event": event.name}
        yield _appointment(f"{event.public_id}-lists", words, until, until)


def _appointment(
    name: str, words: str, begins: date | datetime, ends: date | datetime
) -> Appointment:
    found = Appointment()
    found.add("uid", f"{name}@metator")
    found.add("summary", words)
    found.add("dtstart", begins)
    found.add("dtend", ends)
    return found
