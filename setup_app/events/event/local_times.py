"""Times that people type by the clocks of a venue: which moment each one names.

Where clocks go forward some times do not exist, and where they go back some exist twice.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_datetime

from setup_app.engine.errors import DomainError
from setup_app.events.event.time_fields import YEARS
from setup_app.web.dates import format_day, format_hour

FORMAT: Final = "%Y-%m-%dT%H:%M"
"""The format of a moment in a browser's field of date and time."""


def parse_local(text: str) -> datetime | None:
    """Return the date and time of a text, naive unless it states a zone; None if it is not one."""
    try:
        return parse_datetime(text)
    except ValueError:
        return None


def format_local(moment: datetime, zone: ZoneInfo) -> str:
    """Return a moment by the clocks of a zone, as a browser's field shows it."""
    return moment.astimezone(zone).strftime(FORMAT)


def moments_of(local: datetime, zone: ZoneInfo) -> list[datetime]:
    """Return every moment, earliest first, at which the clocks of a zone show this naive time: none
    where they skip it, two where they go back over it.
    """
    found: list[datetime] = []
    for fold in (0, 1):
        moment = local.replace(tzinfo=zone, fold=fold)
        there = moment.astimezone(UTC).astimezone(zone)
        if there.replace(tzinfo=None, fold=0) == local.replace(fold=0):
            found.append(moment)
    return found if len({each.astimezone(UTC) for each in found}) == len(found) else found[:1]


def moment_of(local: datetime, zone: ZoneInfo, *, which: str = "") -> datetime:
    """Return the moment that a time names. `which` is “0” for the first and “1” for the second of
    two.

    Raises `time_skipped` where there is none, `time_twice` where there are two and `which` chooses
    neither.
    """
    if local.tzinfo is not None:
        return local
    found = moments_of(local, zone)
    told = {"day": format_day(local), "time": local.strftime("%H:%M"), "zone": zone.key}
    if not found:
        raise DomainError("time_skipped", told)
    if len(found) == 1:
        return found[0]
    if which not in ("0", "1"):
        hours = [format_hour(each, zone) for each in found]
        raise DomainError("time_twice", {**told, "first": hours[0], "second": hours[1]})
    return found[int(which)]


def choices_of(text: str, zone: ZoneInfo, which: str) -> list[dict[str, Any]]:
    """Return the two moments of a typed time that exists twice, for a field that chooses one; empty
    for any other text.
    """
    read = parse_local(text)
    if read is None or read.tzinfo or not YEARS[0] <= read.year <= YEARS[1]:
        return []
    found = moments_of(read, zone)
    return [
        {"value": str(at), "title": format_hour(each, zone), "chosen": which == str(at)}
        for at, each in enumerate(found)
        if len(found) > 1
    ]
