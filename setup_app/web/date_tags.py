"""The template tag for dates and times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from setup_app.web.dates import format_age, format_day, format_days, format_hour, format_moment

register = template.Library()

Shows: TypeAlias = Literal["moment", "day", "hour", "age"]
READERS_DAY: Final = "j F Y"


@register.simple_tag
def when(
    at: datetime | date | Sequence[str], shows: Shows = "moment", zone: str = ""
) -> SafeString:
    """Return a `time` element for a moment or a day, or one for each end of every run of days.

    Days of the calendar are dates or ISO texts in a list; they have no zone.

    `shows` is the part to show: the `day`, the `hour`, the `moment` with both, or its `age`. With a
    `zone` the text is that of the zone's clocks. Without one, scripts replace the text with the
    reader's own clock.
    """
    if isinstance(at, Sequence):
        return SafeString(format_days([date.fromisoformat(day) for day in at], _element))
    if not isinstance(at, datetime):
        return _element(at, format_day(at))
    if shows == "age":
        return _element(at, format_age(at))
    if zone:
        return _element(at, _text(at, shows, ZoneInfo(zone)))
    return format_html(
        '<time datetime="{}" data-shows="{}">{}</time>',
        at.isoformat(),
        shows,
        _readers_text(at, shows),
    )


def _element(moment: date, text: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', moment.isoformat(), text)


def _text(moment: datetime, shows: Shows, zone: ZoneInfo) -> str:
    if shows == "hour":
        return format_hour(moment, zone)
    return format_day(moment.astimezone(zone)) if shows == "day" else format_moment(moment, zone)


def _readers_text(moment: datetime, shows: Shows) -> str:
    """Return what a reader without scripts sees, in UTC and without a weekday."""
    there = moment.astimezone(UTC)
    if shows == "hour":
        return format_hour(there)
    day = date_format(there, READERS_DAY)
    return day if shows == "day" else f"{day}, {format_hour(there)}"
