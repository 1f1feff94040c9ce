"""Dates and times as pages show them.

An event shows the clocks of its venue with the abbreviation of their zone. Every other page shows
the reader's clock: the server writes UTC, and `static/js/clocks.js` replaces it.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo

from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.timezone import now
from django.utils.translation import gettext

MINUTE = 60


def format_day(day: date) -> str:
    """Return a day with its weekday: “Saturday 19 December 2026”."""
    return date_format(day, "l j F Y")


def format_moment(moment: datetime, zone: tzinfo) -> str:
    """Return a moment by the clocks of a zone: “Saturday 19 December 2026, 09:30 GMT”."""
    there = moment.astimezone(zone)
    return f"{format_day(there)}, {format_hour(moment, zone)}"


def format_hour(moment: datetime, zone: tzinfo = UTC) -> str:
    """Return the time of a moment by the clocks of a zone: “09:30 GMT”."""
    there = moment.astimezone(zone)
    return f"{date_format(there, 'H:i')} {_zone_name(there)}"


def format_age(moment: datetime) -> str:
    """Return how long ago a moment was: “just now”, “2 minutes ago”."""
    passed = now() - moment
    if passed.total_seconds() < MINUTE:
        return gettext("just now")
    return gettext("%(time)s ago") % {"time": timesince(moment, depth=1)}


def _zone_name(there: datetime) -> str:
    """Return the abbreviation of a moment's zone; where a zone has none, “UTC+05”."""
    name = there.tzname() or ""
    return f"UTC{name}" if name[:1] in ("+", "-") else name
