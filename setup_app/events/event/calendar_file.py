"""An event's days and list deadline as an iCalendar file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from django.utils.translation import gettext
from icalendar import Calendar
from icalendar import Event as Appointment

from setup_app.events.event.deadlines import closes
from setup_app.events.event.time_fields import YEARS
from setup_app.events.models import Event

MEDIA_TYPE = "text/calendar; charset=utf-8"


def as_calendar(event: Event, *, url: str) -> bytes:
    """Return an iCalendar file (RFC 5545); `url` is the event's page.

    A day is a whole day in every time zone; the deadline is a moment, which each calendar shows in
    its own zone.
    """
    file = Calendar()
    file.add("prodid", "-//Metator//Events//EN")
    file.add("version", "2.0")
    for appointment in _appointments(event):
        appointment.add("dtstamp", event.created.astimezone(UTC))
        appointment.add("url", url)
        file.add_component(appointment)
    written: bytes = file.to_ical()
    return written


def _appointments(event: Event) -> Iterator[Appointment]:
    for day in map(date.fromisoformat, event.days):
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
