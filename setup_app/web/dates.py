"""Dates and times as pages show them.

An event shows the clocks of its venue with the abbreviation of their zone. Every other page shows
the reader's clock: the server writes UTC, and `static/js/clocks.js` replaces it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, tzinfo
from typing import TypeAlias

from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.timezone import now
from django.utils.translation import gettext

ShowDay: TypeAlias = Callable[[date, str], str]
MINUTE = 60


def format_day(day: date) -> str:
    """Return a day with its weekday: “Saturday 19 December 2026”."""
    return date_format(day, "l j F Y")


def format_days(days: Sequence[date], show: ShowDay | None = None) -> str:
    """Return days in order, each run of consecutive days as a range.

    For example “Friday 18 – Sunday 20 December 2026, Sunday 10 January 2027”. `show` wraps the text
    of a day.
    """
    runs: list[list[date]] = []
    for day in sorted(set(days)):
        if runs and day.toordinal() == runs[-1][-1].toordinal() + 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    return ", ".join(_format_run(run[0], run[-1], show or _show_text) for run in runs)


def _format_run(first: date, last: date, show: ShowDay) -> str:
    end = show(last, format_day(last))
    if first == last:
        return end
    shared = "l j" if (first.year, first.month) == (last.year, last.month) else "l j F"
    begin = date_format(first, shared if first.year == last.year else "l j F Y")
    return f"{show(first, begin)} – {end}"


def _show_text(day: date, text: str) -> str:
    return text


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
